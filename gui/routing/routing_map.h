#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>
#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "gui/routing/spatial_hash.h"

namespace loopwright {

/// The place of a wire in the order in which wires are laid: a wire keeps off those before it and
/// knows nothing of those behind it. It follows from the wire alone, not from when it was drawn.
struct WireRank {
  int kind = -1;                  ///< own corners, straight, others; -1: before all
  double effort = 0;              ///< in pixels: near ends first
  uint64_t lot = 0;               ///< of long wires, see WireLayout
  std::array<double, 4> place{};  ///< of both ends, to tell equal ones apart
  QString key;                    ///< the input, `BLOCK.PORT`: no two wires have the same

  std::strong_ordering operator<=>(const WireRank& other) const {
    if (kind != other.kind) return kind <=> other.kind;
    if (effort < other.effort) return std::strong_ordering::less;
    if (other.effort < effort) return std::strong_ordering::greater;
    if (lot != other.lot) return lot <=> other.lot;
    return comparePlaces(other);
  }
  bool operator==(const WireRank& other) const { return (*this <=> other) == 0; }
  /// The last criteria: places of the ends, and then the key.
  std::strong_ordering comparePlaces(const WireRank& other) const;
};

/// Which pieces of wires matter in an area. To a straight piece only those beside it do: where
/// wires cross, neither has to move.
enum class WirePieces { kAll, kHorizontal, kVertical };

/// One horizontal or vertical piece of a wire.
struct WireSegment {
  QPointF from;
  QPointF to;
  int wire = -1;                   ///< id of its wire
  int net = -1;                    ///< wires of one net carry the same signal and may share a way
  const WireRank* rank = nullptr;  ///< null: before all others

  /// True of a piece without length as well.
  bool isHorizontal() const { return from.y() == to.y(); }
  WirePieces direction() const {
    return isHorizontal() ? WirePieces::kHorizontal : WirePieces::kVertical;
  }
  QRectF box() const {
    return {QPointF(std::min(from.x(), to.x()), std::min(from.y(), to.y())),
            QPointF(std::max(from.x(), to.x()), std::max(from.y(), to.y()))};
  }
};

/// The ways of the wires of a net that are there already: what a further wire may branch off from.
using Trunk = std::vector<std::vector<WireSegment>>;

/// Something that does not move for wires.
struct Obstacle {
  enum Kind { kBlock, kText, kFrame };
  QRectF box;
  Kind kind = kBlock;
};

/// What a wire finds in a part of the canvas: obstacles, and pieces of other nets' wires.
struct Surroundings {
  std::vector<Obstacle> obstacles;
  std::vector<WireSegment> wires;

  void add(const Surroundings& other) {
    obstacles.insert(obstacles.end(), other.obstacles.begin(), other.obstacles.end());
    wires.insert(wires.end(), other.wires.begin(), other.wires.end());
  }
};

/// What is on the canvas, found by place. Obstacles of each kind and wires have ids that their
/// owner chooses.
class RoutingMap {
 public:
  /// Adds an obstacle, or moves the one of this kind and id. `box` is in pixels of the canvas.
  void setObstacle(Obstacle::Kind kind, int id, const QRectF& box);
  /// Takes an obstacle away; nothing happens where there is none.
  void removeObstacle(Obstacle::Kind kind, int id);
  /// The box of an obstacle; null where there is none.
  QRectF obstacle(Obstacle::Kind kind, int id) const;
  void setBlock(int id, const QRectF& box) { setObstacle(Obstacle::kBlock, id, box); }
  /// Adds a wire with the points of its way, neighbours at one height or above each other, or
  /// replaces the one with this id. `net` is the same for all wires of one output.
  void setWire(int id, int net, const std::vector<QPointF>& points, const WireRank& rank = {});
  /// Takes a wire and all of its pieces away; nothing happens where there is none.
  void removeWire(int id);
  bool hasWire(int id) const { return wires_.contains(id); }
  void clear();

  /// The pieces of wires that touch `area`, without those of `net`.
  std::vector<WireSegment> foreignSegmentsIn(const QRectF& area, int net) const;
  /// What touches `area`, of wires only those before `rank` (null: all) and not of `net`.
  Surroundings surroundings(const QRectF& area, int net, const WireRank* rank,
                            WirePieces pieces = WirePieces::kAll) const;
  /// The wires of a net before `rank` (null: all), piece after piece in the order of ranks.
  Trunk waysOfNet(int net, const WireRank* rank) const;
  /// The ids of the wires that have a piece within `tolerance` of a point, the nearest first.
  std::vector<int> wiresAt(const QPointF& position, double tolerance) const;

 private:
  /// A wire as it was given; its pieces are found by their ids.
  struct WireEntry {
    int net;
    WireRank rank;
    std::vector<int> segments;
  };

  std::array<SpatialHash, 3> obstacles_;  // by kind
  SpatialHash segmentBoxes_;
  std::vector<WireSegment> segments_;  // by id
  std::vector<int> freeSegments_;      // ids that are used again
  std::unordered_map<int, std::unique_ptr<WireEntry>> wires_;
  QHash<int, std::vector<int>> nets_;  // ids of wires
};

/// Where a wire has looked: all obstacles there, and the pieces of wires that matter to it.
struct SeenArea {
  QRectF box;
  WirePieces pieces = WirePieces::kAll;

  bool operator==(const SeenArea&) const = default;
};

/// What one wire may see of a map while its way is searched: obstacles and the wires before it. It
/// remembers where it has looked; as long as nothing changes there, the way stays the same.
class RoutingView {
 public:
  /// Without a rank it sees all wires.
  explicit RoutingView(const RoutingMap& map, int net, const WireRank* rank = nullptr);

  /// What is in an area, in pixels, of the wires only pieces of the wanted direction. The area
  /// counts as seen from now on.
  Surroundings look(const QRectF& area, WirePieces pieces = WirePieces::kAll);
  /// The ways of the wires of the same net that are before it.
  const Trunk& own() const { return own_; }
  /// Where it has looked so far; areas that lie on each other are joined to one.
  const std::vector<SeenArea>& seen() const { return seen_; }
  /// How often it has looked.
  int lookCount() const { return lookCount_; }

 private:
  const RoutingMap& map_;
  int net_;
  const WireRank* rank_;
  Trunk own_;
  std::vector<SeenArea> seen_;
  int lookCount_ = 0;
};

/// Whether two boxes share a point, borders included.
inline bool touch(const QRectF& a, const QRectF& b) {
  return a.left() <= b.right() && b.left() <= a.right() && a.top() <= b.bottom() &&
         b.top() <= a.bottom();
}

}  // namespace loopwright
