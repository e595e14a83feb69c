#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_pid_controller {

namespace {

const double kPi = std::acos(-1.0);

bool IsNear(double a, double b, double tolerance = 1e-8) { return std::abs(a - b) < tolerance; }

/// The output of a controller whose input is a formula of t.
RunResult RunPid(const std::string& parameters, const std::string& input, double stop,
                 double accuracy = 1e-10) {
  RunOptions options;
  options.accuracy = accuracy;
  return RunDiagram(
      DiagramText("'u': {'type': 'Expression', 'parameters': {'expression': '" + input +
                      "', 'inputs': 0}}, 'b': {'type': 'PidController', "
                      "'parameters': {" +
                      parameters + "}}",
                  "u.y>b.u"),
      {"b.y"}, stop, options);
}

}  // namespace

class TestPidController : public QObject {
  Q_OBJECT

 private slots:
  void withoutLimitsItsThreePartsAddUp() {
    // u = 2 (and 1): kp u + ki u t + kd N u e^(-N t).
    const double t = 0.8;
    const std::vector<double> y =
        RunPid("'kp': 1.5, 'ki': 0.7, 'kd': 0.2, 'derivative_filter': 5", "2; 1", t)
            .rows.back()
            .values;
    const double response = 1.5 + 0.7 * t + 0.2 * 5 * std::exp(-5 * t);
    QVERIFY(IsNear(y.at(0), 2 * response));
    QVERIFY(IsNear(y.at(1), response));
  }

  void theIntegralStartsAsGivenInUnitsOfTheOutput() {
    // y = kp u + y0 + ki u t; without ki it is a constant that is added.
    const RunResult result = RunPid("'kp': 2, 'ki': 0.5, 'initial_integral': 3", "4", 2);
    QCOMPARE(result.rows.front().values, (std::vector<double>{11}));
    QVERIFY(IsNear(result.rows.back().values[0], 8 + 3 + 0.5 * 4 * 2));
    const RunResult constant = RunPid("'kp': 2, 'initial_integral': 3", "4; 1", 2);
    QCOMPARE(constant.rows.back().values, (std::vector<double>{11, 5}));
  }

  void theInitialIntegralIsWoundBackFromALimit() {
    // At the limit from the start, and inwards at once: from 1.5 at 1/s through the limit 1 at 0.5.
    const RunResult result =
        RunPid("'kp': 0, 'ki': 1, 'initial_integral': 1.5, 'upper': 1", "-1", 2);
    QCOMPARE(result.rows.front().values, (std::vector<double>{1}));
    QVERIFY(IsNear(Jumps(result).at(0).time, 0.5));
    QVERIFY(IsNear(result.rows.back().values[0], -0.5));
  }

  void startingAtRestTheDerivativeMakesNoKick() {
    // u = 3 + t: the part of kd is kd (1 - e^(-N t)); starting at 0 it has 3 kd N e^(-N t) more.
    const double t = 0.4;
    const std::string settings = "'kp': 0, 'kd': 0.2, 'derivative_filter': 5";
    const RunResult rest = RunPid(settings + ", 'starts_at_rest': true", "3 + t", t);
    QCOMPARE(rest.rows.front().values, (std::vector<double>{0}));
    const double slope = 0.2 * (1 - std::exp(-5 * t));
    QVERIFY(IsNear(rest.rows.back().values[0], slope));
    const RunResult kick = RunPid(settings, "3 + t", t);
    QVERIFY(IsNear(kick.rows.front().values[0], 3));
    QVERIFY(IsNear(kick.rows.back().values[0], slope + 3 * 0.2 * 5 * std::exp(-5 * t)));
  }

  void aRestIsThatOfTheInputAsItsOwnInitialisationMadeIt() {
    // Through a sum and from a relay that starts on, though its state is off by default.
    RunOptions options;
    const auto first = [&](const std::string& block) {
      return RunDiagram(
                 DiagramText("'b': {'type': " + block +
                                 ", 'starts_at_rest': true}}, 's': {'type': 'Sum'}, 'relay': "
                                 "{'type': 'Relay'}, 'c': {'type': 'Constant'}",
                             "c.y>relay.u relay.y>s.u1 c.y>s.u2 s.y>b.u"),
                 {"b.y"}, 0.1, options)
          .rows.front()
          .values[0];
    };
    QCOMPARE(first("'PidController', 'parameters': {'kp': 0, 'kd': 1"), 0.0);
    QCOMPARE(first("'Derivative', 'parameters': {'filter_time_constant': 0.1"), 0.0);
  }

  void aDerivativeAtRestFollowsFromThere() {
    // u = [3 + t, 2]: y = [1 - e^(-t/T), 0].
    const RunResult result = RunDiagram(
        DiagramText("'u': {'type': 'Expression', 'parameters': {'expression': '3 + t; 2', "
                    "'inputs': 0}}, 'b': {'type': 'Derivative', 'parameters': "
                    "{'filter_time_constant': 0.2, 'starts_at_rest': true}}",
                    "u.y>b.u"),
        {"b.y"}, 0.3, [] {
          RunOptions options;
          options.accuracy = 1e-10;
          return options;
        }());
    QVERIFY(IsNear(result.rows.back().values[0], 1 - std::exp(-0.3 / 0.2)));
    QCOMPARE(result.rows.back().values[1], 0.0);
  }

