#pragma once

#include <QPointF>
#include <QRectF>
#include <vector>

#include "gui/canvas/spatial_hash.h"

namespace loopwright {

/// One horizontal or vertical piece of a wire.
struct WireSegment {
  QPointF from;
  QPointF to;
  int wire = -1;  ///< id of its wire
  int net = -1;   ///< wires of one net carry the same signal and may share their way

  bool isHorizontal() const { return from.y() == to.y(); }
};

/// What a new wire must go around (blocks) and what it should not lie on (other wires). Blocks and
/// wires have ids that their owner chooses.
class RoutingMap {
 public:
  void setBlock(int id, const QRectF& box) { blocks_.insert(id, box); }
  void removeBlock(int id) { blocks_.remove(id); }
  void setWire(int id, int net, const std::vector<QPointF>& points);
  void removeWire(int id);
  void clear();

  /// The boxes of the blocks that touch `area`.
  std::vector<QRectF> blocksIn(const QRectF& area) const;
  /// The pieces of wires that touch `area`, without those of `net`.
  std::vector<WireSegment> foreignSegmentsIn(const QRectF& area, int net) const;
  /// The ids of the wires that have a piece within `tolerance` of a point, the nearest first.
  std::vector<int> wiresAt(const QPointF& position, double tolerance) const;
  /// The ids of the wires that run through the inside of `box`, each once.
  std::vector<int> wiresThrough(const QRectF& box) const;
  /// Whether the straight line between two points at the same height or above each other comes
  /// nearer than `margin` to a block.
  bool isBlocked(const QPointF& from, const QPointF& to, double margin) const;
  /// How many pixels of the line lie on, or nearer than 6 px beside, wires of other nets. Pieces in
  /// line that end nearer than that to each other count as one pixel.
  double overlap(const QPointF& from, const QPointF& to, int net) const;
  /// How many pieces of wires of other nets cross the line.
  int crossings(const QPointF& from, const QPointF& to, int net) const;

 private:
  SpatialHash blocks_;
  SpatialHash segmentBoxes_;
  QHash<int, WireSegment> segments_;
  QHash<int, std::vector<int>> segmentsOfWire_;
  int nextSegment_ = 0;
};

}  // namespace loopwright
