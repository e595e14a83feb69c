#include "engine/matrices/decompositions.h"

#include <Eigen/Jacobi>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>
#include <complex>

namespace loopwright {
namespace {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;

// Eigen's solvers are not made for matrices without elements, which models without state have: what
// such a matrix is made of is empty too.
template <typename Matrix>
SingularSystem<Matrix> SingularSystemOf(const Matrix& matrix) {
  if (matrix.size() == 0) {
    return {Eigen::VectorXd(), Matrix::Identity(matrix.rows(), matrix.rows()),
            Matrix::Identity(matrix.cols(), matrix.cols())};
  }
  const Eigen::JacobiSVD<Matrix> svd(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

template <typename Matrix>
PivotedQr<Matrix> PivotedQrOf(const Matrix& matrix) {
  if (matrix.size() == 0) return {Matrix::Identity(matrix.rows(), matrix.rows()), {}, 0};
  const Eigen::ColPivHouseholderQR<Matrix> qr(matrix);
  return {qr.householderQ(), qr.matrixQR().diagonal(), qr.rank()};
}

template <typename Matrix>
Matrix QOf(const Matrix& matrix) {
  if (matrix.size() == 0) return Matrix::Identity(matrix.rows(), matrix.rows());
  return Eigen::HouseholderQR<Matrix>(matrix).householderQ();
}

}  // namespace

std::optional<Eigen::VectorXcd> CalcEigenvalues(const MatrixXd& matrix) {
  if (matrix.size() == 0) return Eigen::VectorXcd();
  const Eigen::EigenSolver<MatrixXd> solver(matrix, false);
  if (solver.info() != Eigen::Success) return {};
  return solver.eigenvalues();
}

std::optional<Eigen::VectorXcd> CalcEigenvalues(const MatrixXcd& matrix) {
  if (matrix.size() == 0) return Eigen::VectorXcd();
  const Eigen::ComplexEigenSolver<MatrixXcd> solver(matrix, false);
  if (solver.info() != Eigen::Success) return {};
  return solver.eigenvalues();
}

void CalcEigenvalues(const MatrixXd& matrix, Eigen::EigenSolver<MatrixXd>* solver) {
  solver->compute(matrix, false);
}

std::optional<EigenSystem> CalcEigenSystem(const MatrixXd& matrix) {
  if (matrix.size() == 0) return EigenSystem{};
  const Eigen::EigenSolver<MatrixXd> solver(matrix);
  if (solver.info() != Eigen::Success) return {};
  return EigenSystem{solver.eigenvalues(), solver.eigenvectors()};
}

SymmetricEigenSystem CalcSymmetricEigenSystem(const MatrixXd& matrix) {
  if (matrix.size() == 0) return {};
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(matrix);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXd CalcSymmetricEigenvalues(const MatrixXd& matrix) {
  if (matrix.size() == 0) return {};
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(matrix, Eigen::EigenvaluesOnly).eigenvalues();
}

namespace {

// A block of two rows is of a pair; T is diagonal there, so that β = T₁₁ T₂₂ for both, and the α
// are eigenvalues of S diag(T₂₂, T₁₁).
std::optional<PencilEigenvalues> CalcQzEigenvalues(const MatrixXd& A, const MatrixXd& B) {
  const Eigen::Index n = A.rows();
  Eigen::RealQZ<MatrixXd> qz(n);
  qz.compute(A, B, false);
  if (qz.info() != Eigen::Success) return {};
  const MatrixXd &S = qz.matrixS(), &T = qz.matrixT();
  PencilEigenvalues values{Eigen::VectorXcd(n), Eigen::VectorXd(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    if (i + 1 == n || S(i + 1, i) == 0) {
      values.alphas[i] = S(i, i);
      values.betas[i] = T(i, i);
      continue;
    }
    const double first = T(i, i), second = T(i + 1, i + 1);
    const double a = S(i, i) * second, b = S(i, i + 1) * first;
    const double c = S(i + 1, i) * second, d = S(i + 1, i + 1) * first;
    const double half = (a - d) / 2;
    const std::complex<double> root = std::sqrt(std::complex<double>(half * half + b * c));
    values.alphas[i] = d + half + root;
    values.alphas[i + 1] = d + half - root;
    values.betas[i] = values.betas[i + 1] = first * second;
    ++i;
  }
  return values;
}

}  // namespace

// Where the iteration does not come to an end, it is tried with other pencils of the same
// eigenvalues: the transposed one, and that of 1/λ.
std::optional<PencilEigenvalues> CalcPencilEigenvalues(const MatrixXd& A, const MatrixXd& B) {
  if (A.size() == 0) return PencilEigenvalues{};
  if (auto values = CalcQzEigenvalues(A, B)) return values;
  if (auto values = CalcQzEigenvalues(A.transpose(), B.transpose())) return values;
  const auto inverse = CalcQzEigenvalues(B, A);
  if (!inverse) return {};
  // β/α, as α̅ β/|α|²: betas are real.
  return PencilEigenvalues{inverse->betas.cwiseProduct(inverse->alphas.conjugate()),
                           inverse->alphas.cwiseAbs2()};
}

std::optional<RealSchurForm> CalcRealSchurForm(const MatrixXd& matrix) {
  if (matrix.size() == 0) return RealSchurForm{};
  const Eigen::RealSchur<MatrixXd> schur(matrix);
  if (schur.info() != Eigen::Success) return {};
  return RealSchurForm{schur.matrixU(), schur.matrixT()};
}

// A block [a b; c d] of a complex pair becomes triangular when turned by its eigenvector (λ − d,
// c).
std::optional<SchurForm> CalcSchurForm(const MatrixXd& matrix) {
  const std::optional<RealSchurForm> real = CalcRealSchurForm(matrix);
  if (!real) return {};
  SchurForm form{real->U.cast<std::complex<double>>(), real->T.cast<std::complex<double>>()};
  MatrixXcd &U = form.U, &T = form.T;
  const Eigen::Index n = T.rows();
  for (Eigen::Index k = 0; k + 1 < n; ++k) {
    const double c = real->T(k + 1, k);
    if (c == 0) continue;
    const double half = (real->T(k, k) - real->T(k + 1, k + 1)) / 2;
    const std::complex<double> square(half * half + real->T(k, k + 1) * c);
    Eigen::JacobiRotation<std::complex<double>> rotation;
    rotation.makeGivens(half + std::sqrt(square), c);
    T.rightCols(n - k).applyOnTheLeft(k, k + 1, rotation.adjoint());
    T.topRows(k + 2).applyOnTheRight(k, k + 1, rotation);
    U.applyOnTheRight(k, k + 1, rotation);
    T(k + 1, k) = 0;
  }
  return form;
}

HessenbergForm CalcHessenbergForm(const MatrixXd& matrix) {
  const Eigen::HessenbergDecomposition<MatrixXd> form(matrix);
  return {form.matrixQ(), form.matrixH()};
}

SingularSystem<MatrixXd> CalcSingularSystem(const MatrixXd& matrix) {
  return SingularSystemOf(matrix);
}
SingularSystem<MatrixXcd> CalcSingularSystem(const MatrixXcd& matrix) {
  return SingularSystemOf(matrix);
}

Eigen::VectorXd CalcSingularValues(const MatrixXcd& matrix) {
  if (matrix.size() == 0) return {};
  return Eigen::JacobiSVD<MatrixXcd>(matrix).singularValues();
}

PivotedQr<MatrixXd> CalcPivotedQr(const MatrixXd& matrix) { return PivotedQrOf(matrix); }
PivotedQr<MatrixXcd> CalcPivotedQr(const MatrixXcd& matrix) { return PivotedQrOf(matrix); }

MatrixXd CalcQ(const MatrixXd& matrix) { return QOf(matrix); }
MatrixXcd CalcQ(const MatrixXcd& matrix) { return QOf(matrix); }

// The solution of least norm where there are several: by a complete orthogonal decomposition, which
// decides the rank.
MatrixXd SolveLeastSquares(const MatrixXd& A, const MatrixXd& B) {
  if (A.size() == 0) return MatrixXd::Zero(A.cols(), B.cols());
  return Eigen::CompleteOrthogonalDecomposition<MatrixXd>(A).solve(B);
}

MatrixXd SolveRegular(const MatrixXd& A, const MatrixXd& B) { return A.partialPivLu().solve(B); }
MatrixXcd SolveRegular(const MatrixXcd& A, const MatrixXcd& B) { return A.partialPivLu().solve(B); }

template <typename Matrix>
FullLu<Matrix>::FullLu(const Matrix& matrix) {
  if (matrix.size() > 0) lu_.compute(matrix);
}

template <typename Matrix>
bool FullLu<Matrix>::is_invertible() const {
  return lu_.rows() == 0 || lu_.isInvertible();
}

// Eigen estimates the norm of the inverse by solving equations. Where a pivot is nothing beside the
// largest one it solves them in what is left, so that the condition of a singular matrix would look
// good: 1e43 and 1 on the diagonal would have about 1.
template <typename Matrix>
double FullLu<Matrix>::rcond() const {
  if (lu_.rows() == 0) return 1;
  return lu_.isInvertible() ? lu_.rcond() : 0;
}

template <typename Matrix>
Matrix FullLu<Matrix>::Solve(const Matrix& right) const {
  if (lu_.rows() == 0) return right;
  return lu_.solve(right);
}

template <typename Matrix>
Matrix FullLu<Matrix>::Inverse() const {
  if (lu_.rows() == 0) return {};
  return lu_.inverse();
}

template class FullLu<MatrixXd>;
template class FullLu<MatrixXcd>;

}  // namespace loopwright
