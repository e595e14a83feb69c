#include "engine/system/system_constraint.h"

#include <stdexcept>

#include "engine/system/system.h"

namespace loopwright {

// A side that is left out is filled with infinities, so that checking needs no special case. The
// comparison refuses bounds that are not numbers.
SystemConstraintBounds::SystemConstraintBounds(const std::optional<Eigen::VectorXd>& lower,
                                               const std::optional<Eigen::VectorXd>& upper)
    : type_(SystemConstraintType::kInequality) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!lower && !upper) {
    throw std::logic_error(
        "SystemConstraintBounds: give a lower or an upper bound; an equality is "
        "SystemConstraintBounds::Equality(size)");
  }
  const Eigen::Index size = lower ? lower->size() : upper->size();
  lower_ = lower ? *lower : Eigen::VectorXd::Constant(size, -kInfinity);
  upper_ = upper ? *upper : Eigen::VectorXd::Constant(size, kInfinity);
  if (upper_.size() != lower_.size()) {
    throw std::logic_error("SystemConstraintBounds: there are " + std::to_string(lower_.size()) +
                           " lower and " + std::to_string(upper_.size()) + " upper bounds");
  }
  for (Eigen::Index i = 0; i < size; ++i) {
    if (!(lower_[i] <= upper_[i])) {
      throw std::logic_error("SystemConstraintBounds: lower bound " + std::to_string(i) +
                             " is above the upper one");
    }
  }
}

// A function of the context alone is wrapped in one that leaves the system aside.
template <typename T>
SystemConstraint<T>::SystemConstraint(const System<T>* system, ContextConstraintCalc<T> calc,
                                      SystemConstraintBounds bounds, std::string description)
    : SystemConstraint(system,
                       SystemConstraintCalc<T>(
                           [calc = std::move(calc)](const System<T>&, const Context<T>& context,
                                                    VectorX<T>* value) { calc(context, value); }),
                       std::move(bounds), std::move(description)) {}

// The function may resize its result; one of another size is the author's mistake.
template <typename T>
void SystemConstraint<T>::Calc(const Context<T>& context, VectorX<T>* value) const {
  system_->ValidateContext(context);
  value->resize(size());
  calc_(*system_, context, value);
  if (value->size() != size()) {
    throw std::logic_error("Constraint '" + description_ + "' of system '" +
                           system_->GetSystemPathname() + "' has size " + std::to_string(size()) +
                           ", but its function computed " + std::to_string(value->size()) +
                           " elements");
  }
}

// A value that is not a number satisfies nothing.
template <typename T>
bool SystemConstraint<T>::CheckSatisfied(const Context<T>& context, double tolerance) const {
  LOOPWRIGHT_THROW_UNLESS(tolerance >= 0);
  VectorX<T> value;
  Calc(context, &value);
  for (int i = 0; i < size(); ++i) {
    const double v = ValueOf(value[i]);
    if (!(v >= lower_bound()[i] - tolerance && v <= upper_bound()[i] + tolerance)) return false;
  }
  return true;
}

LOOPWRIGHT_INSTANTIATE_CLASS(SystemConstraint)

}  // namespace loopwright
