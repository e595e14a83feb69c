#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QObject>
#include <QToolButton>
#include <QTreeWidget>
#include <limits>
#include <memory>

#include "engine/edits/edit_helpers.h"
#include "gui/docks/panel_area.h"
#include "gui/docks/panel_dock.h"
#include "gui/inspector/inspector_texts.h"
#include "gui/run/shown_instant.h"
#include "tests/gui/inspector_window.h"
#include "tests/test_main.h"

namespace loopwright::test_inspector {

namespace {

/// A ball that falls and rebounds, in a subsystem with an output.
QByteArray ballDiagram() {
  return R"({"format": "loopwright", "version": 1, "simulation": {"stop_time": 1},
  "diagram": {"blocks": {
    "half": {"type": "Gain", "parameters": {"gain": 0.5}, "layout": {"x": 200, "y": 0}},
    "sub": {"type": "Subsystem", "layout": {"x": 0, "y": 0}, "diagram": {
      "blocks": {
        "ball": {"type": "BouncingBall", "layout": {"x": 0, "y": 0}},
        "out": {"type": "Outport", "layout": {"x": 200, "y": 0}}},
      "wires": [{"from": "ball.height", "to": "out.u"}]}}},
  "wires": [{"from": "sub.out", "to": "half.u"}]}})";
}

}  // namespace

/// The panel that looks into a block at an instant of its run.
class TestInspector : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void portsStateAndParametersAreShown();
  void bothValuesAreShownAtAnUpdate();
  void statesHaveWords();
  void eventsHaveTheirNextTimes();
  void theCacheIsTold();
  void dependenciesCanBeWalked();
  void aValueIsExplained();
  void aLowPanelTurnsFromRowsToGraph();
  void itStaysInFrontWhileBlocksAreChosen();
  void pausedAndRunningRunsAreFollowed();
  void subsystemsShowTheirPorts();
  void itSaysWhyThereIsNothing();
  void whatCannotBeComputedSaysWhy();
  void eventsAreNamed();
};

void TestInspector::portsStateAndParametersAreShown() {
  InspectorWindow w;
  w.select("state");
  QCOMPARE(w.label("inspectorTitle"), QString("state, Integrator"));
  QCOMPARE(w.label("inspectorPlace"), QString("at t = 2.000 s, at the end of the run"));
  QCOMPARE(w.name("Ports", "u"), QString("u ← gain.y"));
  QCOMPARE(w.value("Ports", "u"), QString("0.0366313"));
  QCOMPARE(w.name("Ports", "y"), QString("y → error.u2, scope.u1"));
  QCOMPARE(w.value("Ports", "y"), QString("0.981684"));
  QCOMPARE(w.value("State", "x"), QString("0.981684"));
  w.select("gain");
  QCOMPARE(w.value("Parameters", "gain"), QString("2"));
  QVERIFY(w.section("State") == nullptr);
  // A screen reader hears both columns of a row.
  QCOMPARE(w.row("Parameters", "gain")->data(0, Qt::AccessibleTextRole).toString(),
           QString("gain: 2"));
}

void TestInspector::bothValuesAreShownAtAnUpdate() {
  InspectorWindow w;
  w.select("counter");
  QCOMPARE(w.value("State", "x"), QString("0.4"));
  w.go(ActionId::kStepBackToUpdate, 1.5);
  QCOMPARE(w.value("State", "x"), QString("○ 0.3 ● 0.4"));
  QCOMPARE(w.value("Ports", "y"), QString("○ 0.3 ● 0.4"));
  QCOMPARE(w.label("inspectorPlace"), QString("at t = 1.500 s, before the step"));
  // Within the step there is one value.
  w.trigger(ActionId::kStepToPhase);
  QTRY_COMPARE(w.value("State", "x"), QString("0.4"));
  QCOMPARE(w.label("inspectorPlace"), QString("at t = 1.500 s, after the discrete updates"));
}

