#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace loopwright {

/// How a Simulator advances a system. Times in seconds.
struct SimulatorConfig {
  std::string integrator = "dopri5";
  double accuracy = 1e-6;                    ///< relative tolerance of a step's error
  std::optional<double> absolute_tolerance;  ///< 1e-3 * accuracy where it is not given
  double max_step = std::numeric_limits<double>::infinity();
  /// Steps of this size without error control; a method without an error estimate must have it.
  std::optional<double> fixed_step;
  /// Whether witness functions and branches are isolated in time and branches are held (semantics
  /// 10 and 11). Only a run with fixed steps can do without.
  bool isolate_events = true;
  /// Whether a motion that is driven to a threshold from both sides slides along it (semantics 11);
  /// otherwise the run fails there.
  bool solve_discontinuities = true;
  /// Where within a step, besides its ends, the signs of witness functions are read.
  int witness_points = 1;
  /// What advances continuous state where a system has diffusion, in place of integrator, accuracy
  /// and steps (semantics 19): the method, the step of its grid from the start time on, and L, by
  /// which each step is made in 2^L parts along the same path.
  std::string stochastic_integrator = "euler_maruyama";
  double stochastic_step = 1e-3;
  int stochastic_refinement = 0;
  /// Continuous state is advanced as if no system had diffusion: by integrator and accuracy.
  bool ignores_diffusion = false;
  /// Where error control holds the steps below this, a warning says which system does; 0: none.
  double creeping_step = 0;
  std::optional<double> log_interval;  ///< without it every accepted step is recorded
  bool log_updates = true;             ///< records both sides of updates between log times too
  /// Limits that end a run that does not get on (semantics 8).
  int64_t max_steps_without_advance = 1000;
  int64_t max_isolated_events = 10000;
};

/// What a run has cost so far.
struct SimulatorStatistics {
  int64_t steps = 0;
  int64_t rejected_steps = 0;
  int64_t derivative_evaluations = 0;
  int64_t output_evaluations = 0;  ///< records made, each of all logged outputs
  int64_t cache_hits = 0;
  int64_t discrete_updates = 0;
  int64_t unrestricted_updates = 0;
  int64_t publishes = 0;
  int64_t witness_isolations = 0;
  int64_t jacobian_evaluations = 0;  ///< of implicit methods
  int64_t factorizations = 0;        ///< likewise, of matrices
  int64_t restarts = 0;  ///< of the integrator, by events that changed what it depends on
};

}  // namespace loopwright
