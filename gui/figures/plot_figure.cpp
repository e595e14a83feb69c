#include "gui/figures/plot_figure.h"

#include "gui/figures/figure_options.h"
#include "gui/figures/math_text.h"
#include "gui/figures/paper_plot.h"
#include "gui/figures/plot_layout.h"
#include "gui/figures/span_texts.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kAxisPen = 0.5;
constexpr double kPaperCurve = 0.8;
constexpr double kTick = 3;
constexpr double kSmallTick = 1.8;
constexpr double kGuidePen = 0.35;
constexpr double kSpanPen = 0.9;
constexpr double kMarkPen = 0.7;
constexpr double kCircleRadius = 1.5;

// What differs from style to style.
struct PlotLook {
  bool hasGrid = false;  // instead of ticks
  QColor grid;
  QColor axis;
  QColor numbers;
  QColor text;
  double curve = kPaperCurve;  // points
};

// On paper only axes and curves, in black; as on the screen with its grid and colours.
PlotLook lookFor(FigureStyle style) {
  if (style == FigureStyle::kPaper) return {false, {}, Qt::black, Qt::black, Qt::black};
  const bool isMono = style == FigureStyle::kMono;
  const Theme& theme = isMono ? Theme::mono() : Theme::light();
  return {true,        theme.grid, isMono ? theme.ink : theme.hairline,
          theme.muted, theme.ink,  kScreenCurve};
}

// Draws a plot with its axes in the area of its layout; the texts lie outside of it.
class PlotDrawing {
 public:
  PlotDrawing(const PlotLayout& layout, const PlotLook& look, Figure* figure)
      : layout_(layout),
        plot_(layout.plot),
        area_(layout.area),
        look_(look),
        figure_(figure),
        size_(figure->size) {}

  // From the back to the front: bands, grid, lines of reference, axes, curves, their ○ and ●, then
  // marks and texts over all of them.
  void draw() {
    for (const PaperBand& band : plot_.bands) drawBand(band);
    if (look_.hasGrid) drawGrid();
    drawGuides();
    drawAxes();
    drawRightAxes();
    for (const PaperCurve& curve : plot_.curves) drawCurve(curve);
    for (const PaperCurve& curve : plot_.curves) drawUpdates(curve);
    for (const PaperSpan& span : plot_.spans) {
      if (span.from == span.to) continue;
      figure_->line(QStringLiteral("margin"), {layout_.at(span.from), layout_.at(span.to)},
                    kSpanPen);
    }
    for (const PaperMarks& marks : plot_.marks) drawMarks(marks);
    drawSpanTexts();
    if (!layout_.letter.isEmpty()) drawLetter();
    if (layout_.hasLegend) {
      drawLegend();
    } else {
      for (const PaperCurve& curve : plot_.curves) drawName(curve);
    }
  }

 private:
  QPointF at(double x, double y) const { return layout_.at({x, y}); }

  // The points of a line on paper, whose values are on one of the axes.
  QPolygonF placed(const QPolygonF& line, const PaperAxis& values) const {
    QPolygonF points;
    for (const QPointF& point : line) points.append(layout_.at(point, values));
    return points;
  }

  // A line of the grid or of the axes.
  void drawLine(const QString& role, const QPolygonF& points, const QColor& ink) {
    figure_->line(role, points, kAxisPen).ink = ink;
  }

  // A band is filled and has no edge of its own.
  void drawBand(const PaperBand& band) {
    for (const QPolygonF& area : band.areas) {
      FigureElement& element =
          figure_->area(QStringLiteral("band"), placed(area, plot_.y), band.fill);
      element.name = band.name;
      element.pen = 0;
    }
  }

  // A line at each number, but for those on the axes.
  void drawGrid() {
    const auto draw = [this](const QPointF& from, const QPointF& to) {
      drawLine(QStringLiteral("grid"), {from, to}, look_.grid);
    };
    for (const double tick : plot_.x.ticks) {
      const double x = at(tick, plot_.y.lower).x();
      if (x > area_.left()) draw({x, area_.top()}, {x, area_.bottom()});
    }
    for (const double tick : plot_.y.ticks) {
      const double y = at(plot_.x.lower, tick).y();
      if (y < area_.bottom()) draw({area_.left(), y}, {area_.right(), y});
    }
  }

