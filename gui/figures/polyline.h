#pragma once

#include <QPolygonF>
#include <vector>

namespace loopwright {

/// The points of a line that are needed so that none of those left out is farther than `tolerance`
/// from the line through the others. Both ends are kept.
///
/// Method: D. Douglas and T. Peucker, Algorithms for the reduction of the number of points required
/// to represent a digitized line, The Canadian Cartographer 10(2), 1973.
QPolygonF thinned(const QPolygonF& line, double tolerance);

/// How long a line is, all its pieces together.
double lengthOf(const QPolygonF& line);

/// The part of a line within a rectangle, in pieces where it leaves it and comes back.
std::vector<QPolygonF> clipped(const QPolygonF& line, const QRectF& area);

}  // namespace loopwright
