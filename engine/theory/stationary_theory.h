#pragma once

#include <string>

#include "engine/theory/ensemble_theory.h"

namespace loopwright {

/// What a study comes to in the end: mean and covariance of signals over one period, after which
/// they are the same again.
struct StationaryTheory {
  double period_sec = 0;  ///< common to all rates; 0 where nothing is sampled
  /// Its times are those of the updates in a period, from 0 on; only 0 where nothing is sampled.
  EnsembleTheory theory;
  /// Why there is no mean, which then is NaN; "" where there is one.
  std::string no_mean;
};

/// The covariance is the solution of the periodic Lyapunov equation (SolveStationary()) over the
/// common period of the rates of the diagram and its noises, and behind dead times that are no
/// states, where nothing is sampled, that of the delay Lyapunov equation (CalcDelayedStationary()).
/// The mean is that of the run in which every draw is its mean, in the last period before the run's
/// stop time, or later where that is too early for what is slowest (up to 10,000 periods, or
/// lengths of the run where nothing is sampled). There is one where that run was there already in
/// the middle of its time and three quarters through it. Where the diagram is not linear it is made
/// so along that period, as reason says. Random parameters add what they do to that mean, as in
/// CalcEnsembleTheory(). Of the request's times only the first and the last count, start and stop
/// of the run.
///
/// UsageError: also rates that have no period in common. NoResultError: also that something grows
/// or goes on adding up. InvalidDiagramError.
StationaryTheory CalcStationaryTheory(const Document& document, const BlockRegistry& registry,
                                      const TheoryRequest& request);

}  // namespace loopwright
