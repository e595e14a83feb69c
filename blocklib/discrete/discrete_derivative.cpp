#include "blocklib/discrete/discrete_derivative.h"

#include <algorithm>

#include "blocklib/common/finite.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// The update moves the newest samples to the older half and takes in the input; the output is
// computed from both halves and depends on no input.
template <typename T>
DiscreteDerivative<T>::DiscreteDerivative(const Known<T>& period_sec, double offset_sec,
                                          const VectorX<T>& initial_value, int width)
    : BlockLeaf<T>(
          KeepArguments<DiscreteDerivative, T>(period_sec, offset_sec, initial_value, width)) {
  this->DeclareVectorInputPort("u", width);
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_value, width)));
  this->DeclareNumericParameter(BasicVector<T>{period_sec.value});
  this->DeclareDiscreteState(2 * width);
  // Both samples are the initial value, so that the derivative begins at zero.
  this->StartAs(kInitialValue);
  // The newest samples are the first half of the state, those before them the second.
  const Operand samples = ReadElements(Operand::kDiscrete, 0, 2 * width);
  const auto shift = [](const BoundKernel<T>& op) {
    const int half = op.size / 2;
    std::copy_n(op.in[0], half, op.out);
    std::copy_n(op.in[1], half, op.out + half);
  };
  this->DeclarePeriodicDiscreteUpdateEvent(
      period_sec.number, offset_sec,
      MakeKernel<T>(2 * width, {ReadElements(Operand::kInput, 0, width), samples}, shift));
  const auto difference = [](const BoundKernel<T>& op) {
    for (int i = 0; i < op.size; ++i) {
      op.out[i] = (op.in[0][i] - op.in[0][op.size + i]) / op.in[1][0];
    }
  };
  this->DeclareVectorOutputPort(
      "y",
      MakeKernel<T>(width, {samples, ReadElements(Operand::kParameter, kPeriod, 1)}, difference));
}

template <typename T>
DiscreteDerivative<T>::DiscreteDerivative(const BlockArguments& arguments)
    : DiscreteDerivative(arguments.known<T>("period"), arguments.number("offset"),
                         arguments.vector<T>("initial_value"), arguments.input_width(0)) {}

LOOPWRIGHT_INSTANTIATE_CLASS(DiscreteDerivative)

// The difference of the two last samples, without the present input: so the block can close a loop.
BlockDescriptor DiscreteDerivativeBlock() {
  BlockDescriptor block;
  block.type = "DiscreteDerivative";
  block.category = "discrete";
  block.title = "Discrete derivative";
  block.summary = "Backward difference.";
  block.search_words = "difference, backward difference, differentiate samples, finite difference";
  block.names_elsewhere = "Difference";
  block.icon = R"(
  <path d="M2.5 20.5 H21.5" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M6.5 20.5 V15 M17.5 20.5 V7"/>
  <path d="M6.5 15 L17.5 7" stroke-width="1.3" stroke-opacity="0.6" stroke-dasharray="2 2.6"/>
  <circle cx="6.5" cy="14.5" r="2.1" fill="currentColor" stroke="none"/>
  <circle cx="17.5" cy="6.5" r="2.1" fill="currentColor" stroke="none"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      PeriodParameter(),
      OffsetParameter(),
      MakeParameter("initial_value", ParameterKind::kVector, 0, "", "", "input before the start"),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = {{StateDescriptor::Kind::kDiscrete, 0, {"newest sample", "sample before"}}};
  block.behaviour = "y = (x_newest - x_previous)/period of the two last samples";
  block.is_held = true;
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"initial_value"}, problems);
  };
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->SameWidth({"initial_value"});
  };
  block.face = [](const FaceParameters&) { return Face::Fraction("z − 1", "hz"); };
  block.UseSystem<DiscreteDerivative>();
  return block;
}

}  // namespace loopwright
