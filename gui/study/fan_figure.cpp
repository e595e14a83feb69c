#include "gui/study/fan_figure.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/theory/ensemble_theory.h"
#include "gui/figures/figure_options.h"
#include "gui/figures/plot_figure.h"
#include "gui/figures/plot_layout.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr std::size_t kBands = FanPoint::kQuantiles.size() / 2;
constexpr double kUpdatesApart = 4;  // points from one update to the next, or none is marked
constexpr double kThinPen = 0.4;     // of single runs and of the edges of a kept study, points
constexpr double kTheoryPen = 0.5;
constexpr const char* kKeptGrey = "#4d4d4d";
constexpr const char* kPathGrey = "#6e6e6e";
constexpr int kPathOpacity = 110;

// From the widest band to the confidence of the mean: greys, and how opaque the screen's colour is.
constexpr std::array<const char*, kBands + 1> kGreys = {"#e6e6e6", "#cfcfcf", "#b2b2b2", "#8a8a8a"};
constexpr std::array<int, kBands + 1> kOpacities = {52, 70, 100, 90};

// Whose texts these are, for translators.
class FanFigureTexts {
  Q_DECLARE_TR_FUNCTIONS(FanFigure)
};

// Of the mean in the style of the screen.
QColor meanInk() {
  constexpr int kDarker = 170;
  return Theme::light().accent.darker(kDarker);
}

// The fills of all bands. On the screen each lies over the one before.
std::array<QColor, kBands + 1> fillsFor(FigureStyle style) {
  std::array<QColor, kBands + 1> fills;
  QColor under = Qt::white;
  for (std::size_t i = 0; i < fills.size(); ++i) {
    const QColor ink = i < kBands ? Theme::light().accent : meanInk();
    under = blended(ink, kOpacities[i], under);
    fills[i] = style == FigureStyle::kScreen ? under : QColor(kGreys[i]);
  }
  return fills;
}

// The area between two edges: along the upper one and back along the lower one. Where an edge is no
// number the band has a gap.
template <typename Lower, typename Upper>
std::vector<QPolygonF> areasBetween(const std::vector<FanPoint>& fan, const Lower& lower,
                                    const Upper& upper) {
  std::vector<QPolygonF> areas;
  QPolygonF above;
  QPolygonF below;
  const auto finish = [&] {
    std::reverse(below.begin(), below.end());
    if (above.size() > 1) areas.emplace_back(above + below);
    above.clear();
    below.clear();
  };
  for (const FanPoint& point : fan) {
    if (!std::isfinite(lower(point)) || !std::isfinite(upper(point))) {
      finish();
      continue;
    }
    above.append({point.time, upper(point)});
    below.append({point.time, lower(point)});
  }
  finish();
  return areas;
}

std::vector<PaperBand> bandsOf(const std::vector<FanPoint>& fan, FigureStyle style) {
  const auto fills = fillsFor(style);
  std::vector<PaperBand> bands;
  for (std::size_t i = 0; i < kBands; ++i) {
    const std::size_t other = FanPoint::kQuantiles.size() - 1 - i;
    const double share = FanPoint::kQuantiles[other] - FanPoint::kQuantiles[i];
    bands.push_back({QStringLiteral("%1 %").arg(qRound(100 * share)),
                     areasBetween(
                         fan, [i](const FanPoint& point) { return point.quantiles[i]; },
                         [other](const FanPoint& point) { return point.quantiles[other]; }),
                     fills[i]});
  }
  // Of fewer than two runs the mean has no confidence, and so no area.
  bands.push_back({QString(),
                   areasBetween(
                       fan, [](const FanPoint& point) { return point.mean - point.halfWidth; },
                       [](const FanPoint& point) { return point.mean + point.halfWidth; }),
                   fills[kBands]});
  return bands;
}

// A line of the fan over time. Of each time there are two points.
QPolygonF meansOf(const std::vector<FanPoint>& fan) {
  QPolygonF points;
  for (const FanPoint& point : fan) points.append({point.time, point.mean});
  return points;
}

QPolygonF quantilesOf(const std::vector<FanPoint>& fan, std::size_t quantile) {
  QPolygonF points;
  for (const FanPoint& point : fan) points.append({point.time, point.quantiles[quantile]});
  return points;
}

