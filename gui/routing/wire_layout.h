#pragma once

#include <QHash>
#include <QRectF>
#include <QString>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gui/routing/routing_map.h"
#include "gui/routing/spatial_hash.h"
#include "gui/routing/wire_router.h"

namespace loopwright {

/// What the way of a wire follows from, beside what else is on the canvas.
struct WireCourse {
  WireEnd from;
  WireEnd to;
  int net = -1;        ///< the same for wires of the same output
  int fromBlock = -1;  ///< ids of the blocks at its ends; below zero: there is none
  int toBlock = -1;
  QString key;                                  ///< the input, `BLOCK.PORT`
  std::optional<std::vector<QPointF>> corners;  ///< that a person chose

  bool operator==(const WireCourse&) const = default;
};

/// The ways of all wires of a level. They are a function of what is on the canvas now, not of the
/// order in which it came there: a way that is brought up to date equals the one that a new layout
/// would find.
///
/// Method: wires are laid in the order of their ranks, each with regard to obstacles and to those
/// before it only. While its way is searched, a wire notes where it looked (RoutingView). After a
/// change only those are laid again that had looked where something changed, in the order of ranks;
/// where a way comes out otherwise, the later ones that looked there follow. So a change spreads no
/// further than what it has an effect on.
///
/// Long wires of equal length, the feedback of each row of a large sheet, say, come in the order of
/// lots that follow from their places. One that is driven out of its channel takes the one of its
/// neighbour only where that is behind it. By their places all would be behind each other, and each
/// would drive out the next.
class WireLayout {
 public:
  /// Blocks, texts and the borders of frames have ids of their own that their owner chooses.
  void setObstacle(Obstacle::Kind kind, int id, const QRectF& box);
  /// Takes an obstacle away; what went around it may find a better way with the next update().
  void removeObstacle(Obstacle::Kind kind, int id);
  /// Adds a wire or replaces its course. Until the next update() it keeps the way that it had.
  void setWire(int id, const WireCourse& course);
  /// Takes a wire away, and with the next update() others may use its room.
  void removeWire(int id);
  void clear();

  /// Brings all ways up to date. Returns the ids of the wires whose way is another than before.
  std::vector<int> update();
  /// Lays all wires anew with the next update.
  void invalidate();

  /// The place of a wire in the order of laying. The wire must be there.
  const WireRank& rank(int id) const { return wires_.at(id).rank; }
  /// The points of a wire's way, in pixels, as of the last update(). The wire must be there.
  const std::vector<QPointF>& way(int id) const { return wires_.at(id).way; }
  /// All that lies on the level, as the last update() left it.
  const RoutingMap& map() const { return map_; }
  /// How many wires have been laid so far.
  long laidCount() const { return laidCount_; }
  /// How many areas were looked at for the wire for which most were.
  int mostLooks() const { return mostLooks_; }

 private:
  /// All that is known of one wire.
  struct WireState {
    WireCourse course;
    WireRank rank;
    std::vector<QPointF> way;
    std::vector<std::pair<int, SeenArea>> seen;  // by id
  };
  /// Who has looked at an area, and for which pieces of wires.
  struct Looker {
    int wire;
    WirePieces pieces;
  };
  using Queue = std::set<std::pair<WireRank, int>>;

  /// Queues the wires behind `after` that looked at an area, in pixels, for such pieces.
  void touchArea(const QRectF& area, const WireRank& after = {},
                 WirePieces pieces = WirePieces::kAll);
  /// Queues those behind `after` that looked where a way leads or led.
  void touchWay(const std::vector<QPointF>& way, const WireRank& after);
  /// Queues the wires of a net behind `after`, which may branch off a way that changed.
  void touchNet(int net, const WireRank& after);
  /// Queues all wires at the blocks of a wire's ends.
  void touchBlocks(const WireCourse& course);
  /// Takes back the notes of where a wire has looked.
  void forget(WireState* wire);
  /// Lays one wire. Where its way is another now it joins `queue`, from which update() answers.
  void lay(int id, Queue* queue);
  /// The way of a wire as of now; what it looks at for it is noted in `view`.
  std::vector<QPointF> wayOf(const WireState& wire, RoutingView* view) const;
  /// Its place among the wires that step beside it.
  BundlePlace bundlePlace(const WireState& wire) const;
  /// Whether a way crosses the inside of a block.
  bool leadsThrough(const std::vector<QPointF>& way, int block) const;

  RoutingMap map_;
  std::unordered_map<int, WireState> wires_;
  QHash<int, std::vector<int>> wiresOfBlock_;
  QHash<int, std::vector<int>> wiresOfNet_;
  SpatialHash seenAreas_;
  QHash<int, Looker> lookers_;  // by the area's id
  Queue queue_;
  int nextArea_ = 0;
  long laidCount_ = 0;
  int mostLooks_ = 0;
};

}  // namespace loopwright
