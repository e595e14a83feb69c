#include "engine/studies/study_plan.h"

#include <algorithm>
#include <cmath>

#include "engine/blocks/argument_evaluation.h"
#include "engine/build/random_parameters.h"
#include "engine/check/parameter_scope.h"
#include "engine/common/exceptions.h"
#include "engine/document/document.h"
#include "engine/document/text_diagnostic.h"
#include "engine/text/number_format.h"
#include "engine/text/split_outside.h"

namespace loopwright {
namespace {

constexpr double kMostRuns = 9007199254740992;  // 2^53: up to here a number is exact

// Evaluates what a document says of its study with the nominal values of the parameters. Every
// problem is reported with its place, and reading goes on, so that the user sees all of them.
class PlanReader {
 public:
  PlanReader(const Document& document, std::vector<Diagnostic>* diagnostics)
      : document_(document),
        study_(*document.study),
        scope_(nullptr, document.parameters, "", nullptr),
        diagnostics_(*diagnostics) {}

  StudyPlan Read() {
    StudyPlan plan;
    if (study_.runs) {
      const double runs = Number("runs", *study_.runs, study_.runs_origin);
      if (!(runs >= 1 && runs <= kMostRuns && runs == std::floor(runs))) {
        Report("runs", study_.runs_origin,
               "is " + FormatNumber(runs) + "; it must be a whole number from 1 on");
      } else {
        plan.num_runs = static_cast<uint64_t>(runs);
      }
    }
    if (study_.grid) {
      plan.grid_sec = Number("grid", *study_.grid, study_.grid_origin);
      if (!(*plan.grid_sec > 0)) {
        Report("grid", study_.grid_origin,
               "is " + FormatNumber(*plan.grid_sec) + "; it must be > 0 and finite");
      }
    }
    for (const StudyMeasure& measure : study_.measures) {
      plan.measures.push_back({measure.name, measure.formula});
    }
    if (study_.stop) plan.stop = ReadStop(*study_.stop);
    plan.is_antithetic = study_.antithetic.value_or(false);
    const std::string problem = SobolProblem(document_, ListRandomParameters(document_).size());
    if (!problem.empty()) Report("sobol", {}, problem);
    ReadVariants(&plan.variants);
    return plan;
  }

 private:
  // A finite number, or 1 after a report: the caller needs some number to go on with, and no run is
  // made after an error.
  double Number(const std::string& key, const ParameterSetting& setting, const Origin& origin) {
    try {
      const double value = EvaluateNumber(setting, scope_);
      if (std::isfinite(value)) return value;
      Report(key, origin, "is " + FormatNumber(value) + "; it must be finite");
    } catch (const SettingError& error) {
      Report(key, origin, error.what());
    } catch (const ParameterScope::UnusableParameter&) {  // That one is reported.
    }
    return 1;
  }

  // When to stop: of which measure, whose mean, proportion or quantile, and how narrow its interval
  // has to be.
  StopRule ReadStop(const StudyStop& stop) {
    StopRule rule;
    rule.measure = stop.measure;
    if (stop.of == "proportion") rule.of = StopRule::Of::kProportion;
    if (stop.of == "quantile") rule.of = StopRule::Of::kQuantile;
    if (std::ranges::count(study_.measures, stop.measure, &StudyMeasure::name) == 0) {
      Report("stop", stop.origin,
             "has the measure \"" + stop.measure + "\", which is none of `measures`");
    }
    if (stop.half_width) rule.half_width = Number("stop", *stop.half_width, stop.origin);
    if (!(rule.half_width > 0)) {
      Report("stop", stop.origin,
             "has a half_width of " + FormatNumber(rule.half_width) + "; it must be > 0");
    }
    if (stop.quantile) rule.quantile = Number("stop", *stop.quantile, stop.origin);
    if (!(rule.quantile > 0 && rule.quantile < 1)) {
      Report("stop", stop.origin,
             "has the quantile " + FormatNumber(rule.quantile) + "; it must be between 0 and 1");
    }
    return rule;
  }

  // First the variants that the file names, then every combination of the values of the sweep, in
  // which the last parameter changes fastest: of gain 1, 2 and mass 3, 4 these are "gain=1,
  // mass=3", "gain=1, mass=4", "gain=2, mass=3" and "gain=2, mass=4".
  void ReadVariants(std::vector<NamedVariant>* variants) {
    for (const StudyVariant& variant : study_.common) {
      NamedVariant& named = variants->emplace_back();
      named.name = variant.name;
      for (const auto& [name, setting] : variant.parameters) {
        named.overrides.emplace_back(name, OverrideText(setting));
      }
    }
    if (study_.sweep.empty()) return;
    std::vector<NamedVariant> combinations(1);
    for (const auto& [name, values] : study_.sweep) {
      std::vector<NamedVariant> longer;
      for (const NamedVariant& combination : combinations) {
        for (const ParameterSetting& value : values.list()) {
          NamedVariant& next = longer.emplace_back(combination);
          const std::string text = OverrideText(value);
          next.name += (next.name.empty() ? "" : ", ") + name + "=" + text;
          next.overrides.emplace_back(name, text);
        }
      }
      combinations = std::move(longer);
    }
    variants->insert(variants->end(), combinations.begin(), combinations.end());
  }

  void Report(const std::string& key, const Origin& origin, const std::string& text) {
    diagnostics_.push_back(MakeTextDiagnostic(DiagnosticCode::kStudyValue, origin.place,
                                              "study." + key, "`" + key + "` " + text));
  }

  const Document& document_;
  const StudySettings& study_;
  const ParameterScope scope_;
  std::vector<Diagnostic>& diagnostics_;
};

}  // namespace

StudyPlan EvaluateStudy(const Document& document, std::vector<Diagnostic>* diagnostics) {
  if (!document.study) return {};
  return PlanReader(document, diagnostics).Read();
}

// A colon before the first equals sign ends a name; without one the variant is called by its
// settings.
std::vector<NamedVariant> SplitVariants(std::string_view text) {
  std::vector<NamedVariant> variants;
  for (const std::string_view part : SplitOutside(text, ';')) {
    if (part.empty()) continue;
    NamedVariant& variant = variants.emplace_back();
    const std::size_t colon = part.find(':');
    const bool has_name = colon < part.find('=');
    variant.name = WithoutBlanks(has_name ? part.substr(0, colon) : part);
    for (const std::string_view setting :
         SplitOutside(has_name ? part.substr(colon + 1) : part, ',')) {
      const std::size_t equals = setting.find('=');
      if (equals == std::string_view::npos || equals == 0) {
        throw UsageError("--variants: \"" + std::string(setting) +
                         "\" is not NAME=EXPR, such as gain=2 or plant.mass=0.5");
      }
      variant.overrides.emplace_back(WithoutBlanks(setting.substr(0, equals)),
                                     WithoutBlanks(setting.substr(equals + 1)));
    }
  }
  return variants;
}

}  // namespace loopwright