// Where all runs go on at an update they do not jump.
std::vector<bool> jumpsOf(const std::vector<FanPoint>& fan) {
  std::vector<bool> jumps;
  for (std::size_t i = 0; i + 1 < fan.size(); i += 2) {
    jumps.push_back(fan[i].mean != fan[i + 1].mean || fan[i].quantiles != fan[i + 1].quantiles);
  }
  return jumps;
}

// The theory has two points for each time, before and after the updates. Where mean or deviation
// differ between the two, the curve has a jump there, with a ○ and a ●.
std::vector<bool> jumpsOf(const EnsembleTheory& theory) {
  std::vector<bool> jumps;
  for (std::size_t i = 0; i + 1 < theory.size(); i += 2) {
    jumps.push_back(theory.Mean(i) != theory.Mean(i + 1) ||
                    theory.Deviation(i) != theory.Deviation(i + 1));
  }
  return jumps;
}

// Those jumps, or none where ○ and ● would hide each other.
std::vector<bool> jumpsWithRoom(std::vector<bool> jumps, const QPolygonF& points,
                                double pointsPerSecond) {
  double last = -INFINITY;
  for (std::size_t i = 0; i < jumps.size(); ++i) {
    if (!jumps[i]) continue;
    const double time = points[2 * static_cast<qsizetype>(i)].x();
    if ((time - last) * pointsPerSecond < kUpdatesApart) return {};
    last = time;
  }
  return jumps;
}

// Adds a line through the points to a curve. It has a gap where there is no value, and breaks where
// it jumps.
void addLine(const QPolygonF& points, const std::vector<bool>& jumps, PaperCurve* curve) {
  QPolygonF line;
  const auto finish = [&] {
    if (line.size() > 1) curve->lines.push_back(line);
    line.clear();
  };
  for (std::size_t i = 0; const QPointF& point : points) {
    const bool isAfter = i % 2 == 1;
    const bool isJump = isAfter && i / 2 < jumps.size() && jumps[i / 2];
    if (isJump || !std::isfinite(point.y())) finish();
    if (std::isfinite(point.y())) line.append(point);
    ++i;
  }
  finish();
}

// Adds ○ and ● where the line through these points jumps, and the gaps between them.
void addUpdates(const QPolygonF& points, const std::vector<bool>& jumps, PaperCurve* curve) {
  for (std::size_t i = 0; i < jumps.size(); ++i) {
    const auto at = 2 * static_cast<qsizetype>(i);
    const UpdatePoint update{points[at].x(), points[at].y(), points[at + 1].y()};
    if (!jumps[i] || !std::isfinite(update.before) || !std::isfinite(update.after)) continue;
    if (update.before != update.after) curve->jumps.push_back(update);
    curve->circles.push_back(update);
  }
}

// A curve of the fan, whose name is none of a signal.
PaperCurve curveNamed(const char* path, const QString& name) {
  PaperCurve curve{QString::fromLatin1(path), name};
  curve.isSignal = false;
  return curve;
}

// Makes the curves of a fan, from the back to the front.
class FanCurves {
 public:
  FanCurves(const FanContent& content, FigureStyle style, double pointsPerSecond)
      : content_(content),
        isScreen_(style == FigureStyle::kScreen),
        pointsPerSecond_(pointsPerSecond) {}

  std::vector<PaperCurve> make() {
    if (!content_.kept.empty()) addKept();
    if (!content_.paths.empty()) addPaths();
    addMean();
    if (content_.theory != nullptr) addTheory();
    return std::move(curves_);
  }

 private:
  // The edges have no name: the mean tells what they are.
  void addKept() {
    const QList<qreal> dashes = {5, 1.5, 1.2, 1.5};
    const std::vector<FanPoint>& kept = content_.kept;
    const QPolygonF means = meansOf(kept);
    const std::vector<bool> jumps = jumpsWithRoom(jumpsOf(kept), means, pointsPerSecond_);
    PaperCurve edges = curveNamed("kept-edges", QString());
    for (const std::size_t quantile : {std::size_t{1}, FanPoint::kQuantiles.size() - 2}) {
      addLine(quantilesOf(kept, quantile), jumps, &edges);
    }
    PaperCurve mean =
        curveNamed("kept-mean", FanFigureTexts::tr("%1: mean and 90 %").arg(content_.keptName));
    addLine(means, jumps, &mean);
    edges.pen = kThinPen;
    for (PaperCurve* curve : {&edges, &mean}) {
      curve->dashes = dashes;
      curve->ink = isScreen_ ? Theme::light().muted : QColor(kKeptGrey);
      curves_.push_back(*curve);
    }
  }

