#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopeGuard>
#include <QScreen>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <QUndoStack>
#include <QUndoView>
#include <algorithm>
#include <memory>
#include <set>

#include "gui/actions/actions.h"
#include "gui/canvas/block_inserter.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/diagram_view.h"
#include "gui/docks/panel_area.h"
#include "gui/docks/panel_dock.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/file_commands.h"
#include "gui/plots/plot_panel.h"
#include "gui/run/run_controller.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_docks {

// The panels around the canvas: moved, tabbed, floated, closed, shown again, remembered.
class TestDocks : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    start();
  }
  void cleanup() {
    window_.reset();
    fixture_.reset();
  }

  void panelsStartBesideAndBelowTheCanvas();
  void largeTextsLeaveTheCanvasItsRoom();
  void theAnalysisOpensHighEnoughForItsPlots();
  void aTallPanelOpensTall();
  void aTabBringsItsPanelInFront();
  void titlesStandWhereNoTabsDo();
  void buttonsFloatDockAndClose();
  void aTitleIsDraggedOutOfTheWindow();
  void aTabIsDraggedOutOfTheWindow();
  void theBorderOfAPanelIsDragged();
  void closedPanelsComeBackFromTheMenu();
  void aPlusOpensThePanelsOfItsSide();
  void theMenuOfATabMovesItsPanel();
  void everyPanelIsReachedByAKey();
  void f6LeadsAroundTheWindow();
  void commandsAreAboutThePanelWithTheKeyboard();
  void aFloatingPanelGivesTheKeyboardToAnother();
  void escInFindGivesTheKeyboardBack();
  void theLayoutIsRemembered();
  void theLayoutCanBeReset();
  void panelsFollowTheCurrentDocument();
  void floatingPanelsGoWithTheStartPage();
  void aRunOpensNoPanelThatWasClosed();
  void whatIsBeingWorkedInStaysInFront();
  void theMinimapIsInTheCornerOrInAPanel();

 private:
  void start() {
    window_ = activeWindow(QSize(1440, 900));
    settle();
  }
  // Titles and tabs are brought in line when the events that are under way are done.
  static void settle() { QTest::qWait(0), QCoreApplication::processEvents(); }

  PanelArea* area() const { return window_->panels(); }
  PanelDock* dock(PanelId id) const { return area()->dock(id); }
  DiagramView* view() const { return window_->current()->view(); }
  QAction* action(ActionId id) const { return window_->actions().get(id); }
  bool front(PanelId id) const { return dock(id)->isInFront(); }

  QTabBar* tabsWith(const QString& title) const {
    for (QTabBar* tabs : area()->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
      for (int i = 0; i < tabs->count(); ++i) {
        // One that is not needed lies outside.
        if (tabs->isVisible() && tabs->y() >= 0 && tabs->tabText(i) == title) return tabs;
      }
    }
    return nullptr;
  }
  static QPoint tabCentre(const QTabBar* tabs, const QString& title) {
    for (int i = 0; i < tabs->count(); ++i) {
      if (tabs->tabText(i) == title) return tabs->tabRect(i).center();
    }
    return QPoint(-1, -1);
  }
  void clickTab(const QString& title) {
    QTabBar* const tabs = tabsWith(title);
    QVERIFY2(tabs != nullptr, qPrintable(title));
    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabCentre(tabs, title));
    settle();
  }
  QStringList titles(const QTabBar* tabs) const {
    QStringList result;
    for (int i = 0; i < tabs->count(); ++i) result << tabs->tabText(i);
    return result;
  }
  QToolButton* button(const char* name) const {
    for (QToolButton* each : area()->findChildren<QToolButton*>(name)) {
      if (each->isVisible()) return each;
    }
    return nullptr;
  }
  void press(const char* name) {
    QToolButton* const found = button(name);
    QVERIFY2(found != nullptr, name);
    QTest::mouseClick(found, Qt::LeftButton);
    settle();
  }
  static void drag(QWidget* widget, const QPoint& from, const QPoint& by) {
    QTest::mousePress(widget, Qt::LeftButton, {}, from);
    moveMouse(widget, from, by);
    settle();
    QTest::mouseRelease(widget, Qt::LeftButton, {}, from + by);
    settle();
  }
  static void moveMouse(QWidget* widget, const QPoint& from, const QPoint& by) {
    constexpr int kSteps = 8;
    const QPoint start = widget->mapToGlobal(from);
    for (int i = 1; i <= kSteps; ++i) {
      const QPoint global = start + by * i / kSteps;
      // A dock moves under the mouse: its place is told anew.
      QMouseEvent move(QEvent::MouseMove, widget->mapFromGlobal(global), global, Qt::NoButton,
                       Qt::LeftButton, {});
      QApplication::sendEvent(widget, &move);
    }
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
};

