#pragma once

#include <QColor>
#include <QList>
#include <QPolygonF>
#include <QString>
#include <cstddef>
#include <utility>
#include <vector>

#include "gui/curves/curve_geometry.h"
#include "gui/figures/paper_axis.h"
#include "gui/figures/polyline.h"

namespace loopwright {

class Recording;
struct CurveSetting;
struct PlotContent;
struct RunOverlay;
enum class FigureStyle;

/// A curve in print, in the units of its axes.
struct PaperCurve {
  QString path;                       ///< PATH.PORT
  QString name;                       ///< empty: nothing is written beside it, and no legend has it
  std::vector<QPolygonF> lines = {};  ///< between them it jumps
  std::vector<UpdatePoint> jumps = {};    ///< the gaps between lines
  std::vector<UpdatePoint> circles = {};  ///< ○ and ●
  QColor ink = Qt::black;
  QList<qreal> dashes = {};  ///< points; none: a whole line
  double pen = 0;            ///< the width of its line, points; 0: that of the figure's curves
  bool isSignal = true;      ///< its name is that of a signal, in italics
  bool isBehind = false;     ///< it is of another run; a legend has it after all others
  size_t axis = 0;           ///< of its values: 0 is the one at the left, n the n-th at the right

  /// A line through the points, with a gap where one has no place, as the logarithm of 0 has none.
  void addLine(const QPolygonF& points);
};

/// A part of the values, in the units of the axes, that lies behind all curves.
struct PaperBand {
  QString name;                  ///< in the legend; may be empty
  std::vector<QPolygonF> areas;  ///< each ends where it began
  QColor fill;
};

/// What a mark stands for, and with it its form: × a pole, ○ a zero, + the point −1 of a loop, and
/// a dot a limit cycle.
enum class PaperMark { kPole, kZero, kCritical, kCycle };

/// Marks of one form at points of a plot, drawn where they are whatever lies between them.
struct PaperMarks {
  PaperMark form = PaperMark::kPole;
  std::vector<QPointF> places;
  QColor ink = Qt::black;
  QString name = {};  ///< in the legend; may be empty
};

/// A distance between two points that a plot tells, as a margin is: a line with a text beside it.
/// Without a length it is a text beside a point.
struct PaperSpan {
  QPointF from;
  QPointF to;
  QString text;  ///< "9.1 dB"
};

/// A plot as it is set for print: over time, of one signal over another, or of a response.
struct PaperPlot {
  PaperAxis x;
  PaperAxis y;
  std::vector<PaperCurve> curves;
  std::vector<PaperBand> bands = {};  ///< the lowest first
  /// It is over time or frequency: one that stands over the same range below it has the numbers for
  /// both.
  bool isOverTime = true;
  std::vector<QPolygonF> guides = {};  ///< thin lines behind the curves that help to read them
  std::vector<PaperMarks> marks = {};
  std::vector<PaperSpan> spans = {};
  bool hasLetter = true;              ///< it has one where the figure has several parts
  std::vector<PaperAxis> right = {};  ///< further axes of values, from the plot outwards

  /// The axis that a curve is on.
  const PaperAxis& valuesOf(const PaperCurve& curve) const;
};

/// What of a plot is printed on `width` x `height` points: its curves with at most kMostPoints
/// points each, their extremes among them, thinned so that no point is off by more than a tenth of
/// a point; axes over [start, end] and all values, or the ranges that the content says.
/// Curves have the colours of their wires in the style of the screen, else dashes and greys. Those
/// of the runs that are drawn behind, of which the present one is none, are a pale grey or a pale
/// shade of them, without ○ and ●; the first curve of each run has the run's name.
/// Curves on further axes of values have them at the right; each axis names its curves then.
/// Spectra have the interval of the estimate as a band, where there is one signal, and their theory
/// dashed; they are of the whole recording, and of the present run alone. So are histograms, see
/// makeHistogramPlot().
PaperPlot makePaperPlot(const PlotContent& content, const Recording& recording, double start,
                        double end, const QSizeF& size, FigureStyle style,
                        const std::vector<RunOverlay>* behind = nullptr);

/// The samples of a signal that a histogram or a spectrum is of; none where it was not recorded.
std::vector<double> samplesOf(const PlotContent& content, const Recording& recording,
                              const QString& path);

/// The label that was chosen for an axis ("x", "y"), or else the usual one.
QString labelOr(const PlotContent& content, const QString& axis, const QString& usual);
/// Gives an axis the limits that the document sets for the one of this name ("x", "y"); where it
/// sets none the axis keeps its own.
void useChosenRange(const PlotContent& content, const QString& name, PaperAxis* axis);
/// Gives the axes of values the range of all that a plot has on them, and a little room.
void fitValues(PaperPlot* plot);
/// The least and the greatest coordinate across that the lines of a plot have, of those above zero
/// where the axis is logarithmic.
std::pair<double, double> rangeAcross(const PaperPlot& plot, bool isLogarithmic);
/// "Speed (m/s)": what an axis says of one signal.
QString nameWithUnit(const CurveSetting& curve);
/// Gives all axes their ticks, three or more where they have room, takes points away that make no
/// difference on paper of this size, points, and what lies beyond the axes.
void setOnPaper(const QSizeF& size, PaperPlot* plot);

/// How thick curves are in the styles of the screen, points.
inline constexpr double kScreenCurve = 1.2;

/// The dashes of the n-th curve of a plot in black, points; none: a whole line.
QList<qreal> curveDashes(size_t curve);
/// Its colour: black or a grey that is still seen.
QColor curveInk(size_t curve);
/// The colour of what is behind a curve of this colour: a pale grey, paler than all that curveInk()
/// has, or in the style of the screen a pale shade of it.
QColor inkBehind(const QColor& ink, FigureStyle style);

/// The most points of a curve: TeX takes a few thousand.
inline constexpr int kMostPoints = 2000;

}  // namespace loopwright
