#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "gui/figures/figure_options.h"
#include "gui/figures/plot_tex.h"
#include "gui/plots/plot_view.h"
#include "gui/responses/found_response.h"
#include "gui/responses/response_drawing.h"

namespace loopwright {

class DiagramDocument;
class Recording;
class Timeline;
struct EnsembleTheory;
struct FigureSetting;
struct RunInstant;
struct StudyPicture;

/// What figures are made from: a diagram, and what of a run or a study of it they show.
struct FigureSource {
  DiagramDocument* document = nullptr;
  std::shared_ptr<const Recording> recording = nullptr;
  double start = 0;  ///< of the run, seconds
  double end = 0;
  /// Other runs, that plots may have behind them.
  std::vector<RunOverlay> behind = {};
  DensityFinder theories = nullptr;                     ///< of spectra of the run
  std::shared_ptr<const RunInstant> instant = nullptr;  ///< for one that shows an instant
  std::shared_ptr<const Timeline> timeline = nullptr;   ///< of the run, where its phases are kept
  std::shared_ptr<const StudyPicture> study = nullptr;  ///< with the fan of a signal
  /// What theory says of that signal; null where there is none, and then why.
  std::shared_ptr<const EnsembleTheory> theory = nullptr;
  QString noTheory = {};
  FoundResponse response = {};  ///< of an analysis, see FigureResponses
  std::vector<ResponseBehind> responsesBehind = {};
  /// Which analysis of the file the window shows, of which `responsesBehind` are, and its view, one
  /// of kAnalysisViews: what a new figure begins with.
  QString shownAnalysis = {};
  QString shownView = {};
  /// The study that is kept, or all of `behind` or `responsesBehind`, are shown whatever they are
  /// of, and how the study is called then.
  bool showsKept = false;
  QString keptName = {};
};

/// A figure as the files that it consists of, the figure itself first; their names are those from
/// the diagram's folder on. Where it could not be made, `problem` says why and there are no files.
struct MadeFigure {
  std::vector<NamedBytes> files;
  QString warning;  ///< that texts are smaller than asked, or left out; or ""
  QString problem;
  bool hasNoResult = false;  ///< what was asked is right, but there is nothing to show
};

/// Makes a figure as the setting says; with `options`, which the command line has, these say how it
/// looks. The same source and setting give the same bytes, in the editor as on the command line.
MadeFigure makeFigure(const FigureSource& source, const FigureSetting& setting,
                      const FigureOptions* options = nullptr);

/// Where a run is to be shown, so that its instant at `time` is: a little later, as 0.3 is written
/// for the third of 0.1 s, which is a rounding later.
double aimFor(double time);

/// Writes those files of a figure whose bytes differ from what `folder` has, so that the others
/// keep their times, and makes the folders that they lie in. All of them are written, or where one
/// cannot be, none. Returns "" or why it could not; `written` gets the paths of what was written.
QString writeFigure(const MadeFigure& figure, const QString& folder, QStringList* written);

}  // namespace loopwright
