#pragma once

#include <vector>

#include "gui/figures/figure.h"

namespace loopwright {

class Recording;
struct FigureOptions;
struct PlotContent;
struct PlotLayout;
struct RunOverlay;

/// Plots of a run as layoutPlots() places them: axes left and below, no frame, "quantity (unit)"
/// beside the axes, curves with their names at their ends, or above where these would cover each
/// other; ○ and ● at updates, dotted lines where a curve jumps, letters (a), (b) where there are
/// several. In the style `paper` ticks are inward, there is no grid, and curves are told apart by
/// dashes and grey; in the styles of the screen there is a grid instead of ticks. As large as
/// `options` ask for; without a width as a column of a journal. Without a height a single plot has
/// the golden ratio, unless a legend leaves its axes too little, and the axes of several are half
/// as high as wide.
Figure plotFigure(const std::vector<PlotContent>& contents, const Recording& recording,
                  double start, double end, const FigureOptions& options, int before = 0,
                  const std::vector<RunOverlay>* behind = nullptr);

/// The same of plots that are laid out.
Figure figureOfPlots(const std::vector<PlotLayout>& layouts, const FigureOptions& options);

}  // namespace loopwright
