#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QStackedWidget>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>

#include "engine/document/document.h"
#include "gui/actions/actions.h"
#include "gui/actions/command_palette.h"
#include "gui/actions/shortcuts_page.h"
#include "gui/canvas/block_inserter.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/canvas_menu.h"
#include "gui/canvas/canvas_overlays.h"
#include "gui/canvas/canvas_texts.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/selection_commands.h"
#include "gui/docks/panel_area.h"
#include "gui/docks/panel_dock.h"
#include "gui/document/diagram_document.h"
#include "gui/edits/diagram_edits.h"
#include "gui/export/printing.h"
#include "gui/help/help_window.h"
#include "gui/main_window/about_dialog.h"
#include "gui/main_window/document_tabs.h"
#include "gui/main_window/export_commands.h"
#include "gui/main_window/file_commands.h"
#include "gui/main_window/main_window.h"
#include "gui/main_window/preferences_dialog.h"
#include "gui/main_window/workspace.h"
#include "gui/panels/palette_entry.h"
#include "gui/scene/diagram_scene.h"
#include "gui/start/file_lists.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"

// The window's menus and toolbar, and what its actions do.

namespace loopwright {

namespace {

// Adds actions to a menu; a null id is a separator.
void Fill(QMenu* menu, const Actions& actions, std::initializer_list<std::optional<ActionId>> ids) {
  for (const auto& id : ids) {
    if (id) {
      menu->addAction(actions.get(*id));
    } else {
      menu->addSeparator();
    }
  }
}

constexpr std::nullopt_t kLine = std::nullopt;

// Back to the last update, back and on by a step, and on to the next update, side by side.
QWidget* makeStepButtons(const Actions& actions, QSize iconSize) {
  auto* const steps = new QWidget;
  auto* const row = withMargins(new QHBoxLayout(steps), {6, 0, 0, 0}, 2);
  for (const ActionId id : {ActionId::kStepBackToUpdate, ActionId::kStepBack, ActionId::kStep,
                            ActionId::kStepToUpdate}) {
    auto* const button = new QToolButton(steps);
    button->setDefaultAction(actions.get(id));
    button->setIconSize(iconSize);
    button->setAutoRaise(true);
    row->addWidget(button);
  }
  return steps;
}
const char kCanvasMinimapKey[] = "view/canvasMinimap";

}  // namespace

// Puts the actions into menus. Lists that change, such as recent files and colours, are filled when
// their menu is about to open.
void MainWindow::makeMenus() {
  fillFileMenu(menuBar()->addMenu(tr("&File")));
  Fill(menuBar()->addMenu(tr("&Edit")), *actions_,
       {ActionId::kUndo, ActionId::kRedo, kLine, ActionId::kCut, ActionId::kCopy, ActionId::kPaste,
        ActionId::kDuplicate, ActionId::kDelete, kLine, ActionId::kRename, ActionId::kSelectAll,
        ActionId::kFind, kLine, ActionId::kHealWires, ActionId::kReplaceWires, kLine,
        ActionId::kPreferences});
  // The menu View: zoom, plots, panels, and how the program looks.
  QMenu* const view = menuBar()->addMenu(tr("&View"));
  Fill(view, *actions_,
       {ActionId::kZoomIn, ActionId::kZoomOut, ActionId::kZoomActual, ActionId::kZoomFit,
        ActionId::kCanvasMinimap, ActionId::kWireValues, ActionId::kBlockComputations,
        ActionId::kBlockTimes, kLine, ActionId::kFitPlots, ActionId::kFollowPlots,
        ActionId::kLinkPlots, ActionId::kLinkTimeline, ActionId::kPlotCursors,
        ActionId::kPlotMeasures, kLine});
  QMenu* const panels = view->addMenu(tr("Pa&nels"));
  fillPanelsMenu(panels);
  QMenu* const go = view->addMenu(tr("&Go to"));
  for (const PanelInfo& info : panelList()) go->addAction(actions_->get(info.show));
  Fill(go, *actions_,
       {kLine, ActionId::kNextPanel, ActionId::kPreviousPanel, kLine, ActionId::kNextTab,
        ActionId::kPreviousTab, ActionId::kMoveTabLeft, ActionId::kMoveTabRight});
  Fill(view, *actions_,
       {kLine, ActionId::kThemeSystem, ActionId::kThemeLight, ActionId::kThemeDark, kLine});
  Fill(view->addMenu(tr("Lang&uage")), *actions_,
       {ActionId::kLanguageSystem, ActionId::kLanguageEnglish, ActionId::kLanguageGerman});
  Fill(view, *actions_, {kLine, ActionId::kCommandPalette});
  // The menu Diagram: adding, turning, colours, aligning, subsystems.
  QMenu* const diagram = menuBar()->addMenu(tr("&Diagram"));
  Fill(diagram, *actions_,
       {ActionId::kAddBlock, ActionId::kAddNote, ActionId::kAddFrame, kLine, ActionId::kRotate,
        ActionId::kFlip, ActionId::kToggleEnabled});
  QMenu* const colours = diagram->addMenu(tr("&Colour"));
  connect(colours, &QMenu::aboutToShow, this, [this, colours] {
    colours->clear();
    current()->view()->menu()->fillColours(colours);
  });
  diagram->addSeparator();
  QMenu* const align = diagram->addMenu(tr("A&lign"));
  Fill(align, *actions_,
       {ActionId::kAlignLeft, ActionId::kAlignCentre, ActionId::kAlignRight, kLine,
        ActionId::kAlignTop, ActionId::kAlignMiddle, ActionId::kAlignBottom, kLine,
        ActionId::kDistributeAcross, ActionId::kDistributeDown});
  Fill(diagram, *actions_,
       {ActionId::kArrange, kLine, ActionId::kGroup, ActionId::kDissolve, ActionId::kOpenSubsystem,
        ActionId::kLeaveSubsystem});
  QMenu* const kept = fillRunMenu(menuBar()->addMenu(tr("&Run")));
  Fill(menuBar()->addMenu(tr("&Help")), *actions_,
       {ActionId::kHelp, ActionId::kAllBlocks, ActionId::kShortcuts, kLine, ActionId::kStartPage,
        kLine, ActionId::kAbout});
  // These menus have nothing to offer while no document is shown.
  for (const QMenu* const menu : {panels, go, colours, align, kept}) {
    actions_->ofDocument()->addAction(menu->menuAction());
  }
}

// Puts the most used actions into the one toolbar, with what the current document shows of its run
// in the middle.
void MainWindow::makeToolBar() {
  QToolBar* const bar = addToolBar(tr("Run"));
  bar->setObjectName(QStringLiteral("toolBar"));
  bar->setMovable(false);
  bar->setFloatable(false);
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  bar->setIconSize(QSize(scaled(18), scaled(18)));
  for (const ActionId id : {ActionId::kRun, ActionId::kPause, ActionId::kStop}) {
    bar->addAction(actions_->get(id));
  }
  bar->addWidget(makeStepButtons(*actions_, bar->iconSize()));
  bar->addSeparator();
  runBars_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(runBars_);
  bar->addSeparator();
  for (const ActionId id :
       {ActionId::kOpen, ActionId::kSave, ActionId::kUndo, ActionId::kRedo, ActionId::kZoomFit}) {
    bar->addAction(actions_->get(id));
  }
  bar->addSeparator();
  // A button for the list of all commands that shows its key as well, for learning.
  QAction* const command = actions_->get(ActionId::kCommandPalette);
  commandButton_ = withName(new QToolButton, QStringLiteral("commandButton"));
  commandButton_->setToolTip(command->toolTip());
  connect(commandButton_, &QToolButton::clicked, command, &QAction::trigger);
  showCommandKey(true);
  bar->addWidget(commandButton_);
}

void MainWindow::showCommandKey(bool isShown) {
  const QKeySequence key = actions_->get(ActionId::kCommandPalette)->shortcut();
  const QString text = tr("Run a command");
  commandButton_->setText(
      isShown ? QStringLiteral("%1     %2").arg(text, key.toString(QKeySequence::NativeText))
              : text);
}

// Recent files and examples are listed when their menus open, so that they are those of now.
void MainWindow::fillFileMenu(QMenu* file) {
  Fill(file, *actions_, {ActionId::kNew, ActionId::kOpen});
  QMenu* const recent = withName(file->addMenu(tr("Open &recent")), QStringLiteral("recentMenu"));
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(recent); });
  QMenu* const examples = withName(file->addMenu(tr("&Examples")), QStringLiteral("examplesMenu"));
  connect(examples, &QMenu::aboutToShow, this, [this, examples] { fillExamplesMenu(examples); });
  Fill(file, *actions_,
       {kLine, ActionId::kSave, ActionId::kSaveAs, kLine, ActionId::kExportFigure,
        ActionId::kExportPlots, ActionId::kPrint, kLine, ActionId::kClose, ActionId::kCloseOthers,
        ActionId::kCloseAll, ActionId::kQuit});
}

