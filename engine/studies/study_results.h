#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/run/run_outcome.h"
#include "engine/studies/ensemble.h"

namespace loopwright {

/// How a run ended that did not come to its stop time: a block stopped it, or it failed.
struct RunEnding {
  uint64_t run = 0;
  RunEnd end = RunEnd::kFailed;  ///< kTerminated or kFailed
  std::string block;             ///< its path; empty where no block is to blame
  double time = 0;               ///< simulated, seconds
  std::string reason;
  friend bool operator==(const RunEnding&, const RunEnding&) = default;
};

/// What a study knows after its first runs, in the order of runs.
struct StudyResults {
  StudyResults() : ensemble(0) {}

  /// The random parameters by their paths, and the measures.
  std::vector<std::string> parameters;
  std::vector<std::string> measures;
  uint64_t num_runs = 0;
  bool is_antithetic = false;  ///< runs 2k and 2k + 1 are a pair
  /// For each run the value of every random parameter, then of every measure; NaN where a run does
  /// not have it.
  std::vector<double> values;
  std::vector<RunEnding> endings;  ///< of the runs that did not reach their stop time

  std::vector<double> times;               ///< of the ensemble's grid, seconds; empty without one
  std::vector<std::string> signal_labels;  ///< of the ensemble: labels of columns
  /// The cells are the grid's times, of each the sides before and after, of each the signals.
  Ensemble ensemble;

  std::size_t num_values() const { return parameters.size() + measures.size(); }
  std::span<const double> ValuesOf(uint64_t run) const {
    return std::span(values).subspan(run * num_values(), num_values());
  }
  uint64_t num_failed() const;
  /// The values of a measure, run by run.
  std::vector<double> MeasureValues(std::size_t measure) const;
  /// The sample of a measure, over the runs that have it.
  SampleSummary Measure(std::size_t measure) const;
};

}  // namespace loopwright