  // Dotted, so that they are not taken for curves.
  void drawGuides() {
    for (const QPolygonF& guide : plot_.guides) {
      FigureElement& element =
          figure_->line(QStringLiteral("guide"), placed(guide, plot_.y), kGuidePen);
      element.dashes = {0.8, 1.2};
      element.ink = look_.axis;
    }
  }

  // Each kind of mark has a role, by which an SVG or TeX names it.
  void drawMarks(const PaperMarks& marks) {
    static const QString kRoles[] = {QStringLiteral("pole"), QStringLiteral("zero"),
                                     QStringLiteral("critical"), QStringLiteral("cycle")};
    const QString& role = kRoles[static_cast<std::size_t>(marks.form)];
    for (const QPointF& point : marks.places) drawMark(marks, role, layout_.at(point));
  }

  // × and + are each one line, which comes back to the middle before it turns.
  void drawMark(const PaperMarks& marks, const QString& role, const QPointF& place) {
    if (marks.form == PaperMark::kZero) {
      FigureElement& circle = figure_->circle(role, place, kMarkRadius, QColor());
      circle.pen = kMarkPen;
      circle.ink = marks.ink;
      return;
    }
    if (marks.form == PaperMark::kCycle) {
      figure_->circle(role, place, kCircleRadius, marks.ink).pen = 0;
      return;
    }
    const bool isPole = marks.form == PaperMark::kPole;
    const double r = kMarkRadius;
    const QPointF one = isPole ? QPointF(r, r) : QPointF(r, 0);
    const QPointF other = isPole ? QPointF(r, -r) : QPointF(0, r);
    figure_->line(role, {place - one, place + one, place, place - other, place + other}, kMarkPen)
        .ink = marks.ink;
  }

  // Where they cover the curves least.
  void drawSpanTexts() {
    const std::vector<QPointF> places = placeSpanTexts(layout_, *figure_);
    for (std::size_t i = 0; i < places.size(); ++i) {
      writeMath(figure_, QStringLiteral("margin-text"), QString(), places[i],
                nameRuns(plot_.spans[i].text, false));
    }
  }

  double penOf(const PaperCurve& curve) const { return curve.pen > 0 ? curve.pen : look_.curve; }

  // Draws a curve's lines, and dotted lines where it jumps.
  void drawCurve(const PaperCurve& curve) {
    const PaperAxis& values = plot_.valuesOf(curve);
    const auto place = [&](double x, double y) { return layout_.at({x, y}, values); };
    for (const QPolygonF& line : curve.lines) {
      FigureElement& element =
          figure_->line(QStringLiteral("curve"), placed(line, values), penOf(curve));
      element.name = curve.path;
      element.dashes = curve.dashes;
      element.ink = curve.ink;
    }
    for (const UpdatePoint& jump : curve.jumps) {
      FigureElement& element = figure_->line(
          QStringLiteral("jump"),
          QPolygonF({place(jump.time, jump.before), place(jump.time, jump.after)}), 0.3);
      element.name = curve.path;
      element.dashes = {0.8, 1.2};
      element.ink = curve.ink;
    }
  }

  // ○ and ● lie over the lines of all curves and over the axes, ○ with white in it: nothing goes
  // through them.
  void drawUpdates(const PaperCurve& curve) {
    const PaperAxis& values = plot_.valuesOf(curve);
    const auto place = [&](double x, double y) { return layout_.at({x, y}, values); };
    for (const UpdatePoint& update : curve.circles) {
      FigureElement& before = figure_->circle(
          QStringLiteral("before"), place(update.time, update.before), kCircleRadius, Qt::white);
      before.name = curve.path;
      before.pen = 0.5;
      before.ink = curve.ink;
      FigureElement& after =
          figure_->circle(QStringLiteral("after"), place(update.time, update.after),
                          kCircleRadius + 0.25, curve.ink);
      after.name = curve.path;
      after.pen = 0;
    }
  }

