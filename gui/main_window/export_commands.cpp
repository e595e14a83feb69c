#include "gui/main_window/export_commands.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPointer>

#include "engine/document/analysis_words.h"
#include "engine/recording/recording.h"
#include "gui/analysis/analysis_chooser.h"
#include "gui/analysis/analysis_panel.h"
#include "gui/analysis/response_plot.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/export/export.h"
#include "gui/export/figure_maker.h"
#include "gui/export/picture.h"
#include "gui/export/printing.h"
#include "gui/main_window/figure_dialog.h"
#include "gui/main_window/file_dialogs.h"
#include "gui/main_window/main_window.h"
#include "gui/main_window/workspace.h"
#include "gui/plots/plot_panel.h"
#include "gui/run/run_controller.h"
#include "gui/run/shown_instant.h"
#include "gui/runs/kept_runs.h"
#include "gui/study/compare_page.h"
#include "gui/study/fan_chart.h"
#include "gui/study/study_panel.h"
#include "gui/study/theory_lines.h"
#include "gui/study/theory_switch.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class ExportCommands {
  Q_DECLARE_TR_FUNCTIONS(ExportCommands)
};

// The study as its panel shows it.
void addStudy(const StudyPanel& panel, FigureSource* source) {
  source->study = panel.picture();
  source->theory = panel.fan()->theory().theory();
  const QString& problem = panel.theory().problem();
  source->noTheory =
      problem.isEmpty() ? ExportCommands::tr("Theory is not checked in the panel Study") : problem;
  source->keptName = panel.comparison().name();
}

// The analysis as its panel shows it, with the curves that are kept there.
void addAnalysis(const AnalysisPanel& panel, FigureSource* source) {
  const ResponsePlot& plot = *panel.plot();
  source->shownAnalysis = panel.chooser()->name();
  source->shownView = toQt(kAnalysisViews[static_cast<std::size_t>(plot.view())]);
  const std::size_t count = plot.kept().size();
  for (std::size_t i = 0; i < count; ++i) {
    const QString name =
        count == 1 ? ExportCommands::tr("earlier") : ExportCommands::tr("earlier, %1").arg(i + 1);
    source->responsesBehind.push_back({name, plot.kept()[i]});
  }
}

// How far the run has come, seconds, also while an instant before that is shown.
double endOf(const RunController& runs) {
  const auto recording = runs.recording();
  const bool isPast = runs.shown()->isInPast() && recording != nullptr && recording->size() > 0;
  return isPast ? recording->time(recording->size() - 1) : runs.time();
}

}  // namespace

// The figure shows the level on show, or the plots of the last run as far as it has come. An
// instant that the figure is to be of is shown by the whole program.
void exportFigure(MainWindow* window, const QString& show) {
  const Workspace* const workspace = window->current();
  RunController* const runs = workspace->runs();
  FigureSource source{workspace->document(), runs->recording(), runs->startTime(), endOf(*runs)};
  source.behind = workspace->keptRuns()->overlays();
  source.theories = workspace->plots()->theories();
  source.instant = runs->shown()->instant();
  source.timeline = runs->timeline();
  addStudy(*workspace->study(), &source);
  addAnalysis(*workspace->analysis(), &source);
  auto* const dialog = new FigureDialog(source, workspace->view()->level(), show, window);
  QObject::connect(dialog, &FigureDialog::saved, window, [window](const QString& path) {
    window->showMessage(ExportCommands::tr("Exported %1").arg(path));
  });
  QObject::connect(dialog, &FigureDialog::timeWanted, runs,
                   [runs](double time) { runs->shown()->showTime(aimFor(time)); });
  QObject::connect(runs, &RunController::instantChanged, dialog,
                   [runs, dialog] { dialog->setInstant(runs->shown()->instant()); });
  dialog->open();
}

namespace {

// Where a file of a plot would go: beside the diagram, by the plot's title.
QString proposedFile(MainWindow* window, const PlotView& plot, const QString& suffix) {
  const QString path = window->current()->document()->filePath();
  const QString name = plotFileNames({plot.content()}).front() + suffix;
  return path.isEmpty() ? name : QFileInfo(path).dir().filePath(name);
}

// Says in the status bar where the file is, or why there is none.
void sayExported(MainWindow* window, const QString& path, const QString& problem) {
  window->showMessage(problem.isEmpty() ? ExportCommands::tr("Exported %1").arg(path) : problem);
}

}  // namespace

