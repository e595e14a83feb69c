#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

class QPrinter;

namespace loopwright {

class DiagramDocument;
class PlotView;
class Recording;

/// Draws one level of a diagram, all of it, into a file (see writePicture()). Returns "" or why it
/// could not.
QString exportDiagram(DiagramDocument* document, const QString& level, const QString& path);

/// Prints one level of a diagram, all of it, in the light theme: at its own size, or smaller where
/// the page asks for it.
void printDiagram(DiagramDocument* document, const QString& level, QPrinter* printer);

/// Draws a plot, as it is zoomed, into a file. Returns "" or why it could not.
QString exportPlot(PlotView* plot, const QString& path, const QSize& size = QSize(800, 360));

/// Makes `plot-1.png`, `plot-1.svg`, `plot-2.png`, … in `folder` (which is made if it is not
/// there): the plots of a run over its whole time, in the colours of the wires. Returns "" or why
/// it could not; `written` gets the paths.
QString exportPlots(DiagramDocument* document, const std::shared_ptr<const Recording>& recording,
                    double start, double end, const QString& folder, QStringList* written);

}  // namespace loopwright
