#pragma once

#include <QPointF>
#include <vector>

namespace loopwright {

class RoutingMap;

/// Where a wire ends: the port's place and the direction that points away from its block, a unit
/// vector along an axis. A zero direction (the pointer, while a wire is drawn) lets the wire come
/// from anywhere.
struct WireEnd {
  QPointF position;
  QPointF outward;
};

/// The way of a wire between two ports: points from `from.position` to `to.position`, neighbours at
/// the same height or above each other, no three in a line. It leaves and enters along the ports'
/// outward directions, goes around the blocks of `map`, and keeps off the wires of other nets where
/// a detour is short.
///
/// Method: the plain ways (straight, one step) are tried first. Where they are blocked, A* searches
/// the grid of lines that pass ports, corridors beside blocks and beside wires; its cost is length
/// plus a price per bend, per crossing and per pixel on another wire. Where ports are walled in,
/// the margin around blocks shrinks; as a last resort blocks are crossed.
std::vector<QPointF> routeWire(const WireEnd& from, const WireEnd& to, const RoutingMap& map,
                               int net);

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
