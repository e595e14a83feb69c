#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/document/diagnostics.h"
#include "engine/studies/monte_carlo_study.h"
#include "engine/studies/study_plan.h"

namespace loopwright {

/// A study of each variant of a document, with the same seed: run K of every variant has the draws
/// of run K of the others (common random numbers), so that variants are compared run by run.
class VariantStudies {
 public:
  /// Builds every model. What is wrong is in diagnostics(), with its place in the file, where the
  /// measures or the variants are those of the file; else MeasureError or UsageError is thrown.
  /// Without variants there is one study, called "".
  VariantStudies(const Document& document, const BlockRegistry& registry,
                 const StudyOptions& options, const std::vector<NamedVariant>& variants,
                 bool measures_of_file, bool variants_of_file);

  /// What is wrong with the diagram or the study. With errors there are fewer studies than
  /// variants.
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  /// Names and studies in the order of the variants.
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::unique_ptr<MonteCarloStudy>>& studies() const { return studies_; }
  /// What each study knows so far. The pointers hold as long as this.
  std::vector<const StudyResults*> results() const;
  /// Whether every study has all runs that it needs.
  bool is_complete() const;

 private:
  std::vector<Diagnostic> diagnostics_;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<MonteCarloStudy>> studies_;
};

/// What is wrong with a document's `study`, and with the diagram where that is what it needs.
/// Nothing without one.
std::vector<Diagnostic> CheckStudy(const Document& document, const BlockRegistry& registry,
                                   bool allow_paths);

/// The sample of a measure of one variant less that of another, run by run, over the runs that have
/// both (of antithetic runs over pairs): MeanHalfWidth() of it says whether the variants differ.
Moments PairedDifference(const StudyResults& of, const StudyResults& less, std::size_t measure);

}  // namespace loopwright
