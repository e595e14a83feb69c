#include "blocklib/continuous/transfer_function.h"

namespace loopwright {

template <typename T>
TransferFunction<T>::TransferFunction(const Eigen::VectorXd& numerator,
                                      const Eigen::VectorXd& denominator)
    : CanonicalForm<T>(numerator, denominator, CanonicalForm<T>::StateKind::kContinuous) {}

template <typename T>
void TransferFunction<T>::DoCalcTimeDerivatives(const Context<T>& context,
                                                ContinuousState<T>* derivatives) const {
  this->CalcRightHandSide(context, this->continuous_data(context), derivatives->data());
}

LOOPWRIGHT_INSTANTIATE_CLASS(TransferFunction)

//DESCRIPTOR
}  // namespace loopwright
