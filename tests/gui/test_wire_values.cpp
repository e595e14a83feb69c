#include <QApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QObject>
#include <algorithm>

#include "gui/canvas/camera.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/wire_values.h"
#include "gui/document/signal_edits.h"
#include "gui/run/shown_instant.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/value_bubble.h"
#include "gui/scene/wire_item.h"
#include "tests/gui/runs_window.h"
#include "tests/test_main.h"

namespace loopwright::test_wire_values {

namespace {

DiagramView* viewOf(const RunsWindow& w) { return w.window()->current()->view(); }

QString written(const std::optional<WireValue>& value) {
  if (!value) return QStringLiteral("nothing");
  return value->after.isEmpty() ? value->before
                                : QStringLiteral("○ %1 ● %2").arg(value->before, value->after);
}

QString on(const RunsWindow& w, const char* from) {
  return written(viewOf(w)->wireValues()->valueAt(from));
}

// Moves the pointer over the canvas to a place of the scene.
void moveTo(const DiagramView& view, const QPointF& place) {
  const QPointF at = view.mapFromScene(place);
  QMouseEvent move(QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton,
                   Qt::NoButton, Qt::NoModifier);
  QApplication::sendEvent(view.viewport(), &move);
}

}  // namespace

/// The values of signals on the wires of the canvas.
class TestWireValues : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void allWiresShowTheInstantThatIsShown();
  void theWireUnderThePointerShowsItsValue();
  void theUnitStandsBehindTheValue();
  void thePointerIsToldThePast();
  void theElementsOfAVectorStandInATable();
  void vectorsStandInBrackets();
  void aRunThatGoesOnIsFollowed();
  void beforeTheFirstRunThereIsNothing();
};

void TestWireValues::allWiresShowTheInstantThatIsShown() {
  RunsWindow w;
  viewOf(w)->camera()->zoomToFit();
  QCOMPARE(on(w, "state.y"), QString("nothing"));
  w.trigger(ActionId::kWireValues);
  QCOMPARE(on(w, "set.y"), QString("1"));
  QCOMPARE(on(w, "state.y"), QString("0.9817"));
  QCOMPARE(on(w, "error.y"), QString("0.01832"));
  // Back to the last update: the counter counts to 0.4 there.
  w.trigger(ActionId::kStepBackToUpdate);
  RunController* const runs = w.window()->current()->runs();
  QTRY_COMPARE(runs->time(), 1.5);
  QCOMPARE(on(w, "counter.y"), QString("○ 0.3 ● 0.4"));
  QCOMPARE(on(w, "state.y"), QString("0.9502"));
  // Values go with a run that begins, and when they are not wanted any more.
  w.trigger(ActionId::kWireValues);
  QCOMPARE(on(w, "counter.y"), QString("nothing"));
}

void TestWireValues::theWireUnderThePointerShowsItsValue() {
  RunsWindow w;
  DiagramView* const view = viewOf(w);
  view->camera()->zoomToFit();
  const WireItem* const wire = view->diagramScene()->findWire("scope.u1");
  moveTo(*view, wire->middle());
  QCOMPARE(on(w, "state.y"), QString("0.9817"));
  QCOMPARE(on(w, "set.y"), QString("nothing"));
  moveTo(*view, view->diagramScene()->contentRect().topLeft() - QPointF(30, 30));
  QCOMPARE(on(w, "state.y"), QString("nothing"));
}

void TestWireValues::theUnitStandsBehindTheValue() {
  RunsWindow w;
  DiagramView* const view = viewOf(w);
  view->camera()->zoomToFit();
  w.document()->edit("unit", [](Transaction* t) { setUnit(t, "", "state.y", "m"); });
  w.trigger(ActionId::kWireValues);
  QCOMPARE(on(w, "state.y"), QString("0.9817"));
  moveTo(*view, view->diagramScene()->findWire("scope.u1")->middle());
  QCOMPARE(on(w, "state.y"), QString("0.9817 m"));
  moveTo(*view, view->diagramScene()->findWire("scope.u2")->middle());
  QCOMPARE(on(w, "state.y"), QString("0.9817"));
}

void TestWireValues::thePointerIsToldThePast() {
  RunsWindow w;
  DiagramView* const view = viewOf(w);
  view->camera()->zoomToFit();
  const DiagramScene* const scene = view->diagramScene();
  moveTo(*view, scene->findWire("scope.u1")->middle());
  std::optional<WireDetail> detail = view->wireValues()->detailAt("state.y");
  QVERIFY(detail);
  QCOMPARE(detail->instant, QString("t = 2.000 s"));
  QVERIFY(detail->elements.isEmpty());
  // Of some 200 steps the last hundred rows, which end at the value that the wire has.
  QCOMPARE(detail->past.size(), 1);
  QCOMPARE(detail->past[0].size(), 100);
  QCOMPARE(detail->past[0].last().x(), 2.);
  QCOMPARE(QString::number(detail->past[0].last().y(), 'g', 4), QString("0.9817"));
  // Only the wire under the pointer has a card. It lies over the value.
  w.trigger(ActionId::kWireValues);
  QVERIFY(!view->wireValues()->detailAt("error.y"));
  // Taken back, the past ends where the run stands.
  w.trigger(ActionId::kStepBackToUpdate);
  QTRY_COMPARE(w.window()->current()->runs()->time(), 1.5);
  detail = view->wireValues()->detailAt("state.y");
  QVERIFY(detail);
  QCOMPARE(detail->instant, QString("t = 1.500 s"));
  QCOMPARE(detail->past[0].last().x(), 1.5);
  // What no plot shows and nothing records has no past.
  moveTo(*view, scene->findWire("gain.u")->middle());
  detail = view->wireValues()->detailAt("error.y");
  QVERIFY(detail);
  QVERIFY(detail->past.isEmpty());
}

