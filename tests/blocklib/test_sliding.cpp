// Motions that are driven to a threshold from both sides slide along it (semantics 11).

#include <QObject>
#include <QTest>
#include <cmath>
#include <numbers>

#include "engine/build/build.h"
#include "engine/diagram/diagram.h"
#include "engine/simulation/simulator.h"
#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

using namespace loopwright;

namespace {

/// Values of a run's last row, or at another time, that are known in closed form.
struct Known {
  double time;
  size_t column;
  double value;
};

struct Problem {
  const char* name;
  std::string text;
  double stop;
  std::vector<Known> known;
};

const char* const kSign = "{'type': 'MathFunction', 'parameters': {'function': 'sign'}}";

/// A mass of 1 kg on the floor with 1 N of dry friction, pushed by a sine.
std::string PushedMass(const std::string& amplitude) {
  return DiagramText(
      "'push': {'type': 'Sine', 'parameters': {'amplitude': " + amplitude +
          "}}, 'mass': {'type': 'SecondOrderIntegrator'}, 'friction': {'type': 'CoulombFriction'}, "
          "'force': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
          "'scope': {'type': 'Scope', 'parameters': {'inputs': 3}}",
      "push.y>force.u1 mass.velocity>friction.velocity friction.force>force.u2 force.y>mass.u "
      "mass.position>scope.u1 mass.velocity>scope.u2 friction.force>scope.u3");
}

/// Closed forms, each checked independently.
std::vector<Problem> Problems() {
  const double root = std::sqrt(2.);
  const std::string sign = kSign;
  std::vector<Problem> problems;
  // x = 0.3 - t/2 … to 0 at t = 0.6; then sign x is 0.5.
  problems.push_back({"a relay",
                      DiagramText("'c': {'type': 'Constant', 'parameters': {'value': 0.5}}, "
                                  "'x': {'type': 'Integrator', 'parameters': {'initial_value': "
                                  "0.3}}, 's': " +
                                      sign +
                                      ", 'd': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
                                      "'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
                                  "c.y>d.u1 s.y>d.u2 d.y>x.u x.y>s.u x.y>scope.u1 s.y>scope.u2"),
                      2,
                      {{0.3, 0, 0.15}, {2, 0, 0}, {2, 1, 0.5}}});
  problems.push_back({"a mass that sticks",
                      PushedMass("1.5"),
                      10,
                      {{0.7, 0, 0},
                       {0.7, 2, 1.5 * std::sin(0.7)},
                       {3.5, 1, 0},
                       {3.5, 2, 1.5 * std::sin(3.5)},
                       {10, 0, 0.80745691337300819}}});
  problems.push_back({"a mass that turns without sticking",
                      PushedMass("5"),
                      10,
                      {{10, 1, 4.25847502749400477}, {10, 0, 23.4796422177160063}}});
  // x1 + x2 = 0 from t = root - 1 on, where x1 falls as e^-t.
  problems.push_back(
      {"a double integrator on a line",
       DiagramText("'x': {'type': 'SecondOrderIntegrator', 'parameters': {'initial_position': 1}}, "
                   "'sum': {'type': 'Sum', 'parameters': {'signs': '++'}}, 's': " +
                       sign +
                       ", 'k': {'type': 'Gain', 'parameters': {'gain': -2}}, 'scope': {'type': "
                       "'Scope', 'parameters': {'inputs': 3}}",
                   "x.position>sum.u1 x.velocity>sum.u2 sum.y>s.u s.y>k.u k.y>x.u "
                   "x.position>scope.u1 x.velocity>scope.u2 s.y>scope.u3"),
       3,
       {{3, 0, 0.0624110557333490423},
        {3, 1, -0.0624110557333490423},
        {3, 2, -0.0624110557333490423 / 2},
        {root - 1 + 0.1, 2, -(root - 1) * 2 / root * std::exp(-0.1) / root}}});
  problems.back().known.pop_back();
  problems.push_back(
      {"a relay that follows a sine",
       DiagramText("'w': {'type': 'Sine'}, 'x': {'type': 'Integrator', 'parameters': "
                   "{'initial_value': 1}}, 'e': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
                   "'s': " +
                       sign +
                       ", 'k': {'type': 'Gain', 'parameters': {'gain': -2}}, 'scope': {'type': "
                       "'Scope', 'parameters': {'inputs': 2}}",
                   "x.y>e.u1 w.y>e.u2 e.y>s.u s.y>k.u k.y>x.u x.y>scope.u1 s.y>scope.u2"),
       3,
       {{1, 0, std::sin(1.)},
        {1, 1, -std::cos(1.) / 2},
        {3, 0, std::sin(3.)},
        {3, 1, -std::cos(3.) / 2}}});
  problems.push_back(
      {"two relays at once",
       DiagramText("'x': {'type': 'Integrator', 'parameters': {'initial_value': [0.4, 0.3]}}, "
                   "'s': " +
                       sign +
                       ", 'k': {'type': 'Gain', 'parameters': {'gain': [[-1, -0.5], [0.5, -1]]}}, "
                       "'c': {'type': 'Constant', 'parameters': {'value': [0.2, -0.3]}}, "
                       "'sum': {'type': 'Sum', 'parameters': {'signs': '++'}}, "
                       "'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
                   "x.y>s.u s.y>k.u k.y>sum.u1 c.y>sum.u2 sum.y>x.u x.y>scope.u1 s.y>scope.u2"),
       1,
       {{0.32, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 2, 0.28}, {1, 3, -0.16}}});
  // OpenModelica's test of chattering: together from 1/7 on.
  problems.push_back(
      {"two comparisons that share a threshold",
       DiagramText("'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
                   "['x1 > x2 ? -2 : 2', 'x2 > x1 ? -3 : 1.5'], 'outputs': ['x1', 'x2'], "
                   "'initial_state': [1.5, 1]}}, 'scope': {'type': 'Scope'}",
                   "f.y>scope.u1"),
       1,
       {{1, 0, 31. / 34}, {1, 1, 31. / 34}}});
  // Beside the comparison, whose threshold is x = 0, the argument of sign is -x on its one side and
  // -x - 1 on the other: it is -1 on both. x = 0.1 - 1.5 t + t² falls to 0 at t0, comes back at
  // 0.7 - t0 by x' = 2 t - 0.7, stays, and rises from t = 0.75 on as (t - 0.75)².
  problems.push_back({"a branch that shares the threshold on one side",
                      DiagramText("'f': {'type': 'DifferentialEquation', 'parameters': "
                                  "{'derivatives': ['2*t - 1 + 0.8*(-x1 >= 0) + "
                                  "0.5*sign(-x1 - (-x1 >= 0))'], 'initial_state': [0.1]}}, "
                                  "'scope': {'type': 'Scope'}",
                                  "f.y>scope.u1"),
                      1,
                      {{0.7, 0, 0}, {1, 0, 0.0625}}});
  // At the start floor stands on its threshold too, but leaves it. Then x stays at 0, with the part
  // w of the side above for which x' = 0.5566… + w (0.0107… - 0.875) = 0.
  const double part = 0.556640625 / (0.875 - 0.0107421875);
  problems.push_back(
      {"a chain of branches on one threshold",
       DiagramText(
           "'t': {'type': 'Clock'}, "
           "'g0': {'type': 'Expression', 'parameters': {'expression': '0.1630859375*u1 - 0.5*u2', "
           "'inputs': 2}}, 'f0': {'type': 'Round', 'parameters': {'function': 'floor'}}, "
           "'g1': {'type': 'Expression', 'parameters': {'expression': '0.5*u1 + 0.8896484375*u2', "
           "'inputs': 2}}, 'f1': {'type': 'Expression', 'parameters': {'expression': 'u1 > 0'}}, "
           "'g2': {'type': 'Expression', 'parameters': {'expression': 'u1 + 1.171875*u2', "
           "'inputs': 2}}, 'f2': {'type': 'Expression', 'parameters': {'expression': 'u1 > 0'}}, "
           "'dx': {'type': 'Expression', 'parameters': {'expression': '0.556640625 + "
           "0.904296875*u1 + 0.0107421875*u2 - 0.875*u3', 'inputs': 3}}, 'x': {'type': "
           "'Integrator'}, 'dy': {'type': 'Expression', 'parameters': {'expression': '1.421875 + "
           "0.212890625*u1 + 1.5595703125*u2 - 0.6279296875*u3', 'inputs': 3}}, 'y': {'type': "
           "'Integrator'}, 'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
           "t.y>g0.u1 x.y>g0.u2 g0.y>f0.u x.y>g1.u1 f0.y>g1.u2 g1.y>f1.u1 x.y>g2.u1 f1.y>g2.u2 "
           "g2.y>f2.u1 f0.y>dx.u1 f1.y>dx.u2 f2.y>dx.u3 dx.y>x.u f0.y>dy.u1 f1.y>dy.u2 f2.y>dy.u3 "
           "dy.y>y.u x.y>scope.u1 y.y>scope.u2"),
       1,
       {{1, 0, 0}, {1, 1, 1.421875 + part * (1.5595703125 - 0.6279296875)}}});
  // x > 0 at x = 0, and friction of a velocity that is -x / 2 and 0.1 less where x > 0: it is 1 N
  // on the one side and -1 N on the other, and not the 0 that it has on its threshold. From x' =
  // 0.3 - 0.7 w - 0.2 (1 - 2 w) = 0.1 - 0.3 w = 0: the force is 1 - 2 / 3.
  problems.push_back(
      {"a branch that is its threshold",
       DiagramText("'x': {'type': 'Integrator'}, 'above': {'type': 'Expression', 'parameters': "
                   "{'expression': 'u1 > 0'}}, 'v': {'type': 'Expression', 'parameters': "
                   "{'expression': '-0.5*u1 - 0.1*u2', 'inputs': 2}}, 'friction': {'type': "
                   "'CoulombFriction'}, 'd': {'type': 'Expression', 'parameters': {'expression': "
                   "'0.3 - 0.7*u1 - 0.2*u2', 'inputs': 2}}, 'scope': {'type': 'Scope', "
                   "'parameters': {'inputs': 2}}",
                   "x.y>above.u1 x.y>v.u1 above.y>v.u2 v.y>friction.velocity above.y>d.u1 "
                   "friction.force>d.u2 d.y>x.u x.y>scope.u1 friction.force>scope.u2"),
       1,
       {{0.5, 0, 0}, {1, 0, 0}, {1, 1, 1. - 2. / 3}}});
  // The force of the relay grows from t = 1 on, as a table says: its output is 0.5 / k(t).
  problems.push_back(
      {"a push that changes late",
       DiagramText("'t': {'type': 'Clock'}, 'k': {'type': 'LookupTable1D', 'parameters': "
                   "{'breakpoints': [0, 1, 2], 'values': [2, 2, 3], 'extrapolation': 'linear'}}, "
                   "'x': {'type': 'Integrator'}, 's': " +
                       sign +
                       ", 'p': {'type': 'Product'}, 'c': {'type': 'Constant', 'parameters': "
                       "{'value': 0.5}}, 'd': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
                       "'y': {'type': 'Integrator'}, 'scope': {'type': 'Scope', 'parameters': "
                       "{'inputs': 3}}",
                   "t.y>k.u x.y>s.u k.y>p.u1 s.y>p.u2 c.y>d.u1 p.y>d.u2 d.y>x.u s.y>y.u "
                   "x.y>scope.u1 s.y>scope.u2 y.y>scope.u3"),
       2,
       {{2, 0, 0}, {2, 1, 0.5 / 3}, {2, 2, 0.25 + 0.5 * std::log(1.5)}}});
  // On y = -b(x), x = t, where the slope of the table b is 0.5 up to 1 and 1 then.
  problems.push_back(
      {"a threshold that bends",
       DiagramText("'c': {'type': 'Constant'}, 'x': {'type': 'Integrator'}, 'b': {'type': "
                   "'LookupTable1D', 'parameters': {'breakpoints': [0, 1, 2], 'values': [0, 0.5, "
                   "1.5], 'extrapolation': 'linear'}}, 'y': {'type': 'Integrator'}, 'sum': "
                   "{'type': 'Sum', 'parameters': {'signs': '++'}}, 's': " +
                       sign +
                       ", 'k': {'type': 'Gain', 'parameters': {'gain': -2}}, 'scope': {'type': "
                       "'Scope', 'parameters': {'inputs': 2}}",
                   "c.y>x.u x.y>b.u y.y>sum.u1 b.y>sum.u2 sum.y>s.u s.y>k.u k.y>y.u y.y>scope.u1 "
                   "s.y>scope.u2"),
       2,
       {{0.5, 1, 0.25}, {2, 0, -1.5}, {2, 1, 0.5}}});
  // At first round's argument is 0.4 or -0.4, as far from the next threshold on both sides. From t
  // = 0.1 on it is beyond 0.5 where sign is 1, which has the weight 0.6, and from 0.9 on
  // everywhere.
  problems.push_back(
      {"a follower that is as far from its threshold on both sides",
       DiagramText("'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
                   "['0.2 - sign(x1)', 'round(t + 0.4*sign(x1))'], 'initial_state': [0, 0], "
                   "'outputs': ['x1', 'x2']}}, 'scope': {'type': 'Scope'}",
                   "f.y>scope.u1"),
       1,
       {{0.05, 1, 0}, {0.8, 0, 0}, {0.8, 1, 0.42}, {1, 1, 0.58}}});
  // Both branches change at x = 0 until round(t) moves one of the thresholds away, at t = 0.5.
  problems.push_back(
      {"a threshold that moves away",
       DiagramText("'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
                   "['0.2 - (x1 > 0) - sign(x1 + 2*round(t))'], 'initial_state': [0]}}, "
                   "'scope': {'type': 'Scope'}",
                   "f.y>scope.u1"),
       1,
       {{0.4, 0, 0}, {1, 0, -0.4}}});
  // round is 1 from t = 0.5 on for x1 < 0, and from 0.8 on for x1 > 0: then sign has left its
  // threshold on both sides, and is -1 instead of -0.2.
  problems.push_back(
      {"a threshold that moves away on one side after the other",
       DiagramText("'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
                   "['0.3 - (x1 > 0) - 0.5*sign(x1 - 2*round(t - 0.3*(x1 > 0)))', "
                   "'sign(x1 - 2*round(t - 0.3*(x1 > 0)))'], 'initial_state': [0, 0], "
                   "'outputs': ['x1', 'x2']}}, 'scope': {'type': 'Scope'}",
                   "f.y>scope.u1"),
       1,
       {{0.4, 1, -0.08}, {0.8, 1, -0.16}, {1, 0, 0}, {1, 1, -0.36}}});
  return problems;
}

RunResult Run(const std::string& text, const RunOptions& options) {
  return RunDocument(LoadText(text), options);
}

RunOptions Until(double stop) {
  RunOptions options;
  options.stop_time = stop;
  return options;
}

/// The largest error of the values that are known, relative where they are larger than 1.
double ErrorOf(const Problem& problem, const RunOptions& options) {
  double worst = 0;
  for (const Known& known : problem.known) {
    RunOptions one = options;
    one.stop_time = known.time;
    one.output = "steps";
    const RunResult run = Run(problem.text, one);
    if (run.outcome.end != RunEnd::kDone) throw std::runtime_error(run.outcome.message);
    const double error = std::abs(run.rows.back().values.at(known.column) - known.value);
    worst = std::max(worst, error / std::max(1., std::abs(known.value)));
  }
  return worst;
}

}  // namespace