// Returns the menu in it of the kept runs.
QMenu* MainWindow::fillRunMenu(QMenu* run) {
  Fill(run, *actions_,
       {ActionId::kRun, ActionId::kPause, ActionId::kStop, kLine, ActionId::kStep,
        ActionId::kStepToUpdate, ActionId::kStepToSample, ActionId::kStepToPhase, ActionId::kRunTo,
        kLine, ActionId::kStepBack, ActionId::kStepBackToUpdate, ActionId::kStepBackToSample,
        ActionId::kStepBackToPhase, ActionId::kRunOnFromHere, kLine, ActionId::kSlower,
        ActionId::kFaster, kLine});
  Fill(run, *actions_, {ActionId::kCheckSteps, kLine});
  QMenu* const kept = run->addMenu(tr("&Kept runs"));
  Fill(kept, *actions_,
       {ActionId::kShowRuns, kLine, ActionId::kCompareRuns, ActionId::kVerifyRun, ActionId::kPinRun,
        ActionId::kDeleteRun, kLine, ActionId::kOpenRun, ActionId::kSaveRun});
  return kept;
}

void MainWindow::fillRecentMenu(QMenu* menu) {
  menu->clear();
  for (const QString& path : recentFiles()) {
    menu->addAction(QFileInfo(path).fileName(), this, [this, path] { openFile(this, path); })
        ->setToolTip(path);
  }
  if (menu->isEmpty()) menu->addAction(tr("No files yet"))->setEnabled(false);
}

