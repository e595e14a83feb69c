#include "gui/tools/route_tool.h"

#include "gui/edits/wire_edits.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/wire_item.h"
#include "gui/tools/tool_view.h"

namespace loopwright {

// Notes which pieces of which wires move: those of the net that lie on the pressed piece, too.
RouteTool::RouteTool(ToolView* view, const WireItem* wire, const ToolEvent& pressed)
    : Tool(view), gesture_(view->document()) {
  const int segment = wire->segmentAt(pressed.scene);
  pieces_ = piecesAlong(*scene(), wire->to(), segment < 0 ? 0 : static_cast<size_t>(segment));
}

void RouteTool::move(const ToolEvent& event) {
  const QPointF place = snapToGrid(event.scene);
  gesture_.preview([&](Transaction* transaction) {
    movePieces(transaction, view()->level().toStdString(), pieces_, place);
  });
}

void RouteTool::release(const ToolEvent&) {
  gesture_.commit(Tool::tr("Route wire"));
  finish();
}

}  // namespace loopwright
