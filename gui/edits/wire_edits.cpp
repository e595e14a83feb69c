#include "gui/edits/wire_edits.h"

#include <QCoreApplication>
#include <QRectF>
#include <cmath>
#include <utility>

#include "engine/document/port_key.h"
#include "engine/edits/edit_helpers.h"
#include "gui/document/signal_edits.h"
#include "gui/routing/wire_router.h"
#include "gui/scene/block_geometry.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/wire_item.h"

namespace loopwright {

namespace {

class SignalTexts {
  Q_DECLARE_TR_FUNCTIONS(Selection)
};

}  // namespace

// A copy, for a drag during which the wires move: what a block is dropped on is judged by how it
// was before.
WireWays wireWays(const DiagramScene& scene) {
  WireWays ways;
  ways.reserve(scene.wires().size());
  for (auto wire = scene.wires().begin(); wire != scene.wires().end(); ++wire) {
    ways.insert(wire.key(), (*wire)->points());
  }
  return ways;
}

// Wires of one output run on top of each other for a while, and look like one line there. Of each
// other wire the first piece that shares more than a point with the given one is taken.
std::vector<WirePiece> piecesAlong(const DiagramScene& scene, const QString& to,
                                   std::size_t piece) {
  const WireItem* wire = scene.findWire(to);
  if (wire == nullptr || piece + 1 >= wire->points().size()) return {};
  const auto boxOf = [](const std::vector<QPointF>& way, std::size_t i) {
    return QRectF(way[i], way[i + 1]).normalized();
  };
  const QRectF line = boxOf(wire->points(), piece);
  std::vector<WirePiece> pieces{{to, piece, wire->points()}};
  for (const WireItem* other : scene.wiresFrom(wire->from())) {
    const std::vector<QPointF>& way = other->points();
    for (std::size_t i = 0; other != wire && i + 1 < way.size(); ++i) {
      const QRectF box = boxOf(way, i);
      const bool acrossBoth = box.height() == 0 && line.height() == 0 && box.top() == line.top() &&
                              box.left() < line.right() && line.left() < box.right();
      const bool downBoth = box.width() == 0 && line.width() == 0 && box.left() == line.left() &&
                            box.top() < line.bottom() && line.top() < box.bottom();
      if (!acrossBoth && !downBoth) continue;
      pieces.push_back({other->to(), i, way});
      break;
    }
  }
  return pieces;
}

namespace {

// The other wires of a net that run where a block with its middle at `place` is spliced in. Their
// ways are those from before the block was there.
std::vector<WirePiece> branchesAt(const DiagramScene& scene, const SplicePlace& place, bool flat,
                                  const QPointF& middle, const WireWays& ways) {
  std::vector<WirePiece> branches;
  const WireItem* spliced = scene.findWire(place.wire);
  if (spliced == nullptr) return branches;
  const QPointF line = place.way[place.piece];
  for (const WireItem* other : scene.wiresFrom(spliced->from())) {
    const std::vector<QPointF> way = ways.value(other->to());
    for (std::size_t i = 0; other != spliced && i + 1 < way.size(); ++i) {
      const QRectF box = QRectF(way[i], way[i + 1]).normalized();
      const bool isThere = flat ? box.height() == 0 && box.top() == line.y() &&
                                      box.left() < middle.x() && middle.x() < box.right()
                                : box.width() == 0 && box.left() == line.x() &&
                                      box.top() < middle.y() && middle.y() < box.bottom();
      if (!isThere) continue;
      branches.push_back({other->to(), i, way});
      break;
    }
  }
  return branches;
}

}  // namespace

// A block lies on a wire if its middle is above a piece that runs in the direction of its ports,
// and its output is no more than 10 px beside the piece. Of several pieces the nearest is taken.
std::optional<SplicePlace> splicePlace(const DiagramScene& scene, const QString& block,
                                       const WireWays& ways) {
  constexpr double kReach = 10;
  const BlockItem* item = scene.findBlock(block);
  if (item == nullptr || !scene.wiresAt(block).isEmpty()) return {};
  const BlockGeometry& geometry = item->geometry();
  if (geometry.inputs.size() != 1 || geometry.outputs.size() != 1) return {};
  const QPointF middle = item->box().center();
  const bool flat = geometry.outputs.front().outward.x() != 0;
  const QPointF port = item->portPosition(geometry.outputs.front().name);
  // Of all pieces in the direction of the ports, the nearest within reach.
  std::optional<SplicePlace> found;
  double least = kReach;
  for (auto way = ways.begin(); way != ways.end(); ++way) {
    for (std::size_t i = 0; i + 1 < way->size(); ++i) {
      const QRectF piece = QRectF((*way)[i], (*way)[i + 1]).normalized();
      if (flat ? piece.height() > 0 : piece.width() > 0) continue;
      const bool along = flat ? middle.x() > piece.left() && middle.x() < piece.right()
                              : middle.y() > piece.top() && middle.y() < piece.bottom();
      const double off = flat ? piece.top() - port.y() : piece.left() - port.x();
      if (!along || std::abs(off) > least) continue;
      least = std::abs(off);
      found = {way.key(),
               i,
               *way,
               flat ? QPointF(0, off) : QPointF(off, 0),
               geometry.inputs.front().name,
               geometry.outputs.front().name};
    }
  }
  if (found) found->branches = branchesAt(scene, *found, flat, middle, ways);
  return found;
}

// The old wire is replaced by two. Its corners are divided at the piece: those before it belong to
// the wire into the block, those behind it to the one that leads on.
void spliceBlock(Transaction* transaction, const std::string& level, const SplicePlace& place,
                 const QString& block) {
  const std::string to = place.wire.toStdString();
  const DiagramModel& diagram = transaction->Diagram(level);
  const std::size_t index = diagram.FindWireTo(to);
  if (index >= diagram.wires.size()) throw EditError("there is no wire to '" + to + "'");
  const auto corners = [](const std::vector<QPointF>& way, std::size_t begin, std::size_t end) {
    std::optional<std::vector<Point>> route;
    for (std::size_t i = begin; i < end; ++i) {
      if (!route) route.emplace();
      route->push_back({way[i].x(), way[i].y()});
    }
    return route;
  };
  const std::string output = (block + u'.' + place.output).toStdString();
  Wire first = diagram.wires[index];
  Wire second;
  second.from = output;
  second.to = to;
  first.to = (block + u'.' + place.input).toStdString();
  if (first.route) {
    first.route = corners(place.way, 1, place.piece + 1);
    second.route = corners(place.way, place.piece + 1, place.way.size() - 1);
  }
  Disconnect(transaction, level, to);
  Connect(transaction, level, std::move(first));
  Connect(transaction, level, std::move(second));
  for (const WirePiece& branch : place.branches) {
    const std::string end = branch.wire.toStdString();
    Wire wire = transaction->Diagram(level).wires.at(transaction->Diagram(level).FindWireTo(end));
    wire.from = output;
    if (wire.route) wire.route = corners(branch.way, branch.piece + 1, branch.way.size() - 1);
    SetWire(transaction, level, end, std::move(wire));
  }
}

// An empty list is a choice as well: the wire then has no corners but those that join its ends, and
// looks for no way.
void setWireRoute(Transaction* transaction, const std::string& level, const std::string& to,
                  const std::vector<QPointF>& corners) {
  const DiagramModel& diagram = transaction->Diagram(level);
  const std::size_t index = diagram.FindWireTo(to);
  if (index >= diagram.wires.size()) throw EditError("there is no wire to '" + to + "'");
  Wire wire = diagram.wires[index];
  wire.route.emplace();
  for (const QPointF& corner : corners) wire.route->push_back({corner.x(), corner.y()});
  SetWire(transaction, level, to, std::move(wire));
}

// Each wire's corners are computed from its way before the gesture, so that moves do not add up.
void movePieces(Transaction* transaction, const std::string& level,
                const std::vector<WirePiece>& pieces, const QPointF& place) {
  for (const WirePiece& piece : pieces) {
    setWireRoute(transaction, level, piece.wire.toStdString(),
                 cornersWithPieceAt(piece.way, piece.piece, place));
  }
}

// The setting of a signal is kept for what else it says, such as that it is recorded.
void nameSignal(Transaction* transaction, const std::string& level, const std::string& key,
                const QString& name) {
  const DiagramModel& diagram = transaction->Diagram(level);
  const std::string block = BlockOf(key);
  if (!name.isEmpty() && !diagram.blocks.contains(block)) {
    throw EditError(SignalTexts::tr("there is no block '%1' any more")
                        .arg(QString::fromStdString(block))
                        .toStdString());
  }
  SignalSetting setting = signalSettingOf(diagram, key);
  setting.name = name.isEmpty() ? std::nullopt : std::optional<std::string>(name.toStdString());
  SetSignal(transaction, level, std::move(setting));
}

// A name belongs to an output, but a person names what a wire carries. When the last wire of an
// output was plugged to another one, the name goes along.
void moveSignalName(Transaction* transaction, const std::string& level, const std::string& before,
                    const std::string& after) {
  const DiagramModel& diagram = transaction->Diagram(level);
  const std::optional<std::string> name = signalSettingOf(diagram, before).name;
  if (!name || signalSettingOf(diagram, after).name) return;
  for (const Wire& wire : diagram.wires) {
    if (wire.from == before) return;
  }
  nameSignal(transaction, level, before, QString());
  nameSignal(transaction, level, after, QString::fromStdString(*name));
}

}  // namespace loopwright
