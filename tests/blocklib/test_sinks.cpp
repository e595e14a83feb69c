#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"

using namespace loopwright;

namespace {

/// Runs a diagram whose block `c` drives the StopWhen block `end` to t = 2.
RunResult RunUntil(const std::string& source) {
  return RunDiagram(DiagramText("'c': {" + source + "}, 'end': {'type': 'StopWhen'}", "c.y>end.u"),
                    {"c.y"}, 2);
}

}  // namespace

class TestSinks : public QObject {
  Q_OBJECT

 private slots:
  void StopWhenEndsTheRunWhereItsInputBecomesTrue() {
    const RunResult result =
        RunUntil("'type': 'Expression', 'parameters': {'expression': 't > 0.7', 'inputs': 0}");
    QVERIFY(result.outcome.end == RunEnd::kTerminated);
    QCOMPARE(QString::fromStdString(result.outcome.path), QString("end"));
    QVERIFY(std::abs(result.outcome.time - 0.7) < 1e-12);
    QVERIFY(QString::fromStdString(result.outcome.message).contains("the input u became non-zero"));
  }

  void StopWhenLocatesASignalThatLeavesZeroByItself() {
    const RunResult result = RunUntil(
        "'type': 'Expression', 'parameters': {'expression': 'max(t - 0.7, 0)', 'inputs': 0}");
    QVERIFY(result.outcome.end == RunEnd::kTerminated);
    QVERIFY(std::abs(result.outcome.time - 0.7) < 1e-9);
  }

  void StopWhenSeesTheStartTime() {
    const RunResult result = RunUntil("'type': 'Constant', 'parameters': {'value': -3}");
    QVERIFY(result.outcome.end == RunEnd::kTerminated);
    QCOMPARE(result.outcome.time, 0.0);
    QVERIFY(result.rows == (std::vector<Row>{{0, '-', {-3}}}));
  }

  void StopWhenSeesJumpsAndEndsAfterThem() {
    const RunResult result = RunUntil("'type': 'Step'");
    QVERIFY(result.outcome.end == RunEnd::kTerminated);
    QCOMPARE(result.outcome.time, 1.0);
    QVERIFY(result.rows.back() == (Row{1, '+', {1}}));
  }

  void StopWhenWithoutATruthDoesNothing() {
    const RunResult result = RunUntil("'type': 'Constant', 'parameters': {'value': [0, 0]}");
    QVERIFY(result.outcome.end == RunEnd::kDone);
    QCOMPARE(result.rows.back().time, 2.0);
  }

  void AScopeTakesSignalsOfAnyWidth() {
    const RunResult result =
        RunDiagram(DiagramText("'a': {'type': 'Constant', 'parameters': {'value': [1, 2]}},"
                               "'b': {'type': 'Clock'},"
                               "'s': {'type': 'Scope', 'parameters': {'inputs': 2}}",
                               "a.y>s.u1 b.y>s.u2"),
                   {}, 1);
    QCOMPARE(result.rows.back().values, (std::vector<double>{1, 2, 1}));
  }
};

QTEST_APPLESS_MAIN(TestSinks)
#include "test_sinks.moc"