// The examples that came with the program, by their titles.
void MainWindow::fillExamplesMenu(QMenu* menu) {
  menu->clear();
  for (const Example& example : findExamples()) {
    menu->addAction(example.title, this, [this, path = example.path] { openFile(this, path); });
  }
  if (menu->isEmpty()) menu->addAction(tr("No examples were found"))->setEnabled(false);
}

void MainWindow::on(ActionId id, const std::function<void()>& act) {
  connect(actions_->get(id), &QAction::triggered, this, act);
}

void MainWindow::onSwitched(ActionId id, const std::function<void(bool)>& act) {
  connect(actions_->get(id), &QAction::toggled, this, act);
}

// Leads the commands for files to file_commands.h, which asks what has to be asked.
void MainWindow::connectFileActions() {
  on(ActionId::kNew, [this] { newFile(this); });
  on(ActionId::kOpen, [this] { chooseAndOpen(this); });
  on(ActionId::kSave, [this] { save(this, current()); });
  on(ActionId::kSaveAs, [this] { saveAs(this, current()); });
  on(ActionId::kClose, [this] { closeWorkspace(this, current()); });
  on(ActionId::kQuit, [this] { close(); });
  on(ActionId::kExportFigure, [this] { exportFigure(this); });
  on(ActionId::kExportPlots, [this] { exportCurrentPlots(this); });
  on(ActionId::kPrint, [this] { printCurrentDiagram(); });
  on(ActionId::kCloseAll, [this] { closeWorkspaces(this, workspaces()); });
  on(ActionId::kCloseOthers, [this] {
    std::vector<Workspace*> others = workspaces_;
    std::erase(others, current());
    closeWorkspaces(this, others);
  });
  connect(tabs_, &QTabBar::tabCloseRequested, this,
          [this](int index) { closeWorkspace(this, workspaces_.at(index)); });
}

