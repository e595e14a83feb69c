#include <QApplication>
#include <QFileInfo>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/document/document.h"
#include "engine/kept_run/run_file.h"
#include "engine/recording/recording.h"
#include "engine/text/number_format.h"
#include "gui/canvas/block_costs.h"
#include "gui/canvas/canvas_menu.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/revealer.h"
#include "gui/canvas/wire_values.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/inspector/inspector_panel.h"
#include "gui/main_window/libraries.h"
#include "gui/main_window/workspace.h"
#include "gui/panels/problems_panel.h"
#include "gui/plots/plot_panel.h"
#include "gui/readings/wire_value.h"
#include "gui/run/run_controller.h"
#include "gui/run/shown_instant.h"
#include "gui/runs/kept_runs.h"
#include "gui/runs/run_texts.h"
#include "gui/runs/runs_panel.h"
#include "gui/scene/diagram_scene.h"
#include "gui/study/study_panel.h"
#include "gui/timeline/timeline_chart.h"
#include "gui/timeline/timeline_panel.h"

// What a document's runs, and those of its study, do to its plots, problems and messages.

namespace loopwright {

namespace {

// What is said of a run whose record has a value that is infinite or no number: which output had it
// first and when, and what usually is the cause. All is put in at once, as names may have a %1.
RunProblem nonFiniteProblem(const NonFiniteValue& first) {
  const QString text =
      Workspace::tr(
          "The output %1 is %2 at t = %3 s, where %4 has the first value recorded that is not "
          "finite. Look for a division by zero, a root or logarithm of a negative number, or "
          "growth "
          "without bound.")
          .arg(QString::fromStdString(first.port),
               QString::fromStdString(FormatNumber(first.value)), QString::number(first.time),
               QString::fromStdString(first.column));
  return {Severity::kWarning, QString::fromStdString(first.block), text};
}

// Each leads to the block that gave it, as the findings of a check do.
std::vector<RunProblem> warningsOf(const std::vector<RunWarning>& warnings) {
  std::vector<RunProblem> problems;
  for (const RunWarning& warning : warnings) {
    problems.push_back({Severity::kWarning, toQt(warning.path),
                        Workspace::tr("At t = %1 s: %2")
                            .arg(QString::number(warning.time), toQt(warning.message))});
  }
  return problems;
}

}  // namespace

// Leads what a run does to plots, problems and messages. The plots are drawn while it runs, from
// the recording that it is filling.
void Workspace::connectRuns() {
  connect(runs_, &RunController::stateChanged, this, [this] {
    if (runs_->state() == RunController::State::kChecking) problems_->clearRunProblems();
    Q_EMIT statusChanged();
  });
  connect(problems_, &ProblemsPanel::runProblemsChanged, this, &Workspace::showRunProblems);
  connect(runs_, &RunController::refused, this, [this](const QString& why) {
    Q_EMIT panelRequested(PanelId::kProblems, PanelReveal::kOpen);
    Q_EMIT messageShown(why);
  });
  connect(runs_, &RunController::refusalChanged, this, &Workspace::messageChanged);
  // The plots show a run from its first value on.
  connect(runs_, &RunController::recordingStarted, this, [this] {
    plots_->showRun(document_->document(), runs_->recording(), runs_->startTime(),
                    runs_->stopTime());
    // Who looks at the timeline goes on doing so.
    if (!timeline_->isVisible()) Q_EMIT panelRequested(PanelId::kPlots, PanelReveal::kRaise);
  });
  connect(runs_, &RunController::recordingThinned, this,
          [this] { plots_->continueWith(runs_->recording()); });
  connect(runs_, &RunController::progressed, this, [this] {
    plots_->refresh(runs_->time());
    showDisplayedValues();
    readWires();
  });
  connect(runs_, &RunController::warned, this, [this](const std::vector<RunWarning>& warnings) {
    problems_->setRunProblems(warningsOf(warnings));
    Q_EMIT panelRequested(PanelId::kProblems, PanelReveal::kOpen);
  });
  view_->wireValues()->setSource(
      [this](const std::string& path) { return valueOnWire(*runs_, path); },
      [this](const std::string& path) {
        std::optional<WireDetail> detail = detailOnWire(*runs_, path);
        if (detail) detail->unit = toQt(document_->units().Of(path));
        return detail;
      });
  connect(runs_, &RunController::finished, this, &Workspace::onFinished);
  connect(runs_, &RunController::instantChanged, this, [this] {
    const bool isStill = !runs_->isActive() && !runs_->shown()->isInPast();
    plots_->showTime(isStill ? std::nullopt : std::optional<double>(runs_->time()));
    view_->wireValues()->refresh();
    view_->blockCosts()->setCosts(runs_->shown()->instant() ? runs_->shown()->instant()->costs
                                                            : nullptr);
    Q_EMIT statusChanged();
  });
  connect(runs_, &RunController::editsChanged, this, [this] {
    const QStringList notes = runs_->notes(1);
    if (!notes.isEmpty() && runs_->isActive()) Q_EMIT messageShown(notes.constLast());
    askAboutNewRun();
  });
}

// A block that a run has a problem with is marked on the canvas, as one that a check found.
void Workspace::showRunProblems() {
  QList<BlockProblem> problems;
  for (const RunProblem& problem : problems_->runProblems()) {
    if (problem.path.isEmpty()) continue;
    problems += {problem.path, problem.text, problem.severity == Severity::kError};
  }
  view_->diagramScene()->setRunProblems(problems);
}

// A run of a study is made in the place of the present run: plots and wires show it.
void Workspace::connectStudy() {
  connect(view_->menu(), &CanvasMenu::studyRequested, this, [this](const QString& path) {
    study_->showSignal(path);
    Q_EMIT panelRequested(PanelId::kStudy, PanelReveal::kOpen);
  });
  connect(study_, &StudyPanel::runRequested, runs_, &RunController::startRunOfStudy);
}

// A block that the inspector names is selected, and thereby inspected. The keyboard stays where it
// is, so that one can go on from there.
void Workspace::connectInspector() {
  connect(inspector_, &InspectorPanel::blockRequested, this, [this](const QString& path) {
    QWidget* const focused = QApplication::focusWidget();
    view_->revealer()->reveal(path);
    if (focused != nullptr) focused->setFocus();
  });
}

// A run that does not count them cannot say what its blocks cost: the next one can.
void Workspace::showCosts(CostKind kind) {
  runs_->setCostsWanted(kind != CostKind::kNone);
  view_->blockCosts()->setKind(kind);
}

// While a run goes on, it is asked for its values some times a second, where somebody sees them.
void Workspace::readWires() {
  constexpr int kRest = 100;  // milliseconds
  const bool areCostsShown = view_->blockCosts()->kind() != CostKind::kNone;
  if (!view_->wireValues()->isShown() && !inspector_->isVisible() && !areCostsShown) return;
  if (sinceReading_.isValid() && sinceReading_.elapsed() < kRest) return;
  sinceReading_.start();
  runs_->shown()->readNow();
}

// Each run is kept when it is over, and one that is left before its end as well.
void Workspace::connectKeptRuns() {
  connect(runs_, &RunController::finished, this, &Workspace::keepRun);
  connect(runs_, &RunController::leaving, this, &Workspace::keepRun);
  connect(keptRuns_, &KeptRuns::overlaysChanged, this,
          [this] { plots_->setOverlays(keptRuns_->overlays()); });
  connect(runsPanel_, &RunsPanel::runActivated, this, &Workspace::showKeptRun);
}

// Whoever of plots and timeline is moved, the other follows. Plots have the last word: where their
// time axis has a range of its own, that is what they show as a whole.
void Workspace::connectTimeline() {
  connect(timeline_, &TimelinePanel::blockChosen, this,
          [this](const QString& path) { chooseBlocks({path}); });
  connect(timeline_->chart(), &TimelineChart::rangeChosen, this, [this] {
    if (!isTimelineLinked_) return;
    plots_->showTimes(timeline_->chart()->shownTimes());
    showTimesOfPlots();
  });
  connect(timeline_, &TimelinePanel::timelineRead, this, &Workspace::showTimesOfPlots);
  connect(plots_, &PlotPanel::shownTimesChanged, this, &Workspace::showTimesOfPlots);
}

void Workspace::showTimesOfPlots() {
  if (!isTimelineLinked_ || !plots_->areTimesLinked()) return;
  timeline_->chart()->showTimes(plots_->shownTimes());
}

void Workspace::setTimelineLinked(bool linked) {
  isTimelineLinked_ = linked;
  showTimesOfPlots();
}

// The run itself does not know of which file and program it is, so that is noted here: a kept run
// has to tell what it takes to make it again.
void Workspace::keepRun() {
  std::shared_ptr<KeptRun> run = runs_->keep();
  if (run == nullptr) return;
  run->start.program = programVersion().toStdString();
  const QString file = QFileInfo(document_->filePath()).fileName();
  run->start.diagram_file = (file.isEmpty() ? document_->displayName() : file).toStdString();
  keptRuns_->add(std::move(run));
}

// By the plots that its own diagram had; where that cannot be read, by those of the present one.
void Workspace::showKeptRun(int number) {
  const KeptRunEntry* const entry = keptRuns_->find(number);
  if (entry == nullptr) return;
  const std::shared_ptr<const Recording>& recording = entry->run->recording;
  if (runs_->isActive() || recording->size() == 0) {
    return Q_EMIT messageShown(runs_->isActive() ? tr("Not shown: a run goes on. Stop it first.")
                                                 : tr("Not shown: nothing was recorded."));
  }
  const std::shared_ptr<const Document> document = readDocument(*entry->run, document_->registry());
  plots_->showRun(document != nullptr ? *document : document_->document(), recording,
                  recording->time(0), recording->time(recording->size() - 1));
  plots_->finish(recording->time(recording->size() - 1));
  Q_EMIT panelRequested(PanelId::kPlots, PanelReveal::kOpen);
  Q_EMIT messageShown(tr("The plots show %1.").arg(entry->label()));
}

// Says how a run ended: in the status bar, in the list of problems, and on the plots, which now are
// complete. A run that a block ended or a person stopped is no problem; one that failed is an error
// at the block that failed.
void Workspace::onFinished(const RunOutcome& outcome) {
  if (runs_->recording()) plots_->finish(outcome.time);
  showDisplayedValues();
  QString message = QString::fromStdString(outcome.message);
  const QString path = QString::fromStdString(outcome.path);
  const QString reason = path.isEmpty() ? message : path + QStringLiteral(": ") + message;
  std::vector<RunProblem> problems;
  if (outcome.non_finite.has_value()) problems.push_back(nonFiniteProblem(*outcome.non_finite));
  for (RunProblem& problem : warningsOf(outcome.warnings)) problems.push_back(std::move(problem));
  // What the status bar says depends on how the run ended.
  switch (outcome.end) {
    case RunEnd::kDone:
      Q_EMIT messageShown(problems.empty()
                              ? QString()
                              : problems[0].path + QStringLiteral(": ") + problems[0].text);
      break;
    case RunEnd::kTerminated:
    case RunEnd::kStopped:
      Q_EMIT messageShown(tr("The run ended at t = %1 s. %2").arg(outcome.time).arg(reason));
      break;
    case RunEnd::kWrongOption:
    case RunEnd::kInvalid:
      problems.insert(problems.begin(), {Severity::kError, path, message});
      Q_EMIT messageShown(tr("The run failed."));
      break;
    case RunEnd::kFailed:
      message = tr("The run failed at t = %1 s: %2").arg(outcome.time).arg(message);
      problems.insert(problems.begin(), {Severity::kError, path, message});
      Q_EMIT messageShown(tr("The run failed at t = %1 s. %2").arg(outcome.time).arg(reason));
      break;
  }
  problems_->setRunProblems(problems);
  if (!problems.empty()) Q_EMIT panelRequested(PanelId::kProblems, PanelReveal::kOpen);
}

}  // namespace loopwright
