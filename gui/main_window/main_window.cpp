#include "gui/main_window/main_window.h"

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "engine/document/document.h"
#include "gui/actions/actions.h"
#include "gui/analysis/analysis_panel.h"
#include "gui/analysis/analysis_views.h"
#include "gui/analysis/response_plot.h"
#include "gui/canvas/block_costs.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/wire_values.h"
#include "gui/curves/plot_cursors.h"
#include "gui/docks/panel_area.h"
#include "gui/docks/panel_dock.h"
#include "gui/document/diagram_document.h"
#include "gui/document/file_watch.h"
#include "gui/document/setting_text.h"
#include "gui/main_window/document_tabs.h"
#include "gui/main_window/export_commands.h"
#include "gui/main_window/file_commands.h"
#include "gui/main_window/file_drops.h"
#include "gui/main_window/option_actions.h"
#include "gui/main_window/workspace.h"
#include "gui/panels/problems_panel.h"
#include "gui/plot_menus/plot_menu.h"
#include "gui/plots/plot_panel.h"
#include "gui/readings/readings_panel.h"
#include "gui/run/run_bar.h"
#include "gui/run/run_controller.h"
#include "gui/start/start_page.h"
#include "gui/study/study_panel.h"
#include "gui/theme/icons.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"
#include "gui/theme/theme_choice.h"

