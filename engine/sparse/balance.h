#pragma once

#include <Eigen/SparseCore>

namespace loopwright {

/// D⁻¹ A D with a diagonal D of powers of 2 that makes rows and columns alike in size, so that
/// eigenvalues are found as exactly as the units of the states allow. D is where the logarithms of
/// the elements off the diagonal are nearest to 0 in the sense of least squares (as Curtis, Reid,
/// J. Inst. Maths Applics 10 (1972) 118-124, do for rows and columns), which spreads one large or
/// small element over a long circle at once, or none; from both some sweeps of Parlett and Reinsch
/// (Numer. Math. 13 (1969) 293-304) go on, and the smaller result counts.
Eigen::SparseMatrix<double> Balanced(const Eigen::SparseMatrix<double>& A);

/// The largest sum of sizes in a column.
double ColumnNorm(const Eigen::SparseMatrix<double>& A);

}  // namespace loopwright
