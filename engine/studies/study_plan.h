#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/document/diagnostics.h"
#include "engine/studies/measure_formula.h"
#include "engine/studies/stop_rule.h"

namespace loopwright {

class Document;

/// A variant of the diagram, and the parameters that it has other values of, as `--set` takes them.
struct NamedVariant {
  std::string name;
  std::vector<std::pair<std::string, std::string>> overrides;
};

/// What a document's `study` asks for, its expressions evaluated. Absent is what the file does not
/// say. The command's options go before these.
struct StudyPlan {
  /// Runs of each variant, from 1 on.
  std::optional<uint64_t> num_runs;
  /// Seconds between the times of the ensemble.
  std::optional<double> grid_sec;
  std::vector<MeasureText> measures;
  std::optional<StopRule> stop;
  bool is_antithetic = false;
  std::vector<NamedVariant> variants;  ///< those of `common`, then all combinations of `sweep`
};

/// Reads it. What is wrong is added to `diagnostics`, with its place. Nothing where the document
/// has no `study`.
StudyPlan EvaluateStudy(const Document& document, std::vector<Diagnostic>* diagnostics);

/// "gain=1; A: gain=2, plant.mass=3" taken apart: variants with a name of their own, or called by
/// what they set. UsageError.
std::vector<NamedVariant> SplitVariants(std::string_view text);

}  // namespace loopwright