namespace loopwright {

namespace {

const char kGeometryKey[] = "window/geometry";
const char kPanelsKey[] = "window/panels";

// What a tab shows of its document's run.
DocumentTabs::Run StateOf(const RunController& runs) {
  if (!runs.isActive()) return DocumentTabs::Run::kNone;
  return runs.state() == RunController::State::kPaused ? DocumentTabs::Run::kPaused
                                                       : DocumentTabs::Run::kRunning;
}

constexpr int kRoomForKey = 1400;  // of the window

}  // namespace

// Makes the parts of the window, connects every action once, and begins with one empty document.
// Actions that are about a document are led to the current one when they are triggered.
MainWindow::MainWindow(const BlockRegistry& registry, ThemeKeeper* themes, QWidget* parent)
    : QMainWindow(parent),
      registry_(registry),
      actions_(new Actions(this)),
      pages_(withName(new QStackedWidget(this), QStringLiteral("pages"))),
      panels_(new PanelArea(*actions_, pages_)),
      startPage_(new StartPage(registry, *actions_, pages_)),
      tabs_(new DocumentTabs(*actions_)),
      centre_(new QStackedWidget),
      runBars_(new QStackedWidget),
      problemsButton_(withName(new QToolButton, QStringLiteral("problemsButton"))),
      message_(withName(new QLabel, QStringLiteral("statusMessage"))),
      statusRight_(withName(new QLabel, QStringLiteral("statusRight"))) {
  setObjectName(QStringLiteral("mainWindow"));
  resize(1440, 900);
  makeMenus();
  makeToolBar();
  makeLayout();
  makeStatusBar();
  connectFileActions();
  connectEditActions();
  connectPanelActions();
  connectMinimap();
  connectTabActions();
  connectOptionActions(*actions_, themes, this);
  if (themes != nullptr) connect(themes, &ThemeKeeper::applied, this, &MainWindow::refreshStatus);
  connectRunActions();
  connectHelpActions();
  new FileDrops(this);
  addWorkspace();
}

MainWindow::~MainWindow() {
  tabs_->disconnect(this);
  // Where one goes, another's canvas is shown and says so.
  for (Workspace* workspace : workspaces_) workspace->disconnect(this);
  for (Workspace* workspace : workspaces_) delete workspace;
}

// The window has two pages, the documents and the start page. The documents' page is itself a
// window with docks, whose middle holds the tabs and one canvas for each of them.
void MainWindow::makeLayout() {
  connect(tabs_, &QTabBar::currentChanged, this, &MainWindow::onTabChanged);
  // Keeps the list of documents in the order of the tabs, as both are addressed by index.
  connect(tabs_, &QTabBar::tabMoved, this, [this](int from, int to) {
    Workspace* const moved = workspaces_[from];
    workspaces_.erase(workspaces_.begin() + from);
    workspaces_.insert(workspaces_.begin() + to, moved);
  });
  auto* const middle = new QWidget(panels_);
  auto* const layout = withMargins(new QVBoxLayout(middle), {0, 0, 0, 0}, 0);
  layout->addWidget(tabs_);
  layout->addWidget(centre_, 1);
  panels_->setCentralWidget(middle);
  pages_->addWidget(panels_);
  pages_->addWidget(startPage_);
  connect(startPage_, &StartPage::fileRequested, this,
          [this](const QString& path) { openFile(this, path); });
  connect(startPage_, &StartPage::documentsRequested, this, [this] { showWorkspace(current()); });
  // The start page shows no document, so nothing is said of one, and nothing can be done with it.
  connect(pages_, &QStackedWidget::currentChanged, this, [this] {
    const bool showsDocuments = !isStartPageShown();
    problemsButton_->setVisible(showsDocuments);
    statusRight_->setVisible(showsDocuments);
    runBars_->setEnabled(showsDocuments);
    actions_->ofDocument()->setEnabled(showsDocuments);
  });
  setCentralWidget(pages_);
}

// At the left a button that says how many problems there are and leads to them, in the middle the
// last message, at the right seed, state of the file and zoom.
void MainWindow::makeStatusBar() {
  problemsButton_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  problemsButton_->setAutoRaise(true);
  problemsButton_->setIconSize(QSize(scaled(12), scaled(12)));
  problemsButton_->setToolTip(tr("Show the problems"));
  connect(problemsButton_, &QToolButton::clicked, this,
          [this] { panels_->reveal(PanelId::kProblems, PanelReveal::kOpen); });
  statusBar()->setSizeGripEnabled(false);
  statusBar()->addWidget(problemsButton_);
  statusBar()->addWidget(message_, 1);
  statusBar()->addPermanentWidget(statusRight_);
}

// The documents are in the order of the tabs; while there is no tab yet, it is the first.
Workspace* MainWindow::current() const {
  const int index = tabs_->currentIndex();
  return workspaces_.at(std::max(index, 0));
}

// Makes an empty document with its pages in all docks. Messages and wishes of a document count only
// while it is the current one: another one that runs in the background must not open panels.
Workspace* MainWindow::addWorkspace() {
  auto* const workspace = new Workspace(registry_, *actions_, {panels_, centre_, runBars_}, this);
  workspace->document()->setName(unusedUntitledName(*this));
  workspaces_.push_back(workspace);
  for (PanelDock* dock : panels_->docks()) dock->addPage(workspace->panel(dock->info().id));
  // Phases are collected for who has a place for them.
  workspace->runs()->setTimelineWanted(
      [this] { return panels_->dock(PanelId::kTimeline)->isOpen(); });
  centre_->addWidget(workspace->centre());
  runBars_->addWidget(workspace->runBar());
  // What a document says and wants is heeded while it is the current one.
  connect(workspace, &Workspace::messageShown, this, [this, workspace](const QString& text) {
    if (workspace == current()) showMessage(text);
  });
  connect(workspace, &Workspace::messageChanged, this,
          [this, workspace](const QString& before, const QString& now) {
            if (workspace == current() && message_->text() == before) showMessage(now);
          });
  connect(workspace, &Workspace::panelRequested, this,
          [this, workspace](PanelId id, PanelReveal how) {
            if (workspace == current()) panels_->reveal(id, how);
          });
  connect(workspace, &Workspace::panelDone, panels_, &PanelArea::close);
  connect(workspace, &Workspace::helpRequested, this, &MainWindow::showHelp);
  connect(workspace, &Workspace::statusChanged, this, [this] {
    refreshTitles();
    refreshStatus();
    refreshRunActions();
  });
  workspace->plots()->setFollowing(actions_->get(ActionId::kFollowPlots)->isChecked());
  workspace->plots()->setTimesLinked(actions_->get(ActionId::kLinkPlots)->isChecked());
  workspace->setTimelineLinked(actions_->get(ActionId::kLinkTimeline)->isChecked());
  workspace->view()->wireValues()->setShown(actions_->get(ActionId::kWireValues)->isChecked());
  workspace->showCosts(chosenCosts());
  workspace->readings()->setMeasuresShown(actions_->get(ActionId::kPlotMeasures)->isChecked());
  connect(workspace->plots()->cursors(), &PlotCursors::changed, this,
          &MainWindow::refreshRunActions);
  connect(workspace->plotMenu(), &PlotMenu::pictureRequested, this,
          [this](PlotView* view) { exportPlotPicture(this, view); });
  connect(workspace->plotMenu(), &PlotMenu::dataRequested, this,
          [this](PlotView* view) { exportDataOfPlot(this, view); });
  connect(workspace->plotMenu(), &PlotMenu::printRequested, this,
          [this](PlotView* view) { previewPlot(this, view); });
  const AnalysisViews* const views = workspace->analysis()->views();
  connect(views, &AnalysisViews::pictureRequested, this,
          [this](ResponsePlot* plot) { exportAnalysisPicture(this, plot); });
  connect(views, &AnalysisViews::dataRequested, this,
          [this](ResponsePlot* plot) { exportAnalysisData(this, plot); });
  connect(views, &AnalysisViews::figureRequested, this,
          [this] { exportFigure(this, QStringLiteral("analysis")); });
  connect(workspace->study(), &StudyPanel::figureRequested, this,
          [this] { exportFigure(this, QStringLiteral("study")); });
  tabs_->addTab(QString());
  // A row of tabs that is not visible yet keeps the height it had without tabs: the row would come
  // with the first edit, and the canvas move under the hand.
  tabs_->updateGeometry();
  showWorkspace(workspace);
  refreshTitles();
  return workspace;
}

void MainWindow::showWorkspace(Workspace* workspace) {
  showDocuments();
  const auto found = std::find(workspaces_.begin(), workspaces_.end(), workspace);
  const int index = static_cast<int>(found - workspaces_.begin());
  tabs_->setCurrentIndex(index);
  onTabChanged();
}

// A new document comes before the last one goes, so that there is always one. The tabs are quiet
// meanwhile: the list of documents and the tabs do not fit each other between two lines.
void MainWindow::removeWorkspace(Workspace* workspace) {
  if (workspaces_.size() == 1) addWorkspace();
  const auto found = std::find(workspaces_.begin(), workspaces_.end(), workspace);
  const int index = static_cast<int>(found - workspaces_.begin());
  workspace->disconnect(this);
  {
    const QSignalBlocker blocker(tabs_);
    workspaces_.erase(found);
    tabs_->removeTab(index);
  }
  delete workspace;
  onTabChanged();
  refreshTitles();
}

// Shows the pages of the current document everywhere, and brings into line what the window says of
// it: undo and redo, titles, status, and which actions of a run are possible.
void MainWindow::onTabChanged() {
  const int index = tabs_->currentIndex();
  if (index < 0 || index >= static_cast<int>(workspaces_.size())) return;
  Workspace* const workspace = workspaces_[index];
  for (PanelDock* dock : panels_->docks()) dock->showPage(workspace->panel(dock->info().id));
  centre_->setCurrentWidget(workspace->centre());
  runBars_->setCurrentWidget(workspace->runBar());
  refreshCommandKey();
  // The keyboard belongs to the canvas, unless it is what goes from tab to tab.
  if (!tabs_->hasFocus()) workspace->view()->setFocus();
  showMessage(QString());
  refreshMinimap();
  connectUndo();
  refreshTitles();
  refreshStatus();
  refreshRunActions();
}

// Writes names and states of all documents on their tabs, and of the current one on the window.
void MainWindow::refreshTitles() {
  for (size_t i = 0; i < workspaces_.size(); ++i) {
    const DiagramDocument& document = *workspaces_[i]->document();
    tabs_->showDocument(static_cast<int>(i), document.displayName(), document.filePath(),
                        document.isModified(), StateOf(*workspaces_[i]->runs()));
  }
  if (isStartPageShown()) return;
  const DiagramDocument& document = *current()->document();
  setWindowTitle(QStringLiteral("%1[*] — Loopwright").arg(document.displayName()));
  setWindowModified(document.isModified());
}

// Says how many errors there are; only where there is none, how many warnings.
void MainWindow::refreshStatus() {
  const Workspace& workspace = *current();
  const int errors = workspace.problems()->errorCount();
  const int warnings = workspace.problems()->warningCount();
  problemsButton_->setIcon(makeIcon(errors > 0     ? IconName::kError
                                    : warnings > 0 ? IconName::kWarning
                                                   : IconName::kGood));
  problemsButton_->setText(errors == 1     ? tr("1 error")
                           : errors > 0    ? tr("%n errors", nullptr, errors)
                           : warnings == 1 ? tr("1 warning")
                           : warnings > 0  ? tr("%n warnings", nullptr, warnings)
                                           : tr("No problems"));
  const int problems = errors + warnings;
  panels_->dock(PanelId::kProblems)
      ->setWindowTitle(problems == 0 ? tr("Problems") : tr("Problems %1").arg(problems));
  const DiagramDocument& document = *workspace.document();
  // Seed, state of the file and zoom.
  const QString seed = settingText(document.document().simulation.Get("seed"));
  const QString saved = document.filePath().isEmpty() ? tr("no file yet")
                        : document.isModified()       ? tr("changed")
                                                      : tr("saved");
  const int percent = static_cast<int>(std::lround(100 * workspace.view()->zoom()));
  statusRight_->setText(tr("seed %1 · %2 · %3 %").arg(seed, saved).arg(percent));
}

void MainWindow::showMessage(const QString& text) { message_->setText(text); }

// Documents stay open behind the start page. It offers a way back to them if there are any with
// something in them, and floating panels are hidden, as they belong to documents.
void MainWindow::showStartPage() {
  startPage_->refresh();
  startPage_->offerDocuments(std::any_of(workspaces_.begin(), workspaces_.end(),
                                         [](const Workspace* w) { return !isUntouched(*w); }));
  panels_->setFloatingShown(false);
  pages_->setCurrentWidget(startPage_);
  setWindowModified(false);
  setWindowTitle(QStringLiteral("Loopwright"));
}

bool MainWindow::isStartPageShown() const { return pages_->currentWidget() == startPage_; }

// Floating panels come back with the documents.
void MainWindow::showDocuments() {
  if (!isStartPageShown()) return;
  pages_->setCurrentWidget(panels_);
  panels_->setFloatingShown(true);
  refreshTitles();
}

// Sizes that do not fit today's screens are corrected by Qt.
void MainWindow::restoreLayout() {
  const QSettings settings;
  restoreGeometry(settings.value(QLatin1String(kGeometryKey)).toByteArray());
  panels_->restoreLayoutState(settings.value(QLatin1String(kPanelsKey)).toByteArray());
}

// The window stays open where a question about unsaved changes is not answered with leaving. Where
// it was and where its panels were is kept between starts.
void MainWindow::closeEvent(QCloseEvent* event) {
  if (!mayCloseAll(this, workspaces_)) return event->ignore();
  showDocuments();  // Floating panels are there again, to be remembered.
  QSettings settings;
  settings.setValue(QLatin1String(kGeometryKey), saveGeometry());
  settings.setValue(QLatin1String(kPanelsKey), panels_->layoutState());
  event->accept();
}

// The button for commands has its key in it where a window has room for that, and gives it away
// where all that is shown of a run has room then.
void MainWindow::refreshCommandKey() {
  showCommandKey(false);
  const int without = commandButton_->sizeHint().width();
  showCommandKey(true);
  const int key = commandButton_->sizeHint().width() - without;
  int missing = 0;  // for everything, with the key
  if (const auto* const runBar = qobject_cast<const RunBar*>(runBars_->currentWidget())) {
    missing = commandButton_->parentWidget()->sizeHint().width() - runBars_->sizeHint().width() +
              runBar->wantedWidth() - width();
  }
  const bool helps = missing > 0 && missing <= key;
  showCommandKey(width() >= scaled(kRoomForKey) && !helps);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  refreshCommandKey();
}

// What happened to the files while the user was elsewhere shows when he comes back.
void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() != QEvent::ActivationChange || !isActiveWindow()) return;
  for (Workspace* workspace : workspaces_) workspace->fileWatch()->check();
}

}  // namespace loopwright
