#include <algorithm>
#include <string>

#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {
namespace {

// As many elements as a shift register may hold.
constexpr int64_t kMostSamples = 1'000'000;
}  // namespace

// Delays each element of a signal by N samples: a shift register y = x_N, x_1⁺ = u⁻,
// x_i⁺ = x_{i-1}⁻. On (nh, (n+1)h] the output is u((n+1-N)h).
//
//     u → Delay → y
//
// Discrete state: groups 0 x_N and, where N > 1, 1 x_1 … x_{N-1}. Numeric parameter 0 is the
// initial value of all of them.
template <typename T>
class Delay final : public LeafSystem<T> {
 public:
  // samples >= 1; a single initial value applies to all `width` elements. The oldest sample is a
  // group of its own, so that it can be the output itself, without a copy.
  Delay(int samples, double period_sec, double offset_sec, const VectorX<T>& initial_value,
        int width)
      : LeafSystem<T>(
            KeepArguments<Delay, T>(samples, period_sec, offset_sec, initial_value, width)),
        samples_(samples),
        width_(width) {
    LOOPWRIGHT_THROW_UNLESS(samples >= 1);
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_value, width)));
    this->DeclareDiscreteState(width);                                   // kOldest
    if (samples > 1) this->DeclareDiscreteState((samples - 1) * width);  // kYounger
    this->template DeclarePeriodicDiscreteUpdateEvent<&Delay::Update>(period_sec, offset_sec);
    this->DeclareStateOutputPort("y", DiscreteStateIndex(kOldest));
  }

  // From the parameters `samples`, `period`, `offset` and `initial_value`.
  explicit Delay(const BlockArguments& arguments)
      : Delay(static_cast<int>(arguments.integer("samples")), arguments.number("period"),
              arguments.number("offset"), arguments.vector<T>("initial_value"),
              arguments.input_width(0)) {}

 private:
  enum Group { kOldest, kYounger };

  // Every place of the register begins with the initial value.
  void SetDefaultState(const Context<T>& context, State<T>* state) const override {
    const T* initial = this->parameter_data(context, 0);
    std::copy_n(initial, width_, state->get_mutable_discrete_state(kOldest).data());
    if (samples_ == 1) return;
    T* younger = state->get_mutable_discrete_state(kYounger).data();
    for (int i = 0; i + 1 < samples_; ++i) std::copy_n(initial, width_, younger + i * width_);
  }

  // One sample: writes all groups into `next`. The register moves on by one sample: the last of the
  // younger ones becomes the oldest, and the input goes in at the front. `next` holds both groups
  // one behind the other.
  void Update(const Context<T>& context, T* next) const {
    const T* u = this->input_data(context, 0);
    if (samples_ == 1) {
      std::copy_n(u, width_, next);
      return;
    }
    const int kept = (samples_ - 2) * width_;
    const T* younger = this->discrete_data(context, kYounger);
    std::copy_n(younger + kept, width_, next);
    T* next_younger = next + width_;
    std::copy_n(u, width_, next_younger);
    std::copy_n(younger, kept, next_younger + width_);
  }

  int samples_;
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Delay)

// What as many UnitDelays in a row would do, in one block.
BlockDescriptor DelayBlock() {
  BlockDescriptor block;
  block.type = "Delay";
  block.category = "discrete";
  block.title = "Delay";
  block.summary = "Delays by a number of samples.";
  block.search_words = "z^-n, n samples, tapped delay, FIFO, buffer, sample delay line";
  block.names_elsewhere =
      "Tapped Delay, Integer Delay, DELAY_f, DELAYV_f, Variable Integer Delay, DiscreteTimeDelay";
  block.icon = R"(
  <path d="M3.02 9.5 H8.8 L3.02 20 H8.8"/>
  <path d="M9.6 6.6 H13.2"/>
  <path d="M16.14 10.4 V3.6 L19.88 10.4 V3.6"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("samples", ParameterKind::kInteger, 1, "", ">= 1", ""),
      PeriodParameter(),
      OffsetParameter(),
      InitialValueParameter(),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"output", "samples to come"});
  block.behaviour =
      "a shift register of `samples` states: y = x_N, x_1+ = u-, x_i+ = x_{i-1}-; samples = 1 is "
      "UnitDelay; on (nh, (n+1)h] y = u((n+1-N)h). (Drake's DiscreteTimeDelay(h, N) is samples = N "
      "+ 1.)";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->SameWidth({"initial_value"});
  };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    ValidateSampleCount(arguments, "samples", kMostSamples, problems);
  };
  block.face = [](const FaceParameters& p) { return Face::Power("z", "−" + p.Text("samples")); };
  block.UseSystem<Delay>();
  return block;
}

}  // namespace loopwright
