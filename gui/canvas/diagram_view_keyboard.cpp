// The part of DiagramView that works by the keyboard alone: from port to port, and wiring.
#include <QAccessible>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>
#include <cmath>
#include <memory>

#include "engine/document/document.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/edits/diagram_edits.h"
#include "gui/faces/formula_text.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/wire_item.h"
#include "gui/tools/wire_tool.h"

namespace loopwright {

namespace {

constexpr int kPanStep = 40;  // pixels
constexpr double kGrowStep = 10;

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

/// The ports of a level in the order of the document: a block's inputs, then its outputs.
QList<PortRef> allPorts(const DiagramScene& scene) {
  QList<PortRef> ports;
  for (const Block& block : scene.diagram().blocks) {
    BlockItem* item = scene.findBlock(QString::fromStdString(block.name));
    if (item == nullptr) continue;
    for (const PortPlace& port : item->geometry().inputs) ports += PortRef{item, &port};
    for (const PortPlace& port : item->geometry().outputs) ports += PortRef{item, &port};
  }
  return ports;
}

/// "Input u of B, wired from A.y".
QString describePort(const DiagramScene& scene, const PortRef& port) {
  const QString key = port.key();
  const QString& name = port.port->name;
  const QString& block = port.block->name();
  if (port.port->isInput) {
    const WireItem* const wire = scene.findWire(key);
    if (wire == nullptr) return DiagramView::tr("Input %1 of %2").arg(name, block);
    return DiagramView::tr("Input %1 of %2, wired from %3").arg(name, block, wire->from());
  }
  QStringList targets;
  for (const WireItem* wire : scene.wiresFrom(key)) targets += wire->to();
  if (targets.isEmpty()) return DiagramView::tr("Output %1 of %2").arg(name, block);
  return DiagramView::tr("Output %1 of %2, wired to %3").arg(name, block, targets.join(", "));
}

}  // namespace

/// What a port is, when the pointer rests at it.
void DiagramView::showTip(const QPoint& position, const QPoint& globalPosition) {
  const PortRef port = scene_->portAt(mapToScene(position), portReachAt(zoom()));
  if (!port) return;
  QStringList lines{describePort(*scene_, port)};
  const std::string path = JoinPath(level().toStdString(), port.key().toStdString());
  const SampleTime* time = document_->sampleTime(path);
  if (time != nullptr && time->kind == SampleTime::Kind::kPeriodic) {
    lines += tr("Every %1").arg(durationText(time->period));
  }
  lines += port.port->isInput && scene_->findWire(port.key()) != nullptr
               ? tr("Drag to take its wire elsewhere")
               : tr("Drag to draw a wire");
  QToolTip::showText(globalPosition, lines.join(u'\n'), viewport());
}

void DiagramView::focusPort(const QString& key) {
  if (key == focusedPort_) return;
  // The block may have another name by now.
  for (BlockItem* before : scene_->blocks()) before->setFocusedPort(QString());
  const PortRef port = scene_->findPort(key);
  focusedPort_ = port ? key : QString();
  setAccessibleDescription(port ? describePort(*scene_, port) : QString());
  QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
  if (!port) return;
  port.block->setFocusedPort(port.port->name);
  if (!port.block->isSelected() || scene_->selectedItems().size() > 1) {
    selectBlocks({port.block->name()});
  }
  ensureVisible(port.block->box(), 40, 40);
  const QString enter = port.port->isInput && scene_->findWire(key) != nullptr
                            ? tr("Enter takes its wire elsewhere")
                            : tr("Enter draws a wire");
  showMessage(accessibleDescription() + QStringLiteral(" · ") + enter);
}

bool DiagramView::focusNextPrevChild(bool next) {
  if (!hasFocus()) return QGraphicsView::focusNextPrevChild(next);
  bool isTaken = false;
  tool_.call([&](Tool* tool) { isTaken = tool->step(next); });
  return isTaken || stepFocus(next) || QGraphicsView::focusNextPrevChild(next);
}

/// Goes to the next port, or the last; the first is that of the selected block. Returns false where
/// there is no further one: the keyboard leaves the canvas.
bool DiagramView::stepFocus(bool forward) {
  const QList<PortRef> ports = allPorts(*scene_);
  const QStringList selected = selectedBlocks();
  qsizetype index = forward ? 0 : ports.size() - 1;
  for (qsizetype i = 0; i < ports.size(); ++i) {
    if (!focusedPort_.isEmpty()) {
      if (ports[i].key() == focusedPort_) index = i + (forward ? 1 : -1);
    } else if (selected.size() == 1 && ports[i].block->name() == selected.front()) {
      index = i;
      if (forward) break;
    }
  }
  if (index < 0 || index >= ports.size()) {
    focusPort(QString());
    return false;
  }
  focusPort(ports[index].key());
  return true;
}

bool DiagramView::focusTowards(const QPointF& direction) {
  const PortRef here = scene_->findPort(focusedPort_);
  if (!here) return false;
  const QPointF across(-direction.y(), direction.x());
  QString best;
  double least = 0;
  for (const PortRef& port : allPorts(*scene_)) {
    const QPointF step = scene_->endAt(port).position - scene_->endAt(here).position;
    const double along = QPointF::dotProduct(step, direction);
    if (along <= 0) continue;
    const double distance = along + 2 * std::abs(QPointF::dotProduct(step, across));
    if (!best.isEmpty() && distance >= least) continue;
    best = port.key();
    least = distance;
  }
  if (!best.isEmpty()) focusPort(best);
  return true;
}

void DiagramView::wireFromFocus() {
  const PortRef port = scene_->findPort(focusedPort_);
  if (!port) return;
  auto tool = std::make_unique<WireTool>(this, port, ToolEvent());
  WireTool* wiring = tool.get();
  setTool(std::move(tool));
  wiring->useKeyboard();
}

bool DiagramView::handleFocusKey(QKeyEvent* event) {
  if (focusedPort_.isEmpty() || tool_.isBusy()) return false;
  if (event->modifiers() != Qt::NoModifier && event->modifiers() != Qt::KeypadModifier) {
    return false;
  }
  const QPointF direction = directionOf(event->key());
  if (!direction.isNull()) return focusTowards(direction);
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return wireFromFocus(), true;
    case Qt::Key_Escape:
      focusPort(QString());
      showMessage(QString());
      return true;
    default:
      return false;
  }
}

/// Arrows move the selection by a step of the grid, with Shift by a pixel; with Ctrl and Shift they
/// make it larger or smaller. With Ctrl, or without a selection, they move what is seen.
bool DiagramView::handleArrow(QKeyEvent* event) {
  const QPointF direction = directionOf(event->key());
  const bool control = (event->modifiers() & Qt::ControlModifier) != 0;
  const bool shift = (event->modifiers() & Qt::ShiftModifier) != 0;
  const Selection selection = currentSelection(*scene_);
  if (control && shift && selection.canMove()) {
    grow(QSizeF(direction.x(), direction.y()) * kGrowStep);
    return true;
  }
  if (control || selection.isEmpty()) {
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() +
                                    qRound(direction.x()) * kPanStep);
    verticalScrollBar()->setValue(verticalScrollBar()->value() + qRound(direction.y()) * kPanStep);
    return true;
  }
  const QPointF offset = direction * (shift ? 1 : 10);
  if (!nudgeWire(offset)) nudge(offset);
  return true;
}

void DiagramView::focusOutEvent(QFocusEvent* event) {
  QGraphicsView::focusOutEvent(event);
  spaceHeld_ = false;
  const bool leaves =
      event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  if (leaves) focusPort(QString());
}

}  // namespace loopwright