// A picture of one plot, as large as it is on the screen. While the user chooses, a run may begin,
// which replaces the plots.
void exportPlotPicture(MainWindow* window, PlotView* plot) {
  const QPointer<PlotView> present = plot;
  const QString path =
      askForNewFile(window, ExportCommands::tr("Export the plot"),
                    proposedFile(window, *plot, QStringLiteral(".svg")), pictureFileFilter());
  if (path.isEmpty()) return;
  if (present == nullptr) {
    return window->showMessage(
        ExportCommands::tr("Not exported: the plot was replaced meanwhile. Export the new one."));
  }
  sayExported(window, path, exportPlot(present, path, present->size()));
}

// The values of the signals in one plot, as a table: those that were recorded when it was asked
// for, whatever becomes of the plot while the user chooses.
void exportDataOfPlot(MainWindow* window, const PlotView* plot) {
  const auto recording = window->current()->plots()->recording();
  const PlotContent content = plot->content();
  const QString path = askForNewFile(window, ExportCommands::tr("Export the data of the plot"),
                                     proposedFile(window, *plot, QStringLiteral(".csv")),
                                     ExportCommands::tr("Tables (*.csv)"));
  if (path.isEmpty()) return;
  sayExported(window, path, exportPlotData(content, *recording, path));
}

namespace {

// A name for the file of an analysis, beside the diagram's: `motor-analysis.svg`.
QString proposedAnalysisFile(MainWindow* window, const QString& suffix) {
  const QString path = window->current()->document()->filePath();
  QString name = QStringLiteral("analysis") + suffix;
  if (path.isEmpty()) return name;
  const QFileInfo file(path);
  return file.dir().filePath(file.baseName() + u'-' + name);
}

}  // namespace

// The dialog for the file's name runs an event loop of its own, in which the plot may be closed:
// hence the guarded pointer.
void exportAnalysisPicture(MainWindow* window, ResponsePlot* plot) {
  const QPointer<ResponsePlot> present = plot;
  const QString path =
      askForNewFile(window, ExportCommands::tr("Export the analysis"),
                    proposedAnalysisFile(window, QStringLiteral(".svg")), pictureFileFilter());
  if (path.isEmpty() || present == nullptr) return;
  const QSize size = present->size();
  sayExported(window, path, writePicture(path, size, {}, [&](QPaintDevice* device, bool vectors) {
                present->paintOn(device, size, vectors);
              }));
}

// What was shown when it was asked for.
void exportAnalysisData(MainWindow* window, const ResponsePlot* plot) {
  const QByteArray table = plot->table();
  const QString path = askForNewFile(window, ExportCommands::tr("Export the data of the analysis"),
                                     proposedAnalysisFile(window, QStringLiteral(".csv")),
                                     ExportCommands::tr("Tables (*.csv)"));
  if (path.isEmpty()) return;
  sayExported(window, path, writeWholeFile(path, table));
}

// A run that ends may make the plots anew while the window is open: the page is empty then.
void previewPlot(MainWindow* window, PlotView* plot) {
  showPrintPreview(window, plot->content().title, true,
                   [plot = QPointer<PlotView>(plot)](QPrinter* printer) {
                     if (plot) printPlot(plot, printer);
                   });
}

// Exports the last run as far as it has come; before the first one there is nothing to export.
void exportCurrentPlots(MainWindow* window) {
  const Workspace* const workspace = window->current();
  const RunController& runs = *workspace->runs();
  const auto recording = runs.recording();
  if (!recording) {
    return window->showMessage(
        ExportCommands::tr("There is nothing to export before the first run."));
  }
  const QString folder = askForFolder(window, ExportCommands::tr("Export the plots into"),
                                      QFileInfo(workspace->document()->filePath()).path());
  if (folder.isEmpty()) return;
  QStringList written;
  const QString problem =
      exportPlots(workspace->document(), recording, runs.startTime(), runs.time(), folder, &written,
                  {}, nullptr, workspace->plots()->theories());
  const int count = static_cast<int>(written.size());
  window->showMessage(problem.isEmpty() ? ExportCommands::tr("Exported %n files", nullptr, count)
                                        : problem);
}

}  // namespace loopwright
