#include "gui/plots/cursor_lines.h"

#include <QPainter>

#include "gui/curves/plot_cursors.h"
#include "gui/plots/plot_widget.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kMarkRadius = 3.4;
constexpr QSizeF kFlag(15, 14);

// Where the cursor's line meets each curve: the value after an update filled, and the one before
// open where it is another.
void paintMarks(QPainter* painter, const PlotWidget& plot, double time) {
  const QRectF area = QRectF(plot.plotArea()).adjusted(-1, -1, 1, 1);
  for (int i = 0; i < plot.curveCount(); ++i) {
    const auto point = plot.valueAtTime(i, time);
    if (!plot.isCurveShown(i) || !point) continue;
    const QColor colour = plot.curveColour(i);
    painter->setPen(QPen(colour, 1.5));
    const QPointF before = plot.place(i, time, point->before);
    const QPointF after = plot.place(i, time, point->after);
    painter->setBrush(Theme::current().canvas);
    const bool jumps = point->before != point->after;
    if (jumps && area.contains(before)) painter->drawEllipse(before, kMarkRadius, kMarkRadius);
    painter->setBrush(colour);
    if (area.contains(after)) painter->drawEllipse(after, kMarkRadius, kMarkRadius);
  }
}

// A line over the whole height, with its letter on a flag at the top: across the edge, or within
// the axes where the legend stands above them.
void paintCursor(QPainter* painter, const PlotWidget& plot, double time, const QString& letter,
                 bool isDashed) {
  const QRect area = plot.plotArea();
  const double x = plot.timeToPixel(time);
  if (x < area.left() || x > area.right() + 1) return;
  const Theme& theme = Theme::current();
  painter->setPen(QPen(theme.accent, 1.4, isDashed ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap));
  painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom() + 1));
  paintMarks(painter, plot, time);
  QRectF flag(QPointF(0, 0), kFlag * textScale());
  flag.moveCenter(QPointF(x, area.top()));
  const QRectF legend = plot.legendArea();
  const bool isBelowLegend = !legend.isEmpty() && legend.top() < area.top();
  flag.moveTop(isBelowLegend ? area.top() + 1 : std::max(0.0, area.top() - flag.height() / 2));
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme.accent);
  painter->drawRoundedRect(flag, 3, 3);
  QFont font = captionFont();
  font.setWeight(QFont::DemiBold);
  painter->setFont(font);
  painter->setPen(theme.canvas);
  painter->drawText(flag, Qt::AlignCenter, letter);
}

}  // namespace

void paintCursors(QPainter* painter, const PlotWidget& plot) {
  const PlotCursors* const cursors = plot.cursors();
  if (cursors == nullptr || !cursors->areShown()) return;
  painter->save();
  // What the legend says within the axes stays readable.
  painter->setClipRegion(QRegion(plot.rect()) - plot.legendArea().toAlignedRect());
  paintCursor(painter, plot, cursors->time(PlotCursors::kA), QStringLiteral("A"), true);
  paintCursor(painter, plot, cursors->time(PlotCursors::kB), QStringLiteral("B"), false);
  painter->restore();
}

}  // namespace loopwright
