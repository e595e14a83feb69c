#include "gui/canvas/wire_router.h"

#include <QRectF>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "gui/canvas/grid_search.h"
#include "gui/canvas/routing_map.h"

namespace loopwright {

namespace {

constexpr double kStub = 10;  // A wire leaves its port straight for this long.
constexpr double kGrid = 10;
constexpr double kRoundInset = 3;         // The ports of a round block lie this far inside its box.
constexpr double kLeastGap = 6;           // between wires side by side where there is little room
constexpr double kMargins[] = {9, 4, 1};  // Tried in this order, in pixels around blocks.
constexpr double kNear = 600;             // Where the direct way costs no more than this, a way
constexpr double kFarAround = 200;        // that costs this much more
constexpr double kMuchShorter = 150;      // gives way to a tighter one that costs this much less.
constexpr int kMostSteps = 17;            // Places that are tried for the step of a plain way.

double snap(double value) { return std::round(value / kGrid) * kGrid; }

/// The end of the straight piece at a port; a whole piece ends on the grid.
QPointF stubEnd(const WireEnd& end, double length) {
  QPointF tip = end.position + end.outward * length;
  if (length < kStub) return tip;
  if (end.outward.x() != 0) tip.setX(snap(tip.x()));
  if (end.outward.y() != 0) tip.setY(snap(tip.y()));
  return tip;
}

bool isFree(const std::vector<QPointF>& points, const RoutingMap& map, double margin, int net) {
  for (size_t i = 1; i < points.size(); ++i) {
    const bool last = i + 1 == points.size();
    const bool first = i == 1;
    // At its ends a wire touches its blocks; only what is beyond the stubs keeps the margin.
    QPointF a = points[i - 1];
    QPointF b = points[i];
    const QPointF span = b - a;
    const double length = std::abs(span.x()) + std::abs(span.y());
    const double trim = std::min(kStub, length / 2);
    if (length > 0) {
      const QPointF unit = span / length;
      if (first) a += unit * trim;
      if (last) b -= unit * trim;
    }
    if (map.isBlocked(a, b, margin) || map.overlap(a, b, net) > 0) return false;
  }
  return true;
}

int crossingsOf(const std::vector<QPointF>& points, const RoutingMap& map, int net) {
  int count = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    count += map.crossings(points[i - 1], points[i], net);
  }
  return count;
}

/// Straight, or one step between an output that looks right and an input that looks left: by far
/// most wires. Of the steps near the middle it is the one that crosses the fewest wires, so that
/// parallel wires lie inside each other.
std::optional<std::vector<QPointF>> plainRoute(const WireEnd& from, const WireEnd& to,
                                               const RoutingMap& map, int net) {
  if (from.outward != QPointF(1, 0) || to.outward != QPointF(-1, 0)) return {};
  const QPointF a = from.position;
  const QPointF b = to.position;
  if (a.y() == b.y()) {
    if (b.x() <= a.x()) return {};
    const std::vector<QPointF> straight{a, b};
    if (isFree(straight, map, kMargins[0], net)) return straight;
    return {};
  }
  if (b.x() - a.x() < 2 * kStub) return {};
  const double middle = snap((a.x() + b.x()) / 2);
  std::optional<std::vector<QPointF>> best;
  int fewest = 0;
  for (int i = 0; i < kMostSteps; ++i) {
    // The middle, then 10 px left of it, right of it, 20 px left, ...
    const double x = middle + kGrid * ((i + 1) / 2) * (i % 2 == 1 ? -1 : 1);
    if (x < a.x() + kStub || x > b.x() - kStub) continue;
    std::vector<QPointF> step{a, {x, a.y()}, {x, b.y()}, b};
    if (!isFree(step, map, kMargins[0], net)) continue;
    const int crossings = crossingsOf(step, map, net);
    if (best && crossings >= fewest) continue;
    best = std::move(step);
    fewest = crossings;
    if (fewest == 0) break;
  }
  return best;
}

/// Lines beside other wires, at `distance` from them.
void addNearLines(const std::vector<WireSegment>& wires, double distance, GridLines* lines) {
  constexpr size_t kMost = 40;
  size_t used = 0;
  for (const WireSegment& wire : wires) {
    if (++used > kMost) return;
    if (wire.isHorizontal()) {
      lines->ys.insert(lines->ys.end(), {wire.from.y() - distance, wire.from.y() + distance});
    } else {
      lines->xs.insert(lines->xs.end(), {wire.from.x() - distance, wire.from.x() + distance});
    }
  }
}

std::optional<std::vector<QPointF>> searchRoute(const WireEnd& from, const WireEnd& to,
                                                const RoutingMap& map, int net, double margin,
                                                double reach) {
  // Beyond the wall of its own block, also of a round one, whose ports lie inside its box.
  const double stub = std::min(kStub, margin + 1 + kRoundInset);
  const QPointF start = stubEnd(from, stub);
  const QPointF goal = stubEnd(to, stub);
  const QRectF area = QRectF(start, goal).normalized().adjusted(-reach, -reach, reach, reach);
  GridProblem problem;
  problem.start = start;
  problem.goal = goal;
  problem.startDirection = from.outward;
  problem.goalDirection = -to.outward;
  problem.foreign = map.foreignSegmentsIn(area, net);
  for (const QRectF& block : map.blocksIn(area)) {
    const QRectF wall = block.adjusted(-margin, -margin, margin, margin);
    problem.walls.push_back(wall);
    const double clear = kGrid - margin;
    problem.lines.xs.insert(problem.lines.xs.end(), {wall.left() - clear, wall.right() + clear});
    problem.lines.ys.insert(problem.lines.ys.end(), {wall.top() - clear, wall.bottom() + clear});
  }
  problem.preferred = {snap((start.x() + goal.x()) / 2), snap((start.y() + goal.y()) / 2)};
  problem.lines.xs.insert(problem.lines.xs.end(), {start.x(), goal.x(), problem.preferred.x()});
  problem.lines.ys.insert(problem.lines.ys.end(), {start.y(), goal.y(), problem.preferred.y()});
  addNearLines(problem.foreign, kGrid, &problem.lines);
  if (margin < kMargins[0]) addNearLines(problem.foreign, kLeastGap, &problem.lines);
  std::optional<std::vector<QPointF>> way = searchGrid(std::move(problem));
  if (!way) return {};
  way->insert(way->begin(), from.position);
  way->push_back(to.position);
  return simplifyRoute(*way);
}

/// Ignores blocks: out, across, in.
std::vector<QPointF> lastResort(const WireEnd& from, const WireEnd& to) {
  const QPointF a = stubEnd(from, kStub);
  const QPointF b = stubEnd(to, kStub);
  std::vector<QPointF> points{from.position, a};
  points.push_back(from.outward.x() != 0 ? QPointF(a.x(), b.y()) : QPointF(b.x(), a.y()));
  points.push_back(b);
  points.push_back(to.position);
  return simplifyRoute(points);
}

/// Length and bends.
double priceOf(const std::vector<QPointF>& points) {
  constexpr double kBend = 40;
  double price = kBend * static_cast<double>(points.size());
  for (size_t i = 1; i < points.size(); ++i) {
    const QPointF span = points[i] - points[i - 1];
    price += std::abs(span.x()) + std::abs(span.y());
  }
  return price;
}

}  // namespace

