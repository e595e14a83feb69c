#include <QGridLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QObject>
#include <QScopeGuard>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <cmath>
#include <memory>
#include <set>
#include <vector>

#include "engine/recording/recording.h"
#include "gui/curves/plot_places.h"
#include "gui/plots/view_history.h"
#include "gui/theme/theme.h"
#include "gui/timeline/timeline_chart.h"
#include "gui/timeline/timeline_panel.h"
#include "tests/gui/plot_window.h"
#include "tests/test_main.h"

namespace loopwright::test_plot_views {

namespace {

// Two Scopes beside each other.
QByteArray twoPlots() {
  QByteArray diagram = sineAndCounter();
  diagram.replace(R"("layout": {"x": 120, "y": 0}}})", R"("layout": {"x": 120, "y": 0}},
    "second": {"type": "Scope", "layout": {"x": 120, "y": 200}}})");
  diagram.replace(R"("to": "scope.u2"})",
                  R"("to": "scope.u2"}, {"from": "sine.y", "to": "second.u1"})");
  return diagram;
}

void turnWheel(QWidget* area, const QPointF& place, int turns) {
  for (int i = 0; i < turns; ++i) {
    QWheelEvent wheel(place, area->mapToGlobal(place), {}, QPoint(0, 120), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(area, &wheel);
  }
}

void turnWheel(const PlotWidget* plot, int turns) {
  turnWheel(PlotWindow::area(plot), plot->plotArea().center(), turns);
}

// A window whose timeline shows the run, and a hand for it.
class BothAxes : public PlotWindow {
 public:
  BothAxes() : PlotWindow(twoPlots()) {
    show(ActionId::kShowTimeline, window()->current()->timeline());
    run();
    if (chart()->timeline().empty()) qFatal("nothing was collected");
  }

  // Brings a panel before the other one, which goes on with what it shows.
  void show(ActionId id, const QWidget* panel) const {
    trigger(id);
    if (!QTest::qWaitFor([panel] { return panel->isVisible(); })) qFatal("it is not shown");
    QCoreApplication::processEvents();
  }
  void showPlots() const { show(ActionId::kShowPlots, panel()); }

  TimelineChart* chart() const { return window()->current()->timeline()->chart(); }
  QAction* link() const { return window()->actions().get(ActionId::kLinkTimeline); }
  QPoint middle() const { return chart()->laneRect(TimelineLane::kContinuous).center(); }
  void dragTimeline(const QPoint& way) const {
    QTest::mousePress(chart(), Qt::LeftButton, {}, middle());
    for (int step = 1; step <= 4; ++step) QTest::mouseMove(chart(), middle() + way * step / 4);
    QTest::mouseRelease(chart(), Qt::LeftButton, {}, middle() + way);
  }
  double from() const { return chart()->places().from(); }
  // Whether timeline and plots show the same part, less than the whole run.
  bool areAlike() const {
    const auto isShown = [this](const PlotWidget* plot) {
      return plot->lowerTime() == from() && plot->upperTime() == chart()->places().to();
    };
    return !chart()->isFitted() && isShown(plot(0)) && isShown(plot(1));
  }
  bool areWhole() const {
    return chart()->isFitted() && plot()->lowerTime() == 0 && plot()->upperTime() == 2;
  }
};

double widthOf(const PlotWidget* plot) { return plot->upperTime() - plot->lowerTime(); }

}  // namespace

/// What plots show of time: linked or free, and the way back.
class TestPlotViews : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void viewsLeadBackAndForward();
  void stepsOfOneGestureAreOneView();
  void plotsAreLinkedInTimeOrFree();
  void theTimelineLeadsThePlots();
  void plotsLeadTheTimeline();
  void theTimelineIsFreeWhereItIsNotLinked();
  void whoFollowsTheRunIsFollowed();
  void theSwitchOfTheTimelineLooksOnOrOff();
  void onlyLongDrawingsAreRestedFrom();
  void placesOfPlots();
  void lowPanelsPutPlotsBesideEachOther();
  void plotsAreDraggedByTheirTitles();
};

