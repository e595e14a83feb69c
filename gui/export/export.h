#pragma once

#include <QByteArray>
#include <QRectF>
#include <QSize>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

#include "gui/figures/figure_options.h"
#include "gui/noise/spectrum_theories.h"

namespace loopwright {

class DiagramDocument;
class DiagramScene;
class PlotView;
class Recording;
struct InstantValues;
struct PlotContent;
struct RunInstant;
struct RunOverlay;

/// Lets a scene of its own show a level as it is drawn: no block is marked as wrong, and no signal
/// as recorded. The document's check is waited for, as wires have the colours of sample times.
void showLevel(DiagramDocument* document, const QString& level, DiagramScene* scene);

/// What the signals of the level that a scene shows are at an instant.
InstantValues valuesOn(const DiagramScene& scene, const RunInstant& instant);

/// What a picture of a scene shows: all of it, with a margin.
QRectF pictureArea(const DiagramScene& scene);

/// What such a picture leaves out where it is drawn `factor` times as large as on the canvas, and
/// from which length on it would not, the width's or the height's; "" where it leaves out nothing.
QString leftOutWarning(double length, double factor, bool isWidth);

/// One level of a diagram, all of it, as the bytes of a file, in the style that `options` ask for.
/// `suffix` is "png", "svg", "pdf" or "tex" (diagramTikz()); any other gives nothing. Those of the
/// screen are drawn as large as asked; one for paper keeps the size of its texts as long as it fits
/// (see diagramFigure()), else `warning` says so. With an instant of a run each signal has its
/// values there on its wire.
QByteArray diagramBytes(DiagramDocument* document, const QString& level, const QString& suffix,
                        const FigureOptions& options, QString* warning,
                        const RunInstant* instant = nullptr);

/// Writes diagramBytes() by the suffix of `path`. Returns "" or why it could not.
QString exportDiagram(DiagramDocument* document, const QString& level, const QString& path,
                      const FigureOptions& options = {}, QString* warning = nullptr,
                      const RunInstant* instant = nullptr);

/// Draws a plot, as it is zoomed, into a file. Returns "" or why it could not.
QString exportPlot(PlotView* plot, const QString& path, const QSize& size = QSize(800, 360));

/// Writes the recorded values of a plot's curves as CSV (see WriteCsv()). Returns "" or why it
/// could not.
QString exportPlotData(const PlotContent& content, const Recording& recording, const QString& path);

/// Makes `NAME.png`, `NAME.svg`, `NAME.pdf` and `NAME.csv` of each plot of a run in `folder` (which
/// is made if it is not there): pictures over the whole time, in the colours of the wires, and the
/// data of its signals (see WriteCsv()). The names are those of plotFileNames(). Returns "" or why
/// it could not; `written` gets the paths. In the style `paper`, and in the others where a size or
/// a font is asked for, the pictures are figures (see plotFigure()); else they are drawn as on the
/// screen, in black where that is asked for.
/// With `options.grid` these figures are one, `figure.png`, ..., or `figure.tex`. The curves of
/// other runs may be drawn behind, see makePaperPlot(): such pictures are figures in all styles.
/// Spectra have their theory beside them where `theories` finds it.
QString exportPlots(DiagramDocument* document, const std::shared_ptr<const Recording>& recording,
                    double start, double end, const QString& folder, QStringList* written,
                    const FigureOptions& options = {},
                    const std::vector<RunOverlay>* behind = nullptr,
                    const DensityFinder& theories = {});

/// What the plots of a run show, as plotContents() says, with the periods that they need, and
/// spectra with their theory where there is somebody to find it. The document's check is waited
/// for: it finds the sample times.
std::vector<PlotContent> contentsOfRun(DiagramDocument* document, const Recording& recording,
                                       double start, double end,
                                       const DensityFinder& theories = {});

/// Why plots make no figure of `options.grid`: there are none, or more than it has places; or "".
QString gridProblem(const std::vector<PlotContent>& contents, const FigureOptions& options);

/// `titles` as names of files that every file system takes, with `-` for what some do not allow; of
/// equal ones, also where only capitals differ, the second ends in ` 2`. An empty one is
/// `otherwise`.
QStringList fileNamesOf(const QStringList& titles, const QString& otherwise);

/// The same for files of TeX, which end in `-2` then; see texFileName().
QStringList texFileNamesOf(const QStringList& titles);

/// What files of plots are called, without suffix: by title, or else by the names of the curves;
/// see fileNamesOf().
QStringList plotFileNames(const std::vector<PlotContent>& contents);

}  // namespace loopwright
