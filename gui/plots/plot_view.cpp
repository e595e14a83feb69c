#include "gui/plots/plot_view.h"

#include "gui/plots/figure_widget.h"
#include "gui/plots/plot_widget.h"

namespace loopwright {

AxisSetting PlotContent::axis(const QString& name) const {
  for (const AxisSetting& axis : axes) {
    if (axis.name == name) return axis;
  }
  return {name};
}

std::unique_ptr<PlotView> makePlotView(const PlotContent& content) {
  std::unique_ptr<PlotView> view;
  if (content.kind == PlotKind::kTime) {
    view = std::make_unique<PlotWidget>();
  } else {
    view = std::make_unique<FigureWidget>();
  }
  view->setContent(content);
  return view;
}

}  // namespace loopwright
