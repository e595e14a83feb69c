#include "gui/figures/plot_figure.h"

#include <array>

#include "gui/figures/figure_options.h"
#include "gui/figures/math_text.h"
#include "gui/figures/paper_plot.h"
#include "gui/figures/plot_layout.h"
#include "gui/plots/plot_view.h"

namespace loopwright {

namespace {

constexpr double kAxisPen = 0.5;
constexpr double kCurvePen = 0.8;
constexpr double kTick = 3;
constexpr double kCircleRadius = 1.5;

// Draws a plot with its axes in the area of its layout; the texts lie outside of it.
class PlotDrawing {
 public:
  PlotDrawing(const PlotLayout& layout, Figure* figure)
      : layout_(layout),
        plot_(layout.plot),
        area_(layout.area),
        figure_(figure),
        size_(figure->size) {}

  void draw() {
    for (size_t i = 0; i < plot_.curves.size(); ++i) drawCurve(i);
    drawAxes();
    if (!layout_.letter.isEmpty()) drawLetter();
    if (layout_.hasLegend) {
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
      if (!layout_.hasTimeTexts) continue;
      write(QStringLiteral("number"), place + QPointF(0, kBesideAxes + capital), tickText(tick));
    }
    for (const double tick : plot_.y.ticks) {
      const QPointF place(area_.left(), at(plot_.x.lower, tick).y());
      figure_->line(QStringLiteral("tick"), QPolygonF({place, place + QPointF(kTick, 0)}),
                    kAxisPen);
      const QString text = tickText(tick);
      const QPointF start(place.x() - kBesideAxes - figure_->widthOf(text, size_, false),
                          place.y() + 0.34 * size_);
      figure_->write(QStringLiteral("number"), start, text, size_, false);
    }
    const double below = area_.bottom() + kBesideAxes + capital + 0.35 * size_ + capital;
    if (layout_.hasTimeTexts) {
      write(QStringLiteral("quantity"), {area_.center().x(), below + 1}, plot_.x.label);
    }
    if (plot_.y.label.isEmpty()) return;
    const double width = figure_->widthOf(plot_.y.label, size_, false);
    const QPointF start(layout_.corner.x() + Figure::kAscent * size_,
                        area_.center().y() + width / 2);
    figure_->write(QStringLiteral("quantity"), start, plot_.y.label, size_, false).upwards = true;
  }

  // At the right of the curve's end.
  void drawName(const PaperCurve& curve) {
    if (curve.lines.empty()) return;
    const QPointF end = curve.lines.back().back();
    const QPointF start(area_.right() + kBesideAxes, at(end.x(), end.y()).y() + 0.3 * size_);
    writeMath(figure_, QStringLiteral("curve-name"), curve.path, start, mathRuns(curve.name, true));
  }

  // Above the axes, in as many rows as it takes.
  void drawLegend() {
    const double top =
        area_.top() - kAboveAxes * size_ - legendHeight(plot_, *figure_, area_.width());
    QPointF place(area_.left() + kBesideAxes, top + Figure::kAscent * size_);
    for (size_t i = 0; i < plot_.curves.size(); ++i) {
      const PaperCurve& curve = plot_.curves[i];
      const std::vector<MathRun> runs = mathRuns(curve.name, true);
      const double width = kLegendSample + kBesideAxes + widthOf(*figure_, runs);
      if (i > 0 && place.x() + width > area_.right()) {
        place = QPointF(area_.left() + kBesideAxes, place.y() + kLegendRow * size_);
      }
      const QPointF start = place - QPointF(0, 0.3 * size_);
      FigureElement& line =
          figure_->line(QStringLiteral("sample"),
                        QPolygonF({start, start + QPointF(kLegendSample, 0)}), kCurvePen);
      line.dashes = curveDashes(i);
      line.ink = curveInk(i);
      writeMath(figure_, QStringLiteral("curve-name"), curve.path,
                place + QPointF(kLegendSample + kBesideAxes, 0), runs);
      place.rx() += width + 2 * size_;
    }
  }

  // Above the axes at the left, where all that the plot shows begins.
  void drawLetter() {
    figure_->write(QStringLiteral("letter"), layout_.corner + QPointF(0, Figure::kAscent * size_),
                   layout_.letter, size_, false);
  }

  const PlotLayout& layout_;
  const PaperPlot& plot_;
  const QRectF& area_;
  Figure* figure_;
  double size_;
};

}  // namespace

QList<qreal> curveDashes(size_t curve) {
  static const std::array<QList<qreal>, 4> kDashes = {
      QList<qreal>{}, {4, 1.8}, {1.2, 1.4}, {5, 1.5, 1.2, 1.5}};
  return kDashes[curve % kDashes.size()];
}

// Four kinds of dashes in black, then the same in grey.
QColor curveInk(size_t curve) { return curve / 4 % 2 == 0 ? QColor(Qt::black) : QColor("#6e6e6e"); }

// The layout asks for the room of all texts first, then everything is drawn into it.
Figure plotFigure(const std::vector<PlotContent>& contents, const Recording& recording,
                  double start, double end, const FigureOptions& options, int before) {
  Figure figure;
  figure.family = options.font;
  figure.size = options.fontSize;
  for (const PlotLayout& layout : layoutPlots(contents, recording, start, end, options, before)) {
    PlotDrawing(layout, &figure).draw();
  }
  return figure;
}

}  // namespace loopwright
