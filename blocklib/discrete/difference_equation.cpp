#include "blocklib/discrete/difference_equation.h"

namespace loopwright {

template <typename T>
DifferenceEquation<T>::DifferenceEquation(const std::vector<int>& input_widths,
                                          const std::vector<Expression>& updates,
                                          const std::vector<Expression>& outputs,
                                          const Eigen::VectorXd& initial_state, double period_sec,
                                          double offset_sec)
    : FormulaSystem<T>(input_widths, outputs, FormulaSystem<T>::StateKind::kDiscrete,
                       initial_state) {
  LOOPWRIGHT_THROW_UNLESS(static_cast<Eigen::Index>(updates.size()) == initial_state.size());
  updates_ = this->MakeFunction(updates, false);
  this->DeclarePeriodicDiscreteUpdateEvent(period_sec, offset_sec, &DifferenceEquation::Update);
  this->DeclareOutputAndModes(nullptr);
}

template <typename T>
EventStatus DifferenceEquation<T>::Update(const Context<T>& context,
                                          DiscreteValues<T>* next) const {
  this->Evaluate(context, updates_, nullptr, next->data(0));
  next->data(1)[0] = this->discrete_data(context, 1)[0] + 1.0;
  return EventStatus::Succeeded();
}

LOOPWRIGHT_INSTANTIATE_CLASS(DifferenceEquation)

//DESCRIPTOR
}  // namespace loopwright
