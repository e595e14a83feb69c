#pragma once

#include <Eigen/LU>
#include <Eigen/SparseLU>
#include <complex>

#include "engine/integration/jacobian.h"

namespace loopwright {

/// Solves (s I - J) x = b for a shift s, real or complex, by LU decomposition: Eigen's dense one,
/// or SparseLU (columns ordered by COLAMD, analysed once) where the Jacobian is sparse. Implicit
/// methods need it for s = 1/h and the like: their step size h changes more often than J, and only
/// s enters anew.
template <typename Scalar>
class NewtonMatrix {
 public:
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

  /// False where the matrix is singular.
  bool Factorize(Scalar shift, const StateJacobian& jacobian);
  /// x may be b.
  void Solve(const Vector& b, Vector* x);

 private:
  using Dense = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Sparse = Eigen::SparseMatrix<Scalar>;

  /// As the Jacobian is; one of the two decompositions below is used.
  bool is_sparse_ = false;
  Dense dense_;
  Eigen::PartialPivLU<Dense> lu_;
  Sparse sparse_;
  std::vector<int> diagonal_;  ///< positions of the diagonal in the values of sparse_
  std::vector<int> position_;  ///< per element of the Jacobian: its position there
  Eigen::SparseLU<Sparse, Eigen::COLAMDOrdering<int>> sparse_lu_;
  Vector work_;
};

extern template class NewtonMatrix<double>;
extern template class NewtonMatrix<std::complex<double>>;

}  // namespace loopwright
