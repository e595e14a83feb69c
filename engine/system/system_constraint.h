#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "engine/context/context.h"

namespace loopwright {

template <typename T>
class System;

/// An equality is value = 0, an inequality lower <= value <= upper.
enum class SystemConstraintType { kEquality, kInequality };

/// Computes what a constraint bounds, from the context of the system. `value` has the constraint's
/// size when it is called.
/// A simple constraint needs no more: a lambda that reads the context.
template <typename T>
using ContextConstraintCalc = std::function<void(const Context<T>&, VectorX<T>* value)>;
/// Also takes the system, for functions that are shared by several systems, as those are that
/// conversions to other scalars carry along.
template <typename T>
using SystemConstraintCalc =
    std::function<void(const System<T>&, const Context<T>&, VectorX<T>* value)>;

/// The bounds of a constraint, elementwise; those of an equality are all zero.
class SystemConstraintBounds {
 public:
  /// No elements.
  SystemConstraintBounds() : SystemConstraintBounds(0) {}
  /// `size` values that have to be zero.
  static SystemConstraintBounds Equality(int size) { return SystemConstraintBounds(size); }
  /// lower <= value <= upper; a side that is left out is unbounded. std::logic_error where both are
  /// left out, the sizes differ or a lower bound is above the upper one.
  SystemConstraintBounds(const std::optional<Eigen::VectorXd>& lower,
                         const std::optional<Eigen::VectorXd>& upper);

  /// Number of elements; infinite where a side is unbounded.
  int size() const { return static_cast<int>(lower_.size()); }
  SystemConstraintType type() const { return type_; }
  const Eigen::VectorXd& lower() const { return lower_; }
  const Eigen::VectorXd& upper() const { return upper_; }

 private:
  explicit SystemConstraintBounds(int size)
      : type_(SystemConstraintType::kEquality),
        lower_(Eigen::VectorXd::Zero(size)),
        upper_(lower_) {}

  SystemConstraintType type_;
  Eigen::VectorXd lower_, upper_;
};

/// A function of a system's context that the system's author says lies within bounds: what planners
/// and initial-value solvers may rely on. Simulation does not enforce it. For example a joint's
/// angle between its stops, or the norm of a quaternion, which is 1. Declared by LeafSystem, for
/// its state and parameters also by the element bounds of their vector classes; asked for by
/// System::get_constraint().
template <typename T>
class SystemConstraint {
 public:
  /// `system` must outlive this. The second form also hands the system to the function, which can
  /// then serve several systems.
  SystemConstraint(const System<T>* system, ContextConstraintCalc<T> calc,
                   SystemConstraintBounds bounds, std::string description);
  SystemConstraint(const System<T>* system, SystemConstraintCalc<T> calc,
                   SystemConstraintBounds bounds, std::string description)
      : system_(system),
        calc_(std::move(calc)),
        bounds_(std::move(bounds)),
        description_(std::move(description)) {}
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(SystemConstraint);

  /// Resizes `value` to size() and computes its elements. std::logic_error where `context` is not
  /// the system's, or where the function makes another size of it.
  void Calc(const Context<T>& context, VectorX<T>* value) const;
  /// Whether each element of the value lies within its bounds, widened by `tolerance` on both
  /// sides; std::runtime_error where that is negative. NaN satisfies nothing. Derivatives of
  /// AutoDiff do not count.
  bool CheckSatisfied(const Context<T>& context, double tolerance) const;
  const System<T>& get_system() const { return *system_; }
  /// One lower and one upper bound for each element.
  const SystemConstraintBounds& bounds() const { return bounds_; }
  const Eigen::VectorXd& lower_bound() const { return bounds_.lower(); }
  const Eigen::VectorXd& upper_bound() const { return bounds_.upper(); }
  int size() const { return bounds_.size(); }
  SystemConstraintType type() const { return bounds_.type(); }
  bool is_equality_constraint() const { return type() == SystemConstraintType::kEquality; }
  /// For people, such as "bounds of continuous state".
  const std::string& description() const { return description_; }

 private:
  const System<T>* system_;
  SystemConstraintCalc<T> calc_;
  SystemConstraintBounds bounds_;
  std::string description_;
};

/// A constraint that a program adds to a system that it did not write. It is added with
/// System::AddExternalConstraint(), and conversions of the system to other scalars take it along.
/// Without a function for a scalar, calculating it there is a std::logic_error.
class ExternalSystemConstraint {
 public:
  /// Functions may be left empty for scalars that will not be asked for.
  ExternalSystemConstraint(std::string description, SystemConstraintBounds bounds,
                           SystemConstraintCalc<double> calc_double,
                           SystemConstraintCalc<AutoDiff> calc_autodiff = {})
      : description_(std::move(description)),
        bounds_(std::move(bounds)),
        calc_double_(std::move(calc_double)),
        calc_autodiff_(std::move(calc_autodiff)) {}

  const std::string& description() const { return description_; }
  const SystemConstraintBounds& bounds() const { return bounds_; }
  /// Empty where the constraint has no function for this scalar.
  template <typename T>
  SystemConstraintCalc<T> get_calc() const {
    if constexpr (std::is_same_v<T, double>) {
      return calc_double_;
    } else if constexpr (std::is_same_v<T, AutoDiff>) {
      return calc_autodiff_;
    } else {
      return {};
    }
  }

 private:
  std::string description_;
  SystemConstraintBounds bounds_;
  SystemConstraintCalc<double> calc_double_;
  SystemConstraintCalc<AutoDiff> calc_autodiff_;
};

LOOPWRIGHT_DECLARE_CLASS(SystemConstraint)

}  // namespace loopwright
