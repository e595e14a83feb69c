#pragma once

#include <QPointF>
#include <vector>

namespace loopwright {

class RoutingView;

/// In pixels. A wire whose ends are farther apart is never seen at once: the first way is good
/// enough for it.
inline constexpr double kLongWire = 3000;

/// Where a wire ends: the port's place and the direction that points away from its block, a unit
/// vector along an axis. A zero direction (the pointer, while a wire is drawn) lets the wire come
/// from anywhere.
struct WireEnd {
  QPointF position;
  QPointF outward;

  bool operator==(const WireEnd&) const = default;
};

/// Whether the ends of a wire lie farther apart than kLongWire, across and down added up.
inline bool isLong(const WireEnd& from, const WireEnd& to) {
  return (to.position - from.position).manhattanLength() > kLongWire;
}

/// The nearest line of the 10 px grid, halves up: of 14 it is 10 and of 15 it is 20.
double snapToLine(double value);

/// Which of the wires side by side this is: wires that step in the same direction between the same
/// columns of blocks, in the order of their steps from left to right.
struct BundlePlace {
  int index = 0;
  int count = 1;

  bool operator==(const BundlePlace&) const = default;
};

/// The way of a wire between two ports: points from `from.position` to `to.position`, neighbours at
/// the same height or above each other, no three in a line. It leaves and enters along the ports'
/// outward directions, goes around blocks and texts, and keeps off the wires of other nets that are
/// before it.
///
/// Method: first the ways that a hand would draw, in the order straight, one corner or one step,
/// out and back through a channel beside what lies between. Of these the one with the least price
/// (WayPrice) is taken. A branch begins at its output or at any piece of the wires of its net that
/// are there. Where all of these are blocked, A* searches the grid of lines beside blocks and
/// wires. Where there is no way so, all distances shrink; as a last resort blocks are crossed.
/// Literature: M. Wybrow, K. Marriott and P. J. Stuckey, "Orthogonal connector routing", Graph
/// Drawing 2009 (the grid of interesting lines, and A* on it with a price per bend).
std::vector<QPointF> routeWire(const WireEnd& from, const WireEnd& to, RoutingView* view,
                               const BundlePlace& bundle = {});

/// Out, across and in, through whatever is there.
std::vector<QPointF> directWay(const WireEnd& from, const WireEnd& to);

/// The way through the corners that a person chose: the ends are joined to the first and the last
/// corner horizontally and vertically, so that a corner that no longer fits its port is followed as
/// far as possible.
std::vector<QPointF> routeThroughCorners(const WireEnd& from, const WireEnd& to,
                                         const std::vector<QPointF>& corners);

/// The corners of a way when its piece from point `piece` to the next is moved aside to where `to`
/// is; its neighbours grow or shrink. A piece at a port stays, with a step 10 px from the port.
std::vector<QPointF> cornersWithPieceAt(std::vector<QPointF> points, size_t piece,
                                        const QPointF& to);

/// `points` without repeated points and without middle points of straight runs.
std::vector<QPointF> simplifyRoute(const std::vector<QPointF>& points);

}  // namespace loopwright
