#pragma once

#include <QString>

namespace loopwright {

class MainWindow;
class PlotView;
class ResponsePlot;

// Exports of what a window shows, with what is asked and said.

/// Opens the dialog in which a figure of the current diagram, its run or its study is made. `show`
/// is what it shows at first, one of kFigureContents; "" is the diagram.
void exportFigure(MainWindow* window, const QString& show = {});

/// Asks for a file and draws a plot of the current diagram into it, or writes the data of its
/// curves as CSV.
void exportPlotPicture(MainWindow* window, PlotView* plot);
void exportDataOfPlot(MainWindow* window, const PlotView* plot);

/// Shows a plot of the current diagram as it is printed; see showPrintPreview().
void previewPlot(MainWindow* window, PlotView* plot);

/// Asks for a file for a picture, or the data, of what the analysis of the current diagram shows.
void exportAnalysisPicture(MainWindow* window, ResponsePlot* plot);
void exportAnalysisData(MainWindow* window, const ResponsePlot* plot);

/// Asks for a folder and makes pictures and data of the current plots in it.
void exportCurrentPlots(MainWindow* window);

}  // namespace loopwright
