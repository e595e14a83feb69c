#include <algorithm>

#include "blocklib/common/conditions.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// The derivative of each element of a signal behind a first-order low-pass, s/(T s + 1) with T the
// filter's time constant: dx/dt = (u - x)/T, y = (u - x)/T. At first x = 0, which makes y(0) =
// u(0)/T, or, where it starts at rest, x = u and y = 0.
//
//     u → Derivative → y
//
// Numeric parameter 0 is T (s).
template <typename T>
class Derivative final : public LeafSystem<T> {
 public:
  // The time constant must be > 0. y and dx/dt are the same number, (u - x)/T, so one kernel is
  // declared for both.
  Derivative(const T& filter_time_constant_sec, bool starts_at_rest, int width)
      : LeafSystem<T>(
            KeepArguments<Derivative, T>(filter_time_constant_sec, starts_at_rest, width)),
        width_(width) {
    LOOPWRIGHT_THROW_UNLESS(MayHold(filter_time_constant_sec > 0));
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>{filter_time_constant_sec});
    // The output and the state's derivative are the same.
    const auto run = [](const BoundKernel<T>& op) {
      ForEachElement(op,
                     [&](int i, int j, int) { return (op.in[0][i] - op.in[1][j]) / op.in[2][0]; });
    };
    const Operand u = ReadElements(Operand::kInput, 0, width);
    const Operand x = ReadElements(Operand::kContinuous, 0, width);
    const auto slope = MakeKernel<T>(width, {u, x, ReadElements(Operand::kParameter, 0, 1)}, run);
    this->DeclareTimeDerivatives(slope);
    this->DeclareContinuousState(width);
    this->DeclareVectorOutputPort("y", slope);
    if (starts_at_rest) this->DeclareOrderedInitialization(&Derivative::Rest);
  }

  // From the block's parameters `filter_time_constant` and `starts_at_rest`.
  explicit Derivative(const BlockArguments& arguments)
      : Derivative(arguments.number<T>("filter_time_constant"), arguments.boolean("starts_at_rest"),
                   arguments.input_width(0)) {}

 private:
  // Sets x to the input at the start. Initializations run in the order of the signal flow, so the
  // input is what it will be.
  EventStatus Rest(const Context<T>& context, ContinuousState<T>* x, DiscreteValues<T>*) const {
    std::copy_n(this->input_data(context, 0), width_, x->data());
    return EventStatus::Succeeded();
  }

  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Derivative)

// A pure derivative would make noise of any signal; the filter's time constant says up to which
// frequencies the block differentiates.
BlockDescriptor DerivativeBlock() {
  BlockDescriptor block;
  block.type = "Derivative";
  block.category = "continuous";
  block.title = "Derivative";
  block.summary = "Filtered derivative.";
  block.search_words =
      "differentiate, differentiator, du/dt, d/dt, rate of change, D controller, velocity from "
      "position";
  block.names_elsewhere = "DERIV";
  block.icon = R"(
  <path d="M3 19.5 C13 19.5 17 14 19 3"/>
  <path d="M6.5 22 L21.5 7" stroke-width="1.3" stroke-opacity="0.6" stroke-dasharray="2 2.6"/>
  <circle cx="14.2" cy="14.2" r="2.2" fill="currentColor" stroke="none"/>
)";
  block.shape = {.width = 80};
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("filter_time_constant", ParameterKind::kNumber, 0.01, "s", "> 0", ""),
      MakeParameter("starts_at_rest", ParameterKind::kBoolean, false, "", "",
                    "the filter starts at the input's first value instead of 0: no kick"),
  };
  block.state = "continuous";
  block.states = ContinuousStates({"filtered input"});
  block.behaviour = "G(s) = s/(T s + 1)";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->SameWidth(); };
  block.face = [](const FaceParameters& p) {
    return Face::Fraction("s", p.Times("filter_time_constant", "s") + " + 1", "s", "Ts + 1");
  };
  block.UseSystem<Derivative>();
  return block;
}

}  // namespace loopwright