class TestSliding : public QObject {
  Q_OBJECT
 private slots:
  void closedFormsAreReached_data() {
    QTest::addColumn<int>("number");
    QTest::addColumn<QString>("integrator");
    const std::vector<Problem> problems = Problems();
    for (int i = 0; i < std::ssize(problems); ++i) {
      for (const char* integrator :
           {"dopri5", "bogacki_shampine3", "rk3", "radau5", "cvode_bdf", "cvode_adams"}) {
        QTest::addRow("%s, %s", problems[i].name, integrator) << i << integrator;
      }
    }
  }
  void closedFormsAreReached() {
    QFETCH(int, number);
    QFETCH(QString, integrator);
    const Problem problem = Problems()[number];
    RunOptions options;
    options.integrator = integrator.toStdString();
    const double at_defaults = ErrorOf(problem, options);
    QVERIFY2(at_defaults < 1e-5, qPrintable(QString::number(at_defaults)));
    options.accuracy = 1e-11;
    const double at_most = ErrorOf(problem, options);
    QVERIFY2(at_most < 1e-9, qPrintable(QString::number(at_most)));
  }

  void fixedStepsSlideToo_data() {
    QTest::addColumn<QString>("integrator");
    QTest::addColumn<double>("error");
    QTest::newRow("explicit_euler") << "explicit_euler" << 5e-3;
    QTest::newRow("semi_explicit_euler") << "semi_explicit_euler" << 5e-3;
    QTest::newRow("implicit_euler") << "implicit_euler" << 5e-3;
    QTest::newRow("rk2") << "rk2" << 1e-5;
    QTest::newRow("rk3") << "rk3" << 1e-8;
    QTest::newRow("rk4") << "rk4" << 1e-10;
    QTest::newRow("dopri5") << "dopri5" << 1e-11;
  }
  void fixedStepsSlideToo() {
    QFETCH(QString, integrator);
    QFETCH(double, error);
    RunOptions options;
    options.integrator = integrator.toStdString();
    options.fixed_step = 2e-3;
    for (const Problem& problem : Problems()) {
      // What a method of first order says of a bounce or a slip far away is another motion.
      if (problem.stop > 5 && error > 1e-3) continue;
      const double found = ErrorOf(problem, options);
      QVERIFY2(found < error, qPrintable(QString("%1 %2").arg(problem.name).arg(found)));
    }
  }

