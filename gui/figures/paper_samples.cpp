#include "gui/figures/paper_samples.h"

#include <QCoreApplication>
#include <QRectF>
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "blocklib/sinks/histogram.h"
#include "gui/figures/figure.h"
#include "gui/figures/figure_options.h"
#include "gui/noise/spectrum_curves.h"
#include "gui/plots/curve_look.h"
#include "gui/plots/plot_view.h"
#include "gui/theme/theme.h"

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
  const bool isAlone = content.curves.size() == 1;
  plot->x.label = labelOr(content, QStringLiteral("x"),
                          isAlone ? nameWithUnit(content.curves.front()) : content.title);
  plot->y.label =
      labelOr(content, QStringLiteral("y"), QCoreApplication::translate("FigureWidget", "Samples"));
}

QPolygonF polygonOf(const std::vector<QPointF>& points) {
  return QPolygonF(QList<QPointF>(points.begin(), points.end()));
}

// The estimate of one signal's spectrum, and its theory dashed. The interval around it is shown
// where there is no other.
void addSpectrum(const CurveSetting& setting, const SpectrumCurves& spectrum, const QColor& ink,
                 const QColor& theoryInk, bool isOnlyOne, PaperPlot* plot) {
  constexpr double kTheoryPen = 0.5;
  constexpr int kBandOpacity = 51;
  if (spectrum.line.empty()) return;
  if (isOnlyOne) {
    QPolygonF area = polygonOf(spectrum.upper);
    for (auto point = spectrum.lower.rbegin(); point != spectrum.lower.rend(); ++point) {
      area.append(*point);
    }
    plot->bands.push_back(
        {QCoreApplication::translate("FigureWidget", "interval of the estimate, 95 %"),
         {area},
         blended(ink, kBandOpacity)});
  }
  PaperCurve estimate{setting.path, setting.name, {polygonOf(spectrum.line)}};
  estimate.ink = ink;
  plot->curves.push_back(estimate);
  if (spectrum.theory.empty()) return;
  PaperCurve theory{setting.path,
                    QCoreApplication::translate("FigureWidget", "%1, theory").arg(setting.name),
                    {polygonOf(spectrum.theory)}};
  theory.ink = theoryInk;
  theory.dashes = curveDashes(1);
  theory.pen = kTheoryPen;
  theory.isSignal = false;
  plot->curves.push_back(theory);
}

// Spectra have logarithmic axes, that of frequency from the lowest to the highest one. On paper
// estimates are told apart by greys, as dashes are for theory.
void addSpectra(const PlotContent& content, const Recording& recording, FigureStyle style,
                PaperPlot* plot) {
  constexpr std::array<const char*, 3> kGreys = {"#000000", "#6e6e6e", "#9a9a9a"};
  const std::vector<CurveSetting>& settings = content.curves;
  const std::vector<CurveLook> looks = sampleLooks(settings);
  const bool isScreen = style == FigureStyle::kScreen;
  for (size_t i = 0; i < settings.size(); ++i) {
    const std::vector<double> samples = samplesOf(content, recording, settings[i].path);
    if (samples.empty()) continue;
    const QColor ink = isScreen ? looks[i].colour : QColor(kGreys[i % kGreys.size()]);
    const QColor theoryInk = isScreen && settings.size() == 1 ? Theme::light().ink : ink;
    addSpectrum(settings[i],
                spectrumCurves(samples, content.segment, content.period_sec, settings[i].theory),
                ink, theoryInk, settings.size() == 1, plot);
  }
  const auto [least, most] = rangeAcross(*plot, true);
  plot->x.lower = least;
  plot->x.upper = most > least ? most : 10 * least;
}

}  // namespace

// Both axes are logarithmic. The values are fitted to what lies within the chosen frequencies.
PaperPlot makeSpectrumPlot(const PlotContent& content, const Recording& recording,
                           const QSizeF& size, FigureStyle style) {
  PaperPlot plot;
  const QString unit = densityUnit(content.unitOf(QStringLiteral("y")));
  plot.x.label = labelOr(content, QStringLiteral("x"), QStringLiteral("Frequency (Hz)"));
  plot.y.label = labelOr(content, QStringLiteral("y"), QStringLiteral("Density (%1)").arg(unit));
  plot.x.isLogarithmic = plot.y.isLogarithmic = true;
  addSpectra(content, recording, style, &plot);
  useChosenRange(content, QStringLiteral("x"), &plot.x);
  fitValues(&plot);
  useChosenRange(content, QStringLiteral("y"), &plot.y);
  setOnPaper(size, &plot);
  return plot;
}

// One signal is drawn as grey bars with an outline, several as outlines alone, in different dashes:
// areas on top of each other could not be told apart in print. On a logarithmic axis bars begin
// below a count of 1, as there is no 0.
PaperPlot makeHistogramPlot(const PlotContent& content, const Recording& recording,
                            const QSizeF& size, FigureStyle style) {
  PaperPlot plot;
  plot.isOverTime = false;
  labelAxes(content, &plot);
  plot.y.isLogarithmic = content.axis(QStringLiteral("y")).isLogarithmic;
  const double base = plot.y.isLogarithmic ? kOnLogarithmicAxis : 0;
  const bool isScreen = style == FigureStyle::kScreen;
  const std::vector<CurveSetting>& settings = content.curves;
  const std::vector<CurveLook> looks = sampleLooks(settings);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const std::vector<double> samples = samplesOf(content, recording, settings[i].path);
    if (samples.empty()) continue;
    PaperCurve curve{settings[i].path, settings[i].name};
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
