#include "gui/canvas/routing_map.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace loopwright {

namespace {

constexpr double kBeside = 6;

QRectF boxOf(const QPointF& a, const QPointF& b) { return QRectF(a, b).normalized(); }

bool touch(const QRectF& a, const QRectF& b) {
  return a.left() <= b.right() && b.left() <= a.right() && a.top() <= b.bottom() &&
         b.top() <= a.bottom();
}

}  // namespace

void RoutingMap::setWire(int id, int net, const std::vector<QPointF>& points) {
  removeWire(id);
  std::vector<int>& own = segmentsOfWire_[id];
  for (size_t i = 1; i < points.size(); ++i) {
    const int segment = nextSegment_++;
    segments_.insert(segment, {points[i - 1], points[i], id, net});
    segmentBoxes_.insert(segment, boxOf(points[i - 1], points[i]));
    own.push_back(segment);
  }
}

void RoutingMap::removeWire(int id) {
  for (int segment : segmentsOfWire_.take(id)) {
    segments_.remove(segment);
    segmentBoxes_.remove(segment);
  }
}

void RoutingMap::clear() {
  blocks_.clear();
  segmentBoxes_.clear();
  segments_.clear();
  segmentsOfWire_.clear();
}

std::vector<QRectF> RoutingMap::blocksIn(const QRectF& area) const {
  std::vector<QRectF> boxes;
  for (int id : blocks_.near(area)) {
    if (touch(blocks_.box(id), area)) boxes.push_back(blocks_.box(id));
  }
  return boxes;
}

std::vector<WireSegment> RoutingMap::foreignSegmentsIn(const QRectF& area, int net) const {
  std::vector<WireSegment> found;
  for (int id : segmentBoxes_.near(area)) {
    const WireSegment& segment = *segments_.constFind(id);
    if (segment.net != net && touch(segmentBoxes_.box(id), area)) found.push_back(segment);
  }
  return found;
}

std::vector<int> RoutingMap::wiresAt(const QPointF& position, double tolerance) const {
  const QPointF reach(tolerance, tolerance);
  std::vector<std::pair<double, int>> found;
  for (int id : segmentBoxes_.near(QRectF(position - reach, position + reach))) {
    const QRectF& box = segmentBoxes_.box(id);
    const double x = std::clamp(position.x(), box.left(), box.right()) - position.x();
    const double y = std::clamp(position.y(), box.top(), box.bottom()) - position.y();
    const double distance = std::hypot(x, y);
    if (distance <= tolerance) found.emplace_back(distance, segments_.constFind(id)->wire);
  }
  std::sort(found.begin(), found.end());
  std::vector<int> wires;
  for (const auto& [distance, wire] : found) {
    if (std::find(wires.begin(), wires.end(), wire) == wires.end()) wires.push_back(wire);
  }
  return wires;
}

std::vector<int> RoutingMap::wiresThrough(const QRectF& box) const {
  std::vector<int> wires;
  for (int id : segmentBoxes_.near(box)) {
    const QRectF& piece = segmentBoxes_.box(id);
    if (piece.left() < box.right() && box.left() < piece.right() && piece.top() < box.bottom() &&
        box.top() < piece.bottom()) {
      wires.push_back(segments_.constFind(id)->wire);
    }
  }
  std::sort(wires.begin(), wires.end());
  wires.erase(std::unique(wires.begin(), wires.end()), wires.end());
  return wires;
}

bool RoutingMap::isBlocked(const QPointF& from, const QPointF& to, double margin) const {
  const QRectF line = boxOf(from, to);
  const QRectF area = line.adjusted(-margin, -margin, margin, margin);
  for (int id : blocks_.near(area)) {
    const QRectF& box = blocks_.box(id);
    if (box.left() < area.right() && area.left() < box.right() && box.top() < area.bottom() &&
        area.top() < box.bottom()) {
      return true;
    }
  }
  return false;
}

double RoutingMap::overlap(const QPointF& from, const QPointF& to, int net) const {
  const QRectF line = boxOf(from, to);
  const bool horizontal = from.y() == to.y();
  double total = 0;
  for (const WireSegment& other :
       foreignSegmentsIn(line.adjusted(-kBeside, -kBeside, kBeside, kBeside), net)) {
    if (other.isHorizontal() != horizontal) continue;
    const QRectF box = boxOf(other.from, other.to);
    const double shared =
        horizontal ? std::min(box.right(), line.right()) - std::max(box.left(), line.left())
                   : std::min(box.bottom(), line.bottom()) - std::max(box.top(), line.top());
    if (shared > -kBeside) total += std::max(shared, 1.0);
  }
  return total;
}

int RoutingMap::crossings(const QPointF& from, const QPointF& to, int net) const {
  const QRectF line = boxOf(from, to);
  const bool horizontal = from.y() == to.y();
  int count = 0;
  for (const WireSegment& other : foreignSegmentsIn(line, net)) {
    count += other.isHorizontal() != horizontal ? 1 : 0;
  }
  return count;
}

}  // namespace loopwright