  // The number of a tick, `start` at its left on the base line.
  void writeNumber(const QPointF& start, const std::vector<MathRun>& runs) {
    const std::size_t first = figure_->elements.size();
    writeMath(figure_, QStringLiteral("number"), QString(), start, runs);
    for (std::size_t i = first; i < figure_->elements.size(); ++i) {
      figure_->elements[i].ink = look_.numbers;
    }
  }

  void drawTick(const QPointF& place, const QPointF& inward) {
    if (!look_.hasGrid) drawLine(QStringLiteral("tick"), {place, place + inward}, Qt::black);
  }

  // One without a number, which a grid has as well: it tells a logarithmic axis from another.
  void drawSmallTick(const QPointF& place, const QPointF& inward) {
    drawLine(QStringLiteral("small-tick"), {place, place + inward}, look_.axis);
  }

  // Below: ticks, numbers, quantity; at the left the same, the quantity reading upwards.
  void drawAxes() {
    const QPointF corner = area_.bottomLeft();
    drawLine(QStringLiteral("axis"), {area_.topLeft(), corner, area_.bottomRight()}, look_.axis);
    for (const double tick : plot_.x.smallTicks) {
      drawSmallTick({at(tick, plot_.y.lower).x(), area_.bottom()}, {0, -kSmallTick});
    }
    for (const double tick : plot_.y.smallTicks) {
      drawSmallTick({area_.left(), at(plot_.x.lower, tick).y()}, {kSmallTick, 0});
    }
    const double capital = Figure::kAscent * size_;
    for (const double tick : plot_.x.ticks) {
      const QPointF place(at(tick, plot_.y.lower).x(), area_.bottom());
      drawTick(place, {0, -kTick});
      if (!layout_.hasTimeTexts) continue;
      const std::vector<MathRun> runs = mathRuns(plot_.x.textAt(tick));
      writeNumber(place + QPointF(-widthOf(*figure_, runs) / 2, kBesideAxes + capital), runs);
    }
    for (const double tick : plot_.y.ticks) {
      const QPointF place(area_.left(), at(plot_.x.lower, tick).y());
      drawTick(place, {kTick, 0});
      const std::vector<MathRun> runs = mathRuns(plot_.y.textAt(tick));
      writeNumber(place + QPointF(-kBesideAxes - widthOf(*figure_, runs), 0.34 * size_), runs);
    }
    if (layout_.hasTimeTexts) {
      writeQuantity(plot_.x.label, {area_.center().x(), area_.bottom() + quantityBelow(size_)},
                    false);
    }
    const QPointF beside(layout_.corner.x() + Figure::kAscent * size_, area_.center().y());
    writeQuantity(plot_.y.label, beside, true);
  }

  // Axes at the right, each behind the room of the one before: a line, ticks, numbers, quantity.
  void drawRightAxes() {
    double x = area_.right();
    for (const PaperAxis& axis : plot_.right) {
      const auto up = [&](double tick) { return layout_.at({plot_.x.lower, tick}, axis).y(); };
      drawLine(QStringLiteral("axis"), {QPointF(x, area_.top()), QPointF(x, area_.bottom())},
               look_.axis);
      for (const double tick : axis.smallTicks) drawSmallTick({x, up(tick)}, {-kSmallTick, 0});
      for (const double tick : axis.ticks) {
        const QPointF place(x, up(tick));
        drawTick(place, {-kTick, 0});
        writeNumber(place + QPointF(kBesideAxes, 0.34 * size_), mathRuns(axis.textAt(tick)));
      }
      x += besideAxis(axis, *figure_);
      writeQuantity(axis.label, {x - Figure::kDescent * size_, area_.center().y()}, true);
      x += kBetweenAxes;
    }
  }

