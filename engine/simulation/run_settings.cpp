#include "engine/simulation/run_settings.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/common/exceptions.h"
#include "engine/common/number_format.h"
#include "engine/expression/formula.h"
#include "engine/model/simulation_settings.h"

namespace loopwright {
namespace {

struct Method {
  std::string_view name;
  bool has_error_estimate;
};

constexpr Method kIntegrators[] = {{"explicit_euler", false}, {"rk4", false}, {"dopri5", true}};

// Those of the file format that are not in this version.
constexpr std::string_view kLaterIntegrators[] = {"semi_explicit_euler", "rk2",
                                                  "rk3",                 "bogacki_shampine3",
                                                  "implicit_euler",      "radau5",
                                                  "cvode_bdf",           "cvode_adams"};

constexpr std::string_view kStochasticIntegrators[] = {"euler_maruyama", "milstein", "srk_weak2"};

// What a step is where nothing else is said, as parts of the whole run.
constexpr double kMaxStepParts = 50;
constexpr double kFixedStepParts = 1000;
constexpr double kStochasticStepParts = 10000;
constexpr double kAbsoluteToleranceFactor = 1e-3;

// The value of a setting and the name by which an error speaks of it.
class SettingReader {
 public:
  SettingReader(const SimulationSettings& settings, const NameScope& scope)
      : settings_(settings), scope_(scope) {}

  double Number(const char* key, const std::optional<double>& option) const {
    return OptionalNumber(key, option).value();
  }

  std::optional<double> OptionalNumber(const char* key, const std::optional<double>& option) const {
    if (option.has_value()) return option;
    const ParameterSetting& setting = settings_.Get(key);
    if (setting.is_null()) return std::nullopt;
    if (setting.is_number()) return setting.number();
    return Evaluate(key, setting.text());
  }

  std::string Choice(const char* key, const std::optional<std::string>& option) const {
    return option.has_value() ? *option : settings_.Get(key).text();
  }

  bool Boolean(const char* key) const { return settings_.Get(key).boolean(); }

 private:
  double Evaluate(const char* key, const std::string& text) const {
    try {
      const FormulaValue value = Formula::Parse(text).Evaluate(scope_);
      if (value.is_number()) return value.number();
      throw UsageError(std::string(key) + " is " + value.Describe() + "; it must be a number");
    } catch (const FormulaError& error) {
      throw UsageError(std::string(key) + ": " + error.what());
    }
  }

  const SimulationSettings& settings_;
  const NameScope& scope_;
};

void RequireFinite(const char* key, double value) {
  if (std::isfinite(value)) return;
  throw UsageError(std::string(key) + " is " + FormatNumber(value) + "; it must be finite");
}

void RequirePositive(const char* key, double value) {
  RequireFinite(key, value);
  if (value > 0) return;
  throw UsageError(std::string(key) + " is " + FormatNumber(value) +
                   "; it must be greater than 0");
}

void RequirePositive(const char* key, const std::optional<double>& value) {
  if (value.has_value()) RequirePositive(key, *value);
}

const Method& FindIntegrator(const std::string& name) {
  for (const Method& method : kIntegrators) {
    if (method.name == name) return method;
  }
  const bool later = std::find(std::begin(kLaterIntegrators), std::end(kLaterIntegrators), name) !=
                     std::end(kLaterIntegrators);
  throw UsageError(later ? "this version does not have the integrator \"" + name +
                               "\"; it has " + IntegratorNames()
                         : "there is no integrator \"" + name + "\"; there are " +
                               IntegratorNames());
}

void RequireStochasticIntegrator(const std::string& name) {
  std::string names;
  for (const std::string_view known : kStochasticIntegrators) {
    if (known == name) return;
    names += (names.empty() ? "" : ", ") + std::string(known);
  }
  throw UsageError("there is no stochastic integrator \"" + name + "\"; there are " + names);
}

void SetTimes(const SettingReader& read, const RunOptions& options, RunSettings* settings) {
  settings->start_time = read.Number("start_time", options.start_time);
  settings->stop_time = read.Number("stop_time", options.stop_time);
  RequireFinite("start_time", settings->start_time);
  RequireFinite("stop_time", settings->stop_time);
  if (settings->stop_time < settings->start_time) {
    throw UsageError("stop_time is " + FormatNumber(settings->stop_time) +
                     "; it must not be before start_time, which is " +
                     FormatNumber(settings->start_time));
  }
}

void SetMethod(const SettingReader& read, const RunOptions& options, RunSettings* settings) {
  const double duration = settings->stop_time - settings->start_time;
  settings->integrator = read.Choice("integrator", options.integrator);
  const Method& method = FindIntegrator(settings->integrator);
  settings->accuracy = read.Number("accuracy", options.accuracy);
  RequirePositive("accuracy", settings->accuracy);
  settings->absolute_tolerance =
      read.OptionalNumber("absolute_tolerance", options.absolute_tolerance)
          .value_or(kAbsoluteToleranceFactor * settings->accuracy);
  RequirePositive("absolute_tolerance", settings->absolute_tolerance);
  const auto max_step = read.OptionalNumber("max_step", options.max_step);
  RequirePositive("max_step", max_step);
  settings->max_step = max_step.value_or(duration / kMaxStepParts);
  settings->fixed_step = read.OptionalNumber("fixed_step", options.fixed_step);
  RequirePositive("fixed_step", settings->fixed_step);
  if (!settings->fixed_step.has_value() && !method.has_error_estimate) {
    settings->fixed_step = duration / kFixedStepParts;
  }
  settings->isolate_events = !options.no_isolation && read.Boolean("isolate_events");
  if (!settings->isolate_events && !settings->fixed_step.has_value()) {
    throw UsageError(settings->integrator +
                     " with error control needs isolated events; give a fixed step as well, or "
                     "leave isolation on");
  }
}

}  // namespace

RunSettings ResolveSettings(const SimulationSettings& settings, const NameScope& scope,
                            const RunOptions& options) {
  const SettingReader read(settings, scope);
  RunSettings resolved;
  SetTimes(read, options, &resolved);
  SetMethod(read, options, &resolved);
  resolved.stochastic_integrator =
      read.Choice("stochastic_integrator", options.stochastic_integrator);
  RequireStochasticIntegrator(resolved.stochastic_integrator);
  const auto stochastic_step = read.OptionalNumber("stochastic_step", options.stochastic_step);
  RequirePositive("stochastic_step", stochastic_step);
  resolved.stochastic_step = stochastic_step.value_or(
      (resolved.stop_time - resolved.start_time) / kStochasticStepParts);
  resolved.seed = options.seed.has_value() ? *options.seed
                                           : static_cast<uint64_t>(read.Number("seed", {}));
  resolved.run = options.run.value_or(0);
  resolved.log_interval = read.OptionalNumber("log_interval", options.log_interval);
  RequirePositive("log_interval", resolved.log_interval);
  resolved.log_updates = !options.no_log_updates && read.Boolean("log_updates");
  resolved.realtime_rate = read.Number("realtime_rate", options.realtime_rate);
  RequireFinite("realtime_rate", resolved.realtime_rate);
  if (resolved.realtime_rate < 0) {
    throw UsageError("realtime_rate is " + FormatNumber(resolved.realtime_rate) +
                     "; it must not be negative");
  }
  return resolved;
}

std::string IntegratorNames() {
  std::string names;
  for (const Method& method : kIntegrators) {
    names += (names.empty() ? "" : ", ") + std::string(method.name);
  }
  return names;
}

}  // namespace loopwright
