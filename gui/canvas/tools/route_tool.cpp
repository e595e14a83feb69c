#include "gui/canvas/tools/route_tool.h"

#include <QKeyEvent>

#include "gui/canvas/diagram_edits.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/wire_item.h"
#include "gui/canvas/wire_router.h"

namespace loopwright {

RouteTool::RouteTool(DiagramView* view, const WireItem* wire, const ToolEvent& pressed)
    : Tool(view), wire_(wire->to()), points_(wire->points()), gesture_(view->document()) {
  const int segment = wire->segmentAt(pressed.scene);
  segment_ = segment < 0 ? 0 : static_cast<size_t>(segment);
}

std::vector<QPointF> RouteTool::cornersAt(const QPointF& position) const {
  return cornersWithPieceAt(points_, segment_, snapToGrid(position));
}

void RouteTool::move(const ToolEvent& event) {
  const std::vector<QPointF> corners = cornersAt(event.scene);
  gesture_.preview([&](Transaction* transaction) {
    setWireRoute(transaction, view()->level().toStdString(), wire_.toStdString(), corners);
  });
}

void RouteTool::release(const ToolEvent&) {
  gesture_.commit(DiagramView::tr("Route wire"));
  finish();
}

bool RouteTool::key(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return false;
  finish();
  return true;
}

}  // namespace loopwright
