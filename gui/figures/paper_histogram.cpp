#include "gui/figures/paper_histogram.h"

#include <QCoreApplication>
#include <QRectF>
#include <algorithm>
#include <utility>
#include <vector>

#include "blocklib/sinks/histogram.h"
#include "gui/figures/figure.h"
#include "gui/figures/figure_options.h"
#include "gui/plots/curve_look.h"
#include "gui/plots/plot_view.h"

namespace loopwright {

namespace {

constexpr double kOutlinePen = 0.6;          // points
constexpr double kOnLogarithmicAxis = 0.5;   // samples: where bars stand that have no zero
constexpr double kRoomBeside = 0.02;         // of the range of the samples, at both ends
constexpr double kRoomOverBars = 0.06;       // of the highest bar
constexpr const char* kBarGrey = "#d4d4d4";  // that an outline in black is seen on
constexpr int kBarShade = 51;                // of 255, of the colour of the screen

// The bins of one signal, by their edges from the left to the right.
QPolygonF outlineOf(const BinCounts& bins, double base) {
  const double width = (bins.upper - bins.lower) / static_cast<double>(bins.counts.size());
  QPolygonF outline;
  outline.append({bins.lower, base});
  for (std::size_t i = 0; i < bins.counts.size(); ++i) {
    const double height = std::max(base, static_cast<double>(bins.counts[i]));
    outline.append({bins.lower + static_cast<double>(i) * width, height});
    outline.append({bins.lower + static_cast<double>(i + 1) * width, height});
  }
  outline.append({bins.upper, base});
  return outline;
}

// Below the outline and within the axes, as areas are not cut off where they are drawn.
QPolygonF areaBelow(const QPolygonF& outline, const PaperPlot& plot) {
  QPolygonF area;
  for (const QPointF& point : outline) {
    area.append({std::clamp(point.x(), plot.x.lower, plot.x.upper),
                 std::clamp(point.y(), plot.y.lower, plot.y.upper)});
  }
  return area;
}

// What the axes say: one signal is named at its axis, several in the legend.
void labelAxes(const PlotContent& content, PaperPlot* plot) {
  const QString across = content.axis(QStringLiteral("x")).label;
  const QString up = content.axis(QStringLiteral("y")).label;
  const bool isAlone = content.curves.size() == 1;
  const QString usual = isAlone ? content.curves.front().name : content.title;
  plot->x.label = across.isEmpty() ? usual : across;
  plot->y.label = up.isEmpty() ? QCoreApplication::translate("FigureWidget", "Samples") : up;
}

}  // namespace

PaperPlot makeHistogramPlot(const PlotContent& content, const Recording& recording,
                            const QSizeF& size, FigureStyle style) {
  PaperPlot plot;
  plot.isOverTime = false;
  labelAxes(content, &plot);
  plot.y.isLogarithmic = content.axis(QStringLiteral("y")).isLogarithmic;
  const double base = plot.y.isLogarithmic ? kOnLogarithmicAxis : 0;
  const bool isScreen = style == FigureStyle::kScreen;
  std::vector<CurveSetting> settings = content.curves;
  for (CurveSetting& setting : settings) {  // Samples are of no rate of their own.
    setting.discrete = true;
    setting.rate.reset();
  }
  const std::vector<CurveLook> looks = curveLooks(settings);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const std::vector<double> samples = samplesOf(content, recording, settings[i].path);
    if (samples.empty()) continue;
    PaperCurve curve{settings[i].path, settings[i].name, {}, {}, {}};
    curve.lines.push_back(outlineOf(CountInBins(samples, content.bins), base));
    curve.ink = isScreen ? looks[i].colour : curveInk(i);
    if (!isScreen) curve.dashes = curveDashes(i);
    curve.pen = kOutlinePen;
    if (settings.size() == 1) curve.name.clear();  // Its axis says it.
    plot.curves.push_back(std::move(curve));
  }
  double least = 0, most = 1, highest = 1;
  for (const PaperCurve& curve : plot.curves) {
    const QRectF box = curve.lines.front().boundingRect();
    const bool isFirst = &curve == &plot.curves.front();
    least = isFirst ? box.left() : std::min(least, box.left());
    most = isFirst ? box.right() : std::max(most, box.right());
    highest = std::max(highest, box.bottom());
  }
  plot.x.lower = least - kRoomBeside * (most - least);
  plot.x.upper = most + kRoomBeside * (most - least);
  plot.y.lower = base;
  plot.y.upper = plot.y.isLogarithmic ? 2 * highest : (1 + kRoomOverBars) * highest;
  useChosenRange(content, QStringLiteral("x"), &plot.x);
  useChosenRange(content, QStringLiteral("y"), &plot.y);
  if (settings.size() == 1 && !plot.curves.empty()) {
    const PaperCurve& only = plot.curves.front();
    plot.bands.push_back({QString(),
                          {areaBelow(only.lines.front(), plot)},
                          isScreen ? blended(only.ink, kBarShade) : QColor(kBarGrey)});
  }
  setOnPaper(size, &plot);
  return plot;
}

}  // namespace loopwright
