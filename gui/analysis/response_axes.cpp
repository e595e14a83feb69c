#include "gui/analysis/response_axes.h"

#include <QVector>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "gui/plots/plot_style.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kPaleOpacity = 0.35;
constexpr double kGridOpacity = 0.4;
constexpr int kCurvePoints = 100;

// A curve of s, or of e^s, over a parameter from 0 to 1, and its mirror image.
template <typename Place>
void addGridCurve(QCPAxisRect* axes, bool isSampled, const QPen& pen, const Place& place) {
  for (const double side : {1., -1.}) {
    auto* const curve = new QCPCurve(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
    for (int i = 0; i <= kCurvePoints; ++i) {
      const Complex s = place(static_cast<double>(i) / kCurvePoints);
      const Complex at = isSampled ? std::exp(s) : s;
      curve->addData(at.real(), side * at.imag());
    }
    curve->setPen(pen);
  }
}

}  // namespace

QColor inkOf(QColor colour, bool isStale) {
  if (isStale) colour.setAlphaF(static_cast<float>(kPaleOpacity));
  return colour;
}

QPen helpPen() { return QPen(Theme::current().muted, 1, Qt::DashLine); }

// Axes on all four sides, of which two have numbers.
QCPAxisRect* addAxesBox(QCustomPlot* plot, int row) {
  auto* const axes = new QCPAxisRect(plot);
  axes->setLayer(QStringLiteral("background"));  // below the grid and the bands
  axes->setupFullAxesBox(true);
  axes->setBackground(QBrush(Theme::current().canvas));
  for (QCPAxis* axis : axes->axes()) styleAxis(axis);
  for (const auto side : {QCPAxis::atTop, QCPAxis::atRight}) {
    axes->axis(side)->setTicks(false);
    axes->axis(side)->setTickLabels(false);
  }
  for (QCPAxis* axis : axes->axes()) {
    axis->setLayer(QStringLiteral("axes"));
    axis->grid()->setLayer(QStringLiteral("grid"));
  }
  axes->setMinimumMargins(QMargins(46, 8, 18, 18));
  plot->plotLayout()->addElement(row, 0, axes);
  return axes;
}

std::size_t nearestOf(const std::vector<double>& frequencies, double frequency) {
  const auto above = std::lower_bound(frequencies.begin(), frequencies.end(), frequency);
  if (above == frequencies.begin()) return 0;
  if (above == frequencies.end()) return frequencies.size() - 1;
  const bool isNearerBelow = frequency / *(above - 1) < *above / frequency;
  return static_cast<std::size_t>(above - frequencies.begin()) - (isNearerBelow ? 1 : 0);
}

QPointF pixelAt(const QCPAxisRect* axes, double across, double up) {
  return {axes->axis(QCPAxis::atBottom)->coordToPixel(across),
          axes->axis(QCPAxis::atLeft)->coordToPixel(up)};
}

