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
  // The pieces at the ports stay where they are: a step is put into them, 10 px from the port.
  constexpr double kStub = 10;
  const auto stub = [&](const QPointF& port, const QPointF& next) {
    return QPointF(port.x() + (next.x() == port.x()  ? 0
                               : next.x() > port.x() ? kStub
                                                     : -kStub),
                   port.y() + (next.y() == port.y()  ? 0
                               : next.y() > port.y() ? kStub
                                                     : -kStub));
  };
  if (segment_ + 2 == points_.size()) {
    const QPointF corner = stub(points_.back(), points_[segment_]);
    points_.insert(points_.end() - 1, {corner, corner});
  }
  if (segment_ == 0) {
    const QPointF corner = stub(points_.front(), points_[1]);
    points_.insert(points_.begin() + 1, {corner, corner});
    segment_ = 2;
  }
}

std::vector<QPointF> RouteTool::cornersAt(const QPointF& position) const {
  std::vector<QPointF> points = points_;
  const QPointF target = snapToGrid(position);
  QPointF& a = points[segment_];
  QPointF& b = points[segment_ + 1];
  if (a.x() == b.x() && a.y() != b.y()) {
    a.setX(target.x());
    b.setX(target.x());
  } else {
    a.setY(target.y());
    b.setY(target.y());
  }
  points = simplifyRoute(points);
  return {points.begin() + 1, points.end() - 1};
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