void TestPlotViews::viewsLeadBackAndForward() {
  const PlotWindow w(twoPlots());
  const PlotWidget* const plot = w.plot();
  const double top = plot->pixelToValue(plot->plotArea().top());
  QVERIFY(!w.panel()->canGoToView(-1));
  const QPoint centre = plot->plotArea().center();
  PlotWindow::drag(plot, centre - QPoint(60, 40), centre + QPoint(60, 20));
  const double zoomed = widthOf(plot);
  QVERIFY(zoomed < 1);
  QCOMPARE(widthOf(w.plot(1)), zoomed);
  QTest::keyClick(PlotWindow::area(plot), Qt::Key_0);
  QCOMPARE(widthOf(plot), 2.0);
  QTest::keyClick(PlotWindow::area(plot), Qt::Key_Left, Qt::AltModifier);
  QCOMPARE(widthOf(plot), zoomed);
  QCOMPARE(widthOf(w.plot(1)), zoomed);
  QTest::keyClick(PlotWindow::area(plot), Qt::Key_Left, Qt::AltModifier);
  QCOMPARE(widthOf(plot), 2.0);
  QCOMPARE(plot->pixelToValue(plot->plotArea().top()), top);
  QVERIFY(!w.panel()->canGoToView(-1));
  QTest::mouseClick(PlotWindow::area(plot), Qt::ForwardButton, {}, centre);
  QCOMPARE(widthOf(plot), zoomed);
  PlotWindow::choose(plot, centre, "back");
  QCOMPARE(widthOf(plot), 2.0);
  // Another way from here: what was ahead is gone.
  turnWheel(plot, 1);
  QVERIFY(!w.panel()->canGoToView(1));
}

void TestPlotViews::stepsOfOneGestureAreOneView() {
  ViewHistory history;
  const auto states = [](double upper) { return ViewHistory::States{{0, upper, {}, {}, {}, {}}}; };
  history.remember(states(1), true);
  history.remember(states(2), true);  // at once behind: a turn more of the same wheel
  history.remember(states(3), false);
  QCOMPARE(history.goBack(states(4)).front().upper, 3.0);
  QCOMPARE(history.goBack(states(3)).front().upper, 1.0);
  QVERIFY(!history.canGoBack());
  QCOMPARE(history.goForward(states(1)).front().upper, 3.0);
  QCOMPARE(history.goForward(states(3)).front().upper, 4.0);
  QVERIFY(!history.canGoForward());
}

void TestPlotViews::plotsAreLinkedInTimeOrFree() {
  const PlotWindow w(twoPlots());
  turnWheel(w.plot(0), 2);
  QCOMPARE(widthOf(w.plot(1)), widthOf(w.plot(0)));
  w.trigger(ActionId::kLinkPlots);
  turnWheel(w.plot(1), 3);
  QVERIFY(widthOf(w.plot(1)) < widthOf(w.plot(0)));
  QTest::mouseDClick(PlotWindow::area(w.plot(0)), Qt::LeftButton, {}, QPoint(90, 12));
  QCOMPARE(widthOf(w.plot(0)), 2.0);
  QVERIFY(widthOf(w.plot(1)) < 2);
  // Linked again, all show what the first does.
  w.trigger(ActionId::kLinkPlots);
  QCOMPARE(widthOf(w.plot(1)), 2.0);
}

void TestPlotViews::theTimelineLeadsThePlots() {
  const BothAxes w;
  w.link()->trigger();
  QVERIFY(w.areWhole());
  turnWheel(w.chart(), w.middle(), 3);
  QVERIFY(w.areAlike());
  const double before = w.from();
  w.dragTimeline(QPoint(-60, 0));
  QVERIFY(w.areAlike());
  QVERIFY(w.from() > before);
  // In the strip above, the part is moved to the pointer.
  QTest::mouseClick(w.chart(), Qt::LeftButton, {},
                    w.chart()->overviewRect().center() - QPoint(40, 0));
  QVERIFY(w.areAlike());
  QTest::keyClick(w.chart(), Qt::Key_Plus);
  QVERIFY(w.areAlike());
  QTest::mouseDClick(w.chart(), Qt::LeftButton, {}, w.middle());
  QVERIFY(w.areWhole());
  // What plots showed before is a view to come back to.
  QVERIFY(w.panel()->canGoToView(-1));
}

void TestPlotViews::plotsLeadTheTimeline() {
  const BothAxes w;
  w.showPlots();
  QWidget* const area = PlotWindow::area(w.plot(1));
  w.link()->trigger();
  turnWheel(w.plot(1), 3);
  QVERIFY(w.areAlike());
  const double before = w.from();
  QTest::keyClick(area, Qt::Key_Right);
  QVERIFY(w.areAlike());
  QVERIFY(w.from() > before);
  QTest::keyClick(area, Qt::Key_0);
  QVERIFY(w.areWhole());
  QTest::keyClick(area, Qt::Key_Left, Qt::AltModifier);
  QVERIFY(w.areAlike());
  w.trigger(ActionId::kFitPlots);
  QVERIFY(w.areWhole());
  // It is so when the timeline comes to the front as well.
  turnWheel(w.plot(0), 2);
  w.show(ActionId::kShowTimeline, w.chart());
  QVERIFY(w.areAlike());
  // A new run is shown as a whole by both.
  w.run();
  QVERIFY(w.areWhole());
}

