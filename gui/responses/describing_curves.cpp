#include "gui/responses/describing_curves.h"

#include <QCoreApplication>
#include <cmath>
#include <utility>

#include "engine/analysis/response_picture.h"
#include "gui/document/qt_text.h"
#include "gui/figures/figure_options.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class DescribingTexts {
  Q_DECLARE_TR_FUNCTIONS(ResponseFigure)
};

// Three digits are as many as the method is good for.
QString roundedText(double value) {
  if (value == 0 || !std::isfinite(value)) return tickText(value);
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 2);
  return tickText(std::round(value / unit) * unit);
}

}  // namespace

// For a figure on paper: a dashed line for each block, −1/N over the amplitude, and a mark with
// amplitude and frequency where it meets the response, which is where a limit cycle is predicted.
DescribingCurves describingCurves(const ResponsePicture& picture, FigureStyle style) {
  DescribingCurves all;
  for (const DescribingCurve& described : picture.describing) {
    if (described.values.empty()) continue;
    PaperCurve curve{toQt(described.block),
                     DescribingTexts::tr("−1/N of %1").arg(toQt(described.block))};
    curve.isSignal = false;
    curve.dashes = curveDashes(3);
    if (style == FigureStyle::kScreen) curve.ink = Theme::light().accent;
    QPolygonF line;
    for (const Complex& value : described.values) line.append({value.real(), value.imag()});
    curve.lines.push_back(line);
    all.curves.push_back(std::move(curve));
    for (const PredictedCycle& cycle : described.cycles) {
      const Complex value = described.ValueAt(cycle.amplitude);
      const QPointF place(value.real(), value.imag());
      all.cycles.places.push_back(place);
      all.texts.push_back({place, place,
                           DescribingTexts::tr("A = %1, %2 rad/s")
                               .arg(roundedText(cycle.amplitude), roundedText(cycle.frequency))});
    }
  }
  return all;
}

}  // namespace loopwright
