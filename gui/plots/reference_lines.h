#pragma once

class QCustomPlot;

namespace loopwright {

class ValueAxes;
struct PlotContent;

/// Shows the lines of reference of a plot, with their labels, in place of those shown before. Their
/// object name is `reference`. For the sources of gui/plots only.
void showReferences(QCustomPlot* plot, const PlotContent& content, const ValueAxes& axes);

}  // namespace loopwright
