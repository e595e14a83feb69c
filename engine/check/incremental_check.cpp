#include "engine/check/incremental_check.h"

#include <utility>

#include "engine/check/analysis.h"

namespace loopwright {

IncrementalCheck::IncrementalCheck(const BlockRegistry& registry) : registry_(registry) {}

IncrementalCheck::~IncrementalCheck() = default;

// The document of before is kept until the new analysis is made, as that takes over parts which
// refer to it.
void IncrementalCheck::Check(std::shared_ptr<const Document> document) {
  const std::unique_ptr<Analysis> before = std::move(analysis_);
  analysis_ = std::make_unique<Analysis>(Analyse(*document, registry_, false, before.get()));
  document_ = std::move(document);
}

const std::vector<Diagnostic>& IncrementalCheck::diagnostics() const {
  return analysis_->diagnostics;
}

const std::vector<AlgebraicLoop>& IncrementalCheck::loops() const { return analysis_->loops; }

std::unordered_map<std::string, SampleTime> IncrementalCheck::FindSampleTimes() const {
  return SampleTimesByPath(*analysis_);
}

// Only vectors, as only these are marked in the editor.
std::unordered_map<std::string, int> IncrementalCheck::FindWidths() const {
  const Structure& structure = analysis_->structure;
  std::unordered_map<std::string, int> widths;
  for (std::size_t i = 0; i < structure.outputs.size(); ++i) {
    const int width = structure.outputs[i].width;
    if (width > 1) widths.emplace(structure.OutputPath(static_cast<int>(i)), width);
  }
  return widths;
}

int IncrementalCheck::num_evaluated() const { return analysis_->structure.num_evaluated; }

}  // namespace loopwright
