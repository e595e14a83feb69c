// The part of DiagramScene that lays wires.
#include <QFontMetricsF>
#include <QLineF>
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "engine/model/document.h"
#include "gui/canvas/block_item.h"
#include "gui/canvas/diagram_scene.h"
#include "gui/canvas/note_item.h"
#include "gui/canvas/signal_label.h"
#include "gui/canvas/wire_item.h"
#include "gui/document/diagram_document.h"

namespace loopwright {

namespace {

constexpr double kBlockMargin = 1;  // An automatic wire nearer to a block than this is laid anew.

std::vector<QPointF> toPoints(const std::vector<Point>& corners) {
  std::vector<QPointF> points;
  for (const Point& corner : corners) points.emplace_back(corner.x, corner.y);
  return points;
}

/// Whether a way leads through a block that it begins or ends at.
bool leadsThrough(const std::vector<QPointF>& points, const PortRef& port) {
  constexpr double kRim = 4;  // The ports of a round block lie this far inside its box.
  if (!port) return false;
  const QRectF inside = port.block->box().adjusted(kRim, kRim, -kRim, -kRim);
  for (size_t i = 1; i < points.size(); ++i) {
    const QRectF piece = QRectF(points[i - 1], points[i]).normalized();
    if (piece.left() < inside.right() && inside.left() < piece.right() &&
        piece.top() < inside.bottom() && inside.top() < piece.bottom()) {
      return true;
    }
  }
  return false;
}

/// How straight the way between two ends is: 0 in a line, else larger with distance.
double effort(const std::vector<QPointF>& ends) {
  if (ends[0].y() == ends[1].y() && ends[1].x() > ends[0].x()) return 0;
  return 1 + std::abs(ends[0].x() - ends[1].x()) + std::abs(ends[0].y() - ends[1].y());
}

}  // namespace

int DiagramScene::netOf(const QString& from) {
  const auto found = netIds_.constFind(from);
  if (found != netIds_.constEnd()) return *found;
  return *netIds_.insert(from, nextId_++);
}

void DiagramScene::updateWire(const Wire& wire) {
  const QString from = QString::fromStdString(wire.from);
  const QString to = QString::fromStdString(wire.to);
  WireItem*& item = wires_[to];
  const bool isNew = item == nullptr;
  if (isNew) {
    item = new WireItem(nextId_++);
    wiresById_.insert(item->id(), item);
  }
  const auto leave = [&](const QString& key) {
    wiresOfBlock_[blockOfKey(key)].removeAll(item);
    dirtyConnections_.insert(blockOfKey(key));
  };
  if (!isNew && item->from() != from) {
    leave(item->from());
    nets_[item->from()].removeAll(item);
    dirtyNets_.insert(item->from());
  }
  if (!isNew && item->to() != to) leave(item->to());
  item->setEnds(from, to);
  item->setOwnCorners(wire.route ? std::optional(toPoints(*wire.route)) : std::nullopt);
  for (const QString& key : {from, to}) {
    QList<WireItem*>& wires = wiresOfBlock_[blockOfKey(key)];
    if (!wires.contains(item)) wires += item;
    dirtyConnections_.insert(blockOfKey(key));
  }
  QList<WireItem*>& net = nets_[from];
  if (!net.contains(item)) net += item;
  item->setRate(document_->rateOf(JoinPath(level_.toStdString(), wire.from)));
  dirtyWires_.insert(to);
  if (isNew) addItem(item);
}

void DiagramScene::removeWire(const QString& to) {
  WireItem* item = wires_.take(to);
  if (item == nullptr) return;
  for (const QString& key : {item->from(), item->to()}) {
    wiresOfBlock_[blockOfKey(key)].removeAll(item);
    dirtyConnections_.insert(blockOfKey(key));
  }
  nets_[item->from()].removeAll(item);
  dirtyNets_.insert(item->from());
  map_.removeWire(item->id());
  labels_.remove(item->id());
  wiresById_.remove(item->id());
  pushed_.remove(item);
  takeAway(item);
}

/// Finds the automatic wires that changed blocks have been put on, and remembers the ways they had.
QSet<QString> DiagramScene::pushWires() {
  QSet<QString> pushed;
  for (const QString& name : std::exchange(movedBlocks_, {})) {
    const BlockItem* block = findBlock(name);
    if (block == nullptr) continue;
    const QRectF inner =
        block->box().adjusted(kBlockMargin, kBlockMargin, -kBlockMargin, -kBlockMargin);
    for (int id : map_.wiresThrough(inner)) {
      WireItem* wire = wiresById_.value(id);
      // Its own wires are dirty already.
      if (wire == nullptr || wire->hasOwnRoute() || dirtyWires_.contains(wire->to())) continue;
      if (!pushed_.contains(wire)) pushed_.insert(wire, wire->points());
      pushed.insert(wire->to());
    }
  }
  return pushed;
}

/// Whether nothing stands on the way that a wire had before it was pushed aside.
bool DiagramScene::isFreeAgain(const WireItem* wire) const {
  // A port may lie this far inside its block's box: a sum is round.
  constexpr double kRim = 4;
  const std::vector<QPointF>& way = *pushed_.constFind(const_cast<WireItem*>(wire));
  for (size_t i = 1; i < way.size(); ++i) {
    QLineF piece(way[i - 1], way[i]);
    if (piece.length() <= 2 * kRim) continue;
    const QPointF trim = (piece.p2() - piece.p1()) / piece.length() * kRim;
    if (i == 1) piece.setP1(piece.p1() + trim);
    if (i + 1 == way.size()) piece.setP2(piece.p2() - trim);
    if (map_.isBlocked(piece.p1(), piece.p2(), -kBlockMargin)) return false;
  }
  return true;
}

void DiagramScene::routeAgain() {
  for (auto wire = wires_.begin(); wire != wires_.end(); ++wire) dirtyWires_.insert(wire.key());
  finishUpdate();
}

namespace {

/// Puts those of each price in the order middle, left and right of it, and so on outwards: wires
/// side by side then lie inside each other, half on either side of the middle.
std::vector<std::pair<double, WireItem*>> fromTheMiddle(
    std::vector<std::pair<double, WireItem*>> wires) {
  std::vector<std::pair<double, WireItem*>> result;
  for (size_t begin = 0; begin < wires.size();) {
    size_t end = begin;
    while (end < wires.size() && wires[end].first == wires[begin].first) ++end;
    const size_t middle = begin + (end - begin) / 2;
    for (size_t step = 0; result.size() < end; ++step) {
      if (middle >= begin + step + 1) result.push_back(wires[middle - step - 1]);
      if (middle + step < end) result.push_back(wires[middle + step]);
    }
    begin = end;
  }
  return result;
}

}  // namespace

void DiagramScene::routeDirtyWires() {
  for (const QString& to : std::as_const(dirtyWires_)) pushed_.remove(findWire(to));
  dirtyWires_ += pushWires();
  for (WireItem* wire : pushed_.keys()) {
    if (!isFreeAgain(wire)) continue;
    dirtyWires_.remove(wire->to());
    dirtyNets_.insert(wire->from());
    setWay(wire, pushed_.take(wire));
  }
  // Straight and short ones first: the others go around them.
  std::vector<std::pair<double, WireItem*>> wires;
  for (const QString& to : std::exchange(dirtyWires_, {})) {
    WireItem* item = findWire(to);
    if (item == nullptr) continue;
    map_.removeWire(item->id());
    const PortRef from = findPort(item->from());
    const PortRef end = findPort(item->to());
    const double price = from && end ? effort({endAt(from).position, endAt(end).position}) : 0;
    wires.emplace_back(item->hasOwnRoute() ? -1 : price, item);
    dirtyNets_.insert(item->from());
  }
  std::sort(wires.begin(), wires.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second->id() < b.second->id();
  });
  for (const auto& [price, item] : fromTheMiddle(std::move(wires))) routeWireItem(item);
}

