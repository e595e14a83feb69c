// The part of DiagramScene that lays wires.
#include <QFontMetricsF>
#include <QLineF>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/model/document.h"
#include "gui/canvas/block_item.h"
#include "gui/canvas/diagram_scene.h"
#include "gui/canvas/wire_item.h"
#include "gui/document/diagram_document.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kBlockMargin = 1;  // An automatic wire nearer to a block than this is laid anew.

std::vector<QPointF> toPoints(const std::vector<Point>& corners) {
  std::vector<QPointF> points;
  for (const Point& corner : corners) points.emplace_back(corner.x, corner.y);
  return points;
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
  if (isNew) item = new WireItem(nextId_++);
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
  item->setHasOwnRoute(wire.route.has_value());
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
  removeItem(item);
  delete item;
}

void DiagramScene::routeDirtyWires() {
  // A block that was put on a wire pushes the wire aside.
  for (const QString& name : std::as_const(dirtyConnections_)) {
    const BlockItem* block = findBlock(name);
    if (block == nullptr) continue;
    for (QGraphicsItem* item : items(block->box(), Qt::IntersectsItemShape)) {
      const auto* wire = qgraphicsitem_cast<WireItem*>(item);
      if (wire == nullptr || wire->hasOwnRoute()) continue;
      const auto& points = wire->points();
      for (size_t i = 1; i < points.size(); ++i) {
        const QRectF inner =
            block->box().adjusted(kBlockMargin, kBlockMargin, -kBlockMargin, -kBlockMargin);
        const QRectF piece = QRectF(points[i - 1], points[i]).normalized();
        if (piece.left() < inner.right() && piece.right() > inner.left() &&
            piece.top() < inner.bottom() && piece.bottom() > inner.top()) {
          dirtyWires_.insert(wire->to());
        }
      }
    }
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
  for (const auto& [price, item] : wires) routeWireItem(item);
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
    const std::size_t index = diagram().FindWireTo(item->to().toStdString());
    points = routeThroughCorners(start, end, toPoints(*diagram().wires[index].route));
  } else {
    points = routeWire(start, end, map_, net);
  }
  item->setPoints(points);
  map_.setWire(item->id(), net, points);
  changedArea_ |= item->sceneBoundingRect();
}

void DiagramScene::updateNet(const QString& from) {
  const QList<WireItem*> wires = nets_.value(from);
  std::vector<const WireItem*> net(wires.begin(), wires.end());
  const std::vector<QPointF> branches = branchPoints(net);
  const QString name = signalNames_.value(from);
  QFont font = secondaryFont();
  font.setItalic(true);
  const double width = name.isEmpty() ? 0 : QFontMetricsF(font).horizontalAdvance(name);
  for (WireItem* wire : wires) {
    const std::vector<QPointF>& points = wire->points();
    std::vector<QPointF> dots;
    for (const QPointF& branch : branches) {
      const int index = wire->segmentAt(branch);
      if (index < 0) continue;
      const QLineF piece(points[static_cast<size_t>(index)],
                         points[static_cast<size_t>(index) + 1]);
      const bool onPiece =
          QLineF(piece.p1(), branch).length() + QLineF(branch, piece.p2()).length() <
          piece.length() + 0.1;
      if (onPiece) dots.push_back(branch);
    }
    wire->setDots(dots);
    // The name stands on the first horizontal piece after the last branch that has room for it.
    QPointF place;
    bool found = false;
    for (size_t i = 1; i < points.size() && !name.isEmpty(); ++i) {
      const bool isFlat = points[i].y() == points[i - 1].y();
      if (!isFlat || std::abs(points[i].x() - points[i - 1].x()) < width + 8) continue;
      if (wire != wires.front() && i == 1) continue;  // the piece that all share
      place = (points[i] + points[i - 1]) / 2;
      found = true;
      break;
    }
    if (!found && wire == wires.front() && points.size() >= 2) {
      place = (points[0] + points[1]) / 2;
      found = true;
    }
    wire->setLabel(found ? name : QString(), place);
  }
  if (wires.isEmpty()) nets_.remove(from);
}

WireItem* DiagramScene::wireAt(const QPointF& position, double tolerance) const {
  const QRectF area(position - QPointF(tolerance, tolerance), QSizeF(tolerance, tolerance) * 2);
  for (QGraphicsItem* item : items(area, Qt::IntersectsItemShape)) {
    if (auto* wire = qgraphicsitem_cast<WireItem*>(item)) return wire;
  }
  return nullptr;
}

}  // namespace loopwright