void TestWireValues::theElementsOfAVectorStandInATable() {
  RunsWindow w(R"({"format": "loopwright", "version": 1, "simulation": {"stop_time": 1},
  "diagram": {"blocks": {
    "many": {"type": "Constant",
             "parameters": {"value": [1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]},
             "layout": {"x": 0, "y": 0}},
    "delay": {"type": "UnitDelay", "layout": {"x": 150, "y": 0},
              "parameters": {"period": 0.5,
                             "initial_value": [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}},
    "scope": {"type": "Scope", "layout": {"x": 300, "y": 0}}},
  "wires": [{"from": "many.y", "to": "delay.u"}, {"from": "delay.y", "to": "scope.u1"}]}})");
  DiagramView* const view = viewOf(w);
  view->camera()->zoomToFit();
  moveTo(*view, view->diagramScene()->findWire("scope.u1")->middle());
  // To the first update, of which the first element is the same before and after.
  w.window()->current()->runs()->shown()->showTime(0);
  QTRY_COMPARE(w.window()->current()->runs()->time(), 0.);
  const auto detail = view->wireValues()->detailAt("delay.y");
  QVERIFY(detail);
  QCOMPARE(detail->elements.size(), 12);
  QCOMPARE(detail->moreElements, 2);
  QCOMPARE(written(detail->elements[0]), QString("1"));
  QCOMPARE(written(detail->elements[1]), QString("○ 0 ● −2"));
  QCOMPARE(detail->past.size(), 4);
}

void TestWireValues::vectorsStandInBrackets() {
  RunsWindow w(R"({"format": "loopwright", "version": 1, "simulation": {"stop_time": 1},
  "diagram": {"blocks": {
    "few": {"type": "Constant", "parameters": {"value": [1, -2.5]}, "layout": {"x": 0, "y": 0}},
    "many": {"type": "Constant", "parameters": {"value": [1, 2, 3, 4, 5]},
             "layout": {"x": 0, "y": 100}},
    "scope": {"type": "Scope", "parameters": {"inputs": 2}, "layout": {"x": 110, "y": 0}}},
  "wires": [{"from": "few.y", "to": "scope.u1"}, {"from": "many.y", "to": "scope.u2"}]}})");
  viewOf(w)->camera()->zoomToFit();
  w.trigger(ActionId::kWireValues);
  QCOMPARE(on(w, "few.y"), QString("[1, −2.5]"));
  QCOMPARE(on(w, "many.y"), QString("[1, 2, 3, 4, …]"));
  // A bubble on a short wire is no wider than a number, but whole under the pointer.
  const DiagramScene* const scene = viewOf(w)->diagramScene();
  const auto widest = [scene] {
    double width = 0;
    for (const QGraphicsItem* item : scene->items()) {
      if (const auto* bubble = dynamic_cast<const ValueBubble*>(item)) {
        width = std::max(width, bubble->boundingRect().width());
      }
    }
    return width;
  };
  const double onTheWire = widest();
  QVERIFY(onTheWire < 80);
  moveTo(*viewOf(w), scene->findWire("scope.u2")->middle());
  QVERIFY(widest() > onTheWire);
}

void TestWireValues::aRunThatGoesOnIsFollowed() {
  RunsWindow w;
  viewOf(w)->camera()->zoomToFit();
  w.trigger(ActionId::kWireValues);
  w.setPace(0.5);
  w.trigger(ActionId::kRun);
  QTRY_VERIFY(on(w, "state.y") != "0.9817" && on(w, "state.y") != "nothing");
  const QString first = on(w, "state.y");
  QTRY_VERIFY(on(w, "state.y") != first);
  QVERIFY(w.window()->current()->runs()->isActive());
}

void TestWireValues::beforeTheFirstRunThereIsNothing() {
  WindowFixture fixture;
  const auto window = activeWindow();
  window->actions().get(ActionId::kWireValues)->trigger();
  QCOMPARE(window->findChild<QLabel*>("statusMessage")->text(),
           QString("Run the diagram to see values on its wires."));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestWireValues)

}  // namespace loopwright::test_wire_values

#include "test_wire_values.moc"
