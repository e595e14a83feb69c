#include "gui/figures/diagram_figure.h"

#include <QCoreApplication>
#include <QLineF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <set>

#include "gui/figures/figure_options.h"
#include "gui/figures/label_places.h"
#include "gui/figures/paper_diagram.h"
#include "gui/scene/block_item.h"
#include "gui/scene/signal_label.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kPen = 0.6;
constexpr double kArrowHalf = 1.4;
constexpr double kDot = 1.2;
constexpr double kHeight = Figure::kAscent + Figure::kDescent;
constexpr double kAside = 1.2;          // at least, between a text and what is at its sides, points
constexpr double kBetweenValues = 0.6;  // between ○ and ● with their values, in sizes

// From the middle of a box of this size to its edge, to the left or right, or up or down.
double halfExtent(const QPointF& direction, const QSizeF& size) {
  return std::abs(direction.x()) * size.width() / 2 + std::abs(direction.y()) * size.height() / 2;
}

// Draws one level; texts that have to find a place come last.
class DiagramDrawing {
 public:
  DiagramDrawing(PaperDiagram* diagram, Figure* figure)
      : diagram_(*diagram), figure_(figure), size_(figure->size) {}

  // Returns how many texts cover something. `instant` stands below all, where there is one. Names
  // of signals may stand in two lines where `breaksLabels`.
  int draw(bool names, const QString& instant, bool breaksLabels) {
    for (const PaperText& frame : diagram_.frames) drawFrame(frame);
    for (const PaperWire& wire : diagram_.wires) drawWire(wire);
    for (const PaperBlock& block : diagram_.blocks) drawBlock(block);
    for (const PaperText& note : diagram_.notes) drawNote(note);
    LabelPlaces places(*figure_);
    for (const PaperBlock& block : diagram_.blocks) drawSigns(block, &places);
    drawLabels(breaksLabels, &places);
    drawValues(&places);
    for (const PaperBlock& block : diagram_.blocks) {
      if (names) writeBeside(block, QStringLiteral("name"), block.name, true, &places);
      if (block.period.isEmpty()) continue;
      writeBeside(block, QStringLiteral("period"), block.period, false, &places);
    }
    for (const PaperText& frame : diagram_.frames) drawTitle(frame, &places);
    if (!instant.isEmpty()) drawInstant(instant);
    return places.covered();
  }

 private:
  // Dashed and thinner than wires, behind all else.
  void drawFrame(const PaperText& frame) {
    const QRectF& box = frame.box;
    FigureElement& line = figure_->line(QStringLiteral("frame"),
                                        QPolygonF({box.topLeft(), box.topRight(), box.bottomRight(),
                                                   box.bottomLeft(), box.topLeft()}),
                                        0.4);
    line.dashes = {3, 2};
  }

  // Above the frame, in it or below it, from the left to the right.
  void drawTitle(const PaperText& frame, LabelPlaces* places) {
    const QString title = frame.lines.front();
    if (title.isEmpty()) return;
    const QSizeF room(figure_->widthOf(title, size_, false), kHeight * size_);
    const double above = frame.box.top() - room.height() - kTextGap;
    const double below = frame.box.bottom() + kTextGap;
    std::vector<QRectF> choices;
    for (const double top : {above, frame.box.top() + kTextGap, below}) {
      for (double part = 0; part <= 1; part += 0.25) {
        const double slack = frame.box.width() - room.width();
        choices.emplace_back(QPointF(frame.box.left() + part * slack, top), room);
      }
    }
    const QRectF box = places->take(choices);
    figure_->write(QStringLiteral("title"), box.topLeft() + QPointF(0, Figure::kAscent * size_),
                   title, size_, false);
    diagram_.labels.push_back({QStringLiteral("title"), title, box});
  }

  void drawNote(const PaperText& note) {
    QPointF start = note.box.topLeft() + QPointF(0, Figure::kAscent * size_);
    for (const QString& line : note.lines) {
      writeWithSigns(figure_, QStringLiteral("note"), start, line);
      start.ry() += kPaperLine * size_;
    }
  }

