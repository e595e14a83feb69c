#pragma once

#include <Eigen/Core>
#include <optional>

namespace loopwright {

/// e^M by Padé approximation with scaling and squaring (Higham, SIAM J. Matrix Anal. Appl. 26
/// (2005) 1179-1193), by Eigen.
Eigen::MatrixXd Exponential(const Eigen::MatrixXd& matrix);
Eigen::MatrixXcd Exponential(const Eigen::MatrixXcd& matrix);

/// In which unit (a power of 2) inputs are to be taken before [A B; 0 0] goes into Exponential():
/// it scales by the norm of all, so that a B much larger than A would cost e^A its digits (Al-Mohy,
/// Higham, SIAM J. Matrix Anal. Appl. 31 (2009) 970-989, on overscaling). 1 where that does not
/// matter. B is divided by it, and what comes from it multiplied.
double UnitOfInputs(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// The principal logarithm of M, of which no eigenvalue is on the negative real axis (Higham:
/// Functions of Matrices (2008), 11.5), by Eigen; nothing where an eigenvalue is 0 up to rounding.
std::optional<Eigen::MatrixXd> Logarithm(const Eigen::MatrixXd& matrix);

}  // namespace loopwright
