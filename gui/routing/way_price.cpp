#include "gui/routing/way_price.h"

#include <algorithm>
#include <cmath>

namespace loopwright {

namespace {

constexpr double kStub = 13;       // Within this of its port a way may be near the port's block.
constexpr double kRoom = 20;       // Nearer than this is a price,
constexpr double kNearStart = 20;  // for being so near at all,
constexpr double kNear = 0.5;      // and for each pixel beside something.
constexpr double kCrossing = 30;
constexpr double kThroughText = 80;
constexpr double kInLine = 6;    // Wires in line that end nearer to each other look like one.
constexpr double kTrunk = 0.25;  // A pixel on the trunk.
constexpr double kTwice = 100;   // Meeting the trunk again.

// How many pixels two boxes share across the page or down; a gap counts below zero.
double sharedAcross(const QRectF& a, const QRectF& b) {
  return std::min(a.right(), b.right()) - std::max(a.left(), b.left());
}

double sharedDown(const QRectF& a, const QRectF& b) {
  return std::min(a.bottom(), b.bottom()) - std::max(a.top(), b.top());
}

}  // namespace

int64_t WayPrice::sixteenths(double pixels) { return std::llround(pixels * 16); }

// Adds what a piece pays for one block or text: it is no longer free where it comes nearer than the
// least distance, pays 80 px for crossing a text that may be crossed, and for running beside
// something within 20 px pays 20 px and half of the length that they share.
void WayPrice::addObstacle(const QRectF& piece, bool isHorizontal, const Obstacle& obstacle) {
  const double across = sharedAcross(piece, obstacle.box);
  const double down = sharedDown(piece, obstacle.box);
  const bool isText = obstacle.kind == Obstacle::kText;
  const double least = isText ? spacing_.text : spacing_.block;
  if (across > -least && down > -least) {
    isFree_ = false;
    return;
  }
  if (across >= 0 && down >= 0) {
    // Only what spacing allows comes here: a text that may be crossed.
    sixteenths_ += sixteenths(kThroughText);
    return;
  }
  const double gap = isHorizontal ? -down : -across;
  const double length = isHorizontal ? across : down;
  if (gap < kRoom && length > 0) sixteenths_ += sixteenths(kNearStart + kNear * length);
}

// Adds what a piece pays for running along a frame's border, on either side of it, where border and
// wire would look like a double line: four times as much nearer than 10 px. A border may be crossed
// for nothing.
void WayPrice::addBorder(const QRectF& piece, bool isHorizontal, const QRectF& frame) {
  // `gap`: from the border to the piece; `length`: how far both run beside each other.
  const auto add = [&](double gap, double length) {
    if (std::abs(gap) >= kRoom || length <= 0) return;
    const double factor = std::abs(gap) < kRoom / 2 ? 4 : 1;
    sixteenths_ += sixteenths(factor * (kNearStart + kNear * length));
  };
  if (isHorizontal) {
    add(piece.top() - frame.top(), sharedAcross(piece, frame));
    add(piece.top() - frame.bottom(), sharedAcross(piece, frame));
  } else {
    add(piece.left() - frame.left(), sharedDown(piece, frame));
    add(piece.left() - frame.right(), sharedDown(piece, frame));
  }
}

// Adds what a piece pays for a wire of another net: 30 px for crossing it; along it the way is not
// free below the least distance, and below `wireRoom` pays as beside a block.
void WayPrice::addWire(const QRectF& piece, bool isHorizontal, const WireSegment& wire) {
  const QRectF other = wire.box();
  const double across = sharedAcross(piece, other);
  const double down = sharedDown(piece, other);
  if (wire.isHorizontal() != isHorizontal) {
    if (across >= 0 && down >= 0) sixteenths_ += sixteenths(kCrossing);
    return;
  }
  const double gap = isHorizontal ? -down : -across;
  const double length = isHorizontal ? across : down;
  if (gap < spacing_.wire && length > -kInLine) {
    isFree_ = false;
  } else if (gap < spacing_.wireRoom && length > 0) {
    sixteenths_ += sixteenths(kNearStart + kNear * length);
  }
}

// How far along the piece, from its beginning, the trunk goes.
double WayPrice::sharedWithTrunk(const QPointF& from, const QPointF& to) const {
  const bool isHorizontal = from.y() == to.y();
  const auto place = [&](const QPointF& point) { return isHorizontal ? point.x() : point.y(); };
  const double sign = place(to) < place(from) ? -1 : 1;
  const double end = sign * place(to);
  double reach = sign * place(from);
  for (bool grows = true; grows && reach < end;) {
    grows = false;
    for (const auto& way : *trunk_) {
      for (const WireSegment& other : way) {
        const bool isInLine = isHorizontal ? other.from.y() == from.y() && other.to.y() == from.y()
                                           : other.from.x() == from.x() && other.to.x() == from.x();
        if (!isInLine) continue;
        const double a = sign * place(other.from);
        const double b = sign * place(other.to);
        if (std::min(a, b) > reach || std::max(a, b) <= reach) continue;
        reach = std::min(std::max(a, b), end);
        grows = true;
      }
    }
  }
  return reach - sign * place(from);
}

// Adds what the part of a piece that has left the trunk pays for meeting it again. A branch that
// crosses or follows its own trunk looks like a second connection: 100 px for each such piece, and
// its length once more where both run side by side.
void WayPrice::addTrunk(const QPointF& from, const QPointF& to) {
  const QRectF piece = QRectF(from, to).normalized();
  const bool isHorizontal = from.y() == to.y();
  for (const auto& way : *trunk_) {
    for (const WireSegment& wire : way) {
      const QRectF other = wire.box();
      const double across = sharedAcross(piece, other);
      const double down = sharedDown(piece, other);
      const double gap = isHorizontal ? -down : -across;
      const double length = isHorizontal ? across : down;
      if (wire.isHorizontal() == isHorizontal) {
        if (length > 0 && gap < kRoom / 2) sixteenths_ += sixteenths(kTwice + length);
      } else if (across > 0 && down >= 0 && isHorizontal) {
        const bool inside = other.left() > piece.left() && other.left() < piece.right();
        if (inside) sixteenths_ += sixteenths(kTwice);
      } else if (down > 0 && across >= 0 && !isHorizontal) {
        const bool inside = other.top() > piece.top() && other.top() < piece.bottom();
        if (inside) sixteenths_ += sixteenths(kTwice);
      }
    }
  }
}

void WayPrice::addObstacles(const QPointF& point, const Surroundings& around) {
  for (const Obstacle& obstacle : around.obstacles) {
    if (obstacle.kind != Obstacle::kFrame) addObstacle(QRectF(point, QSizeF()), true, obstacle);
  }
}

// First the length and the bend, then the obstacles and wires around. Near its two ports the way
// cannot keep the distance from their own blocks: for obstacles the piece is shortened there.
void WayPrice::add(const QPointF& from, const QPointF& to, const Surroundings& around, bool isFirst,
                   bool isLast) {
  const QPointF span = to - from;
  const double length = span.manhattanLength();
  if (length == 0) return;
  const bool isHorizontal = from.y() == to.y();
  const double shared = isOnTrunk_ ? sharedWithTrunk(from, to) : 0;
  const bool wasOnTrunk = isOnTrunk_;
  isOnTrunk_ = isOnTrunk_ && shared >= length;
  // A bend on the trunk is drawn already.
  if (pieces_++ > 0 && !(wasOnTrunk && shared > 0)) sixteenths_ += sixteenths(kBend);
  sixteenths_ += sixteenths(length - shared + kTrunk * shared);
  // `shared` pixels of this piece lie on the trunk; what follows them has left it.
  if (!isOnTrunk_ && !trunk_->empty()) addTrunk(from + span / length * shared, to);
  QPointF a = from;
  QPointF b = to;
  const double trim = std::min(kStub, isFirst && isLast ? length / 2 : length);
  if (isFirst) a += span / length * trim;
  if (isLast) b -= span / length * trim;
  const QRectF trimmed = QRectF(a, b).normalized();
  const QRectF whole = QRectF(from, to).normalized();
  for (const Obstacle& obstacle : around.obstacles) {
    if (obstacle.kind == Obstacle::kFrame) {
      addBorder(whole, isHorizontal, obstacle.box);
    } else {
      addObstacle(trimmed, isHorizontal, obstacle);
    }
    if (!isFree_) return;
  }
  for (const WireSegment& wire : around.wires) {
    addWire(whole, isHorizontal, wire);
    if (!isFree_) return;
  }
}

}  // namespace loopwright