void TestDocks::panelsStartBesideAndBelowTheCanvas() {
  QCOMPARE(titles(tabsWith("Blocks")), QStringList({"Blocks", "Outline", "History"}));
  QCOMPARE(titles(tabsWith("Properties")), QStringList({"Properties", "Parameters", "Simulation"}));
  QCOMPARE(titles(tabsWith("Plots")), QStringList({"Plots", "Problems"}));
  QVERIFY(front(PanelId::kBlocks) && front(PanelId::kProperties) && front(PanelId::kPlots));
  QVERIFY(!dock(PanelId::kFind)->isOpen());
  QVERIFY(!dock(PanelId::kMinimap)->isOpen());
  const auto left = [this](QWidget* widget) { return widget->mapTo(window_.get(), QPoint()); };
  const QPoint canvas = left(view());
  QVERIFY(left(dock(PanelId::kBlocks)).x() + dock(PanelId::kBlocks)->width() <= canvas.x());
  QVERIFY(left(dock(PanelId::kProperties)).x() >= canvas.x() + view()->width());
  QVERIFY(left(dock(PanelId::kPlots)).y() >= canvas.y() + view()->height());
  QCOMPARE(dock(PanelId::kBlocks)->width(), 236);
  QCOMPARE(dock(PanelId::kProperties)->width(), 300);
}

void TestDocks::largeTextsLeaveTheCanvasItsRoom() {
  const PanelInfo& plots = dock(PanelId::kPlots)->info();
  const PanelInfo& blocks = dock(PanelId::kBlocks)->info();
  QCOMPARE(panelSize(plots), plots.size);
  setTextScale(3);
  const auto usual = qScopeGuard([] { setTextScale(1); });
  QCOMPARE(panelSize(blocks), blocks.size * 3);
  QCOMPARE(panelSize(plots).width(), plots.size.width() * 3);
  const int screen = QGuiApplication::primaryScreen()->availableSize().height();
  QCOMPARE(panelSize(plots).height(), std::max(screen / 3, plots.size.height()));
}

// Plots that are a few lines high tell nothing; what is open already stays as a person made it.
void TestDocks::theAnalysisOpensHighEnoughForItsPlots() {
  for (const QSize size : {QSize(1280, 720), QSize(1600, 1000)}) {
    window_.reset();
    QSettings().clear();
    window_ = activeWindow(size);
    settle();
    const int before = dock(PanelId::kPlots)->height();
    action(ActionId::kShowAnalysis)->trigger();
    settle();
    QTRY_VERIFY2(
        dock(PanelId::kAnalysis)->height() >= 0.4 * size.height(),
        qPrintable(QString("%1 of %2").arg(dock(PanelId::kAnalysis)->height()).arg(size.height())));
    QVERIFY(dock(PanelId::kAnalysis)->height() > before);
    QVERIFY(view()->height() >= size.height() / 4);
    area()->resizeDocks({dock(PanelId::kAnalysis)}, {before}, Qt::Vertical);
    settle();
    const int chosen = dock(PanelId::kAnalysis)->height();
    QVERIFY(chosen < 0.4 * size.height());
    clickTab("Plots");
    clickTab("Analysis");
    QCOMPARE(dock(PanelId::kAnalysis)->height(), chosen);
  }
}

