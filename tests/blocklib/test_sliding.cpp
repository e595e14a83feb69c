// Motions that are driven to a threshold from both sides slide along it (semantics 11).

#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>
#include <numbers>

#include "engine/build/build.h"
#include "engine/diagram/diagram.h"
#include "engine/simulation/simulator.h"
#include "tests/blocklib/sliding_problems.h"
#include "tests/test_main.h"

namespace loopwright::test_sliding {

namespace {

RunResult Run(const std::string& text, const RunOptions& options) {
  return RunDocument(LoadText(text), options);
}

RunOptions Until(double stop) {
  RunOptions options;
  options.stop_time = stop;
  return options;
}

/// The largest error of the values that are known, relative where they are larger than 1.
double ErrorOf(const SlidingProblem& problem, const RunOptions& options) {
  double worst = 0;
  for (const KnownValue& known : problem.known) {
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
  void closedFormsAreReached_data() { addProblems(); }
  void closedFormsAreReached() {
    QFETCH(int, number);
    QFETCH(QString, integrator);
    const SlidingProblem problem = SlidingProblems()[number];
    RunOptions options;
    options.integrator = integrator.toStdString();
    const double at_defaults = ErrorOf(problem, options);
    QVERIFY2(at_defaults < 1e-5, qPrintable(QString::number(at_defaults)));
    options.accuracy = 1e-11;
    const double at_most = ErrorOf(problem, options);
    QVERIFY2(at_most < 1e-9, qPrintable(QString::number(at_most)));
  }

  void slidingBeginsAndEndsAtItsTimes_data() {
    addProblems([](const SlidingProblem& problem) { return !problem.events.empty(); });
  }
  void slidingBeginsAndEndsAtItsTimes() {
    QFETCH(int, number);
    QFETCH(QString, integrator);
    const SlidingProblem problem = SlidingProblems()[number];
    RunOptions options = Until(problem.stop);
    options.integrator = integrator.toStdString();
    options.output = "steps";
    for (const auto& [accuracy, most] : {std::pair(1e-6, 1e-5), std::pair(1e-11, 1e-9)}) {
      options.accuracy = accuracy;
      const RunResult run = Run(problem.text, options);
      for (const double time : problem.events) {
        // Two values are recorded where a branch changes.
        double nearest = INFINITY;
        for (const Row& row : run.side('+')) {
          if (std::abs(row.time - time) < std::abs(nearest - time)) nearest = row.time;
        }
        QVERIFY2(std::abs(nearest - time) < most,
                 qPrintable(QString("%1 %2").arg(time).arg(nearest - time)));
      }
    }
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
    for (const SlidingProblem& problem : SlidingProblems()) {
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

  void aRelayInASubsystemSlidesAndIsSampled() {
    // The relay is inside, what it acts on outside; a hold samples what the relay shows.
    const std::string text = DiagramText(
        std::string("'c': {'type': 'Constant', 'parameters': {'value': 0.5}}, 'x': {'type': "
                    "'Integrator', 'parameters': {'initial_value': 0.3}}, 'relay': {'type': "
                    "'Subsystem', 'diagram': {'blocks': {'in': {'type': 'Inport'}, 's': ") +
            kSign +
            ", 'out': {'type': 'Outport'}}, 'wires': [{'from': 'in.y', 'to': 's.u'}, {'from': "
            "'s.y', 'to': 'out.u'}]}}, 'd': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
            "'hold': {'type': 'ZeroOrderHold', 'parameters': {'period': 0.1}}, "
            "'scope': {'type': 'Scope', 'parameters': {'inputs': 3}}",
        "x.y>relay.in c.y>d.u1 relay.out>d.u2 d.y>x.u relay.out>hold.u x.y>scope.u1 "
        "relay.out>scope.u2 hold.y>scope.u3");
    const RunResult run = Run(text, Until(1));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QVERIFY(std::abs(run.at(0.55, '-', 0) - 0.025) < 0.03);
    QCOMPARE(run.at(0.55, '-', 2), 1.);
    QVERIFY(std::abs(run.rows.back().values[0]) < 1e-12);
    QVERIFY(std::abs(run.rows.back().values[1] - 0.5) < 1e-12);
    QVERIFY(std::abs(run.rows.back().values[2] - 0.5) < 1e-12);
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
    QCOMPARE(
        QString::fromStdString(run.outcome.warnings[0].message),
        QString("stands on several thresholds, along or from which more than one motion is "
                "possible; it goes on with the first that was found. Blocks involved: f; other "
                "branches: sliding, 0"));
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
    QVERIFY(run.outcome.warnings[0].message.ends_with("; other branches: 1") ||
            run.outcome.warnings[0].message.ends_with("; other branches: 0"));
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
    const BuildResult built = BuildDiagram(LoadText(text), BuiltInBlocks());
    QVERIFY(built.ok());
    SimulatorConfig config;
    config.max_isolated_events = 100;
    Simulator<double> simulator(*built.diagram);
    simulator.set_config(config);
    const SimulatorStatus status = simulator.TryAdvanceTo(2);
    QCOMPARE(status.reason(), SimulatorStatus::kEventHandlerFailed);
    QCOMPARE(status.system(), &built.diagram->GetSubsystemByName("f"));
    QVERIFY2(status.message().starts_with("more than 100 events within 2e-06 s (chattering)"),
             status.message().c_str());
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

 private:
  using Filter = std::function<bool(const SlidingProblem&)>;
  static bool isAny(const SlidingProblem&) { return true; }
  void addProblems(const Filter& filter = isAny) {
    QTest::addColumn<int>("number");
    QTest::addColumn<QString>("integrator");
    const std::vector<SlidingProblem> problems = SlidingProblems();
    for (int i = 0; i < std::ssize(problems); ++i) {
      if (!filter(problems[i])) continue;
      for (const char* integrator :
           {"dopri5", "bogacki_shampine3", "rk3", "radau5", "cvode_bdf", "cvode_adams"}) {
        QTest::addRow("%s, %s", problems[i].name, integrator) << i << integrator;
      }
    }
  }
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, TestSliding)

}  // namespace loopwright::test_sliding

#include "test_sliding.moc"
