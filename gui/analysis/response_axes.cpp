#include "gui/analysis/response_axes.h"

#include <QVector>
#include <cmath>
#include <limits>

#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kPaleOpacity = 0.35;

}  // namespace

QColor inkOf(QColor colour, bool isStale) {
  if (isStale) colour.setAlphaF(static_cast<float>(kPaleOpacity));
  return colour;
}

QPen helpPen() { return QPen(Theme::current().muted, 1, Qt::DashLine); }

QCPItemLine* addCrossLine(QCPAxisRect* axes, double at, bool isUpright, const QPen& pen) {
  auto* const line = new QCPItemLine(axes->parentPlot());
  for (QCPItemPosition* end : {line->start, line->end}) {
    end->setAxes(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
    end->setAxisRect(axes);
    if (isUpright) {
      end->setTypeX(QCPItemPosition::ptPlotCoords);
      end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    } else {
      end->setTypeX(QCPItemPosition::ptAxisRectRatio);
      end->setTypeY(QCPItemPosition::ptPlotCoords);
    }
  }
  line->start->setCoords(isUpright ? at : 0, isUpright ? 0 : at);
  line->end->setCoords(isUpright ? at : 1, isUpright ? 1 : at);
  line->setPen(pen);
  line->setClipAxisRect(axes);
  return line;
}

double decibels(const Complex& value) {
  const double gain = 20 * std::log10(std::abs(value));
  return std::isfinite(gain) ? gain : std::numeric_limits<double>::quiet_NaN();
}

void countDegrees(QCPAxis* axis) {
  auto degrees = QSharedPointer<QCPAxisTickerFixed>::create();
  degrees->setTickStep(45);
  degrees->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
  axis->setTicker(degrees);
}

void makeLogarithmic(QCPAxis* axis) {
  axis->setScaleType(QCPAxis::stLogarithmic);
  axis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
  axis->setNumberFormat(QStringLiteral("gbc"));
  axis->setNumberPrecision(0);
}

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
