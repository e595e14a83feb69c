// The part of DiagramView that takes mouse and keys.
#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <memory>

#include "gui/canvas/block_item.h"
#include "gui/canvas/diagram_scene.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/tools/pan_tool.h"
#include "gui/canvas/tools/place_tool.h"
#include "gui/canvas/tools/tool.h"
#include "gui/canvas/wire_item.h"
#include "gui/document/diagram_document.h"
#include "gui/panels/palette_panel.h"

namespace loopwright {

template <typename Call>
void DiagramView::callTool(Call call) {
  ++toolCalls_;
  call(tool_.get());
  if (--toolCalls_ == 0) retired_.reset();
}

ToolEvent DiagramView::toolEvent(const QMouseEvent& event) const {
  const QPoint position = event.position().toPoint();
  return {mapToScene(position), position, event.button(), event.buttons(), event.modifiers()};
}

ToolEvent DiagramView::toolEventAt(const QPoint& globalPosition) const {
  const QPoint position = viewport()->mapFromGlobal(globalPosition);
  return {mapToScene(position), position, Qt::LeftButton, Qt::LeftButton,
          QApplication::keyboardModifiers()};
}

void DiagramView::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  const ToolEvent input = toolEvent(*event);
  const bool pans =
      event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && spaceHeld_);
  if (pans && !tool_->isBusy()) {
    hasPanned_ = true;
    return setTool(std::make_unique<PanTool>(this, input));
  }
  callTool([&](Tool* tool) { tool->press(input); });
}

void DiagramView::mouseMoveEvent(QMouseEvent* event) {
  callTool([&](Tool* tool) { tool->move(toolEvent(*event)); });
}

void DiagramView::mouseReleaseEvent(QMouseEvent* event) {
  callTool([&](Tool* tool) { tool->release(toolEvent(*event)); });
}

void DiagramView::mouseDoubleClickEvent(QMouseEvent* event) {
  callTool([&](Tool* tool) { tool->doubleClick(toolEvent(*event)); });
}

void DiagramView::keyPressEvent(QKeyEvent* event) {
  bool isHandled = false;
  callTool([&](Tool* tool) { isHandled = tool->key(event); });
  if (isHandled || handleKey(event)) return event->accept();
  QGraphicsView::keyPressEvent(event);
}

void DiagramView::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && !event->isAutoRepeat() && spaceHeld_) {
    spaceHeld_ = false;
    if (!hasPanned_) zoomToFit();
    return;
  }
  QGraphicsView::keyReleaseEvent(event);
}

bool DiagramView::handleKey(QKeyEvent* event) {
  const bool shift = (event->modifiers() & Qt::ShiftModifier) != 0;
  const bool control = (event->modifiers() & Qt::ControlModifier) != 0;
  const double step = shift ? 1 : 10;
  switch (event->key()) {
    case Qt::Key_Left:
      return nudge({-step, 0}), true;
    case Qt::Key_Right:
      return nudge({step, 0}), true;
    case Qt::Key_Up:
      return nudge({0, -step}), true;
    case Qt::Key_Down:
      return nudge({0, step}), true;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
      return deleteSelection(), true;
    case Qt::Key_F2:
      return renameSelection(), true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return openSelection(), true;
    case Qt::Key_R:
      return !control && (rotateSelection(), true);
    case Qt::Key_F:
      return !control && (flipSelection(), true);
    case Qt::Key_Escape:
      if (scene_->selectedItems().isEmpty()) {
        leaveLevel();
      } else {
        scene_->clearSelection();
      }
      return true;
    case Qt::Key_Space:
      if (control) return quickAdd(), true;
      if (event->isAutoRepeat()) return true;
      spaceHeld_ = true;
      hasPanned_ = false;
      return true;
    default:
      return false;
  }
}

