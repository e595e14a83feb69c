#pragma once

#include <Eigen/Core>
#include <string_view>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// A proper rational transfer function in controllable canonical form. With b and a the numerator's
/// and denominator's coefficients divided by the denominator's leading one, and n the degree,
///
///     x_1 := u - a_1 x_1 - … - a_n x_n        (:= is d/dt, or the next value)
///     x_i := x_{i-1},  i = 2 … n
///     y    = c_1 x_1 + … + c_n x_n + d u,     d = b_0, c_i = b_i - a_i b_0
///
/// What TransferFunction and DiscreteTransferFunction have in common: one input, one output that
/// depends directly on the input where the degrees are equal, n states that start at zero.
///
/// Numeric parameters: 0 a_1 … a_n, 1 c_1 … c_n, 2 d.
template <typename T>
class CanonicalForm : public LeafSystem<T> {
 protected:
  enum class StateKind { kContinuous, kDiscrete };

  /// The coefficients a_1 … a_n, c_1 … c_n and d.
  struct Coefficients {
    VectorX<T> a, c;
    T d;
  };
  /// From those of numerator and denominator, from the highest power on. Throws std::logic_error
  /// where the denominator is zero or of a lower degree than the numerator.
  static Coefficients CoefficientsOf(const VectorX<T>& numerator, const VectorX<T>& denominator);

  /// Declares everything but the updates of a discrete state, which the derived class does.
  CanonicalForm(SystemScalarConverter converter, const Coefficients& coefficients, StateKind kind);

  /// Computes the right-hand sides for the state `x` into `result`, which does not overlap it.
  void CalcRightHandSide(const Context<T>& context, const T* x, T* result) const;
  /// The degree n of the denominator, which is the number of states.
  int order() const { return order_; }

 private:
  /// y from the present state and, where there is feedthrough, the input.
  void CalcOutput(const Context<T>& context, T* y) const;
  /// The right-hand sides as derivatives, where the state is continuous.
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;

  StateKind kind_;
  int order_;
  bool has_feedthrough_;
};

LOOPWRIGHT_DECLARE_CLASS(CanonicalForm)

/// The coefficients `name` without those before the first that is not zero as a number: the degree
/// is that of the numbers, also where a leading coefficient is a symbol.
template <typename T>
VectorX<T> TrimmedCoefficients(const BlockArguments& arguments, std::string_view name);

/// Adds a problem for a denominator that is zero or of a lower degree than the numerator, for the
/// parameters `numerator` and `denominator`.
void ValidateTransferFunction(const BlockArguments& arguments, ArgumentProblems* problems);

}  // namespace loopwright
