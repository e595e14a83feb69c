#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "engine/theory/covariance_flow.h"

namespace loopwright {

/// How a model begins.
struct ModelStart {
  double time_sec = 0;
  Eigen::MatrixXd covariance;  ///< of the states of the model
  /// What each update does at its first time (CovarianceFlow::SetFirstUpdates()).
  std::vector<HybridUpdate<double>> first_updates;
};

/// The longest time that divides all dead times of a model that are no states, of which there is
/// one at least. NoResultError where there is none.
double CommonDelayStep(const NoisyModel& noisy);

/// The covariances of the outputs of a noisy linear model with dead times τ_j of signals that
/// change all the time, before and after the updates at each of `times`, seconds, ascending from
/// the start on. With s the signals that enter, and d those that come out,
///
///     dz = (F z + G d) dt + dV,   s = C z + D d,   d_j(t) = s_j(t − τ_j), 0 until the start + τ_j.
///
/// By the method of steps (Bellman, Cooke: Differential-Difference Equations (1963), 3.4; with
/// noise Küchler, Mensch, Stochastics 40 (1992) 23-42): h being the longest time that divides all
/// τ_j, the pieces z_k(θ) = z(start + k h + θ), 0 ≤ θ ≤ h, one above the other are a state Z(θ)
/// without dead times, since d in a piece is s in an earlier one. It flows by van Loan's
/// exponential (FlowSteps) and jumps at the updates of each piece, so that
///
///     Z(θ) = A(θ) Z(0) + N(θ),
///
/// N being the noise from 0 on, of covariance R(θ). Pieces follow each other, z_k(0) = z_k−1(h):
/// with the shift S of one piece and the start x in the first, E x,
///
///     Z(0) = S Z(h) + E x = (I − S A(h))⁻¹ (S N(h) + E x),
///
/// where the matrix is unit and lower triangular. That of the outputs H Z(θ) follows from R(h),
/// R(θ), and Cov(N(h), N(θ)), which is what becomes of R(θ) Hᵀ on the way to h. All is exact.
///
/// NoResultError: the dead times have no common step, or the pieces have more than 200 states
/// together, as many as one of them times the dead times in the longest time.
std::vector<Eigen::MatrixXd> CalcDelayedCovariances(const NoisyModel& noisy,
                                                    const ModelStart& start,
                                                    const std::vector<double>& times,
                                                    const std::function<bool()>& breaks_off);

}  // namespace loopwright
