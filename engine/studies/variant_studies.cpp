#include "engine/studies/variant_studies.h"

#include <algorithm>

#include "engine/common/exceptions.h"
#include "engine/document/document.h"
#include "engine/document/text_diagnostic.h"

namespace loopwright {
namespace {

Diagnostic StudyDiagnostic(const Origin& origin, const std::string& path, const std::string& text) {
  return MakeTextDiagnostic(DiagnosticCode::kStudyValue, origin.place, path, text);
}

// The place of a variant in the file: those of `common` come first.
Diagnostic VariantDiagnostic(const StudySettings& study, std::size_t variant,
                             const std::string& text) {
  if (variant >= study.common.size()) {
    return StudyDiagnostic(study.sweep_origin, "study.sweep", text);
  }
  const StudyVariant& found = study.common[variant];
  return StudyDiagnostic(found.origin, "study.common." + found.name, text);
}

}  // namespace

// Each variant is a study of its own, of the same document with its overrides behind those of the
// options, so that they win. Warnings are those of the first variant, since the others would repeat
// them; the first variant with errors ends it.
VariantStudies::VariantStudies(const Document& document, const BlockRegistry& registry,
                               const StudyOptions& options,
                               const std::vector<NamedVariant>& variants, bool measures_of_file,
                               bool variants_of_file) {
  const std::vector<NamedVariant> nothing_else(1);
  for (const NamedVariant& variant : variants.empty() ? nothing_else : variants) {
    StudyOptions own = options;
    own.run.overrides.insert(own.run.overrides.end(), variant.overrides.begin(),
                             variant.overrides.end());
    try {
      auto study = std::make_unique<MonteCarloStudy>(document, registry, own);
      if (studies_.empty() || !study->ok()) diagnostics_ = study->diagnostics();
      names_.push_back(variant.name);
      studies_.push_back(std::move(study));
    } catch (const MeasureError& error) {
      if (!measures_of_file) throw;
      const StudyMeasure& measure = document.study->measures[error.index()];
      diagnostics_.push_back(
          StudyDiagnostic(measure.origin, "study.measures." + measure.name, error.what()));
    } catch (const UsageError& error) {
      if (!variants_of_file || variants.empty()) throw;
      diagnostics_.push_back(VariantDiagnostic(*document.study, names_.size(), error.what()));
    }
    if (HasErrors(diagnostics_)) return;
  }
}

std::vector<const StudyResults*> VariantStudies::results() const {
  std::vector<const StudyResults*> results;
  for (const auto& study : studies_) results.push_back(&study->results());
  return results;
}

bool VariantStudies::is_complete() const {
  return std::ranges::all_of(studies_, [](const auto& study) { return study->is_complete(); });
}

// Builds the studies without making a run. Of what they find only what is about the study is
// returned: the check of the diagram reports the rest.
std::vector<Diagnostic> CheckStudy(const Document& document, const BlockRegistry& registry,
                                   bool allow_paths) {
  if (!document.study) return {};
  std::vector<Diagnostic> diagnostics;
  const StudyPlan plan = EvaluateStudy(document, &diagnostics);
  if (HasErrors(diagnostics)) return diagnostics;
  StudyOptions options;
  options.run.allow_paths = allow_paths;
  options.measures = plan.measures;
  options.grid_sec = plan.grid_sec;
  const VariantStudies studies(document, registry, options, plan.variants, true, true);
  for (const Diagnostic& diagnostic : studies.diagnostics()) {
    if (diagnostic.id == DiagnosticCode::kStudyValue) diagnostics.push_back(diagnostic);
  }
  return diagnostics;
}

// Runs of one number have the same draws in both studies, so much of what varies from run to run
// drops out of their difference, and the difference of the means is known far better than either
// mean (common random numbers).
Moments PairedDifference(const StudyResults& of, const StudyResults& less, std::size_t measure) {
  std::vector<double> differences = of.MeasureValues(measure);
  const std::vector<double> others = less.MeasureValues(measure);
  differences.resize(std::min(differences.size(), others.size()));
  for (std::size_t run = 0; run < differences.size(); ++run) differences[run] -= others[run];
  return MomentsOf(differences, of.is_antithetic);
}

}  // namespace loopwright
