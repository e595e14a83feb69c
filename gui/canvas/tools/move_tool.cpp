#include "gui/canvas/tools/move_tool.h"

#include <QKeyEvent>

#include "gui/canvas/block_item.h"
#include "gui/canvas/diagram_scene.h"
#include "gui/canvas/diagram_view.h"

namespace loopwright {

MoveTool::MoveTool(DiagramView* view, const ToolEvent& pressed)
    : Tool(view),
      pressed_(pressed),
      selection_(currentSelection(*scene())),
      gesture_(view->document()) {
  for (QGraphicsItem* item : scene()->selectedItems()) {
    if (item->type() == kWireItemType) continue;
    anchor_ = item->pos();
    break;
  }
}

void MoveTool::move(const ToolEvent& event) {
  const QPointF offset = snapToGrid(anchor_ + event.scene - pressed_.scene) - anchor_;
  if (offset == offset_) return;
  offset_ = offset;
  const std::string level = view()->level().toStdString();
  gesture_.preview(
      [&](Transaction* transaction) { moveSelection(transaction, level, selection_, offset_); });
}

void MoveTool::release(const ToolEvent& event) {
  const std::string level = view()->level().toStdString();
  const bool mayBeSpliced = selection_.blocks.size() == 1 && selection_.notes.empty() &&
                            (event.modifiers & Qt::AltModifier) == 0 && !offset_.isNull();
  const QString block = mayBeSpliced ? selection_.blocks.front() : QString();
  if (const auto wire = wireToSplice(*scene(), block)) {
    const BlockGeometry& geometry = scene()->findBlock(block)->geometry();
    const std::string input = (block + u'.' + geometry.inputs.front().name).toStdString();
    const std::string output = (block + u'.' + geometry.outputs.front().name).toStdString();
    gesture_.preview([&](Transaction* transaction) {
      moveSelection(transaction, level, selection_, offset_);
      spliceBlock(transaction, level, wire->toStdString(), input, output);
    });
  }
  gesture_.commit(DiagramView::tr("Move %1").arg(selection_.describe()));
  finish();
}

bool MoveTool::key(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return false;
  finish();  // The gesture's end takes everything back.
  return true;
}

}  // namespace loopwright
