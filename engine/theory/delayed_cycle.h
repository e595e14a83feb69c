#pragma once

#include <Eigen/Core>
#include <vector>

#include "engine/theory/covariance_flow.h"

namespace loopwright {

/// What a model with samples, and with dead times that are no states, comes to in the end.
struct DelayedCycle {
  /// Of the outputs, before and after the updates at each of the phases.
  std::vector<Eigen::MatrixXd> covariances;
  double decay_per_sec = 0;  ///< of what decays slowest
};

/// The covariance that comes back after `period_sec`, in which all updates and noises repeat, at
/// the `phases` of it, seconds, ascending from 0 on, at which something is updated (PhasesOf()).
/// With s the signals that enter the dead times τ_j, and d those that come out,
///
///     dz = (F z + G d) dt + dV,   s = C z + D d,   d_j(t) = s_j(t − τ_j).
///
/// Time is cut at the multiples of h, the longest time that divides period, phases and dead times,
/// into pieces: an instant, with its updates, then the flow over h, and so on. By the method of
/// steps (Bellman, Cooke: Differential-Difference Equations (1963), 3.4) z and the noise of one
/// piece k come, through the dead times, to the pieces that are sums of dead times later, at the
/// same place in them. What they make of z at the end of piece k + o is A_o z_k + N_o, and
///
///     z_k+1 = Σ_o (A_o z_k−o + N_o,k−o).
///
/// The noises N_o of one piece are functions of one and the same path: their joint covariance is
/// that of the pieces one above the other, with noise in the first alone (FlowSteps). Round a loop
/// each pass is an integral more over a piece, so that A_o and N_o vanish like c^r/r! after r
/// passes: those are left out that are less than 10⁻¹³ of the largest. What is left is a finite
/// state, of all that earlier pieces will add to later ones,
///
///     c_s ← c_s+1 + A_s c_0 + N_s,   z = c_0,
///
/// whose periodic Lyapunov equation is solved by doubling (Smith, SIAM J. Appl. Math. 16 (1968)
/// 198-201). So the covariance is exact but for rounding.
///
/// NoResultError: something does not decay; period and dead times have no common step; or more than
/// 400 elements would have to be kept.
DelayedCycle CalcDelayedCycle(const NoisyModel& noisy, double period_sec,
                              const std::vector<double>& phases);

}  // namespace loopwright