// A study shows several views: in the place of the plots it is opened with more height than these
// need. Panels that are as low as the plots take the place as it is.
void TestDocks::aTallPanelOpensTall() {
  window_->resize(1280, 720);
  settle();
  const int plots = dock(PanelId::kPlots)->height();
  window_->panels()->reveal(PanelId::kRuns, PanelReveal::kOpen);
  settle();
  QCOMPARE(dock(PanelId::kRuns)->height(), plots);
  window_->panels()->reveal(PanelId::kStudy, PanelReveal::kOpen);
  settle();
  QVERIFY2(dock(PanelId::kStudy)->height() >= 320,
           qPrintable(QString::number(dock(PanelId::kStudy)->height())));
  QVERIFY(window_->panels()->centralWidget()->height() >= 180);
}

void TestDocks::aTabBringsItsPanelInFront() {
  auto* const search = window_->findChild<QLineEdit*>("paletteSearch");
  auto* const tree = window_->findChild<QTreeWidget*>("outlineTree");
  QVERIFY(search->isVisible());
  // What is behind is hidden, so that it does no work.
  QVERIFY(!tree->isVisible());
  clickTab("Outline");
  QVERIFY(tree->isVisible());
  QVERIFY(!search->isVisible());
  QVERIFY(front(PanelId::kOutline) && !front(PanelId::kBlocks));
}

void TestDocks::titlesStandWhereNoTabsDo() {
  QCOMPARE(dock(PanelId::kPlots)->titleBar()->height(), 0);
  clickTab("Problems");
  press("dock.problems.close");
  QCOMPARE(dock(PanelId::kPlots)->titleBar()->height(), 30);
  QVERIFY(tabsWith("Plots") == nullptr);
  // The buttons are in the title now.
  QVERIFY(dock(PanelId::kPlots)->titleBar()->isAncestorOf(button("action.fitPlots")));
}

void TestDocks::buttonsFloatDockAndClose() {
  PanelDock* const plots = dock(PanelId::kPlots);
  press("dock.plots.float");
  QVERIFY(plots->isFloating() && plots->isVisible());
  QCOMPARE(plots->titleBar()->height(), 30);
  QVERIFY(front(PanelId::kProblems));
  QCOMPARE(dock(PanelId::kProblems)->titleBar()->height(), 30);
  press("dock.plots.float");
  QVERIFY(!plots->isFloating());
  QCOMPARE(titles(tabsWith("Plots")).size(), 2);
  press("dock.plots.close");
  QVERIFY(!plots->isOpen());
  QVERIFY(front(PanelId::kProblems));
}

void TestDocks::aTitleIsDraggedOutOfTheWindow() {
  press("dock.plots.close");
  PanelDock* const problems = dock(PanelId::kProblems);
  drag(problems->titleBar(), QPoint(40, 12), QPoint(0, 600));
  QVERIFY(problems->isOutside());
  QVERIFY(button("dock.problems.float")->toolTip().contains("back"));
  press("dock.problems.float");
  QVERIFY(!problems->isOutside());
  QCOMPARE(area()->dockWidgetArea(problems), Qt::BottomDockWidgetArea);
  // Double clicks do the same.
  QTest::mouseDClick(problems->titleBar(), Qt::LeftButton, {}, QPoint(40, 12));
  settle();
  QVERIFY(problems->isOutside());
  QTest::mouseDClick(problems->titleBar(), Qt::LeftButton, {}, QPoint(40, 12));
  settle();
  QVERIFY(!problems->isOutside());
}

void TestDocks::aTabIsDraggedOutOfTheWindow() {
  QTabBar* const tabs = tabsWith("Outline");
  drag(tabs, tabCentre(tabs, "Outline"), QPoint(500, 300));
  PanelDock* const outline = dock(PanelId::kOutline);
  QTRY_VERIFY(outline->isFloating());
  QVERIFY(window_->findChild<QTreeWidget*>("outlineTree")->isVisible());
  QCOMPARE(titles(tabsWith("Blocks")), QStringList({"Blocks", "History"}));
}

