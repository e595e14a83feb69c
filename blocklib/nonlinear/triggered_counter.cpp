#include "blocklib/common/block_leaf.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/triggers.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// Counts, elementwise, where its trigger crosses zero, an isolated event: x⁺ = x⁻ + increment,
// y = x. Where `reset` rises through zero x⁺ is the initial value, which wins over a count at the
// same instant. An input of one element is that of all.
//
//     trigger → TriggeredCounter → y
//     reset   →
//
// Numeric parameters: 0 increment, 1 initial value.
template <typename T>
class TriggeredCounter final : public BlockLeaf<T> {
 public:
  // What is counted, by how much, and from where.
  struct Settings {
    WitnessFunctionDirection edge = WitnessFunctionDirection::kNegativeThenNonNegative;
    T increment = 1;
    T initial_value = 0;

    // The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename TriggeredCounter<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {edge, as(increment), as(initial_value)};
    }
  };

  // Each input has one element, or `width`. Each element of trigger and reset has a witness of its
  // own; a single one acts on all elements.
  TriggeredCounter(const Settings& settings, int trigger_width, int reset_width, int width)
      : BlockLeaf<T>(
            KeepArguments<TriggeredCounter, T>(settings, trigger_width, reset_width, width)) {
    this->DeclareVectorInputPort("trigger", trigger_width);
    this->DeclareVectorInputPort("reset", reset_width);
    this->DeclareNumericParameter(BasicVector<T>{settings.increment});
    this->DeclareNumericParameter(BasicVector<T>{settings.initial_value});
    this->DeclareDiscreteState(width);
    this->StartAs(kInitialValue);
    this->DeclareStateOutputPort("y", DiscreteStateIndex(0));
    // Both events write one element, from what the context has before them.
    const auto count = [this](const Context<T>& context, int element, EventTarget<T>& target) {
      target.discrete->data(0)[element] =
          this->discrete_data(context, 0)[element] + this->parameter_data(context, kIncrement)[0];
    };
    const auto reset = [this](const Context<T>& context, int element, EventTarget<T>& target) {
      target.discrete->data(0)[element] = this->parameter_data(context, kInitialValue)[0];
    };
    // First those of the trigger and then those of the reset, in the order in which events of one
    // instant are handled.
    for (int i = 0; i < trigger_width; ++i) {
      this->Watch(MakeTrigger<T>(*this, kTrigger, i, settings.edge, EventKind::kDiscreteUpdate,
                                 width, count));
    }
    // Of two events at one instant the later one here wins.
    for (int i = 0; i < reset_width; ++i) {
      this->Watch(MakeTrigger<T>(*this, kReset, i,
                                 WitnessFunctionDirection::kNegativeThenNonNegative,
                                 EventKind::kDiscreteUpdate, width, reset));
    }
  }

  // From the parameters that are called like the settings and the widths of the inputs.
  explicit TriggeredCounter(const BlockArguments& arguments)
      : TriggeredCounter(
            Settings{EdgeNamed(arguments.text("edge")), arguments.number<T>("increment"),
                     arguments.number<T>("initial_value")},
            arguments.input_width(kTrigger), arguments.input_width(kReset),
            arguments.output_width(0)) {}

 private:
  enum Input { kTrigger, kReset };
  enum Parameter { kIncrement, kInitialValue };
};

LOOPWRIGHT_INSTANTIATE_CLASS(TriggeredCounter)

// A reset that is not wired is a constant 0, and never crosses.
BlockDescriptor TriggeredCounterBlock() {
  BlockDescriptor block;
  block.type = "TriggeredCounter";
  block.category = "nonlinear";
  block.title = "Triggered counter";
  block.summary = "Counts crossings of zero.";
  block.search_words = "event counter, count events, count edges, up counter, revolutions, cycles";
  block.names_elsewhere = "Counter, Triggered Counter";
  block.icon = R"(
  <path d="M2.5 19 H8.5 V12.5 H14.5 V6 H21.5"/>
  <path d="M6.5 16.6 L8.5 14.4 L10.5 16.6 M12.5 10.1 L14.5 7.9 L16.5 10.1"/>
)";
  block.inputs = {"trigger", "reset"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("edge", ParameterKind::kChoice, "rising", "", "rising | falling | either", ""),
      MakeParameter("increment", ParameterKind::kNumber, 1, "", "", ""),
      MakeParameter("initial_value", ParameterKind::kNumber, 0, "", "", ""),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"count"});
  block.behaviour =
      "at an isolated crossing of trigger x+ = x- + increment; at a rising one of reset x+ = "
      "initial_value, which wins; y = x";
  block.input_defaults = {{"reset", 0}};
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->Elementwise(); };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-15 9 H-6 V0 H5 V-9 H15 M-9 5.5 L-6 2.5 L-3 5.5 M2 -3.5 L5 -6.5 L8 -3.5");
  };
  block.input_sign = [](const FaceParameters& p, int i) -> std::string {
    return i == 0 ? EdgeSign(p.Text("edge")) : "R";
  };
  block.UseSystem<TriggeredCounter>();
  return block;
}

}  // namespace loopwright