// Beside the letter that equations have for it: what it is, also of each part where it has several.
void TestInspector::statesHaveWords() {
  InspectorWindow w(R"({"format": "loopwright", "version": 1, "simulation": {"stop_time": 1},
  "diagram": {"blocks": {
    "set": {"type": "Constant", "parameters": {"value": [1, 2]}, "layout": {"x": 0, "y": 0}},
    "pid": {"type": "DiscretePid", "parameters": {"kp": 2}, "layout": {"x": 120, "y": 0}},
    "difference": {"type": "DiscreteDerivative", "layout": {"x": 120, "y": 120}},
    "off": {"type": "Constant", "parameters": {"value": 0}, "layout": {"x": 0, "y": 240}},
    "motor": {"type": "DcMotor", "layout": {"x": 120, "y": 240}},
    "filter": {"type": "TransferFunction", "layout": {"x": 320, "y": 240}}},
  "wires": [{"from": "set.y", "to": "pid.u"}, {"from": "set.y", "to": "difference.u"},
            {"from": "off.y", "to": "motor.voltage"},
            {"from": "motor.rate", "to": "filter.u"}]}})");
  w.select("pid");
  QCOMPARE(w.name("State", "x0"), QString("x0 output"));
  QCOMPARE(w.value("State", "x0"), QString("[2, 4]"));
  QCOMPARE(w.name("State", "x1"), QString("x1 sum of the errors"));
  QCOMPARE(w.name("State", "x2"), QString("x2 last error"));
  w.select("difference");
  QCOMPARE(w.section("State")->childCount(), 2);
  QCOMPARE(w.name("State", "x[0"), QString("x[0…1] newest sample"));
  QCOMPARE(w.value("State", "x[2"), QString("[1, 2]"));
  w.select("motor");
  QCOMPARE(w.name("State", "x[1"), QString("x[1] current"));
  QCOMPARE(w.value("State", "x[1"), QString("0"));
  // One that is named by its canonical form alone.
  w.select("filter");
  QCOMPARE(w.name("State", "x"), QString("x"));
}

void TestInspector::eventsHaveTheirNextTimes() {
  InspectorWindow w;
  w.select("counter");
  QCOMPARE(w.value("Events", "every 0.5 s"), QString("next at 2 s"));
  w.go(ActionId::kStepBackToUpdate, 1.5);
  QCOMPARE(w.value("Events", "every 0.5 s"), QString("next at 1.5 s"));
  w.trigger(ActionId::kStepToPhase);
  QTRY_COMPARE(w.value("Events", "every 0.5 s"), QString("next at 2 s"));
}

void TestInspector::theCacheIsTold() {
  InspectorWindow w;
  w.select("gain");
  // Where the run has ended the step is still to be made.
  QTreeWidgetItem* const atEnd = w.row("Cache", "y");
  QCOMPARE(InspectorWindow::child(atEnd, "in this step")->text(1),
           QString("no step made from here"));
  w.trigger(ActionId::kStepBack);
  QTRY_VERIFY(
      InspectorWindow::child(w.row("Cache", "y"), "in this step")->text(1).startsWith("computed "));
  QTreeWidgetItem* const entry = w.row("Cache", "y");
  QVERIFY(entry->text(1) == "up to date" || entry->text(1).startsWith("out of date"));
  const QString counts = InspectorWindow::child(entry, "in this step")->text(1);
  QVERIFY2(!counts.startsWith("computed 0,"), qPrintable(counts));
  QCOMPARE(InspectorWindow::child(entry, "made out of date by")->text(1), QString("state.x"));
  QCOMPARE(InspectorWindow::child(entry, "depends on")->text(1), QString("u ← error.y"));
  QVERIFY(!entry->isExpanded());
}

