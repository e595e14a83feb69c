#include "gui/tools/pan_tool.h"

#include "gui/tools/tool_view.h"

namespace loopwright {

PanTool::PanTool(ToolView* view, const ToolEvent& pressed)
    : Tool(view), last_(pressed.viewport), button_(pressed.button) {
  view->setPointerShape(Qt::ClosedHandCursor);
}

PanTool::~PanTool() { view()->resetPointerShape(); }

void PanTool::move(const ToolEvent& event) {
  const QPoint step = event.viewport - last_;
  last_ = event.viewport;
  view()->scrollBy(step);
}

void PanTool::release(const ToolEvent& event) {
  if (event.button == button_) finish();
}

}  // namespace loopwright
