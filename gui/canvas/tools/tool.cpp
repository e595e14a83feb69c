#include "gui/canvas/tools/tool.h"

#include <cmath>

#include "gui/canvas/diagram_view.h"

namespace loopwright {

DiagramScene* Tool::scene() const { return view_->diagramScene(); }

double Tool::inScene(double pixels) const { return pixels / view_->zoom(); }

void Tool::finish() { view_->setTool(nullptr); }

QPointF snapToGrid(const QPointF& position) {
  constexpr double kGrid = 10;
  return {std::round(position.x() / kGrid) * kGrid, std::round(position.y() / kGrid) * kGrid};
}

}  // namespace loopwright