std::vector<QPointF> simplifyRoute(const std::vector<QPointF>& points) {
  std::vector<QPointF> result;
  for (const QPointF& point : points) {
    if (!result.empty() && result.back() == point) continue;
    if (result.size() >= 2) {
      const QPointF& a = result[result.size() - 2];
      const QPointF& b = result.back();
      const bool vertical = a.x() == b.x() && b.x() == point.x();
      const bool horizontal = a.y() == b.y() && b.y() == point.y();
      if (vertical || horizontal) {
        result.back() = point;
        continue;
      }
    }
    result.push_back(point);
  }
  return result;
}

std::vector<QPointF> routeWire(const WireEnd& from, const WireEnd& to, const RoutingMap& map,
                               int net) {
  if (auto plain = plainRoute(from, to, map, net)) return *plain;
  const std::vector<QPointF> direct = lastResort(from, to);
  std::optional<std::vector<QPointF>> best;
  for (double margin : kMargins) {
    std::optional<std::vector<QPointF>> way = searchRoute(from, to, map, net, margin, 100);
    if (!way && !best) way = searchRoute(from, to, map, net, margin, 600);
    if (!way) continue;
    if (!best ||
        (priceOf(*way) + kMuchShorter < priceOf(*best) && isFree(*way, map, margin, net))) {
      best = std::move(way);
    }
    // A way far around to a near place may have a better one that is nearer to wires and blocks.
    const double least = priceOf(direct);
    if (least > kNear || priceOf(*best) < least + kFarAround) break;
  }
  return best.value_or(direct);
}

std::vector<QPointF> cornersWithPieceAt(std::vector<QPointF> points, size_t piece,
                                        const QPointF& to) {
  const auto stub = [](const QPointF& port, const QPointF& next) {
    const auto step = [](double from, double towards) {
      return towards == from ? 0 : towards > from ? kStub : -kStub;
    };
    return port + QPointF(step(port.x(), next.x()), step(port.y(), next.y()));
  };
  if (piece + 2 == points.size()) {
    const QPointF corner = stub(points.back(), points[piece]);
    points.insert(points.end() - 1, {corner, corner});
  }
  if (piece == 0) {
    const QPointF corner = stub(points.front(), points[1]);
    points.insert(points.begin() + 1, {corner, corner});
    piece = 2;
  }
  QPointF& a = points[piece];
  QPointF& b = points[piece + 1];
  if (a.x() == b.x() && a.y() != b.y()) {
    a.setX(to.x());
    b.setX(to.x());
  } else {
    a.setY(to.y());
    b.setY(to.y());
  }
  points = simplifyRoute(points);
  return {points.begin() + 1, points.end() - 1};
}

std::vector<QPointF> routeThroughCorners(const WireEnd& from, const WireEnd& to,
                                         const std::vector<QPointF>& corners) {
  std::vector<QPointF> points{from.position};
  bool horizontal = from.outward.x() != 0;
  for (QPointF corner : corners) {
    const QPointF last = points.back();
    if (last.x() != corner.x() && last.y() != corner.y()) {
      points.push_back(horizontal ? QPointF(corner.x(), last.y()) : QPointF(last.x(), corner.y()));
      horizontal = !horizontal;
    } else if (last != corner) {
      horizontal = last.y() != corner.y();
    }
    points.push_back(corner);
  }
  const QPointF last = points.back();
  if (last.x() != to.position.x() && last.y() != to.position.y()) {
    const bool enterHorizontal = to.outward.x() != 0;
    points.push_back(enterHorizontal ? QPointF(last.x(), to.position.y())
                                     : QPointF(to.position.x(), last.y()));
  }
  points.push_back(to.position);
  return simplifyRoute(points);
}

}  // namespace loopwright
