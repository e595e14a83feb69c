// What a motion along a threshold does from step to step: what is kept of one step for the next,
// and when the motion begins and ends (semantics 11).

#include <QObject>
#include <QTest>
#include <cmath>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

using namespace loopwright;

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

RunOptions FixedSteps(const std::string& integrator, double step, double stop) {
  RunOptions options;
  options.integrator = integrator;
  options.fixed_step = step;
  options.stop_time = stop;
  return options;
}

}  // namespace

class TestSlidingSteps : public QObject {
  Q_OBJECT

 private slots:
  void aMovingThresholdIsFollowedThroughItsCorners_data() {
    QTest::addColumn<QString>("integrator");
    for (const char* name : {"rk4", "dopri5", "radau5"}) QTest::newRow(name) << name;
  }
  void aMovingThresholdIsFollowedThroughItsCorners() {
    // The table's pieces have the slopes 1, -1, 0 and 0.5; the equivalent sign is minus half of
    // that on each of them, from its first instant on.
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
    for (const Row& row : run.side('+')) {
      QVERIFY2(std::abs(row.values[0] - threshold(row.time)) < 1e-14,
               qPrintable(QString::number(row.time)));
    }
    // Beside the corners themselves.
    for (const auto& [time, slope] : {std::pair{0.1, 1.}, {0.251, -1.}, {0.6, 0.}, {0.76, 0.5}}) {
      QVERIFY2(std::abs(run.at(time, '+', 1) + slope / 2) < 1e-12,
               qPrintable(QString("%1: %2").arg(time).arg(run.at(time, '+', 1))));
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
    QTest::newRow("bends") << "max(t - 0.5, 0)" << 1.;
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
};

LOOPWRIGHT_TEST(TestSlidingSteps)
#include "test_sliding_steps.moc"
