#pragma once

#include <QString>
#include <functional>

class QPrinter;
class QWidget;

namespace loopwright {

class DiagramDocument;
class PlotView;

/// Prints one level of a diagram, all of it, in the light theme: at its own size, or smaller where
/// the page asks for it.
void printDiagram(DiagramDocument* document, const QString& level, QPrinter* printer);

/// Prints a plot, as it is zoomed, in the light theme, as wide as the page. A unit of the printer
/// is a pixel of the plot: it is made for kPrintedPixels to an inch.
void printPlot(PlotView* plot, QPrinter* printer);

/// How many pixels an inch of paper has: those of the screen, so that texts have their size.
inline constexpr int kPrintedPixels = 96;

/// Shows how something comes on paper, in a window that belongs to `parent`, where page and printer
/// are chosen and it is printed. `name` is what the job, or a file that is printed to, is called;
/// `isWide` lays the page across at first. `print` draws the pages, as often as it is asked to
/// while the window is open. Object name: `printPreview`.
void showPrintPreview(QWidget* parent, const QString& name, bool isWide,
                      const std::function<void(QPrinter*)>& print);

}  // namespace loopwright
