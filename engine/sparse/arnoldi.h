#pragma once

#include <functional>
#include <optional>

#include "engine/matrices/decompositions.h"

namespace loopwright {

/// A real linear map: writes what it makes of `in`, both of the same number of elements.
using LinearMap = std::function<void(const double* in, double* out)>;

/// The `count` eigenvalues of largest magnitude of a real linear map of `size` elements, to the
/// relative accuracy `tolerance`, by the implicitly restarted Arnoldi method (Lehoucq, Sorensen,
/// SIAM J. Matrix Anal. Appl. 17 (1996) 789-821), by Spectra; count ≤ size − 2. One more may come
/// with them, so that no conjugate pair is torn. Nothing where that many were not found within so
/// many restarts. UsageError where this program was built without Spectra.
std::optional<EigenSystem> LargestEigenpairs(int size, const LinearMap& map, int count,
                                             double tolerance, int most_restarts);

}  // namespace loopwright
