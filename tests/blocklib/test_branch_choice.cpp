// Which branches are right where they stand on their thresholds (semantics 11).

#include <QObject>
#include <QTest>
#include <cmath>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_branch_choice {

namespace {

RunOptions For(double stop, const std::string& integrator = "") {
  RunOptions options;
  options.stop_time = stop;
  options.output = "steps";
  if (!integrator.empty()) options.integrator = integrator;
  return options;
}

/// x' = `derivatives`, a list of formulas in single quotes, with all states in a Scope.
std::string Equation(const std::string& derivatives, const std::string& initial_state) {
  const auto count = 1 + std::count(initial_state.begin(), initial_state.end(), ',');
  std::string outputs;
  for (int i = 1; i <= count; ++i) outputs += (i > 1 ? ", 'x" : "'x") + std::to_string(i) + "'";
  return DiagramText("'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': [" +
                         derivatives + "], 'outputs': [" + outputs + "], 'initial_state': [" +
                         initial_state + "]}}, 'scope': {'type': 'Scope'}",
                     "f.y>scope.u1");
}

RunResult Run(const std::string& text, const RunOptions& options) {
  return RunDocument(LoadText(text), options);
}

}  // namespace

class TestBranchChoice : public QObject {
  Q_OBJECT
 private slots:
  void aFormulaAtItsThresholdsStartsTheRightWay_data() {
    QTest::addColumn<QString>("derivative");
    QTest::addColumn<double>("expected");
    const double e = std::exp(1.);
    QTest::newRow("abs") << "sign(sin(t)) + abs(x1)" << e - 1;
    QTest::newRow("max") << "sign(sin(t)) + max(x1, 0)" << e - 1;
    QTest::newRow("sign") << "sign(sin(t)) + sign(x1)" << 2.;
    QTest::newRow("mod") << "sign(sin(t))*0.5 + mod(x1, 1)" << 0.5 * (e - 1);
    QTest::newRow("floor") << "sign(sin(t)) + floor(x1)" << 1.;
    QTest::newRow("comparison") << "(sin(t) > 0 ? 1 : 0) + abs(x1)" << e - 1;
    QTest::newRow("downwards") << "-sign(sin(t)) - abs(x1)" << 1 - e;
  }
  void aFormulaAtItsThresholdsStartsTheRightWay() {
    QFETCH(QString, derivative);
    QFETCH(double, expected);
    const std::string text = Equation("'" + derivative.toStdString() + "'", "0");
    for (const char* integrator : {"dopri5", "bogacki_shampine3", "radau5", "cvode_bdf"}) {
      // Up to an instant before the floor jumps and the mod starts anew.
      const RunResult run = Run(text, For(1 - 1e-9, integrator));
      QVERIFY(run.outcome.end == RunEnd::kDone);
      const double x = run.rows.back().values[0];
      QVERIFY2(std::abs(x - expected) < 1e-3, qPrintable(QString("%1 %2").arg(integrator).arg(x)));
    }
  }

  void whatLeavesZeroSlowlyLeavesItTheRightWay_data() {
    QTest::addColumn<int>("order");
    QTest::addColumn<double>("push");
    for (const int order : {1, 2, 3, 4, 5}) {
      QTest::addRow("t^%d", order) << order << 1.;
      QTest::addRow("-t^%d", order) << order << -1.;
    }
  }
  void whatLeavesZeroSlowlyLeavesItTheRightWay() {
    // A chain of integrators behind a constant, t^n/n!, and a count of the branches that were seen.
    QFETCH(int, order);
    QFETCH(double, push);
    std::string derivatives, initial_state;
    for (int i = 1; i < order; ++i) {
      derivatives += "'x" + std::to_string(i + 1) + "', ";
      initial_state += "0, ";
    }
    derivatives += "'" + std::to_string(push) + "', 'x1 < 0 ? 1 : 0', 'x1 > 0 ? 1 : 0'";
    const RunResult run = Run(Equation(derivatives, initial_state + "0, 0, 0"), For(1));
    const auto& values = run.rows.back().values;
    const size_t below = static_cast<size_t>(order), above = below + 1;
    QCOMPARE(values[push < 0 ? below : above], 1.);
    QCOMPARE(values[push < 0 ? above : below], 0.);
  }

