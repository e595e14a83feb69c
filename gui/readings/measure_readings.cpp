#include "gui/readings/measure_readings.h"

#include <QCoreApplication>
#include <cmath>
#include <limits>

#include "engine/measures/measures.h"
#include "engine/measures/signal_part.h"
#include "engine/measures/step_info.h"
#include "gui/plots/curve_look.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/readout_overlay.h"
#include "gui/readings/reading_table.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kLongestRun = 130;  // pixels of a run's name

// Whose texts these are, for translators.
class MeasureTexts {
  Q_DECLARE_TR_FUNCTIONS(Readings)
};

QString numberText(double value) {
  return std::isnan(value) ? QStringLiteral("–") : formatReadout(value);
}

// The rows of the table, in the order of cellsOf().
std::vector<ReadingHeader> measureRows() {
  return {
      {MeasureTexts::tr("mean")},
      {MeasureTexts::tr("rms"), MeasureTexts::tr("root of the mean square")},
      {MeasureTexts::tr("least")},
      {MeasureTexts::tr("greatest")},
      {MeasureTexts::tr("rise time, s"),
       MeasureTexts::tr("from 10 % to 90 % of the way from the first to the last value")},
      {MeasureTexts::tr("settling time, s"),
       MeasureTexts::tr("from then on within 2 % of the way around the last value, counted "
                        "from the left edge")},
      {MeasureTexts::tr("overshoot, %"),
       MeasureTexts::tr("beyond the last value, of the way from the first one")},
      {MeasureTexts::tr("undershoot, %"), MeasureTexts::tr("to the other side of the first value")},
      {MeasureTexts::tr("peak"), MeasureTexts::tr("the greatest absolute value")},
      {MeasureTexts::tr("peak time, s"), MeasureTexts::tr("counted from the left edge")},
      {MeasureTexts::tr("period, s"),
       MeasureTexts::tr("between rises through the middle of least and greatest")},
      {MeasureTexts::tr("frequency, Hz")}};
}

// In the order of measureRows(); what does not exist is not a number.
std::vector<double> measuresOf(const CurveRequest& request) {
  if (request.recording == nullptr || request.rows == 0) {
    return std::vector<double>(measureRows().size(), std::numeric_limits<double>::quiet_NaN());
  }
  const SignalPart part(*request.recording, request.rows, request.column, request.held,
                        request.lower, request.upper);
  const Measures all = Measure(part);
  const StepInfo step = MeasureStep(part);
  return {all.mean,           all.rms,        all.least,       all.greatest, step.rise_time,
          step.settling_time, step.overshoot, step.undershoot, step.peak,    step.peak_time,
          all.period,         all.frequency()};
}

// The names of runs may be long, as they say what a run has otherwise than the diagram.
QString runTitle(const ReadingTable& table, const QString& run) {
  return table.fontMetrics().elidedText(run, Qt::ElideRight, scaled(kLongestRun));
}

}  // namespace

// A column for each curve that is shown, of the part of time that its plot shows, and beside it the
// same signal of each run that is drawn behind.
void showMeasures(const PlotPanel& plots, ReadingTable* table) {
  const std::vector<ReadingHeader> rows = measureRows();
  std::vector<ReadingHeader> columns;
  std::vector<QStringList> cells(rows.size());
  const auto add = [&](const ReadingHeader& column, const CurveRequest& part) {
    columns.push_back(column);
    const std::vector<double> values = measuresOf(part);
    for (size_t row = 0; row < values.size(); ++row) cells[row] += numberText(values[row]);
  };
  for (const PlotWidget* plot : plots.plots()) {
    for (int i = 0; i < plot->curveCount(); ++i) {
      if (!plot->isCurveShown(i)) continue;
      const CurveSetting& curve = plot->content().curves[i];
      add({curve.nameAndUnit(), curve.path, lineIcon({plot->curveColour(i), plot->curveLine(i)})},
          plot->visiblePart(i));
      for (int overlay = 0; overlay < plot->overlayCount(); ++overlay) {
        const OverlayPart part = plot->overlayPart(overlay);
        if (part.curve != i) continue;
        add({runTitle(*table, part.run), curve.path + u'\n' + part.run,
             lineIcon({part.colour, part.line})},
            part.request);
      }
    }
  }
  table->setReadings(rows, columns, cells);
}

}  // namespace loopwright