// Next and previous go round; a tab that is moved stops at the ends of the row.
void MainWindow::connectTabActions() {
  const auto show = [this](int step) {
    const int count = tabs_->count();
    tabs_->setCurrentIndex((tabs_->currentIndex() + step + count) % count);
  };
  on(ActionId::kNextTab, [show] { show(1); });
  on(ActionId::kPreviousTab, [show] { show(-1); });
  const auto move = [this](int step) {
    const int index = tabs_->currentIndex();
    if (index + step >= 0 && index + step < tabs_->count()) tabs_->moveTab(index, index + step);
  };
  on(ActionId::kMoveTabLeft, [move] { move(-1); });
  on(ActionId::kMoveTabRight, [move] { move(1); });
}

// Leads an action to a slot of one part of the current canvas: onPart(action, which part, its
// slot).
void MainWindow::connectEditActions() {
  const auto onPart = [this](ActionId id, auto* (DiagramView::*part)() const, auto slot) {
    on(id, [this, part, slot] { ((current()->view()->*part)()->*slot)(); });
  };
  onPart(ActionId::kCut, &DiagramView::commands, &SelectionCommands::cut);
  onPart(ActionId::kCopy, &DiagramView::commands, &SelectionCommands::copy);
  onPart(ActionId::kPaste, &DiagramView::commands, &SelectionCommands::paste);
  onPart(ActionId::kDuplicate, &DiagramView::commands, &SelectionCommands::duplicate);
  onPart(ActionId::kDelete, &DiagramView::commands, &SelectionCommands::remove);
  onPart(ActionId::kRename, &DiagramView::texts, &CanvasTexts::rename);
  onPart(ActionId::kSelectAll, &DiagramView::commands, &SelectionCommands::selectAll);
  onPart(ActionId::kAddBlock, &DiagramView::inserter, &BlockInserter::quickAdd);
  onPart(ActionId::kRotate, &DiagramView::commands, &SelectionCommands::rotate);
  onPart(ActionId::kFlip, &DiagramView::commands, &SelectionCommands::flip);
  onPart(ActionId::kToggleEnabled, &DiagramView::commands, &SelectionCommands::toggleEnabled);
  onPart(ActionId::kOpenSubsystem, &DiagramView::commands, &SelectionCommands::open);
  on(ActionId::kLeaveSubsystem, [this] { current()->view()->leaveLevel(); });
  onPart(ActionId::kAddNote, &DiagramView::texts, &CanvasTexts::addNote);
  onPart(ActionId::kAddFrame, &DiagramView::texts, &CanvasTexts::addFrame);
  onPart(ActionId::kArrange, &DiagramView::commands, &SelectionCommands::arrange);
  onPart(ActionId::kGroup, &DiagramView::commands, &SelectionCommands::group);
  onPart(ActionId::kDissolve, &DiagramView::commands, &SelectionCommands::dissolve);
  // One action for each kind of alignment.
  for (const auto& [id, alignment] : {std::pair(ActionId::kAlignLeft, Alignment::kLeft),
                                      std::pair(ActionId::kAlignCentre, Alignment::kCentre),
                                      std::pair(ActionId::kAlignRight, Alignment::kRight),
                                      std::pair(ActionId::kAlignTop, Alignment::kTop),
                                      std::pair(ActionId::kAlignMiddle, Alignment::kMiddle),
                                      std::pair(ActionId::kAlignBottom, Alignment::kBottom),
                                      std::pair(ActionId::kDistributeAcross, Alignment::kAcross),
                                      std::pair(ActionId::kDistributeDown, Alignment::kDown)}) {
    on(id, [this, alignment = alignment] { current()->view()->commands()->align(alignment); });
  }
  onPart(ActionId::kZoomIn, &DiagramView::camera, &Camera::zoomIn);
  onPart(ActionId::kZoomOut, &DiagramView::camera, &Camera::zoomOut);
  onPart(ActionId::kZoomActual, &DiagramView::camera, &Camera::zoomToActualSize);
  onPart(ActionId::kZoomFit, &DiagramView::camera, &Camera::zoomToFit);
  // Undo and redo are steps of the document's stack.
  on(ActionId::kUndo, [this] { current()->document()->undoStack()->undo(); });
  on(ActionId::kRedo, [this] { current()->document()->undoStack()->redo(); });
}

