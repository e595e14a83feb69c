#pragma once

#include <Eigen/Core>

namespace loopwright {

/// e^M by Padé approximation with scaling and squaring (Higham, SIAM J. Matrix Anal. Appl. 26
/// (2005) 1179-1193), by Eigen.
Eigen::MatrixXd Exponential(const Eigen::MatrixXd& matrix);
Eigen::MatrixXcd Exponential(const Eigen::MatrixXcd& matrix);

/// The principal logarithm of M, of which no eigenvalue is 0 or on the negative real axis (Higham:
/// Functions of Matrices (2008), 11.5), by Eigen.
Eigen::MatrixXd Logarithm(const Eigen::MatrixXd& matrix);

}  // namespace loopwright