void TestInspector::dependenciesCanBeWalked() {
  InspectorWindow w;
  w.select("gain");
  QTreeWidgetItem* const entry = w.row("Cache", "y");
  entry->setExpanded(true);
  w.doubleClick(InspectorWindow::child(entry, "depends on"));
  QCOMPARE(w.selected(), QStringList{"error"});
  QTRY_COMPARE(w.label("inspectorTitle").section(',', 0, 0), QString("error"));
  // By keys as well, and on: the keyboard stays in the panel.
  w.enter(w.row("Ports", "u2"));
  QCOMPARE(w.selected(), QStringList{"state"});
  QTRY_COMPARE(w.name("Ports", "u"), QString("u ← gain.y"));
  QVERIFY(w.tree()->hasFocus());
  w.enter(w.row("Ports", "u"));
  QCOMPARE(w.selected(), QStringList{"gain"});
}

void TestInspector::aValueIsExplained() {
  InspectorWindow w;
  w.select("gain");
  QTreeWidgetItem* const top = w.section("Why")->child(0);
  QCOMPARE(top->text(0), QString("gain.y"));
  QCOMPARE(top->text(1), QString("0.0366313"));
  QCOMPARE(top->childCount(), 2);
  QTreeWidgetItem* const error = InspectorWindow::child(top, "error.y");
  QCOMPARE(InspectorWindow::child(top, "gain.gain")->text(1), QString("2"));
  QCOMPARE(InspectorWindow::child(error, "set.y")->child(0)->text(0), QString("set.value"));
  // Over the state of the integrator the loop closes.
  QTreeWidgetItem* const state = InspectorWindow::child(error, "state.y")->child(0);
  QCOMPARE(state->text(0), QString("state.x"));
  QCOMPARE(state->child(0)->text(0), QString("gain.y"));
  QCOMPARE(state->child(0)->text(1), QString("0.0366313, see above"));
  QCOMPARE(state->child(0)->childCount(), 0);
  // The value of the second output of a block, when that is asked for by its menu.
  InspectorWindow ball(ballDiagram());
  ball.view()->openLevel("sub");
  ball.view()->camera()->zoomToFit();
  ball.select("ball");
  QTreeWidgetItem* const speed = ball.section("Ports")->child(1);
  QVERIFY(speed->text(0) != ball.section("Ports")->child(0)->text(0));
  ball.tree()->scrollToItem(speed);
  const QPoint place = ball.tree()->visualItemRect(speed).center();
  QContextMenuEvent event(QContextMenuEvent::Mouse, place,
                          ball.tree()->viewport()->mapToGlobal(place));
  QApplication::sendEvent(ball.tree()->viewport(), &event);
  auto* const menu = ball.panel()->findChild<QMenu*>("inspectorMenu");
  QVERIFY(menu != nullptr);
  menu->findChild<QAction*>("inspectorMenu.why")->trigger();
  menu->close();
  QCOMPARE(ball.section("Why")->child(0)->text(0), "sub/ball." + speed->text(0));
  // By Enter on the first one, that again.
  ball.enter(ball.section("Ports")->child(0));
  QCOMPARE(ball.section("Why")->child(0)->text(0).section('.', 1),
           ball.section("Ports")->child(0)->text(0).section(' ', 0, 0));
}

void TestInspector::aLowPanelTurnsFromRowsToGraph() {
  InspectorWindow w;
  w.select("gain");
  auto* const turn = w.panel()->findChild<QToolButton*>("inspectorTurn");
  auto* const graph = w.panel()->findChild<QWidget*>("inspectorGraph");
  QVERIFY(w.tree()->isVisible() && graph->isVisible() && !turn->isVisible());
  const QSize usual = w.window()->size();
  w.window()->resize(usual.width(), 460);
  QTRY_VERIFY(turn->isVisible());
  QVERIFY(w.tree()->isVisible() && !graph->isVisible());
  const auto* const title = w.panel()->findChild<QLabel*>("inspectorTitle");
  QVERIFY(title->height() >= title->fontMetrics().height());
  turn->setFocus(Qt::TabFocusReason);
  QTest::keyClick(turn, Qt::Key_Space);
  QVERIFY(!w.tree()->isVisible() && graph->isVisible());
  w.trigger(ActionId::kShowInspector);
  QTRY_VERIFY(w.chart()->hasFocus());
  w.window()->resize(usual);
  QTRY_VERIFY(w.tree()->isVisible() && graph->isVisible() && !turn->isVisible());
}

