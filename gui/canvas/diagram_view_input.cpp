// The part of DiagramView that takes mouse and keys.
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTimer>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <memory>

#include "gui/canvas/block_inserter.h"
#include "gui/canvas/block_source.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/canvas_menu.h"
#include "gui/canvas/canvas_overlays.h"
#include "gui/canvas/canvas_texts.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/port_focus.h"
#include "gui/canvas/selection_commands.h"
#include "gui/document/diagram_document.h"
#include "gui/edits/diagram_edits.h"
#include "gui/noise/noise_text.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/tools/pan_tool.h"
#include "gui/tools/place_tool.h"
#include "gui/tools/tool.h"

namespace loopwright {

namespace {

constexpr int kPanStep = 40;  // pixels
constexpr double kGrowStep = 10;

// The unit vector of an arrow key in the scene, where y points down; zero for any other key.
QPointF directionOf(int key) {
  switch (key) {
    case Qt::Key_Left:
      return {-1, 0};
    case Qt::Key_Right:
      return {1, 0};
    case Qt::Key_Up:
      return {0, -1};
    case Qt::Key_Down:
      return {0, 1};
    default:
      return {};
  }
}

}  // namespace

ToolEvent DiagramView::toolEvent(const QMouseEvent& event) const {
  const QPoint position = event.position().toPoint();
  return {mapToScene(position), position, event.button(), event.buttons(), event.modifiers()};
}

ToolEvent DiagramView::toolEventAt(const QPoint& globalPosition) const {
  const QPoint position = viewport()->mapFromGlobal(globalPosition);
  return {mapToScene(position), position, Qt::LeftButton, Qt::LeftButton,
          QApplication::keyboardModifiers()};
}

// The middle button, or the left one while Space is held, moves the canvas. Anything else is for
// the tool in use.
void DiagramView::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  overlays_->hideHint();
  portFocus_->set(QString());
  const ToolEvent input = toolEvent(*event);
  const bool pans =
      event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && spaceHeld_);
  if (pans && !tool_.isBusy()) {
    hasPanned_ = true;
    return setTool(std::make_unique<PanTool>(this, input));
  }
  tool_.call([&](Tool* tool) { tool->press(input); });
}

// While a drag is beyond the edge its last move is kept and repeated by a timer, so that the canvas
// scrolls on under a pointer that rests.
void DiagramView::mouseMoveEvent(QMouseEvent* event) {
  const bool scrolls = tool_.isBusy() && event->buttons() == Qt::LeftButton &&
                       scrollTowards(event->position().toPoint());
  tool_.call([&](Tool* tool) { tool->move(toolEvent(*event)); });
  if (!scrolls) return edgeTimer_->stop();
  edgeMove_.reset(event->clone());
  if (!edgeTimer_->isActive()) edgeTimer_->start();
}

// The pointer rests beyond the edge: the drag goes on.
void DiagramView::goOnBeyondEdge() {
  if (!tool_.isBusy()) return edgeTimer_->stop();
  scrollTowards(edgeMove_->position().toPoint());
  tool_.call([&](Tool* tool) { tool->move(toolEvent(*edgeMove_)); });
}

// A drag beyond the edge moves what is seen. Returns whether the position is beyond it.
bool DiagramView::scrollTowards(const QPoint& position) {
  constexpr int kMostStep = 30;  // pixels
  const QRect seen = viewport()->rect();
  const auto overshoot = [&](int value, int low, int high) {
    return std::clamp(value - std::clamp(value, low, high), -kMostStep, kMostStep);
  };
  const int across = overshoot(position.x(), seen.left(), seen.right());
  const int down = overshoot(position.y(), seen.top(), seen.bottom());
  scrollBy({-across, -down});
  return across != 0 || down != 0;
}

void DiagramView::mouseReleaseEvent(QMouseEvent* event) {
  edgeTimer_->stop();
  tool_.call([&](Tool* tool) { tool->release(toolEvent(*event)); });
}

void DiagramView::mouseDoubleClickEvent(QMouseEvent* event) {
  tool_.call([&](Tool* tool) { tool->doubleClick(toolEvent(*event)); });
}

// A key goes to the tool first, then to the port that the keyboard is at, then to the commands, and
// at last to Qt's view.
void DiagramView::keyPressEvent(QKeyEvent* event) {
  if (!tool_.isBusy()) overlays_->hideHint();
  bool isHandled = false;
  tool_.call([&](Tool* tool) { isHandled = tool->key(event); });
  if (isHandled || handleFocusKey(event) || handleKey(event)) return event->accept();
  QGraphicsView::keyPressEvent(event);
}

