#pragma once

namespace loopwright {

struct PlotContent;
struct PlotSetting;

/// Takes over what an entry of a document's `plots` says of how its plot looks: title, axes and
/// their ranges, colours, lines, circles. The curves are there already.
void applyPlotSetting(const PlotSetting& setting, PlotContent* content);

}  // namespace loopwright
