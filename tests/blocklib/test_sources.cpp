#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_sources {

namespace {

RunResult RunSource(const std::string& block, double stop, double start = 0) {
  RunOptions options;
  options.start_time = start;
  return RunDiagram(DiagramText("'s': {" + block + "}", ""), {"s.y"}, stop, options);
}

std::vector<Row> Rows(std::initializer_list<Row> rows) { return rows; }

}  // namespace

class TestSources : public QObject {
  Q_OBJECT

 private slots:
  void constantGivesItsElements() {
    QCOMPARE(RunSource("'type': 'Constant', 'parameters': {'value': 2.5}", 1).at(1, '-'), 2.5);
    const RunResult vector = RunSource("'type': 'Constant', 'parameters': {'value': [1, 2]}", 1);
    QCOMPARE(vector.rows.back().values, (std::vector<double>{1, 2}));
    const RunResult matrix =
        RunSource("'type': 'Constant', 'parameters': {'value': [[1, 2], [3, 4]]}", 1);
    QCOMPARE(matrix.rows.back().values, (std::vector<double>{1, 2, 3, 4}));
  }

  void stepHasBothLevelsAtItsTime() {
    const std::string step =
        "'type': 'Step', 'parameters': {'time': 0.5, 'initial': 2, 'final': [3, 4]}";
    QVERIFY(RunSource(step, 1).rows ==
            Rows({{0, '-', {2, 2}}, {0.5, '-', {2, 2}}, {0.5, '+', {3, 4}}, {1, '-', {3, 4}}}));
    // At the start time the step is due then; before it, it has happened.
    QVERIFY(RunSource(step, 1, 0.5).rows ==
            Rows({{0.5, '-', {2, 2}}, {0.5, '+', {3, 4}}, {1, '-', {3, 4}}}));
    QVERIFY(RunSource(step, 1, 0.6).rows == Rows({{0.6, '-', {3, 4}}, {1, '-', {3, 4}}}));
    // A step at the stop time stays pending.
    QVERIFY(RunSource(step, 0.5).rows == Rows({{0, '-', {2, 2}}, {0.5, '-', {2, 2}}}));
  }

  void aDelayThatSamplesAtTheStepSeesTheOldLevel() {
    const std::string text = DiagramText(
        "'s': {'type': 'Step', 'parameters': {'time': 0.2}}, 'd': {'type': 'UnitDelay', "
        "'parameters': {'period': 0.1}}",
        "s.y>d.u");
    const RunResult result = RunDiagram(text, {"d.y"}, 0.4);
    QCOMPARE(result.at(0.2, '+'), 0.0);
    QCOMPARE(result.at(0.29, '+'), 0.0);
    QCOMPARE(result.side('+').at(3).values.at(0), 1.0);  // at 0.3
  }

  void sineIsComputedElementwise() {
    const RunResult result = RunSource(
        "'type': 'Sine', 'parameters': {'amplitude': [1, 2], 'frequency': 3, 'phase': 0.5, 'bias': "
        "[0, 1]}",
        0.7);
    QCOMPARE(result.rows.back().values,
             (std::vector<double>{std::sin(3 * 0.7 + 0.5), 1 + 2 * std::sin(3 * 0.7 + 0.5)}));
  }

  void pulseHasAnUpdateAtEveryEdge() {
    const std::string pulse =
        "'type': 'Pulse', 'parameters': {'amplitude': 2, 'period': 1, 'duty': 0.25, 'delay': 0.5, "
        "'bias': 1}";
    QVERIFY(Jumps(RunSource(pulse, 2)) ==
            Rows({{0.5, '+', {3}}, {0.75, '+', {1}}, {1.5, '+', {3}}, {1.75, '+', {1}}}));
    // A start inside a pulse starts high, one on an edge has the edge still to come.
    QVERIFY(RunSource(pulse, 1.7, 1.6).rows == Rows({{1.6, '-', {3}}, {1.7, '-', {3}}}));
    QVERIFY(RunSource(pulse, 1.6, 1.5).rows ==
            Rows({{1.5, '-', {1}}, {1.5, '+', {3}}, {1.6, '-', {3}}}));
    QVERIFY(RunSource(pulse, 1.8, 1.75).rows ==
            Rows({{1.75, '-', {3}}, {1.75, '+', {1}}, {1.8, '-', {1}}}));
    QVERIFY(RunSource(pulse, 0.2, 0.1).rows == Rows({{0.1, '-', {1}}, {0.2, '-', {1}}}));
  }

  void pulseOfDutyZeroOrOneHasNoEdgesThatMeet() {
    QVERIFY(Jumps(RunSource("'type': 'Pulse', 'parameters': {'duty': 0}", 5)).empty());
    const std::string always = "'type': 'Pulse', 'parameters': {'duty': 1, 'delay': 0.5}";
    QVERIFY(Jumps(RunSource(always, 5)) == Rows({{0.5, '+', {1}}}));
    QCOMPARE(RunSource(always, 5, 3).rows.front().values.at(0), 1.0);
  }

  void clockIsTheTime() { QCOMPARE(RunSource("'type': 'Clock'", 0.3, 0.1).at(0.3, '-'), 0.3); }

  void counterCountsFromItsFirstUpdate() {
    const RunResult result = RunSource(
        "'type': 'DiscreteCounter', 'parameters': {'period': 0.02, 'increment': 10}", 0.06);
    QVERIFY(result.rows == Rows({{0, '-', {0}},
                                 {0, '+', {10}},
                                 {0.02, '-', {10}},
                                 {0.02, '+', {20}},
                                 {0.04, '-', {20}},
                                 {0.04, '+', {30}},
                                 {0.06, '-', {30}}}));
  }

  void counterWrapsAtItsModulus() {
    const auto values = [](const std::string& parameters) {
      std::vector<double> result;
      for (const Row& row : Jumps(RunSource(
               "'type': 'DiscreteCounter', 'parameters': {'period': 1, " + parameters + "}",
               4.5))) {
        result.push_back(row.values.at(0));
      }
      return result;
    };
    QCOMPARE(values("'modulus': 3"), (std::vector<double>{1, 2, 0, 1, 2}));
    QCOMPARE(values("'modulus': 3, 'increment': -1"), (std::vector<double>{2, 1, 0, 2, 1}));
    QCOMPARE(values("'offset': 2, 'initial_value': 5"), (std::vector<double>{6, 7, 8}));
  }
};

LOOPWRIGHT_TEST(TestSources)

}  // namespace loopwright::test_sources

#include "test_sources.moc"
