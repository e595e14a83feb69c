#include "gui/tools/move_tool.h"

#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "gui/tools/tool_view.h"

namespace loopwright {

namespace {

constexpr double kGuideReach = 5;  // pixels

}  // namespace

// Takes stock before the drag: what moves, with what lies in a moved frame, what it may be lined up
// with, and, for one block without wires, the ways of all wires that it could be dropped on. The
// ways are those before, since wires move aside as soon as the block comes near.
MoveTool::MoveTool(ToolView* view, const ToolEvent& pressed)
    : Tool(view),
      pressed_(pressed),
      selection_(currentSelection(*scene())),
      gesture_(view->document()) {
  const bool copies = (pressed.modifiers & Qt::ControlModifier) != 0;
  if ((pressed.modifiers & Qt::AltModifier) == 0) includeFramed(*scene(), &selection_);
  const QRectF box = selectionBox(*scene(), selection_);
  for (const QGraphicsItem* item : scene()->selectedItems()) {
    if (item->type() == kWireItemType) continue;
    anchor_ = item->pos();
    break;
  }
  const QSet<QString> moved =
      copies ? QSet<QString>() : QSet<QString>(selection_.blocks.begin(), selection_.blocks.end());
  // A frame is not lined up with blocks.
  const QRectF seen = selection_.frames.empty() ? view->seenArea() : QRectF();
  guides_ = std::make_unique<AlignmentGuides>(scene(), box, seen, moved);
  if (copies) {
    copied_ = copyOf(*scene(), selection_);
    corner_ = cornerOf(*copied_);
  } else if (selection_.blocks.size() == 1 && selection_.notes.empty() &&
             selection_.frames.empty() && scene()->wiresAt(selection_.blocks.front()).isEmpty()) {
    ways_ = wireWays(*scene());
  }
}

MoveTool::~MoveTool() {
  if (!splice_) return;
  if (WireItem* wire = scene()->findWire(splice_->wire)) wire->setHovered(false);
}

// Makes the edit from the beginning of the drag to where it is now. The gesture has taken the last
// preview back before, so that offsets never add up.
void MoveTool::change(Transaction* transaction) {
  const std::string level = view()->level().toStdString();
  const BlockRegistry& registry = view()->document()->registry();
  if (!copied_) return moveSelection(transaction, level, registry, selection_, offset_);
  copies_ = pasteDocument(transaction, level, registry, *copied_, corner_ + offset_);
}

void MoveTool::move(const ToolEvent& event) {
  const QPointF offset = guides_->snap(event.scene - pressed_.scene, anchor_, inScene(kGuideReach));
  if (offset != offset_) {
    offset_ = offset;
    gesture_.preview([this](Transaction* transaction) { change(transaction); });
  }
  aim(event);
}

// Finds the wire that the block would be spliced into, and shows it.
void MoveTool::aim(const ToolEvent& event) {
  if (ways_.isEmpty()) return;
  const auto found = (event.modifiers & Qt::AltModifier) != 0 || offset_.isNull()
                         ? std::nullopt
                         : splicePlace(*scene(), selection_.blocks.front(), ways_);
  const auto setHovered = [this](const std::optional<SplicePlace>& place, bool hovered) {
    WireItem* wire = place ? scene()->findWire(place->wire) : nullptr;
    if (wire != nullptr) wire->setHovered(hovered);
  };
  setHovered(splice_, false);
  splice_ = found;
  setHovered(splice_, true);
}

// Splices the block into the wire that was shown, moved a little so that its ports lie on the wire;
// move and splice are one undo step.
void MoveTool::release(const ToolEvent& event) {
  aim(event);
  if (splice_) {
    const QString block = selection_.blocks.front();
    const SplicePlace place = *splice_;
    gesture_.preview([&](Transaction* transaction) {
      offset_ += place.shift;
      change(transaction);
      spliceBlock(transaction, view()->level().toStdString(), place, block);
    });
  }
  const QString what = selection_.describe();
  gesture_.commit(copied_ ? Tool::tr("Duplicate %1").arg(what) : Tool::tr("Move %1").arg(what));
  if (!copies_.isEmpty()) view()->selectBlocks(copies_);
  finish();
}

}  // namespace loopwright
