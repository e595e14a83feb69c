#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_nonlinear {

namespace {
const double kPi = std::acos(-1.0);

bool IsNear(double a, double b, double tolerance = 1e-9) { return std::abs(a - b) < tolerance; }
}  // namespace

class TestNonlinear : public QObject {
  Q_OBJECT

 private slots:
  void saturationLimitsElementwise() {
    const RunResult result =
        RunDiagram(DiagramText("'c': {'type': 'Constant', 'parameters': {'value': [-5, 0.5, 5]}},"
                               "'s': {'type': 'Saturation', 'parameters': {'upper': [1, 2, 3]}}",
                               "c.y>s.u"),
                   {"s.y"}, 0);
    QCOMPARE(result.rows.at(0).values, (std::vector<double>{-1, 0.5, 3}));
  }

  void cornersOfASaturationAreLocated() {
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Sine'},"
                    "'l': {'type': 'Saturation', 'parameters': {'lower': -0.5, 'upper': 0.5}},"
                    "'i': {'type': 'Integrator'}",
                    "s.y>l.u l.y>i.u"),
        {"l.y", "i.y"}, kPi);
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{2});
    QVERIFY(IsNear(jumps[0].time, kPi / 6));
    QVERIFY(IsNear(jumps[1].time, 5 * kPi / 6));
    const double expected = 2 * (1 - std::cos(kPi / 6)) + 0.5 * (4 * kPi / 6);
    QVERIFY(IsNear(result.rows.back().values.at(1), expected, 1e-6));
  }

  void relaySwitchesAtItsThresholds() {
    // Off at the start, on where sin rises through 0.5, off where it falls through -0.5.
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Sine'},"
                    "'r': {'type': 'Relay', 'parameters': {'on_value': 2, 'off_value': -2}}",
                    "s.y>r.u"),
        {"r.y"}, 4 * kPi);
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{4});
    for (size_t i = 0; i < jumps.size(); ++i) {
      const double base = 2 * kPi * static_cast<double>(i / 2);
      QVERIFY(IsNear(jumps[i].time, base + (i % 2 == 0 ? kPi / 6 : 7 * kPi / 6)));
      QCOMPARE(jumps[i].values.at(0), i % 2 == 0 ? 2.0 : -2.0);
      QCOMPARE(result.side('-').front().values.at(0), -2.0);
    }
  }

  void relayStartsByItsInput_data() {
    QTest::addColumn<QString>("input");
    QTest::addColumn<bool>("initiallyOn");
    QTest::addColumn<double>("expected");
    QTest::newRow("above") << "0.7" << false << 1.0;
    QTest::newRow("on the on threshold") << "0.5" << false << 1.0;
    QTest::newRow("between, off") << "0" << false << 0.0;
    QTest::newRow("between, on") << "0" << true << 1.0;
    QTest::newRow("on the off threshold") << "-0.5" << true << 0.0;
    QTest::newRow("below") << "-0.7" << true << 0.0;
  }
  void relayStartsByItsInput() {
    QFETCH(QString, input);
    QFETCH(bool, initiallyOn);
    QFETCH(double, expected);
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Constant', 'parameters': {'value': " + input.toStdString() +
                        "}}, 'r': {'type': 'Relay', 'parameters': {'initially_on': " +
                        (initiallyOn ? "true" : "false") + "}}",
                    "c.y>r.u"),
        {"r.y"}, 1);
    QCOMPARE(result.rows.front().values.at(0), expected);
    QCOMPARE(result.rows.back().values.at(0), expected);
  }

  void relayStartsInFeedthroughOrder() {
    // The second relay sees the first one's starting value, although it comes first in the file.
    const RunResult result =
        RunDiagram(DiagramText("'second': {'type': 'Relay'}, 'first': {'type': 'Relay'},"
                               "'c': {'type': 'Constant'}",
                               "c.y>first.u first.y>second.u"),
                   {"second.y"}, 1);
    QCOMPARE(result.rows.front().values.at(0), 1.0);
    QVERIFY(Jumps(result).empty());
  }

  void relaySwitchesWhereItsInputJumps() {
    const RunResult result =
        RunDiagram(DiagramText("'p': {'type': 'Pulse', 'parameters': {'amplitude': 2, 'bias': -1}},"
                               "'r': {'type': 'Relay'}",
                               "p.y>r.u"),
                   {"p.y", "r.y"}, 0.75);
    QCOMPARE(result.at(0.2, '+', 1), 1.0);
    QCOMPARE(result.at(0.6, '+', 1), 0.0);
  }

  void relaySwitchesWhereItsInputJumpsOntoAThreshold() {
    // Onto the on threshold and further up, then onto the off threshold and further down.
    const RunResult result = RunDiagram(
        DiagramText("'p': {'type': 'SignalTable', 'parameters': {'times': [0, 1, 2, 3, 4], "
                    "'values': [0, 0.5, 1, -0.5, -1], 'interpolation': 'hold'}},"
                    "'r': {'type': 'Relay'}",
                    "p.y>r.u"),
        {"r.y"}, 5);
    for (const auto& [time, expected] : {std::pair{1.0, 1.0}, {2.0, 1.0}, {3.0, 0.0}, {4.0, 0.0}}) {
      QCOMPARE(result.at(time, '+'), expected);
      QCOMPARE(result.at(time + 1, '-'), expected);
    }
    // A jump at the start, which happens after the relay's first state is set.
    const RunResult start =
        RunDiagram(DiagramText("'s': {'type': 'Step', 'parameters': {'time': 0, 'final': 0.5}},"
                               "'r': {'type': 'Relay'}",
                               "s.y>r.u"),
                   {"r.y"}, 1);
    QCOMPARE(start.at(0, '-'), 0.0);
    QCOMPARE(start.at(0, '+'), 1.0);
    QCOMPARE(start.at(1, '-'), 1.0);
  }

  void relayWithOneThresholdIsOnThere() {
    const RunResult result = RunDiagram(
        DiagramText("'p': {'type': 'SignalTable', 'parameters': {'times': [0, 1, 2, 3, 4, 5], "
                    "'values': [-1, 0, -1, 1, 0, -1], 'interpolation': 'hold'}}, 'r': {'type': "
                    "'Relay', 'parameters': {'on_threshold': 0, 'off_threshold': 0}}",
                    "p.y>r.u"),
        {"r.y"}, 6);
    QVERIFY(result.outcome.end == RunEnd::kDone);
    for (const auto& [time, expected] :
         {std::pair{1.0, 1.0}, {2.0, 0.0}, {3.0, 1.0}, {4.0, 1.0}, {5.0, 0.0}}) {
      QCOMPARE(result.at(time, '+'), expected);
    }
  }

  void relayLeavesElementsThatRestOnTheirThreshold() {
    // The first one rises to its threshold and rests there, where it has not risen through it.
    const RunResult result =
        RunDiagram(DiagramText("'p': {'type': 'SignalTable', 'parameters': {'times': [0, 1, 2], "
                               "'values': [[0, 0], [0.5, 0], [0.5, 1]]}}, 'r': {'type': 'Relay'}",
                               "p.y>r.u"),
                   {"r.y", "p.y"}, 3);
    QCOMPARE(result.rows.back().values, (std::vector<double>{0, 1, 0.5, 1}));
  }

  void relayKeepsAStateForEachElement() {
    const RunResult result =
        RunDiagram(DiagramText("'s': {'type': 'Sine', 'parameters': {'amplitude': [1, -1]}},"
                               "'r': {'type': 'Relay'}",
                               "s.y>r.u"),
                   {"r.y"}, 2);
    QCOMPARE(result.rows.back().values, (std::vector<double>{1, 0}));
    const RunResult later =
        RunDiagram(DiagramText("'s': {'type': 'Sine', 'parameters': {'amplitude': [1, -1]}},"
                               "'r': {'type': 'Relay'}",
                               "s.y>r.u"),
                   {"r.y"}, 4);
    QCOMPARE(later.rows.back().values, (std::vector<double>{0, 1}));
  }

  void switchPassesByItsControl() {
    const std::string text = DiagramText(
        "'a': {'type': 'Constant', 'parameters': {'value': [1, 2]}},"
        "'b': {'type': 'Constant', 'parameters': {'value': -1}},"
        "'t': {'type': 'Clock'},"
        "'w': {'type': 'Switch', 'parameters': {'threshold': 0.3}}",
        "a.y>w.u1 t.y>w.control b.y>w.u2");
    const RunResult result = RunDiagram(text, {"w.y"}, 1);
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{1});
    QVERIFY(IsNear(jumps[0].time, 0.3, 1e-12));
    QCOMPARE(jumps[0].values, (std::vector<double>{1, 2}));
    QCOMPARE(result.rows.front().values, (std::vector<double>{-1, -1}));
  }

  void switchPassesTheFirstAtTheThreshold() {
    const RunResult result =
        RunDiagram(DiagramText("'a': {'type': 'Constant', 'parameters': {'value': 7}},"
                               "'c': {'type': 'Constant', 'parameters': {'value': [0, -1]}},"
                               "'w': {'type': 'Switch'}",
                               "a.y>w.u1 c.y>w.control c.y>w.u2"),
                   {"w.y"}, 1);
    QCOMPARE(result.rows.back().values, (std::vector<double>{7, -1}));
  }
};

LOOPWRIGHT_TEST(TestNonlinear)

}  // namespace loopwright::test_nonlinear

#include "test_nonlinear.moc"