// Undo and redo follow the current document's stack: its steps are their texts. Those of other
// documents are let go of, or an edit in the background would change them.
void MainWindow::connectUndo() {
  QAction* const undo = actions_->get(ActionId::kUndo);
  QAction* const redo = actions_->get(ActionId::kRedo);
  for (const Workspace* workspace : workspaces_) {
    workspace->document()->undoStack()->disconnect(this);
  }
  const QUndoStack* const stack = current()->document()->undoStack();
  // A "&" in the name of a block is no mark of a letter.
  const auto shown = [](QString step) { return step.replace(u'&', QStringLiteral("&&")); };
  const auto refresh = [stack, undo, redo, shown] {
    undo->setEnabled(stack->canUndo());
    undo->setText(stack->canUndo() ? tr("&Undo: %1").arg(shown(stack->undoText())) : tr("&Undo"));
    redo->setEnabled(stack->canRedo());
    redo->setText(stack->canRedo() ? tr("&Redo: %1").arg(shown(stack->redoText())) : tr("&Redo"));
  };
  connect(stack, &QUndoStack::indexChanged, this, refresh);
  connect(stack, &QUndoStack::undoTextChanged, this, refresh);
  connect(stack, &QUndoStack::redoTextChanged, this, refresh);
  refresh();
}

// Which panels are open, and what is done with the one that has the keyboard.
void MainWindow::fillPanelsMenu(QMenu* menu) {
  menu->setObjectName(QStringLiteral("panelsMenu"));
  for (const PanelDock* dock : panels_->docks()) menu->addAction(dock->toggleViewAction());
  menu->addSeparator();
  // In a menu of their own: with all panels the menu would be higher than a small screen.
  Fill(menu->addMenu(tr("&Arrange")), *actions_,
       {ActionId::kFloatPanel, ActionId::kMovePanelLeft, ActionId::kMovePanelRight,
        ActionId::kMovePanelBelow, ActionId::kClosePanel, kLine, ActionId::kFoldPanels,
        ActionId::kPanelsByRoom, ActionId::kPanelsBeside, ActionId::kPanelsFolded});
  Fill(menu, *actions_, {ActionId::kResetLayout});
}

// Leads to the panels: one action for each shows it with the keyboard in it, two go round all of
// them and the canvas.
void MainWindow::connectPanelActions() {
  for (const PanelInfo& info : panelList()) {
    on(info.show, [this, id = info.id] { panels_->reveal(id, PanelReveal::kFocus); });
  }
  on(ActionId::kNextPanel, [this] { panels_->cycle(1, current()->view()); });
  on(ActionId::kPreviousPanel, [this] { panels_->cycle(-1, current()->view()); });
  on(ActionId::kResetLayout, [this] { panels_->resetLayout(); });
  // What follows is about the panel that has the keyboard.
  const auto onPanel = [this](ActionId id, auto slot) {
    on(id, [this, slot] {
      if (PanelDock* const dock = panels_->active()) return slot(dock);
      showMessage(tr("No panel has the keyboard: F6 leads to the next."));
    });
  };
  onPanel(ActionId::kFloatPanel, [](PanelDock* dock) {
    dock->floatAction()->trigger();
    dock->focusPage();
  });
  onPanel(ActionId::kClosePanel, [](PanelDock* dock) { dock->close(); });
  for (const auto& [id, area] : {std::pair(ActionId::kMovePanelLeft, Qt::LeftDockWidgetArea),
                                 std::pair(ActionId::kMovePanelRight, Qt::RightDockWidgetArea),
                                 std::pair(ActionId::kMovePanelBelow, Qt::BottomDockWidgetArea)}) {
    onPanel(id, [this, area = area](PanelDock* dock) { panels_->move(dock, area); });
  }
  // Where a panel that had the keyboard goes, the canvas takes it.
  connect(panels_, &PanelArea::keyboardLeft, this, [this] {
    activateWindow();
    current()->view()->setFocus();
  });
}