  void aDelayBesideItDoesNotHinder() {
    for (const char* start : {"0.3", "0"}) {
      const std::string text = DiagramText(
          std::string("'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
                      "['0.5 - sign(x1)'], 'initial_state': [") +
              start + "]}}, 'd': {'type': 'TransportDelay'}, 'scope': {'type': 'Scope'}",
          "f.y>d.u d.y>scope.u1");
      const RunResult run = Run(text, Until(3));
      QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
      QVERIFY(std::abs(run.rows.back().values[0]) < 1e-9);
    }
  }

  void manyBodiesInOneBlockStickAndSlipByThemselves() {
    // Pushes of 0.1, 0.2, … 2 N against 1 N: the first ten stay.
    std::string pushes;
    for (int i = 1; i <= 20; ++i) pushes += (i > 1 ? ", " : "") + std::to_string(i) + "/10";
    const std::string text = DiagramText(
        "'push': {'type': 'Constant', 'parameters': {'value': '[" + pushes +
            "]'}}, 'v': {'type': 'Integrator'}, 'friction': {'type': 'CoulombFriction'}, "
            "'force': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
            "'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
        "push.y>force.u1 v.y>friction.velocity friction.force>force.u2 force.y>v.u v.y>scope.u1 "
        "friction.force>scope.u2");
    const RunResult run = Run(text, Until(2));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    const std::vector<double>& values = run.rows.back().values;
    for (size_t i = 0; i < 20; ++i) {
      const double push = 0.1 * static_cast<double>(i + 1);
      QVERIFY(std::abs(values[i] - 2 * std::max(0., push - 1)) < 1e-9);
      QVERIFY(std::abs(values[20 + i] - std::min(push, 1.)) < 1e-9);
    }
  }

