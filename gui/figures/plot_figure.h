#pragma once

#include <QRectF>

#include "gui/figures/figure.h"
#include "gui/figures/paper_plot.h"

namespace loopwright {

class Recording;
struct FigureOptions;
struct PlotContent;

/// A plot of a run in the style `paper`: axes left and below with ticks inward, no frame and no
/// grid, "quantity (unit)" beside the axes, curves told apart by dashes and grey with their names
/// at their ends, or above where these would cover each other; ○ and ● at updates, dotted lines
/// where a curve jumps. As large as `options` ask for; without a width as a column of a journal,
/// without a height by the golden ratio.
Figure plotFigure(const PlotContent& content, const Recording& recording, double start, double end,
                  const FigureOptions& options);

/// Where the parts of a plot come on paper.
struct PlotLayout {
  PaperPlot plot;
  QRectF area;             ///< of the axes, points; texts are outside of it
  double width = 0;        ///< of the whole picture, points
  bool hasLegend = false;  ///< instead of names at the curves' ends
};

/// Lays out a plot as plotFigure() draws it.
PlotLayout layoutPlot(const PlotContent& content, const Recording& recording, double start,
                      double end, const FigureOptions& options);

/// The dashes of the n-th curve of a plot, points; none: a whole line.
QList<qreal> curveDashes(size_t curve);
/// Its colour: black or a grey that is still seen.
QColor curveInk(size_t curve);

}  // namespace loopwright
