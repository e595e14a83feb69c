#include "gui/canvas/block_inserter.h"

#include <QLineF>
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/drawing/block_box.h"
#include "engine/edits/edit_helpers.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/free_room.h"
#include "gui/canvas/port_focus.h"
#include "gui/canvas/revealer.h"
#include "gui/document/diagram_document.h"
#include "gui/document/loop_remedy.h"
#include "gui/document/qt_text.h"
#include "gui/edits/diagram_edits.h"
#include "gui/edits/wire_edits.h"
#include "gui/overlays/quick_add.h"
#include "gui/routing/wire_router.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/wire_item.h"

namespace loopwright {

// The size of a new block; none of an unknown type.
QSizeF BlockInserter::sizeOf(const QString& type) const {
  const BlockDescriptor* descriptor = document_->registry().Find(type.toStdString());
  if (descriptor == nullptr) return {0, 0};
  Document alone;
  Block block;
  block.name = descriptor->type;
  block.type = descriptor->type;
  if (block.is_subsystem()) block.diagram.emplace();
  const Size size = MakeBlockBox(FindBlockForm(alone, {}, block, document_->registry())).size;
  return {size.width, size.height};
}

// The corner and not the centre lies on the grid: so do the ports, whose places follow from it.
QPointF BlockInserter::cornerFor(const QString& type, const QPointF& centre) const {
  const QSizeF size = sizeOf(type);
  return snapToGrid(centre - QPointF(size.width() / 2, size.height() / 2));
}

// `join` wires the block, given its name. Where the edit is refused the message says why.
QString BlockInserter::add(const QString& type, const QPointF& centre,
                           const QHash<QString, QString>& parameters, const Joining& join) {
  QString name;
  const auto change = [&](Transaction* transaction, const std::string& here) {
    name = toQt(loopwright::addBlock(transaction, here, document_->registry(), type,
                                     cornerFor(type, centre), parameters));
    if (join) join(transaction, here, name);
  };
  return edit(tr("Add %1").arg(type), change) ? name : QString();
}

// The new block is selected alone. Of one that was refused, the selection stays.
void BlockInserter::showAdded(const QString& type, const QString& name) {
  if (name.isEmpty()) return;
  view_->selectBlocks({name});
  Q_EMIT blockAdded(type);
}

QString BlockInserter::addBlock(const QString& type, const QPointF& centre,
                                const QHash<QString, QString>& parameters) {
  QString name = add(type, centre, parameters, {});
  showAdded(type, name);
  return name;
}

// A place near `centre` that no block takes: a step down and right for each that is in the way.
QPointF BlockInserter::freePlace(const QString& type, const QPointF& centre) const {
  QPointF place = centre;
  const auto isTaken = [&] {
    return scene_->blockAt(cornerFor(type, place) + QPointF(15, 15)) != nullptr;
  };
  for (int tries = 0; tries < 50 && isTaken(); ++tries) place += QPointF(20, 60);
  return place;
}

// For a type chosen in the palette without a drag: in the middle of what is seen, beside what lies
// there.
void BlockInserter::addBlockInMiddle(const QString& type,
                                     const QHash<QString, QString>& parameters) {
  const QPointF centre = view_->mapToScene(view_->viewport()->rect().center());
  addBlock(type, freePlace(type, centre), parameters);
  view_->setFocus();
}

// What is in focus decides what the new block is for: beside a focused port it is wired to the
// port, on a selected wire it goes into the wire, else it stands alone at the pointer.
void BlockInserter::quickAdd() {
  if (const PortRef port = scene_->findPort(view_->portFocus()->port())) {
    const WireEnd end = scene_->endAt(port);
    return quickAddAt(end.position + end.outward * 90, view_->portFocus()->port(),
                      port.port->isInput);
  }
  const Selection selection = currentSelection(*scene_);
  if (selection.wires.size() == 1 && !selection.canMove()) {
    const WireItem* wire = scene_->findWire(selection.wires.front());
    return quickAddAt(wire->middle(), {}, false, wire->to());
  }
  quickAddAt(view_->pointerPlace());
}

// Opens the list where the block will come, but inside of the viewport. The list deletes itself;
// until then it holds what to do with the choice.
void BlockInserter::quickAddAt(const QPointF& position, const QString& port, bool portIsInput,
                               const QString& wire, const QString& text) {
  auto* list = new QuickAdd(document_->registry(), view_);  // Over the minimap.
  connect(list, &QuickAdd::chosen, this,
          [=, this](const QString& type, const QHash<QString, QString>& parameters) {
            if (!port.isEmpty()) {
              addWiredBlock(type, parameters, position, port, portIsInput);
            } else if (!wire.isEmpty()) {
              addSplicedBlock(type, parameters, position, wire);
            } else {
              addBlock(type, freePlace(type, position), parameters);
            }
            view_->setFocus();
          });
  QPoint corner = view_->mapFromScene(position);
  corner.setX(std::clamp(corner.x(), 0, std::max(0, view_->viewport()->width() - list->width())));
  corner.setY(std::clamp(corner.y(), 0, std::max(0, view_->viewport()->height() - list->height())));
  list->move(corner);
  list->show();
  list->raise();
  list->begin(text);
}

namespace {

// The form of a block that a transaction has just added.
BlockForm formOf(Transaction* transaction, const std::string& level, const QString& name,
                 const BlockRegistry& registry) {
  const Block* block = transaction->Diagram(level).blocks.Find(name.toStdString());
  return FindBlockForm(transaction->document(), level, *block, registry);
}

// Puts a block with this input and this output into a piece of a wire.
void splice(Transaction* transaction, const std::string& level, const WireItem& wire,
            std::size_t piece, const std::string& input, const std::string& output,
            const QString& block) {
  spliceBlock(transaction, level, {wire.to(), piece, wire.points(), {}, toQt(input), toQt(output)},
              block);
}

}  // namespace

// Adds a block and wires its first port of the other kind to `port`. A block without such a port, a
// source at an output, is added without a wire.
void BlockInserter::addWiredBlock(const QString& type, const QHash<QString, QString>& parameters,
                                  const QPointF& centre, const QString& port, bool portIsInput) {
  const auto join = [&](Transaction* transaction, const std::string& here, const QString& block) {
    const BlockForm form = formOf(transaction, here, block, document_->registry());
    const std::vector<std::string>& ports = portIsInput ? form.outputs : form.inputs;
    if (ports.empty()) return;
    const QString other = block + u'.' + toQt(ports.front());
    Wire wire;
    wire.from = (portIsInput ? other : port).toStdString();
    wire.to = (portIsInput ? port : other).toStdString();
    Connect(transaction, here, std::move(wire));
  };
  const QString name = add(type, centre, parameters, join);
  if (!name.isEmpty()) view_->portFocus()->set(QString());
  showAdded(type, name);
}

// Adds a block in the middle of a wire: the wire then ends at its input, and another leads on from
// its output. With more ports it would not be clear which are meant, so that it is refused.
void BlockInserter::addSplicedBlock(const QString& type, const QHash<QString, QString>& parameters,
                                    const QPointF& centre, const QString& wire) {
  const WireItem* item = scene_->findWire(wire);
  if (item == nullptr) return;
  const auto join = [&](Transaction* transaction, const std::string& here, const QString& block) {
    const BlockForm form = formOf(transaction, here, block, document_->registry());
    if (form.inputs.size() != 1 || form.outputs.size() != 1) {
      throw EditError(tr("%1 does not fit into a wire: that takes one input and one output")
                          .arg(type)
                          .toStdString());
    }
    const std::size_t piece = std::max(0, item->segmentAt(centre));
    splice(transaction, here, *item, piece, form.inputs.front(), form.outputs.front(), block);
  };
  showAdded(type, add(type, centre, parameters, join));
}

namespace {

// The piece of a wire's way for a block that lies across it: the longest that runs from side to
// side, or the longest of all. Pieces that other wires of the net run along count half, for the
// block would seem to be in those, too.
std::size_t pieceForBlock(const DiagramScene& scene, const WireItem& wire) {
  const std::vector<QPointF>& way = wire.points();
  std::size_t best = 0;
  double most = -1;
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    constexpr double kFlat = 3;
    const bool isFlat = way[i].y() == way[i + 1].y();
    const bool isShared = piecesAlong(scene, wire.to(), i).size() > 1;
    const double worth =
        QLineF(way[i], way[i + 1]).length() * (isFlat ? kFlat : 1) * (isShared ? 0.5 : 1);
    if (worth <= most) continue;
    most = worth;
    best = i;
  }
  return best;
}

}  // namespace