  void aJumpOfThePushEndsIt() {
    const std::string text = DiagramText(
        "'push': {'type': 'Step', 'parameters': {'time': 1, 'initial': 0.5, 'final': 1.5}}, "
        "'mass': {'type': 'SecondOrderIntegrator'}, 'friction': {'type': 'CoulombFriction'}, "
        "'force': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
        "'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
        "push.y>force.u1 mass.velocity>friction.velocity friction.force>force.u2 force.y>mass.u "
        "mass.velocity>scope.u1 friction.force>scope.u2");
    const RunResult run = Run(text, Until(2));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QVERIFY(std::abs(run.rows.back().values[0] - 0.5) < 1e-9);
    // Both values at the instant: the force that holds, and that of sliding.
    QCOMPARE(run.at(1, '-', 1), 0.5);
    QCOMPARE(run.at(1, '+', 1), 1.);
  }

  void aStateThatIsResetLeavesTheSurface() {
    // At rest until the velocity is set to 1 at t = 1; then friction stops it at t = 2.
    const std::string text = DiagramText(
        "'zero': {'type': 'Constant', 'parameters': {'value': 0.25}}, "
        "'one': {'type': 'Constant', 'parameters': {'value': 1}}, "
        "'trigger': {'type': 'Step', 'parameters': {'time': 1, 'initial': -1, 'final': 1}}, "
        "'v': {'type': 'ResettableIntegrator'}, 'friction': {'type': 'CoulombFriction'}, "
        "'force': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
        "'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
        "zero.y>force.u1 friction.force>force.u2 force.y>v.u trigger.y>v.reset one.y>v.x0 "
        "v.y>friction.velocity v.y>scope.u1 friction.force>scope.u2");
    const RunResult run = Run(text, Until(3));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QCOMPARE(run.at(1, '-', 1), 0.25);
    QCOMPARE(run.at(1, '+', 0), 1.);
    QVERIFY(std::abs(run.at(1.5, '-', 0) - 0.625) < 0.2);
    QVERIFY(std::abs(run.rows.back().values[0]) < 1e-12);
    QVERIFY(std::abs(run.rows.back().values[1] - 0.25) < 1e-12);
  }

