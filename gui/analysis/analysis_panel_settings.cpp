// How the panel of the analysis follows the analyses of the document's file, and stores in them.

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QScopedValueRollback>
#include <QTabBar>
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "engine/document/analysis_words.h"
#include "engine/document/document.h"
#include "gui/analysis/analysis_chooser.h"
#include "gui/analysis/analysis_panel.h"
#include "gui/document/qt_text.h"
#include "gui/panels/signal_field.h"

namespace loopwright {

// Which of both it is the analysis tells, where it has points of one alone. Gains in the place of
// blocks belong to what was looked at before.
void AnalysisPanel::showSetting() {
  const AnalysisSetting* const setting = chooser_->setting();
  if (setting == nullptr) return;
  const QScopedValueRollback<bool> following(isFollowing_, true);
  const bool hasPorts = !setting->inputs.empty() || !setting->outputs.empty();
  const bool isLoop =
      setting->loop.has_value() != hasPorts ? !hasPorts : kind_->currentIndex() == kLoop;
  gains_.clear();
  choose(isLoop);
  showPoints(*setting);
  showPlace(*setting);
  showView(*setting);
}

void AnalysisPanel::showPoints(const AnalysisSetting& setting) {
  const QScopedValueRollback<bool> following(isFollowing_, true);
  const auto first = [](const std::vector<std::string>& points) {
    return points.empty() ? QString() : toQt(points.front());
  };
  const bool isLoop = kind_->currentIndex() == kLoop;
  from_->setEditText(isLoop ? toQt(setting.loop.value_or("")) : first(setting.inputs));
  to_->setEditText(first(setting.outputs));
}

void AnalysisPanel::showPlace(const AnalysisSetting& setting) {
  const AnalysisPlace place = setting.at.value_or(AnalysisPlace());
  auto point = AnalysisPoint::kInitialValues;
  if (place.trim) point = AnalysisPoint::kRest;
  if (place.time) point = AnalysisPoint::kTime;
  point_->setCurrentIndex(place.periodic ? -1 : static_cast<int>(point));
  if (!place.time) return;
  // What is being typed stays as it is typed.
  if (time_->value() != *place.time) time_->setValue(*place.time);
  timeSec_ = *place.time;
}

void AnalysisPanel::showView(const AnalysisSetting& setting) {
  if (setting.views.empty()) return;
  const auto* const found =
      std::find(std::begin(kAnalysisViews), std::end(kAnalysisViews), setting.views.front());
  views_->setCurrentIndex(static_cast<int>(found - std::begin(kAnalysisViews)));
}

void AnalysisPanel::setPoints(AnalysisSetting* setting) const {
  const auto put = [](const QString& text, std::vector<std::string>* points) {
    if (!points->empty()) points->erase(points->begin());
    if (!text.isEmpty()) points->insert(points->begin(), text.toStdString());
  };
  if (kind_->currentIndex() == kLoop) {
    setting->loop.reset();
    if (!from_->currentText().isEmpty()) setting->loop = from_->currentText().toStdString();
  } else {
    put(from_->currentText(), &setting->inputs);
    put(to_->currentText(), &setting->outputs);
  }
}

// What an equilibrium is asked for beside rest stays with it.
void AnalysisPanel::setPlace(AnalysisSetting* setting) const {
  AnalysisPlace place = setting->at.value_or(AnalysisPlace());
  const auto point = static_cast<AnalysisPoint>(point_->currentIndex());
  place.periodic.reset();
  place.time.reset();
  if (point != AnalysisPoint::kRest) place.trim.reset();
  if (point == AnalysisPoint::kRest && !place.trim) place.trim.emplace();
  if (point == AnalysisPoint::kTime) place.time = timeSec_;
  setting->at.reset();
  if (place != AnalysisPlace()) setting->at = place;
}

// A text that is no point would make a file that cannot be read.
void AnalysisPanel::storePoints() {
  const auto isPoint = [](const QString& text) {
    return text.isEmpty() || ParseSignalPath(text.mid(text.startsWith(u'>') ? 1 : 0).toStdString());
  };
  const bool isLoop = kind_->currentIndex() == kLoop;
  if (isFollowing_ || !isPoint(from_->currentText())) return;
  if (!isLoop && !isPoint(to_->currentText())) return;
  chooser_->change(QStringLiteral("points"),
                   [this](AnalysisSetting* setting) { setPoints(setting); });
}

void AnalysisPanel::storePlace() {
  if (isFollowing_ || point_->currentIndex() < 0) return;
  chooser_->change(QStringLiteral("place"),
                   [this](AnalysisSetting* setting) { setPlace(setting); });
}

// What is shown is the first of the views. It takes the place of the one that was, unless it is one
// of the others already.
void AnalysisPanel::storeView() {
  if (isFollowing_) return;
  const std::string view(kAnalysisViews[views_->currentIndex()]);
  chooser_->change(QStringLiteral("view"), [&view](AnalysisSetting* setting) {
    std::vector<std::string>& views = setting->views;
    const auto found = std::find(views.begin(), views.end(), view);
    if (found != views.end()) {
      std::rotate(views.begin(), found, found + 1);
    } else if (views.empty()) {
      views = {view};
    } else {
      views.front() = view;
    }
  });
}

AnalysisSetting AnalysisPanel::settingOfFields() const {
  AnalysisSetting setting;
  if (const AnalysisSetting* const chosen = chooser_->setting()) setting = *chosen;
  setPoints(&setting);
  if (point_->currentIndex() >= 0) setPlace(&setting);
  if (setting.views.empty()) setting.views = {std::string(kAnalysisViews[views_->currentIndex()])};
  return setting;
}

}  // namespace loopwright
