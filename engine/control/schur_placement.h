#pragma once

#include <Eigen/Core>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// The gain K that gives A − B K the eigenvalues `poles` (as many as states, in conjugate pairs),
/// each as often as it is there, also more often than there are inputs. A is brought to real Schur
/// form, and its last block gets the pole, or the pair, nearest to its own by the smallest gain;
/// then it is exchanged upwards, and the next block is the last (Varga, IEEE Trans. Automat. Contr.
/// 26 (1981) 517-519; blocks are exchanged as Bai and Demmel do, Linear Algebra Appl. 186 (1993)
/// 73-95). All transformations are orthogonal, so that the poles are those of a model within
/// rounding of this one. `unmoved` are the eigenvalues that no input moves: they stay, and the
/// poles nearest to them are taken to be meant for them. NoResultError where rounding leaves
/// nothing of the result.
Eigen::MatrixXd PlaceBySchurForm(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                                 const ComplexList& poles, const ComplexList& unmoved);

}  // namespace loopwright