  void whatFollowsASlidingBranchIsWatchedOnBothSides() {
    // On the upper side the second formula is round(1.2 - 0.5 t) = 1 up to t = 1.4, then 0: from
    // then on x' = 0.3 - 0.2 > 0 there, and x leaves upwards.
    const std::string text = DiagramText(
        "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
        "['0.3 - 0.2*sign(x1) - 0.5*round(sign(x1) + 0.2 - 0.5*t)']}}, 'scope': {'type': 'Scope'}",
        "f.y>scope.u1");
    const RunResult run = Run(text, Until(2));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QVERIFY(std::abs(run.at(1.39, '-')) < 1e-9);
    QVERIFY(std::abs(run.rows.back().values[0] - 0.1 * 0.6) < 1e-6);
  }

  void whatIsReadIsAsOnEachSide() {
    // The size of 2 sign(x) is 2 on both sides, though the sign shows 0.5; so y = 2 t.
    const std::string text = DiagramText(
        std::string("'c': {'type': 'Constant', 'parameters': {'value': 0.5}}, 'x': {'type': "
                    "'Integrator'}, 's': ") +
            kSign +
            ", 'd': {'type': 'Sum', 'parameters': {'signs': '+-'}}, 'k': {'type': 'Gain', "
            "'parameters': {'gain': 2}}, 'size': {'type': 'MathFunction', 'parameters': "
            "{'function': 'abs'}}, 'y': {'type': 'Integrator'}, 'scope': {'type': 'Scope', "
            "'parameters': {'inputs': 2}}",
        "c.y>d.u1 s.y>d.u2 d.y>x.u x.y>s.u s.y>k.u k.y>size.u size.y>y.u y.y>scope.u1 "
        "s.y>scope.u2");
    const RunResult run = Run(text, Until(1));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QVERIFY(std::abs(run.rows.back().values[0] - 0.5) < 1e-9);
    QVERIFY(std::abs(run.rows.back().values[1] - 2) < 1e-9);
  }