// Space alone fits the diagram into the view; held for a drag it only moves the canvas. Which of
// the two it was is known when it is let go.
void DiagramView::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && !event->isAutoRepeat() && spaceHeld_) {
    spaceHeld_ = false;
    viewport()->unsetCursor();
    if (!hasPanned_) camera_->zoomToFit();
    return;
  }
  QGraphicsView::keyReleaseEvent(event);
}

// Does what a key means for the selection or the view. A letter while nothing is selected begins a
// search for a block to add: "gain" typed on an empty canvas finds the Gain.
bool DiagramView::handleKey(QKeyEvent* event) {
  const bool control = (event->modifiers() & Qt::ControlModifier) != 0;
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
      return handleArrow(event);
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
      return commands_->remove(), true;
    case Qt::Key_F2:
      return texts_->rename(), true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return commands_->open(), true;
    case Qt::Key_R:
      if (typesToAdd(*event)) break;
      return !control && (commands_->rotate(), true);
    case Qt::Key_F:
      if (typesToAdd(*event)) break;
      return !control && (commands_->flip(), true);
    case Qt::Key_Escape:
      if (scene_->selectedItems().isEmpty()) {
        leaveLevel();
      } else {
        scene_->clearSelection();
      }
      return true;
    case Qt::Key_Space:
      if (control) return inserter_->quickAdd(), true;
      if (event->isAutoRepeat()) return true;
      spaceHeld_ = true;
      hasPanned_ = false;
      if (!tool_.isBusy()) viewport()->setCursor(Qt::OpenHandCursor);
      return true;
    default:
      break;
  }
  if (!typesToAdd(*event)) return false;
  inserter_->quickAddAt(pointerPlace(), {}, false, {}, event->text());
  return true;
}

// Whether a key begins the name of a block to add: a letter while nothing is selected.
bool DiagramView::typesToAdd(const QKeyEvent& event) const {
  constexpr Qt::KeyboardModifiers kCommands = Qt::ControlModifier | Qt::AltModifier;
  return !tool_.isBusy() && !event.text().isEmpty() && event.text().front().isLetter() &&
         (event.modifiers() & kCommands) == 0 && portFocus_->port().isEmpty() &&
         scene_->selectedItems().isEmpty();
}

bool DiagramView::event(QEvent* event) {
  // Keys that are commands for what is selected are letters where nothing is.
  if (event->type() == QEvent::ShortcutOverride && typesToAdd(*static_cast<QKeyEvent*>(event))) {
    event->accept();
    return true;
  }
  return QGraphicsView::event(event);
}

// A drag that began in the palette belongs to the palette's widget, which tells where the pointer
// is. The view makes a PlaceTool when the first move arrives, hides its block while the pointer is
// outside, and places it with the release.
void DiagramView::attachPalette(BlockSource* palette) {
  connect(palette, &BlockSource::placeRequested, inserter_, &BlockInserter::addBlockInMiddle);
  connect(palette, &BlockSource::dragMoved, this,
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
  connect(palette, &BlockSource::dragReleased, this,
          [this](const QString& type, const QPoint& position) {
            auto* tool = dynamic_cast<PlaceTool*>(tool_.get());
            if (tool == nullptr) return;
            const ToolEvent event = toolEventAt(position);
            if (!viewport()->rect().contains(event.viewport)) return setTool(nullptr);
            tool_.call([&](Tool* placing) {
              placing->move(event);
              placing->release(event);
            });
            setFocus();
            Q_EMIT inserter_->blockAdded(type);
          });
  connect(palette, &BlockSource::dragCancelled, this, [this] {
    if (dynamic_cast<PlaceTool*>(tool_.get()) != nullptr) setTool(nullptr);
  });
  connect(inserter_, &BlockInserter::blockAdded, palette, &BlockSource::noteUsed);
}

// Notes where the pointer is, for commands that add or paste there, and shows what a port is when
// the pointer rests at it.
bool DiagramView::viewportEvent(QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
      pointer_ = static_cast<QMouseEvent*>(event)->position().toPoint();
      break;
    case QEvent::Leave:
      pointer_.reset();
      break;
    case QEvent::ToolTip: {
      const auto* help = static_cast<QHelpEvent*>(event);
      if (scene_->portAt(mapToScene(help->pos()), portReachAt(zoom()))) {
        portFocus_->showTip(help->pos(), help->globalPos());
        return true;
      }
      if (!showNoiseTip(*help)) break;
      return true;
    }
    default:
      break;
  }
  return QGraphicsView::viewportEvent(event);
}

