#include "blocklib/continuous/state_space.h"

#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

template <typename T>
StateSpace<T>::StateSpace(const LinearMatrices<T>& matrices, const VectorX<T>& initial_state)
    : LinearForm<T>(KeepArguments<StateSpace, T>(matrices, initial_state), matrices, initial_state,
                    LinearForm<T>::StateKind::kContinuous) {}

// A x + B u, written straight into the derivatives.
template <typename T>
void StateSpace<T>::DoCalcTimeDerivatives(const Context<T>& context,
                                          ContinuousState<T>* derivatives) const {
  this->CalcRightHandSide(context, derivatives->data());
}

template <typename T>
StateSpace<T>::StateSpace(const BlockArguments& arguments)
    : StateSpace(LinearMatricesOf<T>(arguments), arguments.vector<T>("initial_state")) {}

LOOPWRIGHT_INSTANTIATE_CLASS(StateSpace)

// The matrices say how many states, inputs and outputs there are, and must agree. Whether D is zero
// decides if the block can close a loop.
BlockDescriptor StateSpaceBlock() {
  BlockDescriptor block;
  block.type = "StateSpace";
  block.category = "continuous";
  block.title = "State space";
  block.summary = "Linear state-space system.";
  block.shape = {.width = 90};
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = LinearParameters(-1);
  block.feedthrough = "where D has a non-zero element";
  block.state = "continuous";
  block.behaviour = "dx/dt = A x + B u, y = C x + D u";
  block.infer_widths = InferLinearWidths;
  block.validate = ValidateLinear;
  block.face = [](const FaceParameters&) { return Face::TwoLines("ẋ = Ax + Bu", "y = Cx + Du"); };
  block.UseSystem<StateSpace>();
  return block;
}

}  // namespace loopwright
