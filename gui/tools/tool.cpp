#include "gui/tools/tool.h"

#include <QKeyEvent>
#include <algorithm>
#include <cmath>

#include "gui/tools/tool_view.h"

namespace loopwright {

bool Tool::key(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape || !isBusy()) return false;
  finish();
  return true;
}

DiagramScene* Tool::scene() const { return view_->diagramScene(); }

double Tool::inScene(double pixels) const { return pixels / view_->zoom(); }

double Tool::portReach() const { return portReachAt(view_->zoom()); }

double Tool::openPortReach() const {
  constexpr double kMost = 30;  // Half of the gap that is left between blocks.
  return std::min(kOpenPortReach / view_->zoom(), kMost);
}

void Tool::finish() { view_->setTool(nullptr); }

double portReachAt(double zoom) {
  constexpr double kMost = 10;  // a quarter of the smallest block
  return std::min(kPortReach / zoom, kMost);
}

QPointF snapToGrid(const QPointF& position) {
  constexpr double kGrid = 10;
  return {std::round(position.x() / kGrid) * kGrid, std::round(position.y() / kGrid) * kGrid};
}

}  // namespace loopwright