void TestPlotViews::theTimelineIsFreeWhereItIsNotLinked() {
  const BothAxes w;
  QVERIFY(!w.link()->isChecked());
  turnWheel(w.chart(), w.middle(), 3);
  QCOMPARE(widthOf(w.plot()), 2.0);
  w.showPlots();
  turnWheel(w.plot(), 1);
  QVERIFY(!w.areAlike());
  // Linked, it takes over what the plots show.
  w.link()->trigger();
  QVERIFY(w.areAlike());
  // Plots that are free have no part in common.
  w.trigger(ActionId::kLinkPlots);
  QVERIFY(!w.link()->isEnabled());
  const double before = w.from();
  turnWheel(w.plot(), 1);
  QCOMPARE(w.from(), before);
  turnWheel(w.chart(), w.middle(), 1);
  QVERIFY(!w.areAlike());
  w.trigger(ActionId::kLinkPlots);
  QVERIFY(w.link()->isEnabled());
  QVERIFY(w.areAlike());
  // The next window has it as well.
  const auto next = shownWindow();
  QVERIFY(next->actions().get(ActionId::kLinkTimeline)->isChecked());
}

// A zoomed plot that follows a run goes on without a hand.
void TestPlotViews::whoFollowsTheRunIsFollowed() {
  const PlotWindow w(twoPlots());
  std::vector<RecordedSignal> recorded(1);
  recorded.front().path = "sine.y";
  const auto recording = std::make_shared<Recording>(recorded);
  w.panel()->showRun(w.document()->document(), recording, 0, 10);
  QCoreApplication::processEvents();
  QSignalSpy told(w.panel(), &PlotPanel::shownTimesChanged);
  w.plot()->zoomTime(0.1, w.plot()->timeToPixel(0));
  QCOMPARE(told.count(), 1);
  for (int row = 0; row < 100; ++row) {
    const double value = row;
    recording->Append(0.01 * row, Side::kBefore, &value);
  }
  w.panel()->refresh(0.99);
  QCOMPARE(told.count(), 2);
  QVERIFY(std::abs(w.panel()->shownTimes()->second - 1.19) < 1e-9);
  // Standing still is nothing to tell.
  w.panel()->refresh(0.99);
  QCOMPARE(told.count(), 2);
}

// It has an outline, which is in the colour of what is chosen where it is on.
void TestPlotViews::theSwitchOfTheTimelineLooksOnOrOff() {
  const BothAxes w;
  const auto usual = qScopeGuard([] { applyTheme(qApp, Theme::Mode::kLight); });
  QToolButton* button = nullptr;
  for (QToolButton* one : w.window()->current()->timeline()->findChildren<QToolButton*>()) {
    if (one->isCheckable()) button = one;
  }
  QVERIFY(button != nullptr && button->isEnabled());
  for (const Theme::Mode mode : {Theme::Mode::kLight, Theme::Mode::kDark}) {
    applyTheme(qApp, mode);
    for (int i = 0; i < 2; ++i) {
      w.link()->trigger();
      QCoreApplication::processEvents();
      QCOMPARE(button->isChecked(), w.link()->isChecked());
      const QImage image = button->grab().toImage();
      const QColor edge = image.pixelColor(image.width() / 2, 0);
      const Theme& theme = Theme::current();
      QCOMPARE(edge.name(), (button->isChecked() ? theme.accent : theme.hairline).name());
    }
  }
}

// A drawing that fits into a picture of the screen is made for each; a longer one is rested from.
void TestPlotViews::onlyLongDrawingsAreRestedFrom() {
  QCOMPARE(restAfter(0.001), 0.0);
  QCOMPARE(restAfter(0.012), 0.0);
  QCOMPARE(restAfter(0.013), 0.013);
  QCOMPARE(restAfter(0.2), 0.2);
}

