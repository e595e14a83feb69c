#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/run/run_options.h"

namespace loopwright {

struct SimulationValues;

/// The settings of a run as numbers, defaults filled in. Times in seconds. It is made by
/// ResolveSettings() from the file and the options; a simulator is configured with it.
struct RunSettings {
  double start_time = 0;
  double stop_time = 10;
  /// A name of method_list.h.
  std::string integrator;
  double accuracy = 1e-6;
  double absolute_tolerance = 1e-9;
  double max_step = 0;
  std::optional<double> fixed_step;  ///< set where there is no error control
  bool isolate_events = true;
  std::string stochastic_integrator;
  double stochastic_step = 0;     ///< of the grid
  int stochastic_refinement = 0;  ///< each step of the grid is made in 2^this parts
  /// Which random numbers: those of a study's seed, and of the run within it.
  uint64_t seed = 0;
  uint64_t run = 0;
  std::optional<double> log_interval;
  bool log_updates = true;
  bool smooth_output = true;  ///< rows between the ends of steps too; not with a log interval
  bool solve_discontinuities = true;
  double realtime_rate = 0;  ///< 0: as fast as possible
  friend bool operator==(const RunSettings&, const RunSettings&) = default;
};

/// UsageError unless `name` says what may become of algebraic loops: refuse or solve.
void RequireAlgebraicLoops(const std::string& name);

/// The settings of a diagram file with the options of a run in their place. Throws UsageError where
/// a value is impossible, or names a method that this version does not have.
RunSettings ResolveSettings(const SimulationValues& values, const RunOptions& options);

}  // namespace loopwright