  void aSpringThatIsPushedByARampIsNeverBelowZeroAtFirst() {
    const std::string text = DiagramText(
        "'force': {'type': 'Ramp', 'parameters': {'start_time': 0.15}}, "
        "'mass': {'type': 'SecondOrderLag', 'parameters': {'natural_frequency': 2.8, "
        "'damping_ratio': 0.1}}, 'zero': {'type': 'Constant', 'parameters': {'value': 0}}, "
        "'negative': {'type': 'Comparison', 'parameters': {'operator': '<'}}, "
        "'stop': {'type': 'StopWhen'}, 'scope': {'type': 'Scope'}",
        "force.y>mass.u mass.y>negative.u1 zero.y>negative.u2 negative.y>stop.u "
        "negative.y>scope.u1");
    const RunResult run = Run(text, For(1));
    QVERIFY(run.outcome.end == RunEnd::kDone);
    for (const Row& row : run.rows) QCOMPARE(row.values[0], 0.);
  }

  void aTriggerThatLeavesZeroSlowlyDoesNotTrigger_data() {
    QTest::addColumn<QString>("direction");
    for (const char* name : {"rising", "falling", "either"}) QTest::newRow(name) << name;
  }
  void aTriggerThatLeavesZeroSlowlyDoesNotTrigger() {
    // The position leaves 0 upwards at t = 0.15, like t^3, and comes back near t = 2.4 or never.
    QFETCH(QString, direction);
    for (const double start : {0.15, 0.31, 0.77}) {
      for (const char* sign : {"1", "-1"}) {
        const std::string text = DiagramText(
            "'force': {'type': 'Ramp', 'parameters': {'start_time': " + std::to_string(start) +
                ", 'slope': " + sign +
                "}}, 'mass': {'type': 'SecondOrderLag', 'parameters': {'natural_frequency': 2.8, "
                "'damping_ratio': 0.1}}, 'count': {'type': 'TriggeredCounter', 'parameters': "
                "{'edge': '" +
                direction.toStdString() + "'}}, 'scope': {'type': 'Scope'}",
            "force.y>mass.u mass.y>count.trigger count.y>scope.u1");
        for (const char* integrator :
             {"dopri5", "bogacki_shampine3", "rk3", "radau5", "cvode_bdf"}) {
          const RunResult run = Run(text, For(1.5, integrator));
          QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
          QVERIFY2(run.rows.back().values[0] == 0,
                   qPrintable(QString("%1 %2 %3").arg(integrator).arg(start).arg(sign)));
        }
      }
    }
  }

  void frictionAndPushAtOneInstantMoveTheMass() {
    // 3 N from t = 1 on, friction 1 N: v = 2 (t - 1).
    const std::string text = DiagramText(
        "'ramp': {'type': 'Ramp', 'parameters': {'start_time': 1}}, 'mass': {'type': "
        "'DifferentialEquation', 'parameters': {'derivatives': ['x2', '(u1 > 0 ? 3 : 0) - "
        "sign(x2)'], 'outputs': ['x1', 'x2'], 'initial_state': [0, 0], 'inputs': 1}}, "
        "'scope': {'type': 'Scope'}",
        "ramp.y>mass.u1 mass.y>scope.u1");
    for (const char* integrator : {"dopri5", "rk3", "radau5"}) {
      const RunResult run = Run(text, For(3, integrator));
      QVERIFY(run.outcome.end == RunEnd::kDone);
      QVERIFY(std::abs(run.rows.back().values[1] - 4) < 1e-6);
      QVERIFY(std::abs(run.rows.back().values[0] - 4) < 1e-5);
    }
  }

  void aComparisonThatSwitchesAComparisonIsChosenWithIt() {
    // The first brings the second to its threshold or away from it: x > 0 gives the switch 1 > 0.5.
    const std::string text = DiagramText(
        "'x': {'type': 'Integrator'}, 'one': {'type': 'Constant', 'parameters': {'value': 1}}, "
        "'half': {'type': 'Constant', 'parameters': {'value': -2}}, "
        "'zero': {'type': 'Constant', 'parameters': {'value': 0}}, "
        "'above': {'type': 'Comparison', 'parameters': {'operator': '>='}}, "
        "'switch': {'type': 'Switch', 'parameters': {'threshold': 1}}, 'scope': {'type': 'Scope'}",
        "x.y>above.u1 zero.y>above.u2 above.y>switch.control half.y>switch.u1 one.y>switch.u2 "
        "switch.y>x.u x.y>scope.u1");
    // At x = 0 both the upper motion (-2) and the lower one (+1) lead across: none is right.
    RunOptions options = For(1);
    options.discontinuities = "fail";
    const RunResult run = Run(text, options);
    QVERIFY(run.outcome.end == RunEnd::kFailed);
    QVERIFY(QString::fromStdString(run.outcome.message).contains("chattering"));
    // It slides, the comparison being true for a third of the time: 1/3 · -2 + 2/3 · 1 = 0.
    const RunResult sliding = Run(text, For(1));
    QVERIFY(sliding.outcome.end == RunEnd::kDone);
    QCOMPARE(sliding.rows.back().values[0], 0.);
  }

