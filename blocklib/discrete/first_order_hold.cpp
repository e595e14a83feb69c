#include <algorithm>

#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// Samples each element of its input at offset + k*period and extrapolates the last two samples,
// x1 the newest: y = x1 + (x1 - x0) (t - t_last)/period. At the first update both are u⁻; before
// it the output is the initial value.
//
//     u → FirstOrderHold → y
//
// Discrete state: groups 0 x1, 1 x0, 2 the time of the last update (s) and whether there was one
// (1 or 0). Numeric parameters: 0 initial value, 1 period (s).
template <typename T>
class FirstOrderHold final : public LeafSystem<T> {
 public:
  // A single initial value applies to all `width` elements. The output is a straight line in time
  // between updates, so it depends on time and state but on no input.
  FirstOrderHold(const Known<T>& period_sec, double offset_sec, const VectorX<T>& initial_value,
                 int width)
      : LeafSystem<T>(
            KeepArguments<FirstOrderHold, T>(period_sec, offset_sec, initial_value, width)),
        width_(width) {
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_value, width)));
    this->DeclareNumericParameter(BasicVector<T>{period_sec.value});
    this->DeclareDiscreteState(width);        // kNewest
    this->DeclareDiscreteState(width);        // kPrevious
    this->DeclareDiscreteState(kSizeOfLast);  // kLast
    this->template DeclarePeriodicDiscreteUpdateEvent<&FirstOrderHold::Update>(period_sec.number,
                                                                               offset_sec);
    this->template DeclareVectorOutputPort<&FirstOrderHold::CalcOutput>(
        "y", width, {this->time_ticket(), this->xd_ticket(), this->all_parameters_ticket()});
  }

  // From the parameters `period`, `offset` and `initial_value`.
  explicit FirstOrderHold(const BlockArguments& arguments)
      : FirstOrderHold(arguments.known<T>("period"), arguments.number("offset"),
                       arguments.vector<T>("initial_value"), arguments.input_width(0)) {}

 private:
  enum Parameter { kInitialValue, kPeriod };
  enum Group { kNewest, kPrevious, kLast };
  enum Last { kTime, kIsKnown, kSizeOfLast };

  // Both samples are the initial value: until the first update the line is level.
  void SetDefaultState(const Context<T>& context, State<T>* state) const override {
    for (const int group : {kNewest, kPrevious}) {
      std::copy_n(this->parameter_data(context, kInitialValue), width_,
                  state->get_mutable_discrete_state(group).data());
    }
    std::fill_n(state->get_mutable_discrete_state(kLast).data(), kSizeOfLast, T(0));
  }

  // Part 0 is the last update, part 1 the next one: the line goes on with the slope of the last two
  // samples.
  void CalcOutput(const Context<T>& context, T* y) const {
    const T* newest = this->discrete_data(context, kNewest);
    const T* previous = this->discrete_data(context, kPrevious);
    const T part = (context.get_time() - this->discrete_data(context, kLast)[kTime]) /
                   this->parameter_data(context, kPeriod)[0];
    for (int i = 0; i < width_; ++i) y[i] = newest[i] + (newest[i] - previous[i]) * part;
  }

  // With the first sample there is no slope yet; it counts twice, and the line is flat.
  void Update(const Context<T>& context, T* next) const {
    const T* u = this->input_data(context, 0);
    const T* newest = this->discrete_data(context, kNewest);
    const auto is_known = this->discrete_data(context, kLast)[kIsKnown] != 0;
    for (int i = 0; i < width_; ++i) {
      next[kNewest * width_ + i] = u[i];
      next[kPrevious * width_ + i] = select(is_known, newest[i], u[i]);
    }
    T* last = next + kLast * width_;
    last[kTime] = context.get_time();
    last[kIsKnown] = T(1);
  }

  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(FirstOrderHold)

// Goes on along the line through the last two samples, and so jumps at each update where the signal
// turned.
BlockDescriptor FirstOrderHoldBlock() {
  BlockDescriptor block;
  block.type = "FirstOrderHold";
  block.category = "discrete";
  block.title = "First-order hold";
  block.summary = "Samples and extrapolates.";
  block.search_words = "FOH, extrapolate, linear hold";
  block.names_elsewhere = "First-Order Hold";
  block.icon = R"(
  <path d="M3 20 C9 19 13 8 21 4" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M3 19.5 L10 16.5 V13 L16.5 5.5 V8.5 L21.5 3.5"/>
  <circle cx="10" cy="13" r="1.7" fill="currentColor" stroke="none"/>
  <circle cx="16.5" cy="8.5" r="1.7" fill="currentColor" stroke="none"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      PeriodParameter(),
      OffsetParameter(),
      InitialValueParameter(),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = {
      {StateDescriptor::Kind::kDiscrete, 0, {"newest sample"}},
      {StateDescriptor::Kind::kDiscrete, 1, {"sample before"}},
      {StateDescriptor::Kind::kDiscrete, 2, {"time of the last update", "whether there was one"}}};
  block.behaviour =
      "y = x1 + (x1 - x0)*(t - t_last)/period, x1 the newest sample, x0 the one before; at the "
      "first update x0 = x1 = u-";
  block.is_held = true;
  block.timing = [](const BlockArguments&) { return BlockTiming::kContinuous; };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"initial_value"}, problems);
  };
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->SameWidth({"initial_value"});
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-16 9 L-6 5 V0 L4 -8 V-4 L15 -10", "M-16 9 C-6 7 2 -6 15 -10");
  };
  block.UseSystem<FirstOrderHold>();
  return block;
}

}  // namespace loopwright
