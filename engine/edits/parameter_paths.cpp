#include "engine/edits/parameter_paths.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace loopwright {
namespace {

void RewriteSliders(Transaction* transaction, const ParameterPathRewrite& rewrite) {
  const std::vector<SliderSetting>& sliders = transaction->document().sliders;
  for (std::size_t i = 0; i < sliders.size(); ++i) {
    SliderSetting slider = sliders[i];
    rewrite(&slider.parameter);
    if (slider == sliders[i]) continue;
    transaction->Apply(SliderEdit{{}, i, ListAction::kReplace, std::move(slider)});
  }
}

// An analysis may let parameters change to find an equilibrium: `k=0..1`, `SUB.k=0..1`.
void RewriteTrims(Transaction* transaction, const ParameterPathRewrite& rewrite) {
  const std::vector<AnalysisSetting>& analyses = transaction->document().analyses;
  for (std::size_t i = 0; i < analyses.size(); ++i) {
    AnalysisSetting analysis = analyses[i];
    if (!analysis.at || !analysis.at->trim) continue;
    for (std::string& free : analysis.at->trim->frees) {
      const std::size_t equals = std::min(free.find('='), free.size());
      std::string path = free.substr(0, equals);
      rewrite(&path);
      free.replace(0, equals, path);
    }
    if (analysis == analyses[i]) continue;
    transaction->Apply(AnalysisEdit{{}, i, ListAction::kReplace, std::move(analysis)});
  }
}

void RewriteStudyParameters(Transaction* transaction, const ParameterPathRewrite& rewrite) {
  if (!transaction->document().study) return;
  StudySettings study = *transaction->document().study;
  for (auto& [path, values] : study.sweep) rewrite(&path);
  for (StudyVariant& variant : study.common) {
    for (auto& [path, value] : variant.parameters) rewrite(&path);
  }
  if (study != *transaction->document().study) transaction->Apply(StudyEdit{std::move(study)});
}

}  // namespace

void RewriteParameterPaths(Transaction* transaction, const ParameterPathRewrite& rewrite) {
  RewriteSliders(transaction, rewrite);
  RewriteTrims(transaction, rewrite);
  RewriteStudyParameters(transaction, rewrite);
}

}  // namespace loopwright
