// The part of DiagramView that edits: each of these is one undo step.
#include <QApplication>
#include <QClipboard>
#include <QCursor>
#include <QMimeData>
#include <algorithm>
#include <limits>
#include <utility>

#include "engine/model/block_registry.h"
#include "engine/model/edit_helpers.h"
#include "gui/canvas/block_appearance.h"
#include "gui/canvas/block_item.h"
#include "gui/canvas/diagram_edits.h"
#include "gui/canvas/diagram_scene.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/inline_editor.h"
#include "gui/canvas/quick_add.h"
#include "gui/canvas/tools/tool.h"
#include "gui/canvas/wire_item.h"
#include "gui/document/diagram_document.h"

namespace loopwright {

namespace {

QString toQt(const std::string& text) { return QString::fromStdString(text); }

}  // namespace

// ---- adding -----------------------------------------------------------------------------------

QPointF DiagramView::cornerFor(const QString& type, const QPointF& centre) const {
  const BlockDescriptor* descriptor = document_->registry().Find(type.toStdString());
  if (descriptor == nullptr) return snapToGrid(centre);
  Document alone;
  Block block;
  block.name = descriptor->type;
  block.type = descriptor->type;
  if (block.is_subsystem()) block.diagram.emplace();
  const BlockAppearance appearance = makeAppearance(alone, QString(), block, document_->registry());
  const QSizeF size = makeBlockGeometry(appearance.form).size;
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

void DiagramView::addBlockInMiddle(const QString& type) {
  QPointF centre = mapToScene(viewport()->rect().center());
  // Not on top of what is there: a step down and right for each block in the way.
  const auto isTaken = [&] {
    const QPointF corner = cornerFor(type, centre);
    return scene_->blockAt(corner + QPointF(15, 15)) != nullptr;
  };
  for (int tries = 0; tries < 50 && isTaken(); ++tries) centre += QPointF(20, 60);
  addBlock(type, centre);
  setFocus();
}

void DiagramView::quickAdd() {
  const QPoint pointer = viewport()->mapFromGlobal(QCursor::pos());
  const bool inside = viewport()->rect().contains(pointer);
  quickAddAt(mapToScene(inside ? pointer : viewport()->rect().center()));
}

void DiagramView::quickAddAt(const QPointF& position, const QString& port, bool portIsInput) {
  auto* list = new QuickAdd(document_->registry(), viewport());
  connect(list, &QuickAdd::chosen, this,
          [this, position, port, portIsInput](const QString& type,
                                              const QHash<QString, QString>& parameters) {
            addChosenBlock(type, parameters, position, port, portIsInput);
            setFocus();
          });
  connect(list, &QObject::destroyed, this, [this] { setFocus(); });
  QPoint corner = mapFromScene(position);
  corner.setX(std::clamp(corner.x(), 0, std::max(0, viewport()->width() - list->width())));
  corner.setY(std::clamp(corner.y(), 0, std::max(0, viewport()->height() - list->height())));
  list->move(corner);
  list->show();
  list->raise();
  list->begin();
}

void DiagramView::addChosenBlock(const QString& type, const QHash<QString, QString>& parameters,
                                 const QPointF& centre, const QString& port, bool portIsInput) {
  if (port.isEmpty()) {
    addBlock(type, centre, parameters);
    return;
  }
  QString name;
  const std::string here = level().toStdString();
  const QString problem = document_->edit(tr("Add %1").arg(type), [&](Transaction* transaction) {
    name = toQt(loopwright::addBlock(transaction, here, document_->registry(), type,
                                     cornerFor(type, centre), parameters));
    const Block* block = transaction->Diagram(here).blocks.Find(name.toStdString());
    const BlockForm form =
        makeAppearance(transaction->document(), level(), *block, document_->registry()).form;
    const QStringList& ports = portIsInput ? form.outputs : form.inputs;
    if (ports.isEmpty()) return;
    const QString other = name + u'.' + ports.front();
    Wire wire;
    wire.from = (portIsInput ? other : port).toStdString();
    wire.to = (portIsInput ? port : other).toStdString();
    Connect(transaction, here, std::move(wire));
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
    loopwright::deleteSelection(t, level().toStdString(), selection);
  }));
}

void DiagramView::nudge(const QPointF& offset) {
  const Selection selection = currentSelection(*scene_);
  if (!selection.canMove()) return;
  showMessage(document_->edit(
      tr("Move %1").arg(selection.describe()),
      [&](Transaction* t) { moveSelection(t, level().toStdString(), selection, offset); },
      QStringLiteral("nudge ") + level() + selection.blocks.join(u'/')));
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

void DiagramView::rotateSelection() { editSelection(tr("Rotate %1"), rotateBlocks); }

void DiagramView::flipSelection() { editSelection(tr("Flip %1"), flipBlocks); }

void DiagramView::toggleEnabled() {
  editSelection(tr("Comment out %1"), loopwright::toggleEnabled);
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

// ---- names ------------------------------------------------------------------------------------

void DiagramView::activate(const QPointF& position) {
  if (BlockItem* block = scene_->blockAt(position)) {
    selectBlocks({block->name()});
    const bool onName = block->nameRect().contains(block->mapFromScene(position));
    return onName ? editBlockName(block->name()) : openSelection();
  }
  for (QGraphicsItem* item : scene_->items(position, Qt::IntersectsItemBoundingRect)) {
    const auto* block = qgraphicsitem_cast<BlockItem*>(item);
    if (block != nullptr && block->nameRect().contains(block->mapFromScene(position))) {
      return editBlockName(block->name());
    }
  }
  if (const WireItem* wire = scene_->wireAt(position, 4)) return editSignalName(wire->to());
  quickAddAt(position);
}

void DiagramView::renameSelection() {
  const Selection selection = currentSelection(*scene_);
  if (selection.blocks.size() == 1) return editBlockName(selection.blocks.front());
  if (selection.blocks.isEmpty() && selection.wires.size() == 1) {
    editSignalName(selection.wires.front());
  }
}

void DiagramView::openEditor(InlineEditor* editor, const QPointF& centre) {
  editor->move(mapFromScene(centre) - editor->rect().center());
  editor->show();
  editor->setFocus();
  editor->selectAll();
}

void DiagramView::editBlockName(const QString& block) {
  const BlockItem* item = scene_->findBlock(block);
  if (item == nullptr) return;
  const auto apply = [this, block](const QString& text) -> QString {
    const QString name = text.trimmed();
    if (name == block) return {};
    const std::string problem = BlockNameProblem(name.toStdString());
    if (!problem.empty()) return toQt(problem);
    return document_->edit(tr("Rename %1").arg(block), [&](Transaction* t) {
      RenameBlock(t, level().toStdString(), block.toStdString(), name.toStdString());
    });
  };
  openEditor(new InlineEditor("nameEditor", block, apply, viewport()),
             item->mapToScene(item->nameRect().center()));
}

void DiagramView::editSignalName(const QString& wire) {
  const WireItem* item = scene_->findWire(wire);
  if (item == nullptr || item->points().size() < 2) return;
  const QString from = item->from();
  const std::size_t index = scene_->diagram().FindSignal(from.toStdString());
  QString name;
  if (index < scene_->diagram().signal_settings.size()) {
    name = toQt(scene_->diagram().signal_settings[index].name.value_or(""));
  }
  const auto apply = [this, from](const QString& text) {
    return document_->edit(tr("Name signal %1").arg(from), [&](Transaction* t) {
      nameSignal(t, level().toStdString(), from.toStdString(), text.trimmed());
    });
  };
  openEditor(new InlineEditor("signalEditor", name, apply, viewport()),
             (item->points()[0] + item->points()[1]) / 2 - QPointF(0, 14));
}

// ---- clipboard --------------------------------------------------------------------------------

void DiagramView::copySelection() {
  const Selection selection = currentSelection(*scene_);
  if (!selection.canMove()) return;
  const std::string bytes = loopwright::copySelection(*scene_, selection);
  auto* content = new QMimeData;
  content->setData(kDiagramMime, QByteArray::fromStdString(bytes));
  content->setText(toQt(bytes));
  QApplication::clipboard()->setMimeData(content);
}

void DiagramView::cutSelection() {
  copySelection();
  deleteSelection();
}

void DiagramView::paste() {
  const QMimeData* content = QApplication::clipboard()->mimeData();
  if (content == nullptr || !content->hasFormat(kDiagramMime)) return;
  const QPoint pointer = viewport()->mapFromGlobal(QCursor::pos());
  const bool inside = viewport()->rect().contains(pointer);
  const QPointF place = mapToScene(inside ? pointer : viewport()->rect().center());
  pasteBytes(content->data(kDiagramMime).toStdString(), snapToGrid(place), tr("Paste"));
}

void DiagramView::duplicateSelection() {
  const Selection selection = currentSelection(*scene_);
  if (!selection.canMove()) return;
  QPointF corner(std::numeric_limits<double>::max(), std::numeric_limits<double>::max());
  for (const QGraphicsItem* item : scene_->selectedItems()) {
    if (item->type() == kWireItemType) continue;
    corner = {std::min(corner.x(), item->pos().x()), std::min(corner.y(), item->pos().y())};
  }
  pasteBytes(loopwright::copySelection(*scene_, selection), corner + QPointF(20, 20),
             tr("Duplicate %1").arg(selection.describe()));
}

void DiagramView::pasteBytes(const std::string& bytes, const QPointF& position,
                             const QString& name) {
  QStringList added;
  showMessage(document_->edit(name, [&](Transaction* t) {
    added = pasteSelection(t, level().toStdString(), document_->registry(), bytes, position);
  }));
  selectBlocks(added);
}

}  // namespace loopwright