void TestInspector::itStaysInFrontWhileBlocksAreChosen() {
  InspectorWindow w;
  PanelDock* const inspector = w.window()->panels()->dock(PanelId::kInspector);
  PanelDock* const properties = w.window()->panels()->dock(PanelId::kProperties);
  w.select("gain");
  w.select("state");
  QVERIFY(inspector->isInFront());
  // Behind the properties it needs nothing of the run.
  w.trigger(ActionId::kShowProperties);
  QTRY_VERIFY(properties->isInFront() && !w.panel()->isVisible());
  w.trigger(ActionId::kStepBack);
  QTRY_VERIFY(w.controller()->shown()->isInPast());
  QVERIFY(w.controller()->shown()->instant()->inside == nullptr);
  // Back in front, it looks at the instant that is shown.
  w.open();
  QTRY_VERIFY(w.controller()->shown()->instant()->inside != nullptr);
  QVERIFY(w.controller()->shown()->isInPast());
  QTRY_VERIFY(w.section("Ports") != nullptr);
}

void TestInspector::pausedAndRunningRunsAreFollowed() {
  InspectorWindow w;
  w.select("state");
  const QString last = w.value("Ports", "y");
  w.setPace(0.5);
  w.trigger(ActionId::kRun);
  const auto place = [&w] { return w.label("inspectorPlace"); };
  QTRY_VERIFY(place().endsWith("while the run goes on") && w.value("Ports", "y") != last);
  const QString first = w.value("Ports", "y");
  QTRY_VERIFY(w.value("Ports", "y") != first);
  w.trigger(ActionId::kPause);
  QTRY_VERIFY(place().endsWith("before the step"));
  QTRY_VERIFY(w.controller()->shown()->instant()->inside != nullptr);
  const QString paused = w.value("Ports", "y");
  // A step of a paused run is shown as well, and a step back what was before.
  w.trigger(ActionId::kStep);
  QTRY_VERIFY(w.controller()->state() == RunController::State::kPaused &&
              w.value("Ports", "y") != paused);
  w.trigger(ActionId::kStepBack);
  QTRY_COMPARE(w.value("Ports", "y"), paused);
  QVERIFY(w.controller()->shown()->isInPast());
}

void TestInspector::subsystemsShowTheirPorts() {
  InspectorWindow w(ballDiagram());
  w.select("sub");
  QCOMPARE(w.section("Ports")->childCount(), 1);
  QCOMPARE(w.name("Ports", "out"), QString("out → half.u"));
  const QString height = w.value("Ports", "out");
  QVERIFY(!height.isEmpty());
  w.select("half");
  QCOMPARE(w.value("Ports", "u"), height);
  // Its input comes from inside, and leads there.
  QCOMPARE(w.name("Ports", "u").section(' ', 1), QString("← sub/ball.height"));
  w.enter(w.row("Ports", "u"));
  QCOMPARE(w.view()->level(), QString("sub"));
  QCOMPARE(w.selected(), QStringList{"ball"});
  // What is witnessed comes when it is crossed.
  QTRY_VERIFY(w.section("Events") != nullptr);
  bool isWitnessed = false;
  for (int i = 0; i < w.section("Events")->childCount(); ++i) {
    isWitnessed |= w.section("Events")->child(i)->text(1).startsWith("none until it is crossed");
  }
  QVERIFY(isWitnessed);
}

