#include "gui/tools/resize_tool.h"

#include "gui/edits/diagram_edits.h"
#include "gui/scene/block_item.h"
#include "gui/scene/note_item.h"
#include "gui/tools/tool_view.h"

namespace loopwright {

// Keeps what the thing is called and its box, not the item, which the scene may delete.
ResizeTool::ResizeTool(ToolView* view, const QGraphicsItem* item, const ToolEvent& pressed)
    : Tool(view), pressed_(pressed), gesture_(view->document()) {
  if (const auto* block = qgraphicsitem_cast<const BlockItem*>(item)) {
    block_ = block->name();
    box_ = block->box();
  } else if (const auto* note = qgraphicsitem_cast<const NoteItem*>(item)) {
    note_ = note->index();
    box_ = QRectF(note->pos(), note->size());
  } else if (const auto* frame = qgraphicsitem_cast<const FrameItem*>(item)) {
    frame_ = frame->index();
    box_ = frame->box();
  }
}

// Each kind of thing has an edit of its own.
void ResizeTool::change(Transaction* transaction, const QSizeF& size) const {
  const std::string level = view()->level().toStdString();
  if (note_ >= 0) return resizeNote(transaction, level, note_, size);
  if (frame_ >= 0) return resizeFrame(transaction, level, frame_, size);
  resizeBlock(transaction, level, block_, size);
}

// The lower right corner follows the pointer on the grid, the upper left one stays. How small a
// thing may become is the edit's business.
void ResizeTool::move(const ToolEvent& event) {
  const QPointF corner = snapToGrid(box_.bottomRight() + event.scene - pressed_.scene);
  const QSizeF size(corner.x() - box_.left(), corner.y() - box_.top());
  gesture_.preview([&](Transaction* transaction) { change(transaction, size); });
}

// What the last preview showed becomes one undo step.
void ResizeTool::release(const ToolEvent&) {
  gesture_.commit(block_.isEmpty()
                      ? (note_ >= 0 ? Tool::tr("Resize note") : Tool::tr("Resize frame"))
                      : Tool::tr("Resize %1").arg(block_));
  finish();
}

}  // namespace loopwright
