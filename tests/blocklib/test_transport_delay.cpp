#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "blocklib/common/signal_history.h"
#include "engine/build/build.h"
#include "engine/diagram/diagram.h"
#include "engine/simulation/simulator.h"
#include "tests/test_main.h"

namespace loopwright::test_transport_delay {

namespace {

bool IsNear(double a, double b, double tolerance) { return std::abs(a - b) < tolerance; }

RunOptions With(double accuracy, const std::string& integrator = "dopri5") {
  RunOptions options;
  options.accuracy = accuracy;
  options.integrator = integrator;
  return options;
}

/// y' = -y(t - 1), y = 1 up to t = 0.
const std::string kUnitDelayEquation = DiagramText(
    "'i': {'type': 'Integrator', 'parameters': {'initial_value': 1}}, 'd': {'type': "
    "'TransportDelay', 'parameters': {'initial_value': 1}}, 'g': {'type': 'Gain', 'parameters': "
    "{'gain': -1}}",
    "i.y>d.u d.y>g.u g.y>i.u");
/// Its solution at t = 0, 1, …, 10 by the method of steps (Bellen, Zennaro: Numerical Methods for
/// Delay Differential Equations, 2003), in fractions.
const std::vector<double> kUnitDelaySolution{1,
                                             0,
                                             -1. / 2,
                                             -1. / 6,
                                             5. / 24,
                                             19. / 120,
                                             -41. / 720,
                                             -173. / 1680,
                                             -61. / 13440,
                                             19223. / 362880,
                                             10493. / 518400};

/// A diagram with a delay `d` of 0.3 s, whose input is a formula of t.
std::string DelayOf(const std::string& formula, const std::string& parameters = "'delay': 0.3") {
  return DiagramText("'u': {'type': 'Expression', 'parameters': {'expression': '" + formula +
                         "', 'inputs': 0}}, 'd': {'type': 'TransportDelay', 'parameters': {" +
                         parameters + "}}",
                     "u.y>d.u");
}

}  // namespace

class TestTransportDelay : public QObject {
  Q_OBJECT

 private slots:
  void showsTheInputOfADelayAgo() {
    // Without continuous state, from the initial value on.
    RunOptions options = With(1e-10);
    options.log_interval = 0.05;
    const RunResult result = RunDiagram(
        DelayOf("sin(3*t); 2 + t", "'delay': 0.3, 'initial_value': [7, 8]"), {"d.y"}, 2, options);
    int compared = 0;
    for (const Row& row : result.rows) {
      const bool is_initial = row.time < 0.3 - 1e-12 || (row.time < 0.3 + 1e-12 && row.side == '-');
      const double then = row.time - 0.3;
      QVERIFY(IsNear(row.values[0], is_initial ? 7 : std::sin(3 * then), 1e-10));
      QVERIFY(IsNear(row.values[1], is_initial ? 8 : 2 + then, 1e-12));
      ++compared;
    }
    QVERIFY(compared > 40);
  }

  void fastInputsAreFollowedWithinOneStep() {
    // Twenty periods in each delay: a step of that length is kept in several pieces.
    RunOptions options = With(1e-8);
    options.log_interval = 0.37;
    const RunResult result = RunDiagram(DelayOf("sin(2*pi*20*t)", ""), {"d.y"}, 3, options);
    const double pi = std::acos(-1.0);
    for (const Row& row : result.rows) {
      if (row.time <= 1) continue;
      QVERIFY(IsNear(row.values[0], std::sin(2 * pi * 20 * row.time), 1e-6));
    }
  }

  void startsAtTheStartTime() {
    RunOptions options = With(1e-10);
    options.start_time = 5;
    options.log_interval = 0.1;
    const RunResult result =
        RunDiagram(DelayOf("t", "'delay': 0.3, 'initial_value': -1"), {"d.y"}, 6, options);
    QCOMPARE(result.at(5.2, '-'), -1.0);
    QVERIFY(IsNear(result.at(6, '-'), 5.7, 1e-12));
  }

