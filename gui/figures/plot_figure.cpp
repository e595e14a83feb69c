#include "gui/figures/plot_figure.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/figures/figure_options.h"
#include "gui/figures/label_places.h"
#include "gui/figures/math_text.h"
#include "gui/figures/paper_plot.h"

namespace loopwright {

namespace {

constexpr double kAxisPen = 0.5;
constexpr double kCurvePen = 0.8;
constexpr double kTick = 3;
constexpr double kCircleRadius = 1.5;
constexpr double kBeside = 3;  // between the axes and their texts, points
constexpr double kColumn = 88.9 * 72 / 25.4;
constexpr double kGolden = 1.618033988749895;

// Draws a plot with its axes in `area`; the texts lie outside of it.
class PlotDrawing {
 public:
  PlotDrawing(const PaperPlot& plot, const QRectF& area, Figure* figure)
      : plot_(plot), area_(area), figure_(figure), size_(figure->size) {}

  void draw(bool hasLegend) {
    for (size_t i = 0; i < plot_.curves.size(); ++i) drawCurve(i);
    drawAxes();
    if (hasLegend) {
      drawLegend();
    } else {
      for (const PaperCurve& curve : plot_.curves) drawName(curve);
    }
  }

 private:
  // A point of the axes on paper.
  QPointF at(double x, double y) const {
    return {area_.left() + plot_.x.partOf(x) * area_.width(),
            area_.bottom() - plot_.y.partOf(y) * area_.height()};
  }

  // Line, gaps and circles of one curve; circles lie over the line, ○ with white in it.
  void drawCurve(size_t index) {
    const PaperCurve& curve = plot_.curves[index];
    for (const QPolygonF& line : curve.lines) {
      QPolygonF points;
      for (const QPointF& point : line) points.append(at(point.x(), point.y()));
      FigureElement& element = figure_->line(QStringLiteral("curve"), points, kCurvePen);
      element.name = curve.path;
      element.dashes = curveDashes(index);
      element.ink = curveInk(index);
    }
    for (const UpdatePoint& jump : curve.jumps) {
      FigureElement& element =
          figure_->line(QStringLiteral("jump"),
                        QPolygonF({at(jump.time, jump.before), at(jump.time, jump.after)}), 0.3);
      element.name = curve.path;
      element.dashes = {0.8, 1.2};
    }
    for (const UpdatePoint& update : curve.circles) {
      FigureElement& before = figure_->circle(
          QStringLiteral("before"), at(update.time, update.before), kCircleRadius, Qt::white);
      before.name = curve.path;
      before.pen = 0.5;
      FigureElement& after = figure_->circle(QStringLiteral("after"), at(update.time, update.after),
                                             kCircleRadius + 0.25, Qt::black);
      after.name = curve.path;
      after.pen = 0;
    }
  }

  // A text around a point of its base line.
  void write(const QString& role, const QPointF& middle, const QString& text) {
    const double width = figure_->widthOf(text, size_, false);
    figure_->write(role, middle - QPointF(width / 2, 0), text, size_, false);
  }

  // Below: ticks, numbers, quantity; at the left the same, the quantity reading upwards.
  void drawAxes() {
    const QPointF corner = area_.bottomLeft();
    figure_->line(QStringLiteral("axis"), QPolygonF({area_.topLeft(), corner, area_.bottomRight()}),
                  kAxisPen);
    const double capital = Figure::kAscent * size_;
    for (const double tick : plot_.x.ticks) {
      const QPointF place(at(tick, plot_.y.lower).x(), area_.bottom());
      figure_->line(QStringLiteral("tick"), QPolygonF({place, place - QPointF(0, kTick)}),
                    kAxisPen);
      write(QStringLiteral("number"), place + QPointF(0, kBeside + capital), tickText(tick));
    }
    for (const double tick : plot_.y.ticks) {
      const QPointF place(area_.left(), at(plot_.x.lower, tick).y());
      figure_->line(QStringLiteral("tick"), QPolygonF({place, place + QPointF(kTick, 0)}),
                    kAxisPen);
      const QString text = tickText(tick);
      const QPointF start(place.x() - kBeside - figure_->widthOf(text, size_, false),
                          place.y() + 0.34 * size_);
      figure_->write(QStringLiteral("number"), start, text, size_, false);
    }
    const double below = area_.bottom() + kBeside + capital + 0.35 * size_ + capital;
    write(QStringLiteral("quantity"), {area_.center().x(), below + 1}, plot_.x.label);
    if (plot_.y.label.isEmpty()) return;
    const double width = figure_->widthOf(plot_.y.label, size_, false);
    const QPointF start(Figure::kAscent * size_, area_.center().y() + width / 2);
    figure_->write(QStringLiteral("quantity"), start, plot_.y.label, size_, false).upwards = true;
  }

  // At the right of the curve's end.
  void drawName(const PaperCurve& curve) {
    if (curve.lines.empty()) return;
    const QPointF end = curve.lines.back().back();
    const QPointF start(area_.right() + kBeside, at(end.x(), end.y()).y() + 0.3 * size_);
    writeMath(figure_, QStringLiteral("curve-name"), curve.path, start, mathRuns(curve.name, true));
  }

