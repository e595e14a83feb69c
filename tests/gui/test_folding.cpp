#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopeGuard>
#include <QTest>
#include <QToolButton>
#include <cstdlib>
#include <memory>
#include <utility>

#include "gui/actions/actions.h"
#include "gui/canvas/diagram_view.h"
#include "gui/docks/panel_area.h"
#include "gui/docks/panel_dock.h"
#include "gui/docks/panel_folding.h"
#include "gui/document/diagram_document.h"
#include "gui/language/language.h"
#include "gui/main_window/file_commands.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_folding {

// The panels in a window without room for them: bars of icons, and a drawer over the canvas.
class TestFolding : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    start(QSize(1280, 720));
  }
  void cleanup() {
    window_.reset();
    fixture_.reset();
    setTextScale(1);
  }

  void canvasAndPlotsKeepTwoThirds_data();
  void canvasAndPlotsKeepTwoThirds();
  void noPanelWidensTheWindow_data();
  void noPanelWidensTheWindow();
  void aDrawerLeavesWhatIsBelowInSight();
  void aPanelThatOpensBelowLeavesTheDrawerInSight();
  void anIconLetsItsPanelOut();
  void aClickOnTheCanvasFoldsItBack();
  void theDrawerIsMadeWider();
  void escGivesTheKeyboardBack();
  void blocksAreDraggedOutOfTheDrawer();
  void panelsThatAreAskedForComeOut();
  void panelsAreClosedAndOpenedWhileFolded();
  void aFoldedPanelFloatsAndComesBack();
  void aWiderWindowUnfolds();
  void theChoiceIsKept();
  void theLayoutIsRememberedUnfolded();

 private:
  void start(const QSize& size) {
    window_ = activeWindow(size);
    settle();
  }
  static void settle() { QTest::qWait(0), QCoreApplication::processEvents(); }
  void resize(int width, int height) {
    window_->resize(width, height);
    settle();
  }
  PanelArea* area() const { return window_->panels(); }
  PanelFolding* folding() const { return area()->folding(); }
  PanelDock* dock(PanelId id) const { return area()->dock(id); }
  DiagramView* view() const { return window_->current()->view(); }
  QAction* action(ActionId id) const { return window_->actions().get(id); }
  QWidget* drawer() const { return area()->findChild<QWidget*>("panelDrawer"); }
  QToolButton* icon(const char* name) const {
    for (QToolButton* each : area()->findChildren<QToolButton*>(QString("panelBar.%1").arg(name))) {
      if (each->isVisible()) return each;
    }
    return nullptr;
  }
  void press(const char* name) {
    QVERIFY2(icon(name) != nullptr, name);
    QTest::mouseClick(icon(name), Qt::LeftButton);
    settle();
  }
  QLineEdit* search() const { return window_->findChild<QLineEdit*>("paletteSearch"); }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
};

void TestFolding::canvasAndPlotsKeepTwoThirds_data() {
  QTest::addColumn<QSize>("size");
  QTest::addColumn<double>("scale");
  QTest::newRow("1280 x 720") << QSize(1280, 720) << 1.0;
  QTest::newRow("1280 x 720, large texts") << QSize(1280, 720) << 1.5;
  // What a screen of 1600 x 1000 has at 200 %.
  QTest::newRow("800 x 500") << QSize(800, 500) << 1.0;
  QTest::newRow("1600 x 1000, large texts") << QSize(1600, 1000) << 1.5;
}

void TestFolding::canvasAndPlotsKeepTwoThirds() {
  QFETCH(QSize, size);
  QFETCH(double, scale);
  window_.reset();
  setTextScale(scale);
  applyTheme(qApp, Theme::Mode::kLight);
  start(size);
  QVERIFY(openFile(window_.get(), fixture_->write("one.loop.json", counterDiagram())));
  settle();
  QCOMPARE(window_->size(), size);
  QVERIFY(folding()->isFolded());
  const QWidget* const middle = area()->centralWidget();
  const PanelDock* const plots = dock(PanelId::kPlots);
  const int both = middle->width() * middle->height() + plots->width() * plots->height();
  const double share = double(both) / (size.width() * size.height());
  QVERIFY2(share >= 2.0 / 3, qPrintable(QString("%1: %2 x %3 and %4 of %5")
                                            .arg(share)
                                            .arg(middle->width())
                                            .arg(middle->height())
                                            .arg(plots->height())
                                            .arg(area()->height())));
  // The canvas has no less than the plots.
  QVERIFY(middle->height() >= plots->height() && plots->height() >= 90);
}

