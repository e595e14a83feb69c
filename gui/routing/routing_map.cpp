#include "gui/routing/routing_map.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace loopwright {

// The order of wires that are equal in all else: by their ends' places, from left to right, and for
// wires between the same places by the name of the input.
std::strong_ordering WireRank::comparePlaces(const WireRank& other) const {
  const auto compare = [](double a, double b) {
    return a < b   ? std::strong_ordering::less
           : b < a ? std::strong_ordering::greater
                   : std::strong_ordering::equal;
  };
  for (size_t i = 0; i < place.size(); ++i) {
    if (place[i] != other.place[i]) return compare(place[i], other.place[i]);
  }
  return key.compare(other.key) <=> 0;
}

void RoutingMap::setObstacle(Obstacle::Kind kind, int id, const QRectF& box) {
  obstacles_[kind].insert(id, box);
}

void RoutingMap::removeObstacle(Obstacle::Kind kind, int id) { obstacles_[kind].remove(id); }

QRectF RoutingMap::obstacle(Obstacle::Kind kind, int id) const {
  return obstacles_[kind].contains(id) ? obstacles_[kind].box(id) : QRectF();
}

// Stores each piece of the way under a number of its own in the hash of pieces. Numbers of removed
// pieces are given out again, so that moving a wire for an hour does not make the list grow. The
// rank lies in the wire's entry, which never moves, since pieces point to it.
void RoutingMap::setWire(int id, int net, const std::vector<QPointF>& points,
                         const WireRank& rank) {
  removeWire(id);
  auto entry = std::make_unique<WireEntry>(WireEntry{net, rank, {}});
  for (size_t i = 1; i < points.size(); ++i) {
    const WireSegment piece{points[i - 1], points[i], id, net, &entry->rank};
    int segment = static_cast<int>(segments_.size());
    if (freeSegments_.empty()) {
      segments_.push_back(piece);
    } else {
      segment = freeSegments_.back();
      freeSegments_.pop_back();
      segments_[segment] = piece;
    }
    segmentBoxes_.insert(segment, piece.box());
    entry->segments.push_back(segment);
  }
  wires_.emplace(id, std::move(entry));
  nets_[net].push_back(id);
}

// Takes all pieces of a wire out of the hash and the wire out of its net.
void RoutingMap::removeWire(int id) {
  const auto found = wires_.find(id);
  if (found == wires_.end()) return;
  for (int segment : found->second->segments) {
    freeSegments_.push_back(segment);
    segmentBoxes_.remove(segment);
  }
  const auto net = nets_.find(found->second->net);
  std::erase(*net, id);
  if (net->empty()) nets_.erase(net);
  wires_.erase(found);
}

void RoutingMap::clear() {
  for (SpatialHash& boxes : obstacles_) boxes.clear();
  segmentBoxes_.clear();
  segments_.clear();
  freeSegments_.clear();
  wires_.clear();
  nets_.clear();
}

// Pieces that only share a cell with the area are left out.
std::vector<WireSegment> RoutingMap::foreignSegmentsIn(const QRectF& area, int net) const {
  std::vector<WireSegment> found;
  segmentBoxes_.visitNear(area, [&](int id, const QRectF& box) {
    if (!touch(box, area)) return;
    const WireSegment& segment = segments_[id];
    if (segment.net != net) found.push_back(segment);
  });
  return found;
}

// The hash gives what shares a cell with the area; here it is compared with the area itself.
Surroundings RoutingMap::surroundings(const QRectF& area, int net, const WireRank* rank,
                                      WirePieces pieces) const {
  Surroundings found;
  for (const Obstacle::Kind kind : {Obstacle::kBlock, Obstacle::kText, Obstacle::kFrame}) {
    obstacles_[kind].visitNear(area, [&](int, const QRectF& box) {
      if (!touch(box, area)) return;
      // Only a frame's border is in the way.
      const bool isInside = kind == Obstacle::kFrame && box.contains(area);
      if (!isInside) found.obstacles.push_back({box, kind});
    });
  }
  segmentBoxes_.visitNear(area, [&](int id, const QRectF& box) {
    if (!touch(box, area)) return;
    const WireSegment& segment = segments_[id];
    if (pieces != WirePieces::kAll && pieces != segment.direction()) return;
    if (segment.net == net || (rank != nullptr && !(*segment.rank < *rank))) return;
    found.wires.push_back(segment);
  });
  return found;
}

// Sorted by rank, since the hash of nets lists wires in the order in which they were drawn, and a
// way must not depend on that.
Trunk RoutingMap::waysOfNet(int net, const WireRank* rank) const {
  std::vector<const WireEntry*> entries;
  for (int id : nets_.value(net)) {
    const WireEntry* entry = wires_.at(id).get();
    if (rank == nullptr || entry->rank < *rank) entries.push_back(entry);
  }
  std::sort(entries.begin(), entries.end(),
            [](const WireEntry* a, const WireEntry* b) { return a->rank < b->rank; });
  Trunk ways;
  for (const WireEntry* entry : entries) {
    std::vector<WireSegment>& way = ways.emplace_back();
    for (int segment : entry->segments) way.push_back(segments_[segment]);
  }
  return ways;
}

// The distance from a point to a piece is the one to the nearest point of its box, which has no
// width. A wire that is near with several pieces is listed once, at its nearest.
std::vector<int> RoutingMap::wiresAt(const QPointF& position, double tolerance) const {
  const QPointF reach(tolerance, tolerance);
  std::vector<std::pair<double, int>> found;
  for (int id : segmentBoxes_.near(QRectF(position - reach, position + reach))) {
    const QRectF& box = segmentBoxes_.box(id);
    const double x = std::clamp(position.x(), box.left(), box.right()) - position.x();
    const double y = std::clamp(position.y(), box.top(), box.bottom()) - position.y();
    const double distance = std::hypot(x, y);
    if (distance <= tolerance) found.emplace_back(distance, segments_[id].wire);
  }
  std::sort(found.begin(), found.end());
  std::vector<int> wires;
  for (const auto& [distance, wire] : found) {
    if (std::find(wires.begin(), wires.end(), wire) == wires.end()) wires.push_back(wire);
  }
  return wires;
}

RoutingView::RoutingView(const RoutingMap& map, int net, const WireRank* rank)
    : map_(map), net_(net), rank_(rank), own_(map.waysOfNet(net, rank)) {}

// Notes the area and answers what is there. The noted areas decide later which changes make the way
// be searched again, so that few and tight ones are worth having.
Surroundings RoutingView::look(const QRectF& area, WirePieces pieces) {
  ++lookCount_;
  // Two areas that lie on each other are remembered as one.
  const auto size = [](const QRectF& box) { return box.width() * box.height(); };
  bool isKnown = false;
  for (SeenArea& seen : seen_) {
    const QRectF both = seen.box.united(area);
    if (seen.pieces != pieces || size(both) > size(seen.box) + size(area)) continue;
    seen.box = both;
    isKnown = true;
    break;
  }
  if (!isKnown) seen_.push_back({area, pieces});
  return map_.surroundings(area, net_, rank_, pieces);
}

}  // namespace loopwright
