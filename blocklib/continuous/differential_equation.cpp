#include "blocklib/continuous/differential_equation.h"

namespace loopwright {

template <typename T>
DifferentialEquation<T>::DifferentialEquation(const std::vector<int>& input_widths,
                                              const std::vector<Expression>& derivatives,
                                              const std::vector<Expression>& outputs,
                                              const Eigen::VectorXd& initial_state)
    : FormulaSystem<T>(input_widths, outputs, FormulaSystem<T>::StateKind::kContinuous,
                       initial_state) {
  LOOPWRIGHT_THROW_UNLESS(static_cast<Eigen::Index>(derivatives.size()) == initial_state.size());
  derivatives_ = this->MakeFunction(derivatives, true);
  this->DeclareOutputAndModes(&derivatives_);
}

template <typename T>
void DifferentialEquation<T>::DoCalcTimeDerivatives(const Context<T>& context,
                                                    ContinuousState<T>* derivatives) const {
  this->Evaluate(context, derivatives_, this->HeldModes(context, derivatives_),
                 derivatives->data());
}

LOOPWRIGHT_INSTANTIATE_CLASS(DifferentialEquation)

//DESCRIPTOR
}  // namespace loopwright
