#include "blocklib/common/block_leaf.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "blocklib/common/triggers.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// Integrates each element of its input, dx/dt = u, y = x, and sets it to x0 where `reset` crosses
// zero, an isolated event: x⁺ = x0⁻. A `reset` of one element is that of all.
//
//     u     → ResettableIntegrator → y
//     reset →
//     x0    →
//
// Numeric parameter 0 is the initial value.
template <typename T>
class ResettableIntegrator final : public BlockLeaf<T> {
 public:
  // Inputs and an initial value of one element apply to all `width` elements. One witness for each
  // element of `reset`. A single one sets all elements of the state; otherwise each sets its own.
  // `x0` is read when the event happens.
  ResettableIntegrator(WitnessFunctionDirection trigger, const VectorX<T>& initial_value,
                       int u_width, int reset_width, int x0_width, int width)
      : BlockLeaf<T>(KeepArguments<ResettableIntegrator, T>(trigger, initial_value, u_width,
                                                            reset_width, x0_width, width)) {
    this->DeclareVectorInputPort("u", u_width);
    this->DeclareVectorInputPort("reset", reset_width);
    this->DeclareVectorInputPort("x0", x0_width);
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_value, width)));
    const auto run = [](const BoundKernel<T>& op) {
      ForEachElement(op, [&](int i, int, int) { return op.in[0][i]; });
    };
    this->DeclareTimeDerivatives(
        MakeKernel<T>(width, {ReadElements(Operand::kInput, kU, u_width)}, run));
    this->DeclareContinuousState(width);
    // Read at the start only; later resets take the input x0.
    this->StartAs(0);
    this->DeclareStateOutputPort("y", ContinuousStateIndex(0));
    // What a trigger does to an element: it jumps to x0 as that is before the event.
    const auto set = [this, stride = Stride(x0_width)](const Context<T>& context, int element,
                                                       EventTarget<T>& target) {
      target.continuous->data()[element] = this->input_data(context, kX0)[element * stride];
    };
    for (int i = 0; i < reset_width; ++i) {
      this->Watch(MakeTrigger<T>(*this, kReset, i, trigger, EventKind::kJump, width, set));
    }
  }

  // From the parameters `trigger` and `initial_value` and the widths of the inputs.
  explicit ResettableIntegrator(const BlockArguments& arguments)
      : ResettableIntegrator(EdgeNamed(arguments.text("trigger")),
                             arguments.vector<T>("initial_value"), arguments.input_width(kU),
                             arguments.input_width(kReset), arguments.input_width(kX0),
                             arguments.output_width(0)) {}

 private:
  enum Input { kU, kReset, kX0 };
};

LOOPWRIGHT_INSTANTIATE_CLASS(ResettableIntegrator)

// An x0 that is not wired has the initial value, so that the simple case needs no wire.
BlockDescriptor ResettableIntegratorBlock() {
  BlockDescriptor block;
  block.type = "ResettableIntegrator";
  block.category = "continuous";
  block.title = "Resettable integrator";
  block.summary = "Integrates, and is reset when its trigger crosses zero.";
  block.search_words = "reset integrator, integrate with reset, reset";
  block.names_elsewhere = "Integrator with reset, INTEGRAL_m reset";
  block.icon = R"(
  <path d="M10.6 5.2 C9.2 2.6 7.6 3.6 7.3 6.8 L6.5 17.2 C6.2 20.4 4.6 21.4 3.2 18.8"/>
  <path d="M12.5 18 L20.5 7.5 V18"/>
)";
  block.inputs = {"u", "reset", "x0"};
  block.outputs = {"y"};
  block.parameters = {
      InitialValueParameter(),
      MakeParameter("trigger", ParameterKind::kChoice, "rising", "", "rising | falling | either",
                    ""),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.states = ContinuousStates({"integral"});
  block.behaviour =
      "at an isolated crossing of `reset`, x+ = x0 (the input; its pre-event value; unwired: "
      "initial_value)";
  block.input_defaults = {{"x0", "initial_value"}};
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"initial_value"});
  };
  block.face = [](const FaceParameters&) { return Face::Fraction("1", "s"); };
  block.input_sign = [](const FaceParameters& p, int i) -> std::string {
    return i == 1 ? EdgeSign(p.Text("trigger")) : i == 2 ? "x₀" : "";
  };
  block.UseSystem<ResettableIntegrator>();
  return block;
}

}  // namespace loopwright
