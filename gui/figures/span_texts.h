#pragma once

#include <QPointF>
#include <vector>

namespace loopwright {

struct Figure;
struct PlotLayout;

/// Where the texts of a plot's spans begin, on their base lines, in the order of the spans: beside
/// the middle of the line, or else where they cover least of what the plot shows, within the axes.
/// `wider` is by which part texts may come out wider than those of `figure`, whose font they have.
std::vector<QPointF> placeSpanTexts(const PlotLayout& layout, const Figure& figure,
                                    double wider = 0);

}  // namespace loopwright
