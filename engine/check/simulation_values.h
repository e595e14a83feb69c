#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/document/diagnostics.h"

namespace loopwright {

class Document;
class NameScope;

/// The settings of the simulation, evaluated; what is null in the file has no value. Names and
/// meanings are those of the keys in the file (format.md).
struct SimulationValues {
  double start_time = 0;  ///< seconds, as all times here
  double stop_time = 10;
  std::string integrator = "dopri5";
  double accuracy = 1e-6;
  /// Nothing: a thousandth of the accuracy, a fiftieth of the run's time, and steps by error
  /// control.
  std::optional<double> absolute_tolerance;
  std::optional<double> max_step;
  std::optional<double> fixed_step;
  bool isolate_events = true;
  std::string stochastic_integrator = "euler_maruyama";
  std::optional<double> stochastic_step;
  std::uint64_t seed = 0;
  /// Nothing: every step is recorded.
  std::optional<double> log_interval;
  bool log_updates = true;
  std::string output = "smooth";
  std::string discontinuities = "solve";
  std::string algebraic_loops = "refuse";  ///< or "solve"
  /// 0: as fast as possible.
  double realtime_rate = 0;
};

/// More log times than this no run lives to see, and its time no longer tells one from the next.
inline constexpr double kMostLogTimes = 1e9;

/// What is wrong with an interval that gives more log times than that from start to stop, with the
/// least one that does not; empty where nothing is.
std::string ProblemOfLogInterval(double interval_sec, double start_sec, double stop_sec);

/// Evaluates the settings of a document; expressions use the parameters of the top level. What is
/// wrong is added to `diagnostics` (may be null), and has its default in the result.
SimulationValues EvaluateSimulation(const Document& document, std::vector<Diagnostic>* diagnostics);
/// The same where the parameters of the top level are evaluated already.
SimulationValues EvaluateSimulation(const Document& document, const NameScope& scope,
                                    std::vector<Diagnostic>* diagnostics);

}  // namespace loopwright