// Finds a place for the delay or lag on the wire of the loop, adds the block there and joins the
// two halves of the wire to it, all in one step. Without a time the block keeps the default of its
// type.
void BlockInserter::breakLoop(const LoopBreak& remedy) {
  view_->openLevel(toQt(remedy.wire.level));
  const WireItem* const wire = scene_->findWire(toQt(remedy.wire.to));
  const BlockDescriptor* const descriptor = document_->registry().FindLoopBreaker(remedy.by);
  if (wire == nullptr || wire->points().size() < 2 || descriptor == nullptr) return;
  const QString type = toQt(descriptor->type);
  const std::size_t piece = pieceForBlock(*scene_, *wire);
  const QPointF begin = wire->points()[piece];
  const QPointF end = wire->points()[piece + 1];
  // Beside the wire where a block is in the way.
  const QPointF corner = cornerFor(type, (begin + end) / 2);
  const QPointF place = findRoom(*scene_, QRectF(corner, sizeOf(type)), WiresInRoom::kAllowed);
  QString name;
  const auto change = [&](Transaction* transaction, const std::string& here) {
    QHash<QString, QString> parameters;
    if (!remedy.seconds.isEmpty()) {
      parameters.insert(QLatin1String(loopParameter(remedy.by)), remedy.seconds);
    }
    name = toQt(
        loopwright::addBlock(transaction, here, document_->registry(), type, place, parameters));
    // A wire that leads back to the left goes on in its direction.
    if (end.x() < begin.x()) flipBlocks(transaction, here, {name});
    splice(transaction, here, *wire, piece, descriptor->inputs.front(), descriptor->outputs.front(),
           name);
  };
  if (!edit(tr("Break the loop"), change)) return;
  view_->revealer()->reveal(toQt(pathOf(name)));
  view_->setFocus();
}

}  // namespace loopwright
