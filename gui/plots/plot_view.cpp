#include "gui/plots/plot_view.h"

#include <algorithm>

#include "gui/plots/figure_widget.h"
#include "gui/plots/plot_widget.h"

namespace loopwright {

AxisSetting PlotContent::axis(const QString& name) const {
  for (const AxisSetting& axis : axes) {
    if (axis.name == name) return axis;
  }
  return {name};
}

// The unit that all curves of an axis share. Curves without an axis of their own are on the left
// one, y. Where two curves have different units the axis has none.
QString PlotContent::unitOf(const QString& axis) const {
  const auto isOnAxis = [&axis](const CurveSetting& curve) {
    return curve.axis == axis || (curve.axis.isEmpty() && axis == u"y");
  };
  std::optional<QString> unit;
  for (const CurveSetting& curve : curves) {
    if (!isOnAxis(curve)) continue;
    if (unit && *unit != curve.unit) return {};
    unit = curve.unit;
  }
  return unit.value_or(QString());
}

QString PlotContent::axisLabel(const QString& name) const {
  if (const QString chosen = axis(name).label; !chosen.isEmpty()) return chosen;
  return name == u"y" && !valueLabel.isEmpty() ? valueLabel : unitOf(name);
}

QString densityUnit(const QString& unit) {
  if (unit.isEmpty()) return QStringLiteral("1/Hz");
  const bool isPlain = std::all_of(unit.begin(), unit.end(), [](QChar c) { return c.isLetter(); });
  return (isPlain ? unit : u'(' + unit + u')') + QStringLiteral("²/Hz");
}

// Over time a plot streams, shows x⁻ and x⁺ and shares its axis with others; everything else is a
// figure.
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
