#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

#include "gui/figures/figure.h"
#include "gui/figures/math_text.h"
#include "gui/figures/paper_plot.h"

namespace loopwright {

class Recording;
struct FigureOptions;
struct PlotContent;
struct RunOverlay;

inline constexpr double kBesideAxes = 3;     ///< between the axes and their texts, points
inline constexpr double kLegendSample = 16;  ///< the length of a line in a legend, points
inline constexpr double kLegendRow = 1.25;   ///< from row to row of a legend, in sizes
inline constexpr double kAboveAxes = 0.4;    ///< free room above the axes, in sizes
inline constexpr double kMarkRadius = 2.5;   ///< half the width of × and ○, points
/// From the axes down to the base line of what they show, points, where texts have this size.
inline constexpr double quantityBelow(double size) {
  return kBesideAxes + (2 * Figure::kAscent + 0.35) * size + 1;
}

/// Where the parts of a plot come on paper.
struct PlotLayout {
  PaperPlot plot;
  QRectF area;               ///< of the axes, points; texts are outside of it
  QPointF corner;            ///< where the plot begins with its texts, at the left and above
  double width = 0;          ///< of the whole figure, points
  bool hasLegend = false;    ///< instead of names at the curves' ends
  bool hasTimeTexts = true;  ///< false: the plot below has numbers and quantity for both
  QString letter;            ///< "(a)", "(b)", ... where the figure has several parts

  /// A point of the plot on paper, or one whose value is on another axis than the first.
  QPointF at(const QPointF& point) const;
  QPointF at(const QPointF& point, const PaperAxis& values) const;
};

/// Between what stands beside an axis at the right and the next one, whose ticks point there.
inline constexpr double kBetweenAxes = 5;
/// The room beside an axis of values, points, for its numbers and what it shows.
double besideAxis(const PaperAxis& axis, const Figure& figure);

/// Lays out plots of a run in the rows and columns of `options.grid` (without: in one column), as
/// plotFigure() draws them. All axes are equally large; those of a column begin and end below each
/// other, those of a row beside each other. Where two plots over the same time stand below each
/// other, only the lower one has numbers. `before` counts the parts of the figure that come before
/// these: with it, letters begin later. Other runs may be drawn behind, see makePaperPlot().
std::vector<PlotLayout> layoutPlots(const std::vector<PlotContent>& contents,
                                    const Recording& recording, double start, double end,
                                    const FigureOptions& options, int before = 0,
                                    const std::vector<RunOverlay>* behind = nullptr);

/// Makes the plot of a number for axes of a size, points.
using PlotMaker = std::function<PaperPlot(size_t plot, const QSizeF& size)>;

/// The same of `count` plots, whatever they are made from.
std::vector<PlotLayout> layoutPaperPlots(size_t count, const PlotMaker& make,
                                         const FigureOptions& options, int before = 0);

/// An entry of a legend: one of the plot's curves, bands or kinds of marks.
struct LegendEntry {
  const PaperCurve* curve = nullptr;
  const PaperBand* band = nullptr;
  const PaperMarks* marks = nullptr;
  /// Where its sample begins, on the base line of its name, from the legend's upper left corner on.
  QPointF place = {};
  const QString& name() const {
    return curve != nullptr ? curve->name : band != nullptr ? band->name : marks->name;
  }
  /// Whether the name is that of a signal.
  bool isSignal() const { return curve != nullptr && curve->isSignal; }
};
/// The legend of a plot above axes of this width, points: its bands, its curves and then its marks,
/// as far as they have names, in as many rows as it takes. In a document of TeX (`isTex`) texts may
/// be wider and axes narrower.
std::vector<LegendEntry> legendOf(const PaperPlot& plot, const Figure& figure, double width,
                                  bool isTex = false);

/// How high its rows are, points.
double heightOf(const std::vector<LegendEntry>& legend, const Figure& figure);

/// What stands beside an axis in parts, of which every second one is mathematics: "Re ", "z" and ""
/// of "Re $z$".
QStringList quantityParts(const QString& label);

/// The same as it is written.
std::vector<MathRun> quantityRuns(const QString& label);

/// The letter of the n-th part of a figure, counted from 0: "(a)".
QString partLetter(int part);

}  // namespace loopwright