  void severalWaysToSlideAreWarnedOf() {
    // Along x1 = 0 with x2 rising, or along x2 = 0 with x1 falling; along both it does not stay.
    const std::string text = DiagramText(
        "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
        "['-0.8 + 0.8*(x1 < 0 ? 1 : -0.5) - 1.5*(x2 < 0 ? 1 : -0.5)', "
        "'1.1 - 1.8*(x1 < 0 ? 1 : -0.5) + 1.6*(x2 < 0 ? 1 : -0.5)'], "
        "'initial_state': [0, 0]}}, 'scope': {'type': 'Scope'}",
        "f.y>scope.u1");
    const RunResult run = Run(text, Until(1));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QCOMPARE(run.outcome.warnings.size(), size_t{1});
    QCOMPARE(QString::fromStdString(run.outcome.warnings[0].message),
             QString("stands on several thresholds, along or from which more than one motion is "
                     "possible; it goes on with the first that was found. Blocks involved: f"));
  }

  void severalBranchesInOneCornerAreWarnedOf() {
    // Along x1 = 0, for x1 > 0 the branch x2 < 0 is on its threshold: x2 rises without it and falls
    // with it.
    const std::string text = DiagramText(
        "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
        "['9 - 10*(x1 > 0) + 0.5*(x2 < 1 - (x1 > 0))', '0.2 - 1.6*(x2 < 1 - (x1 > 0))'], "
        "'initial_state': [0, 0], 'outputs': ['x1', 'x2']}}, 'scope': {'type': 'Scope'}",
        "f.y>scope.u1");
    const RunResult run = Run(text, Until(0.1));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QCOMPARE(run.outcome.warnings.size(), size_t{1});
    QVERIFY(QString::fromStdString(run.outcome.warnings[0].message)
                .startsWith("stands on several thresholds, along or from which more than one "));
    const double x2 = run.rows.back().values[1];
    QVERIFY(std::abs(x2 - 0.1 * (0.2 - 1.6 / 10.5)) < 1e-9 || std::abs(x2 + 0.14) < 1e-9);
  }

