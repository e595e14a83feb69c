#include "gui/analysis/place_fields.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QScopedValueRollback>
#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/document/document.h"
#include "engine/file/load_analyses.h"
#include "engine/text/split_outside.h"
#include "gui/document/qt_text.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// A comma separates entries except within brackets: "a.y=[1, 2], b.y=3" has two.
QStringList partsOf(const QString& text) {
  QStringList parts;
  const std::string whole = text.toStdString();
  for (const std::string_view part : SplitOutside(whole, ',')) {
    if (!part.empty()) parts += toQt(part);
  }
  return parts;
}

}  // namespace

// A diagram is linearised at its initial values, at an equilibrium near to these, or at a time of a
// run. Only the fields of the chosen kind of place are shown. The number of seconds is written in
// one form everywhere, as in files, whatever the language.
PlaceFields::PlaceFields(QWidget* parent)
    : QWidget(parent),
      point_(new QComboBox(this)),
      time_(new QDoubleSpinBox(this)),
      frees_(new QLineEdit(this)),
      targets_(new QLineEdit(this)) {
  point_->setObjectName(QStringLiteral("analysisPoint"));
  point_->setAccessibleName(tr("Where the diagram is linearised"));
  point_->addItems({tr("at initial values"), tr("at rest"), tr("at a time")});
  time_->setObjectName(QStringLiteral("analysisTime"));
  time_->setAccessibleName(tr("Time of a run"));
  time_->setSuffix(tr(" s"));
  time_->setDecimals(3);
  time_->setRange(0, 1e9);
  time_->setLocale(QLocale::c());
  frees_->setObjectName(QStringLiteral("analysisFrees"));
  frees_->setAccessibleName(tr("What may change for the equilibrium"));
  frees_->setPlaceholderText(tr("free: u.y=0..10"));
  targets_->setObjectName(QStringLiteral("analysisTargets"));
  targets_->setAccessibleName(tr("What signals have at the equilibrium"));
  targets_->setPlaceholderText(tr("target: plant.y=1"));
  auto* const layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(6);
  for (QWidget* field : std::initializer_list<QWidget*>{point_, time_, frees_, targets_}) {
    layout->addWidget(field);
  }
  for (QLineEdit* field : {frees_, targets_}) {
    field->setToolTip(field->accessibleName());
    field->setMaximumWidth(scaled(130));
  }
  showFields();
  connectFields();
}

// Two signals tell of changes: `changed` with each key, for an analysis that follows what is typed,
// and `edited` when a field is finished, for the setting in the document. Nothing is told while the
// fields themselves follow the document, or the two would call each other in a circle.
void PlaceFields::connectFields() {
  const auto tell = [this] {
    if (!isFollowing_ && isPlace()) Q_EMIT edited();
  };
  for (QLineEdit* field : {frees_, targets_}) {
    connect(field, &QLineEdit::textChanged, this, &PlaceFields::changed);
    connect(field, &QLineEdit::editingFinished, this, [this, tell] {
      if (point() == AnalysisPoint::kRest) tell();
    });
  }
  connect(point_, &QComboBox::currentIndexChanged, this, [this, tell] {
    showFields();
    tell();
    Q_EMIT changed();
  });
  time_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  connect(time_, &QDoubleSpinBox::valueChanged, this, [this, tell](double value) {
    timeSec_ = value;
    tell();
    Q_EMIT changed();
  });
}

AnalysisPoint PlaceFields::point() const {
  return static_cast<AnalysisPoint>(point_->currentIndex());
}

bool PlaceFields::isPlace() const { return point_->currentIndex() >= 0; }

// Fields of the place that is chosen, and of no other.
void PlaceFields::showFields() {
  time_->setVisible(point() == AnalysisPoint::kTime);
  frees_->setVisible(point() == AnalysisPoint::kRest);
  targets_->setVisible(point() == AnalysisPoint::kRest);
}

void PlaceFields::show(const AnalysisSetting& setting) {
  const QScopedValueRollback<bool> following(isFollowing_, true);
  const AnalysisPlace place = setting.at.value_or(AnalysisPlace());
  auto point = AnalysisPoint::kInitialValues;
  if (place.trim) point = AnalysisPoint::kRest;
  if (place.time) point = AnalysisPoint::kTime;
  point_->setCurrentIndex(place.periodic ? -1 : static_cast<int>(point));
  const AnalysisTrim trim = place.trim.value_or(AnalysisTrim());
  const std::pair<QLineEdit*, const std::vector<std::string>&> texts[] = {{frees_, trim.frees},
                                                                          {targets_, trim.targets}};
  for (const auto& [field, parts] : texts) {
    const QStringList shown = qtTexts(parts);
    if (partsOf(field->text()) != shown) field->setText(shown.join(QStringLiteral(", ")));
  }
  if (!place.time) return;
  // What is being typed stays as it is typed.
  if (time_->value() != *place.time) time_->setValue(*place.time);
  timeSec_ = *place.time;
}

// A text that is none would make a file that cannot be read: what was there stays instead.
void PlaceFields::putTrim(AnalysisTrim* trim) const {
  const auto putTexts = [](const QLineEdit* field, bool (*isRight)(std::string_view),
                           std::vector<std::string>* texts) {
    std::vector<std::string> typed = engineTexts(partsOf(field->text()));
    if (std::all_of(typed.begin(), typed.end(), isRight)) *texts = std::move(typed);
  };
  putTexts(frees_, IsFreeText, &trim->frees);
  putTexts(targets_, IsTargetText, &trim->targets);
}

// What the fields do not show is kept: a side before or after updates may stand in the file though
// no field edits it. A place that is all default is not written.
void PlaceFields::put(AnalysisSetting* setting) const {
  AnalysisPlace place = setting->at.value_or(AnalysisPlace());
  place.periodic.reset();
  place.time.reset();
  if (point() != AnalysisPoint::kRest) {
    place.trim.reset();
  } else {
    if (!place.trim) place.trim.emplace();
    putTrim(&*place.trim);
  }
  if (point() == AnalysisPoint::kTime) place.time = timeSec_;
  setting->at.reset();
  if (place != AnalysisPlace()) setting->at = place;
}

// Puts what the fields say into a question that is asked now; the document is not changed.
void PlaceFields::ask(AnalysisRequest* request) const {
  if (isPlace()) request->point = point();
  if (request->point == AnalysisPoint::kTime) request->timeSec = timeSec_;
  if (request->point == AnalysisPoint::kRest) {
    request->frees = partsOf(frees_->text());
    request->targets = partsOf(targets_->text());
  }
}

}  // namespace loopwright