  // The line ends within its arrow: a blunt end would stand out at the tip.
  void drawWire(const PaperWire& wire) {
    QPolygonF points(QList<QPointF>(wire.points.begin(), wire.points.end()));
    const QLineF last(points.back(), points[points.size() - 2]);
    if (last.length() > 0) {
      const QPointF back = (last.p2() - last.p1()) / last.length();
      const QPointF across(-back.y(), back.x());
      const QPointF base = last.p1() + back * kPaperArrow;
      const QPolygonF head({last.p1(), base + across * kArrowHalf, base - across * kArrowHalf});
      figure_->area(QStringLiteral("arrow"), head, Qt::black).pen = 0;
      figure_->elements.back().name = wire.to;
      points.back() += back * std::min(kPaperArrow * 0.9, last.length());
    }
    FigureElement& line = figure_->line(QStringLiteral("wire"), points, kPen);
    line.name = wire.to;
    for (const qreal length : Theme::sampleTimeDashes(wire.rate)) line.dashes += length * kPen;
    for (const QPointF& dot : wire.dots) {
      figure_->circle(QStringLiteral("dot"), dot, kDot, Qt::black).pen = 0;
    }
  }

  // White within, so that a wire that passes behind a block does not show.
  void drawBlock(const PaperBlock& block) {
    const QRectF& box = block.box;
    FigureElement* outline = nullptr;
    const QString role = QStringLiteral("block");
    if (block.outline == BlockOutline::kCircle) {
      outline = &figure_->circle(role, box.center(), box.width() / 2, Qt::white);
    } else if (block.outline == BlockOutline::kTriangle) {
      const QPointF along = block.facing;
      const QPointF across(-along.y(), along.x());
      const QPointF middle = box.center();
      const double length = halfExtent(along, box.size());
      const double width = halfExtent(across, box.size());
      outline = &figure_->area(
          role,
          QPolygonF({middle + along * length, middle - along * length + across * width,
                     middle - along * length - across * width}),
          Qt::white);
    } else {
      QPolygonF corners(box);
      if (block.outline == BlockOutline::kPill) {
        QPainterPath path;
        path.addRoundedRect(box, box.height() / 2, box.height() / 2);
        corners = path.toFillPolygon();
      }
      if (corners.isClosed()) corners.removeLast();
      outline = &figure_->area(role, corners, Qt::white);
    }
    outline->name = block.name;
    if (!block.item->appearance().isEnabled) outline->dashes = {2, 1.5};
    drawFace(block);
  }

  // Formulas are set around the middle, that of a triangle nearer to its back.
  QPointF middleOfFace(const PaperBlock& block, const FaceLines& face) const {
    const QPointF middle = block.box.center();
    if (block.outline != BlockOutline::kTriangle) return middle;
    const QPointF length(block.facing.x() * block.box.width(),
                         block.facing.y() * block.box.height());
    return middle + length * (placeInTriangle(block, face, *figure_) - 0.5);
  }

  void drawFace(const PaperBlock& block) {
    const BlockFace& face = block.item->appearance().face;
    const FaceLines lines = faceLines(face, *figure_);
    if (lines.lines.empty()) return drawFacePicture(block, figure_);
    const QPointF middle = middleOfFace(block, lines);
    std::vector<double> heights{0.32};  // of the base lines below the middle, in sizes
    if (lines.lines.size() == 2) heights = {-0.28, 0.92};
    if (lines.isFraction) heights = {-0.36, 1.08};
    double widest = 0;
    for (size_t i = 0; i < lines.lines.size(); ++i) {
      const std::vector<MathRun> runs = runsOf(lines, i);
      const double width = loopwright::widthOf(*figure_, runs);
      widest = std::max(widest, width);
      writeMath(figure_, QStringLiteral("face"), block.name,
                middle + QPointF(-width / 2, heights[i] * size_), runs);
    }
    if (!lines.isFraction) return;
    const QPointF half(widest / 2 + 1.5, 0);
    figure_->line(QStringLiteral("fraction"), QPolygonF({middle - half, middle + half}), 0.4);
  }

  QSizeF roomOf(const std::vector<MathRun>& runs) const {
    return {loopwright::widthOf(*figure_, runs), kHeight * size_};
  }

  // Whether a text would stand in the line of a frame; then that is hidden behind it.
  bool clearFrames(const QRectF& box) {
    const bool isOnFrame =
        std::any_of(diagram_.frames.begin(), diagram_.frames.end(), [&](const PaperText& frame) {
          return frame.box.intersects(box) && !frame.box.contains(box);
        });
    if (isOnFrame) figure_->area(QStringLiteral("clear"), box, Qt::white).pen = 0;
    return isOnFrame;
  }