  void noChoiceIsNamed_data() {
    QTest::addColumn<QString>("derivatives");
    QTest::addColumn<QString>("start");
    QTest::newRow("a relay pushed to both sides") << "'0.5 - sign(x1)'"
                                                  << "0";
    QTest::newRow("two that share a surface") << "'x1 > x2 ? -2 : 2', 'x2 > x1 ? -3 : 1.5'"
                                              << "1, 1";
    QTest::newRow("two at once") << "'-sign(x1) - 0.5*sign(x2) + 0.2', "
                                    "'0.5*sign(x1) - sign(x2) - 0.3'"
                                 << "0, 0";
  }
  void noChoiceIsNamed() {
    QFETCH(QString, derivatives);
    QFETCH(QString, start);
    RunOptions options = For(1);
    options.discontinuities = "fail";
    const RunResult run = Run(Equation(derivatives.toStdString(), start.toStdString()), options);
    QVERIFY(run.outcome.end == RunEnd::kFailed);
    QCOMPARE(run.outcome.time, 0.);
    QCOMPARE(QString::fromStdString(run.outcome.message),
             QString("with each of its branches the motion leads into another one at once "
                     "(chattering). Give it a hysteresis, a least time between events or a state "
                     "of rest, or set \"discontinuities\" to \"solve\""));
  }

  void severalMotionsAreToldOnce() {
    const RunResult run = Run(Equation("'sign(x1)'", "0"), For(1, "bogacki_shampine3"));
    QVERIFY(run.outcome.end == RunEnd::kDone);
    QCOMPARE(run.rows.back().values[0], 0.);
    QCOMPARE(run.outcome.warnings.size(), 1u);
    const RunWarning& warning = run.outcome.warnings[0];
    QCOMPARE(warning.time, 0.);
    QCOMPARE(warning.path, std::string("f"));
    QCOMPARE(QString::fromStdString(warning.message),
             QString("stands on a threshold, from which more than one motion is possible; it goes "
                     "on with the branches that it had. Blocks involved: f; other branches: 1 or "
                     "-1"));
    // A branch whose motions are one is nothing to speak of.
    QVERIFY(Run(Equation("'max(x1, 0)'", "0"), For(1)).outcome.warnings.empty());
  }

  void aChoiceThatTriggersAnEventIsKeptAtItsInstant() {
    // x grows from 0: x > 0 at once, and that resets another integrator, once.
    const std::string text = DiagramText(
        "'one': {'type': 'Constant', 'parameters': {'value': 1}}, 'x': {'type': 'Integrator'}, "
        "'zero': {'type': 'Constant', 'parameters': {'value': 0}}, "
        "'above': {'type': 'Comparison', 'parameters': {'operator': '>'}}, "
        "'y': {'type': 'ResettableIntegrator', 'parameters': {'trigger': 'rising'}}, "
        "'seven': {'type': 'Constant', 'parameters': {'value': 7}}, 'scope': {'type': 'Scope'}",
        "one.y>x.u x.y>above.u1 zero.y>above.u2 above.y>y.reset one.y>y.u seven.y>y.x0 "
        "y.y>scope.u1");
    const RunResult run = Run(text, For(1));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QVERIFY(std::abs(run.rows.back().values[0] - 8) < 1e-9);
  }

  void whatAnotherChoiceBringsToAThresholdIsChosenWithIt_data() {
    QTest::addColumn<QString>("formula");
    QTest::addColumn<double>("expected");
    QTest::newRow("reaches it") << "sign(u1) + t > 1" << 1.;
    QTest::newRow("leaves it") << "(sign(u1) - t) >= 1" << 0.;
    QTest::newRow("another one") << "floor(10*sign(u1) + u1)" << 10.;
  }
  void whatAnotherChoiceBringsToAThresholdIsChosenWithIt() {
    QFETCH(QString, formula);
    QFETCH(double, expected);
    const std::string text = DiagramText(
        "'one': {'type': 'Constant', 'parameters': {'value': 1}}, 'x': {'type': 'Integrator'}, "
        "'f': {'type': 'Expression', 'parameters': {'expression': '" +
            formula.toStdString() + "'}}, 'scope': {'type': 'Scope'}",
        "one.y>x.u x.y>f.u1 f.y>scope.u1");
    const RunResult run = Run(text, For(0.5));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QCOMPARE(run.rows.back().values[0], expected);
    // And never anything else after the start.
    for (const Row& row : run.rows) {
      if (row.time > 0) QCOMPARE(row.values[0], expected);
    }
  }

