#pragma once

#include <Eigen/Core>

#include "engine/theory/covariance_flow.h"

namespace loopwright {

/// What a model with dead times that are no states comes to in the end.
struct DelayedStationary {
  Eigen::MatrixXd covariance;  ///< of the outputs
  double decay_per_sec = 0;    ///< of what decays slowest
};

/// Of a model in which nothing is sampled. With its dead times put into each other it is
///
///     dx = Σ_i A_i x(t − i h) dt + dV,   y = Σ_i H_i x(t − i h),   i = 0 … M,
///
/// h being the longest time that divides all of them, or a part of it. U(s) = Cov(x(t + s), x(t))
/// is the delay Lyapunov matrix (Kharitonov: Time-Delay Systems (2013), 2 and 4; Jarlebring,
/// Vanbiervliet, Michiels, IEEE Trans. Automat. Contr. 56 (2011) 814-825): U(−s) = U(s)ᵀ, and
///
///     U'(s) = Σ A_i U(s − i h), s > 0,   Σ A_i U(−i h) + (Σ A_i U(−i h))ᵀ + Q = 0.
///
/// Its pieces Y_k(θ) = U(k h + θ), k = −M … M − 1, follow linear equations without dead times,
///
///     Y_k' = Σ A_i Y_k−i (k ≥ 0),   Y_k' = −Σ Y_k+i A_iᵀ (k < 0),   Y_k(h) = Y_k+1(0),
///
/// whose boundary values are found with their matrix exponential, exactly. Whether all decays is
/// seen by the rightmost roots, of the equation collocated at Chebyshev's points of each piece
/// (Breda, Maset, Vermiglio, SIAM J. Sci. Comput. 27 (2005) 482-495).
///
/// NoResultError: the rightmost root does not decay, the dead times have no common step, are too
/// many for it, or feed themselves directly.
DelayedStationary CalcDelayedStationary(const NoisyModel& noisy);

}  // namespace loopwright