  // Writes lines one below the other into the place that their text found, each in the middle of
  // its width, and notes the place.
  void writeLines(const QRectF& box, const QString& role, const QString& name, const QString& text,
                  const std::vector<std::vector<MathRun>>& lines) {
    const bool isOnFrame = clearFrames(box);
    QPointF start(0, box.top() + Figure::kAscent * size_);
    for (const std::vector<MathRun>& runs : lines) {
      start.setX(box.center().x() - loopwright::widthOf(*figure_, runs) / 2);
      writeMath(figure_, role, name, start, runs);
      start.ry() += kPaperLine * size_;
    }
    diagram_.labels.push_back({role, text, box, isOnFrame});
  }

  // Signs of a sum stand beside its wires, those of other blocks within, and names of a
  // subsystem's ports as well.
  void drawSigns(const PaperBlock& block, LabelPlaces* places) {
    const bool isNamed = block.item->appearance().namesPorts;
    for (const PaperPort& port : block.ports) {
      const QString sign = isNamed ? port.name : port.sign;
      const std::vector<MathRun> runs = mathRuns(sign);
      if (runs.empty()) continue;
      const QSizeF room = roomOf(runs);
      const QPointF across(-port.outward.y(), port.outward.x());
      if (block.outline == BlockOutline::kCircle) {
        std::vector<QRectF> choices;
        for (const double away : {0.45, 0.9, 1.3}) {
          for (const double side : {1.0, -1.0}) {
            const QPointF aside = across * side * (kTextGap + halfExtent(across, room));
            choices.push_back(boxAt(port.place + port.outward * away * size_ + aside, room));
          }
        }
        writeLines(places->take(choices), QStringLiteral("sign"), block.name, sign, {runs});
        continue;
      }
      const QPointF inside = port.outward * (2 + halfExtent(port.outward, room));
      writeLines(boxAt(port.place - inside, room), QStringLiteral("sign"), block.name, sign,
                 {runs});
    }
  }

  // The name of a signal stands once, on one of the wires that carry it: along level pieces that
  // are long enough first, as names are read from left to right; then beside upright ones.
  void drawLabels(bool breaksLabels, LabelPlaces* places) {
    std::set<QString> labelled;
    for (const PaperWire& wire : diagram_.wires) {
      if (wire.label.isEmpty() || !labelled.insert(wire.from).second) continue;
      using Lines = std::vector<std::vector<MathRun>>;
      const Lines whole{mathRuns(wire.label, true)};
      std::vector<QRectF> choices = placesOfLabel(wire.from, whole);
      const QString broken = breaksLabels ? inTwoLines(wire.label) : QString();
      Lines halves;
      for (const QString& line : broken.split(u'\n')) halves.push_back(mathRuns(line, true));
      if (!broken.isEmpty()) {
        const std::vector<QRectF> more = placesOfLabel(wire.from, halves);
        choices.insert(choices.end(), more.begin(), more.end());
      }
      const QRectF box = places->take(choices, kAside);
      const bool isBroken = box.height() > choices.front().height();
      writeLines(box, QStringLiteral("label"), wire.from, isBroken ? broken : wire.label,
                 isBroken ? halves : whole);
    }
  }

  // The places for a text of such lines on the wires of an output.
  std::vector<QRectF> placesOfLabel(const QString& from,
                                    const std::vector<std::vector<MathRun>>& lines) const {
    QSizeF room(0, (kHeight + kPaperLine * (double(lines.size()) - 1)) * size_);
    for (const std::vector<MathRun>& runs : lines) {
      room.setWidth(std::max(room.width(), loopwright::widthOf(*figure_, runs)));
    }
    return placesAtWires(diagram_.wires, from, {room}, false);
  }

  // Values stand below their wires, as names stand above: ● beside ○, or below it where the wire is
  // short.
  void drawValues(LabelPlaces* places) {
    for (const PaperWire& wire : diagram_.wires) {
      const WireValue& value = wire.value;
      if (value.before.isEmpty()) continue;
      const bool isOfTwo = !value.after.isEmpty();
      const double before = figure_->widthOf(value.before, size_, false);
      const double after = isOfTwo ? figure_->widthOf(value.after, size_, false) : 0;
      const double sign = kPaperSign * size_;
      std::vector<QSizeF> rooms{{before, kHeight * size_}};
      if (isOfTwo) {
        rooms = {{before + after + 2 * sign + kBetweenValues * size_, kHeight * size_},
                 {std::max(before, after) + sign, (kPaperLine + kHeight) * size_}};
      }
      const std::vector<QRectF> choices = placesAtWires(diagram_.wires, wire.from, rooms, true);
      writeValue(wire, places->take(choices, kAside));
    }
  }