void TestInspector::itSaysWhyThereIsNothing() {
  WindowFixture fixture;
  const auto window = activeWindow(QSize(1300, 900));
  QVERIFY(openFile(window.get(), fixture.write("loop.loop.json", loopDiagram())));
  window->actions().get(ActionId::kShowInspector)->trigger();
  const InspectorPanel* const panel = inspectorOf(*window);
  QTRY_VERIFY(panel->isVisible());
  const auto* const hint = panel->findChild<QLabel*>("inspectorHint");
  const auto* const tree = panel->findChild<QTreeWidget*>("inspectorTree");
  QCOMPARE(hint->text(), QString("Select a block to look into it."));
  window->current()->view()->selectBlocks({"gain"});
  QCOMPARE(hint->text(), QString("Run the diagram, and pause it or let it end."));
  QCOMPARE(tree->topLevelItemCount(), 0);
  window->actions().get(ActionId::kRun)->trigger();
  QTRY_VERIFY(tree->topLevelItemCount() > 0);
  QTRY_VERIFY(!window->current()->runs()->isActive());
  QVERIFY(!hint->isVisible());
  // A block under a name that the run does not know.
  window->current()->document()->edit("rename",
                                      [](Transaction* t) { RenameBlock(t, "", "set", "one"); });
  window->current()->view()->selectBlocks({"one"});
  QCOMPARE(hint->text(), QString("The run computes nothing for this block."));
  QVERIFY(hint->isVisible());
  QCOMPARE(tree->topLevelItemCount(), 0);
}

// A loop y = 1 + y has no solution: the run fails, and its blocks say why.
void TestInspector::whatCannotBeComputedSaysWhy() {
  InspectorWindow w(R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": 1, "algebraic_loops": "solve"},
  "diagram": {"blocks": {
    "one": {"type": "Constant", "layout": {"x": 0, "y": 0}},
    "sum": {"type": "Sum", "layout": {"x": 100, "y": 0}},
    "back": {"type": "Gain", "layout": {"x": 200, "y": 0}}},
  "wires": [{"from": "one.y", "to": "sum.u1"}, {"from": "back.y", "to": "sum.u2"},
            {"from": "sum.y", "to": "back.u"}]}})");
  w.open();
  w.select("sum");
  QCOMPARE(w.value("Ports", "u1"), QString("1"));
  const QString value = w.value("Ports", "y");
  QVERIFY2(value.startsWith("cannot be computed: ") && value.contains("no solution"),
           qPrintable(value));
}

void TestInspector::eventsAreNamed() {
  const auto named = [](const InspectedEvent& event) {
    return eventText(event) + " | " + nextText(event) + " | " + eventToolTip(event);
  };
  InspectedEvent event;
  event.kind = EventKind::kPublish;
  event.trigger = TriggerType::kPeriodic;
  event.period_sec = 0.02;
  event.next_sec = 0.26;
  QCOMPARE(named(event), QString("every 0.02 s | next at 0.26 s | every 0.02 s: publishes"));
  event.period_sec = 0;
  event.trigger = TriggerType::kTimed;
  event.kind = EventKind::kUnrestrictedUpdate;
  event.next_sec = std::numeric_limits<double>::infinity();
  QCOMPARE(named(event), QString("at given times | no more | at given times: updates any state"));
  event.is_corner = true;
  QCOMPARE(named(event), QString("corner | no more | corner: ends a step"));
  event.is_corner = false;
  event.trigger = TriggerType::kPerStep;
  event.kind = EventKind::kDiscreteUpdate;
  QCOMPARE(named(event), QString("at every step | next: the next step | "
                                 "at every step: updates discrete state"));
  event.trigger = TriggerType::kInitialization;
  event.kind = EventKind::kJump;
  QCOMPARE(named(event), QString("at the start | over | "
                                 "at the start: updates discrete and continuous state"));
  event.trigger = TriggerType::kWitness;
  event.witness = "floor";
  event.witness_value = -1.5;
  event.direction = WitnessFunctionDirection::kPositiveThenNonPositive;
  event.kind.reset();
  QCOMPARE(named(event), QString("floor | none until it is crossed; now −1.5 | "
                                 "floor when it falls through 0: ends a step"));
  event = {};
  event.is_dynamic = true;
  event.next_sec = std::numeric_limits<double>::quiet_NaN();
  QCOMPARE(named(event), QString("at times that the block computes | cannot be computed | "
                                 "at times that the block computes"));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestInspector)

}  // namespace loopwright::test_inspector

#include "test_inspector.moc"
