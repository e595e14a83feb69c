#include <QFontMetrics>
#include <QObject>
#include <QTest>
#include <QTreeWidget>

#include "gui/canvas/block_costs.h"
#include "gui/canvas/diagram_view.h"
#include "gui/overlays/cost_legend.h"
#include "gui/run/shown_instant.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/theme/theme.h"
#include "tests/gui/runs_window.h"
#include "tests/test_main.h"

namespace loopwright::test_block_costs {

namespace {

/// Hands on the canvas's blocks.
DiagramView* viewOf(const RunsWindow& window) { return window.window()->current()->view(); }
const BlockItem* blockOf(const RunsWindow& window, const char* name) {
  return viewOf(window)->diagramScene()->findBlock(name);
}
const CostLegend* legendOf(const RunsWindow& window) {
  return viewOf(window)->blockCosts()->legend();
}

/// A gain in a subsystem, after a sine.
QByteArray nestedDiagram() {
  return R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": 1, "integrator": "rk4", "fixed_step": 0.01},
  "diagram": {"blocks": {
    "sine": {"type": "Sine", "layout": {"x": 0, "y": 0}},
    "part": {"type": "Subsystem", "layout": {"x": 200, "y": 0}, "diagram": {
      "blocks": {
        "in": {"type": "Inport", "layout": {"x": 0, "y": 0}},
        "once": {"type": "Gain", "layout": {"x": 100, "y": 0}},
        "twice": {"type": "Gain", "layout": {"x": 200, "y": 0}},
        "out": {"type": "Outport", "layout": {"x": 300, "y": 0}}},
      "wires": [{"from": "in.y", "to": "once.u"}, {"from": "once.y", "to": "twice.u"},
                {"from": "twice.y", "to": "out.u"}]}},
    "state": {"type": "Integrator", "layout": {"x": 400, "y": 0}},
    "scope": {"type": "Scope", "layout": {"x": 500, "y": 0}}},
  "wires": [{"from": "sine.y", "to": "part.in"}, {"from": "part.out", "to": "state.u"},
            {"from": "state.y", "to": "scope.u1"}]}})";
}

}  // namespace

/// Blocks coloured by what they cost in a run.
class TestBlockCosts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void blocksAreColouredByComputations();
  void onlyOneKindIsShown();
  void aSubsystemCostsWhatItsBlocksDo();
  void theInspectorTellsTheRunsTotals();
};

void TestBlockCosts::blocksAreColouredByComputations() {
  RunsWindow w;
  QVERIFY(!legendOf(w)->isVisible());
  w.trigger(ActionId::kBlockComputations);
  // The run that was made did not count.
  QVERIFY(legendOf(w)->isVisible());
  QCOMPARE(legendOf(w)->text(), QString("computations: counted in runs that begin from now on"));
  QVERIFY(blockOf(w, "gain")->cost() < 0);
  w.run();
  const BlockCosts* const costs = viewOf(w)->blockCosts();
  const int64_t gain = costs->costOf("gain").computed, counter = costs->costOf("counter").computed;
  QVERIFY(gain > 200);  // of 200 steps, each with stages
  QVERIFY(counter >= 4 && counter < 100);
  QCOMPARE(costs->costOf("scope").computed, int64_t{0});
  QVERIFY(blockOf(w, "gain")->cost() > blockOf(w, "counter")->cost());
  QVERIFY(blockOf(w, "counter")->cost() >= 0);
  QVERIFY(blockOf(w, "scope")->cost() < 0);
  const QString toolTip = blockOf(w, "gain")->toolTip();
  QVERIFY2(toolTip.contains("computed " + formatCount(gain) + " times"), qPrintable(toolTip));
  QVERIFY(legendOf(w)->text().startsWith("computations  "));
  // What it says has room.
  const QFontMetrics metrics(captionFont());
  QVERIFY(legendOf(w)->width() > metrics.horizontalAdvance(legendOf(w)->text()));
  // They go when they are not wanted any more, and the next run counts nothing.
  w.trigger(ActionId::kBlockComputations);
  QVERIFY(blockOf(w, "gain")->cost() < 0);
  QVERIFY(blockOf(w, "gain")->toolTip().isEmpty());
  QVERIFY(!legendOf(w)->isVisible());
  w.run();
  QVERIFY(w.window()->current()->runs()->shown()->instant()->costs == nullptr);
}

void TestBlockCosts::onlyOneKindIsShown() {
  RunsWindow w;
  w.trigger(ActionId::kBlockComputations);
  w.trigger(ActionId::kBlockTimes);
  QVERIFY(!w.window()->actions().get(ActionId::kBlockComputations)->isChecked());
  QCOMPARE(int(viewOf(w)->blockCosts()->kind()), int(CostKind::kTime));
  QVERIFY(legendOf(w)->text().startsWith("computing time: "));
  w.run();
  QVERIFY(w.window()->current()->runs()->shown()->instant()->costs != nullptr);
  // A document that is opened later has the same colours.
  QCOMPARE(int(w.window()->addWorkspace()->view()->blockCosts()->kind()), int(CostKind::kTime));
}

void TestBlockCosts::aSubsystemCostsWhatItsBlocksDo() {
  RunsWindow w(nestedDiagram());
  w.trigger(ActionId::kBlockComputations);
  w.run();
  DiagramView* const view = viewOf(w);
  const int64_t part = view->blockCosts()->costOf("part").computed;
  QVERIFY(part > 400);
  view->openLevel("part");
  QTRY_VERIFY(view->blockCosts()->costOf("once").computed > 0);
  QCOMPARE(
      view->blockCosts()->costOf("once").computed + view->blockCosts()->costOf("twice").computed,
      part);
  QVERIFY(blockOf(w, "once")->cost() >= 0);
}

void TestBlockCosts::theInspectorTellsTheRunsTotals() {
  RunsWindow w;
  w.trigger(ActionId::kPanelsBeside);
  w.trigger(ActionId::kShowInspector);
  const auto* const tree =
      w.window()->current()->panel(PanelId::kInspector)->findChild<QTreeWidget*>("inspectorTree");
  const auto text = [tree]() -> QString {
    const QList<QTreeWidgetItem*> rows =
        tree->findItems("in the run so far", Qt::MatchExactly | Qt::MatchRecursive);
    return rows.isEmpty() ? QString() : rows.first()->text(1);
  };
  viewOf(w)->selectBlocks({"gain"});
  QTRY_VERIFY(text().startsWith("not counted"));
  w.trigger(ActionId::kBlockComputations);
  w.run();
  w.trigger(ActionId::kShowInspector);
  const int64_t computed = viewOf(w)->blockCosts()->costOf("gain").computed;
  QVERIFY(computed > 0);
  QTRY_VERIFY2(text().startsWith("computed " + formatCount(computed) + ", reused "),
               qPrintable(text()));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestBlockCosts)

}  // namespace loopwright::test_block_costs

#include "test_block_costs.moc"
