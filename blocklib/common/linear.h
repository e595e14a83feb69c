#pragma once

#include <Eigen/Core>

#include "engine/context/basic_vector.h"

namespace loopwright {

/// The elements of a matrix row by row, as matrices lie in numeric parameters: [[1, 2], [3, 4]]
/// becomes [1, 2, 3, 4]. (Eigen itself keeps matrices column by column.)
template <typename T>
VectorX<T> RowByRow(const MatrixX<T>& matrix) {
  VectorX<T> result(matrix.size());
  for (Eigen::Index i = 0; i < matrix.size(); ++i) {
    result[i] = matrix(i / matrix.cols(), i % matrix.cols());
  }
  return result;
}

/// sum + row · x, of `columns` elements each, added from left to right.
template <typename T>
T AddRow(const T* row, int columns, const T* x, T sum) {
  for (int j = 0; j < columns; ++j) sum += row[j] * x[j];
  return sum;
}

/// y += M x, M of `rows` by `columns` elements row by row. x and y must not overlap. y must hold
/// what is to be added to: zeros, or the first term of a sum.
template <typename T>
void AddProduct(const T* matrix, int rows, int columns, const T* x, T* y) {
  for (int i = 0; i < rows; ++i, matrix += columns) y[i] = AddRow(matrix, columns, x, y[i]);
}

}  // namespace loopwright
