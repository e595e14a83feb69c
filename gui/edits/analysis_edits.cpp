#include "gui/edits/analysis_edits.h"

#include <algorithm>
#include <cstddef>
#include <optional>
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
  return found - all.begin();
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

namespace {

// Figures of an analysis follow its name; without `name` they go with it. From behind, since an
// entry may be removed on the way.
void followInFigures(Transaction* transaction, const std::string& before,
                     const std::optional<std::string>& name) {
  const std::vector<FigureSetting>& figures = transaction->document().figures;
  for (std::size_t i = figures.size(); i-- > 0;) {
    if (figures[i].analysis != before) continue;
    FigureSetting figure = figures[i];
    figure.analysis = name;
    const ListAction action = name ? ListAction::kReplace : ListAction::kRemove;
    transaction->Apply(FigureEdit{{}, i, action, std::move(figure)});
  }
}

}  // namespace

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
  const std::string newName = analysis.name;
  analysis.point_origins.places.clear();
  transaction->Apply(AnalysisEdit{
      {}, index, isNew ? ListAction::kInsert : ListAction::kReplace, std::move(analysis)});
  if (newName != name) followInFigures(transaction, name, newName);
}

void removeAnalysis(Transaction* transaction, const std::string& name) {
  const std::size_t index = indexOfAnalysis(transaction->document(), name);
  transaction->Apply(AnalysisEdit{{}, index, ListAction::kRemove, {}});
  followInFigures(transaction, name, std::nullopt);
}

std::string freeAnalysisName(const Document& document, const std::string& base) {
  std::string name = base;
  for (int number = 2; document.FindAnalysis(name) != nullptr; ++number) {
    name = base + ' ' + std::to_string(number);
  }
  return name;
}

}  // namespace loopwright
