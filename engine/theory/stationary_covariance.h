#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "engine/theory/covariance_flow.h"

namespace loopwright {

/// An eigenvalue with as many digits as a person takes in; next to nothing is 0.
std::string EigenvalueText(Complex number);

/// NoResultError, that the eigenvalues of a diagram were not found.
[[noreturn]] void RefuseScaling();

/// The instants in [0, period) at which a model, or a noise that it holds, is updated, ascending;
/// only 0 where there is none. Seconds.
std::vector<double> PhasesOf(const NoisyModel& noisy, double period_sec);

/// The least time after which all updates and noises repeat; 0 where nothing is sampled. UsageError
/// names two rates that have none in common.
double CommonPeriodOf(const NoisyModel& noisy);

/// What states and noises z = (x, w) do over one period, or without one, all the time:
///
///     P(t + T) = M P(t) Mᵀ + R,   or   Ṗ = M P + P Mᵀ + R.
///
/// Rows by which the signals follow from z at the start of the period, one below the other for all
/// instants in it, are O: `seen` is Oᵀ O.
struct PeriodicCovariance {
  double period_sec = 0;
  Eigen::MatrixXd M, R, seen;
};

/// A covariance that comes back after a period, and what the period makes of z as far as that
/// decays and counts: M without the modes that are left out, 0 in their place.
struct StationaryState {
  Eigen::MatrixXd covariance, decay;
};

/// P that comes back after a period, as far as the signals depend on it: the solution of the
/// periodic Lyapunov equation at the start of the period, P = M P Mᵀ + R (Varga, Int. J. Control 67
/// (1997) 69-87), or of M P + P Mᵀ + R = 0. What no noise reaches, or no signal sees, is left out:
/// first by which element depends on which, so that no rounding plays a part, and where a mode that
/// is left does not decay, by its eigenvectors: one whose left eigenvector is perpendicular to all
/// that is drawn, or whose right one to all outputs, is taken away by its projector. So the error
/// of a Kalman filter has a stationary covariance although what it follows has none.
///
/// NoResultError names the eigenvalue of a mode that does not decay, and the state that it moves
/// most.
StationaryState SolveStationary(const NoisyModel& noisy, const PeriodicCovariance& periodic);

/// How long it takes until the part `rest` is left of all that decays and that the outputs depend
/// on, in seconds.
double SettlingTime(const NoisyModel& noisy, const PeriodicCovariance& periodic, double rest);

}  // namespace loopwright
