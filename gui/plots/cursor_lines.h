#pragma once

class QPainter;

namespace loopwright {

class PlotWidget;

/// Draws the cursors of a plot, where they are shown: A as a dashed line, B as a whole one, each
/// with its letter on top, and a mark where each curve is at that time: ○ at the value before and ●
/// at the value after, where the cursor stands on an update.
void paintCursors(QPainter* painter, const PlotWidget& plot);

}  // namespace loopwright
