// What a motion along a threshold does from step to step: what is kept of one step for the next,
// and when the motion begins and ends (semantics 11).

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_sliding_steps {

namespace {

/// x' = -2 sign(x - threshold), recorded: x and the sign.
std::string Follower(const std::string& threshold, const std::string& start) {
  return DiagramText("'r': " + threshold +
                         ", 'x': {'type': 'Integrator', 'parameters': {'initial_value': " + start +
                         "}}, 'd': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
                         "'s': {'type': 'MathFunction', 'parameters': {'function': 'sign'}}, "
                         "'k': {'type': 'Gain', 'parameters': {'gain': -2}}, "
                         "'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
                     "x.y>d.u1 r.y>d.u2 d.y>s.u s.y>k.u k.y>x.u x.y>scope.u1 s.y>scope.u2");
}

RunResult Run(const std::string& text, const RunOptions& options) {
  return RunDocument(LoadText(text), options);
}

RunOptions FixedSteps(const std::string& integrator, double step, double stop) {
  RunOptions options;
  options.integrator = integrator;
  options.fixed_step = step;
  options.stop_time = stop;
  options.output = "steps";
  return options;
}

}  // namespace

class TestSlidingSteps : public QObject {
  Q_OBJECT

 private slots:
  void aMovingThresholdIsFollowedThroughItsCorners_data() {
    QTest::addColumn<QString>("integrator");
    for (const char* name : {"rk4", "dopri5"}) QTest::newRow(name) << name;
  }
  void aMovingThresholdIsFollowedThroughItsCorners() {
    // The table's pieces have the slopes 1, -1, 0 and 0.5; the equivalent sign is minus half of
    // that on each of them.
    QFETCH(QString, integrator);
    const std::string text = Follower(
        "{'type': 'SignalTable', 'parameters': {'times': [0, 0.25, 0.5, 0.75, 1], 'values': "
        "[0, 0.25, 0, 0, 0.125]}}",
        "0");
    const RunResult run = Run(text, FixedSteps(integrator.toStdString(), 1e-3, 1));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    const auto threshold = [](double t) {
      return t < 0.25 ? t : t < 0.5 ? 0.5 - t : t < 0.75 ? 0 : 0.5 * (t - 0.75);
    };
    for (const Row& row : run.rows) {
      QVERIFY2(std::abs(row.values[0] - threshold(row.time)) < 1e-14,
               qPrintable(QString::number(row.time)));
    }
    for (const auto& [time, slope] : {std::pair{0.1, 1.}, {0.251, -1.}, {0.6, 0.}, {0.76, 0.5}}) {
      QVERIFY2(std::abs(run.at(time, '-', 1) + slope / 2) < 1e-12,
               qPrintable(QString("%1: %2").arg(time).arg(run.at(time, '-', 1))));
    }
  }

  void thresholdsOfAllKindsAreFollowed_data() {
    QTest::addColumn<QString>("threshold");
    QTest::addColumn<double>("slope");  // at t = 0.9
    QTest::newRow("slow") << "sin(t)" << std::cos(0.9);
    QTest::newRow("fast") << "sin(60*t)/60" << std::cos(54.);
    QTest::newRow("a pole just behind the end") << "0.001/(1.02 - t)" << 0.001 / (0.12 * 0.12);
    QTest::newRow("an odd power alone") << "t^9/9" << std::pow(0.9, 8);
    QTest::newRow("falls at once") << "exp(-100*t)/100" << -std::exp(-90.);
  }
  void thresholdsOfAllKindsAreFollowed() {
    QFETCH(QString, threshold);
    QFETCH(double, slope);
    for (const char* integrator : {"rk4", "dopri5"}) {
      for (const double step : {1e-3, 1e-4}) {
        const std::string margin = "x1 - (" + threshold.toStdString() + ")";
        const std::string text = DiagramText(
            "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': ['-2*sign(" +
                margin + ")'], 'outputs': ['" + margin + "', 'sign(" + margin +
                ")'], 'initial_state': [0]}}, 'scope': {'type': 'Scope'}",
            "f.y>scope.u1");
        const RunResult run = Run(text, FixedSteps(integrator, step, 0.9));
        QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
        // A step of rk4 of the fastest is off by this.
        const double off = run.rows.back().values[0];
        const double most = step > 1e-4 ? 1e-8 : 1e-12;
        QVERIFY2(std::abs(off) < most, qPrintable(QString("%1 %2").arg(integrator).arg(off)));
        QVERIFY(std::abs(run.rows.back().values[1] + slope / 2) < 1e-9);
      }
    }
  }

  void slidingBeginsAtTheSecondCrossing() {
    // The sign is the first block of the file and follows the second, so that the order of branches
    // is not that in which they are computed.
    const std::string text = DiagramText(
        "'s': {'type': 'MathFunction', 'parameters': {'function': 'sign'}}, "
        "'limit': {'type': 'Saturation', 'parameters': {'lower': -9, 'upper': 9}}, "
        "'x': {'type': 'Integrator', 'parameters': {'initial_value': 0.3}}, "
        "'c': {'type': 'Constant', 'parameters': {'value': 0.5}}, "
        "'d': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
        "'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
        "x.y>limit.u limit.y>s.u c.y>d.u1 s.y>d.u2 d.y>x.u x.y>scope.u1 s.y>scope.u2");
    RunOptions options;
    options.stop_time = 2;
    const RunResult run = Run(text, options);
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QVERIFY(std::abs(run.rows.back().values[0] - 0.5) < 1e-9);
    // Down through the threshold, back up, and no more.
    const std::vector<Row> after = run.side('+');
    const auto events = std::count_if(after.begin(), after.end(), [](const Row& row) {
      return row.time > 0.5 && row.time < 0.7 && row.time != 0.6;
    });
    QVERIFY2(events <= 3, qPrintable(QString::number(events)));
  }

  void aWeightThatEndsWithinALongStepIsLocated_data() {
    QTest::addColumn<QString>("integrator");
    for (const char* name : {"explicit_euler", "rk4"}) QTest::newRow(name) << name;
  }
  void aWeightThatEndsWithinALongStepIsLocated() {
    // The sign is 0.25/(1 - t) up to 1 at t = 0.75; at the end of the second step it would be
    // infinite.
    QFETCH(QString, integrator);
    const std::string text = DiagramText(
        "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
        "['0.25 - (1 - t)*sign(x1)'], 'outputs': ['x1', 'sign(x1)'], 'initial_state': [0]}}, "
        "'scope': {'type': 'Scope'}",
        "f.y>scope.u1");
    const RunResult run = Run(text, FixedSteps(integrator.toStdString(), 0.5, 1));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QVERIFY(std::abs(run.at(0.5, '-', 1) - 0.5) < 1e-12);
    double left = 0;
    for (const Row& row : run.rows) {
      if (row.values[1] < 1 - 1e-9) left = row.time;
    }
    QVERIFY2(left <= 0.75 + 1e-9, qPrintable(QString::number(left, 'g', 16)));
    QCOMPARE(run.at(0.75 + 1e-9, '+', 1), 1.);
    QVERIFY(left > 0.7);
  }

  void aMotionWithoutWeightsFailsByName() {
    // From t = 1 on the derivative is not a number, whatever the sign is.
    const std::string text = DiagramText(
        "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
        "['0.001*sqrt(1 - t) - 2*sign(x1)'], 'initial_state': [0]}}, 'scope': {'type': 'Scope'}",
        "f.y>scope.u1");
    const RunResult run = Run(text, FixedSteps("explicit_euler", 0.3, 2));
    QVERIFY(run.outcome.end == RunEnd::kFailed);
    QCOMPARE(run.outcome.path, std::string("f"));
    QCOMPARE(QString::fromStdString(run.outcome.message),
             QString("no combination of its branches keeps the motion on its threshold (sliding)"));
    QVERIFY(std::abs(run.outcome.time - 1) < 1e-9);
  }

  void aCornerThatBeginsToRepelIsLeft() {
    // At t = 1 the way out with both signs alike no longer leads back: then x1 rises, with x2
    // sliding at sign x2 = t - 0.2 until t = 1.2; or x2 falls likewise.
    const std::string text = DiagramText(
        "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
        "['-sign(x1) + t*sign(x2) + 0.2', 't*sign(x1) - sign(x2) - 0.2'], 'outputs': "
        "['x1', 'x2', 'sign(x1)', 'sign(x2)'], 'initial_state': [0, 0]}}, "
        "'scope': {'type': 'Scope'}",
        "f.y>scope.u1");
    RunOptions options;
    options.stop_time = 2;
    options.accuracy = 1e-11;
    const RunResult run = Run(text, options);
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QCOMPARE(run.outcome.warnings.size(), size_t{1});
    for (const Row& row : run.rows) {
      if (row.time > 0.99 || (row.time == 0 && row.side == '-')) continue;
      QVERIFY(std::abs(row.values[2] - 0.2 / (1 + row.time)) < 1e-9);
      QVERIFY(std::abs(row.values[3] + 0.2 / (1 + row.time)) < 1e-9);
    }
    // x1' = t² - 0.2 t - 0.8 and then t - 0.8; x2' = t - 1.2.
    const auto integral = [](double t) { return t * t * t / 3 - 0.1 * t * t - 0.8 * t; };
    const double far = integral(1.2) - integral(1) + 0.64, near = 0.32;
    const std::vector<double>& end = run.rows.back().values;
    QVERIFY2(std::abs(end[0] - far) + std::abs(end[1] - near) < 1e-8 ||
                 std::abs(end[1] + far) + std::abs(end[0] + near) < 1e-8,
             qPrintable(QString("%1 %2").arg(end[0], 0, 'g', 12).arg(end[1], 0, 'g', 12)));
  }

  void aThresholdThatBeginsToRepelIsLeft() {
    // Up with 0.75 (t - 1) or down with 1.25 (t - 1).
    const std::string text = DiagramText(
        "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
        "['(t - 1)*(sign(x1) - 0.25)'], 'initial_state': [0]}}, 'scope': {'type': 'Scope'}",
        "f.y>scope.u1");
    RunOptions options;
    options.stop_time = 2;
    const RunResult run = Run(text, options);
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QCOMPARE(run.outcome.warnings.size(), size_t{1});
    const double end = run.rows.back().values[0];
    QVERIFY(std::abs(end - 0.375) < 1e-6 || std::abs(end + 0.625) < 1e-6);
  }

  void aCornerThatTheMotionBeginsToCircleFailsByName_data() {
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::addColumn<double>("end");
    // Around the corner the four directions turn, and with u = 0.1, v = 0.2 a distance becomes
    //   (1.1 t + 1.6)/3 · (0.9 t + 2.4)/3 / ((2.4 - 1.1 t) (1.6 - 0.9 t))
    // of itself in a turn, which is 1 at t = 0.96/0.99.
    QTest::newRow("coefficients change") << "t*(sign(x1) - 0.1) - 2*(sign(x2) - 0.2)"
                                         << "2*(sign(x1) - 0.1) - (sign(x2) - 0.2)" << 0.96 / 0.99;
    // Here they do not, but sign x2 goes to t: 0.9 - (1 - t²) grows beyond 0.
    QTest::newRow("weights change") << "0.9*sign(x1) - 2*(sign(x2) - t)"
                                    << "2*sign(x1) - (sign(x2) - t)" << std::sqrt(0.1);
  }
  void aCornerThatTheMotionBeginsToCircleFailsByName() {
    QFETCH(QString, first);
    QFETCH(QString, second);
    QFETCH(double, end);
    const std::string text =
        DiagramText("'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': ['" +
                        first.toStdString() + "', '" + second.toStdString() +
                        "'], 'initial_state': [0, 0]}}, 'scope': {'type': 'Scope'}",
                    "f.y>scope.u1");
    RunOptions options;
    options.stop_time = 2;
    const RunResult run = Run(text, options);
    QVERIFY(run.outcome.end == RunEnd::kFailed);
    QCOMPARE(run.outcome.path, std::string("f"));
    QCOMPARE(QString::fromStdString(run.outcome.message),
             QString("the thresholds that it slides on together attract it no longer, and no other "
                     "motion was found that stays in its branches. Blocks involved: f. Give them a "
                     "hysteresis"));
    QVERIFY2(std::abs(run.outcome.time - end) < 1e-9,
             qPrintable(QString::number(run.outcome.time, 'g', 16)));
  }
};

LOOPWRIGHT_TEST(TestSlidingSteps)

}  // namespace loopwright::test_sliding_steps

#include "test_sliding_steps.moc"
