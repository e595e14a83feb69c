#include "gui/plots/reference_lines.h"

#include "gui/plots/value_axes.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

const QString kReference = QStringLiteral("reference");

// One coordinate is a value of an axis, and the other a part of the plot's height or width, from
// edge to edge: so the line stays whole when the plot is zoomed.
void addLine(QCustomPlot* plot, const ReferenceSetting& reference, QCPAxis* valueAxis) {
  auto* const line = new QCPItemStraightLine(plot);
  line->setObjectName(kReference);
  line->setLayer(QStringLiteral("main"));
  const bool isUpright = reference.axis == u"x";
  const auto place = [&](QCPItemPosition* point, double along) {
    point->setAxes(plot->xAxis, valueAxis);
    point->setTypeX(isUpright ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
    point->setTypeY(isUpright ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
    isUpright ? point->setCoords(reference.value, along) : point->setCoords(along, reference.value);
  };
  place(line->point1, 0);
  place(line->point2, 1);
  const Theme& theme = Theme::current();
  line->setPen(QPen(theme.muted, 1, Qt::DashDotLine));
  if (reference.label.isEmpty()) return;
  auto* const label = new QCPItemText(plot);
  label->setObjectName(kReference);
  label->setLayer(QStringLiteral("main"));
  label->setFont(captionFont());
  label->setColor(theme.muted);
  label->setText(reference.label);
  label->setPadding(QMargins(5, 1, 5, 1));
  // At the right end of a level line, at the top of an upright one.
  place(label->position, isUpright ? 0 : 1);
  label->setPositionAlignment(isUpright ? Qt::AlignLeft | Qt::AlignTop
                                        : Qt::AlignRight | Qt::AlignBottom);
}

}  // namespace

// Reference lines are few and change seldom, so they are made anew instead of compared.
void showReferences(QCustomPlot* plot, const PlotContent& content, const ValueAxes& axes) {
  for (QCPAbstractItem* item : plot->findChildren<QCPAbstractItem*>(kReference)) {
    plot->removeItem(item);
  }
  for (const ReferenceSetting& reference : content.references) {
    addLine(plot, reference, axes.find(reference.axis));
  }
}

}  // namespace loopwright
