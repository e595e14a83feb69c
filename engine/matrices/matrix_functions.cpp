#include "engine/matrices/matrix_functions.h"

#include <unsupported/Eigen/MatrixFunctions>

namespace loopwright {

Eigen::MatrixXd Exponential(const Eigen::MatrixXd& matrix) { return matrix.exp(); }
Eigen::MatrixXcd Exponential(const Eigen::MatrixXcd& matrix) { return matrix.exp(); }
Eigen::MatrixXd Logarithm(const Eigen::MatrixXd& matrix) { return matrix.log(); }

}  // namespace loopwright