  void writeValue(const PaperWire& wire, const QRectF& box) {
    const WireValue& value = wire.value;
    const bool isOnFrame = clearFrames(box);
    QPointF start = box.topLeft() + QPointF(0, Figure::kAscent * size_);
    QString text = value.before;
    if (value.after.isEmpty()) {
      writeNumber(wire.from, start, value.before);
    } else {
      const bool isStack = box.height() > 1.5 * kHeight * size_;
      writeSide(wire.from, start, value.before, false);
      const double width = figure_->widthOf(value.before, size_, false);
      start += isStack ? QPointF(0, kPaperLine * size_)
                       : QPointF(width + (kPaperSign + kBetweenValues) * size_, 0);
      writeSide(wire.from, start, value.after, true);
      text = QStringLiteral("○ %1%2● %3")
                 .arg(value.before, QString(isStack ? u'\n' : u' '), value.after);
    }
    diagram_.labels.push_back({QStringLiteral("value"), text, box, isOnFrame});
  }

  // ○ or ● and a value, from `start` on the base line.
  void writeSide(const QString& name, const QPointF& start, const QString& text, bool isAfter) {
    const QString role = isAfter ? QStringLiteral("after") : QStringLiteral("before");
    drawInstantSign(figure_, role, start, isAfter).name = name;
    writeNumber(name, start + QPointF(kPaperSign * size_, 0), text);
  }

  void writeNumber(const QString& name, const QPointF& start, const QString& text) {
    figure_->write(QStringLiteral("value"), start, text, size_, false).name = name;
  }

  // At the left, below all that is drawn.
  void drawInstant(const QString& instant) {
    std::vector<MathRun> runs = nameRuns(instant.mid(1), false);
    runs.insert(runs.begin(), {instant.left(1), true});
    const QRectF all = figure_->box();
    const QRectF box(all.bottomLeft() + QPointF(0, 0.6 * size_), roomOf(runs));
    writeLines(box, QStringLiteral("instant"), QString(), instant, {runs});
  }

  // A block's name stands below it, its period above; on the other side where there is no room.
  void writeBeside(const PaperBlock& block, const QString& role, const QString& text, bool below,
                   LabelPlaces* places) {
    std::vector<MathRun> runs = nameRuns(text, false);
    if (role == u"period") runs = {{text.left(1), true}, {text.mid(1)}};  // Units stand upright.
    const QSizeF room = roomOf(runs);
    const double down = block.box.height() / 2 + kTextGap + 0.6 + room.height() / 2;
    const double aside = block.box.width() / 2 + kTextGap + room.width() / 2;
    std::vector<QRectF> choices;
    const auto add = [&](double more, const std::vector<double>& shifts) {
      for (const double side : {below ? 1.0 : -1.0, below ? -1.0 : 1.0}) {
        for (const double shift : shifts) {
          const QPointF offset(shift * (aside - kTextGap), side * (down + more * size_));
          choices.push_back(boxAt(block.box.center() + offset, room));
        }
      }
    };
    // What stands beside the block may seem to belong to the next one: that comes last.
    for (const double more : {0.0, 0.6, 1.2, 2.0}) add(more, {0.0, 0.5, -0.5});
    for (const double more : {0.0, 0.6, 1.2, 2.0}) add(more, {1.0, -1.0});
    // Two names side by side would be read as one if no more than a space were between them.
    writeLines(places->take(choices, kAside, size_), role, block.name, text, {runs});
  }

  PaperDiagram& diagram_;
  Figure* figure_;
  double size_;
};

// A diagram that was set: how many texts cover something, and how wide it came out.
struct Attempt {
  PaperDiagram diagram;
  Figure figure;
  int covered = 0;
  double width = 0;
};

