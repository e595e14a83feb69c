#include "blocklib/primitives/first_order_low_pass_filter.h"

namespace loopwright {

template <typename T>
FirstOrderLowPassFilter<T>::FirstOrderLowPassFilter(double time_constant_sec, int size)
    : FirstOrderLowPassFilter(Eigen::VectorXd::Constant(size, time_constant_sec)) {}
// The output is the state itself and depends on no input.
template <typename T>
FirstOrderLowPassFilter<T>::FirstOrderLowPassFilter(const Eigen::VectorXd& time_constants_sec)
    : LeafSystem<T>(SystemTypeTag<FirstOrderLowPassFilter>{}),
      time_constants_sec_(time_constants_sec) {
  LOOPWRIGHT_THROW_UNLESS(time_constants_sec.size() > 0 && time_constants_sec.minCoeff() > 0);
  const int size = static_cast<int>(time_constants_sec.size());
  this->DeclareVectorInputPort(kUseDefaultName, size);
  this->template DeclareTimeDerivatives<&FirstOrderLowPassFilter::CalcDerivatives>();
  const ContinuousStateIndex state = this->DeclareContinuousState(size);
  this->DeclareStateOutputPort(kUseDefaultName, state);
}
template <typename T>
template <typename U>
FirstOrderLowPassFilter<T>::FirstOrderLowPassFilter(const FirstOrderLowPassFilter<U>& other)
    : FirstOrderLowPassFilter(other.get_time_constants_vector()) {}

// There is one time constant only where all are equal.
template <typename T>
double FirstOrderLowPassFilter<T>::get_time_constant() const {
  LOOPWRIGHT_THROW_UNLESS(time_constants_sec_.minCoeff() == time_constants_sec_.maxCoeff());
  return time_constants_sec_[0];
}
template <typename T>
void FirstOrderLowPassFilter<T>::set_initial_output_value(
    Context<T>* context, const Eigen::Ref<const VectorX<T>>& y) const {
  this->ValidateContext(context);
  context->SetContinuousState(y);
}

// Each element follows its input at its own rate.
template <typename T>
void FirstOrderLowPassFilter<T>::CalcDerivatives(const Context<T>& context,
                                                 const ContinuousPointers<T>& derivatives) const {
  const T* u = this->input_data(context, 0);
  const T* x = this->continuous_data(context);
  for (Eigen::Index i = 0; i < time_constants_sec_.size(); ++i) {
    derivatives.z[i] = (u[i] - x[i]) / time_constants_sec_[i];
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS(FirstOrderLowPassFilter)

}  // namespace loopwright