  // All of them are one curve, so that together they have no more points than TeX takes.
  void addPaths() {
    const std::vector<FanPoint>& fan = content_.fan;
    const auto jumps = jumpsWithRoom(jumpsOf(fan), meansOf(fan), pointsPerSecond_);
    PaperCurve runs = curveNamed("runs", FanFigureTexts::tr("single runs"));
    for (const std::vector<double>& path : content_.paths) {
      QPolygonF points;
      for (std::size_t i = 0; i < std::min(fan.size(), path.size()); ++i) {
        points.append({fan[i].time, path[i]});
      }
      addLine(points, jumps, &runs);
    }
    runs.pen = kThinPen;
    runs.ink = isScreen_ ? blended(Theme::light().ink, kPathOpacity) : QColor(kPathGrey);
    curves_.push_back(runs);
  }

  void addMean() {
    PaperCurve mean = curveNamed("mean", FanFigureTexts::tr("mean"));
    const QPolygonF means = meansOf(content_.fan);
    const auto jumps = jumpsWithRoom(jumpsOf(content_.fan), means, pointsPerSecond_);
    addLine(means, jumps, &mean);
    addUpdates(means, jumps, &mean);
    if (isScreen_) mean.ink = meanInk();
    curves_.push_back(mean);
  }

  void addTheory() {
    const EnsembleTheory& theory = *content_.theory;
    PaperCurve curve = curveNamed(
        "theory", theory.is_exact
                      ? FanFigureTexts::tr("mean ± 2 deviations by theory")
                      : FanFigureTexts::tr("mean ± 2 deviations by theory, approximate"));
    std::vector<bool> jumps = jumpsOf(theory);
    for (const double deviations : {0.0, -2.0, 2.0}) {
      QPolygonF points;
      for (std::size_t i = 0; i < theory.size(); ++i) {
        points.append({theory.times[i / 2], theory.Mean(i) + deviations * theory.Deviation(i)});
      }
      jumps = jumpsWithRoom(jumps, points, pointsPerSecond_);
      addLine(points, jumps, &curve);
      addUpdates(points, jumps, &curve);
    }
    curve.pen = kTheoryPen;
    curve.dashes = {4, 1.8};
    if (isScreen_) curve.ink = Theme::light().ink;
    curves_.push_back(curve);
  }

  const FanContent& content_;
  const bool isScreen_;
  const double pointsPerSecond_;
  std::vector<PaperCurve> curves_;
};

PlotMaker makerOf(const FanContent& content, FigureStyle style) {
  return [&content, style](std::size_t, const QSizeF& size) {
    return makeFanPlot(content, size, style);
  };
}

}  // namespace

// How much room two updates have on paper decides whether they are marked, so that the curves need
// to know how many points of paper a second takes.
PaperPlot makeFanPlot(const FanContent& content, const QSizeF& size, FigureStyle style) {
  const std::vector<FanPoint>& fan = content.fan;
  PaperPlot plot;
  plot.x.label = QStringLiteral("Time (s)");
  plot.y.label = content.quantity;
  if (!fan.empty()) plot.x.lower = fan.front().time;
  plot.x.upper = fan.empty() || fan.back().time <= plot.x.lower ? plot.x.lower + 1  //
                                                                : fan.back().time;
  plot.bands = bandsOf(fan, style);
  plot.curves = FanCurves(content, style, size.width() / (plot.x.upper - plot.x.lower)).make();
  fitValues(&plot);
  setOnPaper(size, &plot);
  return plot;
}

Figure fanFigure(const FanContent& content, const FigureOptions& options) {
  return figureOfPlots(layoutPaperPlots(1, makerOf(content, options.style), options), options);
}

std::vector<NamedBytes> fanTex(const FanContent& content, const FigureOptions& options,
                               const QString& name) {
  const FigureOptions ofTex = forTex(options);
  return texOfPlots(layoutPaperPlots(1, makerOf(content, ofTex.style), ofTex), ofTex, name);
}

}  // namespace loopwright
