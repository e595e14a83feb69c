#pragma once

#include <Eigen/Core>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// State feedback u = −K x, the poles with it, and the condition number of their eigenvectors (of
/// length 1): how much the poles move with errors of the model.
struct PolePlacement {
  Eigen::MatrixXd K;
  ComplexList poles;
  double condition = 0;
};

/// The gain that gives A − B K these eigenvalues. With several inputs that is not the only one: the
/// eigenvectors are turned, one after another, to be as far from the space of the others as their
/// eigenvalues allow (Kautsky, Nichols, Van Dooren, Int. J. Control 41 (1985) 1129-1155, method 0).
/// An eigenvalue more often than there are independent inputs has no eigenvectors enough; then the
/// inputs are combined to one (Ackermann's formula). UsageError for a list that is not one of n
/// numbers in conjugate pairs, NoResultError for a mode that no input moves, and where rounding
/// leaves nothing of the result.
PolePlacement PlacePoles(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                         const ComplexList& poles);

}  // namespace loopwright