// How wide a figure is. In a document of TeX each text may be wider than here: notes to the right,
// all others around their middles.
double wholeWidth(const Figure& figure, bool isTex) {
  const double wider = isTex ? FigureOptions::kWiderInTex / 2 : 0;
  double left = INFINITY;
  double right = -INFINITY;
  for (const FigureElement& element : figure.elements) {
    const QRectF box = Figure::boxOf(element);
    const bool isNote = element.role == u"note";
    left = std::min(left, box.left() - (isNote ? 0 : wider) * element.width);
    right = std::max(right, box.right() + (isNote ? 2 * wider : wider) * element.width);
  }
  return std::max(0.0, right - left);
}

// With empty room that is `spread` times as wide as on the canvas; names of signals may stand in
// two lines where `breaksLabels`.
Attempt attempt(const DiagramScene& scene, const FigureOptions& options,
                const InstantValues& values, double spread, bool breaksLabels) {
  Attempt result;
  result.figure = {options.font, options.textSize(), {}};
  // Half of a block's line stands out before the notes, and these may be wider in a document of
  // TeX.
  const double room = options.width.value_or(1e9) - kPen / 2;
  const double lines = room / (options.tex ? 1 + FigureOptions::kWiderInTex : 1);
  result.diagram = makePaperDiagram(scene, result.figure, spread, lines, values);
  gatherNotes(result.figure.size, &result.diagram);
  result.covered = DiagramDrawing(&result.diagram, &result.figure)
                       .draw(options.names, values.time, breaksLabels);
  result.width = wholeWidth(result.figure, options.tex);
  return result;
}

// Narrower than `best`, which is wider than the width: with the widest spread that fits, which is
// found by bisection. Where texts cover something then that they need not cover, no narrower than
// without that: it is made smaller instead.
Attempt narrowed(const DiagramScene& scene, const FigureOptions& options,
                 const InstantValues& values, double width, int leastCovered, bool breaksLabels) {
  double narrow = 0;
  double wide = 1;
  const auto set = [&](double spread) {
    return attempt(scene, options, values, spread, breaksLabels);
  };
  Attempt best = set(narrow);
  // By bisection the widest spread that fits, to about a hundredth.
  for (int i = 0; i < 7 && best.width <= width; ++i) {
    const double middle = (narrow + wide) / 2;
    Attempt next = set(middle);
    const bool fits = next.width <= width && next.covered <= best.covered;
    (fits ? narrow : wide) = middle;
    if (fits) best = std::move(next);
  }
  // Where texts would cover something then, a wider one that has to be made smaller may be better.
  for (double spread = 0.25; best.covered > leastCovered && spread <= 1; spread += 0.25) {
    Attempt next = set(spread);
    if (next.covered < best.covered) best = std::move(next);
  }
  return best;
}

}  // namespace

// Wider where texts find no place, with names of signals in two lines where that does not help, and
// narrower where the width asks for it.
Figure diagramFigure(const DiagramScene& scene, const FigureOptions& options, QString* warning,
                     const InstantValues& values, PaperDiagram* set) {
  const double width = options.width.value_or(1e9);
  Attempt best = attempt(scene, options, values, 1, false);  // as on the canvas, in whole lines
  bool breaksLabels = false;
  const auto tryAlso = [&](double spread, bool breaks) {
    Attempt other = attempt(scene, options, values, spread, breaks);
    if (other.covered >= best.covered) return;
    best = std::move(other);
    breaksLabels = breaks;
  };
  for (const bool breaks : {false, true}) {
    for (double spread = 1; best.covered > 0 && spread <= 2.5; spread += 0.25) {
      tryAlso(spread, breaks);
    }
  }
  if (best.width > width) {
    Attempt narrow = narrowed(scene, options, values, width, best.covered, breaksLabels);
    if (narrow.covered > best.covered && !breaksLabels) {
      Attempt broken = narrowed(scene, options, values, width, best.covered, true);
      if (broken.covered < narrow.covered) narrow = std::move(broken);
    }
    // Else it stays as wide as its texts ask for, and is made smaller.
    if (narrow.covered <= best.covered) best = std::move(narrow);
  }
  const double height = best.figure.box().height();
  const double factor = std::min({1.0, width / best.width, options.height.value_or(1e9) / height});
  if (factor < 1) {
    best.figure.scale(factor);
    *warning = QCoreApplication::translate(
                   "Export", "the diagram does not fit: it is made smaller, its texts to %1 points")
                   .arg(QString::number(best.figure.size, 'f', 1));
  }
  best.diagram.scale = factor;
  if (set != nullptr) *set = std::move(best.diagram);
  return best.figure;
}

}  // namespace loopwright