void TestPlotViews::placesOfPlots() {
  using Places = std::vector<PlotPlace>;
  // Chosen by nobody: in columns.
  QCOMPARE(placePlots({{}, {}, {}}, 2), (Places{{0, 0}, {0, 1}, {1, 0}}));
  // Those chosen without gaps, others below.
  QCOMPARE(placePlots({PlotPlace{7, 3}, {}, PlotPlace{7, 1}}, 2), (Places{{0, 1}, {1, 0}, {0, 0}}));
  const Places rows = {{0, 0}, {1, 0}, {2, 0}};
  QCOMPARE(movePlot(rows, 2, 0, PlotSide::kRight), (Places{{0, 0}, {1, 0}, {0, 1}}));
  QCOMPARE(movePlot(rows, 2, 0, PlotSide::kLeft), (Places{{0, 1}, {1, 0}, {0, 0}}));
  QCOMPARE(movePlot(rows, 2, 0, PlotSide::kAbove), (Places{{1, 0}, {2, 0}, {0, 0}}));
  QCOMPARE(movePlot(rows, 0, 1, PlotSide::kBelow), (Places{{1, 0}, {0, 0}, {2, 0}}));
  QCOMPARE(movePlot(rows, 1, 1, PlotSide::kLeft), rows);
}

// Below each other in a low panel two plots would have no height to be read in; in a high one of
// the same width they have.
void TestPlotViews::lowPanelsPutPlotsBesideEachOther() {
  const PlotWindow w(twoPlots());
  const auto rowsAt = [&w](const QSize& size) {
    w.panel()->resize(size);
    const auto* const plots = w.panel()->findChild<QWidget*>("plotGrid");
    const auto* const grid = qobject_cast<QGridLayout*>(plots->layout());
    std::set<int> rows;
    for (int item = 0; item < grid->count(); ++item) {
      int row = 0, column = 0, height = 0, width = 0;
      grid->getItemPosition(item, &row, &column, &height, &width);
      rows.insert(row);
    }
    return rows.size();
  };
  QCOMPARE(rowsAt(QSize(700, 260)), size_t{1});
  QCOMPARE(rowsAt(QSize(700, 600)), size_t{2});
  QCOMPARE(rowsAt(QSize(400, 260)), size_t{2});
  QCOMPARE(rowsAt(QSize(1000, 600)), size_t{1});
}

void TestPlotViews::plotsAreDraggedByTheirTitles() {
  const PlotWindow w(twoPlots());
  const auto x = [&](size_t plot) { return w.plot(plot)->mapTo(w.panel(), QPoint()).x(); };
  const auto y = [&](size_t plot) { return w.plot(plot)->mapTo(w.panel(), QPoint()).y(); };
  const QList<QLabel*> titles = w.panel()->findChildren<QLabel*>("plotTitle");
  QCOMPARE(titles.size(), 2);
  // The second to the top of the first.
  QLabel* const title = titles[1];
  const auto dragTo = [&](QLabel* from, const QPoint& at) {
    QTest::mousePress(from, Qt::LeftButton, {}, QPoint(60, 8));
    const QPoint to = from->mapFrom(w.window(), w.plot(0)->mapTo(w.window(), at));
    for (int step = 1; step <= 4; ++step) {
      const QPoint place = QPoint(60, 8) + (to - QPoint(60, 8)) * step / 4;
      QMouseEvent move(QEvent::MouseMove, place, from->mapToGlobal(place), Qt::NoButton,
                       Qt::LeftButton, Qt::NoModifier);
      QCoreApplication::sendEvent(from, &move);
    }
    QTest::mouseRelease(from, Qt::LeftButton, {}, to);
  };
  dragTo(title, QPoint(w.plot(0)->width() / 2, 4));
  QTRY_COMPARE(w.settings().size(), size_t{2});
  QCOMPARE(*w.settings()[1].row, 0.0);
  QCOMPARE(*w.settings()[0].row, 1.0);
  QTRY_VERIFY(y(1) < y(0));
  QCOMPARE(x(1), x(0));
  QTest::qWait(300);  // The plots are made anew once the diagram is checked.
  // And to its right; so it stays in the next run.
  dragTo(w.panel()->findChildren<QLabel*>("plotTitle")[1],
         QPoint(w.plot(0)->width() - 6, w.plot(0)->height() / 2));
  QTRY_VERIFY(x(1) > x(0));
  QCOMPARE(y(1), y(0));
  w.run();
  QTRY_VERIFY(x(1) > x(0));
  QCOMPARE(*w.settings()[1].column, 1.0);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestPlotViews)

}  // namespace loopwright::test_plot_views

#include "test_plot_views.moc"
