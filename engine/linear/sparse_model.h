#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// A LinearModel of many states, of whose matrices only the elements that are not 0 are kept. All
/// else is as there: dead times are the last inputs and outputs.
struct SparseModel : ModelOf<Eigen::SparseMatrix<double>> {
  using Sparse = Eigen::SparseMatrix<double>;
};

SparseModel ToSparse(const LinearModel& model);

/// Whether methods for sparse matrices are worth their while: above 200 states where at most a
/// tenth of the elements of A are not 0, and where there are so many states that there is no other
/// way (RequireDenseSize()). With dense matrices the poles and zeros that the phase follows from
/// cost n³: a tenth of a second at 200 states, more than a minute at 2,000.
bool IsLarge(const SparseModel& model);
/// Whether a model of so many states may be large in this sense.
bool MayBeLarge(int num_states);

/// Leaves these states, numbered in ascending order, and drops the others.
void KeepStates(const std::vector<int>& kept, SparseModel* model);

/// A model without dead times, with its ConnectedStates() alone: its response is the same.
SparseModel ConnectedPart(const SparseModel& model);

}  // namespace loopwright
