#pragma once

// Vectors of AutoDiff from numbers and back, under Drake's names.

#include <optional>
#include <stdexcept>
#include <string>

#include "engine/scalar/autodiff.h"

namespace loopwright {
namespace internal {
/// std::logic_error where AutoDiff has no room for so many derivatives.
inline void CheckNumDerivatives(int count, const char* caller) {
  if (count >= 0 && count <= AutoDiff::kDerivatives) return;
  throw std::logic_error(std::string(caller) + "(): " + std::to_string(count) +
                         " derivatives are asked for; AutoDiff has room for " +
                         std::to_string(AutoDiff::kDerivatives) +
                         ": make a wider Jacobian in passes");
}
}  // namespace internal

namespace math {

/// A matrix of the shape of another one, of AutoDiff or of numbers.
template <typename Derived>
using AutoDiffMatrixLike =
    Eigen::Matrix<AutoDiff, Derived::RowsAtCompileTime, Derived::ColsAtCompileTime>;
/// The numbers of such a matrix, without their derivatives.
template <typename Derived>
using DoubleMatrixLike =
    Eigen::Matrix<double, Derived::RowsAtCompileTime, Derived::ColsAtCompileTime>;

/// `value` as independent variables: element k, column by column, is variable number
/// `deriv_num_start` + k (0 where that is not said). A function of the result has its Jacobian in
/// the derivatives. Where several vectors are variables, each starts behind the one before it: of x
/// with 3 elements and u with 2 (5 derivatives in all), x starts at 0 and u at 3. std::logic_error
/// where `num_derivatives`, by default just enough, is more than AutoDiff has room for, or too few.
template <typename Derived>
AutoDiffMatrixLike<Derived> InitializeAutoDiff(const Eigen::MatrixBase<Derived>& value,
                                               std::optional<int> num_derivatives = {},
                                               std::optional<int> deriv_num_start = {}) {
  // Which variables the elements are to be, and whether there is room for them.
  const int first = deriv_num_start.value_or(0);
  const int needed = first + static_cast<int>(value.size());
  const int count = num_derivatives.value_or(needed);
  internal::CheckNumDerivatives(count, "InitializeAutoDiff");
  if (first < 0 || needed > count) {
    throw std::logic_error("InitializeAutoDiff(): the variables " + std::to_string(first) + " to " +
                           std::to_string(needed - 1) + " are not within " + std::to_string(count) +
                           " derivatives");
  }
  // Element k has derivative 1 by variable k and 0 by all others.
  AutoDiffMatrixLike<Derived> result = value.template cast<AutoDiff>();
  int k = first;
  for (AutoDiff& element : result.reshaped()) element.derivatives()[k++] = 1;
  return result;
}

/// `value` with derivatives: row k of `gradient` (elements × derivatives) are those of element k,
/// column by column. For values that are functions of variables already, so that the chain rule
/// goes on from there. std::logic_error where the sizes do not fit, or are more than AutoDiff has
/// room for.
template <typename Derived, typename Gradient>
AutoDiffMatrixLike<Derived> InitializeAutoDiff(const Eigen::MatrixBase<Derived>& value,
                                               const Eigen::MatrixBase<Gradient>& gradient) {
  internal::CheckNumDerivatives(static_cast<int>(gradient.cols()), "InitializeAutoDiff");
  if (gradient.rows() != value.size()) {
    throw std::logic_error("InitializeAutoDiff(): the gradient has " +
                           std::to_string(gradient.rows()) + " rows for " +
                           std::to_string(value.size()) + " elements");
  }
  // Derivatives beyond the columns of the gradient stay 0.
  AutoDiffMatrixLike<Derived> result = value.template cast<AutoDiff>();
  Eigen::Index k = 0;
  for (AutoDiff& element : result.reshaped()) {
    for (Eigen::Index d = 0; d < gradient.cols(); ++d) element.derivatives()[d] = gradient(k, d);
    ++k;
  }
  return result;
}

/// The values, a matrix of the same shape, without their derivatives: what a function of numbers
/// would have answered.
template <typename Derived>
DoubleMatrixLike<Derived> ExtractValue(const Eigen::MatrixBase<Derived>& matrix) {
  return matrix.unaryExpr([](const AutoDiff& x) { return x.value(); });
}

/// The derivatives: a row for each element of `matrix`, column by column, and `num_derivatives`
/// columns. Where that is not said it is AutoDiff::kDerivatives, whatever the program used of them:
/// an AutoDiff does not know. std::logic_error for more.
template <typename Derived>
Eigen::Matrix<double, Derived::SizeAtCompileTime, Eigen::Dynamic> ExtractGradient(
    const Eigen::MatrixBase<Derived>& matrix, std::optional<int> num_derivatives = {}) {
  const int count = num_derivatives.value_or(AutoDiff::kDerivatives);
  internal::CheckNumDerivatives(count, "ExtractGradient");
  Eigen::Matrix<double, Derived::SizeAtCompileTime, Eigen::Dynamic> result(matrix.size(), count);
  // Rows are counted as elements of a matrix are: down each column.
  Eigen::Index k = 0;
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    for (Eigen::Index i = 0; i < matrix.rows(); ++i, ++k) {
      for (int d = 0; d < count; ++d) {
        result(k, d) = matrix(i, j).derivatives()[d];
      }
    }
  }
  return result;
}

}  // namespace math
}  // namespace loopwright