void TestFolding::noPanelWidensTheWindow_data() {
  QTest::addColumn<QString>("language");
  QTest::newRow("English") << "en";
  QTest::newRow("German") << "de";
}

// With large texts too: a window that a panel makes wider than the screen hides the panels at its
// right.
void TestFolding::noPanelWidensTheWindow() {
  QFETCH(QString, language);
  window_.reset();
  installLanguage(language);
  const auto usual = qScopeGuard([this] {
    window_.reset();
    installLanguage(QStringLiteral("en"));
  });
  setTextScale(1.5);
  applyTheme(qApp, Theme::Mode::kLight);
  start(QSize(1280, 720));
  QVERIFY(openFile(window_.get(), fixture_->write("one.loop.json", counterDiagram())));
  for (const PanelInfo& panel : panelList()) {
    action(panel.show)->trigger();
    settle();
    QVERIFY2(window_->width() == 1280 && window_->minimumSizeHint().width() <= 1280,
             qPrintable(QString("%1: %2, at least %3")
                            .arg(panel.name)
                            .arg(window_->width())
                            .arg(window_->minimumSizeHint().width())));
  }
}

void TestFolding::aDrawerLeavesWhatIsBelowInSight() {
  resize(1280, 720);
  area()->reveal(PanelId::kProblems, PanelReveal::kOpen);
  settle();
  press("properties");
  const PanelDock* const problems = dock(PanelId::kProblems);
  QVERIFY(problems->isInFront() && drawer()->isVisible());
  QVERIFY(drawer()->geometry().bottom() < problems->mapTo(area(), QPoint()).y());
  // It follows when what is below goes, and takes all where too little would be left.
  area()->close(PanelId::kProblems);
  area()->close(PanelId::kPlots);
  settle();
  QCOMPARE(drawer()->height(), area()->centralWidget()->height());
  area()->reveal(PanelId::kProblems, PanelReveal::kOpen);
  resize(1280, 420);
  press("properties");
  if (!drawer()->isVisible()) press("properties");
  QCOMPARE(drawer()->height(), area()->height());
}

void TestFolding::aPanelThatOpensBelowLeavesTheDrawerInSight() {
  QVERIFY(openFile(window_.get(), fixture_->write("one.loop.json", counterDiagram())));
  settle();
  action(ActionId::kShowInspector)->trigger();
  settle();
  QVERIFY(drawer()->isVisible());
  for (const auto& [id, panel] : {std::pair(ActionId::kShowTimeline, PanelId::kTimeline),
                                  std::pair(ActionId::kShowRuns, PanelId::kRuns),
                                  std::pair(ActionId::kShowPlots, PanelId::kPlots)}) {
    action(id)->trigger();
    settle();
    QVERIFY(dock(panel)->isInFront() && dock(panel)->hasKeyboard());
    QVERIFY(drawer()->isVisible());
    const QWidget* const seen = area()->childAt(drawer()->geometry().center());
    QVERIFY(seen == drawer() || drawer()->isAncestorOf(seen));
  }
}

void TestFolding::anIconLetsItsPanelOut() {
  QVERIFY(folding()->isFolded());
  for (const char* name :
       {"blocks", "outline", "history", "properties", "parameters", "settings"}) {
    QVERIFY2(icon(name) != nullptr, name);
    QVERIFY2(!icon(name)->toolTip().isEmpty(), name);
  }
  QVERIFY(icon("blocks")->toolTip().contains("Alt+1") ||
          icon("blocks")->toolTip().contains("Ctrl+Shift+B"));
  QVERIFY(icon("find") == nullptr && icon("plots") == nullptr);
  QVERIFY(dock(PanelId::kPlots)->isInFront());
  QVERIFY(!drawer()->isVisible());
  const QRect canvas = view()->geometry();
  press("blocks");
  QVERIFY(drawer()->isVisible());
  QVERIFY(drawer()->isAncestorOf(search()) && search()->isVisible());
  QVERIFY(search()->hasFocus());
  QVERIFY(icon("blocks")->isChecked() && !icon("outline")->isChecked());
  // Over the canvas, which keeps its place.
  QCOMPARE(view()->geometry(), canvas);
  QVERIFY(drawer()->geometry().left() >= icon("blocks")->mapTo(area(), QPoint()).x());
  // A click on its title, which does nothing, leaves it there.
  for (QLabel* const title : drawer()->findChildren<QLabel*>()) {
    if (title->property("role") == "panelTitle") QTest::mouseClick(title, Qt::LeftButton);
  }
  QVERIFY(drawer()->isVisible());
  // At the right side another takes its place.
  press("parameters");
  QVERIFY(!search()->isVisible());
  QVERIFY(drawer()->geometry().right() > area()->width() / 2);
  QVERIFY(dock(PanelId::kParameters)->hasKeyboard());
  QVERIFY(dock(PanelId::kParameters)->isInFront() && !dock(PanelId::kBlocks)->isInFront());
  press("parameters");
  QVERIFY(!drawer()->isVisible());
  QVERIFY(view()->hasFocus());
}

