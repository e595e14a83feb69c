// The part of DiagramView that makes context menus.
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <memory>
#include <utility>

#include "gui/canvas/colour_menu.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/document/loop_remedy.h"
#include "gui/document/signal_edits.h"
#include "gui/edits/diagram_edits.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "gui/theme/theme.h"
#include "gui/tools/tool.h"
#include "gui/tools/wire_tool.h"

namespace loopwright {

void DiagramView::fillColourMenu(QMenu* menu) {
  fillColourChoices(menu, this, [this](const QColor& colour) { colourSelection(colour); });
}

namespace {

/// Adds an entry that calls a slot of the view.
template <typename Slot>
QAction* addEntry(QMenu* menu, DiagramView* view, const char* name, const QString& text,
                  const QKeySequence& key, Slot slot) {
  QAction* action = menu->addAction(text, view, slot);
  action->setObjectName(QStringLiteral("canvasMenu.") + QLatin1String(name));
  action->setShortcut(key);
  return action;
}

}  // namespace

void DiagramView::fillBlockMenu(QMenu* menu, BlockItem* block) {
  const bool isSubsystem = block->appearance().face.type == QLatin1String("Subsystem");
  addEntry(menu, this, "open", isSubsystem ? tr("Open") : tr("Parameters"), Qt::Key_Return,
           &DiagramView::openSelection);
  addEntry(menu, this, "rename", tr("Rename"), Qt::Key_F2, &DiagramView::renameSelection);
  menu->addSeparator();
  addEntry(menu, this, "rotate", tr("Rotate"), Qt::Key_R, &DiagramView::rotateSelection);
  addEntry(menu, this, "flip", tr("Flip"), Qt::Key_F, &DiagramView::flipSelection);
  addEntry(menu, this, "commentOut",
           block->appearance().isEnabled ? tr("Comment out") : tr("Comment in"),
           Qt::CTRL | Qt::SHIFT | Qt::Key_X, &DiagramView::toggleEnabled);
  fillColourMenu(menu->addMenu(tr("Colour")));
  menu->addSeparator();
  addEntry(menu, this, "group", tr("Group"), Qt::CTRL | Qt::Key_G, &DiagramView::groupSelection);
  if (isSubsystem) {
    addEntry(menu, this, "dissolve", tr("Dissolve"), Qt::CTRL | Qt::SHIFT | Qt::Key_G,
             &DiagramView::dissolveSelection);
  }
  addEntry(menu, this, "frame", tr("Put a frame around"), {}, &DiagramView::addFrame);
  if (selectedBlocks().size() > 1) {
    fillAlignMenu(menu->addMenu(tr("Align")));
    addEntry(menu, this, "arrange", tr("Arrange"), Qt::CTRL | Qt::SHIFT | Qt::Key_L,
             &DiagramView::arrange);
  }
  addEntry(menu, this, "takeOut", tr("Take out of the wires"), {},
           &DiagramView::disconnectSelected);
  menu->addSeparator();
  addEntry(menu, this, "cut", tr("Cut"), QKeySequence::Cut, &DiagramView::cutSelection);
  addEntry(menu, this, "copy", tr("Copy"), QKeySequence::Copy, &DiagramView::copySelection);
  addEntry(menu, this, "duplicate", tr("Duplicate"), Qt::CTRL | Qt::Key_D,
           &DiagramView::duplicateSelection);
  addEntry(menu, this, "help", tr("Help"), QKeySequence::HelpContents,
           [this, type = block->appearance().face.type] { Q_EMIT helpRequested(type); });
}

void DiagramView::fillAlignMenu(QMenu* menu) {
  const std::pair<Alignment, QString> entries[] = {
      {Alignment::kLeft, tr("Left edges")},
      {Alignment::kCentre, tr("Centres above each other")},
      {Alignment::kRight, tr("Right edges")},
      {Alignment::kTop, tr("Top edges")},
      {Alignment::kMiddle, tr("Middles side by side")},
      {Alignment::kBottom, tr("Bottom edges")},
      {Alignment::kAcross, tr("Equal gaps side by side")},
      {Alignment::kDown, tr("Equal gaps above each other")}};
  for (const auto& [alignment, text] : entries) {
    menu->addAction(text, this, [this, alignment = alignment] { alignSelection(alignment); })
        ->setObjectName(QStringLiteral("align.%1").arg(static_cast<int>(alignment)));
  }
}

void DiagramView::fillWireMenu(QMenu* menu, const QString& to) {
  const WireItem* wire = scene_->findWire(to);
  addEntry(menu, this, "nameSignal", tr("Name the signal"), Qt::Key_F2,
           [this, to] { editSignalName(to); });
  addEntry(menu, this, "insertBlock", tr("Insert a block"), Qt::CTRL | Qt::Key_Space,
           [this, to] { quickAddAt(scene_->findWire(to)->middle(), {}, false, to); });
  if (const AlgebraicLoop* const loop = scene_->loopOf(to)) {
    const auto delay = delayInWire(*document_, *loop, {level().toStdString(), to.toStdString()});
    if (delay) {
      addEntry(menu, this, "breakLoop", tr("Break the loop with a unit delay"), {}, [this, delay] {
        breakLoop(*delay);
      })->setToolTip(delay->effect);
    }
  }
  addRecordEntry(menu, wire->from());
  if (wire->hasOwnRoute()) {
    addEntry(menu, this, "routeAutomatically", tr("Route automatically"), {},
             [this, to] { routeAutomatically(to); });
  }
}

void DiagramView::fillPortMenu(QMenu* menu, const QString& port, bool isInput) {
  const bool isWired = isInput && scene_->findWire(port) != nullptr;
  addEntry(menu, this, "wire", isWired ? tr("Take the wire elsewhere") : tr("Draw a wire"),
           Qt::Key_Return, [this, port] {
             focusPort(port);
             wireFromFocus();
           });
  const PortRef place = scene_->findPort(port);
  const QPointF beside = scene_->endAt(place).position + scene_->endAt(place).outward * 90;
  if (!isWired) {
    addEntry(menu, this, "addWired", tr("Add a block here"), Qt::CTRL | Qt::Key_Space,
             [this, port, isInput, beside] { quickAddAt(beside, port, isInput); });
  }
  if (isWired) {
    addEntry(menu, this, "disconnect", tr("Disconnect"), {}, [this, port] {
      select({}, {port});
      deleteSelection();
    });
  }
  if (isInput) return;
  const QList<WireItem*> wires = scene_->wiresFrom(port);
  if (!wires.isEmpty()) {
    addEntry(menu, this, "nameSignal", tr("Name the signal"), Qt::Key_F2,
             [this, to = wires.front()->to()] { editSignalName(to); });
  }
  addRecordEntry(menu, port);
}

void DiagramView::addRecordEntry(QMenu* menu, const QString& port) {
  const bool recorded =
      isRecorded(document_->document(), level().toStdString(), port.toStdString());
  QAction* record = addEntry(menu, this, "log", tr("Record this signal"), {},
                             [this, port, recorded] { recordSignal(port, !recorded); });
  record->setCheckable(true);
  record->setChecked(recorded);
}

void DiagramView::fillTextMenu(QMenu* menu, QGraphicsItem* item) {
  addEntry(menu, this, "editText", tr("Edit the text"), Qt::Key_F2, &DiagramView::renameSelection);
  if (item->type() == kFrameItemType) fillColourMenu(menu->addMenu(tr("Colour")));
}

void DiagramView::fillCanvasMenu(QMenu* menu, const QPointF& position) {
  addEntry(menu, this, "addBlock", tr("Add a block"), Qt::CTRL | Qt::Key_Space,
           [this, position] { quickAddAt(position); });
  addEntry(menu, this, "addNote", tr("Add a note"), {},
           [this, position] { addNoteAt(snapToGrid(position)); });
  addEntry(menu, this, "addFrame", tr("Add a frame"), {},
           [this, position] { addFrameAround(QRectF(snapToGrid(position), QSizeF(200, 120))); });
  menu->addSeparator();
  addEntry(menu, this, "paste", tr("Paste"), QKeySequence::Paste, &DiagramView::paste);
  addEntry(menu, this, "selectAll", tr("Select all"), QKeySequence::SelectAll,
           &DiagramView::selectAll);
  addEntry(menu, this, "fit", tr("Fit in view"), Qt::Key_Space, &DiagramView::zoomToFit);
  if (!level().isEmpty()) {
    addEntry(menu, this, "leave", tr("Leave the subsystem"), Qt::ALT | Qt::Key_Up,
             &DiagramView::leaveLevel);
  }
}

QMenu* DiagramView::makeContextMenu(const QPointF& position) {
  auto* menu = new QMenu(this);
  menu->setObjectName("canvasMenu");
  if (const PortRef port = scene_->portAt(position, portReachAt(zoom()))) {
    fillPortMenu(menu, port.key(), port.port->isInput);
    return menu;
  }
  QGraphicsItem* item = scene_->blockAt(position);
  if (item == nullptr) item = scene_->wireAt(position, (kWireReach + 1) / zoom());
  if (item == nullptr) {
    for (QGraphicsItem* other : scene_->items(position)) {
      if (other->type() == kNoteItemType || other->type() == kFrameItemType) item = other;
    }
  }
  if (item == nullptr) {
    fillCanvasMenu(menu, position);
    return menu;
  }
  if (!item->isSelected()) {
    scene_->clearSelection();
    item->setSelected(true);
  }
  if (auto* block = qgraphicsitem_cast<BlockItem*>(item)) {
    fillBlockMenu(menu, block);
  } else if (const auto* wire = qgraphicsitem_cast<WireItem*>(item)) {
    fillWireMenu(menu, wire->to());
  } else {
    fillTextMenu(menu, item);
  }
  addEntry(menu, this, "delete", tr("Delete"), QKeySequence::Delete, &DiagramView::deleteSelection);
  return menu;
}

void DiagramView::contextMenuEvent(QContextMenuEvent* event) {
  // While a wire is drawn the right button gives up.
  if (tool_.isBusy()) return setTool(nullptr);
  QPoint place = event->pos();
  if (event->reason() == QContextMenuEvent::Keyboard) {
    // The menu key asks about what the keyboard is at.
    QPointF at = mapToScene(viewport()->rect().center());
    const QRectF selected = selectionBox(*scene_, currentSelection(*scene_));
    if (!selected.isNull()) at = selected.center();
    if (const PortRef port = scene_->findPort(focusedPort_)) at = scene_->endAt(port).position;
    place = mapFromScene(at);
  }
  QMenu* menu = makeContextMenu(mapToScene(place));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->popup(viewport()->mapToGlobal(place));
}

}  // namespace loopwright