void TestDocks::theBorderOfAPanelIsDragged() {
  PanelDock* const blocks = dock(PanelId::kBlocks);
  const int before = blocks->width();
  // The separator is one pixel wide; its neighbour will do as well.
  for (const int beside : {0, -1}) {
    const int now = blocks->width();
    const QPoint border(blocks->geometry().right() + 1 + beside, 400);
    QWidget* const hit = area()->childAt(border);
    QWidget* const target = hit != nullptr ? hit : area();
    drag(target, target->mapFrom(area(), border), QPoint(40, 0));
    QCOMPARE(blocks->width(), now + 40);
  }
  QCOMPARE(blocks->width(), before + 80);
}

// Inspector, timeline and runs are closed at first, and found without the menu bar.
void TestDocks::aPlusOpensThePanelsOfItsSide() {
  const auto openBy = [&](const char* neighbour, const char* title) {
    QTabBar* const tabs = tabsWith(neighbour);
    auto* const more = tabs != nullptr ? tabs->findChild<QToolButton*>("panelMore") : nullptr;
    if (more == nullptr || !more->isVisible()) return false;
    more->menu()->popup(QPoint(0, 0));
    QAction* found = nullptr;
    for (QAction* const action : more->menu()->actions()) {
      if (action->text().startsWith(QLatin1String(title))) found = action;
    }
    if (found != nullptr) found->trigger();
    more->menu()->close();
    settle();
    return found != nullptr;
  };
  QVERIFY(!openBy("Plots", "Inspector"));
  QVERIFY(openBy("Plots", "Timeline"));
  QVERIFY(front(PanelId::kTimeline));
  QVERIFY(openBy("Plots", "Runs"));
  QVERIFY(front(PanelId::kRuns));
  QVERIFY(!openBy("Plots", "Runs"));
  QVERIFY(openBy("Parameters", "Inspector"));
  QVERIFY(front(PanelId::kInspector));
  // Beside a title as well.
  press("dock.runs.close");
  press("dock.timeline.close");
  press("dock.problems.close");
  auto* const more = dock(PanelId::kPlots)->titleBar()->findChild<QToolButton*>("panelMore");
  QVERIFY(more != nullptr && more->isVisible());
}

void TestDocks::closedPanelsComeBackFromTheMenu() {
  press("dock.blocks.close");
  auto* const menu = window_->findChild<QMenu*>("panelsMenu");
  QAction* const toggle = dock(PanelId::kBlocks)->toggleViewAction();
  QVERIFY(menu->actions().contains(toggle));
  for (const PanelDock* each : area()->docks()) {
    QVERIFY(menu->actions().contains(each->toggleViewAction()));
  }
  QCOMPARE(toggle->text(), QString("Blocks"));
  QVERIFY(!toggle->isChecked());
  toggle->trigger();
  settle();
  QVERIFY(front(PanelId::kBlocks));
  QVERIFY(window_->findChild<QLineEdit*>("paletteSearch")->isVisible());
  QCOMPARE(titles(tabsWith("Blocks")).size(), 3);
  toggle->trigger();
  QVERIFY(!dock(PanelId::kBlocks)->isOpen());
}

void TestDocks::theMenuOfATabMovesItsPanel() {
  QTabBar* const tabs = tabsWith("Problems");
  QContextMenuEvent asked(QContextMenuEvent::Mouse, tabCentre(tabs, "Problems"),
                          tabs->mapToGlobal(tabCentre(tabs, "Problems")));
  QApplication::sendEvent(tabs, &asked);
  auto* const menu = dock(PanelId::kProblems)->findChild<QMenu*>("panelMenu");
  QVERIFY(menu != nullptr);
  QAction* right = nullptr;
  for (QAction* each : menu->actions()) {
    if (each->text() == "Move to the right") right = each;
  }
  QVERIFY(right != nullptr);
  right->trigger();
  menu->close();
  settle();
  QCOMPARE(area()->dockWidgetArea(dock(PanelId::kProblems)), Qt::RightDockWidgetArea);
  QVERIFY(titles(tabsWith("Properties")).contains("Problems"));
  QVERIFY(front(PanelId::kProblems));
}

