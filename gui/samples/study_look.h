#pragma once

#include <QColor>

#include "gui/plots/plot_style.h"
#include "gui/theme/theme.h"

namespace loopwright {

/// The second hue of a study, beside the accent: runs that were brushed or chosen.
inline QColor chosenColour() { return Theme::current().sampleTimeColour(1); }

/// The colour, as opaque as `alpha` of 255.
inline QColor withAlpha(QColor colour, int alpha) {
  colour.setAlpha(alpha);
  return colour;
}

/// Whether the axes of a plot have numbers: without anything in it they would say nothing.
inline void showNumbers(QCustomPlot* plot, bool shown) {
  for (QCPAxis* axis : {plot->xAxis, plot->yAxis}) axis->setTickLabels(shown);
}

}  // namespace loopwright
