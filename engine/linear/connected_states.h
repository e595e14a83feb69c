#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// The states of x' = A x + B u, y = C x, ascending, that some input moves and some output shows.
/// It is asked of the structure, which elements are 0, and not of their values.
std::vector<int> ConnectedStates(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                                 const Eigen::MatrixXd& C);
std::vector<int> ConnectedStates(const Eigen::SparseMatrix<double>& A,
                                 const Eigen::SparseMatrix<double>& B,
                                 const Eigen::SparseMatrix<double>& C);

/// A model without dead times, with its ConnectedStates() alone: its response is the same.
LinearModel ConnectedPart(const LinearModel& model);

}  // namespace loopwright
