#include "gui/samples/scatter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/plots/plot_style.h"
#include "gui/samples/study_look.h"

namespace loopwright {

namespace {

constexpr double kSampleDot = 3.6;  // diameter, pixels

// Without a pen of their own points would take that of the graph, which is blue.
QCPScatterStyle dots(const QColor& colour) {
  return QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(colour, 0), QBrush(colour), kSampleDot);
}

// A range that shows these numbers with some air.
void showAll(QCPAxis* axis, const QVector<double>& values) {
  if (values.isEmpty()) return;
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  const double air = *least < *greatest ? 0 : 1;
  axis->setRange(*least - air, *greatest + air);
  axis->scaleRange(1.1);
}

}  // namespace

// A point for each run; points in other pictures' brush are drawn once more, over the others.
Scatter::Scatter(QWidget* parent)
    : BrushPlot(QStringLiteral("scatterArea"), parent),
      points_(plot()->addGraph()),
      highlighted_(plot()->addGraph()),
      area_(new QCPItemRect(plot())) {
  setObjectName(QStringLiteral("studyScatter"));
  for (QCPGraph* graph : {points_, highlighted_}) graph->setLineStyle(QCPGraph::lsNone);
  area_->setVisible(false);
  Scatter::style();
}

void Scatter::style() {
  stylePlot(plot());
  points_->setScatterStyle(dots(withAlpha(Theme::current().accent, 150)));
  highlighted_->setScatterStyle(dots(chosenColour()));
  area_->setPen(QPen(chosenColour(), 1));
  area_->setBrush(withAlpha(chosenColour(), 40));
}

// x and y have an element for each run, so that the number of a run is its place in both. A run
// with a value that is not finite has no point.
void Scatter::setPoints(const QString& nameX, std::vector<double> x, const QString& nameY,
                        std::vector<double> y) {
  x_ = std::move(x);
  y_ = std::move(y);
  QVector<double> finiteX, finiteY;
  for (std::size_t run = 0; run < x_.size(); ++run) {
    if (!std::isfinite(x_[run]) || !std::isfinite(y_[run])) continue;
    finiteX += x_[run];
    finiteY += y_[run];
  }
  points_->setData(finiteX, finiteY);
  plot()->xAxis->setLabel(nameX);
  plot()->yAxis->setLabel(nameY);
  showAll(plot()->xAxis, finiteX);
  showAll(plot()->yAxis, finiteY);
  showNumbers(plot(), !finiteX.isEmpty());
  plot()->replot(QCustomPlot::rpQueuedReplot);
}

void Scatter::setHighlighted(const std::vector<uint64_t>& runs) {
  QVector<double> x, y;
  for (const uint64_t run : runs) {
    if (run >= x_.size() || !std::isfinite(x_[run]) || !std::isfinite(y_[run])) continue;
    x += x_[run];
    y += y_[run];
  }
  highlighted_->setData(x, y);
  plot()->replot(QCustomPlot::rpQueuedReplot);
}

std::optional<std::vector<uint64_t>> Scatter::chosenRuns() const {
  if (!area_->visible()) return std::nullopt;
  const QPointF corner = area_->topLeft->coords(), other = area_->bottomRight->coords();
  const QRectF area = QRectF(corner, other).normalized();
  std::vector<uint64_t> runs;
  for (std::size_t run = 0; run < x_.size(); ++run) {
    const QPointF point(x_[run], y_[run]);
    const bool isThere = std::isfinite(point.x()) && std::isfinite(point.y());
    if (isThere && area.contains(point)) runs.push_back(run);
  }
  return runs;
}

int Scatter::pointCount() const { return points_->data()->size(); }
int Scatter::highlightedCount() const { return highlighted_->data()->size(); }

QPointF Scatter::placeOf(double x, double y) const {
  return {plot()->xAxis->coordToPixel(x), plot()->yAxis->coordToPixel(y)};
}

// The brush is kept in values, not pixels, and so stays around the same runs when the plot gets
// another size.
void Scatter::choose(const QPointF& from, const QPointF& to) {
  const auto valuesAt = [this](const QPointF& pixels) {
    return QPointF(plot()->xAxis->pixelToCoord(pixels.x()),
                   plot()->yAxis->pixelToCoord(pixels.y()));
  };
  area_->topLeft->setCoords(valuesAt(from));
  area_->bottomRight->setCoords(valuesAt(to));
  area_->setVisible(true);
}

void Scatter::chooseNothing() { area_->setVisible(false); }

}  // namespace loopwright