void DiagramScene::routeWireItem(WireItem* item) {
  const PortRef from = findPort(item->from());
  const PortRef to = findPort(item->to());
  item->setBroken(!from || !to);
  // A port that does not exist: the wire is drawn to where its block is.
  const auto endOf = [&](const PortRef& port, const QString& key) -> WireEnd {
    if (port) return endAt(port);
    const BlockItem* block = findBlock(blockOfKey(key));
    return {block != nullptr ? block->box().center() : QPointF(), QPointF()};
  };
  const WireEnd start = endOf(from, item->from());
  const WireEnd end = endOf(to, item->to());
  const int net = netOf(item->from());
  std::vector<QPointF> points;
  if (item->hasOwnRoute()) {
    points = routeThroughCorners(start, end, *item->ownCorners());
  }
  // Corners that a move has put on the wrong side are not followed until they fit again.
  if (points.empty() || leadsThrough(points, from) || leadsThrough(points, to)) {
    points = routeWire(start, end, map_, net);
  }
  if (points.size() == 1) points.push_back(points.front());  // The ports touch.
  setWay(item, points);
}

void DiagramScene::setWay(WireItem* item, const std::vector<QPointF>& points) {
  item->setPoints(points);
  map_.setWire(item->id(), netOf(item->from()), points);
  // Names of other signals keep off the wire.
  for (std::size_t i = 1; i < points.size(); ++i) {
    const QRectF piece = QRectF(points[i - 1], points[i]).normalized();
    for (int id : labels_.near(piece)) {
      const WireItem* other = wiresById_.value(id);
      if (other != nullptr && labels_.box(id).intersects(piece.adjusted(-1, -1, 1, 1))) {
        dirtyNets_.insert(other->from());
      }
    }
  }
  changedArea_ |= item->sceneBoundingRect();
}

