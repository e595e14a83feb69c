#pragma once

namespace loopwright {

class PlotPanel;
class ReadingTable;

/// Fills a table with the measures of the visible part of each curve that plots over time show, a
/// column for each curve and for the same signal of each run that is drawn behind (see Measure()
/// and MeasureStep()).
void showMeasures(const PlotPanel& plots, ReadingTable* table);

}  // namespace loopwright
