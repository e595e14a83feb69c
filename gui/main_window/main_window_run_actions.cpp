#include <QAction>
#include <functional>
#include <string>
#include <utility>

#include "engine/document/document.h"
#include "gui/actions/actions.h"
#include "gui/canvas/block_costs.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/wire_values.h"
#include "gui/curves/plot_cursors.h"
#include "gui/docks/panel_area.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/file_commands.h"
#include "gui/main_window/main_window.h"
#include "gui/main_window/workspace.h"
#include "gui/plots/plot_panel.h"
#include "gui/readings/readings_panel.h"
#include "gui/run/pace.h"
#include "gui/run/run_controller.h"
#include "gui/run/run_to.h"
#include "gui/run/shown_instant.h"
#include "gui/runs/runs_panel.h"
#include "gui/runs/step_check_dialog.h"

// What the window's actions for runs and plots do, and when they can be used.

namespace loopwright {

// Leads the commands for runs and plots to the current document; whether plots follow the run is
// the same for all documents.
void MainWindow::connectRunActions() {
  on(ActionId::kRun, [this] { current()->run(); });
  // The same key pauses and goes on.
  on(ActionId::kPause, [this] {
    RunController* const runs = current()->runs();
    runs->state() == RunController::State::kPaused ? runs->start() : runs->pause();
  });
  on(ActionId::kStop, [this] { current()->runs()->stop(); });
  on(ActionId::kStep, [this] { current()->runs()->step(); });
  on(ActionId::kStepToUpdate, [this] { current()->runs()->stepToUpdate(); });
  connectPastActions();
  connectKeptRunActions();
  on(ActionId::kRunTo, [this] { askWhereToPause(current()->runs(), this); });
  on(ActionId::kCheckSteps, [this] {
    DiagramDocument* const document = current()->document();
    auto* const dialog = new StepCheckDialog(document->document(), document->registry(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
  });
  on(ActionId::kSlower, [this] { changePace(current()->document(), -1); });
  on(ActionId::kFaster, [this] { changePace(current()->document(), 1); });
  on(ActionId::kFitPlots, [this] { current()->plots()->fit(); });
  // These are the same for all documents, also for those that are not in front.
  onSwitched(ActionId::kFollowPlots, [this](bool following) {
    for (Workspace* workspace : workspaces_) workspace->plots()->setFollowing(following);
  });
  onSwitched(ActionId::kLinkPlots, [this](bool linked) {
    for (Workspace* workspace : workspaces_) workspace->plots()->setTimesLinked(linked);
  });
  onSwitched(ActionId::kLinkTimeline, [this](bool linked) {
    for (Workspace* workspace : workspaces_) workspace->setTimelineLinked(linked);
  });
  onSwitched(ActionId::kWireValues, [this](bool shown) {
    for (Workspace* workspace : workspaces_) workspace->view()->wireValues()->setShown(shown);
    const RunController& runs = *current()->runs();
    if (shown && runs.shown()->instant() == nullptr && !runs.isActive()) {
      showMessage(tr("Run the diagram to see values on its wires."));
    }
  });
  // Blocks have the colours of one kind of cost at a time.
  for (const auto& [chosen, other] :
       {std::pair(ActionId::kBlockComputations, ActionId::kBlockTimes),
        std::pair(ActionId::kBlockTimes, ActionId::kBlockComputations)}) {
    onSwitched(chosen, [this, other = other](bool isChosen) {
      if (isChosen) actions_->get(other)->setChecked(false);
      for (Workspace* workspace : workspaces_) workspace->showCosts(chosenCosts());
    });
  }
  onSwitched(ActionId::kPlotMeasures, [this](bool shown) {
    for (Workspace* workspace : workspaces_) workspace->readings()->setMeasuresShown(shown);
    if (shown) panels_->reveal(PanelId::kPlots, PanelReveal::kOpen);
  });
  connect(actions_->get(ActionId::kPlotCursors), &QAction::triggered, this, [this](bool shown) {
    current()->plots()->showCursors(shown);
    if (shown) panels_->reveal(PanelId::kPlots, PanelReveal::kOpen);
  });
}

// At most one of the two actions is checked.
CostKind MainWindow::chosenCosts() const {
  if (actions_->get(ActionId::kBlockComputations)->isChecked()) return CostKind::kComputations;
  return actions_->get(ActionId::kBlockTimes)->isChecked() ? CostKind::kTime : CostKind::kNone;
}

// Leads the commands for kept runs to the panel that lists them, where they are selected.
void MainWindow::connectKeptRunActions() {
  const auto onRuns = [this](ActionId id, void (RunsPanel::*act)()) {
    on(id, [this, act] {
      panels_->reveal(PanelId::kRuns, PanelReveal::kOpen);
      (current()->runsPanel()->*act)();
    });
  };
  onRuns(ActionId::kCompareRuns, &RunsPanel::compare);
  onRuns(ActionId::kVerifyRun, &RunsPanel::verify);
  onRuns(ActionId::kPinRun, &RunsPanel::togglePinned);
  onRuns(ActionId::kDeleteRun, &RunsPanel::remove);
  on(ActionId::kOpenRun, [this] { chooseAndOpenRun(this); });
  on(ActionId::kSaveRun, [this] { saveKeptRun(this); });
}

// Leads the commands for instants of the past to the current run. Samples are those of the block
// that is selected.
void MainWindow::connectPastActions() {
  on(ActionId::kStepToPhase, [this] { current()->runs()->stepToPhase(); });
  on(ActionId::kStepBack, [this] { current()->runs()->shown()->stepBack(); });
  on(ActionId::kStepBackToUpdate, [this] { current()->runs()->shown()->stepBackToUpdate(); });
  on(ActionId::kStepBackToPhase, [this] { current()->runs()->shown()->stepBackToPhase(); });
  on(ActionId::kRunOnFromHere, [this] { current()->runs()->runOnFromHere(); });
  using OnBlock = std::function<void(RunController*, const QString& block)>;
  const auto onBlock = [this](ActionId id, const OnBlock& act) {
    on(id, [this, act] {
      const DiagramView& view = *current()->view();
      const QStringList selected = view.selectedBlocks();
      if (selected.size() != 1) return showMessage(tr("Select the block whose samples you mean."));
      const std::string path = JoinPath(view.level().toStdString(), selected.front().toStdString());
      act(current()->runs(), QString::fromStdString(path));
    });
  };
  onBlock(ActionId::kStepToSample, &RunController::stepToSample);
  onBlock(ActionId::kStepBackToSample, [](RunController* runs, const QString& block) {
    runs->shown()->stepBackToSample(block);
  });
}

// Enables what is possible in the state of the current document's run, and names Pause for what it
// would do.
void MainWindow::refreshRunActions() {
  const RunController::State state = current()->runs()->state();
  const bool idle = state == RunController::State::kIdle;
  actions_->get(ActionId::kRun)->setEnabled(idle || state == RunController::State::kPaused);
  const bool paused = state == RunController::State::kPaused;
  QAction* const pause = actions_->get(ActionId::kPause);
  pause->setEnabled(paused || state == RunController::State::kRunning);
  pause->setText(paused ? Actions::tr("&Resume") : Actions::tr("&Pause"));
  pause->setToolTip(actionToolTip(*pause));
  actions_->get(ActionId::kStop)->setEnabled(!idle);
  // Without a run these begin one, and pause it where they were meant to lead.
  const bool canGoOn = state != RunController::State::kChecking;
  for (const ActionId id : {ActionId::kStep, ActionId::kStepToUpdate, ActionId::kStepToSample,
                            ActionId::kStepToPhase, ActionId::kRunTo}) {
    actions_->get(id)->setEnabled(canGoOn);
  }
  for (const ActionId id : {ActionId::kStepBack, ActionId::kStepBackToUpdate,
                            ActionId::kStepBackToSample, ActionId::kStepBackToPhase}) {
    actions_->get(id)->setEnabled(current()->runs()->shown()->canGoBack());
  }
  actions_->get(ActionId::kRunOnFromHere)->setEnabled(current()->runs()->shown()->isInPast());
  actions_->get(ActionId::kPlotCursors)->setChecked(current()->plots()->cursors()->areShown());
  actions_->get(ActionId::kExportPlots)->setEnabled(!current()->plots()->views().empty());
}

}  // namespace loopwright