// Of a block that draws noise, how strong that is, below what is wrong with the block.
bool DiagramView::showNoiseTip(const QHelpEvent& help) {
  const BlockItem* const block = scene_->blockAt(mapToScene(help.pos()));
  if (block == nullptr) return false;
  const std::string path = JoinPath(level().toStdString(), block->name().toStdString());
  const QString noise =
      noiseText(findBlockNoise(document_->document(), document_->registry(), path));
  if (noise.isEmpty()) return false;
  const QString problems = block->toolTip();
  QToolTip::showText(help.globalPos(), problems.isEmpty() ? noise : problems + u'\n' + noise,
                     viewport());
  return true;
}

// With a port in focus the arrows lead to other ports, Enter draws a wire and Esc leaves the port.
// Keys with a modifier are commands as always.
bool DiagramView::handleFocusKey(QKeyEvent* event) {
  if (portFocus_->port().isEmpty() || tool_.isBusy()) return false;
  if (event->modifiers() != Qt::NoModifier && event->modifiers() != Qt::KeypadModifier) {
    return false;
  }
  const QPointF direction = directionOf(event->key());
  if (!direction.isNull()) return portFocus_->towards(direction);
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return portFocus_->drawWire(), true;
    case Qt::Key_Escape:
      portFocus_->set(QString());
      overlays_->showMessage(QString());
      return true;
    default:
      return false;
  }
}

// Arrows move the selection by a step of the grid, with Shift by a pixel; with Ctrl and Shift they
// make it larger or smaller. With Ctrl, or without a selection, they move what is seen.
bool DiagramView::handleArrow(QKeyEvent* event) {
  const QPointF direction = directionOf(event->key());
  const bool control = (event->modifiers() & Qt::ControlModifier) != 0;
  const bool shift = (event->modifiers() & Qt::ShiftModifier) != 0;
  const Selection selection = currentSelection(*scene_);
  if (control && shift && selection.canMove()) {
    commands_->grow(QSizeF(direction.x(), direction.y()) * kGrowStep);
    return true;
  }
  if (control || selection.isEmpty()) {
    scrollBy(-direction.toPoint() * kPanStep);
    return true;
  }
  commands_->nudge(direction * (shift ? 1 : 10));
  return true;
}

// Tab goes through the ports before it leaves the canvas; while a wire is drawn it goes through the
// ports that would take it.
bool DiagramView::focusNextPrevChild(bool next) {
  if (!hasFocus()) return QGraphicsView::focusNextPrevChild(next);
  bool isTaken = false;
  tool_.call([&](Tool* tool) { isTaken = tool->step(next); });
  return isTaken || portFocus_->step(next) || QGraphicsView::focusNextPrevChild(next);
}

// Whoever leaves by Tab has left the ports, too. A release of Space elsewhere never arrives here,
// so it counts as let go.
void DiagramView::focusOutEvent(QFocusEvent* event) {
  QGraphicsView::focusOutEvent(event);
  spaceHeld_ = false;
  const bool leaves =
      event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  if (leaves) portFocus_->set(QString());
}

// With Ctrl the wheel zooms at the pointer, one step for each notch (an angle of 120 in Qt's
// eighths of a degree); with Shift it scrolls sideways, otherwise up and down.
void DiagramView::wheelEvent(QWheelEvent* event) {
  if ((event->modifiers() & Qt::ShiftModifier) != 0 && event->angleDelta().x() == 0) {
    scrollBy({event->angleDelta().y(), 0});
    return event->accept();
  }
  if ((event->modifiers() & Qt::ControlModifier) == 0) return QGraphicsView::wheelEvent(event);
  camera_->zoomAt(event->position(), event->angleDelta().y() / 120.0);
  event->accept();
}

void DiagramView::contextMenuEvent(QContextMenuEvent* event) {
  // While a wire is drawn the right button gives up.
  if (tool_.isBusy()) return setTool(nullptr);
  // The menu key asks about what the keyboard is at.
  const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
  menu_->open(byKey ? menu_->placeOfKeyboard() : event->pos());
}

}  // namespace loopwright