void DiagramView::attachPalette(PalettePanel* palette) {
  connect(palette, &PalettePanel::placeRequested, this, &DiagramView::addBlockInMiddle);
  connect(palette, &PalettePanel::dragMoved, this,
          [this](const QString& type, const QPoint& position) {
            auto* tool = dynamic_cast<PlaceTool*>(tool_.get());
            if (tool == nullptr) {
              auto fresh = std::make_unique<PlaceTool>(this, type);
              tool = fresh.get();
              setTool(std::move(fresh));
            }
            const ToolEvent event = toolEventAt(position);
            if (viewport()->rect().contains(event.viewport)) {
              tool->move(event);
            } else {
              tool->leave();
            }
          });
  connect(palette, &PalettePanel::dragReleased, this,
          [this](const QString& type, const QPoint& position) {
            auto* tool = dynamic_cast<PlaceTool*>(tool_.get());
            if (tool == nullptr) return;
            const ToolEvent event = toolEventAt(position);
            if (!viewport()->rect().contains(event.viewport)) return setTool(nullptr);
            callTool([&](Tool* placing) {
              placing->move(event);
              placing->release(event);
            });
            setFocus();
            Q_EMIT blockAdded(type);
          });
  connect(palette, &PalettePanel::dragCancelled, this, [this] {
    if (dynamic_cast<PlaceTool*>(tool_.get()) != nullptr) setTool(nullptr);
  });
  connect(this, &DiagramView::blockAdded, palette, &PalettePanel::noteUsed);
}

void DiagramView::contextMenuEvent(QContextMenuEvent* event) {
  if (tool_->isBusy()) return;
  const QPointF position = mapToScene(event->pos());
  BlockItem* block = scene_->blockAt(position);
  WireItem* wire = block == nullptr ? scene_->wireAt(position, 4) : nullptr;
  QGraphicsItem* item = block != nullptr ? static_cast<QGraphicsItem*>(block) : wire;
  if (item != nullptr && !item->isSelected()) {
    scene_->clearSelection();
    item->setSelected(true);
  }
  QMenu menu(this);
  menu.setObjectName("canvasMenu");
  const auto add = [&](const QString& text, const QKeySequence& key, void (DiagramView::*slot)()) {
    QAction* action = menu.addAction(text, this, slot);
    action->setShortcut(key);
  };
  if (block != nullptr) {
    add(tr("Open"), Qt::Key_Return, &DiagramView::openSelection);
    add(tr("Rename"), Qt::Key_F2, &DiagramView::renameSelection);
    menu.addSeparator();
    add(tr("Rotate"), Qt::Key_R, &DiagramView::rotateSelection);
    add(tr("Flip"), Qt::Key_F, &DiagramView::flipSelection);
    add(tr("Comment out"), Qt::CTRL | Qt::SHIFT | Qt::Key_X, &DiagramView::toggleEnabled);
    menu.addSeparator();
    add(tr("Cut"), QKeySequence::Cut, &DiagramView::cutSelection);
    add(tr("Copy"), QKeySequence::Copy, &DiagramView::copySelection);
    add(tr("Duplicate"), Qt::CTRL | Qt::Key_D, &DiagramView::duplicateSelection);
  }
  if (wire != nullptr) {
    const QString to = wire->to();
    menu.addAction(tr("Name the signal"), this, [this, to] { editSignalName(to); });
    if (wire->hasOwnRoute()) {
      menu.addAction(tr("Route automatically"), this, [this, to] { routeAutomatically(to); });
    }
  }
  if (item != nullptr) {
    add(tr("Delete"), QKeySequence::Delete, &DiagramView::deleteSelection);
  } else {
    menu.addAction(tr("Add block"), this, [this, position] { quickAddAt(position); });
    add(tr("Paste"), QKeySequence::Paste, &DiagramView::paste);
    add(tr("Select all"), QKeySequence::SelectAll, &DiagramView::selectAll);
    add(tr("Fit in view"), Qt::Key_Space, &DiagramView::zoomToFit);
  }
  menu.exec(event->globalPos());
}

}  // namespace loopwright
