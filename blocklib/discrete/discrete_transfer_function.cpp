#include "blocklib/discrete/discrete_transfer_function.h"

namespace loopwright {

template <typename T>
DiscreteTransferFunction<T>::DiscreteTransferFunction(const Eigen::VectorXd& numerator,
                                                      const Eigen::VectorXd& denominator,
                                                      double period_sec, double offset_sec)
    : CanonicalForm<T>(numerator, denominator, CanonicalForm<T>::StateKind::kDiscrete) {
  this->DeclarePeriodicDiscreteUpdateEvent(period_sec, offset_sec,
                                           &DiscreteTransferFunction::Update);
}

template <typename T>
EventStatus DiscreteTransferFunction<T>::Update(const Context<T>& context,
                                                DiscreteValues<T>* next) const {
  this->CalcRightHandSide(context, this->discrete_data(context, 0), next->data(0));
  return EventStatus::Succeeded();
}

LOOPWRIGHT_INSTANTIATE_CLASS(DiscreteTransferFunction)

//DESCRIPTOR
}  // namespace loopwright
