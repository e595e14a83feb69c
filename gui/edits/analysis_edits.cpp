#include "gui/edits/analysis_edits.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace loopwright {

namespace {

// The list of points of a mark that many can have.
std::vector<std::string> AnalysisSetting::*listOf(AnalysisMark mark) {
  if (mark == AnalysisMark::kInput) return &AnalysisSetting::inputs;
  return mark == AnalysisMark::kOutput ? &AnalysisSetting::outputs : &AnalysisSetting::open;
}

std::size_t indexOfAnalysis(const Document& document, const std::string& name) {
  const auto& all = document.analyses;
  const auto found = std::find_if(all.begin(), all.end(), [&](const AnalysisSetting& analysis) {
    return analysis.name == name;
  });
  return static_cast<std::size_t>(found - all.begin());
}

}  // namespace

std::string portOfPoint(const std::string& point) { return point.substr(0, point.find('[')); }

bool hasMark(const AnalysisSetting& analysis, AnalysisMark mark, const std::string& point) {
  if (mark == AnalysisMark::kLoop) return analysis.loop && portOfPoint(*analysis.loop) == point;
  const std::vector<std::string>& points = analysis.*listOf(mark);
  return std::any_of(points.begin(), points.end(),
                     [&](const std::string& other) { return portOfPoint(other) == point; });
}

void setMark(AnalysisSetting* analysis, AnalysisMark mark, const std::string& point, bool isSet) {
  if (hasMark(*analysis, mark, point) == isSet) return;
  if (mark == AnalysisMark::kLoop) {
    analysis->loop.reset();
    if (isSet) analysis->loop = point;
    return;
  }
  std::vector<std::string>& points = analysis->*listOf(mark);
  if (isSet) return points.push_back(point);
  std::erase_if(points, [&](const std::string& other) { return portOfPoint(other) == point; });
}

// What is changed no longer stands where it was read.
void changeAnalysis(Transaction* transaction, const std::string& name,
                    const std::function<void(AnalysisSetting*)>& change) {
  const Document& document = transaction->document();
  const std::size_t index = indexOfAnalysis(document, name);
  const bool isNew = index == document.analyses.size();
  AnalysisSetting analysis;
  if (!isNew) analysis = document.analyses[index];
  analysis.name = name;
  change(&analysis);
  analysis.point_origins.places.clear();
  transaction->Apply(AnalysisEdit{
      {}, index, isNew ? ListAction::kInsert : ListAction::kReplace, std::move(analysis)});
}

void removeAnalysis(Transaction* transaction, const std::string& name) {
  const std::size_t index = indexOfAnalysis(transaction->document(), name);
  transaction->Apply(AnalysisEdit{{}, index, ListAction::kRemove, {}});
}

std::string freeAnalysisName(const Document& document, const std::string& base) {
  std::string name = base;
  for (int number = 2; document.FindAnalysis(name) != nullptr; ++number) {
    name = base + ' ' + std::to_string(number);
  }
  return name;
}

}  // namespace loopwright