  void aBranchThatRestedOnceIsChosenAgainElsewhere() {
    const std::string text = DiagramText(
        "'u': {'type': 'SignalTable', 'parameters': {'times': [0, 1, 2], 'values': [0, 0, 1], "
        "'interpolation': 'linear'}}, 'floor': {'type': 'Round', 'parameters': {'function': "
        "'floor'}}, 'scope': {'type': 'Scope'}",
        "u.y>floor.u floor.y>scope.u1");
    const RunResult run = Run(text, For(4));
    QVERIFY(run.outcome.end == RunEnd::kDone);
    QCOMPARE(run.at(1.9, '-'), 0.);
    QCOMPARE(run.rows.back().values[0], 1.);
  }

  void aLargeGroupWarnsOfSeveralMotionsToo() {
    // 13 elements of one sign: 3^13 choices.
    const std::string text = DiagramText(
        "'x': {'type': 'Integrator', 'parameters': {'initial_value': "
        "[0,0,0,0,0,0,0,0,0,0,0,0,0]}}, 's': {'type': 'MathFunction', 'parameters': {'function': "
        "'sign'}}, 'scope': {'type': 'Scope'}",
        "x.y>s.u s.y>x.u x.y>scope.u1");
    const RunResult run = Run(text, For(0.1));
    QVERIFY(run.outcome.end == RunEnd::kDone);
    QCOMPARE(run.outcome.warnings.size(), 1u);
    QVERIFY(run.outcome.warnings[0].message.ends_with("and more"));
  }

  void readingsThatAreRoundingAreNotBelieved_data() {
    QTest::addColumn<QString>("integrator");
    for (const char* name : {"rk4", "dopri5", "radau5"}) QTest::newRow(name) << name;
  }
  void readingsThatAreRoundingAreNotBelieved() {
    // p = 1 + a t and q = p - b t³/6. With the delay beside them no series is known, and a
    // millionth of a step behind the start their difference is lost in rounding.
    QFETCH(QString, integrator);
    for (const double a : {1., -1., 0.3, 1.7, -0.21}) {
      for (const double b : {1., -1., 0.01, -0.4}) {
        const std::string p = QString::number(a).toStdString(),
                          q = QString::number(b).toStdString();
        const std::string text = DiagramText(
            "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': ['" + p + "', '" +
                p + " - (" + q +
                ")*t^2/2'], 'outputs': ['sign(x1 - x2)', 'x1'], "
                "'initial_state': [1, 1]}}, 'd': {'type': 'TransportDelay', 'parameters': "
                "{'delay': 5}}, "
                "'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
            "f.y>scope.u1 f.y>d.u d.y>scope.u2");
        const RunResult run = Run(text, For(0.5, integrator.toStdString()));
        QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
        for (const Row& row : run.side('+')) {
          QVERIFY2(row.values[0] == (b > 0 ? 1 : -1),
                   qPrintable(QString("%1 %2 at %3").arg(a).arg(b).arg(row.time)));
        }
      }
    }
  }

  void aDelayBesideThemDoesNotHinderAChoice() {
    // What does not depend on the delay is chosen as it is without one.
    const auto beside = [](const std::string& derivatives, const std::string& start) {
      return DiagramText(
          "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': [" + derivatives +
              "], 'outputs': ['x1'], 'initial_state': [" + start +
              "]}}, 'd': {'type': 'TransportDelay'}, 'scope': {'type': 'Scope', 'parameters': "
              "{'inputs': 2}}",
          "f.y>d.u d.y>scope.u1 f.y>scope.u2");
    };
    const RunResult several = Run(beside("'sign(x1)'", "0"), For(1));
    QVERIFY2(several.outcome.end == RunEnd::kDone, several.outcome.message.c_str());
    QCOMPARE(several.outcome.warnings.size(), 1u);
    QVERIFY(several.outcome.warnings[0].message.ends_with("other branches: 1 or -1"));
    // Two comparisons with one threshold slide together.
    const RunResult together =
        Run(beside("'x1 > x2 ? -2 : 2', 'x2 > x1 ? -3 : 1.5'", "1.5, 1"), For(1));
    QVERIFY2(together.outcome.end == RunEnd::kDone, together.outcome.message.c_str());
    QVERIFY(together.outcome.warnings.empty());
    QVERIFY(std::abs(together.rows.back().values[0] - 31. / 34) < 1e-5);
  }

