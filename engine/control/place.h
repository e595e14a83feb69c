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
/// eigenvectors are turned, one after another or one pair after another, so that the determinant of
/// all is as great as their eigenvalues allow (Kautsky, Nichols, Van Dooren, Int. J. Control 41
/// (1985) 1129-1155, method 0, with the pairs of Tits and Yang, IEEE Trans. Automat. Contr. 41
/// (1996) 1432-1452, with which it never falls). An eigenvalue more often than there are
/// independent inputs has no eigenvectors enough; then, and with one input, PlaceBySchurForm()
/// places them. UsageError for a list that is not one of n numbers in conjugate pairs,
/// NoResultError for a mode that no input moves, and where rounding leaves nothing of the result.
PolePlacement PlacePoles(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                         const ComplexList& poles);

}  // namespace loopwright
