#pragma once

#include <QPointF>
#include <vector>

#include "gui/routing/routing_map.h"
#include "gui/routing/wire_router.h"

namespace loopwright {

/// Where a wire or a branch begins.
struct WayStart {
  std::vector<QPointF> trunk;  ///< the way on the trunk up to here; at least one point
  double direction = 1;        ///< in which it leaves, along x
  double trunkEnd = 0;         ///< the trunk goes on straight to this x

  QPointF position() const { return trunk.back(); }
};

/// Where a wire from the output `from` to an input at `goal` may begin: at the output, unless that
/// looks up or down, and on the horizontal pieces of the trunk, the nearest to the input first; a
/// few in all.
std::vector<WayStart> wayStarts(const WireEnd& from, const QPointF& goal, const Trunk& trunk);

}  // namespace loopwright