  void severalMotionsAreToldWhereADelayIsPartOfThem() {
    // x is delayed and acts on its own derivative, by nothing at first.
    const std::string text = DiagramText(
        "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': ['sign(x1) + u1'], "
        "'outputs': ['x1'], 'initial_state': [0], 'inputs': 1}}, 'd': {'type': 'TransportDelay', "
        "'parameters': {'delay': 0.3}}, 'scope': {'type': 'Scope'}",
        "f.y>d.u d.y>f.u1 f.y>scope.u1");
    const RunResult run = Run(text, For(1));
    QVERIFY2(run.outcome.end == RunEnd::kDone, run.outcome.message.c_str());
    QCOMPARE(run.rows.back().values[0], 0.);
    QCOMPARE(run.outcome.warnings.size(), 1u);
    QVERIFY(run.outcome.warnings[0].message.ends_with("other branches: 1 or -1"));
  }

  void whatDependsOnADelayFailsByNameToo() {
    const std::string text = DiagramText(
        "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': ['0.5 - sign(x1) + "
        "u1'], 'inputs': 1}}, 'd': {'type': 'TransportDelay'}, 'scope': {'type': 'Scope'}",
        "f.y>d.u d.y>f.u1 d.y>scope.u1");
    RunOptions options = For(1);
    options.discontinuities = "fail";
    const RunResult run = Run(text, options);
    QVERIFY(run.outcome.end == RunEnd::kFailed);
    QCOMPARE(run.outcome.path, std::string("f"));
    QCOMPARE(QString::fromStdString(run.outcome.message),
             QString("no choice of branches was found with which the motion stays in them "
                     "(chattering). Give it a hysteresis, a least time between events or a state "
                     "of rest, or set \"discontinuities\" to \"solve\""));
  }

  void frictionHoldsWithoutAPush() {
    const RunResult run = Run(Equation("'x2', '-sign(x2)'", "1, 0"), For(1));
    QVERIFY(run.outcome.end == RunEnd::kDone);
    QCOMPARE(run.rows.back().values[0], 1.);
  }

  void manyMassesAtRestAreChosenOneByOne() {
    // 40 masses, each with its friction: 3^40 choices together, three for each alone.
    std::string blocks, wires;
    for (int i = 0; i < 40; ++i) {
      const std::string number = std::to_string(i);
      blocks += "'f" + number +
                "': {'type': 'DifferentialEquation', 'parameters': {'derivatives': ['" +
                (i % 2 == 0 ? "2 - sign(x1)" : "-2 - sign(x1)") + "'], 'initial_state': [0]}}, 's" +
                number + "': {'type': 'Scope'}, ";
      wires += "f" + number + ".y>s" + number + ".u1 ";
    }
    blocks.resize(blocks.size() - 2);
    const RunResult run = Run(DiagramText(blocks, wires), For(1));
    QVERIFY(run.outcome.end == RunEnd::kDone);
    for (size_t i = 0; i < 40; ++i) {
      QVERIFY(std::abs(run.rows.back().values[i] - (i % 2 == 0 ? 1 : -1)) < 1e-9);
    }
  }

  void aThresholdThatDoesNotMoveCostsNothing() {
    // Sampled zeros into a logic: nothing to choose, so the run has no other scalar to build.
    const std::string text = DiagramText(
        "'p': {'type': 'Pulse', 'parameters': {'period': 0.1}}, 'x': {'type': 'Integrator'}, "
        "'not': {'type': 'Logic', 'parameters': {'operator': 'not', 'inputs': 1}}, "
        "'scope': {'type': 'Scope'}",
        "p.y>not.u1 p.y>x.u not.y>scope.u1");
    const RunResult run = Run(text, For(1));
    QVERIFY(run.outcome.end == RunEnd::kDone);
    QCOMPARE(run.at(0.04, '-'), 0.);
    QCOMPARE(run.at(0.09, '-'), 1.);
  }
};

LOOPWRIGHT_TEST(TestBranchChoice)

}  // namespace loopwright::test_branch_choice

#include "test_branch_choice.moc"
