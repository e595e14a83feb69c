#include "gui/study/fan_figure.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "gui/figures/figure_options.h"
#include "gui/figures/plot_figure.h"
#include "gui/figures/plot_layout.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr std::size_t kBands = FanPoint::kQuantiles.size() / 2;
constexpr double kUpdatesApart = 4;  // points from one update to the next, or none is marked

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

// Where all runs go on at an update they do not jump.
bool isJump(const FanPoint& before, const FanPoint& after) {
  return before.mean != after.mean || before.quantiles != after.quantiles;
}

// Whether ○ and ● would not hide each other.
bool haveUpdatesRoom(const std::vector<FanPoint>& fan, double pointsPerSecond) {
  double last = -INFINITY;
  for (std::size_t i = 0; i + 1 < fan.size(); i += 2) {
    if (!isJump(fan[i], fan[i + 1])) continue;
    if ((fan[i].time - last) * pointsPerSecond < kUpdatesApart) return false;
    last = fan[i].time;
  }
  return true;
}

// The mean, broken at jumps where these have room to be seen. Of each time there are two points.
PaperCurve meanOf(const std::vector<FanPoint>& fan, double pointsPerSecond) {
  PaperCurve mean{QStringLiteral("mean"), FanFigureTexts::tr("mean"), {}, {}, {}};
  const bool hasRoom = haveUpdatesRoom(fan, pointsPerSecond);
  QPolygonF line;
  const auto finish = [&] {
    if (line.size() > 1) mean.lines.push_back(line);
    line.clear();
  };
  const auto append = [&](const FanPoint& point) {
    if (!std::isfinite(point.mean)) return finish();
    line.append({point.time, point.mean});
  };
  for (std::size_t i = 0; i + 1 < fan.size(); i += 2) {
    const FanPoint& before = fan[i];
    const FanPoint& after = fan[i + 1];
    append(before);
    const bool isFinite = std::isfinite(before.mean) && std::isfinite(after.mean);
    if (hasRoom && isFinite && isJump(before, after)) {
      finish();
      const UpdatePoint update{before.time, before.mean, after.mean};
      if (before.mean != after.mean) mean.jumps.push_back(update);
      mean.circles.push_back(update);
    }
    append(after);
  }
  finish();
  return mean;
}

PlotMaker makerOf(const std::vector<FanPoint>& fan, const QString& quantity, FigureStyle style) {
  return [&fan, quantity, style](std::size_t, const QSizeF& size) {
    return makeFanPlot(fan, quantity, size, style);
  };
}

}  // namespace

PaperPlot makeFanPlot(const std::vector<FanPoint>& fan, const QString& quantity, const QSizeF& size,
                      FigureStyle style) {
  PaperPlot plot;
  plot.x.label = QStringLiteral("Time (s)");
  plot.y.label = quantity;
  if (!fan.empty()) plot.x.lower = fan.front().time;
  plot.x.upper = fan.empty() || fan.back().time <= plot.x.lower ? plot.x.lower + 1  //
                                                                : fan.back().time;
  plot.bands = bandsOf(fan, style);
  plot.curves = {meanOf(fan, size.width() / (plot.x.upper - plot.x.lower))};
  if (style == FigureStyle::kScreen) plot.curves[0].ink = meanInk();
  fitValues(&plot);
  setOnPaper(size, &plot);
  return plot;
}

Figure fanFigure(const std::vector<FanPoint>& fan, const QString& quantity,
                 const FigureOptions& options) {
  return figureOfPlots(layoutPaperPlots(1, makerOf(fan, quantity, options.style), options),
                       options);
}

std::vector<NamedBytes> fanTex(const std::vector<FanPoint>& fan, const QString& quantity,
                               const FigureOptions& options, const QString& name) {
  const FigureOptions ofTex = forTex(options);
  return texOfPlots(layoutPaperPlots(1, makerOf(fan, quantity, ofTex.style), ofTex), ofTex, name);
}

}  // namespace loopwright