  // Above the axes, in as many rows as it takes.
  void drawLegend() {
    constexpr double kSample = 16;
    QPointF place(area_.left() + kBeside, Figure::kAscent * size_);
    for (size_t i = 0; i < plot_.curves.size(); ++i) {
      const PaperCurve& curve = plot_.curves[i];
      const std::vector<MathRun> runs = mathRuns(curve.name, true);
      const double width = kSample + kBeside + widthOf(*figure_, runs);
      if (i > 0 && place.x() + width > area_.right()) {
        place = QPointF(area_.left() + kBeside, place.y() + 1.25 * size_);
      }
      const QPointF start = place - QPointF(0, 0.3 * size_);
      FigureElement& line = figure_->line(
          QStringLiteral("sample"), QPolygonF({start, start + QPointF(kSample, 0)}), kCurvePen);
      line.dashes = curveDashes(i);
      line.ink = curveInk(i);
      writeMath(figure_, QStringLiteral("curve-name"), curve.path,
                place + QPointF(kSample + kBeside, 0), runs);
      place.rx() += width + 2 * size_;
    }
  }

 public:
  // How high the rows of a legend are.
  static double legendTop(Figure* figure, const PaperPlot& plot, double room) {
    constexpr double kSample = 16;
    double x = kBeside;
    int rows = 1;
    for (size_t i = 0; i < plot.curves.size(); ++i) {
      const double width =
          kSample + kBeside + widthOf(*figure, mathRuns(plot.curves[i].name, true));
      if (i > 0 && x + width > room) {
        x = kBeside;
        ++rows;
      }
      x += width + 2 * figure->size;
    }
    return rows * 1.25 * figure->size;
  }

 private:
  const PaperPlot& plot_;
  QRectF area_;
  Figure* figure_;
  double size_;
};

// How large a figure of a plot is, points.
QSizeF plotSize(const FigureOptions& options) {
  const double width = options.width.value_or(kColumn);
  return {width, options.height.value_or(width / kGolden)};
}

// Whether the names at the ends of curves would cover each other, or take too much of the width.
bool needsLegend(const PaperPlot& plot, const Figure& figure, const QSizeF& area) {
  std::vector<double> heights;
  for (const PaperCurve& curve : plot.curves) {
    if (curve.lines.empty()) continue;
    if (widthOf(figure, mathRuns(curve.name, true)) > 0.2 * area.width()) return true;
    heights.push_back(plot.y.partOf(curve.lines.back().back().y()) * area.height());
  }
  std::sort(heights.begin(), heights.end());
  for (size_t i = 1; i < heights.size(); ++i) {
    if (heights[i] - heights[i - 1] < 1.1 * figure.size) return true;
  }
  return false;
}

}  // namespace

QList<qreal> curveDashes(size_t curve) {
  static const std::array<QList<qreal>, 4> kDashes = {
      QList<qreal>{}, {4, 1.8}, {1.2, 1.4}, {5, 1.5, 1.2, 1.5}};
  return kDashes[curve % kDashes.size()];
}

// Four kinds of dashes in black, then the same in grey.
QColor curveInk(size_t curve) { return curve / 4 % 2 == 0 ? QColor(Qt::black) : QColor("#6e6e6e"); }

// The room for the texts beside the axes follows from the texts, and the ticks from the room: the
// second time both fit each other.
PlotLayout layoutPlot(const PlotContent& content, const Recording& recording, double start,
                      double end, const FigureOptions& options) {
  Figure figure;
  figure.family = options.font;
  figure.size = options.fontSize;
  const QSizeF size = plotSize(options);
  const double line = figure.size;
  // Texts that need all of the room leave as much as a line is high.
  const QSizeF least(line, line);
  QRectF area(QPointF(4 * line, 0.5 * line),
              (size - QSizeF(5 * line, 3.5 * line)).expandedTo(least));
  PaperPlot plot;
  bool hasLegend = false;
  for (int round = 0; round < 2; ++round) {
    plot = makePaperPlot(content, recording, start, end, area.size());
    hasLegend = needsLegend(plot, figure, area.size());
    double numbers = 0;
    for (const double tick : plot.y.ticks) {
      numbers = std::max(numbers, figure.widthOf(tickText(tick), line, false));
    }
    double right =
        plot.x.ticks.empty() ? 0 : figure.widthOf(tickText(plot.x.ticks.back()), line, false) / 2;
    for (const PaperCurve& curve : plot.curves) {
      if (hasLegend) break;
      right = std::max(right, kBeside + widthOf(figure, mathRuns(curve.name, true)));
    }
    const double left =
        (plot.y.label.isEmpty() ? 0 : (Figure::kAscent + Figure::kDescent) * line + kBeside) +
        numbers + kBeside;
    const double bottom = kBeside + (2 * Figure::kAscent + 0.35 + Figure::kDescent) * line + 1;
    const double top =
        hasLegend ? PlotDrawing::legendTop(&figure, plot, size.width() - left - right) + 0.4 * line
                  : 0.4 * line;
    const QSizeF room(size.width() - left - right - 0.5, size.height() - top - bottom);
    area = QRectF(QPointF(left, top), room.expandedTo(least));
  }
  return {makePaperPlot(content, recording, start, end, area.size()), area, size.width(),
          hasLegend};
}

// The layout asks for the room of all texts first, then everything is drawn into it.
Figure plotFigure(const PlotContent& content, const Recording& recording, double start, double end,
                  const FigureOptions& options) {
  Figure figure;
  figure.family = options.font;
  figure.size = options.fontSize;
  const PlotLayout layout = layoutPlot(content, recording, start, end, options);
  PlotDrawing(layout.plot, layout.area, &figure).draw(layout.hasLegend);
  return figure;
}

}  // namespace loopwright
