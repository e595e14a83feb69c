#include "gui/routing/wire_layout.h"

#include <algorithm>
#include <cmath>

namespace loopwright {

namespace {

enum RankKind { kOwnCorners, kStraight, kOther };

// Whether a wire steps up or down once on its way between opposite sides of two blocks.
bool isStep(const WireCourse& course) {
  const QPointF span = course.to.position - course.from.position;
  return !course.corners && course.from.outward.x() != 0 &&
         course.to.outward.x() == -course.from.outward.x() && span.y() != 0 &&
         span.x() * course.from.outward.x() > 0;
}

// Whether the first of two steps that go up both, or down both, lies left of the other where wires
// do not cross: going down to the right it is the one that begins lower, and so on.
bool isLeftOf(const WireCourse& one, const WireCourse& other) {
  const auto span = one.to.position - one.from.position;
  const bool lowerFirst = (span.y() > 0) == (span.x() > 0);
  const double a = lowerFirst ? -one.from.position.y() : one.from.position.y();
  const double b = lowerFirst ? -other.from.position.y() : other.from.position.y();
  return a < b;
}

// A number that has nothing to do with the places of numbers beside each other: the last step of
// the generator SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom
// number generators", OOPSLA 2014).
uint64_t scatter(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

// Corners that a person chose come first, since they move for nobody; then straight wires, which
// have no other good way; then the others, those between near ends before those between far ones,
// since a long wire has more room to give way.
WireRank rankOf(const WireCourse& course) {
  const QPointF a = course.from.position;
  const QPointF b = course.to.position;
  const QPointF span = b - a;
  WireRank rank;
  rank.effort = span.manhattanLength();
  rank.kind = kOther;
  const bool isForwards = QPointF::dotProduct(span, course.from.outward) > 0;
  if (isForwards && (span.x() == 0 || span.y() == 0)) rank.kind = kStraight;
  if (course.corners) rank.kind = kOwnCorners;
  rank.place = {a.x(), a.y(), b.x(), b.y()};
  if (rank.effort > kLongWire) {
    for (double place : rank.place) {
      rank.lot = scatter(rank.lot + static_cast<uint64_t>(std::llround(place)) + 1);
    }
  }
  rank.key = course.key;
  return rank;
}

}  // namespace

// ---- what has changed -------------------------------------------------------------------------

// The wires behind `after` that have looked at an area for such pieces of wires (all: for
// obstacles) are to be laid again.
void WireLayout::touchArea(const QRectF& area, const WireRank& after, WirePieces pieces) {
  seenAreas_.visitNear(area, [&](int seen, const QRectF& box) {
    if (!touch(box, area)) return;
    const Looker& looker = *lookers_.constFind(seen);
    const bool matters =
        pieces == WirePieces::kAll || looker.pieces == WirePieces::kAll || looker.pieces == pieces;
    if (!matters) return;
    const WireRank& rank = wires_.at(looker.wire).rank;
    if (after < rank) queue_.emplace(rank, looker.wire);
  });
}

// What a way's pieces mean to others: each of them touches those who looked for pieces of its
// direction.
void WireLayout::touchWay(const std::vector<QPointF>& way, const WireRank& after) {
  for (size_t i = 1; i < way.size(); ++i) {
    const WireSegment piece{way[i - 1], way[i]};
    touchArea(piece.box(), after, piece.direction());
  }
}

// The wires of a net behind `after` are laid again wherever they looked: each may branch off any
// way of its net, so that the whole net is their surroundings.
void WireLayout::touchNet(int net, const WireRank& after) {
  for (int id : wiresOfNet_.value(net)) {
    const WireRank& rank = wires_.at(id).rank;
    if (after < rank) queue_.emplace(rank, id);
  }
}

// Wires at the same blocks share the room beside them.
void WireLayout::touchBlocks(const WireCourse& course) {
  for (int block : {course.fromBlock, course.toBlock}) {
    for (int id : wiresOfBlock_.value(block)) queue_.emplace(wires_.at(id).rank, id);
  }
}

// Those who looked at the old place may have a better way now, those who looked at the new one may
// have to go. The wires at a block are laid again in any case: their ports have moved with it.
void WireLayout::setObstacle(Obstacle::Kind kind, int id, const QRectF& box) {
  const QRectF before = map_.obstacle(kind, id);
  if (before == box) return;
  if (!before.isNull()) touchArea(before);
  touchArea(box);
  map_.setObstacle(kind, id, box);
  if (kind != Obstacle::kBlock) return;
  for (int wire : wiresOfBlock_.value(id)) queue_.emplace(wires_.at(wire).rank, wire);
}

// Those who looked there may find a shorter way now.
void WireLayout::removeObstacle(Obstacle::Kind kind, int id) {
  const QRectF before = map_.obstacle(kind, id);
  if (before.isNull()) return;
  touchArea(before);
  map_.removeObstacle(kind, id);
}

// A wire that changed is one that was removed and came anew, since with its course its rank may be
// another. Its old way is kept for the eye only.
void WireLayout::setWire(int id, const WireCourse& course) {
  const auto found = wires_.find(id);
  std::vector<QPointF> way;
  if (found != wires_.end()) {
    if (found->second.course == course) return;
    way = found->second.way;
    removeWire(id);
  }
  WireState& wire = wires_[id];
  wire.course = course;
  wire.rank = rankOf(course);
  // What is drawn until the next update; nobody routes by it.
  wire.way = std::move(way);
  for (int block : std::set{course.fromBlock, course.toBlock}) {
    if (block >= 0) wiresOfBlock_[block].push_back(id);
  }
  wiresOfNet_[course.net].push_back(id);
  queue_.emplace(wire.rank, id);
  touchBlocks(course);
}

// Takes a wire off all lists, and has those laid again that kept off its way, that branched off it,
// or that shared a bundle with it.
void WireLayout::removeWire(int id) {
  const auto found = wires_.find(id);
  if (found == wires_.end()) return;
  WireState& wire = found->second;
  const WireCourse course = wire.course;
  // Takes the id off the list of `key`, and the list itself where nothing is left of it.
  const auto leave = [id](QHash<int, std::vector<int>>* lists, int key) {
    const auto list = lists->find(key);
    if (list == lists->end()) return;
    std::erase(*list, id);
    if (list->empty()) lists->erase(list);
  };
  leave(&wiresOfBlock_, course.fromBlock);
  leave(&wiresOfBlock_, course.toBlock);
  leave(&wiresOfNet_, course.net);
  forget(&wire);
  map_.removeWire(id);
  touchWay(wire.way, wire.rank);
  touchNet(course.net, wire.rank);
  touchBlocks(course);
  queue_.erase({wire.rank, id});
  wires_.erase(found);
}

// For another level or document: nothing of the last one is left.
void WireLayout::clear() {
  map_.clear();
  wires_.clear();
  wiresOfBlock_.clear();
  wiresOfNet_.clear();
  seenAreas_.clear();
  lookers_.clear();
  queue_.clear();
}

void WireLayout::invalidate() {
  for (const auto& [id, wire] : wires_) queue_.emplace(wire.rank, id);
}

// ---- laying -----------------------------------------------------------------------------------

// Takes back the notes of where a wire looked, before it looks anew or goes.
void WireLayout::forget(WireState* wire) {
  for (const auto& [area, seen] : wire->seen) {
    seenAreas_.remove(area);
    lookers_.remove(area);
  }
  wire->seen.clear();
}

// Whether a way leads through a block that it begins or ends at.
bool WireLayout::leadsThrough(const std::vector<QPointF>& way, int block) const {
  constexpr double kRim = 4;  // The ports of a round block lie this far inside its box.
  if (block < 0) return false;
  const QRectF inside = map_.obstacle(Obstacle::kBlock, block).adjusted(kRim, kRim, -kRim, -kRim);
  for (size_t i = 1; i < way.size(); ++i) {
    const QRectF piece = QRectF(way[i - 1], way[i]).normalized();
    if (piece.left() < inside.right() && inside.left() < piece.right() &&
        piece.top() < inside.bottom() && inside.top() < piece.bottom()) {
      return true;
    }
  }
  return false;
}

// Its place among the steps in the same direction at the same blocks.
BundlePlace WireLayout::bundlePlace(const WireState& wire) const {
  BundlePlace place;
  if (!isStep(wire.course)) return place;
  const auto down = [](const WireCourse& course) {
    return course.to.position.y() > course.from.position.y();
  };
  // All wires that share a block with this one, each once.
  std::set<int> others;
  for (int block : {wire.course.fromBlock, wire.course.toBlock}) {
    for (int id : wiresOfBlock_.value(block)) others.insert(id);
  }
  // Wires of one output step at one place.
  std::map<int, const WireState*> nets;
  for (int id : others) {
    const WireState& other = wires_.at(id);
    const WireCourse& course = other.course;
    const bool isBeside = course.net != wire.course.net && isStep(course) &&
                          course.from.outward == wire.course.from.outward &&
                          down(course) == down(wire.course);
    if (!isBeside) continue;
    const WireState*& first = nets[course.net];
    if (first == nullptr || other.rank < first->rank) first = &other;
  }
  // Counts the bundle, and those of it that step to the left of this wire.
  for (const auto& [net, other] : nets) {
    ++place.count;
    const bool isEven = other->course.from.position.y() == wire.course.from.position.y();
    if (isEven ? other->rank < wire.rank : isLeftOf(other->course, wire.course)) ++place.index;
  }
  return place;
}

// Chooses how a wire is laid: through the corners that a person chose where they still fit,
// straight across where a block is missing at an end, and by search otherwise.
std::vector<QPointF> WireLayout::wayOf(const WireState& wire, RoutingView* view) const {
  const WireCourse& course = wire.course;
  std::vector<QPointF> way;
  if (course.corners) way = routeThroughCorners(course.from, course.to, *course.corners);
  // A wire to a port that is not there says so, and does not go around anything. Corners that a
  // move has put on the wrong side are not followed until they fit again.
  const bool isBroken = course.fromBlock < 0 || course.toBlock < 0;
  if (way.empty() && isBroken) way = directWay(course.from, course.to);
  if (way.empty() || leadsThrough(way, course.fromBlock) || leadsThrough(way, course.toBlock)) {
    way = routeWire(course.from, course.to, view, bundlePlace(wire));
  }
  if (way.size() == 1) way.push_back(way.front());  // The ports touch.
  return way;
}

// Lays one wire, with what is laid before it. Where its way comes out otherwise than before, those
// behind it that looked at its old or its new way are queued; so a change goes on only as far as it
// matters. The notes of where it looked are replaced only where they differ, since most wires that
// are laid again look at the same places.
void WireLayout::lay(int id, Queue* changed) {
  WireState& wire = wires_.at(id);
  ++laidCount_;
  const WireRank rank = wire.rank;
  RoutingView view(map_, wire.course.net, &rank);
  std::vector<QPointF> way = wayOf(wire, &view);
  mostLooks_ = std::max(mostLooks_, view.lookCount());
  const bool looksWhereBefore =
      std::equal(wire.seen.begin(), wire.seen.end(), view.seen().begin(), view.seen().end(),
                 [](const auto& before, const SeenArea& now) { return before.second == now; });
  if (!looksWhereBefore) {
    forget(&wire);
    for (const SeenArea& area : view.seen()) {
      wire.seen.emplace_back(nextArea_, area);
      lookers_.insert(nextArea_, {id, area.pieces});
      seenAreas_.insert(nextArea_++, area.box);
    }
  }
  if (map_.hasWire(id) && way == wire.way) return;
  if (map_.hasWire(id)) touchWay(wire.way, rank);
  map_.setWire(id, wire.course.net, way, rank);
  touchWay(way, rank);
  touchNet(wire.course.net, rank);
  if (way == wire.way) return;
  wire.way = std::move(way);
  changed->emplace(rank, id);
}

// Takes the first of the queue, by rank, until the queue is empty. Laying a wire queues only wires
// behind it, so each is laid at most once and this ends.
std::vector<int> WireLayout::update() {
  Queue changed;
  while (!queue_.empty()) {
    const int id = queue_.begin()->second;
    queue_.erase(queue_.begin());
    lay(id, &changed);
  }
  std::vector<int> ids;
  for (const auto& [rank, id] : changed) ids.push_back(id);
  return ids;
}

}  // namespace loopwright
