#include "gui/plots/plot_view.h"

#include "gui/plots/qcustomplot_header.h"

#include <QEvent>
#include <algorithm>
#include <utility>

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
  if (QString chosen = axis(name).label; !chosen.isEmpty()) return chosen;
  return name == u"y" && !valueLabel.isEmpty() ? valueLabel : unitOf(name);
}

QString densityUnit(const QString& unit) {
  if (unit.isEmpty()) return QStringLiteral("1/Hz");
  const bool isPlain = std::all_of(unit.begin(), unit.end(), [](QChar c) { return c.isLetter(); });
  return (isPlain ? unit : u'(' + unit + u')') + QStringLiteral("²/Hz");
}

// Both upper and right axes are drawn without numbers, as the frame of the plot. The left margin is
// as wide as numbers need at least, so that figures and time plots below each other begin at one
// place.
PlotView::PlotView(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
  plot_->setObjectName(QStringLiteral("plotArea"));
  for (QCPAxis* axis : {plot_->xAxis2, plot_->yAxis2}) {
    axis->setVisible(true);
    axis->setTicks(false);
    axis->setTickLabels(false);
  }
  plot_->axisRect()->setMinimumMargins(QMargins(46, 8, 18, 18));
}

void PlotView::alignLeft(QCPMarginGroup* group) {
  plot_->axisRect()->setMarginGroup(QCP::msLeft, group);
}

void PlotView::noteLeftMargin() {
  const int left = plot_->axisRect()->margins().left();
  if (std::exchange(leftMargin_, left) != left) Q_EMIT leftMarginChanged();
}

void PlotView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    applyColours();
    redraw();
  }
  QWidget::changeEvent(event);
}

void PlotView::resizeEvent(QResizeEvent* event) {
  plot_->setGeometry(rect());
  plot_->setViewport(rect());  // a plot not shown yet would learn of its size too late
  redraw();
  QWidget::resizeEvent(event);
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