  void jumpsArriveAsEvents() {
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Step', 'parameters': {'time': 0.5, 'initial': 2, 'final': 5}}, "
                    "'d': {'type': 'TransportDelay', 'parameters': {'delay': 0.3, "
                    "'initial_value': 1}}",
                    "s.y>d.u"),
        {"d.y", "s.y"}, 2);
    const std::vector<Row> after = result.side('+');
    QCOMPARE(after.size(), size_t{3});
    QCOMPARE(after[0].time, 0.3);
    QCOMPARE(after[0].values, (std::vector<double>{2, 2}));
    QCOMPARE(after[1].time, 0.5);
    QCOMPARE(after[1].values, (std::vector<double>{2, 5}));
    QCOMPARE(after[2].time, 0.8);
    QCOMPARE(after[2].values, (std::vector<double>{5, 5}));
    QCOMPARE(result.at(0.3, '-'), 1.0);
    QCOMPARE(result.at(0.8, '-'), 2.0);
  }

  void manyJumpsCanBeOnTheirWay() {
    // Forty edges between input and output at any time.
    const RunResult result =
        RunDiagram(DiagramText("'p': {'type': 'Pulse', 'parameters': {'period': 0.1, 'delay': "
                               "0.02}}, 'd': {'type': 'TransportDelay', 'parameters': {'delay': "
                               "2.013}}",
                               "p.y>d.u"),
                   {"d.y"}, 5);
    int edges = 0;
    double shown = 0;
    for (const Row& row : result.side('+')) {
      if (row.values[0] == shown) continue;
      shown = row.values[0];
      QVERIFY(IsNear(row.time, 0.02 + 0.05 * edges + 2.013, 1e-12));
      QCOMPARE(shown, edges % 2 == 0 ? 1.0 : 0.0);
      ++edges;
    }
    QCOMPARE(edges, 60);
  }

  void onlyTheDelaysPastIsKept() {
    const auto built = BuildDiagram(LoadText(kUnitDelayEquation), BuiltInBlocks());
    QVERIFY(built.ok());
    SimulatorConfig config;
    config.accuracy = 1e-9;
    Simulator<double> simulator(*built.diagram);
    simulator.set_config(config);
    const auto& delay = built.diagram->GetSubsystemByName("d");
    const auto chunks_at = [&](double time) {
      simulator.AdvanceTo(time);
      return built.diagram->GetSubsystemContext(delay, simulator.get_context())
          .get_abstract_state<SignalHistory>(0)
          .num_chunks();
    };
    const int chunks = chunks_at(10);
    QVERIFY(simulator.get_num_steps_taken() > 40);
    QVERIFY(chunks <= 3);
    QVERIFY(chunks_at(200) <= 3);
    QVERIFY(simulator.get_num_steps_taken() > 400);
  }

  void goesWithoutIsolation() {
    RunOptions options = With(1e-6, "rk4");
    options.fixed_step = 0.05;
    options.no_isolation = true;
    const RunResult result = RunDiagram(kUnitDelayEquation, {"i.y"}, 4, options);
    QVERIFY(IsNear(result.rows.back().values[0], kUnitDelaySolution[4], 1e-5));
  }

  void aSamplerAtTheSameInstantSeesTheValueBefore() {
    // 0.1 + 0.2 is not 0.3 to the last bit, but the same instant.
    const RunResult result =
        RunDiagram(DiagramText("'s': {'type': 'Step', 'parameters': {'time': 0.1}}, 'd': {'type': "
                               "'TransportDelay', 'parameters': {'delay': 0.2}}, 'z': {'type': "
                               "'ZeroOrderHold', 'parameters': {'period': 0.3}}",
                               "s.y>d.u d.y>z.u"),
                   {"d.y", "z.y"}, 1);
    QVERIFY(0.1 + 0.2 != 0.3);
    QCOMPARE(result.at(0.29999, '-', 0), 0.0);
    QCOMPARE(result.at(0.31, '+', 0), 1.0);
    QCOMPARE(result.at(0.31, '+', 1), 0.0);
    QCOMPARE(result.at(0.61, '+', 1), 1.0);
    int records = 0;
    for (const Row& row : result.rows) records += row.time > 0.2 && row.time < 0.4;
    QCOMPARE(records, 2);
  }

  void noStepIsLongerThanTheShortestDelay() {
    for (const bool has_state : {false, true}) {
      const std::string state = has_state ? ", 'i': {'type': 'Integrator'}" : "";
      const RunResult result = RunDiagram(
          DiagramText("'t': {'type': 'Clock'}, 'd': {'type': 'TransportDelay', 'parameters': "
                      "{'delay': 0.7}}, 'e': {'type': 'TransportDelay', 'parameters': {'delay': "
                      "0.4}}" +
                          state,
                      std::string("t.y>d.u t.y>e.u") + (has_state ? " d.y>i.u" : "")),
          {"d.y"}, 5);
      double last = 0;
      for (const Row& row : result.rows) {
        QVERIFY(row.time - last <= 0.4 * (1 + 1e-9));
        last = row.time;
      }
      QCOMPARE(last, 5.0);
    }
  }

  // Between the ends of a stochastic step the state is a line, and no step is longer than the
  // delay.
  void noiseIsDelayed_data() {
    QTest::addColumn<double>("delay");
    QTest::newRow("of many steps") << 0.255;
    QTest::newRow("shorter than a step") << 0.003;
  }
  void noiseIsDelayed() {
    QFETCH(double, delay);
    RunOptions options;
    options.stochastic_step = 0.01;
    const RunResult result = RunDiagram(
        DiagramText("'x': {'type': 'OrnsteinUhlenbeck'}, 'd': {'type': 'TransportDelay', "
                    "'parameters': {'delay': " +
                        std::to_string(delay) + "}}",
                    "x.y>d.u"),
        {"x.y", "d.y"}, 1, options);
    size_t from = 0, compared = 0;
    double last = 0;
    for (const Row& row : result.rows) {
      QVERIFY(row.time - last <= std::min(delay, 0.01) * (1 + 1e-9));
      last = row.time;
      const double then = row.time - delay;
      if (then < 0) continue;
      while (result.rows[from + 1].time < then) ++from;
      const Row& a = result.rows[from];
      const Row& b = result.rows[from + 1];
      const double part = (then - a.time) / (b.time - a.time);
      QVERIFY(IsNear(row.values[1], a.values[0] + part * (b.values[0] - a.values[0]), 1e-10));
      ++compared;
    }
    QCOMPARE(last, 1.0);
    QVERIFY(compared > 70);
  }

  void theUnitDelayEquation_data() {
    QTest::addColumn<QString>("integrator");
    QTest::addColumn<double>("accuracy");
    QTest::addColumn<double>("tolerance");
    QTest::newRow("dopri5") << "dopri5" << 1e-10 << 1e-8;
    QTest::newRow("bogacki_shampine3") << "bogacki_shampine3" << 1e-9 << 1e-6;
    QTest::newRow("radau5") << "radau5" << 1e-10 << 1e-7;
    QTest::newRow("implicit_euler") << "implicit_euler" << 1e-5 << 1e-2;
    QTest::newRow("cvode_bdf") << "cvode_bdf" << 1e-10 << 1e-7;
    QTest::newRow("cvode_adams") << "cvode_adams" << 1e-10 << 1e-7;
  }
  void theUnitDelayEquation() {
    QFETCH(QString, integrator);
    QFETCH(double, accuracy);
    QFETCH(double, tolerance);
    RunOptions options = With(accuracy, integrator.toStdString());
    options.log_interval = 1;
    const RunResult result = RunDiagram(kUnitDelayEquation, {"i.y"}, 10, options);
    for (size_t n = 0; n < kUnitDelaySolution.size(); ++n) {
      const double error = std::abs(result.at(double(n), '-') - kUnitDelaySolution[n]);
      QVERIFY2(error < tolerance, qPrintable(QString("at %1: %2").arg(n).arg(error)));
    }
  }

  void fixedStepsConvergeAtTheMethodsOrder() {
    const auto error = [](const char* integrator, double step) {
      RunOptions options = With(1e-6, integrator);
      options.fixed_step = step;
      const RunResult result = RunDiagram(kUnitDelayEquation, {"i.y"}, 4, options);
      return std::abs(result.rows.back().values[0] - kUnitDelaySolution[4]);
    };
    // Up to t = 4 the solution is a polynomial of degree 4 between the integers: Runge and Kutta's
    // method is exact where the interpolant, of degree 3, is.
    QVERIFY(error("rk4", 0.25) < 1e-3);
    const double ratio = error("explicit_euler", 0.05) / error("explicit_euler", 0.025);
    QVERIFY(ratio > 1.8 && ratio < 2.2);
    const double ratio2 = error("rk2", 0.05) / error("rk2", 0.025);
    QVERIFY(ratio2 > 3.5 && ratio2 < 4.5);
  }

  void aFixedStepLongerThanTheDelayIsShortened() {
    RunOptions options = With(1e-6, "rk4");
    options.fixed_step = 3;
    const RunResult result = RunDiagram(kUnitDelayEquation, {"i.y"}, 3, options);
    QVERIFY(IsNear(result.rows.back().values[0], kUnitDelaySolution[3], 1e-2));
    double last = 0;
    for (const Row& row : result.rows) {
      QVERIFY(row.time - last <= 1 + 1e-9);
      last = row.time;
    }
  }

  void breaksGoThroughSixDelays() {
    // The bend at the start arrives at 1, and what it makes of y at 2, … 6; then it is smooth.
    const RunResult result = RunDiagram(kUnitDelayEquation, {"i.y"}, 10, With(1e-6));
    const std::vector<Row> arrivals = result.side('+');
    QCOMPARE(arrivals.size(), size_t{6});
    for (size_t n = 0; n < arrivals.size(); ++n) QCOMPARE(arrivals[n].time, double(n + 1));
  }

  void updatesThatTheInputDoesNotDependOnMakeNoBreak() {
    const RunResult result = RunDiagram(
        DiagramText("'t': {'type': 'Clock'}, 'd': {'type': 'TransportDelay', 'parameters': "
                    "{'delay': 0.55}}, 'c': {'type': 'DiscreteCounter', 'parameters': {'period': "
                    "0.1}}",
                    "t.y>d.u"),
        {"d.y", "c.y"}, 2.05);
    // Updates at 0, 0.1, … 2 and the start's arrival at 0.55.
    QCOMPARE(result.side('+').size(), size_t{22});
  }

  void changedBranchesMakeBreaks() {
    // max(t - 0.5, 0) bends at 0.5; what follows it integrates max(t - 1.5, 0).
    const RunResult result = RunDiagram(
        DiagramText("'u': {'type': 'Expression', 'parameters': {'expression': 'max(t - 0.5, 0)', "
                    "'inputs': 0}}, 'd': {'type': 'TransportDelay'}, 'i': {'type': 'Integrator'}",
                    "u.y>d.u d.y>i.u"),
        {"i.y"}, 3, With(1e-6));
    QVERIFY(IsNear(result.rows.back().values[0], 0.5 * 1.5 * 1.5, 1e-12));
  }

  void delaysInARowAddUp() {
    RunOptions options = With(1e-9);
    options.log_interval = 0.05;
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Pulse', 'parameters': {'period': 0.8, 'delay': 0.1}}, 'l': "
                    "{'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.2}}, 'a': "
                    "{'type': 'TransportDelay', 'parameters': {'delay': 0.3}}, 'b': {'type': "
                    "'TransportDelay', 'parameters': {'delay': 0.45}}, 'c': {'type': "
                    "'TransportDelay', 'parameters': {'delay': 0.75}}",
                    "s.y>l.u l.y>a.u a.y>b.u l.y>c.u"),
        {"b.y", "c.y"}, 5, options);
    double largest = 0;
    for (const Row& row : result.rows) {
      QVERIFY(IsNear(row.values[0], row.values[1], 1e-8));
      largest = std::max(largest, row.values[0]);
    }
    QVERIFY(largest > 0.5);
  }

  void aRunGoesOnFromASnapshot() {
    const auto built = BuildDiagram(LoadText(kUnitDelayEquation), BuiltInBlocks());
    QVERIFY(built.ok());
    const auto end_of = [](Simulator<double>* simulator) {
      simulator->AdvanceTo(5);
      return simulator->get_context().get_continuous_state()[0];
    };
    Simulator<double> simulator(*built.diagram);
    simulator.AdvanceTo(2.5);
    const auto snapshot = simulator.get_context().Clone();
    const double end = end_of(&simulator);
    QVERIFY(IsNear(end, kUnitDelaySolution[5], 1e-5));
    // The first run has written to its own history, not to that of the snapshot.
    Simulator<double> again(*built.diagram, snapshot->Clone());
    QVERIFY(IsNear(end_of(&again), end, 1e-6));
    Simulator<double> once_more(*built.diagram, snapshot->Clone());
    QCOMPARE(end_of(&once_more), end_of(&again));
  }

  void derivativesGoThroughTheDelay() {
    // x' = -x(t - 1) from x = p, and p before: dx/dp is the solution from 1.
    const auto built = BuildDiagramOf<AutoDiff>(LoadText(kUnitDelayEquation), BuiltInBlocks());
    QVERIFY(built.ok());
    SimulatorConfig config;
    config.accuracy = 1e-9;
    Simulator<AutoDiff> simulator(*built.diagram);
    simulator.set_config(config);
    Context<AutoDiff>& context = simulator.get_mutable_context();
    VectorX<AutoDiff> x(1);
    x[0] = AutoDiff(2, 0);
    context.SetContinuousState(x);
    auto& delay = built.diagram->GetSubsystemByName("d");
    built.diagram->GetMutableSubsystemContext(delay, &context)
        .get_mutable_numeric_parameter(1)
        .SetFromVector(x);
    simulator.AdvanceTo(3);
    const AutoDiff end = context.get_continuous_state()[0];
    QVERIFY(IsNear(end.value(), 2 * kUnitDelaySolution[3], 1e-7));
    QVERIFY(IsNear(end.derivatives()[0], kUnitDelaySolution[3], 1e-7));
  }

  // --- SignalHistory ---

  void aHistoryKnowsBothSidesOfABreak() {
    SignalHistory history;
    QVERIFY(history.is_empty());
    const double before = 3;
    history.Start(1, &before, 1);
    QVERIFY(history.EndsWith(&before));
    const auto append = [&](double end, double level) {
      const std::vector<double> values(SignalHistory::kNodes, level);
      history.Append(end, values.data());
    };
    append(2, 5);
    history.AddBreak(4);
    history.AddBreak(2);  // at the same time: one break
    append(3, 7);
    const auto value = [&](int64_t segment, double t) {
      double result = 0;
      history.Evaluate(segment, t, &result);
      return result;
    };
    QCOMPARE(value(0, 0.5), 3.0);
    QCOMPARE(value(0, 1), 3.0);
    QCOMPARE(value(1, 1), 5.0);
    QCOMPARE(value(1, 2), 5.0);
    QCOMPARE(value(2, 2), 7.0);
    QCOMPARE(value(2, 9), 7.0);
    QCOMPARE(value(9, 9), 7.0);
    QCOMPARE(history.FindBreakAfter(0)->time, 1.0);
    QCOMPARE(history.FindBreakAfter(1)->time, 2.0);
    QCOMPARE(history.FindBreakAfter(1)->passes, 2);
    QVERIFY(history.FindBreakAfter(2) == nullptr);
    history.Forget(2.5, 2);
    QVERIFY(history.FindBreakAfter(1) == nullptr);
    QCOMPARE(value(2, 2.75), 7.0);
  }

  void aPieceIsAPolynomialOfDegreeSix() {
    const auto polynomial = [](const auto& t) {
      return ((((((t - 2.) * t + 3.) * t - 1.) * t + 0.5) * t - 2.) * t) + 1.;
    };
    SignalHistory history;
    const double start = polynomial(0);
    history.Start(0, &start, 1);
    const SignalHistory::Nodes times = SignalHistory::NodesOf(0, 2);
    std::vector<double> values;
    for (const double t : times) values.push_back(polynomial(t));
    history.Append(2, values.data());
    for (double t = 0; t <= 2; t += 0.03) {
      double y = 0;
      history.Evaluate(1, t, &y);
      QVERIFY(IsNear(y, polynomial(t), 1e-13));
      AutoDiff slope;
      history.Evaluate(1, AutoDiff(t, 3), &slope);
      const double exact = ((((6 * t - 10) * t + 12) * t - 3) * t + 1) * t - 2;
      QCOMPARE(slope.value(), y);
      QVERIFY(IsNear(slope.derivatives()[3], exact, 1e-11));
      AutoDiff moving = AutoDiff::Series(t), along;
      moving.set_coefficient(1, 1);
      history.Evaluate(1, moving, &along);
      for (int k = 0; k <= AutoDiff::kDerivatives; ++k) {
        QVERIFY(IsNear(along.coefficient(k), polynomial(moving).coefficient(k), 1e-9));
      }
    }
    // Its leading coefficient is 1 in t = 1 + x: 1/32 in Chebyshev's basis, and the one before it
    // 4/16, that of (1 + x)^6 - 2 (1 + x)^5.
    QVERIFY(IsNear(SignalHistory::EstimateError(values.data(), 1), 1. / 32 + 4. / 16, 1e-13));
  }

  void copiesShareChunksUntilTheyAreWrittenTo() {
    SignalHistory history;
    const double zero = 0;
    history.Start(0, &zero, 1);
    const auto append = [](SignalHistory* to, double end) {
      std::vector<double> values;
      for (const double t : SignalHistory::NodesOf(to->end_time(), end)) values.push_back(t);
      to->Append(end, values.data());
    };
    for (int i = 1; i <= 100; ++i) append(&history, i);
    QCOMPARE(history.num_chunks(), 4);
    SignalHistory copy = history;
    QCOMPARE(copy.CountShared(history), 4);
    append(&copy, 200);
    QCOMPARE(copy.CountShared(history), 3);
    QCOMPARE(history.end_time(), 100.0);
    double y = 0;
    history.Evaluate(1, 150., &y);
    QCOMPARE(y, 100.0);
    copy.Evaluate(1, 150., &y);
    QCOMPARE(y, 150.0);
    // Forgetting keeps what is still asked for, and a chunk's pieces only together.
    history.Forget(70, 1);
    QCOMPARE(history.num_chunks(), 2);
    history.Evaluate(1, 70.5, &y);
    QCOMPARE(y, 70.5);
    copy.Evaluate(1, 5.5, &y);
    QCOMPARE(y, 5.5);
    for (int i = 101; i <= 1000; ++i) {
      append(&history, i);
      history.Forget(i - 40, 1);
      QVERIFY(history.num_chunks() <= 3);
    }
    history.Evaluate(1, 970.25, &y);
    QCOMPARE(y, 970.25);
  }
};

LOOPWRIGHT_TEST(TestTransportDelay)

}  // namespace loopwright::test_transport_delay

#include "test_transport_delay.moc"
