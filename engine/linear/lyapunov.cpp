#include "engine/linear/lyapunov.h"

#include "engine/linear/linear_model.h"
#include "engine/matrices/decompositions.h"

namespace loopwright {
namespace {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
/// The residual of a solution beside the parts of the equation.
constexpr double kLyapunovResidual = 1e-9;

// X of T X + X Tᴴ + F = 0 with T upper triangular, from the last column to the first; what is known
// of a column is taken off what is left of its right side, element by element.
MatrixXcd SolveContinuousTriangular(const MatrixXcd& T, const MatrixXcd& F) {
  const Eigen::Index n = T.rows();
  MatrixXcd X = MatrixXcd::Zero(n, n);
  for (Eigen::Index k = n; k-- > 0;) {
    const Eigen::Index rest = n - k - 1;
    Eigen::VectorXcd right = -F.col(k);
    right -= X.rightCols(rest) * T.row(k).tail(rest).adjoint();
    for (Eigen::Index i = n; i-- > 0;) {
      X(i, k) = right[i] / (T(i, i) + std::conj(T(k, k)));
      right.head(i) -= T.col(i).head(i) * X(i, k);
    }
  }
  return X;
}

// X of T X Tᴴ − X + F = 0 likewise.
MatrixXcd SolveSampledTriangular(const MatrixXcd& T, const MatrixXcd& F) {
  const Eigen::Index n = T.rows();
  MatrixXcd X = MatrixXcd::Zero(n, n);
  for (Eigen::Index k = n; k-- > 0;) {
    const Eigen::Index rest = n - k - 1;
    // T X_k conj(t_kk) − X_k = −F_k − T Σ_{j>k} X_j conj(t_kj)
    const Eigen::VectorXcd others = X.rightCols(rest) * T.row(k).tail(rest).adjoint();
    Eigen::VectorXcd right = -F.col(k) - T.triangularView<Eigen::Upper>() * others;
    const Complex factor = std::conj(T(k, k));
    for (Eigen::Index i = n; i-- > 0;) {
      X(i, k) = right[i] / (T(i, i) * factor - 1.0);
      right.head(i) -= T.col(i).head(i) * (factor * X(i, k));
    }
  }
  return X;
}

}  // namespace

// With A = U T Uᴴ, T triangular, the equation becomes the same one for Uᴴ X U with T for A, which
// is solved element by element. The step of refinement solves once more for what the residual
// leaves. Whether the solution is unique shows in the residual: where two eigenvalues cancel there
// is a division by nearly 0.
MatrixXd SolveLyapunov(const MatrixXd& A, const MatrixXd& Q, bool is_sampled) {
  if (A.rows() == 0) return MatrixXd(0, 0);
  const auto schur = CalcSchurForm(A);
  if (!schur) {
    throw NoResultError("the Lyapunov equation was not solved: the model is too ill-scaled");
  }
  const MatrixXcd& U = schur->U;
  const auto solve = [&](const MatrixXd& right) -> MatrixXd {
    const MatrixXcd F = U.adjoint() * right * U;
    const MatrixXcd X =
        is_sampled ? SolveSampledTriangular(schur->T, F) : SolveContinuousTriangular(schur->T, F);
    const MatrixXd real = (U * X * U.adjoint()).real();
    return (real + real.transpose()) / 2;
  };
  const auto residual = [&](const MatrixXd& of) {
    return is_sampled ? MatrixXd(A * of * A.transpose() - of + Q)
                      : MatrixXd(A * of + of * A.transpose() + Q);
  };
  MatrixXd X = solve(Q);
  X += solve(residual(X));
  const double size = A.norm(), times = is_sampled ? size * size + 1 : 2 * size;
  if (!(residual(X).norm() <= kLyapunovResidual * (times * X.norm() + Q.norm()))) {
    throw NoResultError(
        "the Lyapunov equation has no unique solution: the model has poles on the "
        "boundary of stability, or opposite ones");
  }
  return X;
}

}  // namespace loopwright
