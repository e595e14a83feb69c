#include "blocklib/common/block_leaf.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "blocklib/common/triggers.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// Samples its input where its trigger crosses zero, an isolated event, and holds it: x⁺ = u⁻,
// y = x, elementwise. A trigger of one element is that of all.
//
//     u       → TriggeredSampler → y
//     trigger →
//
// Numeric parameter 0 is the initial value.
template <typename T>
class TriggeredSampler final : public BlockLeaf<T> {
 public:
  // Inputs and an initial value of one element apply to all `width` elements. One witness for each
  // element of the trigger. A single trigger samples all elements, otherwise each samples its own;
  // a single input is read for all of them.
  TriggeredSampler(WitnessFunctionDirection edge, const VectorX<T>& initial_value, int input_width,
                   int trigger_width, int width)
      : BlockLeaf<T>(KeepArguments<TriggeredSampler, T>(edge, initial_value, input_width,
                                                        trigger_width, width)) {
    this->DeclareVectorInputPort("u", input_width);
    this->DeclareVectorInputPort("trigger", trigger_width);
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_value, width)));
    this->DeclareDiscreteState(width);
    this->StartAs(0);  // What is shown before the first crossing.
    this->DeclareStateOutputPort("y", DiscreteStateIndex(0));
    // What a trigger does to an element: it becomes the input as that is before the event.
    const auto sample = [this, stride = Stride(input_width)](const Context<T>& context, int element,
                                                             EventTarget<T>& target) {
      target.discrete->data(0)[element] = this->input_data(context, kU)[element * stride];
    };
    for (int i = 0; i < trigger_width; ++i) {
      this->Watch(
          MakeTrigger<T>(*this, kTrigger, i, edge, EventKind::kDiscreteUpdate, width, sample));
    }
  }

  // From the parameters `edge` and `initial_value` and the widths of the inputs.
  explicit TriggeredSampler(const BlockArguments& arguments)
      : TriggeredSampler(EdgeNamed(arguments.text("edge")), arguments.vector<T>("initial_value"),
                         arguments.input_width(kU), arguments.input_width(kTrigger),
                         arguments.output_width(0)) {}

 private:
  enum Input { kU, kTrigger };
};

LOOPWRIGHT_INSTANTIATE_CLASS(TriggeredSampler)

// The input is read as it is before the event, like at any other update.
BlockDescriptor TriggeredSamplerBlock() {
  BlockDescriptor block;
  block.type = "TriggeredSampler";
  block.category = "discrete";
  block.title = "Triggered sampler";
  block.summary = "Samples when its trigger crosses zero.";
  block.search_words =
      "sample on trigger, edge, capture, event sampler, latch on edge, sample and hold with "
      "trigger";
  block.names_elsewhere = "Triggered Subsystem, Sample and Hold, Hit Crossing, EDGE_TRIGGER";
  block.icon = R"(
  <path d="M3 19 H11.5 V5 H20.5"/>
  <path d="M7.8 12 L11.5 8.2 L15.2 12"/>
  <circle cx="20.2" cy="5" r="2.1" fill="currentColor" stroke="none"/>
)";
  block.inputs = {"u", "trigger"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("edge", ParameterKind::kChoice, "rising", "", "rising | falling | either", ""),
      InitialValueParameter(),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"held value"});
  block.behaviour = "at an isolated crossing x+ = u-; y = x";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"initial_value"});
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-15 9 H0 V-9 H15 M-4 -1 L0 -5 L4 -1");
  };
  block.input_sign = [](const FaceParameters& p, int i) -> std::string {
    return i == 1 ? EdgeSign(p.Text("edge")) : "";
  };
  block.UseSystem<TriggeredSampler>();
  return block;
}

}  // namespace loopwright
