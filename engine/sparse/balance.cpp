#include "engine/sparse/balance.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {
namespace {

using Matrix = Eigen::SparseMatrix<double>;

// The exponents of D in base 2 that make Σ (log₂|a_ij| + d_j − d_i)² least: the normal equations
// are those of a network of resistors, one for each element.
Eigen::VectorXd SpreadExponents(const Matrix& A) {
  // Without it only differences of d would be known.
  constexpr double kToGround = 1e-10;
  const auto n = static_cast<int>(A.rows());
  std::vector<Eigen::Triplet<double>> elements;
  Eigen::VectorXd right = Eigen::VectorXd::Zero(n);
  for (int j = 0; j < n; ++j) {
    elements.emplace_back(j, j, kToGround);
    for (Matrix::InnerIterator element(A, j); element; ++element) {
      const auto i = static_cast<int>(element.row());
      if (i == j || element.value() == 0) continue;
      const double size = std::log2(std::abs(element.value()));
      elements.emplace_back(i, i, 1);
      elements.emplace_back(j, j, 1);
      elements.emplace_back(i, j, -1);
      elements.emplace_back(j, i, -1);
      right[i] += size;
      right[j] -= size;
    }
  }
  Matrix network(n, n);
  network.setFromTriplets(elements.begin(), elements.end());
  const Eigen::SimplicialLDLT<Matrix> solver(network);
  if (solver.info() != Eigen::Success) return Eigen::VectorXd::Zero(n);
  return solver.solve(right);
}

// Each state in turn gets the unit that makes its row and its column alike in size.
Eigen::VectorXd Sweep(const Matrix& A, const Matrix& transposed, Eigen::VectorXd scale) {
  constexpr int kMostSweeps = 30;
  const auto sum_of = [&](const Matrix& matrix, int i, bool is_column) {
    double sum = 0;
    for (Matrix::InnerIterator element(matrix, i); element; ++element) {
      const Eigen::Index other = element.row();
      if (other == i) continue;
      const double ratio = is_column ? scale[i] / scale[other] : scale[other] / scale[i];
      sum += std::abs(element.value()) * ratio;
    }
    return sum;
  };
  bool has_changed = true;
  for (int sweep = 0; has_changed && sweep < kMostSweeps; ++sweep) {
    has_changed = false;
    for (int i = 0; i < static_cast<int>(A.rows()); ++i) {
      const double column = sum_of(A, i, true), row = sum_of(transposed, i, false);
      const double factor = std::isfinite(column + row) ? BalancingFactor(column, row) : 1;
      if (factor == 1) continue;
      has_changed = true;
      scale[i] *= factor;
    }
  }
  return scale;
}

Matrix Scaled(const Matrix& A, const Eigen::VectorXd& scale) {
  return scale.cwiseInverse().asDiagonal() * A * scale.asDiagonal();
}

}  // namespace

double ColumnNorm(const Matrix& A) {
  double norm = 0;
  for (int j = 0; j < A.outerSize(); ++j) {
    double sum = 0;
    for (Matrix::InnerIterator element(A, j); element; ++element) sum += std::abs(element.value());
    norm = std::max(norm, sum);
  }
  return norm;
}

Matrix Balanced(const Matrix& A) {
  // Beyond these a power of 2 would not be finite, or its quotients.
  constexpr double kMostExponent = 500;
  const auto n = A.rows();
  const Matrix transposed = A.transpose();
  Eigen::VectorXd spread(n);
  const Eigen::VectorXd exponents = SpreadExponents(A);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double exponent = std::clamp(exponents[i], -kMostExponent, kMostExponent);
    spread[i] = std::exp2(std::round(exponent));
  }
  const Matrix plain = Scaled(A, Sweep(A, transposed, Eigen::VectorXd::Ones(n)));
  const Matrix spreading = Scaled(A, Sweep(A, transposed, spread));
  return spreading.norm() < plain.norm() ? spreading : plain;
}

}  // namespace loopwright
