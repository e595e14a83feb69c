#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace loopwright {

struct InstantContext;
struct RunCosts;

/// Where a run stood before a step, for RunSetup::GoOn() of the same run.
struct RunSnapshot {
  int64_t step = 0;  ///< its number
  double time = 0;   ///< simulated, seconds
  int64_t bytes = 0;
  std::shared_ptr<const void> state;
};

/// Where each signal lies among the values of a RunInstant: `plant/tank.y` → 12, 3.
struct SignalPlaces {
  struct Place {
    size_t first = 0, width = 0;
  };
  std::map<std::string, Place, std::less<>> places;
};

/// One of the phases of a step, in which blocks were updated, took a branch, moved on or published.
struct RunPhase {
  std::string name;                  ///< as TracePhase has it: `discrete`, `continuous`, ...
  double time = 0;                   ///< simulated, at its end, seconds
  std::vector<std::string> blocks;   ///< that took part, by their paths
  std::vector<std::string> changed;  ///< … whose state it changed
  std::vector<double> values;        ///< of all signals after it
  /// The run's context after it, where somebody looks into blocks; else null.
  std::shared_ptr<const InstantContext> inside = {};
};

/// A run as it was before one of its steps: all signals, and what that step made of them at the
/// same instant. Steps are numbered from 0; the number of steps made is the number of the last one,
/// which is still to come.
struct RunInstant {
  int64_t step = 0;
  double time = 0;             ///< simulated, seconds
  std::vector<double> before;  ///< ○ of all signals; empty where they cannot be computed
  std::vector<double> after;   ///< ● of them; empty where nothing was updated here
  /// Of that step, in their order; empty where the step has not been made yet.
  std::vector<RunPhase> phases;
  std::shared_ptr<const SignalPlaces> places;
  /// The run's context before the step, where somebody looks into blocks; else null.
  std::shared_ptr<const InstantContext> inside = {};
  /// What the run has cost up to where it has come to; null where that is not counted.
  std::shared_ptr<const RunCosts> costs = {};

  /// The part of `values` that is the signal's; empty where there is none of that name.
  std::span<const double> Part(const std::vector<double>& values, std::string_view path) const {
    const auto found = places->places.find(path);
    if (found == places->places.end() || values.empty()) return {};
    return std::span(values).subspan(found->second.first, found->second.width);
  }
};

}  // namespace loopwright
