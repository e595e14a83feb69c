#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "blocklib/common/finite.h"
#include "blocklib/common/instant.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/time_scale.h"

namespace loopwright {

enum class SawtoothShape { kSawtooth, kTriangle };

// A sawtooth, which rises from -amplitude to amplitude over each period and falls back, or a
// triangle, which goes up in the first half of each period and down in the second.
//
//     Sawtooth → y
//
// Periods begin at t = k*period, k = 0, 1, …; before the first, y = -amplitude. A sawtooth's fall
// is a discrete update, of the number of periods that have passed; at a triangle's corners a step
// of the integration ends (semantics 12).
//
// Numeric parameters: 0 amplitude, 1 period (s; events stay where they were declared).
template <typename T>
class Sawtooth final : public LeafSystem<T>, public HasTimeScale {
 public:
  // Throws std::logic_error unless period_sec > 0. The two shapes differ in their events: a
  // sawtooth jumps, a triangle only bends.
  Sawtooth(const T& amplitude, const Known<T>& period_sec, SawtoothShape shape)
      : LeafSystem<T>(KeepArguments<Sawtooth, T>(amplitude, period_sec, shape)),
        period_sec_(period_sec.number) {
    LOOPWRIGHT_THROW_UNLESS(period_sec_ > 0);
    this->DeclareNumericParameter(BasicVector<T>{amplitude});
    this->DeclareNumericParameter(BasicVector<T>{period_sec.value});
    if (shape == SawtoothShape::kSawtooth) {
      DeclareSawtooth();
    } else {
      DeclareTriangle();
    }
  }

  // From the parameters `amplitude`, `period` and `shape`.
  explicit Sawtooth(const BlockArguments& arguments)
      : Sawtooth(arguments.number<T>("amplitude"), arguments.known<T>("period"),
                 arguments.text("shape") == "triangle" ? SawtoothShape::kTriangle
                                                       : SawtoothShape::kSawtooth) {}

  // The period.
  double CalcTimeScale() const final { return period_sec_; }

 private:
  enum Parameter { kAmplitude, kPeriod };

  // The number of periods passed is state, so that just before a fall and just after it the time is
  // the same and the output is not.
  void DeclareSawtooth() {
    this->DeclareDiscreteState(1);
    this->DeclareInitializationDiscreteUpdateEvent(&Sawtooth::Initialize);
    this->template DeclarePeriodicDiscreteUpdateEvent<&Sawtooth::Fall>(period_sec_, period_sec_);
    this->DeclareVectorOutputPort(
        "y", MakeKernel<T>(1, {{Operand::kAllParameters}, {Operand::kTime}, {Operand::kDiscrete}},
                           &Sawtooth::CalcSawtooth));
  }

  // The triangle needs no state: at its corners both sides agree.
  void DeclareTriangle() {
    this->DeclareCorners(
        std::make_shared<EventTimes>(std::vector<double>{0, 0.5 * period_sec_}, period_sec_));
    this->DeclareVectorOutputPort(
        "y",
        MakeKernel<T>(1, {{Operand::kAllParameters}, {Operand::kTime}}, &Sawtooth::CalcTriangle));
  }

  // Operands: amplitude and period, the time, the number of periods that have passed.
  static void CalcSawtooth(const BoundKernel<T>& op) {
    using std::max;
    using std::min;
    const T &amplitude = op.in[0][kAmplitude], &period = op.in[0][kPeriod];
    const T part = (op.in[1][0] - op.in[2][0] * period) / period;
    // Rounding must not carry it beyond the peaks; before the first period it rests.
    op.out[0] = amplitude * (2.0 * min(max(part, T(0)), T(1)) - 1.0);
  }

  // Operands: amplitude and period, the time.
  static void CalcTriangle(const BoundKernel<T>& op) {
    using std::abs;
    using std::floor;
    using std::max;
    const T& amplitude = op.in[0][kAmplitude];
    const T periods = max(T(op.in[1][0] / op.in[0][kPeriod]), T(0));
    const T part = periods - floor(periods);
    op.out[0] = amplitude * (1.0 - 4.0 * abs(T(part - 0.5)));
  }

  // Counts the periods before the start of the run. A run may start at any time; the periods that
  // were over by then have passed.
  EventStatus Initialize(const Context<T>& context, DiscreteValues<T>* passed) const {
    const double start_sec = ValueOf(context.get_time());
    // The falls before the start; rounding may have counted one too many.
    double count = std::max(0.0, std::floor(start_sec / period_sec_) + 1);
    while (count > 0 && !IsBefore(count * period_sec_, start_sec, period_sec_)) --count;
    passed->data(0)[0] = T(count);
    return EventStatus::Succeeded();
  }

  // One more period has passed: the signal falls back to where it began. Counts one period more,
  // which brings the sawtooth down by its whole height.
  void Fall(const Context<T>& context, T* passed) const {
    passed[0] = this->discrete_data(context, 0)[0] + 1.0;
  }

  double period_sec_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Sawtooth)

// A sawtooth jumps once in a period, a triangle has two corners; both are known beforehand, and no
// step goes over them.
BlockDescriptor SawtoothBlock() {
  BlockDescriptor block;
  block.type = "Sawtooth";
  block.category = "sources";
  block.title = "Sawtooth";
  block.summary = "A sawtooth or triangle wave.";
  block.search_words = "triangle, triangle wave, triangular, repeating ramp, carrier";
  block.names_elsewhere = "SAWTOOTH_f, Repeating Sequence, Sawtooth Generator";
  block.icon = R"(
  <path d="M2.5 18 L11 6 V18 L19.5 6 V18 H21.5"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("amplitude", ParameterKind::kNumber, 1, "", "", "peak"),
      MakeParameter("period", ParameterKind::kNumber, 1, "s", "> 0", ""),
      MakeParameter("shape", ParameterKind::kChoice, "sawtooth", "", "sawtooth | triangle", ""),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.behaviour =
      "sawtooth rises from -amplitude to amplitude over each period, its fall is a discrete "
      "update (semantics 12); triangle goes up and down, its corners are timed events";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.timing = [](const BlockArguments&) { return BlockTiming::kContinuous; };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"amplitude"}, problems);
  };
  block.face = [](const FaceParameters& p) {
    return Face::Curve(p.Text("shape") == "triangle" ? "M-16 8 L-8 -8 L0 8 L8 -8 L16 8"
                                                     : "M-16 8 L-5 -8 V8 L6 -8 V8 L16 -6.5");
  };
  block.UseSystem<Sawtooth>();
  return block;
}

}  // namespace loopwright
