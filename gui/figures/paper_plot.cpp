#include "gui/figures/paper_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "engine/recording/recording.h"
#include "gui/curves/signal_samples.h"
#include "gui/figures/figure.h"
#include "gui/figures/figure_options.h"
#include "gui/figures/paper_samples.h"
#include "gui/plots/curve_look.h"
#include "gui/plots/plot_view.h"

namespace loopwright {

namespace {

constexpr double kThinPen = 0.35;   // of a curve that would hide the others, points
constexpr double kTolerance = 0.1;  // points
constexpr double kPixelsPerPoint = 10;
constexpr double kRoomAround = 0.04;  // of the range of values, above and below

// The title of a plot. A sink that nobody has titled has the path of its block, which says nothing
// of what it shows: its only signal does.
QString titleIn(const PlotContent& content) {
  if (content.block.isEmpty() || content.title != content.block) return content.title;
  return content.curves.size() == 1 ? content.curves.front().name : QString();
}

// "Position (m)": what an axis shows, with its unit.
QString withBracketed(const QString& name, const QString& unit) {
  if (name.isEmpty() || unit.isEmpty()) return name + unit;
  return QStringLiteral("%1 (%2)").arg(name, unit);
}

// The label of an axis, or `name` with the label as its unit: that of the axis's curves, or what
// was chosen and looks like one.
QString quantityWith(const QString& name, const PlotContent& content, const QString& axis) {
  const QString label = content.axisLabel(axis);
  const bool isShort = !label.contains(u' ') && !label.contains(u'(') && label.size() <= 8;
  return isShort || label == content.unitOf(axis) ? withBracketed(name, label) : label;
}

// The names of the axes at the right, from the plot outwards.
std::vector<QString> rightAxes(const PlotContent& content) {
  std::set<QString> names;
  for (const CurveSetting& curve : content.curves) {
    const bool isFirst = curve.axis.isEmpty() || curve.axis == u"y";
    if (!isFirst && content.kind == PlotKind::kTime) names.insert(curve.axis);
  }
  return {names.begin(), names.end()};
}

// The number of an axis of values: 0 is the left one, the others are counted from 1.
size_t axisNumber(const PlotContent& content, const QString& axis) {
  const std::vector<QString> names = rightAxes(content);
  const auto found = std::find(names.begin(), names.end(), axis);
  return found == names.end() ? 0 : static_cast<size_t>(found - names.begin()) + 1;
}

// What an axis of values shows: the title of the plot, or where there are several axes, its curves.
QString quantityOf(const PlotContent& content, const QString& axis) {
  if (rightAxes(content).empty()) return quantityWith(titleIn(content), content, axis);
  QStringList names;
  for (const CurveSetting& curve : content.curves) {
    if (axisNumber(content, curve.axis) == axisNumber(content, axis)) names += curve.name;
  }
  return quantityWith(names.join(QStringLiteral(", ")), content, axis);
}

// Between jumps that are so near to each other that circles have no room, a curve goes on as a
// line: short pieces with dots between them would be taken for another curve than the legend has.
// Where there are many, as of noise, the line is thin, so that it does not hide the others.
void joinCrowdedJumps(double pointsPerSecond, PaperCurve* curve) {
  constexpr double kRoom = 4;  // points
  constexpr std::size_t kMany = 50;
  const std::vector<UpdatePoint>& jumps = curve->jumps;
  std::vector<double> crowded;  // times of jumps with less room to a neighbour, ascending
  for (size_t i = 0; i < jumps.size(); ++i) {
    const bool isNearOne =
        (i > 0 && (jumps[i].time - jumps[i - 1].time) * pointsPerSecond < kRoom) ||
        (i + 1 < jumps.size() && (jumps[i + 1].time - jumps[i].time) * pointsPerSecond < kRoom);
    if (isNearOne) crowded.push_back(jumps[i].time);
  }
  if (crowded.size() > kMany) curve->pen = kThinPen;
  const auto isCrowded = [&crowded](double time) {
    return std::binary_search(crowded.begin(), crowded.end(), time);
  };
  // A line that ends where the next one begins goes on in it, straight up, without a jump.
  std::vector<QPolygonF> joined;
  for (const QPolygonF& line : curve->lines) {
    const bool goesOn = !joined.empty() && !line.isEmpty() && !joined.back().isEmpty() &&
                        joined.back().back().x() == line.front().x() && isCrowded(line.front().x());
    if (goesOn) {
      joined.back() += line;
    } else {
      joined.push_back(line);
    }
  }
  curve->lines = std::move(joined);
  std::erase_if(curve->jumps, [&](const UpdatePoint& jump) { return isCrowded(jump.time); });
}

// Twice through the same algorithm as the screen's: coarsely for ○ and ●, which need room, and
// finely for the line.
PaperCurve curveOverTime(const CurveSetting& setting, const Recording& recording,
                         const PlotContent& content, const PaperAxis& time, double width) {
  PaperCurve curve{setting.path, setting.name};
  curve.axis = axisNumber(content, setting.axis);
  CurveRequest request = requestFor(&recording, setting.path);
  if (request.column < 0) return curve;
  request.lower = time.lower;
  request.upper = time.upper;
  request.circles = content.circles;
  // Circles have room from four points on.
  request.pixels = static_cast<int>(2 * width);
  CurveGeometry geometry = computeCurve(request);
  curve.circles = std::move(geometry.circles);
  request.pixels = static_cast<int>(kPixelsPerPoint * width);
  geometry = computeCurve(request);
  curve.jumps = std::move(geometry.jumps);
  curve.lines = std::move(geometry.lines);
  joinCrowdedJumps(width / (time.upper - time.lower), &curve);
  return curve;
}

// The curve of a plot of one signal over another: the second of its signals over the first.
PaperCurve curveOverOther(const PlotContent& content, const Recording& recording) {
  const CurveSetting& across = content.curves[0];
  const CurveSetting& up = content.curves[1];
  PaperCurve curve{up.path, QString()};
  const int x = requestFor(&recording, across.path).column;
  const int y = requestFor(&recording, up.path).column;
  if (x < 0 || y < 0) return curve;
  QPolygonF line;
  for (int64_t row = 0; row < recording.size(); ++row) {
    const QPointF point(recording.value(row, x), recording.value(row, y));
    const bool isFinite = std::isfinite(point.x()) && std::isfinite(point.y());
    if (isFinite && (line.isEmpty() || line.back() != point)) line.append(point);
    if (isFinite || line.isEmpty()) continue;
    curve.lines.push_back(line);
    line.clear();
  }
  if (!line.isEmpty()) curve.lines.push_back(line);
  return curve;
}

// The least and the greatest of some numbers, of those above zero where an axis is logarithmic.
class Extent {
 public:
  explicit Extent(bool isLogarithmic) : isLogarithmic_(isLogarithmic) {}

