#include "gui/readings/cursor_readings.h"

#include <QCoreApplication>
#include <optional>

#include "gui/curves/plot_cursors.h"
#include "gui/plots/curve_look.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/readout_overlay.h"
#include "gui/readings/reading_table.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class CursorTexts {
  Q_DECLARE_TR_FUNCTIONS(Readings)
};

QString valuesText(double before, double after) {
  if (before == after) return formatReadout(before);
  return QStringLiteral("○ %1  ● %2").arg(formatReadout(before), formatReadout(after));
}

QString pointText(const std::optional<UpdatePoint>& point) {
  return point ? valuesText(point->before, point->after) : QStringLiteral("–");
}

// Both points, their difference and the slope between them: from the value after the earlier one to
// the value before the later one.
QStringList cellsOf(const std::optional<UpdatePoint>& a, const std::optional<UpdatePoint>& b) {
  QStringList cells = {pointText(a), pointText(b)};
  if (!a || !b) return cells << QStringLiteral("–") << QStringLiteral("–");
  cells += valuesText(b->before - a->before, b->after - a->after);
  const double rise = a->time <= b->time ? b->before - a->after : b->after - a->before;
  const double seconds = b->time - a->time;
  return cells << (seconds == 0 ? QStringLiteral("–") : formatReadout(rise / seconds));
}

}  // namespace

// The times first, then a row for each curve that is shown, of all plots over time.
void showCursorReadings(const PlotPanel& plots, ReadingTable* table) {
  const double a = plots.cursors()->time(PlotCursors::kA);
  const double b = plots.cursors()->time(PlotCursors::kB);
  std::vector<ReadingHeader> rows = {{QStringLiteral("t, s")}, {CursorTexts::tr("1/Δt, Hz")}};
  const QString frequency = a == b ? QStringLiteral("–") : formatReadout(1 / (b - a));
  std::vector<QStringList> cells = {
      {formatReadout(a), formatReadout(b), formatReadout(b - a), QString()},
      {QString(), QString(), frequency, QString()}};
  for (const PlotWidget* plot : plots.plots()) {
    for (int i = 0; i < plot->curveCount(); ++i) {
      if (!plot->isCurveShown(i)) continue;
      const CurveSetting& curve = plot->content().curves[i];
      rows.push_back(
          {curve.nameAndUnit(), curve.path, lineIcon({plot->curveColour(i), plot->curveLine(i)})});
      cells.push_back(cellsOf(plot->valueAtTime(i, a), plot->valueAtTime(i, b)));
    }
  }
  const std::vector<ReadingHeader> columns = {
      {QStringLiteral("A")},
      {QStringLiteral("B")},
      {QStringLiteral("B − A")},
      {CursorTexts::tr("slope, 1/s"),
       CursorTexts::tr("From the value after the earlier cursor to the one before the later")}};
  table->setReadings(rows, columns, cells);
}

}  // namespace loopwright
