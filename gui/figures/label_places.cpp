#include "gui/figures/label_places.h"

#include <algorithm>
#include <cmath>

#include "gui/figures/figure.h"
#include "gui/figures/paper_diagram.h"

namespace loopwright {

namespace {

// How much of the others a box covers. Every box that is touched counts one, so covering a thin
// line is not for free.
double coverOf(const QRectF& box, const std::vector<QRectF>& others) {
  double cover = 0;
  for (const QRectF& other : others) {
    const QRectF both = box & other;
    if (!both.isEmpty()) cover += 1 + both.width() * both.height();
  }
  return cover;
}

// The places for a text along a level piece, above it and then below (or the other way round),
// from its middle outwards.
void addPlacesAlong(const QPointF& a, const QPointF& b, const QSizeF& room, bool isBelowFirst,
                    std::vector<QRectF>* choices) {
  const double slack = std::abs(b.x() - a.x()) / 2 - room.width() / 2;
  const QPointF middle = (a + b) / 2;
  for (const double side : {isBelowFirst ? 1.0 : -1.0, isBelowFirst ? -1.0 : 1.0}) {
    const double y = side * (kTextGap + room.height() / 2);
    choices->push_back(boxAt(middle + QPointF(0, y), room));
    for (double step = 3; step <= slack; step += 3) {
      choices->push_back(boxAt(middle + QPointF(-step, y), room));
      choices->push_back(boxAt(middle + QPointF(step, y), room));
    }
  }
}

// The places at one wire: at level pieces that are long enough, and all others.
void addPlacesOn(const PaperWire& wire, const QSizeF& room, bool isBelowFirst,
                 std::vector<QRectF>* level, std::vector<QRectF>* others) {
  for (size_t i = 1; i < wire.points.size(); ++i) {
    const QPointF& a = wire.points[i - 1];
    QPointF b = wire.points[i];
    const bool isLevel = a.y() == b.y();
    const bool isLast = i + 1 == wire.points.size();
    if (isLast && isLevel) b.rx() += b.x() > a.x() ? -kPaperArrow : kPaperArrow;
    if (isLevel) {
      const bool isLong = std::abs(b.x() - a.x()) >= room.width();
      addPlacesAlong(a, b, room, isBelowFirst, isLong ? level : others);
      continue;
    }
    for (double part = 0.5; part < 0.95; part += 0.1) {
      for (const double along : {part, 1 - part}) {
        const QPointF place = a + (b - a) * along;
        const QPointF aside(room.width() / 2 + kTextGap, 0);
        others->push_back(boxAt(place + aside, room));
        others->push_back(boxAt(place - aside, room));
      }
    }
  }
}

}  // namespace

QRectF boxAt(const QPointF& middle, const QSizeF& room) {
  return {middle - QPointF(room.width() / 2, room.height() / 2), room};
}

std::vector<QRectF> placesAtWires(const std::vector<PaperWire>& wires, const QString& from,
                                  const std::vector<QSizeF>& rooms, bool isBelowFirst) {
  std::vector<QRectF> level;
  std::vector<QRectF> others;
  for (const QSizeF& room : rooms) {
    for (const PaperWire& wire : wires) {
      if (wire.from == from) addPlacesOn(wire, room, isBelowFirst, &level, &others);
    }
  }
  level.insert(level.end(), others.begin(), others.end());
  return level;
}

void gatherNotes(double size, PaperDiagram* diagram) {
  constexpr double kGap = 2;  // in sizes
  double top = INFINITY;
  double bottom = -INFINITY;
  const auto add = [&](const QRectF& box) {
    top = std::min(top, box.top());
    bottom = std::max(bottom, box.bottom());
  };
  for (const PaperBlock& block : diagram->blocks) add(block.box);
  for (const PaperText& frame : diagram->frames) add(frame.box);
  for (const PaperWire& wire : diagram->wires) {
    for (const QPointF& point : wire.points) add(QRectF(point, point));
  }
  if (bottom < top) return;  // There are notes only.
  // How far each note is below, or above, all else: negative where it is beside it.
  const auto below = [&](const PaperText& note) { return note.box.top() - bottom; };
  const auto above = [&](const PaperText& note) {
    return top - note.box.top() - kPaperLine * size * double(note.lines.size());
  };
  double up = INFINITY;
  double down = INFINITY;
  for (const PaperText& note : diagram->notes) {
    if (below(note) >= 0) up = std::min(up, below(note));
    if (above(note) >= 0) down = std::min(down, above(note));
  }
  up = std::max(0.0, up - kGap * size);
  down = std::max(0.0, down - kGap * size);
  for (PaperText& note : diagram->notes) {
    const double moved = below(note) >= 0 ? -up : above(note) >= 0 ? down : 0;
    note.box.translate(0, moved);
  }
}

// The box of a whole wire with corners would hold all that it goes around: each piece has its own.
LabelPlaces::LabelPlaces(const Figure& figure) {
  for (const FigureElement& element : figure.elements) {
    if (element.kind != FigureElement::Kind::kLine) {
      taken_.push_back(Figure::boxOf(element));
      continue;
    }
    const double reach = element.pen / 2;
    std::vector<QRectF>& pieces = element.role == u"frame" ? frames_ : taken_;
    for (qsizetype i = 1; i < element.points.size(); ++i) {
      const QRectF piece = QRectF(element.points[i - 1], element.points[i]).normalized();
      pieces.push_back(piece.adjusted(-reach, -reach, reach, reach));
    }
  }
}

// The choices come in the order in which a typesetter would try them: the first free one is taken.
QRectF LabelPlaces::take(const std::vector<QRectF>& choices, double aside, double apart) {
  constexpr double kSlight = 1e-6;  // what a frame, or a text that is near, counts beside all else
  const QRectF* best = nullptr;
  double least = 0;
  double hidden = 0;
  for (const QRectF& choice : choices) {
    const QRectF room = choice.adjusted(-aside, 0, aside, 0);
    const QRectF free = choice.adjusted(-kBetweenTexts, 0, kBetweenTexts, 0);
    const double cover = coverOf(room, taken_) + coverOf(free, texts_);
    const QRectF wide = choice.adjusted(-apart, 0, apart, 0);
    const double whole = cover + kSlight * (coverOf(room, frames_) + coverOf(wide, texts_));
    if (best != nullptr && whole >= least) continue;
    best = &choice;
    least = whole;
    hidden = cover;
    if (least == 0) break;
  }
  if (hidden > 0) ++covered_;
  texts_.push_back(*best);
  return *best;
}

}  // namespace loopwright
