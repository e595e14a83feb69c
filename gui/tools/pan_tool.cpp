#include "gui/tools/pan_tool.h"

#include <QScrollBar>

#include "gui/canvas/diagram_view.h"

namespace loopwright {

PanTool::PanTool(DiagramView* view, const ToolEvent& pressed)
    : Tool(view), last_(pressed.viewport), button_(pressed.button) {
  view->viewport()->setCursor(Qt::ClosedHandCursor);
}

PanTool::~PanTool() { view()->viewport()->unsetCursor(); }

void PanTool::move(const ToolEvent& event) {
  const QPoint step = event.viewport - last_;
  last_ = event.viewport;
  QScrollBar* across = view()->horizontalScrollBar();
  QScrollBar* down = view()->verticalScrollBar();
  across->setValue(across->value() - step.x());
  down->setValue(down->value() - step.y());
}

void PanTool::release(const ToolEvent& event) {
  if (event.button == button_) finish();
}

}  // namespace loopwright
