#include "blocklib/sources/constant.h"

#include <algorithm>

#include "blocklib/common/spread.h"

namespace loopwright {

template <typename T>
Constant<T>::Constant(const Eigen::VectorXd& value) : width_(static_cast<int>(value.size())) {
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(value, width_)));
  this->DeclareVectorOutputPort("y", width_, &Constant::CalcOutput,
                                {this->numeric_parameter_ticket(0)});
}

template <typename T>
void Constant<T>::CalcOutput(const Context<T>& context, T* y) const {
  std::copy_n(this->parameter_data(context, 0), width_, y);
}

LOOPWRIGHT_INSTANTIATE_CLASS(Constant)

//DESCRIPTOR
}  // namespace loopwright
