#include "gui/samples/histogram.h"

#include <algorithm>
#include <cmath>

#include "gui/plots/plot_style.h"
#include "gui/samples/study_look.h"

namespace loopwright {

namespace {

constexpr int kFewestBars = 8;
constexpr int kMostBars = 60;
constexpr double kBarGap = 0.96;  // of the width of a bar

// Twice the cube root of the sample's size (Rice's rule).
int barsFor(std::size_t count) {
  const double bars = std::ceil(2 * std::cbrt(static_cast<double>(count)));
  return std::clamp(static_cast<int>(bars), kFewestBars, kMostBars);
}

}  // namespace

// Two sets of bars lie upon each other: all values, and in another colour those in the brush. The
// brush's area is as high as the plot whatever the numbers at the axis are.
Histogram::Histogram(QWidget* parent)
    : BrushPlot(QStringLiteral("histogramArea"), parent),
      bars_(new QCPBars(plot()->xAxis, plot()->yAxis)),
      chosenBars_(new QCPBars(plot()->xAxis, plot()->yAxis)),
      area_(new QCPItemRect(plot())) {
  setObjectName(QStringLiteral("studyHistogram"));
  plot()->yAxis->setLabel(tr("runs"));
  for (QCPItemPosition* corner : {area_->topLeft, area_->bottomRight}) {
    corner->setTypeX(QCPItemPosition::ptPlotCoords);
    corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
  }
  Histogram::style();
  setValues(QString(), {});
}

void Histogram::style() {
  const Theme& theme = Theme::current();
  stylePlot(plot());
  for (QCPBars* const bars : {bars_, chosenBars_}) bars->setPen(Qt::NoPen);
  bars_->setBrush(withAlpha(theme.accent, 150));
  chosenBars_->setBrush(chosenColour());
  area_->setPen(QPen(chosenColour(), 1));
  area_->setBrush(withAlpha(chosenColour(), 25));
}

// Values that are not finite, of runs that failed, are in no bar. Where all values are the same
// there is one bar, of width 1 around it.
void Histogram::setValues(const QString& name, const std::vector<double>& values) {
  values_.clear();
  for (const double value : values) {
    if (std::isfinite(value)) values_.push_back(value);
  }
  counts_.clear();
  plot()->xAxis->setLabel(name);
  if (!values_.empty()) {
    const auto [least, greatest] = std::minmax_element(values_.begin(), values_.end());
    // From the least value to the greatest, as many bars as so many values can fill evenly.
    const int bars = *least < *greatest ? barsFor(values_.size()) : 1;
    least_ = *least < *greatest ? *least : *least - 0.5;
    width_ = *least < *greatest ? (*greatest - *least) / bars : 1;
    counts_.assign(bars, 0);
    counts_ = countBars({*least, *greatest});
  }
  showBars(counts_, bars_);
  if (!counts_.empty()) {
    plot()->xAxis->setRange(least_, least_ + width_ * static_cast<double>(counts_.size()));
    plot()->xAxis->scaleRange(1.06);
    plot()->yAxis->setRange(0, 1.08 * *std::max_element(counts_.begin(), counts_.end()));
  }
  showNumbers(plot(), !counts_.empty());
  drawBrush();
}

// The values in a range, by the bar that they are in.
std::vector<int> Histogram::countBars(const Range& range) const {
  std::vector<int> counts(counts_.size(), 0);
  for (const double value : values_) {
    if (value < range.first || value > range.second) continue;
    const auto bar = static_cast<std::size_t>((value - least_) / width_);
    ++counts[std::min(bar, counts.size() - 1)];
  }
  return counts;
}

// Bar i covers [least + i width, least + (i + 1) width) and is placed by its middle.
void Histogram::showBars(const std::vector<int>& counts, QCPBars* bars) const {
  QVector<double> middles, heights;
  for (const int count : counts) {
    middles += least_ + (static_cast<double>(middles.size()) + 0.5) * width_;
    heights += count;
  }
  bars->setData(middles, heights, true);
  bars->setWidth(kBarGap * width_);
}

void Histogram::setBrush(std::optional<Range> range) {
  brush_ = range;
  drawBrush();
}

// The brush may reach beyond what is shown; its area ends where the plot does.
void Histogram::drawBrush() {
  chosenCounts_ = brush_ ? countBars(*brush_) : std::vector<int>();
  showBars(chosenCounts_, chosenBars_);
  area_->setVisible(brush_.has_value());
  if (brush_) {
    const QCPRange shown = plot()->xAxis->range();
    area_->topLeft->setCoords(std::max(brush_->first, shown.lower), 0);
    area_->bottomRight->setCoords(std::min(brush_->second, shown.upper), 1);
  }
  plot()->replot(QCustomPlot::rpQueuedReplot);
}

double Histogram::placeOf(double value) const { return plot()->xAxis->coordToPixel(value); }

void Histogram::choose(const QPointF& from, const QPointF& to) {
  if (counts_.empty()) return;  // The axis has no values yet.
  const double one = plot()->xAxis->pixelToCoord(from.x());
  const double other = plot()->xAxis->pixelToCoord(to.x());
  setBrush(Range(std::min(one, other), std::max(one, other)));
}

void Histogram::chooseNothing() { setBrush(std::nullopt); }

}  // namespace loopwright