void TestFolding::aClickOnTheCanvasFoldsItBack() {
  press("blocks");
  QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, view()->viewport()->rect().center());
  QVERIFY(!drawer()->isVisible());
  QVERIFY(dock(PanelId::kBlocks)->isOpen());
}

void TestFolding::theDrawerIsMadeWider() {
  for (const char* name : {"blocks", "parameters"}) {
    const bool is_left = QByteArray(name) == "blocks";
    press(name);
    const QRect before = drawer()->geometry();
    auto* const edge = drawer()->findChild<QWidget*>("panelDrawer.edge");
    QVERIFY(edge->isVisible());
    QCOMPARE(edge->mapTo(drawer(), QPoint()).x() == 0, !is_left);
    const auto drag = [&](int by) {
      const QPoint start = edge->rect().center();
      QTest::mousePress(edge, Qt::LeftButton, {}, start);
      QTest::mouseMove(edge, start + QPoint(by, 0));
      QTest::mouseRelease(edge, Qt::LeftButton);
      settle();
    };
    drag(is_left ? 80 : -80);
    QVERIFY2(std::abs(drawer()->width() - before.width() - 80) <= 4,
             qPrintable(QString::number(drawer()->width())));
    // The edge at the bar stays.
    QCOMPARE(is_left ? drawer()->geometry().left() : drawer()->geometry().right(),
             is_left ? before.left() : before.right());
    const int width = drawer()->width();
    press(name);
    press(name);
    QCOMPARE(drawer()->width(), width);
    // Neither narrower than what is in it, nor over the whole window.
    drag(is_left ? -2000 : 2000);
    QVERIFY(drawer()->width() >= drawer()->minimumSizeHint().width() && drawer()->width() > 100);
    drag(is_left ? 5000 : -5000);
    QVERIFY(drawer()->width() < area()->width() - 60);
    drag(is_left ? width - drawer()->width() : drawer()->width() - width);
    press(name);
  }
  // The widths are kept, of each panel its own.
  press("blocks");
  const int width = drawer()->width();
  start(QSize(1280, 720));
  press("blocks");
  QCOMPARE(drawer()->width(), width);
}

void TestFolding::escGivesTheKeyboardBack() {
  press("outline");
  QVERIFY(dock(PanelId::kOutline)->hasKeyboard());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
  settle();
  QVERIFY(!drawer()->isVisible());
  QVERIFY(view()->hasFocus());
  // So does its own button.
  press("history");
  QTest::mouseClick(drawer()->findChild<QToolButton*>("panelDrawer.fold"), Qt::LeftButton);
  settle();
  QVERIFY(!drawer()->isVisible());
}

void TestFolding::blocksAreDraggedOutOfTheDrawer() {
  press("blocks");
  QTest::keyClicks(search(), "gain");
  settle();
  QTest::keyClick(search(), Qt::Key_Return);
  settle();
  QCOMPARE(window_->current()->document()->document().root.blocks.size(), std::size_t{1});
}

void TestFolding::panelsThatAreAskedForComeOut() {
  QVERIFY(openFile(window_.get(), fixture_->write("one.loop.json", counterDiagram())));
  // What only has something to show stays an icon.
  view()->selectBlocks({"counter"});
  settle();
  QVERIFY(!drawer()->isVisible());
  // What leads somewhere comes out.
  window_->current()->reveal("counter.increment");
  settle();
  QVERIFY(drawer()->isVisible());
  QVERIFY(dock(PanelId::kProperties)->isInFront());
  // A key for each, also for those that are not open.
  for (const PanelId id : {PanelId::kOutline, PanelId::kFind, PanelId::kMinimap}) {
    action(dock(id)->info().show)->trigger();
    settle();
    QVERIFY2(dock(id)->isInFront(), dock(id)->info().name);
    QVERIFY2(dock(id)->isFolded(), dock(id)->info().name);
    QVERIFY2(icon(dock(id)->info().name) != nullptr, dock(id)->info().name);
  }
  // F6 leads on, and the drawer folds back when it leads to the canvas.
  for (int i = 0; i < 4 && !view()->hasFocus(); ++i) {
    QTest::keyClick(window_.get(), Qt::Key_F6);
    settle();
  }
  QVERIFY(view()->hasFocus());
  QVERIFY(!drawer()->isVisible());
}

