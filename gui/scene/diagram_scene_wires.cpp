// The part of DiagramScene that lays wires.
#include <QFontMetricsF>
#include <QLineF>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/signal_label.h"
#include "gui/scene/wire_item.h"

namespace loopwright {

namespace {

// The corners of a document's wire as Qt's points, in the same order.
std::vector<QPointF> toPoints(const std::vector<Point>& corners) {
  std::vector<QPointF> points;
  for (const Point& corner : corners) points.emplace_back(corner.x, corner.y);
  return points;
}

}  // namespace

// The number of the net that begins at the output `from`; a new one where it has none yet.
int DiagramScene::netOf(const QString& from) {
  const auto found = netIds_.constFind(from);
  if (found != netIds_.constEnd()) return *found;
  return *netIds_.insert(from, nextId_++);
}

// Makes or updates the item of a wire after a change of the document. The item is found by its
// input, since an input has one wire at most. It is kept in three lists, by its input, by the
// blocks at its ends and by its output, and leaves those where it no longer belongs.
void DiagramScene::updateWire(const Wire& wire) {
  const QString from = QString::fromStdString(wire.from);
  const QString to = QString::fromStdString(wire.to);
  WireItem*& item = wires_[to];
  const bool isNew = item == nullptr;
  if (isNew) {
    item = new WireItem(nextId_++);
    wiresById_.insert(item->id(), item);
  }
  // A wire is found by the blocks at its ends, and by the output that it begins at (its net). Where
  // an end has moved to another port, it leaves the lists of the old one.
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
  item->setRate(document_->report().rateOf(JoinPath(level_.toStdString(), wire.from)));
  dirtyWires_.insert(to);
  if (isNew) addItem(item);
}

// Takes a wire out of all lists. Names of signals that kept off its line or its name may find
// better places, so they are placed anew before the item goes.
void DiagramScene::removeWire(const QString& to) {
  WireItem* item = wires_.take(to);
  if (item == nullptr) return;
  for (const QString& key : {item->from(), item->to()}) {
    wiresOfBlock_[blockOfKey(key)].removeAll(item);
    dirtyConnections_.insert(blockOfKey(key));
  }
  nets_[item->from()].removeAll(item);
  dirtyNets_.insert(item->from());
  placeLabelsAlong(item->points());
  if (item->showsLabel()) placeLabelsNear(item->shownLabel().box);
  layout_.removeWire(item->id());
  labels_.remove(item->id());
  wiresById_.remove(item->id());
  takeAway(item);
}

// Of a signal's settings only the name is shown on its wire. Notes it, and how wide the widest one
// is: so far aside a name may stand, and so far around a change names are looked for.
void DiagramScene::noteSignal(const SignalSetting& setting) {
  if (!setting.name) return;
  const QString name = toQt(*setting.name);
  signalNames_.insert(toQt(setting.key), name);
  const QFontMetricsF metrics(signalLabelFont());
  widestName_ = std::max(widestName_, metrics.horizontalAdvance(name));
}

void DiagramScene::routeAgain() {
  layout_.invalidate();
  finishUpdate();
}

// Tells the layout where a wire begins and ends now.
void DiagramScene::setCourse(WireItem* item) {
  const PortRef from = findPort(item->from());
  const PortRef to = findPort(item->to());
  item->setBroken(!from || !to);
  // A port that does not exist: the wire is drawn to where its block is.
  const auto endOf = [&](const PortRef& port, const QString& key) -> WireEnd {
    if (port) return endAt(port);
    const BlockItem* block = findBlock(blockOfKey(key));
    return {block != nullptr ? block->box().center() : QPointF(), QPointF()};
  };
  WireCourse course;
  course.from = endOf(from, item->from());
  course.to = endOf(to, item->to());
  course.net = netOf(item->from());
  course.fromBlock = from ? from.block->id() : -1;
  course.toBlock = to ? to.block->id() : -1;
  course.key = item->to();
  course.corners = item->ownCorners();
  layout_.setWire(item->id(), course);
}

// First all courses are told to the layout, then all ways are found at once: a wire whose
// neighbours move in the same change is laid once.
void DiagramScene::routeDirtyWires() {
  for (const QString& to : std::exchange(dirtyWires_, {})) {
    WireItem* item = findWire(to);
    if (item == nullptr) continue;
    setCourse(item);
    dirtyNets_.insert(item->from());
  }
  for (int id : layout_.update()) setWay(wiresById_.value(id), layout_.way(id));
}

// Gives an item its new way. Names near the old one and near the new one are placed anew.
void DiagramScene::setWay(WireItem* item, const std::vector<QPointF>& points) {
  placeLabelsAlong(item->points());
  item->setPoints(points);
  placeLabelsAlong(points);
  dirtyNets_.insert(item->from());
  changedArea_ |= item->sceneBoundingRect();
}

namespace {

// The branch points that lie on a wire, and what comes behind the last of them: what of its way is
// its own.
std::vector<QPointF> dotsOn(const WireItem& wire, const std::vector<QPointF>& branches,
                            std::vector<QPointF>* ownWay) {
  const std::vector<QPointF>& points = wire.points();
  std::vector<QPointF> dots;
  std::size_t last = 0;
  double along = -1;
  for (const QPointF& branch : branches) {
    const int index = wire.segmentAt(branch);
    if (index < 0) continue;
    const std::size_t piece = index;
    const QLineF line(points[piece], points[piece + 1]);
    const double before = QLineF(line.p1(), branch).length();
    if (before + QLineF(branch, line.p2()).length() >= line.length() + 0.1) continue;
    dots.push_back(branch);
    if (piece < last || (piece == last && before <= along)) continue;
    last = piece;
    along = before;
    *ownWay = {branch};
  }
  if (ownWay->empty()) *ownWay = {points.front()};
  ownWay->insert(ownWay->end(), points.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                 points.end());
  return dots;
}

// Whether a straight run of a net's wires leads from one place to another at the same height.
bool isOneRun(const std::vector<const WireItem*>& net, const QPointF& from, const QPointF& to) {
  if (from.y() != to.y()) return false;
  const double end = std::max(from.x(), to.x());
  double reach = std::min(from.x(), to.x());
  for (bool grows = true; grows && reach < end;) {
    grows = false;
    for (const WireItem* wire : net) {
      for (std::size_t i = 1; i < wire->points().size(); ++i) {
        const QRectF piece = QRectF(wire->points()[i - 1], wire->points()[i]).normalized();
        const bool isThere = piece.height() == 0 && piece.top() == from.y() &&
                             piece.left() <= reach && piece.right() > reach;
        if (!isThere) continue;
        reach = piece.right();
        grows = true;
      }
    }
  }
  return reach >= end;
}

// Whether a name of `width` has room above one of a way's pieces.
bool hasRoomForName(const std::vector<QPointF>& way, double width) {
  for (std::size_t i = 1; i < way.size(); ++i) {
    const double length = std::abs(way[i].x() - way[i - 1].x());
    if (way[i].y() == way[i - 1].y() && length >= width) return true;
  }
  return false;
}

}  // namespace

// Names find their places in the order of their outputs' keys, each off those before it: so they
// do not depend on which was placed first.
void DiagramScene::updateNets() {
  while (!dirtyNets_.empty()) {
    const QString from = *dirtyNets_.begin();
    dirtyNets_.erase(dirtyNets_.begin());
    if (updateNet(from)) nets_.remove(from);
  }
}

// Places the dots and names of a net. Returns whether it has no wires any more.
bool DiagramScene::updateNet(const QString& from) {
  QList<WireItem*> wires = nets_.value(from);
  std::sort(wires.begin(), wires.end(), [this](const WireItem* a, const WireItem* b) {
    return layout_.rank(a->id()) < layout_.rank(b->id());
  });
  const std::vector<const WireItem*> net(wires.begin(), wires.end());
  const std::vector<QPointF> branches = branchPoints(net);
  const QString name = signalNames_.value(from);
  for (const WireItem* wire : wires) labels_.remove(wire->id());
  const NameOnWire host = name.isEmpty() ? NameOnWire() : hostOfName(wires, name);
  std::vector<QPointF> places;
  const auto take = [&](const WireItem& wire, const SignalLabel& label) {
    places.push_back(label.place);
    labels_.insert(wire.id(), label.box);
  };
  if (host.wire != nullptr) take(*host.wire, host.label);
  for (WireItem* wire : wires) {
    std::vector<QPointF> ownWay;
    wire->setDots(wire->points().empty() ? std::vector<QPointF>()
                                         : dotsOn(*wire, branches, &ownWay));
    // One name for what wires share: one wire has it, the others only where they are on their own
    // for long enough and it covers nothing there.
    std::optional<SignalLabel> label;
    if (wire == host.wire) {
      label = host.label;
    } else if (!name.isEmpty() && ownWay.size() >= 2) {
      const SignalLabel again = placeSignalLabel(
          ownWay, 1, name, [&](const QRectF& box) { return coveredBy(box, from); });
      const bool isRepeated = std::any_of(places.begin(), places.end(), [&](const QPointF& other) {
        return isOneRun(net, again.place, other);
      });
      const bool hasRoom = again.cover == 0 && hasRoomForName(ownWay, again.box.width());
      if (hasRoom && !isRepeated) label = again;
      if (label) take(*wire, *label);
    }
    std::optional<SignalLabel> before;
    if (wire->showsLabel()) before = wire->shownLabel();
    wire->setLabel(name, label);
    wire->setLabelOnFrame(label && isOnFrame(label->box));
    if (label == before) continue;
    if (before) placeLabelsNear(before->box, from);
    if (label) placeLabelsNear(label->box, from);
  }
  return wires.isEmpty();
}

// What a name of the signal `from` would cover in a place: 0 nothing, more the worse.
double DiagramScene::coveredBy(const QRectF& label, const QString& from) const {
  constexpr double kText =
      4;  // How bad it is to cover a block or a text, a wire, a frame's border.
  constexpr double kWire = 2;
  constexpr double kBorder = 1;
  double cost = 0;
  const Surroundings around = layout_.map().surroundings(label, -1, nullptr);
  for (const Obstacle& obstacle : around.obstacles) {
    cost += obstacle.kind == Obstacle::kFrame ? kBorder : kText;
  }
  cost += kWire * static_cast<double>(around.wires.size());
  // Arrows are wider than the lines that they end.
  constexpr double kArrow = 6;
  const QRectF near = label.adjusted(-kArrow, -kArrow, kArrow, kArrow);
  for (const WireSegment& piece : layout_.map().foreignSegmentsIn(near, -1)) {
    const WireItem* wire = wiresById_.value(piece.wire);
    if (wire != nullptr && wire->arrowBox().intersects(label)) cost += kWire;
  }
  for (int id : labels_.near(label)) {
    const WireItem* other = wiresById_.value(id);
    if (other->from() <= from && labels_.box(id).intersects(label)) cost += kText;
  }
  return cost;
}

// Of a net's wires the first one at which a name covers nothing in one line, or else in two, or
// else the first one, where it covers least.
DiagramScene::NameOnWire DiagramScene::hostOfName(const QList<WireItem*>& wires,
                                                  const QString& name) const {
  NameOnWire least;
  for (const QString& text : {name, inTwoLines(name)}) {
    if (text.isEmpty()) continue;
    for (const WireItem* wire : wires) {
      if (wire->points().size() < 2) continue;
      const SignalLabel label = placeSignalLabel(
          wire->points(), 1, text, [&](const QRectF& box) { return coveredBy(box, wire->from()); });
      if (label.cover == 0) return {wire, label};
      const bool isFirst = wire == wires.front();
      if (isFirst && (least.wire == nullptr || label.cover < least.label.cover)) {
        least = {wire, label};
      }
    }
  }
  return least;
}

// Whether the border of a frame runs through a rectangle.
bool DiagramScene::isOnFrame(const QRectF& label) const {
  const Surroundings around = layout_.map().surroundings(label, -1, nullptr);
  return std::any_of(around.obstacles.begin(), around.obstacles.end(),
                     [](const Obstacle& each) { return each.kind == Obstacle::kFrame; });
}

// Lets the names of signals around `area` find their places anew, of those behind `after`.
void DiagramScene::placeLabelsNear(const QRectF& area, const QString& after) {
  constexpr double kReach = 34;
  if (signalNames_.isEmpty()) return;
  // A name that has no room may stick out on both sides of its piece, and has two lines at most.
  const double across = kReach + widestName_;
  for (const WireSegment& piece :
       layout_.map().foreignSegmentsIn(area.adjusted(-across, -kReach, across, kReach), -1)) {
    const WireItem* wire = wiresById_.value(piece.wire);
    if (wire != nullptr && signalNames_.contains(wire->from()) && after < wire->from()) {
      dirtyNets_.insert(wire->from());
    }
  }
}

// Names of other signals keep off a wire.
void DiagramScene::placeLabelsAlong(const std::vector<QPointF>& way) {
  for (std::size_t i = 1; i < way.size(); ++i) {
    placeLabelsNear(QRectF(way[i - 1], way[i]).normalized());
  }
}

// The wire nearest to a point, or null where none is within `tolerance` pixels of the scene.
WireItem* DiagramScene::wireAt(const QPointF& position, double tolerance) const {
  const std::vector<int> ids = layout_.map().wiresAt(position, tolerance);
  return ids.empty() ? nullptr : wiresById_.value(ids.front());
}

}  // namespace loopwright
