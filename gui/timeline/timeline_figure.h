#pragma once

#include <QString>

#include "gui/figures/figure.h"

namespace loopwright {

class TimelineView;
struct FigureOptions;

/// The lanes of a timeline between two times, seconds, as a figure: a box for each event with its
/// block and what it made of the block's state, the readings of isolations, and time below. Where
/// there are few instants each of them has room between two dotted lines, in which its phases stand
/// in their order, as phases of one instant take no time; where there are many a mark stands at
/// each (TimelineLayout). A lane in which nothing is has no row. In the style `paper` boxes are
/// white and grey, in the styles of the screen they have the colours of the panel.
///
/// As wide as `options` ask for, else a column of a journal; without a height a row is as high as
/// its text asks for. `warning` says how many phases found no room.
Figure timelineFigure(const TimelineView& view, double from, double to,
                      const FigureOptions& options, QString* warning);

}  // namespace loopwright
