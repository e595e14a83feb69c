#include "engine/run/run_settings.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/check/simulation_values.h"
#include "engine/common/exceptions.h"
#include "engine/integration/method_list.h"
#include "engine/stochastic/stochastic_method_list.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr const char* kSolve = "solve";
constexpr const char* kFail = "fail";
constexpr const char* kSmoothOutput = "smooth";
constexpr const char* kStepsOutput = "steps";

// What a step is where nothing else is said, as parts of the whole run.
constexpr double kMaxStepParts = 50;
constexpr double kFixedStepParts = 1000;
constexpr double kStochasticStepParts = 10000;
constexpr double kUnusedStep = 1;  // of a run without duration
// Of the relative one, where no absolute tolerance is given.
constexpr double kAbsoluteToleranceFactor = 1e-3;

// An option of the command goes before the file's value.
std::optional<double> Choose(const std::optional<double>& option,
                             const std::optional<double>& value) {
  return option.has_value() ? option : value;
}

// UsageError names the key as users write it.
void RequireFinite(const char* key, double value) {
  if (std::isfinite(value)) return;
  throw UsageError(std::string(key) + " is " + FormatNumber(value) + "; it must be finite");
}

void RequirePositive(const char* key, double value) {
  RequireFinite(key, value);
  if (value > 0) return;
  throw UsageError(std::string(key) + " is " + FormatNumber(value) + "; it must be greater than 0");
}

void RequirePositive(const char* key, const std::optional<double>& value) {
  if (value.has_value()) RequirePositive(key, *value);
}

// UsageError lists the methods that there are.
const IntegrationMethodInfo& FindIntegrator(const std::string& name) {
  const IntegrationMethodInfo* method = FindIntegrationMethod(name);
  if (method != nullptr) return *method;
  throw UsageError("there is no integrator \"" + name + "\"; there are " +
                   IntegrationMethodNames());
}

// Names that the format knows, whether or not the diagram has noise.
void RequireStochasticIntegrator(const std::string& name) {
  if (FindStochasticMethod(name) != nullptr) return;
  throw UsageError("there is no stochastic integrator \"" + name + "\"; there are " +
                   StochasticMethodNames());
}

void RequireOutput(const std::string& name) {
  if (name == kSmoothOutput || name == kStepsOutput) return;
  throw UsageError("there is no output \"" + name + "\"; it is " + kSmoothOutput + " or " +
                   kStepsOutput);
}

// Where no choice of branches is consistent the motion slides, or the run fails (semantics 11).
void RequireDiscontinuities(const std::string& name) {
  if (name == kSolve || name == kFail) return;
  throw UsageError("discontinuities cannot be \"" + name + "\"; it is " + kSolve + " or " + kFail);
}

// Start and stop, where equal times are allowed: such a run only initializes.
void SetTimes(const SimulationValues& values, const RunOptions& options, RunSettings* settings) {
  settings->start_time = options.start_time.value_or(values.start_time);
  settings->stop_time = options.stop_time.value_or(values.stop_time);
  RequireFinite("start_time", settings->start_time);
  RequireFinite("stop_time", settings->stop_time);
  if (settings->stop_time < settings->start_time) {
    throw UsageError("stop_time is " + FormatNumber(settings->stop_time) +
                     "; it must not be before start_time, which is " +
                     FormatNumber(settings->start_time));
  }
}

