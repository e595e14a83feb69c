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
#include "gui/docks/panel_dock.h"
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
  connect(actions_->get(ActionId::kRun), &QAction::triggered, this, [this] { current()->run(); });
  // The same key pauses and goes on.
  connect(actions_->get(ActionId::kPause), &QAction::triggered, this, [this] {
    RunController* const runs = current()->runs();
    runs->state() == RunController::State::kPaused ? runs->start() : runs->pause();
  });
  connect(actions_->get(ActionId::kStop), &QAction::triggered, this,
          [this] { current()->runs()->stop(); });
  connect(actions_->get(ActionId::kStep), &QAction::triggered, this,
          [this] { current()->runs()->step(); });
  connect(actions_->get(ActionId::kStepToUpdate), &QAction::triggered, this,
          [this] { current()->runs()->stepToUpdate(); });
  connectPastActions();
  connectKeptRunActions();
  connect(actions_->get(ActionId::kRunTo), &QAction::triggered, this,
          [this] { askWhereToPause(current()->runs(), this); });
  connect(actions_->get(ActionId::kCheckSteps), &QAction::triggered, this, [this] {
    DiagramDocument* const document = current()->document();
    auto* const dialog = new StepCheckDialog(document->document(), document->registry(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
  });
  connect(actions_->get(ActionId::kSlower), &QAction::triggered, this,
          [this] { changePace(current()->document(), -1); });
  connect(actions_->get(ActionId::kFaster), &QAction::triggered, this,
          [this] { changePace(current()->document(), 1); });
  connect(actions_->get(ActionId::kFitPlots), &QAction::triggered, this,
          [this] { current()->plots()->fit(); });
  // These are the same for all documents, also for those that are not in front.
  connect(actions_->get(ActionId::kFollowPlots), &QAction::toggled, this, [this](bool following) {
    for (Workspace* workspace : workspaces_) workspace->plots()->setFollowing(following);
  });
  connect(actions_->get(ActionId::kLinkPlots), &QAction::toggled, this, [this](bool linked) {
    for (Workspace* workspace : workspaces_) workspace->plots()->setTimesLinked(linked);
  });
  connect(actions_->get(ActionId::kLinkTimeline), &QAction::toggled, this, [this](bool linked) {
    for (Workspace* workspace : workspaces_) workspace->setTimelineLinked(linked);
  });
  connect(actions_->get(ActionId::kWireValues), &QAction::toggled, this, [this](bool shown) {
    for (Workspace* workspace : workspaces_) workspace->view()->wireValues()->setShown(shown);
    const RunController& runs = *current()->runs();
    if (shown && runs.shown()->instant() == nullptr && !runs.isActive()) {
      showMessage(tr("Run the diagram to see values on its wires."));
    }
  });
  connectCostActions();
  connect(actions_->get(ActionId::kPlotMeasures), &QAction::toggled, this, [this](bool shown) {
    for (Workspace* workspace : workspaces_) workspace->readings()->setMeasuresShown(shown);
    if (shown) panels_->reveal(PanelId::kPlots, PanelReveal::kOpen);
  });
  connect(actions_->get(ActionId::kPlotCursors), &QAction::triggered, this, [this](bool shown) {
    current()->plots()->showCursors(shown);
    if (shown) panels_->reveal(PanelId::kPlots, PanelReveal::kOpen);
  });
}

// Blocks have the colours of one kind of cost at a time.
void MainWindow::connectCostActions() {
  QAction* const counts = actions_->get(ActionId::kBlockComputations);
  QAction* const times = actions_->get(ActionId::kBlockTimes);
  for (const auto& [chosen, other] : {std::pair(counts, times), std::pair(times, counts)}) {
    connect(chosen, &QAction::toggled, this, [this, other = other](bool isChosen) {
      if (isChosen) other->setChecked(false);
      for (Workspace* workspace : workspaces_) workspace->showCosts(chosenCosts());
    });
  }
}

// At most one of the two actions is checked.
CostKind MainWindow::chosenCosts() const {
  if (actions_->get(ActionId::kBlockComputations)->isChecked()) return CostKind::kComputations;
  return actions_->get(ActionId::kBlockTimes)->isChecked() ? CostKind::kTime : CostKind::kNone;
}

// Leads the commands for kept runs to the panel that lists them, where they are selected.
void MainWindow::connectKeptRunActions() {
  const auto on = [this](ActionId id, void (RunsPanel::*act)()) {
    connect(actions_->get(id), &QAction::triggered, this, [this, act] {
      panels_->reveal(PanelId::kRuns, PanelReveal::kOpen);
      (current()->runsPanel()->*act)();
    });
  };
  on(ActionId::kCompareRuns, &RunsPanel::compare);
  on(ActionId::kVerifyRun, &RunsPanel::verify);
  on(ActionId::kPinRun, &RunsPanel::togglePinned);
  on(ActionId::kDeleteRun, &RunsPanel::remove);
  connect(actions_->get(ActionId::kOpenRun), &QAction::triggered, this,
          [this] { chooseAndOpenRun(this); });
  connect(actions_->get(ActionId::kSaveRun), &QAction::triggered, this,
          [this] { saveKeptRun(this); });
}

// Leads the commands for instants of the past to the current run. Samples are those of the block
// that is selected.
void MainWindow::connectPastActions() {
  const auto on = [this](ActionId id, const std::function<void(RunController*)>& act) {
    connect(actions_->get(id), &QAction::triggered, this, [this, act] { act(current()->runs()); });
  };
  on(ActionId::kStepToPhase, &RunController::stepToPhase);
  on(ActionId::kStepBack, [](RunController* runs) { runs->shown()->stepBack(); });
  on(ActionId::kStepBackToUpdate, [](RunController* runs) { runs->shown()->stepBackToUpdate(); });
  on(ActionId::kStepBackToPhase, [](RunController* runs) { runs->shown()->stepBackToPhase(); });
  on(ActionId::kRunOnFromHere, &RunController::runOnFromHere);
  using OnBlock = std::function<void(RunController*, const QString& block)>;
  const auto onBlock = [this](ActionId id, const OnBlock& act) {
    connect(actions_->get(id), &QAction::triggered, this, [this, act] {
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
