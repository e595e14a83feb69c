#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_discrete {

namespace {

/// What `b.y` shows just before and just after each update of a run.
struct Samples {
  std::vector<double> before, after;
};

Samples Sample(const std::string& block, const std::string& source, const std::string& port,
               double stop) {
  const RunResult result = RunDiagram(
      DiagramText("'c': {" + source + "}, 'b': {" + block + "}", "c.y>b." + port), {"b.y"}, stop);
  Samples samples;
  for (size_t i = 0; i < result.rows.size(); ++i) {
    if (result.rows[i].side != '+') continue;
    samples.before.push_back(result.rows[i - 1].values.at(0));
    samples.after.push_back(result.rows[i].values.at(0));
  }
  return samples;
}

using Values = std::vector<double>;
const char* const kConstant = "'type': 'Constant', 'parameters': {'value': 1}";

}  // namespace

class TestDiscrete : public QObject {
  Q_OBJECT

 private slots:
  void delayAndHoldShowTheSampleAfterTheirUpdate() {
    for (const std::string type : {"UnitDelay", "ZeroOrderHold"}) {
      const Samples samples =
          Sample("'type': '" + type + "', 'parameters': {'period': 1, 'initial_value': -7}",
                 "'type': 'Clock'", "u", 3.5);
      QCOMPARE(samples.before, (Values{-7, 0, 1, 2}));
      QCOMPARE(samples.after, (Values{0, 1, 2, 3}));
    }
  }

  void updatesBeginAtTheOffset() {
    const Samples samples =
        Sample("'type': 'ZeroOrderHold', 'parameters': {'period': 1, 'offset': 0.25}",
               "'type': 'Clock'", "u", 3);
    QCOMPARE(samples.after, (Values{0.25, 1.25, 2.25}));
  }

  void aHoldSpreadsItsInitialValue() {
    const RunResult result =
        RunDiagram(DiagramText("'c': {'type': 'Constant', 'parameters': {'value': [1, 2]}},"
                               "'b': {'type': 'ZeroOrderHold', 'parameters': {'initial_value': 5}}",
                               "c.y>b.u"),
                   {"b.y"}, 0.05);
    QCOMPARE(result.rows.at(0).values, (Values{5, 5}));
    QCOMPARE(result.rows.at(1).values, (Values{1, 2}));
  }

  void discreteTransferFunctionFollowsItsRecursion() {
    // y_n = 0.5 y_{n-1} + u_{n-1}, u = 1: 0, 1, 1.5, 1.75 at the updates (before them).
    const Samples samples = Sample(
        "'type': 'DiscreteTransferFunction', 'parameters': {'numerator': [2], 'denominator': [2, "
        "-1], 'period': 1}",
        kConstant, "u", 3.5);
    QCOMPARE(samples.before, (Values{0, 1, 1.5, 1.75}));
  }

  void discreteTransferFunctionOfEqualDegreesFollowsItsInput() {
    // (z + 1)/(z - 1) of u = 1: 1, 3, 5, 7: a state block shows y_n before the update at n.
    const Samples samples = Sample(
        "'type': 'DiscreteTransferFunction', 'parameters': {'numerator': [1, 1], 'denominator': "
        "[1, -1], 'period': 1}",
        kConstant, "u", 3.5);
    QCOMPARE(samples.before, (Values{1, 3, 5, 7}));
  }

  void pidAddsItsThreeParts() {
    // e = 1, then 1: kp e + ki h (1, 2, ..) + kd (1, 0, ..)/h with h = 0.5.
    const Samples samples =
        Sample("'type': 'DiscretePid', 'parameters': {'kp': 2, 'ki': 4, 'kd': 3, 'period': 0.5}",
               kConstant, "u", 1.25);
    QCOMPARE(samples.before, (Values{0, 10, 6}));
    QCOMPARE(samples.after, (Values{10, 6, 8}));
  }

  void pidFreezesItsSumWhileClampedOutward() {
    // e = 1 until t = 2.5, then -1; without the limit the sum would have grown to 3.
    const Samples samples =
        Sample("'type': 'DiscretePid', 'parameters': {'kp': 0, 'ki': 1, 'period': 1, 'upper': 1.5}",
               "'type': 'Step', 'parameters': {'time': 2.5, 'initial': 1, 'final': -1}", "u", 5.5);
    // Updates at 0, 1, 2, the step at 2.5, then 3, 4, 5.
    QCOMPARE(samples.after, (Values{1, 1.5, 1.5, 1.5, 0, -1, -2}));
  }

  void pidOfAVectorKeepsAStateForEachElement() {
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Constant', 'parameters': {'value': [1, -2]}},"
                    "'b': {'type': 'DiscretePid', 'parameters': {'ki': 10, 'lower': -4}}",
                    "c.y>b.u"),
        {"b.y"}, 0.15);
    QCOMPARE(result.rows.back().values, (Values{3, -4}));
  }

  void differenceEquationCountsItsUpdates() {
    // Fibonacci in x, the number of updates in y2; the input drives x3.
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Constant', 'parameters': {'value': 3}},"
                    "'b': {'type': 'DifferenceEquation', 'parameters': {'updates': ['x2', 'x1 + "
                    "x2', 'x3 + u1*n'], 'outputs': ['x1', 'n', 'x3', 't'],"
                    "'initial_state': [0, 1, 0], 'inputs': 1, 'period': 1}}",
                    "c.y>b.u1"),
        {"b.y"}, 6);
    QCOMPARE(result.rows.back().values, (Values{8, 6, 3 * (0 + 1 + 2 + 3 + 4 + 5), 6}));
  }

  void differenceEquationDefaultsCount() {
    const RunResult result =
        RunDiagram(DiagramText("'b': {'type': 'DifferenceEquation'}", ""), {"b.y"}, 0.25);
    QCOMPARE(result.rows.back().values, (Values{3}));
  }
};

LOOPWRIGHT_TEST(TestDiscrete)

}  // namespace loopwright::test_discrete

#include "test_discrete.moc"