  // Around the middle of an axis; what reads upwards is written to the right and turned.
  void writeQuantity(const QString& label, const QPointF& middle, bool isUpwards) {
    if (label.isEmpty()) return;
    const std::vector<MathRun> runs = quantityRuns(label);
    Figure written{figure_->family, size_, {}};
    writeMath(&written, QStringLiteral("quantity"), QString(), {-widthOf(written, runs) / 2, 0},
              runs);
    for (FigureElement& element : written.elements) {
      element.ink = look_.text;
      element.upwards = isUpwards;
      for (QPointF& point : element.points) {
        point = middle + (isUpwards ? QPointF(point.y(), -point.x()) : point);
      }
      figure_->elements.push_back(element);
    }
  }

  // At the right of the curve's end.
  void drawName(const PaperCurve& curve) {
    if (curve.lines.empty() || curve.name.isEmpty()) return;
    const QPointF end = curve.lines.back().back();
    const QPointF start(area_.right() + kBesideAxes, at(end.x(), end.y()).y() + 0.3 * size_);
    writeMath(figure_, QStringLiteral("curve-name"), curve.path, start,
              nameRuns(curve.name, curve.isSignal));
  }

  // Above the axes, in as many rows as it takes.
  void drawLegend() {
    const std::vector<LegendEntry> legend = legendOf(plot_, *figure_, area_.width());
    const QPointF corner =
        area_.topLeft() - QPointF(0, kAboveAxes * size_ + heightOf(legend, *figure_));
    for (const LegendEntry& entry : legend) {
      const QPointF place = corner + entry.place;
      drawSample(entry, place - QPointF(0, 0.3 * size_));
      writeMath(figure_, QStringLiteral("curve-name"),
                entry.curve != nullptr ? entry.curve->path : QString(),
                place + QPointF(kLegendSample + kBesideAxes, 0),
                nameRuns(entry.name(), entry.isSignal()));
    }
  }

  // A short piece of a curve, or of a band as high as letters are, or a mark.
  void drawSample(const LegendEntry& entry, const QPointF& start) {
    const QPointF end = start + QPointF(kLegendSample, 0);
    if (entry.marks != nullptr) {
      return drawMark(*entry.marks, QStringLiteral("sample"), (start + end) / 2);
    }
    if (entry.band != nullptr) {
      const QPointF up(0, 0.35 * size_);
      figure_
          ->area(QStringLiteral("sample"), QPolygonF({start - up, end - up, end + up, start + up}),
                 entry.band->fill)
          .pen = 0;
      return;
    }
    FigureElement& line =
        figure_->line(QStringLiteral("sample"), QPolygonF({start, end}), penOf(*entry.curve));
    line.dashes = entry.curve->dashes;
    line.ink = entry.curve->ink;
  }

  // Above the axes at the left, where all that the plot shows begins.
  void drawLetter() {
    figure_->write(QStringLiteral("letter"), layout_.corner + QPointF(0, Figure::kAscent * size_),
                   layout_.letter, size_, false);
  }

  const PlotLayout& layout_;
  const PaperPlot& plot_;
  const QRectF& area_;
  const PlotLook& look_;
  Figure* figure_;
  double size_;
};

}  // namespace

// The layout asks for the room of all texts first, then everything is drawn into it.
Figure plotFigure(const std::vector<PlotContent>& contents, const Recording& recording,
                  double start, double end, const FigureOptions& options, int before,
                  const std::vector<RunOverlay>* behind) {
  return figureOfPlots(layoutPlots(contents, recording, start, end, options, before, behind),
                       options);
}

// One figure of all plots; each draws at its place.
Figure figureOfPlots(const std::vector<PlotLayout>& layouts, const FigureOptions& options) {
  Figure figure{options.font, options.textSize(), {}};
  const PlotLook look = lookFor(options.style);
  for (const PlotLayout& layout : layouts) PlotDrawing(layout, look, &figure).draw();
  return figure;
}

}  // namespace loopwright
