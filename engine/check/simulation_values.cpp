#include "engine/check/simulation_values.h"

#include <algorithm>
#include <cmath>

#include "engine/blocks/argument_evaluation.h"
#include "engine/check/parameter_scope.h"
#include "engine/document/document.h"
#include "engine/document/text_diagnostic.h"
#include "engine/text/number_format.h"
#include "engine/text/suggest_name.h"

namespace loopwright {
namespace {

// Reads one setting after the other. What is wrong is reported and replaced by its default, so that
// the rest can be looked at.
class SettingsReader {
 public:
  SettingsReader(const SimulationSettings& settings, const NameScope& scope,
                 std::vector<Diagnostic>* diagnostics)
      : settings_(settings), scope_(scope), diagnostics_(diagnostics) {}

  // A number that is finite and, with `relation`, as it says; the default where it is not.
  double Number(const std::string& key, const std::string& relation) {
    const auto value = Optional(key, relation);
    return value ? *value : FindSimulationKey(key)->default_value.number();
  }

  // Nothing where the file says null, and where the value is wrong.
  std::optional<double> Optional(const std::string& key, const std::string& relation) {
    const ParameterSetting& setting = settings_.Get(key);
    if (setting.is_null()) return std::nullopt;
    try {
      const double value = EvaluateNumber(setting, scope_);
      const bool fits = relation == "> 0" ? value > 0 : relation == ">= 0" ? value >= 0 : true;
      if (std::isfinite(value) && fits) return value;
      Report(key, "is " + FormatNumber(value) + "; it must be " +
                      (relation.empty() ? "finite" : relation + " and finite"));
    } catch (const SettingError& error) {
      Report(key, error.what());
    } catch (const ParameterScope::UnusableParameter&) {  // That one is reported.
    }
    return std::nullopt;
  }

  bool Boolean(const std::string& key) {
    const ParameterSetting& setting = settings_.Get(key);
    if (setting.is_boolean()) return setting.boolean();
    Report(key, "is " + ToJson(setting) + "; it must be true or false");
    return FindSimulationKey(key)->default_value.boolean();
  }

  // One of the words that the list of settings allows.
  std::string Choice(const std::string& key) {
    const SimulationKey& described = *FindSimulationKey(key);
    const ParameterSetting& setting = settings_.Get(key);
    const auto& choices = described.choices;
    if (setting.is_text() &&
        std::find(choices.begin(), choices.end(), setting.text()) != choices.end()) {
      return setting.text();
    }
    Report(key, "is " + ToJson(setting) + "; it must be " + ListWords(choices, " or "));
    return described.default_value.text();
  }

  void Report(const std::string& key, const std::string& text) {
    if (diagnostics_ == nullptr) return;
    diagnostics_->push_back(MakeTextDiagnostic(DiagnosticCode::kSimulationValue,
                                               settings_.PlaceOf(key), "simulation." + key,
                                               "`" + key + "` " + text));
  }

 private:
  const SimulationSettings& settings_;
  const NameScope& scope_;
  std::vector<Diagnostic>* diagnostics_;
};

}  // namespace

// A billion log times is the limit.
std::string ProblemOfLogInterval(double interval_sec, double start_sec, double stop_sec) {
  const double least = (stop_sec - start_sec) / kMostLogTimes;
  if (interval_sec >= least) return "";
  return "is " + FormatNumber(interval_sec) + ", which from " + FormatNumber(start_sec) + " s to " +
         FormatNumber(stop_sec) + " s gives more than " + FormatNumber(kMostLogTimes) +
         " log times; it must be at least " + FormatNumber(least);
}

// Each setting, with what it must be; those that depend on each other are compared at the end of
// their group.
SimulationValues EvaluateSimulation(const Document& document, const NameScope& scope,
                                    std::vector<Diagnostic>* diagnostics) {
  SettingsReader reader(document.simulation, scope, diagnostics);
  SimulationValues values;
  values.start_time = reader.Number("start_time", "");
  values.stop_time = reader.Number("stop_time", "");
  if (values.stop_time < values.start_time) {
    reader.Report("stop_time", "is " + FormatNumber(values.stop_time) + ", before `start_time`, " +
                                   FormatNumber(values.start_time) + "; it must not be");
  }
  values.integrator = reader.Choice("integrator");
  values.accuracy = reader.Number("accuracy", "> 0");
  values.absolute_tolerance = reader.Optional("absolute_tolerance", "> 0");
  values.max_step = reader.Optional("max_step", "> 0");
  values.fixed_step = reader.Optional("fixed_step", "> 0");
  values.isolate_events = reader.Boolean("isolate_events");
  values.stochastic_integrator = reader.Choice("stochastic_integrator");
  values.stochastic_step = reader.Optional("stochastic_step", "> 0");
  const double seed = reader.Number("seed", ">= 0");
  constexpr double kLargestSeed = 9007199254740992;  // 2^53
  if (seed != std::floor(seed) || seed > kLargestSeed) {
    reader.Report("seed", "is " + FormatNumber(seed) + "; it must be a whole number up to 2^53");
  } else {
    values.seed = static_cast<std::uint64_t>(seed);
  }
  values.log_interval = reader.Optional("log_interval", "> 0");
  if (values.log_interval) {
    const std::string problem =
        ProblemOfLogInterval(*values.log_interval, values.start_time, values.stop_time);
    if (!problem.empty()) reader.Report("log_interval", problem);
  }
  values.log_updates = reader.Boolean("log_updates");
  values.output = reader.Choice("output");
  values.discontinuities = reader.Choice("discontinuities");
  values.algebraic_loops = reader.Choice("algebraic_loops");
  values.realtime_rate = reader.Number("realtime_rate", ">= 0");
  return values;
}

SimulationValues EvaluateSimulation(const Document& document,
                                    std::vector<Diagnostic>* diagnostics) {
  const ParameterScope scope(nullptr, document.parameters, "", nullptr);
  return EvaluateSimulation(document, scope, diagnostics);
}

}  // namespace loopwright
