// The part of DiagramView that edits: each of these is one undo step.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/blocks/block_registry.h"
#include "engine/drawing/arrange.h"
#include "engine/drawing/block_box.h"
#include "engine/edits/edit_helpers.h"
#include "engine/edits/group_blocks.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/quick_add.h"
#include "gui/canvas/view_motion.h"
#include "gui/document/diagram_document.h"
#include "gui/edits/clipboard.h"
#include "gui/edits/diagram_edits.h"
#include "gui/routing/wire_router.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "gui/tools/editing_options.h"
#include "gui/tools/tool.h"

namespace loopwright {

namespace {

QString toQt(const std::string& text) { return QString::fromStdString(text); }

}  // namespace

// ---- adding -----------------------------------------------------------------------------------

/// The size of a new block; none of an unknown type.
QSizeF DiagramView::sizeOf(const QString& type) const {
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

QPointF DiagramView::cornerFor(const QString& type, const QPointF& centre) const {
  const QSizeF size = sizeOf(type);
  return snapToGrid(centre - QPointF(size.width() / 2, size.height() / 2));
}

QString DiagramView::addBlock(const QString& type, const QPointF& centre,
                              const QHash<QString, QString>& parameters) {
  QString name;
  const QString problem = document_->edit(tr("Add %1").arg(type), [&](Transaction* transaction) {
    name = toQt(loopwright::addBlock(transaction, level().toStdString(), document_->registry(),
                                     type, cornerFor(type, centre), parameters));
  });
  showMessage(problem);
  if (!problem.isEmpty()) return {};
  selectBlocks({name});
  Q_EMIT blockAdded(type);
  return name;
}

/// A place near `centre` that no block takes: a step down and right for each that is in the way.
QPointF DiagramView::freePlace(const QString& type, const QPointF& centre) const {
  QPointF place = centre;
  const auto isTaken = [&] {
    const QPointF middle = cornerFor(type, place) + QPointF(15, 15);
    return scene_->blockAt(middle) != nullptr;
  };
  for (int tries = 0; tries < 50 && isTaken(); ++tries) place += QPointF(20, 60);
  return place;
}

void DiagramView::addBlockInMiddle(const QString& type, const QHash<QString, QString>& parameters) {
  QPointF centre = mapToScene(viewport()->rect().center());
  centre = freePlace(type, centre);
  addBlock(type, centre, parameters);
  setFocus();
}

QPointF DiagramView::pointerPlace() const {
  return mapToScene(pointer_.value_or(viewport()->rect().center()));
}

void DiagramView::quickAdd() {
  if (const PortRef port = scene_->findPort(focusedPort_)) {
    const WireEnd end = scene_->endAt(port);
    return quickAddAt(end.position + end.outward * 90, focusedPort_, port.port->isInput);
  }
  const Selection selection = currentSelection(*scene_);
  if (selection.wires.size() == 1 && !selection.canMove()) {
    const WireItem* wire = scene_->findWire(selection.wires.front());
    return quickAddAt(wire->middle(), {}, false, wire->to());
  }
  quickAddAt(pointerPlace());
}

void DiagramView::quickAddAt(const QPointF& position, const QString& port, bool portIsInput,
                             const QString& wire, const QString& text) {
  auto* list = new QuickAdd(document_->registry(), this);  // Over the minimap.
  connect(list, &QuickAdd::chosen, this,
          [=, this](const QString& type, const QHash<QString, QString>& parameters) {
            if (!port.isEmpty()) {
              addWiredBlock(type, parameters, position, port, portIsInput);
            } else if (!wire.isEmpty()) {
              addSplicedBlock(type, parameters, position, wire);
            } else {
              addBlock(type, freePlace(type, position), parameters);
            }
            setFocus();
          });
  QPoint corner = mapFromScene(position);
  corner.setX(std::clamp(corner.x(), 0, std::max(0, viewport()->width() - list->width())));
  corner.setY(std::clamp(corner.y(), 0, std::max(0, viewport()->height() - list->height())));
  list->move(corner);
  list->show();
  list->raise();
  list->begin(text);
}

namespace {

/// The form of a block that a transaction has just added.
BlockForm formOf(Transaction* transaction, const std::string& level, const std::string& name,
                 const BlockRegistry& registry) {
  const Block* block = transaction->Diagram(level).blocks.Find(name);
  return FindBlockForm(transaction->document(), level, *block, registry);
}

}  // namespace

void DiagramView::addWiredBlock(const QString& type, const QHash<QString, QString>& parameters,
                                const QPointF& centre, const QString& port, bool portIsInput) {
  QString name;
  const std::string here = level().toStdString();
  const QString problem = document_->edit(tr("Add %1").arg(type), [&](Transaction* transaction) {
    name = toQt(loopwright::addBlock(transaction, here, document_->registry(), type,
                                     cornerFor(type, centre), parameters));
    const BlockForm form = formOf(transaction, here, name.toStdString(), document_->registry());
    const std::vector<std::string>& ports = portIsInput ? form.outputs : form.inputs;
    if (ports.empty()) return;
    const QString other = name + u'.' + toQt(ports.front());
    Wire wire;
    wire.from = (portIsInput ? other : port).toStdString();
    wire.to = (portIsInput ? port : other).toStdString();
    Connect(transaction, here, std::move(wire));
  });
  showMessage(problem);
  if (!problem.isEmpty()) return;
  focusPort(QString());
  selectBlocks({name});
  Q_EMIT blockAdded(type);
}

void DiagramView::addSplicedBlock(const QString& type, const QHash<QString, QString>& parameters,
                                  const QPointF& centre, const QString& wire) {
  const WireItem* item = scene_->findWire(wire);
  if (item == nullptr) return;
  QString name;
  const std::string here = level().toStdString();
  const QString problem = document_->edit(tr("Add %1").arg(type), [&](Transaction* transaction) {
    name = toQt(loopwright::addBlock(transaction, here, document_->registry(), type,
                                     cornerFor(type, centre), parameters));
    const BlockForm form = formOf(transaction, here, name.toStdString(), document_->registry());
    if (form.inputs.size() != 1 || form.outputs.size() != 1) {
      throw EditError(tr("%1 does not fit into a wire: that takes one input and one output")
                          .arg(type)
                          .toStdString());
    }
    const int piece = std::max(0, item->segmentAt(centre));
    spliceBlock(transaction, here,
                {wire,
                 static_cast<std::size_t>(piece),
                 item->points(),
                 {},
                 toQt(form.inputs.front()),
                 toQt(form.outputs.front())},
                name);
  });
  showMessage(problem);
  if (!problem.isEmpty()) return;
  selectBlocks({name});
  Q_EMIT blockAdded(type);
}

// ---- changing what is selected ----------------------------------------------------------------

void DiagramView::deleteSelection() {
  const Selection selection = currentSelection(*scene_);
  if (selection.isEmpty()) return;
  showMessage(document_->edit(tr("Delete %1").arg(selection.describe()), [&](Transaction* t) {
    loopwright::deleteSelection(t, level().toStdString(), selection, EditingOptions::healsWires());
  }));
  focusPort(QString());
  scene_->clearSelection();
}

void DiagramView::nudge(const QPointF& offset) {
  Selection selection = currentSelection(*scene_);
  if (!selection.canMove()) return;
  includeFramed(*scene_, &selection);
  showMessage(document_->edit(
      tr("Move %1").arg(selection.describe()),
      [&](Transaction* t) { moveSelection(t, level().toStdString(), selection, offset); },
      QStringLiteral("nudge ") + level() + selection.blocks.join(u'/')));
}

void DiagramView::grow(const QSizeF& growth) {
  const Selection selection = currentSelection(*scene_);
  showMessage(document_->edit(
      tr("Resize %1").arg(selection.describe()),
      [&](Transaction* t) { growSelection(t, level().toStdString(), *scene_, selection, growth); },
      QStringLiteral("grow ") + level() + selection.blocks.join(u'/')));
}

void DiagramView::editSelection(const QString& verb,
                                void (*change)(Transaction*, const std::string&,
                                               const QStringList&)) {
  Selection selection;
  selection.blocks = selectedBlocks();
  if (selection.blocks.isEmpty()) return;
  showMessage(document_->edit(verb.arg(selection.describe()), [&](Transaction* t) {
    change(t, level().toStdString(), selection.blocks);
  }));
}

void DiagramView::disconnectSelected() {
  const Selection selection = currentSelection(*scene_);
  if (selection.blocks.isEmpty()) return;
  showMessage(document_->edit(tr("Disconnect %1").arg(selection.describe()), [&](Transaction* t) {
    disconnectSelection(t, level().toStdString(), selection);
  }));
}

void DiagramView::rotateSelection() {
  Selection selection;
  selection.blocks = selectedBlocks();
  if (selection.blocks.isEmpty()) return;
  showMessage(document_->edit(tr("Rotate %1").arg(selection.describe()), [&](Transaction* t) {
    rotateBlocks(t, level().toStdString(), *scene_, selection.blocks);
  }));
}

void DiagramView::flipSelection() { editSelection(tr("Flip %1"), flipBlocks); }

void DiagramView::toggleEnabled() {
  bool anyEnabled = false;
  for (const QString& name : selectedBlocks()) {
    anyEnabled = anyEnabled || scene_->findBlock(name)->appearance().isEnabled;
  }
  editSelection(anyEnabled ? tr("Comment out %1") : tr("Comment in %1"), loopwright::toggleEnabled);
}

void DiagramView::groupSelection() {
  const Selection selection = currentSelection(*scene_);
  GroupParts parts;
  for (const QString& name : selection.blocks) parts.blocks.push_back(name.toStdString());
  parts.notes.assign(selection.notes.begin(), selection.notes.end());
  parts.frames.assign(selection.frames.begin(), selection.frames.end());
  QString name;
  const QString problem =
      document_->edit(tr("Group %1").arg(selection.describe()), [&](Transaction* t) {
        name = toQt(GroupBlocks(t, level().toStdString(), parts, document_->registry()));
      });
  showMessage(problem);
  if (problem.isEmpty()) selectBlocks({name});
}

void DiagramView::dissolveSelection() {
  const QStringList names = selectedBlocks();
  if (names.size() != 1) return showMessage(tr("Select one subsystem to dissolve it."));
  QStringList added;
  const QString problem =
      document_->edit(tr("Dissolve %1").arg(names.front()), [&](Transaction* t) {
        for (const std::string& name : DissolveSubsystem(
                 t, level().toStdString(), names.front().toStdString(), document_->registry())) {
          added += toQt(name);
        }
      });
  showMessage(problem);
  if (problem.isEmpty()) selectBlocks(added);
}

void DiagramView::alignSelection(Alignment alignment) {
  const Selection selection = currentSelection(*scene_);
  const bool distributes = alignment == Alignment::kAcross || alignment == Alignment::kDown;
  const QString name = distributes ? tr("Distribute %1") : tr("Align %1");
  showMessage(document_->edit(name.arg(selection.describe()), [&](Transaction* t) {
    loopwright::alignSelection(t, level().toStdString(), *scene_, selection, alignment);
  }));
}

void DiagramView::arrange() {
  const Selection selection = currentSelection(*scene_);
  const bool some = selection.blocks.size() > 1;
  Selection all;
  for (const Block& block : scene_->diagram().blocks) all.blocks += toQt(block.name);
  const QStringList names = some ? selection.blocks : all.blocks;
  std::vector<std::string> blocks;
  for (const QString& block : names) blocks.push_back(block.toStdString());
  if (blocks.empty()) return;
  const QPointF corner = snapToGrid(selectionBox(*scene_, some ? selection : all).topLeft());
  const QString name =
      some ? tr("Arrange %1").arg(selection.describe()) : tr("Arrange the diagram");
  showMessage(document_->edit(name, [&](Transaction* t) {
    ArrangeBlocks(t, level().toStdString(), document_->registry(), blocks,
                  {corner.x(), corner.y()});
  }));
  if (!some) zoomToFit();
}

void DiagramView::colourSelection(const QColor& colour) {
  const Selection selection = currentSelection(*scene_);
  if (selection.blocks.isEmpty() && selection.frames.empty()) return;
  showMessage(document_->edit(tr("Colour %1").arg(selection.describe()), [&](Transaction* t) {
    loopwright::colourSelection(t, level().toStdString(), selection, colour);
  }));
}

bool DiagramView::nudgeWire(const QPointF& offset) {
  const Selection selection = currentSelection(*scene_);
  if (selection.wires.size() != 1 || selection.canMove()) return false;
  const QString to = selection.wires.front();
  const std::vector<QPointF> points = scene_->findWire(to)->points();
  // The longest piece across the direction, rather not one at a port.
  const bool sideways = offset.x() != 0;
  std::optional<std::size_t> piece;
  double longest = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const QPointF span = points[i + 1] - points[i];
    if (sideways ? span.x() != 0 : span.y() != 0) continue;
    const bool atPort = i == 0 || i + 2 == points.size();
    const double length = std::abs(span.x()) + std::abs(span.y()) + (atPort ? 0 : 1e6);
    if (piece && length <= longest) continue;
    piece = i;
    longest = length;
  }
  if (!piece) return true;
  const std::vector<WirePiece> pieces = piecesAlong(*scene_, to, *piece);
  showMessage(document_->edit(
      tr("Route wire"),
      [&](Transaction* t) {
        movePieces(t, level().toStdString(), pieces, points[*piece] + offset);
      },
      QStringLiteral("route ") + level() + to));
  return true;
}

void DiagramView::routeAutomatically(const QString& to) {
  showMessage(document_->edit(tr("Route wire automatically"), [&](Transaction* t) {
    const DiagramModel& diagram = t->Diagram(level().toStdString());
    const std::size_t index = diagram.FindWireTo(to.toStdString());
    if (index >= diagram.wires.size()) return;
    Wire wire = diagram.wires[index];
    wire.route.reset();
    SetWire(t, level().toStdString(), to.toStdString(), std::move(wire));
  }));
}

// ---- clipboard --------------------------------------------------------------------------------

void DiagramView::copySelection() {
  const Selection selection = currentSelection(*scene_);
  if (!selection.canMove()) return;
  copyToClipboard(*scene_, selection);
}

void DiagramView::cutSelection() {
  const Selection selection = currentSelection(*scene_);
  if (selection.isEmpty()) return;
  if (!selection.canMove()) return showMessage(tr("A wire is copied with its blocks."));
  copySelection();
  deleteSelection();
}

void DiagramView::paste() {
  const std::optional<Document> copy = diagramOnClipboard(document_->registry());
  if (!copy) return showMessage(tr("The clipboard holds no blocks."));
  const QSizeF size = contentSize(*copy, document_->registry());
  QPointF corner = snapToGrid(pointerPlace() - QPointF(size.width() / 2, size.height() / 2));
  // Not exactly on top of what was pasted here before.
  const QPointF first = copy->root.blocks.empty() ? QPointF() : firstBlockPlace(*copy);
  const auto isTaken = [&] {
    const QPointF place = corner + first;
    for (const BlockItem* block : scene_->blocks()) {
      if (block->pos() == place) return true;
    }
    return false;
  };
  while (!copy->root.blocks.empty() && isTaken()) corner += QPointF(20, 20);
  pasteCopy(*copy, corner, tr("Paste"));
}

void DiagramView::duplicateSelection() {
  const Selection selection = currentSelection(*scene_);
  if (!selection.canMove()) return;
  const Document copy = copyOf(*scene_, selection);
  pasteCopy(copy, cornerOf(copy) + QPointF(20, 20), tr("Duplicate %1").arg(selection.describe()));
}

void DiagramView::pasteCopy(const Document& copy, const QPointF& corner, const QString& name) {
  QStringList added;
  const qsizetype notes = static_cast<qsizetype>(scene_->diagram().notes.size());
  const qsizetype frames = static_cast<qsizetype>(scene_->diagram().frames.size());
  showMessage(document_->edit(name, [&](Transaction* t) {
    added = pasteDocument(t, level().toStdString(), document_->registry(), copy, corner);
  }));
  selectBlocks(added);
  motion_->flash(added);
  for (qsizetype i = notes; NoteItem* note = scene_->findNote(static_cast<int>(i)); ++i) {
    note->setSelected(true);
  }
  for (qsizetype i = frames; FrameItem* frame = scene_->findFrame(static_cast<int>(i)); ++i) {
    frame->setSelected(true);
  }
}

}  // namespace loopwright
