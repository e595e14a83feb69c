#include "gui/tools/select_tool.h"

#include <QGraphicsItem>
#include <algorithm>
#include <memory>

#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "gui/tools/band_tool.h"
#include "gui/tools/move_tool.h"
#include "gui/tools/resize_tool.h"
#include "gui/tools/route_tool.h"
#include "gui/tools/tool_view.h"
#include "gui/tools/wire_tool.h"

namespace loopwright {

namespace {

// Whether a click adds to what is selected instead of replacing it: with Shift or Ctrl.
bool addsToSelection(const ToolEvent& event) {
  return (event.modifiers & (Qt::ShiftModifier | Qt::ControlModifier)) != 0;
}

// Whether nothing that can be selected lies at a place of the scene.
bool isEmptyCanvas(const DiagramScene& scene, const QPointF& position) {
  const QList<QGraphicsItem*> items = scene.items(position);
  return std::none_of(items.begin(), items.end(), [](const QGraphicsItem* item) {
    return (item->flags() & QGraphicsItem::ItemIsSelectable) != 0;
  });
}

}  // namespace

SelectTool::~SelectTool() {
  if (WireItem* wire = scene()->findWire(hoveredWire_)) wire->setHovered(false);
}

// Finds out what was pressed, from what is smallest and lies on top to what lies below: the corner
// of a selected item, a port, a block or note, a wire, and last the canvas. A corner or a port
// begins its gesture at once; for the rest it depends on whether a drag follows.
void SelectTool::press(const ToolEvent& event) {
  pressed_ = event;
  target_ = Target::kNothing;
  click_ = Click::kKeeps;
  if (event.button != Qt::LeftButton) return;
  if (QGraphicsItem* item = handleAt(event.scene)) {
    return view()->setTool(std::make_unique<ResizeTool>(view(), item, event));
  }
  if (const PortRef port = scene()->portAt(event.scene, portReach())) {
    auto tool = std::make_unique<WireTool>(view(), port, event);
    // At an output the wire that is selected is taken away from it.
    const QList<QGraphicsItem*> selected = scene()->selectedItems();
    const auto* wire =
        selected.size() == 1 ? qgraphicsitem_cast<WireItem*>(selected.front()) : nullptr;
    if (wire != nullptr && wire->from() == port.key()) tool->takeBeginning(wire->to());
    return view()->setTool(std::move(tool));
  }
  QGraphicsItem* const item = itemAt(event.scene);
  if (item == nullptr) {
    target_ = Target::kCanvas;
    if (!addsToSelection(event)) scene()->clearSelection();
    return;
  }
  const auto* const wire = qgraphicsitem_cast<WireItem*>(item);
  target_ = wire != nullptr ? Target::kWire : Target::kItem;
  if (wire != nullptr) wire_ = wire->to();
  pressItem(item, event);
}

// A block or note comes before a wire, a wire before a frame.
QGraphicsItem* SelectTool::itemAt(const QPointF& position) const {
  QGraphicsItem* wire = nullptr;
  for (QGraphicsItem* item : scene()->items(position)) {
    if (item->type() == kWireItemType) {
      if (wire == nullptr) wire = item;
    } else if ((item->flags() & QGraphicsItem::ItemIsSelectable) != 0) {
      if (item->type() == kFrameItemType && wire != nullptr) break;
      return item;
    }
  }
  return wire != nullptr ? wire : scene()->wireAt(position, inScene(kWireReach));
}

QGraphicsItem* SelectTool::handleAt(const QPointF& position) const {
  for (QGraphicsItem* item : scene()->selectedItems()) {
    QSizeF size;
    const auto* block = qgraphicsitem_cast<BlockItem*>(item);
    if (block != nullptr && block->canBeResized()) size = block->box().size();
    if (const auto* note = qgraphicsitem_cast<NoteItem*>(item)) size = note->size();
    if (const auto* frame = qgraphicsitem_cast<FrameItem*>(item)) size = frame->size();
    if (!size.isEmpty() && resizeHandle(size).contains(position - item->pos())) return item;
  }
  return nullptr;
}

// A press selects at once, so that a drag moves what was pressed. Where the item is selected
// already, with others, a drag is to move them all: only a release without a drag changes the
// selection.
void SelectTool::pressItem(QGraphicsItem* item, const ToolEvent& event) {
  if (addsToSelection(event) && item->isSelected()) {
    click_ = Click::kTakesOut;  // A drag takes the item along.
  } else if (addsToSelection(event)) {
    item->setSelected(true);
  } else if (!item->isSelected()) {
    scene()->clearSelection();
    item->setSelected(true);
  } else {
    click_ = Click::kSelectsAlone;
  }
}

// A drag begins only after 4 px, so that a hand that trembles at a click moves nothing.
void SelectTool::move(const ToolEvent& event) {
  if ((event.buttons & Qt::LeftButton) == 0 || target_ == Target::kNothing) return hover(event);
  if ((event.viewport - pressed_.viewport).manhattanLength() < kDragDistance) return;
  beginDrag(event);
}

// A drag from the empty canvas spans a band, unless it begins beside a free port: that one is hard
// to hit exactly, so that the room around it belongs to it.
std::unique_ptr<Tool> SelectTool::canvasDrag() const {
  const PortRef port =
      addsToSelection(pressed_) ? PortRef() : scene()->openPortAt(pressed_.scene, openPortReach());
  if (port) return std::make_unique<WireTool>(view(), port, pressed_);
  return std::make_unique<BandTool>(view(), pressed_);
}

// Chooses the tool for what was pressed, and gives it the move that began the drag.
void SelectTool::beginDrag(const ToolEvent& event) {
  std::unique_ptr<Tool> tool;
  const bool branches = (pressed_.modifiers & Qt::ControlModifier) != 0;
  WireItem* wire = scene()->findWire(wire_);
  if (target_ == Target::kCanvas) {
    tool = canvasDrag();
  } else if (target_ == Target::kItem) {
    tool = std::make_unique<MoveTool>(view(), pressed_);
  } else if (wire != nullptr && branches) {
    const PortRef port = scene()->findPort(wire->from());
    if (port) {
      auto branch = std::make_unique<WireTool>(view(), port, pressed_);
      branch->branchFrom(*wire, pressed_.scene);
      tool = std::move(branch);
    }
  } else if (wire != nullptr) {
    tool = std::make_unique<RouteTool>(view(), wire, pressed_);
  }
  target_ = Target::kNothing;
  click_ = Click::kKeeps;
  if (!tool) return;
  Tool* next = tool.get();
  view()->setTool(std::move(tool));
  next->move(event);
}

// A click without a drag on an item that was selected: with Shift or Ctrl it leaves the selection,
// without them it becomes the only one that is selected.
void SelectTool::release(const ToolEvent& event) {
  const bool ends = event.button == Qt::LeftButton && click_ != Click::kKeeps;
  // Looked for anew, since what was pressed may have been deleted by a key meanwhile.
  if (QGraphicsItem* const item = ends ? itemAt(pressed_.scene) : nullptr) {
    if (click_ == Click::kSelectsAlone) scene()->clearSelection();
    item->setSelected(click_ == Click::kSelectsAlone);
  }
  click_ = Click::kKeeps;
  target_ = Target::kNothing;
}

void SelectTool::doubleClick(const ToolEvent& event) {
  if (event.button == Qt::LeftButton) view()->activate(event.scene);
}

// Shows what a press would take: the wire under the pointer is drawn thicker.
void SelectTool::hover(const ToolEvent& event) {
  PortRef port = scene()->portAt(event.scene, portReach());
  WireItem* wire = nullptr;
  if (!port && scene()->blockAt(event.scene) == nullptr) {
    wire = scene()->wireAt(event.scene, inScene(kWireReach));
  }
  if (!port && wire == nullptr && isEmptyCanvas(*scene(), event.scene)) {
    port = scene()->openPortAt(event.scene, openPortReach());
  }
  if (WireItem* before = scene()->findWire(hoveredWire_); before != nullptr && before != wire) {
    before->setHovered(false);
  }
  hoveredWire_ = wire != nullptr ? wire->to() : QString();
  if (wire != nullptr) wire->setHovered(true);
  view()->setPointerShape(cursorFor(event.scene, static_cast<bool>(port), wire));
}

// The shape of the pointer says what a drag would do.
Qt::CursorShape SelectTool::cursorFor(const QPointF& position, bool isPort,
                                      const WireItem* wire) const {
  if (handleAt(position) != nullptr) return Qt::SizeFDiagCursor;
  if (isPort) return Qt::CrossCursor;
  const int piece = wire != nullptr ? wire->segmentAt(position) : -1;
  if (piece < 0) return Qt::ArrowCursor;
  const size_t index = piece;
  const bool flat = wire->points()[index].y() == wire->points()[index + 1].y();
  return flat ? Qt::SizeVerCursor : Qt::SizeHorCursor;
}

}  // namespace loopwright