void placeIn(QCPAxisRect* axes, QCPAbstractItem* item) {
  for (QCPItemPosition* position : item->positions()) {
    position->setAxes(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
    position->setAxisRect(axes);
  }
  item->setClipAxisRect(axes);
}

QCPItemText* addText(QCPAxisRect* axes, const QString& text, const QColor& colour) {
  auto* const label = new QCPItemText(axes->parentPlot());
  placeIn(axes, label);
  label->setText(text);
  label->setColor(colour);
  return label;
}

// A line across the axes, whatever part of them is in view.
QCPItemLine* addCrossLine(QCPAxisRect* axes, double at, bool isUpright, const QPen& pen) {
  auto* const line = new QCPItemLine(axes->parentPlot());
  placeIn(axes, line);
  for (QCPItemPosition* end : {line->start, line->end}) {
    const auto coordinate = QCPItemPosition::ptPlotCoords, part = QCPItemPosition::ptAxisRectRatio;
    end->setTypeX(isUpright ? coordinate : part);
    end->setTypeY(isUpright ? part : coordinate);
  }
  line->start->setCoords(isUpright ? at : 0, isUpright ? 0 : at);
  line->end->setCoords(isUpright ? at : 1, isUpright ? 1 : at);
  line->setPen(pen);
  return line;
}

// A band over the whole height, between two values of the lower axis.
void addBand(QCPAxisRect* axes, double from, double to, const QColor& colour) {
  auto* const band = new QCPItemRect(axes->parentPlot());
  placeIn(axes, band);
  for (QCPItemPosition* corner : {band->topLeft, band->bottomRight}) {
    corner->setTypeX(QCPItemPosition::ptPlotCoords);
    corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
  }
  band->topLeft->setCoords(from, 0);
  band->bottomRight->setCoords(to, 1);
  band->setPen(Qt::NoPen);
  band->setBrush(colour);
  band->setLayer(QStringLiteral("grid"));
}

// With the natural frequency w and the damping z a pole is at s = w (−z ± j √(1 − z²)); in z time
// is counted in samples.
void addDampingGrid(QCPAxisRect* axes, bool isSampled, double reach) {
  constexpr double kPi = std::numbers::pi;
  QColor colour = Theme::current().muted;
  colour.setAlphaF(static_cast<float>(kGridOpacity));
  const QPen pen(colour, 1, Qt::DotLine);
  const auto pole = [](double frequency, double damping) {
    return frequency * Complex(-damping, std::sqrt(1 - damping * damping));
  };
  for (const double damping : {0.2, 0.4, 0.6, 0.8}) {
    const double farthest = isSampled ? kPi / std::sqrt(1 - damping * damping) : reach;
    addGridCurve(axes, isSampled, pen, [&](double part) { return pole(part * farthest, damping); });
  }
  if (!isSampled) return;
  for (const double quarters : {1., 2., 3., 4.}) {
    addGridCurve(axes, true, pen,
                 [&](double damping) { return pole(quarters * kPi / 4, damping); });
  }
  addGridCurve(axes, true, helpPen(), [&](double part) { return pole(part * kPi, 0); });
}

double decibels(const Complex& value) {
  const double gain = 20 * std::log10(std::abs(value));
  return std::isfinite(gain) ? gain : std::numeric_limits<double>::quiet_NaN();
}

std::vector<double> decibels(const ComplexList& values) {
  std::vector<double> gains;
  for (const Complex& value : values) gains.push_back(decibels(value));
  return gains;
}

namespace {
// Of a short axis fewer places have a number, so that none lies on another.
class RoomTicker : public MinusTicker<QCPAxisTicker> {
 public:
  explicit RoomTicker(const QCPAxis* axis) : axis_(axis), usualCount_(this->tickCount()) {}

 protected:
  double getTickStep(const QCPRange& range) override {
    setTickCount(mostNumbers());
    return QCPAxisTicker::getTickStep(range);
  }
  int mostNumbers() const {
    constexpr int kHigh = 18, kWide = 48;  // of a number with what parts it from the next, pixels
    return std::clamp(length() / scaled(isUpright() ? kHigh : kWide), 1, usualCount_);
  }

 private:
  bool isUpright() const { return axis_->orientation() == Qt::Vertical; }

  // Pixels along the axis. Ticks are found before a plot gives its axes their places: until then
  // they have none, or those of the size that it had before. So it is told by the plot's size.
  int length() const {
    const QCustomPlot* const plot = axis_->parentPlot();
    const QMargins margins = axis_->axisRect()->margins() | axis_->axisRect()->minimumMargins();
    if (!isUpright()) return plot->viewport().width() - margins.left() - margins.right();
    const int rows = plot->plotLayout()->rowCount();
    const int between = (rows - 1) * plot->plotLayout()->rowSpacing();
    return (plot->viewport().height() - between) / rows - margins.top() - margins.bottom();
  }

  const QCPAxis* axis_;
  int usualCount_;
};

// Steps of 45°, 90°, 180°, 360° and so on: quarter turns and whole ones are what a reader looks
// for.
class DegreeTicker final : public RoomTicker {
 public:
  using RoomTicker::RoomTicker;

 protected:
  double getTickStep(const QCPRange& range) override {
    constexpr double kEighth = 45;
    const double least = range.size() / mostNumbers();
    return kEighth * std::max(1.0, std::exp2(std::ceil(std::log2(least / kEighth))));
  }
};
}  // namespace

void countDegrees(QCPAxis* axis) { axis->setTicker(QSharedPointer<DegreeTicker>::create(axis)); }

void countInRoom(QCPAxis* axis) { axis->setTicker(QSharedPointer<RoomTicker>::create(axis)); }

// 0.01, 0.1, 1, 10, 100 in full; what is longer as a power of ten.
void makeLogarithmic(QCPAxis* axis) {
  constexpr int kDigits = 4;
  axis->setScaleType(QCPAxis::stLogarithmic);
  axis->setTicker(makeTicker(true));
  axis->setNumberFormat(QStringLiteral("gbc"));
  axis->setNumberPrecision(kDigits);
}

// Places of the complex plane as a graph without a line: real parts across, imaginary parts upward.
QCPGraph* addMarks(QCPAxisRect* axes, const ComplexList& places,
                   QCPScatterStyle::ScatterShape shape, const QColor& colour) {
  QCPGraph* const graph =
      axes->parentPlot()->addGraph(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
  graph->setLineStyle(QCPGraph::lsNone);
  graph->setScatterStyle(
      QCPScatterStyle(shape, QPen(colour, kResponseWidth), Qt::NoBrush, kPoleSize));
  QVector<double> across, up;
  for (const Complex& place : places) {
    across += place.real();
    up += place.imag();
  }
  graph->setData(across, up);
  return graph;
}

}  // namespace loopwright
