#pragma once

namespace loopwright {

class PlotPanel;
class ReadingTable;

/// Fills a table with what the cursors of plots over time read: a row with their times and Δt, one
/// with 1/Δt, then one for each curve that is shown, with its values at A and at B, the difference
/// B − A and the slope between them, per second. Where a cursor stands on an update both values are
/// there, ○ before and ● after it, and so are both differences. The slope is that from the value
/// after the earlier cursor to the value before the later one.
void showCursorReadings(const PlotPanel& plots, ReadingTable* table);

}  // namespace loopwright
