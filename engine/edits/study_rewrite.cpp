#include "engine/edits/study_rewrite.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/document/measure_words.h"
#include "engine/text/split_outside.h"

namespace loopwright {
namespace {

// The path of a block or a signal from the top level down, as it is after the edit.
std::string Rewritten(const SignalRewrite& rewrite, const std::string& name, bool is_block) {
  if (is_block) {
    std::string block = name;
    return RewriteBlock(rewrite, &block) == SignalFate::kChange ? block : name;
  }
  std::optional<SignalPath> path = ParseSignalPath(name);
  return path && rewrite(&*path) == SignalFate::kChange ? ToString(*path) : name;
}

// The name that a call has first in its brackets, as it is written there, and as it is to be.
std::string RewrittenName(const MeasureRewrite& rewrite, std::string_view written, bool is_block) {
  std::string_view name = written;
  const bool is_quoted = name.size() >= 2 && name.front() == '"' && name.back() == '"';
  if (is_quoted) name = name.substr(1, name.size() - 2);
  std::string after = rewrite.name(std::string(name), is_block);
  const bool needs_quotes = after != name && after.find_first_of("();") != std::string::npos;
  return is_quoted || needs_quotes ? '"' + after + '"' : after;
}

// "plant.mass" is the parameter `mass` of the block plant; a name without a dot is a parameter of
// the diagram, which has no block.
void RewriteParameters(const SignalRewrite& rewrite, StudyParameters* parameters) {
  for (auto& [name, value] : *parameters) {
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos) continue;
    name = Rewritten(rewrite, name.substr(0, dot), true) + name.substr(dot);
  }
}

}  // namespace

// Goes from call to call.
std::string RewriteMeasure(const MeasureRewrite& rewrite, std::string_view formula) {
  std::string result;
  std::size_t copied = 0;
  for (std::size_t begin = 0; begin < formula.size();) {
    std::size_t end = begin;
    while (end < formula.size() && IsMeasureWordCharacter(formula[end])) ++end;
    const std::string_view word = formula.substr(begin, end - begin);
    const bool is_call = end < formula.size() && formula[end] == '(' &&
                         std::find(std::begin(kMeasureWords), std::end(kMeasureWords), word) !=
                             std::end(kMeasureWords);
    const std::size_t call = std::exchange(begin, std::max(end, begin + 1));
    if (!is_call) continue;
    const std::size_t close = ClosingBracket(formula, end);
    if (close == formula.size()) break;
    const auto parts = SplitOutside(formula.substr(end + 1, close - end - 1), ',');
    const std::string_view name = parts.front();
    const bool is_block = word == "failed" || (word == "count" && parts.size() == 1);
    const std::size_t at = name.data() - formula.data();
    result += rewrite.formula(formula.substr(copied, call - copied), false);
    result += formula.substr(call, at - call);
    result += RewrittenName(rewrite, name, is_block);
    const std::size_t behind = at + name.size();
    result += rewrite.formula(formula.substr(behind, close - behind), true);
    copied = begin = close;
  }
  return result + rewrite.formula(formula.substr(copied), false);
}

void RewriteStudy(Transaction* transaction, const SignalRewrite& rewrite) {
  if (!transaction->document().study) return;
  StudySettings study = *transaction->document().study;
  if (study.signal) study.signal = Rewritten(rewrite, *study.signal, false);
  const MeasureRewrite of_measure = {
      [&](const std::string& name, bool is_block) { return Rewritten(rewrite, name, is_block); },
      [](std::string_view text, bool) { return std::string(text); }};
  for (StudyMeasure& measure : study.measures) {
    measure.formula = RewriteMeasure(of_measure, measure.formula);
  }
  for (StudyVariant& variant : study.common) RewriteParameters(rewrite, &variant.parameters);
  RewriteParameters(rewrite, &study.sweep);
  transaction->Apply(StudyEdit{std::move(study)});
}

}  // namespace loopwright
