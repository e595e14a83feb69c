#include "engine/integration/newton_matrix.h"

#include <cmath>

namespace loopwright {

// A sparse matrix is given its structure at the first call: the pattern of the Jacobian with the
// whole diagonal. The positions of both among its values are kept, so that later calls only fill in
// numbers.
template <typename Scalar>
bool NewtonMatrix<Scalar>::Factorize(Scalar shift, const StateJacobian& jacobian) {
  is_sparse_ = jacobian.is_sparse();
  if (!is_sparse_) {
    dense_ = -jacobian.dense().template cast<Scalar>();
    dense_.diagonal().array() += shift;
    lu_.compute(dense_);
    // Partial pivoting leaves a zero on the diagonal only where the matrix is singular.
    return (lu_.matrixLU().diagonal().array().abs() > 0).all();
  }
  const Eigen::SparseMatrix<double>& j = jacobian.sparse();
  if (sparse_.size() == 0) {
    std::vector<Eigen::Triplet<Scalar>> elements;
    for (int column = 0; column < j.cols(); ++column) {
      elements.emplace_back(column, column, Scalar(0));
      for (const int row : jacobian.pattern().rows[column]) {
        elements.emplace_back(row, column, Scalar(0));
      }
    }
    sparse_.resize(j.rows(), j.cols());
    sparse_.setFromTriplets(elements.begin(), elements.end());
    sparse_.makeCompressed();
    sparse_lu_.analyzePattern(sparse_);
    for (int column = 0; column < j.cols(); ++column) {
      size_t next = 0;
      const std::vector<int>& rows = jacobian.pattern().rows[column];
      for (int i = sparse_.outerIndexPtr()[column]; i < sparse_.outerIndexPtr()[column + 1]; ++i) {
        const int row = sparse_.innerIndexPtr()[i];
        if (row == column) diagonal_.push_back(i);
        if (next < rows.size() && rows[next] == row) {
          position_.push_back(i);
          ++next;
        }
      }
    }
  }
  // From here on only numbers change: s on the diagonal, less the Jacobian.
  std::fill_n(sparse_.valuePtr(), sparse_.nonZeros(), Scalar(0));
  for (size_t i = 0; i < position_.size(); ++i) sparse_.valuePtr()[position_[i]] = -j.valuePtr()[i];
  for (const int i : diagonal_) sparse_.valuePtr()[i] += shift;
  sparse_lu_.factorize(sparse_);
  return sparse_lu_.info() == Eigen::Success;
}

template <typename Scalar>
void NewtonMatrix<Scalar>::Solve(const Vector& b, Vector* x) {
  if (is_sparse_) {
    work_ = sparse_lu_.solve(b);
  } else {
    work_ = lu_.solve(b);
  }
  x->swap(work_);
}

template class NewtonMatrix<double>;
template class NewtonMatrix<std::complex<double>>;

}  // namespace loopwright