namespace {

/// The branch points that lie on a wire, and the first of its pieces that is its own: behind the
/// last of them.
std::vector<QPointF> dotsOn(const WireItem& wire, const std::vector<QPointF>& branches,
                            size_t* firstOwnPiece) {
  const std::vector<QPointF>& points = wire.points();
  std::vector<QPointF> dots;
  *firstOwnPiece = 1;
  for (const QPointF& branch : branches) {
    const int index = wire.segmentAt(branch);
    if (index < 0) continue;
    const auto piece = static_cast<size_t>(index);
    const QLineF line(points[piece], points[piece + 1]);
    const double detour = QLineF(line.p1(), branch).length() + QLineF(branch, line.p2()).length();
    if (detour >= line.length() + 0.1) continue;
    dots.push_back(branch);
    const bool atItsEnd = branch == points[piece + 1];
    *firstOwnPiece = std::max(*firstOwnPiece, piece + (atItsEnd ? 2 : 1));
  }
  return dots;
}

}  // namespace

void DiagramScene::updateNet(const QString& from) {
  const QList<WireItem*> wires = nets_.value(from);
  std::vector<const WireItem*> net(wires.begin(), wires.end());
  const std::vector<QPointF> branches = branchPoints(net);
  const QString name = signalNames_.value(from);
  const double width =
      name.isEmpty() ? 0 : QFontMetricsF(signalLabelFont()).horizontalAdvance(name);
  for (WireItem* wire : wires) {
    size_t firstOwnPiece = 1;
    wire->setDots(dotsOn(*wire, branches, &firstOwnPiece));
    labels_.remove(wire->id());
    if (name.isEmpty() || wire->points().size() < 2) {
      wire->setLabel(QString(), QPointF());
      continue;
    }
    // What stands on the first wire stands on the piece that all share, where there is room.
    if (wire == wires.front()) firstOwnPiece = 1;
    const QPointF place =
        placeSignalLabel(wire->points(), firstOwnPiece, width,
                         [&](const QRectF& label) { return coveredBy(label, from); });
    wire->setLabel(name, place);
    labels_.insert(wire->id(), signalLabelRect(place, width));
  }
  if (wires.isEmpty()) nets_.remove(from);
}

/// What a name of the signal `from` would cover in a place: 0 nothing, more the worse.
double DiagramScene::coveredBy(const QRectF& label, const QString& from) const {
  constexpr double kText =
      4;  // How bad it is to cover a block or a text, a wire, a frame's border.
  constexpr double kWire = 2;
  constexpr double kBorder = 1;
  double cost = kText * static_cast<double>(map_.blocksIn(label).size());
  for (const SpatialHash* texts : {&names_, &labels_}) {
    for (int id : texts->near(label)) {
      if (texts->box(id).intersects(label)) cost += kText;
    }
  }
  for (const NoteItem* note : notes_) {
    if (QRectF(note->pos(), note->size()).intersects(label)) cost += kText;
  }
  for (const FrameItem* frame : frames_) {
    if (frame->titleBox().intersects(label)) cost += kText;
    if (frame->box().intersects(label) && !frame->box().contains(label)) cost += kBorder;
  }
  for (const WireSegment& piece : map_.foreignSegmentsIn(label, netIds_.value(from, -1))) {
    if (wiresById_.contains(piece.wire)) cost += kWire;
  }
  for (const WireItem* wire : nets_.value(from)) {
    const std::vector<QPointF>& points = wire->points();
    for (std::size_t i = 1; i < points.size(); ++i) {
      const QRectF piece = QRectF(points[i - 1], points[i]).normalized();
      const bool beyond = piece.left() > label.right() || piece.right() < label.left() ||
                          piece.top() > label.bottom() || piece.bottom() < label.top();
      if (!beyond) cost += kWire;
    }
  }
  return cost;
}

/// Lets the names of signals around `area` find their places anew.
void DiagramScene::placeLabelsNear(const QRectF& area) {
  constexpr double kReach = 20;
  if (signalNames_.isEmpty()) return;
  for (const WireSegment& piece :
       map_.foreignSegmentsIn(area.adjusted(-kReach, -kReach, kReach, kReach), -1)) {
    const WireItem* wire = wiresById_.value(piece.wire);
    if (wire != nullptr && signalNames_.contains(wire->from())) dirtyNets_.insert(wire->from());
  }
}

WireItem* DiagramScene::wireAt(const QPointF& position, double tolerance) const {
  const std::vector<int> ids = map_.wiresAt(position, tolerance);
  // A block's name stands in the map like a wire.
  for (int id : ids) {
    if (WireItem* wire = wiresById_.value(id)) return wire;
  }
  return nullptr;
}

}  // namespace loopwright