// The minimap is in the corner of the canvas, unless it has a panel.
void MainWindow::connectMinimap() {
  actions_->get(ActionId::kCanvasMinimap)
      ->setChecked(QSettings().value(QLatin1String(kCanvasMinimapKey), true).toBool());
  onSwitched(ActionId::kCanvasMinimap, [this](bool shown) {
    QSettings().setValue(QLatin1String(kCanvasMinimapKey), shown);
    refreshMinimap();
  });
  connect(panels_, &PanelArea::panelsChanged, this, &MainWindow::refreshMinimap);
}

// One minimap is enough: an open panel takes it from the corner.
void MainWindow::refreshMinimap() {
  const bool hasPanel = panels_->dock(PanelId::kMinimap)->isOpen();
  const bool wanted = actions_->get(ActionId::kCanvasMinimap)->isChecked() && !hasPanel;
  for (Workspace* workspace : workspaces_) workspace->view()->overlays()->setMinimapShown(wanted);
}

// Dialogs delete themselves when they are closed, but for the preferences, which keep their place.
void MainWindow::connectHelpActions() {
  // Help on what has the keyboard or is selected, or the list of all types.
  on(ActionId::kHelp, [this] { showHelp(typeForHelp()); });
  on(ActionId::kAllBlocks, [this] { showHelp(QString()); });
  on(ActionId::kCommandPalette, [this] { (new CommandPalette(*actions_, this))->begin(); });
  on(ActionId::kStartPage, [this] { showStartPage(); });
  on(ActionId::kShortcuts, [this] {
    auto* const page = deletedOnClose(new ShortcutsPage(*actions_, this));
    page->open();
  });
  on(ActionId::kAbout, [this] {
    auto* const about = deletedOnClose(new AboutDialog(this));
    about->open();
  });
  on(ActionId::kPreferences, [this] {
    if (!preferences_) preferences_ = new PreferencesDialog(*actions_, this);
    preferences_->show();
    preferences_->raise();
    preferences_->activateWindow();
  });
}

// The window of the help is made when it is first wanted, and then kept for other pages.
void MainWindow::showHelp(const QString& type) {
  if (help_ == nullptr) help_ = new HelpWindow(registry_, this);
  help_->showHelp(type);
}

// The block type that help is wanted on: that of the palette's entry with the keyboard, else of the
// first selected block. Empty, and so the list of all types, where neither says anything.
QString MainWindow::typeForHelp() const {
  if (const auto* entry = qobject_cast<const PaletteEntry*>(QApplication::focusWidget())) {
    return entry->type();
  }
  if (isStartPageShown()) return QString();
  const DiagramView& view = *current()->view();
  const QStringList selected = view.selectedBlocks();
  if (selected.isEmpty()) return QString();
  const std::string path = JoinPath(view.level().toStdString(), selected.front().toStdString());
  const Block* block = current()->document()->document().FindBlock(path);
  return block != nullptr ? QString::fromStdString(block->type) : QString();
}

// A diagram that is wider than high is printed across, unless the person chooses otherwise.
void MainWindow::printCurrentDiagram() {
  DiagramDocument* const document = current()->document();
  const QRectF content = current()->view()->diagramScene()->contentRect();
  showPrintPreview(this, document->displayName(), content.width() > content.height(),
                   [document, level = current()->view()->level()](QPrinter* printer) {
                     printDiagram(document, level, printer);
                   });
}

}  // namespace loopwright