void TestDocks::everyPanelIsReachedByAKey() {
  for (const PanelInfo& info : panelList()) {
    QAction* const go = action(info.show);
    QVERIFY2(!go->shortcut().isEmpty(), info.name);
    for (const QKeySequence& keys : go->shortcuts()) {
      dock(info.id)->close();
      view()->setFocus();
      settle();
      QTest::keySequence(window_.get(), keys);
      QVERIFY2(dock(info.id)->isOpen(), info.name);
      QVERIFY2(dock(info.id)->hasKeyboard(), qPrintable(keys.toString() + ' ' + info.name));
      settle();
      QVERIFY2(front(info.id), info.name);
      QCOMPARE(area()->active(), dock(info.id));
    }
  }
}

void TestDocks::f6LeadsAroundTheWindow() {
  view()->setFocus();
  QStringList seen;
  const auto next = [&](Qt::KeyboardModifiers modifiers) {
    QTest::keyClick(window_.get(), Qt::Key_F6, modifiers);
    const PanelDock* const at = area()->active();
    seen << (at != nullptr ? QString(at->info().name) : QString("canvas"));
    QVERIFY(at != nullptr ? at->hasKeyboard() : view()->hasFocus());
  };
  for (int i = 0; i < 5; ++i) next({});
  QCOMPARE(seen, QStringList({"blocks", "plots", "properties", "canvas", "blocks"}));
  seen.clear();
  for (int i = 0; i < 4; ++i) next(Qt::ShiftModifier);
  QCOMPARE(seen, QStringList({"canvas", "properties", "plots", "blocks"}));
}

