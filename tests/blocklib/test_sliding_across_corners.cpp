// Motions that slide, or begin to slide, at the instant at which another branch of the same formula
// crosses its threshold whatever slides (semantics 11): `max(t - 0.5, 0)` as a threshold bends at
// t = 0.5.

#include <QObject>
#include <QTest>
#include <cmath>
#include <string>
#include <vector>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_sliding_across_corners {

namespace {

struct Problem {
  const char* name;
  const char* derivatives;  ///< of one DifferentialEquation
  const char* start;
  double stop;
  std::vector<double> end;  ///< the state then
};

const std::vector<Problem>& Problems() {
  static const std::vector<Problem> problems = {
      // At rest on the threshold up to t = 0.5, then along it.
      {"a ramp that begins", "'-2*sign(x1 - max(t - 0.5, 0))'", "0", 2, {1.5}},
      {"a ramp that begins, from below", "'-2*sign(x1 - max(t - 0.5, 0))'", "-0.3", 2, {1.5}},
      {"a comparison with it", "'max(t - 0.5, 0) > x1 ? 2 : 0'", "0", 2, {1.5}},
      {"a ramp that ends", "'-2*sign(x1 - min(t, 0.5))'", "0", 2, {0.5}},
      {"a ramp that begins and ends", "'2*sign(min(max(t - 0.5, 0), 0.75) - x1)'", "0", 2, {0.75}},
      {"a size", "'-2*sign(x1 - abs(t - 0.5))'", "0.5", 2, {1.5}},
      {"a ramp of another state", "'1', '-2*sign(x2 - max(x1 - 0.5, 0))'", "0, 0", 2, {2, 1.5}},
      // The ramp is faster than x can follow: x' = 2 from t = 0.5 on.
      {"a ramp that is too steep", "'2*sign(max(3*t - 1.5, 0) - x1)'", "0", 2, {3}},
      // 3 N from t = 0.5 on, linear, against 1 N of friction: slips at 0.5 + 1 / 3 with x1'' = 3 s.
      {"a push that begins",
       "'x2', '3*max(t - 0.5, 0) - sign(x2)'",
       "0, 0",
       1.5,
       {std::pow(2. / 3, 3) / 2, 1.5 * std::pow(2. / 3, 2)}},
      // Of seven masses with friction in one block each is pushed by the same ramp.
      {"a push of many",
       "'2*max(t - 0.5, 0) - sign(x1)', '4*max(t - 0.5, 0) - sign(x2)', "
       "'max(t - 0.5, 0) - sign(x3)', '-2*max(t - 0.5, 0) - sign(x4)', "
       "'-4*max(t - 0.5, 0) - sign(x5)', '-max(t - 0.5, 0) - sign(x6)', "
       "'4*max(0.5 - t, -10) - sign(x7) + 4*(t - 0.5)'",
       "0, 0, 0, 0, 0, 0, 0",
       1.5,
       {0.25, 1.125, 0, -0.25, -1.125, 0, 0}},
      // On max(x, t) = 1 from t = 0.5 until time itself is 1: then x falls.
      {"a threshold that time takes over", "'-2*sign(max(x1, t) - 1)'", "0", 2, {-1}},
      {"a threshold that time gives free", "'2*sign(1 - max(x1, 0.5, 2 - t))'", "0", 3, {1}},
      // x follows (t - 0.5)² until that is faster than 2, at t = 1.5.
      {"a ramp that becomes too steep", "'-2*sign(x1 - max(t - 0.5, 0)^2)'", "0.3", 2, {2}},
      // Both stand on their thresholds at t = 0.5, with equal and with other formulas.
      {"two on one ramp",
       "'-2*sign(x1 - max(t - 0.5, 0))', '(x2 > max(0, t - 0.5) ? -3 : 1.5)'",
       "0, 0",
       2,
       {1.5, 1.5}},
      {"one on the other",
       "'-2*sign(x1 - max(t - 0.5, 0))', '-3*sign(x2 - max(x1, 0))'",
       "0, 0",
       2,
       {1.5, 1.5}},
  };
  return problems;
}

}  // namespace

class TestSlidingAcrossCorners : public QObject {
  Q_OBJECT
 private slots:
  void endsAreReached_data() {
    QTest::addColumn<int>("number");
    QTest::addColumn<QString>("integrator");
    QTest::addColumn<double>("fixed_step");
    QTest::addColumn<double>("tolerance");
    for (int i = 0; i < std::ssize(Problems()); ++i) {
      const char* const name = Problems()[i].name;
      for (const char* integrator : {"dopri5", "bogacki_shampine3", "rk2", "radau5", "cvode_bdf"}) {
        QTest::addRow("%s, %s", name, integrator) << i << integrator << 0. << 1e-4;
      }
      // Fixed steps end at t = 0.5 exactly, or on both sides of it.
      QTest::addRow("%s, steps of 0.01", name) << i << "rk4" << 0.01 << 1e-6;
      QTest::addRow("%s, steps of 0.03", name) << i << "rk4" << 0.03 << 1e-5;
      QTest::addRow("%s, Euler's steps", name) << i << "explicit_euler" << 1e-3 << 1e-2;
    }
  }
  void endsAreReached() {
    QFETCH(int, number);
    QFETCH(QString, integrator);
    QFETCH(double, fixed_step);
    QFETCH(double, tolerance);
    const Problem& problem = Problems()[static_cast<size_t>(number)];
    RunOptions options;
    options.stop_time = problem.stop;
    options.output = "steps";
    options.integrator = integrator.toStdString();
    if (fixed_step > 0) options.fixed_step = fixed_step;
    std::string outputs;
    for (size_t i = 1; i <= problem.end.size(); ++i) {
      outputs += (i > 1 ? ", 'x" : "'x") + std::to_string(i) + "'";
    }
    const std::string text = DiagramText(
        std::string("'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': [") +
            problem.derivatives + "], 'outputs': [" + outputs + "], 'initial_state': [" +
            problem.start + "]}}, 'scope': {'type': 'Scope'}",
        "f.y>scope.u1");
    const RunResult run = RunDocument(LoadText(text), options);
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QVERIFY(run.outcome.warnings.empty());
    for (size_t i = 0; i < problem.end.size(); ++i) {
      const double x = run.rows.back().values.at(i);
      QVERIFY2(std::abs(x - problem.end[i]) < tolerance,
               qPrintable(QString("x%1 = %2").arg(i + 1).arg(x, 0, 'g', 17)));
    }
  }
};

LOOPWRIGHT_TEST(TestSlidingAcrossCorners)

}  // namespace loopwright::test_sliding_across_corners

#include "test_sliding_across_corners.moc"
