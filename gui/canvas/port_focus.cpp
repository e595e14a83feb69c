#include "gui/canvas/port_focus.h"

#include <QAccessible>
#include <QToolTip>
#include <memory>
#include <utility>

#include "engine/document/document.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/faces/formula_text.h"
#include "gui/noise/noise_text.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/wire_item.h"
#include "gui/tools/wire_tool.h"

namespace loopwright {

namespace {

// The ports of a level in the order of the document: a block's inputs, then its outputs.
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

// "Input u of B, wired from A.y".
QString describePort(const DiagramScene& scene, const PortRef& port) {
  const QString key = port.key();
  const QString& name = port.port->name;
  const QString& block = port.block->name();
  if (port.port->isInput) {
    const WireItem* const wire = scene.findWire(key);
    if (wire == nullptr) return PortFocus::tr("Input %1 of %2").arg(name, block);
    return PortFocus::tr("Input %1 of %2, wired from %3").arg(name, block, wire->from());
  }
  // An output may lead to many inputs.
  QStringList targets;
  for (const WireItem* wire : scene.wiresFrom(key)) targets += wire->to();
  if (targets.isEmpty()) return PortFocus::tr("Output %1 of %2").arg(name, block);
  return PortFocus::tr("Output %1 of %2, wired to %3").arg(name, block, targets.join(", "));
}

}  // namespace

// What a port is, when the pointer rests at it.
void PortFocus::showTip(const QPoint& position, const QPoint& globalPosition) {
  const PortRef port = scene_->portAt(view_->mapToScene(position), portReachAt(view_->zoom()));
  if (!port) return;
  QStringList lines{describePort(*scene_, port)};
  const SampleTime* time = document_->report().sampleTime(pathOf(port.key()));
  if (time != nullptr && time->kind == SampleTime::Kind::kPeriodic) {
    lines += tr("Every %1").arg(durationText(time->period));
  }
  if (!port.port->isInput) {
    const QString noise = noiseText(
        findBlockNoise(document_->document(), document_->registry(), pathOf(port.block->name())));
    if (!noise.isEmpty()) lines += noise;
  }
  lines += port.port->isInput && scene_->findWire(port.key()) != nullptr
               ? tr("Drag to take its wire elsewhere")
               : tr("Drag to draw a wire");
  QToolTip::showText(globalPosition, lines.join(u'\n'), view_->viewport());
}

// Gives the keyboard to the port of that key, `BLOCK.PORT`; "" and a port that is not there take it
// away. The port's block is selected and brought into view, and what the port is, is said to screen
// readers and in the status bar.
void PortFocus::set(const QString& key) {
  if (key == port_) return;
  // The block may have another name by now.
  for (BlockItem* before : scene_->blocks()) before->setFocusedPort(QString());
  const PortRef port = scene_->findPort(key);
  port_ = port ? key : QString();
  view_->setAccessibleDescription(port ? describePort(*scene_, port) : QString());
  QAccessibleEvent changed(view_, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
  if (!port) return;
  port.block->setFocusedPort(port.port->name);
  if (!port.block->isSelected() || scene_->selectedItems().size() > 1) {
    view_->selectBlocks({port.block->name()});
  }
  view_->ensureVisible(port.block->box(), 40, 40);
  const QString enter = port.port->isInput && scene_->findWire(key) != nullptr
                            ? tr("Enter takes its wire elsewhere")
                            : tr("Enter draws a wire");
  showMessage(view_->accessibleDescription() + QStringLiteral(" · ") + enter);
}

// The ports of all blocks are one list. From the focused port it goes to its neighbour in the list;
// without one it begins at the selected block, at its first port forwards, at its last backwards.
bool PortFocus::step(bool forward) {
  const QList<PortRef> ports = allPorts(*scene_);
  const QStringList selected = view_->selectedBlocks();
  qsizetype index = forward ? 0 : ports.size() - 1;
  for (qsizetype i = 0; i < ports.size(); ++i) {
    if (!port_.isEmpty()) {
      if (ports[i].key() == port_) index = i + (forward ? 1 : -1);
    } else if (selected.size() == 1 && ports[i].block->name() == selected.front()) {
      index = i;
      if (forward) break;
    }
  }
  if (index < 0 || index >= ports.size()) {
    set(QString());
    return false;
  }
  set(ports[index].key());
  return true;
}

// The nearest port ahead, where there is one; else the keyboard stays where it is.
bool PortFocus::towards(const QPointF& direction) {
  const PortRef here = scene_->findPort(port_);
  if (!here) return false;
  const PortRef next =
      scene_->nearestTowards(direction, scene_->endAt(here).position, allPorts(*scene_));
  if (next) set(next.key());
  return true;
}

// The tool takes the keyboard from here on, until the wire ends or is given up.
void PortFocus::drawWire() {
  const PortRef port = scene_->findPort(port_);
  if (!port) return;
  auto tool = std::make_unique<WireTool>(view_, port, ToolEvent());
  WireTool* wiring = tool.get();
  view_->setTool(std::move(tool));
  wiring->useKeyboard();
}

}  // namespace loopwright
