#include "gui/study/measure_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "engine/statistics/confidence.h"
#include "engine/statistics/moments.h"
#include "gui/plots/readout_overlay.h"
#include "gui/run/run_controller.h"
#include "gui/samples/histogram.h"
#include "gui/study/name_list.h"
#include "gui/study/study_picture.h"
#include "gui/theme/style_state.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

QLineEdit* brushField(const char* name, const QString& what, QWidget* parent) {
  auto* const field = new QLineEdit(parent);
  field->setObjectName(QLatin1String(name));
  field->setAccessibleName(what);
  field->setToolTip(what);
  field->setPlaceholderText(QStringLiteral("…"));
  // Of the numbers of a readout that are as wide as they come.
  field->setMinimumWidth(field->fontMetrics().horizontalAdvance(QStringLiteral("-0.00012345")) +
                         scaled(14));
  return field;
}

QString percent(double part) { return QString::number(100 * part, 'f', 1) + QStringLiteral(" %"); }

}  // namespace

// A brush is a range of the measure: runs with values in it are shown in all other pictures of the
// study. It is drawn in the histogram or typed into the two fields, and both follow each other.
// Another measure drops it, because its values mean something else.
MeasurePage::MeasurePage(QWidget* parent)
    : QWidget(parent),
      measure_(new QComboBox(this)),
      mean_(new QLabel(this)),
      from_(brushField("studyBrushFrom", tr("Runs from this value of the measure on"), this)),
      to_(brushField("studyBrushTo", tr("Runs up to this value of the measure"), this)),
      share_(new QLabel(this)),
      histogram_(new Histogram(this)) {
  measure_->setObjectName(QStringLiteral("studyMeasure"));
  measure_->setAccessibleName(tr("Measure that is shown"));
  measure_->setMinimumContentsLength(8);
  mean_->setObjectName(QStringLiteral("studyMean"));
  mean_->setProperty("role", "secondary");
  mean_->setWordWrap(true);
  share_->setObjectName(QStringLiteral("studyShare"));
  share_->setWordWrap(true);
  auto* const row = new QHBoxLayout;
  row->setSpacing(6);
  row->addWidget(measure_, 2);
  row->addWidget(from_, 1);
  row->addWidget(new QLabel(QStringLiteral("–"), this));
  row->addWidget(to_, 1);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 6, 0, 2);
  layout->setSpacing(3);
  layout->addLayout(row);
  layout->addWidget(mean_);
  layout->addWidget(histogram_, 1);
  layout->addWidget(share_);
  connect(measure_, &QComboBox::activated, this, [this] {
    histogram_->setBrush(std::nullopt);
    refresh();
    findBrushed();
  });
  connect(histogram_, &Histogram::brushed, this, &MeasurePage::findBrushed);
  for (QLineEdit* field : {from_, to_}) {
    connect(field, &QLineEdit::editingFinished, this, &MeasurePage::typeBrush);
  }
  refresh();
}

// The choice stays where the new picture has the same measure.
void MeasurePage::setPicture(std::shared_ptr<const StudyPicture> picture) {
  picture_ = std::move(picture);
  if (picture_ && !setNames(measure_, picture_->measures)) histogram_->setBrush(std::nullopt);
  refresh();
  findBrushed();
}

// In a block of results the values of parameters come first, and those of measures behind them.
void MeasurePage::refresh() {
  values_.clear();
  const int index = measure_->currentIndex();
  if (picture_ && index >= 0 && static_cast<std::size_t>(index) < picture_->measures.size()) {
    values_ = studyValues(*picture_, picture_->parameters.size() + static_cast<std::size_t>(index));
  }
  histogram_->setValues(measure_->currentText(), values_);
  mean_->setText(meanText(values_));
}

// "mean 1.5 ± 0.1, standard deviation 0.4; 3 runs do not have it".
QString MeasurePage::meanText(const std::vector<double>& values) const {
  if (values.empty()) return {};
  const Moments moments = MomentsOf(values, false);
  const uint64_t missing = values.size() - moments.count;
  QString text;
  if (moments.count > 0) {
    const Moments independent = MomentsOf(values, picture_->isAntithetic);
    const auto [mean, halfWidth] =
        formatUncertain(moments.mean, MeanHalfWidth(independent, kStudyConfidence));
    text = tr("mean %1 ± %2 (95 %), standard deviation %3")
               .arg(mean, halfWidth, formatReadout(moments.standard_deviation()));
  }
  if (missing > 0) {
    if (!text.isEmpty()) text += QStringLiteral("; ");
    text += missing == 1 ? tr("1 run does not have it")
                         : tr("%1 runs do not have it").arg(formatCount(qint64(missing)));
  }
  return text;
}

// An empty field is no bound; with both empty nothing is brushed.
void MeasurePage::typeBrush() {
  const auto read = [](QLineEdit* field, double none) {
    bool isNumber = false;
    const QString text = field->text().trimmed();
    const double number = text.toDouble(&isNumber);
    setStyleState(field, "invalid", !text.isEmpty() && !isNumber);
    return isNumber ? number : none;
  };
  const double all = std::numeric_limits<double>::infinity();
  const double from = read(from_, -all), to = read(to_, all);
  const bool isEmpty = from == -all && to == all;
  histogram_->setBrush(isEmpty ? std::nullopt : std::optional(Histogram::Range(from, to)));
  findBrushed();
}

// An empty field stands for no bound. A field that is being typed into is left alone, and the
// others are told only where other runs are in the brush than before, so that a picture of ten
// thousand paths is not drawn anew in vain.
void MeasurePage::findBrushed() {
  const std::optional<Histogram::Range> brush = histogram_->brush();
  std::vector<uint64_t> runs;
  for (std::size_t run = 0; brush && run < values_.size(); ++run) {
    if (values_[run] >= brush->first && values_[run] <= brush->second) runs.push_back(run);
  }
  const double none = std::numeric_limits<double>::infinity();
  for (const auto& [field, bound] : {std::pair(from_, brush ? brush->first : -none),
                                     std::pair(to_, brush ? brush->second : none)}) {
    if (field->hasFocus() && field->isModified()) continue;
    field->setText(std::isfinite(bound) ? QString::number(bound, 'g', 6) : QString());
  }
  const bool isAnother = runs != brushed_;
  brushed_ = std::move(runs);
  showShare();
  if (isAnother) Q_EMIT brushChanged();
}

// The share of the runs that have the measure, by Wilson's interval; of antithetic runs, which come
// in pairs that depend on each other, by that of the means of pairs.
void MeasurePage::showShare() {
  const auto count = static_cast<uint64_t>(std::count_if(
      values_.begin(), values_.end(), [](double value) { return std::isfinite(value); }));
  if (!histogram_->brush() || count == 0) {
    return share_->setText(count == 0 ? QString() : tr("Drag across the bars to choose runs."));
  }
  const Interval interval = ProportionInterval(brushed_.size(), count, kStudyConfidence);
  double half = (interval.upper - interval.lower) / 2;
  if (picture_->isAntithetic) {
    std::vector<double> hits;
    for (const double value : values_) hits.push_back(std::isfinite(value) ? 0 : value);
    for (const uint64_t run : brushed_) hits[run] = 1;
    half = MeanHalfWidth(MomentsOf(hits, true), kStudyConfidence);
  }
  share_->setText(tr("%1 ± %2 (95 %): %3 of %4 runs")
                      .arg(percent(double(brushed_.size()) / double(count)), percent(half),
                           formatCount(qint64(brushed_.size())), formatCount(qint64(count))));
}

}  // namespace loopwright
