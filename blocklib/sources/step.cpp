#include <algorithm>

#include "blocklib/common/block_leaf.h"
#include "blocklib/common/instant.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// A step at a given time.
//
//     Step → y
//
// The level is discrete state that a timed update changes, so that at the step y⁻ is the initial
// and y⁺ the final level (semantics 12). A step before the start of the run has happened.
//
// Numeric parameters: 0 the initial level, 1 the final level.
template <typename T>
class Step final : public BlockLeaf<T> {
 public:
  // A step at `time` seconds; the two levels have equal lengths, or one of them a single element
  // that is spread. The level is discrete state, which one event changes at the time of the step:
  // so the simulator ends a step exactly there.
  Step(double time_sec, const VectorX<T>& initial, const VectorX<T>& final_level)
      : BlockLeaf<T>(KeepArguments<Step, T>(time_sec, initial, final_level)),
        time_sec_(time_sec),
        width_(static_cast<int>(std::max(initial.size(), final_level.size()))) {
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial, width_)));
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(final_level, width_)));
    this->DeclareDiscreteState(width_);
    this->StartAs(kInitial);
    this->DeclareInitializationDiscreteUpdateEvent(&Step::Initialize);
    this->DeclareTimedDiscreteUpdateEvent(time_sec, &Step::Jump);
    this->DeclareStateOutputPort("y", DiscreteStateIndex(0));
  }

  // From the parameters `time`, `initial` and `final`.
  explicit Step(const BlockArguments& arguments)
      : Step(arguments.number("time"), arguments.vector<T>("initial"),
             arguments.vector<T>("final")) {}

 private:
  enum Parameter { kInitial, kFinal };

  // A step at the very start time has not happened yet: its event follows at once.
  EventStatus Initialize(const Context<T>& context, DiscreteValues<T>* level) const {
    const double start_sec = ValueOf(context.get_time());
    std::copy_n(this->parameter_data(context, IsBefore(time_sec_, start_sec) ? kFinal : kInitial),
                width_, level->data(0));
    return EventStatus::Succeeded();
  }

  // Every element takes its final level.
  EventStatus Jump(const Context<T>& context, DiscreteValues<T>* level) const {
    std::copy_n(this->parameter_data(context, kFinal), width_, level->data(0));
    return EventStatus::Succeeded();
  }

  double time_sec_;
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Step)

BlockDescriptor StepBlock() {
  BlockDescriptor block;
  block.type = "Step";
  block.category = "sources";
  block.title = "Step";
  block.summary = "A step at a given time.";
  block.search_words = "jump, step function, step input, unit step, Heaviside, switch on";
  block.names_elsewhere = "STEP_FUNCTION, STEP, StepFunction";
  block.icon = R"(
  <path d="M3 18 H11 V6 H21"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("time", ParameterKind::kNumber, 1, "s", "", "when the step happens"),
      MakeParameter("initial", ParameterKind::kVector, 0, "", "", "value before"),
      MakeParameter("final", ParameterKind::kVector, 1, "", "", "value from then on"),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"output"});
  block.behaviour =
      "the level is discrete state; an update at `time` changes it: at that instant y- = initial, "
      "y+ = final (semantics 12)";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"initial", "final"});
  };
  block.face = [](const FaceParameters&) { return Face::Curve("M-15 9 H0 V-9 H15"); };
  block.UseSystem<Step>();
  return block;
}

}  // namespace loopwright
