#pragma once

#include <QPointF>
#include <QRectF>
#include <optional>
#include <vector>

#include "gui/canvas/routing_map.h"

namespace loopwright {

/// The lines that a way may use.
struct GridLines {
  std::vector<double> xs;
  std::vector<double> ys;
};

/// The search for a way of horizontal and vertical pieces from `start` to `goal`.
struct GridProblem {
  QPointF start;
  QPointF goal;
  QPointF startDirection;     ///< the way begins in this direction; zero: any
  QPointF goalDirection;      ///< the way arrives in this direction; zero: any
  GridLines lines;            ///< in any order, repeats allowed
  std::vector<QRectF> walls;  ///< may be touched, not entered
  std::vector<WireSegment> foreign;
  QPointF preferred;  ///< where steps look best: bends at this x or y are cheaper
};

/// The cheapest way by A*, the points of every bend with start and goal; nothing where there is
/// none. Lines are thinned out beyond 120 a direction, so that the search stays short.
std::optional<std::vector<QPointF>> searchGrid(GridProblem problem);

}  // namespace loopwright
