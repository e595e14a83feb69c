#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_continuous {

namespace {

const double kPi = std::acos(-1.0);

bool IsNear(double a, double b, double tolerance = 1e-8) { return std::abs(a - b) < tolerance; }

RunOptions Accurate() {
  RunOptions options;
  options.accuracy = 1e-10;
  return options;
}

/// Elements of y of a block `b` at `stop`, its input u driven by `source`.
std::vector<double> Final(const std::string& block, const std::string& source, double stop) {
  const std::string input = source.empty() ? "" : ", 'c': {" + source + "}";
  return RunDiagram(DiagramText("'b': {" + block + "}" + input, source.empty() ? "" : "c.y>b.u"),
                    {"b.y"}, stop, Accurate())
      .rows.back()
      .values;
}

}  // namespace

class TestContinuous : public QObject {
  Q_OBJECT

 private slots:
  void integratorIntegratesElementwise() {
    const std::vector<double> y = Final("'type': 'Integrator', 'parameters': {'initial_value': 1}",
                                        "'type': 'Constant', 'parameters': {'value': [2, -3]}", 2);
    QVERIFY(IsNear(y.at(0), 5, 1e-12) && IsNear(y.at(1), -5, 1e-12));
  }

  void integratorStaysAtItsLimitsUntilTheInputTurns() {
    // x = sin t, stopped at 0.5 (t = pi/6) until cos t turns at pi/2.
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Sine', 'parameters': {'phase': 'pi/2'}},"
                    "'i': {'type': 'Integrator', 'parameters': {'lower': -0.5, 'upper': 0.5}}",
                    "s.y>i.u"),
        {"i.y"}, 3, Accurate());
    const std::vector<Row> jumps = Jumps(result);
    QVERIFY(jumps.size() >= 2);
    QVERIFY(IsNear(jumps[0].time, kPi / 6));
    QVERIFY(IsNear(jumps[1].time, kPi / 2));
    for (const Row& row : result.rows) {
      QVERIFY(row.values.at(0) <= 0.5 + 1e-9);
      if (row.time > jumps[0].time && row.time < jumps[1].time) {
        QCOMPARE(row.values.at(0), 0.5);
      }
    }
    QVERIFY(IsNear(result.rows.back().values.at(0), 0.5 + std::sin(3) - 1));
  }

  void integratorLeavesALimitWhereItsInputStartsAtZero() {
    // At the upper limit with u = 0, which then turns negative: nothing holds it.
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Sine', 'parameters': {'amplitude': -1}},"
                    "'i': {'type': 'Integrator', 'parameters': {'initial_value': 9, 'upper': 2}}",
                    "s.y>i.u"),
        {"i.y"}, 1, Accurate());
    QCOMPARE(result.rows.front().values.at(0), 2.0);
    QVERIFY(IsNear(result.rows.back().values.at(0), 2 + std::cos(1) - 1));
  }

  void integratorAtALimitTurnsWhereItsInputJumps() {
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Step', 'parameters': {'initial': 1, 'final': -1, 'time': 2}},"
                    "'i': {'type': 'Integrator', 'parameters': {'upper': 1}}",
                    "s.y>i.u"),
        {"i.y"}, 3);
    QVERIFY(IsNear(result.rows.back().values.at(0), 0, 1e-12));
    QCOMPARE(result.at(2, '-'), 1.0);
  }

  void eachElementOfAnIntegratorHasItsOwnLimitEvents() {
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Constant', 'parameters': {'value': [1, 2, -4]}},"
                    "'i': {'type': 'Integrator', 'parameters': {'lower': -1, 'upper': 1}}",
                    "c.y>i.u"),
        {"i.y"}, 2);
    QCOMPARE(result.rows.back().values, (std::vector<double>{1, 1, -1}));
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{3});
    QVERIFY(IsNear(jumps[0].time, 0.25) && IsNear(jumps[1].time, 0.5) && IsNear(jumps[2].time, 1));
  }

  void firstOrderLagFollowsItsSolution() {
    const std::vector<double> y = Final(
        "'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.5, 'gain': 3, 'initial_value': "
        "1}",
        "'type': 'Constant', 'parameters': {'value': 2}", 0.7);
    QVERIFY(IsNear(y.at(0), 6 - 5 * std::exp(-0.7 / 0.5)));
  }

  void transferFunctionFollowsItsStepResponse() {
    // 2 (s + 3) / (2 s^2 + 6 s + 4) = 2/(s + 1) - 1/(s + 2)
    const std::vector<double> y = Final(
        "'type': 'TransferFunction', 'parameters': {'numerator': [2, 6], 'denominator': [2, 6, 4]}",
        "'type': 'Constant'", 0.9);
    QVERIFY(IsNear(y.at(0), 2 * (1 - std::exp(-0.9)) - 0.5 * (1 - std::exp(-1.8))));
  }

  void transferFunctionOfEqualDegreesPassesItsInputThrough() {
    // (3 s + 1)/(s + 1) = 3 - 2/(s + 1); the zero in front is no degree.
    const std::vector<double> y = Final(
        "'type': 'TransferFunction', 'parameters': {'numerator': [0, 3, 1], 'denominator': [0, 1, "
        "1]}",
        "'type': 'Constant'", 0.9);
    QVERIFY(IsNear(y.at(0), 3 - 2 * (1 - std::exp(-0.9))));
    QCOMPARE(Final("'type': 'TransferFunction', 'parameters': {'numerator': 6, 'denominator': 4}",
                   "'type': 'Constant', 'parameters': {'value': 3}", 1),
             (std::vector<double>{4.5}));
  }

  void stateSpaceFollowsItsSolution() {
    // x1 = cos t, x2 = -sin t with u = 0 in part; y = [x1 + u1, x2 + 2 u2].
    const std::vector<double> y = Final(
        "'type': 'StateSpace', 'parameters': {'A': [[0, 1], [-1, 0]], 'B': [[0, 0], [0, 0]],"
        "'C': [[1, 0], [0, 1]], 'D': [[1, 0], [0, 2]], 'initial_state': [1, 0]}",
        "'type': 'Constant', 'parameters': {'value': [10, 100]}", 1.3);
    QVERIFY(IsNear(y.at(0), std::cos(1.3) + 10));
    QVERIFY(IsNear(y.at(1), -std::sin(1.3) + 200));
    const std::vector<double> driven = Final(
        "'type': 'StateSpace', 'parameters': {'A': [[-1, 0], [0, -2]], 'B': [[1], [2]],"
        "'C': [[1, 1]]}",
        "'type': 'Constant'", 1);
    QVERIFY(IsNear(driven.at(0), 2 - std::exp(-1) - std::exp(-2)));
  }

  void differentialEquationFollowsItsSolution() {
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Constant', 'parameters': {'value': [0, 2]}},"
                    "'b': {'type': 'DifferentialEquation', 'parameters': {'derivatives': ['x2', "
                    "'-w^2*x1'], 'outputs': ['x1', 'x1^2*w^2 + x2^2', 'u1[1]*t'],"
                    "'initial_state': [1, 0], 'inputs': 1}}",
                    "c.y>b.u1", "'w': {'value': 3}"),
        {"b.y"}, 1.1, Accurate());
    const std::vector<double> y = result.rows.back().values;
    QVERIFY(IsNear(y.at(0), std::cos(3.3)));
    QVERIFY(IsNear(y.at(1), 9, 1e-7));
    QCOMPARE(y.at(2), 2.2);
  }

  void branchesOfDerivativesAreLocated() {
    // dx/dt = sign(1 - t), located: x(2) = 0 exactly but for rounding.
    const RunResult result = RunDiagram(
        DiagramText("'b': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
                    "['sign(1 - t)']}}",
                    ""),
        {"b.y"}, 2);
    QVERIFY(IsNear(result.rows.back().values.at(0), 0, 1e-12));
    QCOMPARE(Jumps(result).size(), size_t{1});
  }

  void outputsThatNameNoInputHaveNoFeedthrough() {
    // A loop through a block is an algebraic one only where an output names the input.
    const auto problems = [](const std::string& output) {
      return Problems(DiagramText(
          "'b': {'type': 'DifferentialEquation', 'parameters': {'inputs': 1, 'derivatives': "
          "['u1'], 'outputs': ['" +
              output + "']}}, 'g': {'type': 'Gain'}",
          "b.y>g.u g.y>b.u1"));
    };
    QVERIFY(problems("x1").empty());
    QCOMPARE(problems("x1 + u1").size(), size_t{1});
  }
};

LOOPWRIGHT_TEST(TestContinuous)

}  // namespace loopwright::test_continuous

#include "test_continuous.moc"
