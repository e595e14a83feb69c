#pragma once

#include <QPointF>
#include <optional>
#include <vector>

#include "gui/routing/routing_map.h"
#include "gui/routing/way_price.h"

namespace loopwright {

/// The search for a way of horizontal and vertical pieces from `start` to `goal`.
struct GridProblem {
  QPointF start;
  QPointF goal;
  QPointF startDirection;          ///< the way begins in this direction; zero: any
  QPointF goalDirection;           ///< the way arrives in this direction; zero: any
  Surroundings around;             ///< lines beside all of it are where the way may run
  std::vector<WireSegment> trunk;  ///< of the same net: to run on it costs little
  Spacing spacing;
  QPointF preferred;  ///< where steps look best: bends at this x or y are cheaper
};

/// The cheapest way by A*, the points of every bend with start and goal; nothing where there is
/// none. Lines are thinned out beyond 120 a direction, so that the search stays short.
std::optional<std::vector<QPointF>> searchGrid(GridProblem problem);

}  // namespace loopwright
