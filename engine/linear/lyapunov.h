#pragma once

#include <Eigen/Core>

namespace loopwright {

/// X of A X + X Aᵀ + Q = 0, or where `is_sampled` of A X Aᵀ − X + Q = 0, Q symmetric: by the
/// complex Schur form of A (Bartels, Stewart, Comm. ACM 15 (1972) 820-826; Kitagawa, Int. J.
/// Control 25 (1977) 745-753), and one step of refinement. NoResultError where two eigenvalues of A
/// add up to 0, or multiply to 1.
Eigen::MatrixXd SolveLyapunov(const Eigen::MatrixXd& A, const Eigen::MatrixXd& Q, bool is_sampled);

}  // namespace loopwright
