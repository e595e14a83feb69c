#pragma once

#include <QColor>
#include <QList>
#include <QPolygonF>
#include <QString>
#include <memory>
#include <vector>

#include "gui/curves/curve_geometry.h"

namespace loopwright {

class Recording;
struct PlotContent;
enum class FigureStyle;

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
  QString path;                      ///< PATH.PORT
  QString name;                      ///< empty: nothing is written beside it, and no legend has it
  std::vector<QPolygonF> lines;      ///< between them it jumps
  std::vector<UpdatePoint> jumps;    ///< the gaps between lines
  std::vector<UpdatePoint> circles;  ///< ○ and ●
  QColor ink = Qt::black;
  QList<qreal> dashes = {};  ///< points; none: a whole line
  double pen = 0;            ///< the width of its line, points; 0: that of the figure's curves
  bool isSignal = true;      ///< its name is that of a signal, in italics
};

/// A part of the values, in the units of the axes, that lies behind all curves.
struct PaperBand {
  QString name;                  ///< in the legend; may be empty
  std::vector<QPolygonF> areas;  ///< each ends where it began
  QColor fill;
};

/// A plot over time, or of one signal over another, as it is set for print.
struct PaperPlot {
  PaperAxis x;
  PaperAxis y;
  std::vector<PaperCurve> curves;
  std::vector<PaperBand> bands = {};  ///< the lowest first
  bool isOverTime = true;
};

/// What of a plot is printed on `width` x `height` points: its curves with at most kMostPoints
/// points each, their extremes among them, thinned so that no point is off by more than a tenth of
/// a point; axes over [start, end] and all values, or the ranges that the content says.
/// Curves have the colours of their wires in the style of the screen, else dashes and greys.
PaperPlot makePaperPlot(const PlotContent& content, const Recording& recording, double start,
                        double end, const QSizeF& size, FigureStyle style);

/// Gives the axis of values the range of all that a plot has, and a little room.
void fitValues(PaperPlot* plot);
/// Gives both axes their ticks, three or more where they have room, and takes points away that make
/// no difference on paper of this size, points.
void setOnPaper(const QSizeF& size, PaperPlot* plot);

/// How thick curves are in the styles of the screen, points.
inline constexpr double kScreenCurve = 1.2;

/// The dashes of the n-th curve of a plot in black, points; none: a whole line.
QList<qreal> curveDashes(size_t curve);
/// Its colour: black or a grey that is still seen.
QColor curveInk(size_t curve);

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

/// A value of an axis in a few digits, as mathRuns() takes it: with a real minus, the digits of
/// large numbers in groups of three, and a power of ten where there were too many: "20 000",
/// "1.5·10⁻⁵".
QString tickText(double value);

}  // namespace loopwright
