#include "gui/analysis/describing_marks.h"

#include <QCoreApplication>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/response_axes.h"
#include "gui/document/qt_text.h"
#include "gui/plots/readout_overlay.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class DescribingMarks {
  Q_DECLARE_TR_FUNCTIONS(DescribingMarks)
};

// A circle, or a diamond where the cycle is exact, with amplitude and frequency beside it.
void addCycle(QCPAxisRect* axes, const DescribingCurve& curve, const PredictedCycle& cycle,
              bool isExact, const QColor& colour) {
  const Complex place = curve.ValueAt(cycle.amplitude);
  addMarks(axes, {place}, isExact ? QCPScatterStyle::ssDiamond : QCPScatterStyle::ssCircle, colour);
  const QString text = isExact ? DescribingMarks::tr("really %1, %2 rad/s")
                               : DescribingMarks::tr("A = %1, %2 rad/s");
  QCPItemText* const label = addText(
      axes, text.arg(formatReadout(cycle.amplitude), formatReadout(cycle.frequency)), colour);
  label->position->setCoords(place.real(), place.imag());
  // The exact one stands below, as both are near to each other.
  label->setPositionAlignment(Qt::AlignHCenter | (isExact ? Qt::AlignTop : Qt::AlignBottom));
  label->setPadding(QMargins(0, 8, 0, 8));
}

}  // namespace

// −1/N of each block without slope in a colour of its own, and where it meets the response the
// cycles.
void addDescribingCurves(QCPAxisRect* axes, const ResponsePicture& picture, bool isStale) {
  const Theme& theme = Theme::current();
  int number = 1;
  for (const DescribingCurve& described : picture.describing) {
    if (described.values.empty()) continue;
    const QColor colour = inkOf(theme.sampleTimeColour(number++), isStale);
    auto* const curve = new QCPCurve(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
    for (const Complex& value : described.values) curve->addData(value.real(), value.imag());
    curve->setPen(QPen(colour, kResponseWidth, Qt::DashLine));
    curve->setName(DescribingMarks::tr("−1/N of %1").arg(toQt(described.block)));
    for (const PredictedCycle& cycle : described.cycles) {
      addCycle(axes, described, cycle, false, colour);
    }
    if (described.exact) {
      addCycle(axes, described, *described.exact, true, inkOf(theme.ink, isStale));
    }
  }
}

// Where curves of describing functions meet the response, for axes that are to show these places. A
// block without a curve may still predict cycles, whose places are unknown then.
ComplexList cyclePlaces(const ResponsePicture& picture) {
  ComplexList places;
  for (const DescribingCurve& described : picture.describing) {
    if (described.values.empty()) continue;
    for (const PredictedCycle& cycle : described.cycles) {
      places.push_back(described.ValueAt(cycle.amplitude));
    }
  }
  return places;
}

}  // namespace loopwright