void TestDocks::commandsAreAboutThePanelWithTheKeyboard() {
  view()->setFocus();
  action(ActionId::kClosePanel)->trigger();
  QVERIFY(window_->findChild<QLabel*>("statusMessage")->text().contains("F6"));
  // From the list of commands, too: the keyboard goes back before.
  action(ActionId::kShowProblems)->trigger();
  action(ActionId::kCommandPalette)->trigger();
  auto* const edit = window_->findChild<QLineEdit*>("commandPalette.edit");
  QTest::keyClicks(edit, "move the panel to the left");
  QTest::keyClick(edit, Qt::Key_Return);
  settle();
  QCOMPARE(area()->dockWidgetArea(dock(PanelId::kProblems)), Qt::LeftDockWidgetArea);
  dock(PanelId::kProblems)->focusPage();
  QTest::keyClick(window_.get(), Qt::Key_F6, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(dock(PanelId::kProblems)->isFloating());
  QTRY_VERIFY(dock(PanelId::kProblems)->hasKeyboard());
  QTest::keyClick(window_.get(), Qt::Key_F6, Qt::ControlModifier);
  settle();
  QVERIFY(!dock(PanelId::kProblems)->isOpen());
  QTRY_VERIFY(view()->hasFocus());
}

void TestDocks::aFloatingPanelGivesTheKeyboardToAnother() {
  action(ActionId::kShowProperties)->trigger();
  action(ActionId::kFloatPanel)->trigger();
  settle();
  PanelDock* const properties = dock(PanelId::kProperties);
  QVERIFY(properties->isFloating());
  // It steps aside from where it was, so that one sees it float.
  const QPoint before = area()->mapToGlobal(dock(PanelId::kParameters)->pos());
  QVERIFY(properties->x() < before.x());
  QTRY_VERIFY(properties->hasKeyboard());
  action(ActionId::kShowProblems)->trigger();
  action(ActionId::kFloatPanel)->trigger();
  QVERIFY(dock(PanelId::kProblems)->isFloating());
  QVERIFY(properties->isFloating());
  QTRY_VERIFY(dock(PanelId::kProblems)->hasKeyboard());
}

void TestDocks::escInFindGivesTheKeyboardBack() {
  QTest::keyClick(window_.get(), Qt::Key_F, Qt::ControlModifier);
  auto* const edit = window_->findChild<QLineEdit*>("find.edit");
  QVERIFY(edit->hasFocus());
  QTest::keyClicks(edit, "abc");
  QTest::keyClick(edit, Qt::Key_Escape);
  QVERIFY(!dock(PanelId::kFind)->isOpen());
  // What was in front before is so again.
  QTRY_VERIFY(dock(PanelId::kBlocks)->isInFront());
  QVERIFY(view()->hasFocus());
  QTest::keyClick(window_.get(), Qt::Key_F, Qt::ControlModifier);
  QCOMPARE(edit->selectedText(), QString("abc"));
}

void TestDocks::theLayoutIsRemembered() {
  press("dock.blocks.close");
  area()->move(dock(PanelId::kProblems), Qt::RightDockWidgetArea);
  action(ActionId::kShowOutline)->trigger();
  action(ActionId::kFloatPanel)->trigger();
  dock(PanelId::kOutline)->setGeometry(100, 120, 320, 410);
  area()->resizeDocks({dock(PanelId::kProblems)}, {350}, Qt::Horizontal);
  settle();
  QVERIFY(window_->close());
  window_.reset();
  start();
  QVERIFY(!dock(PanelId::kBlocks)->isOpen());
  QVERIFY(dock(PanelId::kOutline)->isFloating() && dock(PanelId::kOutline)->isVisible());
  QCOMPARE(dock(PanelId::kOutline)->geometry(), QRect(100, 120, 320, 410));
  QCOMPARE(area()->dockWidgetArea(dock(PanelId::kProblems)), Qt::RightDockWidgetArea);
  QVERIFY(front(PanelId::kProblems));
  QCOMPARE(dock(PanelId::kProblems)->width(), 350);
}

void TestDocks::theLayoutCanBeReset() {
  const QByteArray before = area()->layoutState();
  press("dock.blocks.close");
  area()->move(dock(PanelId::kPlots), Qt::LeftDockWidgetArea);
  action(ActionId::kShowOutline)->trigger();
  action(ActionId::kFloatPanel)->trigger();
  action(ActionId::kShowMinimap)->trigger();
  settle();
  QVERIFY(area()->layoutState() != before);
  action(ActionId::kResetLayout)->trigger();
  settle();
  panelsStartBesideAndBelowTheCanvas();
}

void TestDocks::panelsFollowTheCurrentDocument() {
  QVERIFY(openFile(window_.get(), fixture_->write("one.loop.json", counterDiagram())));
  view()->inserter()->addBlock("Gain", QPointF(60, 200));
  clickTab("History");
  Workspace* const first = window_->current();
  Workspace* const second = window_->addWorkspace();
  settle();
  auto* const mine = qobject_cast<QUndoView*>(second->panel(PanelId::kHistory));
  auto* const other = qobject_cast<QUndoView*>(first->panel(PanelId::kHistory));
  QVERIFY(mine->isVisible() && !other->isVisible());
  QCOMPARE(mine->model()->rowCount(), 1);
  QCOMPARE(other->model()->rowCount(), 2);
  window_->showWorkspace(first);
  QVERIFY(!mine->isVisible() && other->isVisible());
  // A document in the background does not move the panels.
  Q_EMIT second->panelRequested(PanelId::kProblems, PanelReveal::kOpen);
  settle();
  QVERIFY(!front(PanelId::kProblems));
  Q_EMIT first->panelRequested(PanelId::kProblems, PanelReveal::kOpen);
  settle();
  QVERIFY(front(PanelId::kProblems));
  // The number of its problems stands in the tab: the gain has no input, which a run needs.
  first->runs()->start();
  QTRY_COMPARE(dock(PanelId::kProblems)->windowTitle(), QString("Problems 1"));
  QVERIFY(tabsWith("Problems 1") != nullptr);
  window_->showWorkspace(second);
  QCOMPARE(dock(PanelId::kProblems)->windowTitle(), QString("Problems"));
  first->document()->undoStack()->undo();
  window_->removeWorkspace(first);
  settle();
  QVERIFY(mine == window_->current()->panel(PanelId::kHistory));
}

void TestDocks::floatingPanelsGoWithTheStartPage() {
  press("dock.plots.float");
  PanelDock* const plots = dock(PanelId::kPlots);
  QVERIFY(plots->isVisible());
  action(ActionId::kStartPage)->trigger();
  QVERIFY(!plots->isVisible());
  QVERIFY(!dock(PanelId::kBlocks)->isVisible());
  action(ActionId::kNew)->trigger();
  QVERIFY(plots->isVisible() && plots->isFloating());
  settle();
  QVERIFY(front(PanelId::kBlocks));
  // Leaving from the start page keeps it open, too.
  action(ActionId::kStartPage)->trigger();
  QVERIFY(window_->close());
  window_.reset();
  start();
  QVERIFY(dock(PanelId::kPlots)->isVisible() && dock(PanelId::kPlots)->isFloating());
}

void TestDocks::aRunOpensNoPanelThatWasClosed() {
  QVERIFY(openFile(window_.get(), fixture_->write("one.loop.json", counterDiagram())));
  clickTab("Problems");
  action(ActionId::kRun)->trigger();
  QTRY_VERIFY(!window_->current()->runs()->isActive());
  settle();
  QVERIFY(front(PanelId::kPlots));  // It was open, behind.
  press("dock.plots.close");
  action(ActionId::kRun)->trigger();
  QTRY_VERIFY(!window_->current()->runs()->isActive());
  QVERIFY(!dock(PanelId::kPlots)->isOpen());
  // What is wrong is shown even so.
  dock(PanelId::kProblems)->close();
  view()->inserter()->addBlock("Gain", QPointF(60, 200));
  action(ActionId::kRun)->trigger();
  QTRY_VERIFY(dock(PanelId::kProblems)->isOpen());
}

void TestDocks::whatIsBeingWorkedInStaysInFront() {
  QVERIFY(openFile(window_.get(), fixture_->write("one.loop.json", counterDiagram())));
  action(ActionId::kShowParameters)->trigger();
  settle();
  // Selecting on the canvas shows the block's form, but not over the panel that has the keyboard.
  view()->select({"counter"}, {});
  settle();
  QVERIFY(front(PanelId::kParameters));
  view()->setFocus();
  view()->select({"scope"}, {});
  settle();
  QVERIFY(front(PanelId::kProperties));
}

void TestDocks::theMinimapIsInTheCornerOrInAPanel() {
  QVERIFY(openFile(window_.get(), fixture_->write("one.loop.json", counterDiagram())));
  const auto corner = [this] { return view()->findChild<QWidget*>("minimap"); };
  QVERIFY(corner()->isVisible());
  action(ActionId::kShowMinimap)->trigger();
  settle();
  QVERIFY(!corner()->isVisible());
  auto* const panel = window_->current()->panel(PanelId::kMinimap);
  QVERIFY(panel->isVisible());
  QVERIFY(panel->width() > corner()->width());
  const QPointF before = view()->mapToScene(view()->viewport()->rect().center());
  view()->camera()->setZoom(4);
  QTest::mouseClick(panel, Qt::LeftButton, {}, QPoint(10, panel->height() / 2));
  const QPointF after = view()->mapToScene(view()->viewport()->rect().center());
  QVERIFY2(after.x() < before.x(), qPrintable(QString::number(after.x())));
  dock(PanelId::kMinimap)->close();
  settle();
  QVERIFY(corner()->isVisible());
  // Without one at all, and so at the next start.
  action(ActionId::kCanvasMinimap)->trigger();
  QVERIFY(!corner()->isVisible());
  QVERIFY(window_->close());
  window_.reset();
  start();
  QVERIFY(!action(ActionId::kCanvasMinimap)->isChecked());
  QVERIFY(!corner()->isVisible());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestDocks)

}  // namespace loopwright::test_docks

#include "test_docks.moc"
