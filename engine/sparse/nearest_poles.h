#pragma once

#include <vector>

#include "engine/linear/eigenvalues.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/sparse_model.h"

namespace loopwright {

/// The `count` poles nearest to a point, with the states that take part, in the order of
/// SortEigenvalues(); all where there are fewer. States that influence each other in a circle are
/// parts of their own, as in EigenvaluesOf(). The poles of a small part are all found with dense
/// matrices, those of a large one by shift and invert: near the point σ the map (σ I − A)⁻¹ has its
/// largest eigenvalues 1/(σ − λ) (Saad: Numerical Methods for Large Eigenvalue Problems, 2nd
/// edition (2011), 4.1.3), and inverse iteration from both sides makes each as exact as it can be.
///
/// UsageError for dead times, of which such a model has infinitely many poles, where there is
/// neither KLU nor Spectra, and for more poles than can be found in this way; NoResultError where
/// they were not found.
std::vector<PoleInfo> NearestPoles(const SparseModel& model, Complex point, int count);

/// Where a sparse model's response changes, as of a dense one, but from its slowest poles and about
/// its fastest one alone.
FrequencyRange InterestingRange(const SparseModel& model);

}  // namespace loopwright
