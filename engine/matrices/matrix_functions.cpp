#include "engine/matrices/matrix_functions.h"

#include <cmath>
#include <complex>
#include <limits>
#include <unsupported/Eigen/MatrixFunctions>

namespace loopwright {
namespace {

// Whether square roots, one after the other, of the matrix become 1. Eigen takes them of three and
// more eigenvalues that are near each other (within 0.1) until they are near 1, and goes on forever
// where one of them is 0: when it sorts them, rounding may make a 0 of any that is small enough.
bool HasRootsNearOne(const Eigen::MatrixXd& matrix) {
  constexpr double kNear = 0.25;
  constexpr int kMostRoots = 1100;  // more than powers of 2 in a double
  const Eigen::MatrixXcd whole = matrix.cast<std::complex<double>>();
  Eigen::MatrixXcd roots = Eigen::ComplexSchur<Eigen::MatrixXcd>(whole, false).matrixT();
  const Eigen::VectorXd sizes = roots.diagonal().cwiseAbs();
  const double rounding = std::numeric_limits<double>::epsilon() * roots.norm();
  if (sizes.minCoeff() <= rounding && (sizes.array() < kNear).count() > 2) return false;
  const auto I = Eigen::MatrixXcd::Identity(matrix.rows(), matrix.rows());
  for (int i = 0; i < kMostRoots && roots.allFinite(); ++i) {
    if ((roots - I).norm() < kNear) return true;
    Eigen::MatrixXcd next;
    Eigen::matrix_sqrt_triangular(roots, next);
    roots = next.triangularView<Eigen::Upper>();
  }
  return false;
}

}  // namespace

// Eigen's functions are not made for matrices without elements.
Eigen::MatrixXd Exponential(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) return matrix;
  return matrix.exp();
}

Eigen::MatrixXcd Exponential(const Eigen::MatrixXcd& matrix) {
  if (matrix.size() == 0) return matrix;
  return matrix.exp();
}

// A power of 2, so that dividing by it and multiplying with it again is exact.
double UnitOfInputs(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  constexpr double kMuchLarger = 1000;
  const double own = A.norm(), driven = B.norm();
  const bool matters = own > 0 && driven > kMuchLarger * own && std::isfinite(driven / own);
  return matters ? std::exp2(std::round(std::log2(driven / own))) : 1;
}

std::optional<Eigen::MatrixXd> Logarithm(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) return matrix;
  if (!HasRootsNearOne(matrix)) return {};
  return Eigen::MatrixXd(matrix.log());
}

}  // namespace loopwright