void TestFolding::panelsAreClosedAndOpenedWhileFolded() {
  QAction* const toggle = dock(PanelId::kHistory)->toggleViewAction();
  QVERIFY(toggle->isChecked());
  press("history");
  toggle->trigger();
  settle();
  QVERIFY(!toggle->isChecked());
  QVERIFY(!drawer()->isVisible());
  QVERIFY(!dock(PanelId::kHistory)->isOpen() && icon("history") == nullptr);
  toggle->trigger();
  settle();
  QVERIFY(toggle->isChecked());
  QVERIFY(icon("history") != nullptr);
  QVERIFY(dock(PanelId::kHistory)->isInFront());
  // Moved to the other side, its icon is there.
  area()->move(dock(PanelId::kHistory), Qt::RightDockWidgetArea);
  settle();
  QVERIFY(icon("history")->mapTo(area(), QPoint()).x() > area()->width() / 2);
  // Below the canvas nothing folds.
  area()->move(dock(PanelId::kHistory), Qt::BottomDockWidgetArea);
  settle();
  QVERIFY(icon("history") == nullptr);
  QVERIFY(dock(PanelId::kHistory)->isInFront() && !dock(PanelId::kHistory)->isFolded());
}

void TestFolding::aFoldedPanelFloatsAndComesBack() {
  press("outline");
  PanelDock* const outline = dock(PanelId::kOutline);
  outline->floatAction()->trigger();
  settle();
  QVERIFY(outline->isFloating() && outline->isVisible());
  QVERIFY(!drawer()->isVisible() && icon("outline") == nullptr);
  QVERIFY(outline->isAncestorOf(outline->contents()) && outline->contents()->isVisible());
  outline->floatAction()->trigger();
  settle();
  QVERIFY(!outline->isFloating());
  QVERIFY(outline->isFolded() && icon("outline") != nullptr);
}

void TestFolding::aWiderWindowUnfolds() {
  press("outline");
  resize(PanelFolding::leastWidth(), 800);
  QVERIFY(!folding()->isFolded());
  QVERIFY(!drawer()->isVisible());
  QVERIFY(icon("blocks") == nullptr);
  QVERIFY(dock(PanelId::kBlocks)->isOpen() && dock(PanelId::kProperties)->isOpen());
  QCOMPARE(dock(PanelId::kBlocks)->width(), 236);
  QCOMPARE(dock(PanelId::kProperties)->width(), 300);
  action(ActionId::kShowOutline)->trigger();
  settle();
  QVERIFY(dock(PanelId::kOutline)->isInFront());
  // Folded and unfolded again, the same is in front.
  resize(1200, 700);
  QVERIFY(folding()->isFolded());
  resize(1500, 900);
  QVERIFY(dock(PanelId::kOutline)->isInFront());
  QCOMPARE(dock(PanelId::kOutline)->width(), 236);
}

void TestFolding::theChoiceIsKept() {
  action(ActionId::kFoldPanels)->trigger();
  settle();
  QVERIFY(!folding()->isFolded());
  QVERIFY(action(ActionId::kPanelsBeside)->isChecked());
  window_.reset();
  start(QSize(1280, 720));
  QVERIFY(!folding()->isFolded());
  QVERIFY(dock(PanelId::kBlocks)->isInFront());
  QTest::keyClick(window_.get(), Qt::Key_F9);
  settle();
  resize(1500, 900);
  QVERIFY(folding()->isFolded());
  QVERIFY(action(ActionId::kPanelsFolded)->isChecked());
  action(ActionId::kPanelsByRoom)->trigger();
  settle();
  QVERIFY(!folding()->isFolded());
}

void TestFolding::theLayoutIsRememberedUnfolded() {
  press("history");
  dock(PanelId::kOutline)->toggleViewAction()->trigger();
  settle();
  QVERIFY(window_->close());
  window_.reset();
  QSettings().remove("window/geometry");
  start(QSize(1500, 900));
  QVERIFY(!folding()->isFolded());
  QVERIFY(dock(PanelId::kBlocks)->isOpen() && !dock(PanelId::kBlocks)->isHidden());
  QVERIFY(!dock(PanelId::kOutline)->isOpen());
  QVERIFY(dock(PanelId::kHistory)->isOpen());
  QCOMPARE(dock(PanelId::kBlocks)->width(), 236);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestFolding)

}  // namespace loopwright::test_folding

#include "test_folding.moc"