// The integrator and its tolerances and steps. What is not given follows from the length of the
// run, and combinations that no method can do are refused.
void SetMethod(const SimulationValues& values, const RunOptions& options, RunSettings* settings) {
  const double duration = settings->stop_time - settings->start_time;
  settings->integrator = options.integrator.value_or(values.integrator);
  const IntegrationMethodInfo& method = FindIntegrator(settings->integrator);
  settings->accuracy = options.accuracy.value_or(values.accuracy);
  RequirePositive("accuracy", settings->accuracy);
  settings->absolute_tolerance = Choose(options.absolute_tolerance, values.absolute_tolerance)
                                     .value_or(kAbsoluteToleranceFactor * settings->accuracy);
  RequirePositive("absolute_tolerance", settings->absolute_tolerance);
  // Without a greatest step a smooth solution could be passed in one, and a short input be missed.
  const auto max_step = Choose(options.max_step, values.max_step);
  RequirePositive("max_step", max_step);
  settings->max_step = max_step.value_or(duration / kMaxStepParts);
  settings->fixed_step = Choose(options.fixed_step, values.fixed_step);
  RequirePositive("fixed_step", settings->fixed_step);
  if (!settings->fixed_step.has_value() && !method.has_error_control()) {
    settings->fixed_step = duration > 0 ? duration / kFixedStepParts : kUnusedStep;
  }
  if (settings->fixed_step.has_value() && !method.can_be_fixed()) {
    throw UsageError(settings->integrator +
                     " chooses its own steps; leave the fixed step away, or take another "
                     "integrator");
  }
  settings->isolate_events = !options.no_isolation && values.isolate_events;
  if (!settings->isolate_events && !settings->fixed_step.has_value()) {
    throw UsageError(settings->integrator +
                     " with error control needs isolated events; give a fixed step as well, or "
                     "leave isolation on");
  }
}

// A step that is 2^-L of the file's refines the path that the file gives; every other step is a
// grid, and so a path, of its own (semantics 19).
void SetStochasticMethod(const SimulationValues& values, const RunOptions& options,
                         RunSettings* settings) {
  settings->stochastic_integrator =
      options.stochastic_integrator.value_or(values.stochastic_integrator);
  RequireStochasticIntegrator(settings->stochastic_integrator);
  const auto step = Choose(options.stochastic_step, values.stochastic_step);
  RequirePositive("stochastic_step", step);
  settings->stochastic_step =
      step.value_or((settings->stop_time - settings->start_time) / kStochasticStepParts);
  if (!step.has_value() || !values.stochastic_step.has_value()) return;
  // 2^-L exactly: the quotient is 0.5 · 2^exponent, with exponent = L + 1.
  int exponent = 0;
  const bool is_power_of_two = std::frexp(*values.stochastic_step / *step, &exponent) == 0.5;
  const int level = exponent - 1;
  if (!is_power_of_two || level < 0 || level > kMostRefinement) return;
  settings->stochastic_step = *values.stochastic_step;
  settings->stochastic_refinement = level;
}

}  // namespace

// The value of `algebraic_loops`, which decides when the diagram is built.
void RequireAlgebraicLoops(const std::string& name) {
  if (name == "refuse" || name == "solve") return;
  throw UsageError("algebraic loops cannot be \"" + name + "\"; it is refuse or solve");
}

// Group by group: times first, as other defaults follow from them.
RunSettings ResolveSettings(const SimulationValues& values, const RunOptions& options) {
  RunSettings resolved;
  SetTimes(values, options, &resolved);
  SetMethod(values, options, &resolved);
  SetStochasticMethod(values, options, &resolved);
  resolved.seed = options.seed.value_or(values.seed);
  resolved.run = options.run.value_or(0);
  resolved.log_interval = Choose(options.log_interval, values.log_interval);
  RequirePositive("log_interval", resolved.log_interval);
  if (resolved.log_interval.has_value()) {
    const std::string problem =
        ProblemOfLogInterval(*resolved.log_interval, resolved.start_time, resolved.stop_time);
    if (!problem.empty()) throw UsageError("log_interval " + problem);
  }
  resolved.log_updates = !options.no_log_updates && values.log_updates;
  const std::string output = options.output.value_or(values.output);
  RequireOutput(output);
  resolved.smooth_output = output == kSmoothOutput && !resolved.log_interval.has_value();
  const std::string discontinuities = options.discontinuities.value_or(values.discontinuities);
  RequireDiscontinuities(discontinuities);
  resolved.solve_discontinuities = discontinuities == kSolve;
  resolved.realtime_rate = options.realtime_rate.value_or(values.realtime_rate);
  RequireFinite("realtime_rate", resolved.realtime_rate);
  if (resolved.realtime_rate < 0) {
    throw UsageError("realtime_rate is " + FormatNumber(resolved.realtime_rate) +
                     "; it must not be negative");
  }
  return resolved;
}

}  // namespace loopwright
