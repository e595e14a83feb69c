#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loopwright {

/// What a run changes of a document's simulation settings: the options of `loopwright-cli run`.
/// What is absent is as the document says.
struct RunOptions {
  /// NAME=EXPR: a parameter of the top-level diagram, or BLOCK.PARAMETER.
  std::vector<std::pair<std::string, std::string>> overrides;
  /// Signals to record, in this order; `*` and `?` stand for any characters and for one. Empty: the
  /// defaults.
  std::vector<std::string> signal_paths;
  bool all_signals = false;  ///< record every output port of every level

  std::optional<double> start_time;
  std::optional<double> stop_time;
  std::optional<std::string> integrator;
  std::optional<double> accuracy;
  std::optional<double> absolute_tolerance;
  std::optional<double> max_step;
  std::optional<double> fixed_step;
  std::optional<std::string> stochastic_integrator;
  std::optional<double> stochastic_step;
  std::optional<double> log_interval;
  std::optional<std::string> output;           ///< `smooth` or `steps`
  std::optional<std::string> discontinuities;  ///< `solve` or `fail`
  std::optional<std::string> algebraic_loops;  ///< `refuse` or `solve`
  std::optional<double> realtime_rate;  ///< simulated seconds a second; 0: as fast as possible
  std::optional<uint64_t> seed;
  std::optional<uint64_t> run;  ///< run number of a study with that seed
  /// The run is one of many that go on beside each other: WrittenFiles says what that means to
  /// files.
  bool is_study = false;
  /// Bytes that the recording may take: beyond, its older rows are thinned (ThinOlderRows()).
  /// Without it every row is kept.
  std::optional<int64_t> recording_limit;
  /// Bytes that the Timeline of a RunSession may take: beyond, its oldest phases are left out.
  /// Without it none is kept, and the run is not traced.
  std::optional<int64_t> timeline_limit;
  /// Counts and times what the run computes (RunInstant::costs), which makes it several times
  /// slower.
  bool counts_costs = false;
  bool no_isolation = false;
  bool no_log_updates = false;
  bool no_cache = false;
  bool check_cache = false;  ///< recompute every cache hit and compare
  bool allow_paths = false;  ///< blocks may use files outside the folder of the diagram
  bool no_files = false;     ///< what blocks write is recorded, but no file is made
};

}  // namespace loopwright
