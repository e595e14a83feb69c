#pragma once

#include <QByteArray>
#include <QString>
#include <utility>
#include <vector>

namespace loopwright {

class Recording;
struct FigureOptions;
struct PlotContent;
struct PlotLayout;
struct RunOverlay;

/// A file to be written: its name and what it holds.
using NamedBytes = std::pair<QString, QByteArray>;

/// Plots of a run for PGFPlots, as layoutPlots() places them: `NAME.tex` for `\input`, first of the
/// files, and the points of its curves beside it in `NAME-1.dat`, ..., those of ○ and ● in
/// `NAME-1-updates.dat` (time, before, after), the gaps at jumps in `NAME-1-jumps.dat`. A line
/// breaks where the curve jumps; the edge of a band is in a file as well. The document says with
/// `\lwpath` in which folder they lie, "out/", where it is not its own; `lw/curve`, `lw/band`,
/// `lw/before`, `lw/after` and `lw/jump` are styles that it may define. The picture is at most as
/// wide as that of plotFigure(): texts of TeX may be wider than those of the figure.
std::vector<NamedBytes> plotTex(const std::vector<PlotContent>& contents,
                                const Recording& recording, double start, double end,
                                const FigureOptions& options, const QString& name, int before = 0,
                                const std::vector<RunOverlay>* behind = nullptr);

/// The same of plots that are laid out; with `options` for TeX.
std::vector<NamedBytes> texOfPlots(const std::vector<PlotLayout>& layouts,
                                   const FigureOptions& options, const QString& name);

/// What the preamble of a document with such plots has.
inline constexpr const char* kPlotPackages = "\\usepackage{pgfplots}\n";

/// `name` with `-` for all that TeX does not take in the names of files.
QString texFileName(const QString& name);

}  // namespace loopwright
