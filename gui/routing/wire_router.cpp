#include "gui/routing/wire_router.h"

#include <QPolygonF>
#include <QRectF>
#include <algorithm>
#include <cmath>
#include <optional>

#include "gui/routing/grid_search.h"
#include "gui/routing/plain_ways.h"
#include "gui/routing/routing_map.h"
#include "gui/routing/way_price.h"

namespace loopwright {

namespace {

constexpr double kStub = 10;  // A wire leaves its port straight for this long.
constexpr double kGrid = 10;
constexpr double kRoundInset = 3;     // The ports of a round block lie this far inside its box.
constexpr double kNear = 600;         // Where the direct way costs no more than this, a way
constexpr double kFarAround = 200;    // that costs this much more
constexpr double kMuchShorter = 150;  // gives way to a tighter one that costs this much less.
constexpr double kReach = 100;        // So far around a wire a way is searched at first.
constexpr double kMostArea = 8e6;     // A search is not made in an area larger than this, in px².

// Distances that a way keeps, in pixels. They are tried in this order: the later ones are for
// places where there is too little room.
constexpr Spacing kSpacings[] = {{10, 10, 10}, {4, 2, 6}, {1, -1, 3}};

// The end of the straight piece at a port; a whole piece ends on the grid.
QPointF stubEnd(const WireEnd& end, double length) {
  QPointF tip = end.position + end.outward * length;
  if (length < kStub) return tip;
  const auto outwards = [](double place, double direction) {
    return (direction > 0 ? std::ceil(place / kGrid) : std::floor(place / kGrid)) * kGrid;
  };
  if (end.outward.x() != 0) tip.setX(outwards(tip.x(), end.outward.x()));
  if (end.outward.y() != 0) tip.setY(outwards(tip.y(), end.outward.y()));
  return tip;
}

double stubLength(const Spacing& spacing) {
  // Beyond the wall of its own block, also of a round one, whose ports lie inside its box.
  return std::min(kStub, spacing.block + 1 + kRoundInset);
}

// Whether a wire can leave its port at all: nothing stands before it.
bool isOpen(const WireEnd& end, RoutingView* view, const Spacing& spacing) {
  if (end.outward.isNull()) return true;
  const QPointF tip = stubEnd(end, stubLength(spacing));
  const QRectF place = QRectF(tip, QSizeF()).adjusted(-kGrid, -kGrid, kGrid, kGrid);
  WayPrice price(spacing);
  price.addObstacles(tip, view->look(place));
  return price.isFree();
}

// Searches the grid for a way with the given distances in the box around both ends, widened by
// `reach` pixels. The search runs between the ends of the stubs, so that a wire leaves its port
// straight; the ports themselves are added afterwards. Nothing where there is no way, or where the
// box is too large for a search.
std::optional<std::vector<QPointF>> searchRoute(const WireEnd& from, const WireEnd& to,
                                                RoutingView* view, const Spacing& spacing,
                                                double reach) {
  const double stub = stubLength(spacing);
  const QPointF start = stubEnd(from, stub);
  const QPointF goal = stubEnd(to, stub);
  const QRectF area = QRectF(start, goal).normalized().adjusted(-reach, -reach, reach, reach);
  if (area.width() * area.height() > kMostArea) return {};
  // What the search is asked. It prefers to step in the middle between both ends.
  GridProblem problem;
  problem.start = start;
  problem.goal = goal;
  problem.startDirection = from.outward;
  problem.goalDirection = -to.outward;
  problem.spacing = spacing;
  problem.around = view->look(area);
  for (const auto& way : view->own()) {
    problem.trunk.insert(problem.trunk.end(), way.begin(), way.end());
  }
  problem.preferred = {snapToLine((start.x() + goal.x()) / 2),
                       snapToLine((start.y() + goal.y()) / 2)};
  std::optional<std::vector<QPointF>> way = searchGrid(std::move(problem));
  if (!way) return {};
  way->insert(way->begin(), from.position);
  way->push_back(to.position);
  return simplifyRoute(*way);
}

// What a way costs by itself: its length in pixels, and the price of a bend for each of its points.
double effortOf(const std::vector<QPointF>& points) {
  double price = WayPrice::kBend * static_cast<double>(points.size());
  for (size_t i = 1; i < points.size(); ++i) price += (points[i] - points[i - 1]).manhattanLength();
  return price;
}

// Whether a way keeps its distances. What is around one with many pieces is looked up at once.
bool isFree(const std::vector<QPointF>& points, RoutingView* view, const Spacing& spacing) {
  constexpr size_t kManyPieces = 8;
  const auto lookAt = [&](const QRectF& box, WirePieces pieces) {
    return view->look(box.adjusted(-kGrid, -kGrid, kGrid, kGrid), pieces);
  };
  Surroundings around;
  const bool isLookedUp = points.size() > kManyPieces + 1;
  if (isLookedUp) {
    const QPolygonF line(QList<QPointF>(points.begin(), points.end()));
    around = lookAt(line.boundingRect(), WirePieces::kAll);
  }
  WayPrice price(spacing, view->own());
  for (size_t i = 1; i < points.size(); ++i) {
    const WireSegment piece{points[i - 1], points[i]};
    if (!isLookedUp) around = lookAt(piece.box(), piece.direction());
    price.add(points[i - 1], points[i], around, i == 1, i + 1 == points.size());
  }
  return price.isFree();
}

// The way with the given distances: one that a hand would draw, or what a search finds.
std::optional<std::vector<QPointF>> routeWith(const Spacing& spacing, const WireEnd& from,
                                              const WireEnd& to, RoutingView* view,
                                              const BundlePlace& bundle, bool searchesFar) {
  if (!isOpen(from, view, spacing) || !isOpen(to, view, spacing)) return {};
  if (auto plain = plainWay(from, to, view, spacing, bundle)) return plain;
  if (isLong(from, to)) return {};
  for (const double reach : {kReach, 6 * kReach}) {
    if (reach > kReach && !searchesFar) break;
    if (auto way = searchRoute(from, to, view, spacing, reach)) return way;
  }
  return {};
}

}  // namespace

double snapToLine(double value) { return std::floor(value / kGrid + 0.5) * kGrid; }

// Each point is compared with the last two that were kept: in line with both, it replaces the last.
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

// One corner joins the ends of the stubs: first across and then up or down from a port that looks
// sideways, the other way around from one that looks up or down.
std::vector<QPointF> directWay(const WireEnd& from, const WireEnd& to) {
  const QPointF a = stubEnd(from, kStub);
  const QPointF b = stubEnd(to, kStub);
  const QPointF corner = from.outward.x() != 0 ? QPointF(a.x(), b.y()) : QPointF(b.x(), a.y());
  return simplifyRoute({from.position, a, corner, b, to.position});
}

// Each of kSpacings is tried, the widest first, until a way is free and no great detour. Of a later
// one with less room only a way that is free, and much shorter or the first such, replaces what was
// found.
std::vector<QPointF> routeWire(const WireEnd& from, const WireEnd& to, RoutingView* view,
                               const BundlePlace& bundle) {
  const std::vector<QPointF> direct = directWay(from, to);
  const double least = effortOf(direct);
  std::optional<std::vector<QPointF>> best;
  bool bestIsFree = false;
  for (const Spacing& spacing : kSpacings) {
    // Any way around a text is better than a line through it.
    if (spacing.text < 0 && bestIsFree) break;
    auto way = routeWith(spacing, from, to, view, bundle, !best);
    if (!way) continue;
    const bool free = isFree(*way, view, spacing);
    const bool isShorter = best && effortOf(*way) + kMuchShorter < effortOf(*best);
    if (!best || (free && (!bestIsFree || isShorter))) {
      best = std::move(way);
      bestIsFree = free;
    }
    // A way far around to a near place may have a better one that is nearer to wires and blocks.
    if (bestIsFree && (least > kNear || effortOf(*best) < least + kFarAround)) break;
  }
  // A search looks at all that is around a wire. For a long one it is the last resort.
  for (const Spacing& spacing : kSpacings) {
    if (!best && isLong(from, to)) best = searchRoute(from, to, view, spacing, kReach);
  }
  return best.value_or(direct);
}

// A piece that ends at a port cannot leave the port. It is divided 10 px from the port into a stub
// that stays, and the rest, which moves; the two equal corners that are put in there become the
// step between both.
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
  // A vertical piece moves across, any other one up or down; its neighbours follow by their common
  // corners.
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

// Goes from corner to corner. Where two follow each other that are neither at one height nor above
// each other, a bend is put between; `horizontal` says in which direction the way goes on from the
// last point, so that it turns at bends only.
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
