#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>

namespace loopwright {

/// A real linear map: writes what it makes of `in`, both of the same number of elements.
using LinearMap = std::function<void(const double* in, double* out)>;

/// Eigenvalues, and to each its eigenvector, a column.
struct Eigenpairs {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;
};

/// The `count` eigenvalues of largest magnitude of a real linear map of `size` elements, to the
/// relative accuracy `tolerance`, by the implicitly restarted Arnoldi method (Lehoucq, Sorensen,
/// SIAM J. Matrix Anal. Appl. 17 (1996) 789-821), by Spectra; count ≤ size − 2. One more may come
/// with them, so that no conjugate pair is torn. Nothing where that many were not found within so
/// many restarts. UsageError where this program was built without Spectra.
std::optional<Eigenpairs> LargestEigenpairs(int size, const LinearMap& map, int count,
                                            double tolerance, int most_restarts);

}  // namespace loopwright
