#pragma once

// Expression as a scalar of Eigen's matrices and of systems, and the functions by which a system
// that is a template over its scalar branches on values.

#include <Eigen/Core>
#include <type_traits>
#include <utility>

#include "engine/expression/expression.h"
#include "engine/scalar/autodiff.h"

namespace loopwright {

/// The number behind an expression that is constant; std::logic_error for any other.
inline double ValueOf(const Expression& x) { return ExtractDoubleOrThrow(x); }
/// What decides a branch; see AutoDiff.
inline double JustAfter(const Expression& x) { return ExtractDoubleOrThrow(x); }

/// What a comparison of two scalars T gives: bool, or for Expression an expression of value 1 or 0.
template <typename T>
using BoolOf = decltype(std::declval<T>() < std::declval<T>());

/// @name Branches on values, for any scalar T
/// A comparison of expressions is no bool. Where the outcome selects a value,
/// select(condition, a, b) works for every scalar; IsTrue(condition) asks for the outcome itself
/// and throws std::logic_error unless it is known.
/// @{
inline bool IsTrue(bool condition) { return condition; }
inline bool IsTrue(const Expression& condition) { return ExtractDoubleOrThrow(condition) != 0; }
/// `a` where the condition holds, else `b`. Of expressions (expression.h) it is an expression of
/// all three. Both are computed before the call.
inline double select(bool condition, double a, double b) { return condition ? a : b; }
inline AutoDiff select(bool condition, const AutoDiff& a, const AutoDiff& b) {
  return condition ? a : b;
}
/// -1, 0 or 1, and NaN for NaN, as sign() of an expression. What is added to zero makes 0 of -0.
inline double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x + 0.0; }
/// Its derivatives are 0.
inline AutoDiff sign(const AutoDiff& x) { return {sign(x.value())}; }
/// Drake's name for select().
template <typename Condition, typename T>
T if_then_else(const Condition& condition, const T& a, const T& b) {
  return select(condition, a, b);
}
/// @}

/// Whether the scalar is Expression.
template <typename T>
inline constexpr bool kIsSymbolic = std::is_same_v<T, Expression>;

/// `from` as another scalar, without what that scalar cannot hold (derivatives). Expressions that
/// are not constant cannot become numbers: std::logic_error.
template <typename To, typename From>
To ConvertScalar(const From& from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else {
    return To(ExtractDoubleOrThrow(from));
  }
}

/// x², as Eigen asks for it in norms.
inline Expression abs2(const Expression& x) { return x * x; }
/// 1 or 0, as comparisons are.
inline Expression isnan(const Expression& x) {
  return x != x;  // NOLINT(misc-redundant-expression)
}

/// The product of matrices of which at least one is of expressions, the other of these or of
/// doubles. (Eigen's own asks for comparisons that are bool.)
template <typename L, typename R>
requires std::is_base_of_v<Eigen::MatrixBase<L>, L> && std::is_base_of_v<Eigen::MatrixBase<R>, R> &&
    (kIsSymbolic<typename L::Scalar> || kIsSymbolic<typename R::Scalar>)
        Eigen::Matrix<Expression, L::RowsAtCompileTime, R::ColsAtCompileTime>
        operator*(const L& a, const R& b) {
  // The rows of `a` times the columns of `b`; sums start with their first term, so that no 0
  // stands in front of the formula.
  eigen_assert(a.cols() == b.rows());
  Eigen::Matrix<Expression, L::RowsAtCompileTime, R::ColsAtCompileTime> product(a.rows(), b.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < b.cols(); ++j) {
      Expression sum;
      for (Eigen::Index k = 0; k < a.cols(); ++k) {
        const Expression term = Expression(a.coeff(i, k)) * Expression(b.coeff(k, j));
        sum = k == 0 ? term : sum + term;
      }
      product(i, j) = sum;
    }
  }
  return product;
}

/// Drake's namespace of the symbolic scalar.
namespace symbolic {
using Expression = ::loopwright::Expression;
}  // namespace symbolic

}  // namespace loopwright

namespace Eigen {
/// What Eigen has to know of a scalar. Operations cost much more than those of numbers, so that
/// Eigen keeps results instead of computing them twice.
template <>
struct NumTraits<loopwright::Expression> : NumTraits<double> {
  using Real = loopwright::Expression;
  using NonInteger = loopwright::Expression;
  using Nested = loopwright::Expression;
  using Literal = loopwright::Expression;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 5,
    AddCost = 100,
    MulCost = 100
  };
};
/// Matrices of double and of expressions mix.
template <typename Operation>
struct ScalarBinaryOpTraits<double, loopwright::Expression, Operation> {
  using ReturnType = loopwright::Expression;
};
template <typename Operation>
struct ScalarBinaryOpTraits<loopwright::Expression, double, Operation> {
  using ReturnType = loopwright::Expression;
};
}  // namespace Eigen
