#include "engine/matrices/matrix_functions.h"

#include <cmath>
#include <unsupported/Eigen/MatrixFunctions>

namespace loopwright {

// Eigen's functions are not made for matrices without elements.
Eigen::MatrixXd Exponential(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) return matrix;
  return matrix.exp();
}

Eigen::MatrixXcd Exponential(const Eigen::MatrixXcd& matrix) {
  if (matrix.size() == 0) return matrix;
  return matrix.exp();
}
double UnitOfInputs(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  constexpr double kMuchLarger = 1000;
  const double own = A.norm(), driven = B.norm();
  const bool matters = own > 0 && driven > kMuchLarger * own && std::isfinite(driven / own);
  return matters ? std::exp2(std::round(std::log2(driven / own))) : 1;
}

Eigen::MatrixXd Logarithm(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) return matrix;
  return matrix.log();
}

}  // namespace loopwright
