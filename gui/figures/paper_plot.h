#pragma once

#include <QPolygonF>
#include <QString>
#include <memory>
#include <vector>

#include "gui/curves/curve_geometry.h"

namespace loopwright {

class Recording;
struct PlotContent;

/// One axis of a plot in print: what it shows and where it has ticks.
struct PaperAxis {
  QString label;  ///< "Time (s)"
  double lower = 0;
  double upper = 1;
  bool isLogarithmic = false;
  std::vector<double> ticks;  ///< in its units, ascending

  /// Where a value lies: 0 at the beginning of the axis, 1 at its end.
  double partOf(double value) const;
};

/// A curve in print, in the units of its axes.
struct PaperCurve {
  QString path;  ///< PATH.PORT
  QString name;
  std::vector<QPolygonF> lines;      ///< between them it jumps
  std::vector<UpdatePoint> jumps;    ///< the gaps between lines
  std::vector<UpdatePoint> circles;  ///< ○ and ●
};

/// A plot over time, or of one signal over another, as it is set for print.
struct PaperPlot {
  PaperAxis x;
  PaperAxis y;
  std::vector<PaperCurve> curves;
};

/// What of a plot is printed on `width` x `height` points: its curves with at most kMostPoints
/// points each, their extremes among them, thinned so that no point is off by more than a tenth of
/// a point; axes over [start, end] and all values, or the ranges that the content says.
PaperPlot makePaperPlot(const PlotContent& content, const Recording& recording, double start,
                        double end, const QSizeF& size);

/// The most points of a curve: TeX takes a few thousand.
inline constexpr int kMostPoints = 2000;

/// The points of a line that are needed so that none of those left out is farther than `tolerance`
/// from the line through the others. Both ends are kept.
///
/// Method: D. Douglas and T. Peucker, Algorithms for the reduction of the number of points required
/// to represent a digitized line, The Canadian Cartographer 10(2), 1973.
QPolygonF thinned(const QPolygonF& line, double tolerance);

/// The part of a line within a rectangle, in pieces where it leaves it and comes back.
std::vector<QPolygonF> clipped(const QPolygonF& line, const QRectF& area);

/// Multiples of 1, 2 or 5 times a power of ten from `lower` to `upper`, at most about `most` of
/// them; none where the limits give no number of them.
std::vector<double> linearTicks(double lower, double upper, double most);

/// A value of an axis in a few digits, with a real minus.
QString tickText(double value);

}  // namespace loopwright