  void take(double value) {
    if (isLogarithmic_ && value <= 0) return;
    least_ = std::min(least_, value);
    most_ = std::max(most_, value);
  }
  void takeHeights(const std::vector<QPolygonF>& lines) {
    for (const QPolygonF& line : lines) {
      for (const QPointF& point : line) take(point.y());
    }
  }
  // From 0 to 1, or from 1 to 10, where there is none.
  std::pair<double, double> range() const {
    if (least_ <= most_) return {least_, most_};
    return isLogarithmic_ ? std::pair(1.0, 10.0) : std::pair(0.0, 1.0);
  }

 private:
  bool isLogarithmic_;
  double least_ = INFINITY;
  double most_ = -INFINITY;
};

// The range of values: somewhat more than there are, from 0 on where that is near.
void fit(std::pair<double, double> range, PaperAxis* axis) {
  auto [least, most] = range;
  if (axis->isLogarithmic) {
    axis->lower = std::pow(10, std::floor(std::log10(least) + 1e-9));
    axis->upper = std::pow(10, std::ceil(std::log10(most) - 1e-9));
    if (axis->upper <= axis->lower) axis->upper = 10 * axis->lower;
    return;
  }
  if (most - least < 1e-12 * std::max(std::abs(most), std::abs(least)) || most == least) {
    const double around = most == 0 ? 1 : std::abs(most) / 2;
    least -= around;
    most += around;
  }
  const double room = kRoomAround * (most - least);
  const bool isNearZero = least >= 0 && least < 0.3 * most;
  axis->lower = isNearZero ? std::min(0.0, least) : least - room;
  axis->upper = most + room;
}

// A point over both axes on paper, from their corner on, and back.
QPointF onPaper(const PaperAxis& x, const PaperAxis& y, const QSizeF& size, const QPointF& point) {
  return {x.partOf(point.x()) * size.width(), y.partOf(point.y()) * size.height()};
}

QPointF fromPaper(const PaperAxis& x, const PaperAxis& y, const QSizeF& size,
                  const QPointF& point) {
  const auto back = [](const PaperAxis& axis, double part) {
    if (!axis.isLogarithmic) return axis.lower + part * (axis.upper - axis.lower);
    return axis.lower * std::pow(axis.upper / axis.lower, part);
  };
  return {back(x, point.x() / size.width()), back(y, point.y() / size.height())};
}

// Lines over both axes without the points that make no difference on paper; what lies beyond the
// axes is cut off, but for areas, which lie within. Returns how long they are on paper.
double thinLines(const PaperAxis& x, const PaperAxis& y, const QSizeF& size, bool areAreas,
                 std::vector<QPolygonF>* lines) {
  const QRectF paper(QPointF(0, 0), size);
  std::vector<QPolygonF> result;
  qsizetype count = 0;
  double tolerance = kTolerance;
  // A tenth of a point on paper, which nobody sees, and more until there are few enough points.
  do {
    result.clear();
    count = 0;
    for (const QPolygonF& line : *lines) {
      QPolygonF drawn;
      for (const QPointF& point : line) drawn.append(onPaper(x, y, size, point));
      const auto pieces = areAreas ? std::vector<QPolygonF>{drawn} : clipped(drawn, paper);
      for (const QPolygonF& piece : pieces) {
        result.push_back(thinned(piece, tolerance));
        count += result.back().size();
      }
    }
    tolerance *= 1.5;
  } while (count > kMostPoints && tolerance < size.height() / 4);
  double length = 0;
  for (QPolygonF& line : result) {
    length += lengthOf(line);
    for (QPointF& point : line) point = fromPaper(x, y, size, point);
  }
  *lines = std::move(result);
  return length;
}

// Whether what lies at this part of an axis is beyond its ends.
bool isBeyond(double part) { return part < -1e-9 || part > 1 + 1e-9; }

// Takes points of the curve away that make no difference on paper, and updates beyond the axes.
void thin(const PaperPlot& plot, const QSizeF& size, PaperCurve* curve) {
  const PaperAxis& y = plot.valuesOf(*curve);
  constexpr double kLong = 20;  // widths of the plot: a line that is longer would be a dark area
  const double length = thinLines(plot.x, y, size, false, &curve->lines);
  if (curve->pen == 0 && length > kLong * size.width()) curve->pen = kThinPen;
  const auto isOutside = [&](const UpdatePoint& point) {
    return isBeyond(plot.x.partOf(point.time)) || isBeyond(y.partOf(point.before)) ||
           isBeyond(y.partOf(point.after));
  };
  std::erase_if(curve->circles, isOutside);
  std::erase_if(curve->jumps, isOutside);
}

// Whether the second signal of a plot is drawn over its first.
bool isOneOverOther(const PlotContent& content) {
  return content.kind == PlotKind::kXY && content.curves.size() > 1;
}

// The looks that tell curves apart: those of the screen, or dashes and greys.
void setLooks(const PlotContent& content, FigureStyle style, std::vector<PaperCurve>* curves) {
  const std::vector<CurveLook> looks = curveLooks(content.curves);
  const size_t first = isOneOverOther(content) ? 1 : 0;  // The second is drawn.
  for (size_t i = 0; i < curves->size(); ++i) {
    PaperCurve& curve = (*curves)[i];
    if (style != FigureStyle::kScreen) {
      curve.ink = curveInk(i);
      curve.dashes = curveDashes(i);
      continue;
    }
    QPen pen;
    setDashes(looks[first + i].line, &pen);
    curve.ink = looks[first + i].colour;
    if (looks[first + i].line == CurveLine::kSolid) continue;
    for (const qreal length : pen.dashPattern()) curve.dashes += length * kScreenCurve;
  }
}

// The curves of one run, each with its look.
std::vector<PaperCurve> curvesOf(const PlotContent& content, const Recording& recording,
                                 const PaperAxis& time, double width, FigureStyle style) {
  std::vector<PaperCurve> curves;
  if (isOneOverOther(content)) {
    curves.push_back(curveOverOther(content, recording));  // Both are named at their axes.
  } else {
    for (const CurveSetting& curve : content.curves) {
      curves.push_back(curveOverTime(curve, recording, content, time, width));
    }
  }
  setLooks(content, style, &curves);
  return curves;
}

// The same of another run, the `run`-th: the first has the lines of the present one, in a pale
// shade, further ones have dashes of their own.
std::vector<PaperCurve> curvesBehind(const PlotContent& content, const RunOverlay& overlay,
                                     size_t run, const PaperAxis& time, double width,
                                     FigureStyle style) {
  std::vector<PaperCurve> curves = curvesOf(content, *overlay.recording, time, width, style);
  std::erase_if(curves, [](const PaperCurve& curve) { return curve.lines.empty(); });
  for (size_t i = 0; i < curves.size(); ++i) {
    PaperCurve& curve = curves[i];
    curve.name = i == 0 ? overlay.name : QString();
    curve.isSignal = false;
    curve.isBehind = true;
    curve.circles.clear();
    curve.ink = inkBehind(curve.ink, style);
    if (run > 0) curve.dashes = curveDashes(run);
  }
  return curves;
}

}  // namespace

void PaperCurve::addLine(const QPolygonF& points) {
  QPolygonF line;
  const auto finish = [&] {
    if (line.size() > 1) lines.push_back(line);
    line.clear();
  };
  for (const QPointF& point : points) {
    if (std::isfinite(point.x()) && std::isfinite(point.y())) {
      line.append(point);
    } else {
      finish();
    }
  }
  finish();
}

// Time is known before the curves and values after them, so the axes are set in that order. The
// axis of time is never logarithmic: a run begins at 0.
PaperPlot makePaperPlot(const PlotContent& content, const Recording& recording, double start,
                        double end, const QSizeF& size, FigureStyle style,
                        const std::vector<RunOverlay>* behind) {
  if (content.kind == PlotKind::kSpectrum) {
    return makeSpectrumPlot(content, recording, size, style);
  }
  if (content.kind == PlotKind::kHistogram) {
    return makeHistogramPlot(content, recording, size, style);
  }
  PaperPlot plot;
  plot.isOverTime = content.kind == PlotKind::kTime;
  const bool isXY = isOneOverOther(content);
  plot.x.label = labelOr(content, QStringLiteral("x"),
                         isXY ? nameWithUnit(content.curves[0]) : QStringLiteral("Time (s)"));
  plot.y.label = quantityOf(content, QStringLiteral("y"));
  for (const QString& name : rightAxes(content)) {
    PaperAxis& axis = plot.right.emplace_back();
    axis.label = quantityOf(content, name);
    axis.isLogarithmic = content.axis(name).isLogarithmic;
  }
  plot.x.isLogarithmic = isXY && content.axis(QStringLiteral("x")).isLogarithmic;
  plot.y.isLogarithmic = content.axis(QStringLiteral("y")).isLogarithmic;
  plot.x.lower = start;
  plot.x.upper = end > start ? end : start + 1;
  if (isXY && content.axis(QStringLiteral("y")).label.isEmpty()) {
    plot.y.label = nameWithUnit(content.curves[1]);
  }
  if (!isXY) useChosenRange(content, QStringLiteral("x"), &plot.x);
  // Curves of other runs lie behind. Those of this very recording are left out.
  size_t run = 0;
  for (const RunOverlay& other : behind != nullptr ? *behind : std::vector<RunOverlay>()) {
    if (other.recording.get() == &recording) continue;
    const auto curves = curvesBehind(content, other, run++, plot.x, size.width(), style);
    plot.curves.insert(plot.curves.end(), curves.begin(), curves.end());
  }
  auto own = curvesOf(content, recording, plot.x, size.width(), style);
  // Where the axis says it already, the name of the only curve is no news.
  const bool isAlone = own.size() == 1 && plot.curves.empty();
  const QString says = u' ' + plot.y.label + u' ';
  if (isAlone && says.contains(u' ' + own[0].name + u' ', Qt::CaseInsensitive)) own[0].name = {};
  plot.curves.insert(plot.curves.end(), own.begin(), own.end());
  if (isXY) {
    fit(rangeAcross(plot, plot.x.isLogarithmic), &plot.x);
    useChosenRange(content, QStringLiteral("x"), &plot.x);
  }
  fitValues(&plot);
  useChosenRange(content, QStringLiteral("y"), &plot.y);
  const std::vector<QString> names = rightAxes(content);
  for (size_t i = 0; i < names.size(); ++i) useChosenRange(content, names[i], &plot.right[i]);
  setOnPaper(size, &plot);
  return plot;
}

const PaperAxis& PaperPlot::valuesOf(const PaperCurve& curve) const {
  return curve.axis == 0 ? y : right.at(curve.axis - 1);
}

QString labelOr(const PlotContent& content, const QString& axis, const QString& usual) {
  const QString chosen = content.axis(axis).label;
  return chosen.isEmpty() ? usual : chosen;
}

QString nameWithUnit(const CurveSetting& curve) { return withBracketed(curve.name, curve.unit); }

std::pair<double, double> rangeAcross(const PaperPlot& plot, bool isLogarithmic) {
  Extent extent(isLogarithmic);
  for (const PaperCurve& curve : plot.curves) {
    for (const QPolygonF& line : curve.lines) {
      for (const QPointF& point : line) extent.take(point.x());
    }
  }
  return extent.range();
}

// The samples take the recording to share; it is the caller's.
std::vector<double> samplesOf(const PlotContent& content, const Recording& recording,
                              const QString& path) {
  const CurveRequest request = requestFor(&recording, path);
  if (request.column < 0) return {};
  const std::shared_ptr<const Recording> shared(std::shared_ptr<const Recording>(), &recording);
  SignalSamples samples(shared, request.column, request.held, content.period_sec);
  samples.takeNew();
  return samples.values();
}

// Where all values lie below the lower limit the axis is as long as it takes to have numbers.
void useChosenRange(const PlotContent& content, const QString& name, PaperAxis* axis) {
  const AxisSetting setting = content.axis(name);
  if (setting.lower && (!axis->isLogarithmic || *setting.lower > 0)) axis->lower = *setting.lower;
  if (setting.upper && *setting.upper > axis->lower) axis->upper = *setting.upper;
  if (axis->upper > axis->lower) return;
  axis->upper = axis->isLogarithmic ? 10 * axis->lower
                                    : axis->lower + std::max(1.0, std::abs(axis->lower) / 2);
}

// Bands belong to the first axis. ○ and ● at an end of the run may stand where no line is.
void fitValues(PaperPlot* plot) {
  for (size_t number = 0; number <= plot->right.size(); ++number) {
    PaperAxis& axis = number == 0 ? plot->y : plot->right[number - 1];
    Extent extent(axis.isLogarithmic);
    for (const PaperCurve& curve : plot->curves) {
      if (curve.axis != number) continue;
      extent.takeHeights(curve.lines);
      for (const UpdatePoint& update : curve.circles) {
        extent.take(update.before);
        extent.take(update.after);
      }
    }
    for (const PaperBand& band : plot->bands) {
      if (number == 0) extent.takeHeights(band.areas);
    }
    fit(extent.range(), &axis);
  }
}

void setOnPaper(const QSizeF& size, PaperPlot* plot) {
  setTicks(size.width(), kTicksAcross, &plot->x);
  setTicks(size.height(), kTicksUp, &plot->y);
  for (PaperAxis& axis : plot->right) setTicks(size.height(), kTicksUp, &axis);
  for (PaperCurve& curve : plot->curves) thin(*plot, size, &curve);
  for (PaperBand& band : plot->bands) thinLines(plot->x, plot->y, size, true, &band.areas);
  thinLines(plot->x, plot->y, size, false, &plot->guides);
  const auto isOutside = [plot](const QPointF& place) {
    return isBeyond(plot->x.partOf(place.x())) || isBeyond(plot->y.partOf(place.y()));
  };
  for (PaperMarks& marks : plot->marks) std::erase_if(marks.places, isOutside);
  std::erase_if(plot->spans,
                [&](const PaperSpan& span) { return isOutside(span.from) || isOutside(span.to); });
}

QList<qreal> curveDashes(size_t curve) {
  static const std::array<QList<qreal>, 4> kDashes = {
      QList<qreal>{}, {4, 1.8}, {1.2, 1.4}, {5, 1.5, 1.2, 1.5}};
  return kDashes[curve % kDashes.size()];
}

QColor inkBehind(const QColor& ink, FigureStyle style) {
  constexpr int kShade = 97;  // of 255
  return style == FigureStyle::kScreen ? blended(ink, kShade) : QColor("#9a9a9a");
}

// Four kinds of dashes in black, then the same in grey.
QColor curveInk(size_t curve) { return curve / 4 % 2 == 0 ? QColor(Qt::black) : QColor("#6e6e6e"); }

}  // namespace loopwright
