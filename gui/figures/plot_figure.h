#pragma once

#include <QColor>
#include <QList>
#include <vector>

#include "gui/figures/figure.h"

namespace loopwright {

class Recording;
struct FigureOptions;
struct PlotContent;

/// Plots of a run in the style `paper`, as layoutPlots() places them: axes left and below with
/// ticks inward, no frame and no grid, "quantity (unit)" beside the axes, curves told apart by
/// dashes and grey with their names at their ends, or above where these would cover each other; ○
/// and ● at updates, dotted lines where a curve jumps, letters (a), (b) where there are several. As
/// large as `options` ask for; without a width as a column of a journal. Without a height a single
/// plot has the golden ratio, and the axes of several are half as high as wide.
Figure plotFigure(const std::vector<PlotContent>& contents, const Recording& recording,
                  double start, double end, const FigureOptions& options, int before = 0);

/// The dashes of the n-th curve of a plot, points; none: a whole line.
QList<qreal> curveDashes(size_t curve);
/// Its colour: black or a grey that is still seen.
QColor curveInk(size_t curve);

}  // namespace loopwright