  void oneBranchInOneCornerIsTakenWithoutAWarning() {
    // As before, but only with the branch does the motion stay with it.
    const std::string text = DiagramText(
        "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
        "['9 - 10*(x1 > 0) + 0.5*(x2 < 1 - (x1 > 0))', '-0.2 - 1.6*(x2 < 1 - (x1 > 0))'], "
        "'initial_state': [0, 0], 'outputs': ['x1', 'x2']}}, 'scope': {'type': 'Scope'}",
        "f.y>scope.u1");
    const RunResult run = Run(text, Until(0.1));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QVERIFY(run.outcome.warnings.empty());
    QVERIFY(std::abs(run.rows.back().values[1] + 0.18) < 1e-9);
  }

  void whatCannotSlideFailsByName() {
    // The second relay's threshold jumps with the first one, which slides.
    const std::string text = DiagramText(
        "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': "
        "['0.5 - sign(x1)', '0.2 - sign(x2 - 0.5*sign(x1) + 0.25)'], 'initial_state': [0, 0]}}, "
        "'scope': {'type': 'Scope'}",
        "f.y>scope.u1");
    const RunResult run = Run(text, Until(2));
    QVERIFY(run.outcome.end == RunEnd::kFailed);
    QCOMPARE(run.outcome.path, std::string("f"));
  }

  void derivativesAreThoseOfTheSlidingMotion() {
    // x' = -2 sign(x - p sin t): x = p sin t from where they meet, and dx/dp = sin t.
    const std::string text = DiagramText(
        std::string("'w': {'type': 'Sine'}, 'x': {'type': 'Integrator', 'parameters': "
                    "{'initial_value': 1}}, 'e': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
                    "'s': ") +
            kSign +
            ", 'k': {'type': 'Gain', 'parameters': {'gain': -2}}, 'scope': {'type': 'Scope'}",
        "x.y>e.u1 w.y>e.u2 e.y>s.u s.y>k.u k.y>x.u x.y>scope.u1");
    const auto built = BuildDiagramOf<AutoDiff>(LoadText(text), BuiltInBlocks());
    QVERIFY(built.ok());
    SimulatorConfig config;
    config.accuracy = 1e-10;
    config.max_step = 0.05;
    Simulator<AutoDiff> simulator(*built.diagram);
    simulator.set_config(config);
    Context<AutoDiff>& context = simulator.get_mutable_context();
    VectorX<AutoDiff> amplitude(1);
    amplitude[0] = AutoDiff(1, 0);
    auto& wave = built.diagram->GetSubsystemByName("w");
    built.diagram->GetMutableSubsystemContext(wave, &context)
        .get_mutable_numeric_parameter(0)
        .SetFromVector(amplitude);
    simulator.AdvanceTo(2);
    const AutoDiff x = context.get_continuous_state()[0];
    QVERIFY2(std::abs(x.value() - std::sin(2.)) < 1e-8, qPrintable(QString::number(x.value())));
    QVERIFY2(std::abs(x.derivatives()[0] - std::sin(2.)) < 1e-6,
             qPrintable(QString::number(x.derivatives()[0])));
  }
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, TestSliding)
#include "test_sliding.moc"