  void theIntegralStandsStillWhileTheOutputIsLimitedOutwards() {
    // u = 1 until t = 2, then -1: v = 1 + t reaches 1.5 at 0.5, where the integral stays at 0.5.
    const RunResult result = RunPid("'ki': 1, 'upper': 1.5", "t < 2 ? 1 : -1", 3);
    QVERIFY(IsNear(Jumps(result).at(0).time, 0.5));
    QCOMPARE(result.at(1.9, '-'), 1.5);
    QVERIFY(IsNear(result.rows.back().values[0], -1 + 0.5 - 1));
  }

  void theLowerLimitIsTheSameUpsideDown() {
    const RunResult upper = RunPid("'ki': 1, 'lower': -9, 'upper': 1.5", "t < 2 ? 1 : -1", 3);
    const RunResult lower = RunPid("'ki': 1, 'lower': -1.5, 'upper': 9", "t < 2 ? -1 : 1", 3);
    QCOMPARE(lower.rows.size(), upper.rows.size());
    for (size_t i = 0; i < upper.rows.size(); ++i) {
      QCOMPARE(lower.rows[i].time, upper.rows[i].time);
      QCOMPARE(lower.rows[i].values[0], -upper.rows[i].values[0]);
    }
  }

  void theIntegralGoesBackWhileTheOutputIsLimited() {
    // kp = 0 and ki = -1: u = 1 pulls the output down from above the limit that a jump of the
    // derivative part holds it at.
    const RunResult result =
        RunPid("'kp': 0, 'ki': -1, 'kd': 1, 'derivative_filter': 10, 'upper': 2", "1", 1);
    // v = -t + 10 e^(-10 t) is above 2 until t1; with the integral frozen it would end above -1.
    QVERIFY(IsNear(result.rows.back().values[0], -1 + 10 * std::exp(-10)));
  }

  void aLimitedControllerComesBackFromItsLimit() {
    // u = cos t, v = 2 cos t > 1 until pi/3; then the integral is sin t - sin pi/3 and v falls on.
    const RunResult result = RunPid("'kp': 2, 'ki': 1, 'upper': 1", "cos(t)", 2);
    const std::vector<Row> changes = Jumps(result);
    QVERIFY(IsNear(changes.at(0).time, kPi / 3));
    QCOMPARE(result.at(1, '-'), 1.0);
    QVERIFY(
        IsNear(result.rows.back().values[0], 2 * std::cos(2) + std::sin(2) - std::sin(kPi / 3)));
  }

  void whereTheIntegralWouldPushItOutAgainTheOutputSlidesAlongTheLimit() {
    // u = 2 - t, v = 2 - t + 4 ∫u. v falls to 1.5 at t = 0.5, where the free integral would raise
    // it at the rate 5: it slides, the integral growing at the rate 1, until 4 u = 1 at t = 1.75.
    for (const double filter : {100., 1000.}) {
      const RunResult result =
          RunPid("'ki': 4, 'upper': 1.5, 'derivative_filter': " + std::to_string(filter), "2 - t",
                 2.5, 1e-8);
      for (const Row& row : result.rows) {
        if (row.time < 1.7) QCOMPARE(row.values[0], 1.5);
      }
      // From 1.25 in the integral's part on, which follows with a lag of 1/(10 N).
      const double lag = 1 / (10 * filter);
      QVERIFY(IsNear(result.rows.back().values[0], 0.375, 2 * lag));
      QVERIFY(Jumps(result).size() < 10);
    }
  }

  void aLoopWithLimitsDoesNotChatter() {
    // A lag under PI control whose integral is fast enough to slide; it settles at the reference.
    RunOptions options;
    options.accuracy = 1e-8;
    const RunResult result = RunDiagram(
        DiagramText("'r': {'type': 'Constant', 'parameters': {'value': 0.8}}, 'e': {'type': 'Sum', "
                    "'parameters': {'signs': '+-'}}, 'b': {'type': 'PidController', 'parameters': "
                    "{'kp': 2, 'ki': 8, 'lower': -1, 'upper': 1}}, 'p': {'type': 'FirstOrderLag'}",
                    "r.y>e.u1 p.y>e.u2 e.y>b.u b.y>p.u"),
        {"b.y", "p.y"}, 20, options);
    QVERIFY(result.outcome.end == RunEnd::kDone);
    QVERIFY(IsNear(result.rows.back().values[0], 0.8, 1e-6));
    QVERIFY(IsNear(result.rows.back().values[1], 0.8, 1e-6));
    QVERIFY(Jumps(result).size() < 20);
    for (const Row& row : result.rows) QVERIFY(std::abs(row.values[0]) <= 1 + 1e-9);
  }
};

LOOPWRIGHT_TEST(TestPidController)

}  // namespace loopwright::test_pid_controller

#include "test_pid_controller.moc"
