#include "blocklib/continuous/state_space.h"

namespace loopwright {

template <typename T>
StateSpace<T>::StateSpace(const LinearMatrices& matrices, const Eigen::VectorXd& initial_state)
    : LinearForm<T>(SystemTypeTag<StateSpace>{}, matrices, initial_state,
                    LinearForm<T>::StateKind::kContinuous) {}

template <typename T>
void StateSpace<T>::DoCalcTimeDerivatives(const Context<T>& context,
                                          ContinuousState<T>* derivatives) const {
  this->CalcRightHandSide(context, derivatives->data());
}

template <typename T>
StateSpace<T>::StateSpace(const BlockArguments& arguments)
    : StateSpace(LinearMatricesOf(arguments), arguments.vector("initial_state")) {}

template <typename T>
template <typename U>
StateSpace<T>::StateSpace(const StateSpace<U>& other)
    : StateSpace(other.matrices(), other.initial_state()) {}

LOOPWRIGHT_INSTANTIATE_CLASS(StateSpace)

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
  block.UseSystem<StateSpace>();
  return block;
}

}  // namespace loopwright
