#pragma once

#include <Eigen/Dense>
#include <complex>

namespace examples {

struct LinearQuadraticRegulatorResult {
  Eigen::MatrixXd K;  ///< u = -K x is optimal
  Eigen::MatrixXd S;  ///< the cost from x on is xᵀ S x
};

/// Minimizes ∫ xᵀ Q x + uᵀ R u dt for ẋ = A x + B u. S solves the algebraic Riccati equation: it
/// spans the stable invariant subspace of the Hamiltonian matrix (J. E. Potter: Matrix quadratic
/// solutions, SIAM J. Appl. Math. 14, 1966).
inline LinearQuadraticRegulatorResult LinearQuadraticRegulator(const Eigen::MatrixXd& A,
                                                               const Eigen::MatrixXd& B,
                                                               const Eigen::MatrixXd& Q,
                                                               const Eigen::MatrixXd& R) {
  const Eigen::Index n = A.rows();
  const Eigen::MatrixXd weighted = R.inverse() * B.transpose();
  Eigen::MatrixXd hamiltonian(2 * n, 2 * n);
  hamiltonian << A, -B * weighted, -Q, -A.transpose();
  const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> eigen(hamiltonian.cast<std::complex<double>>());
  Eigen::MatrixXcd stable(2 * n, n);
  Eigen::Index found = 0;
  for (Eigen::Index i = 0; i < 2 * n && found < n; ++i) {
    if (eigen.eigenvalues()[i].real() < 0) stable.col(found++) = eigen.eigenvectors().col(i);
  }
  LinearQuadraticRegulatorResult result;
  result.S = (stable.bottomRows(n) * stable.topRows(n).inverse()).real();
  result.K = weighted * result.S;
  return result;
}

}  // namespace examples
