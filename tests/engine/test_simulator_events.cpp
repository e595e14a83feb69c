// Witness functions: isolation, jumps, termination, and events without end.

#include <QObject>
#include <QTest>
#include <cmath>
#include <memory>
#include <vector>

#include "tests/engine/simulator_systems.h"
#include "tests/test_main.h"

namespace loopwright::test_simulator_events {

namespace {

/// height'' = -g; on an impact height+ = 0, velocity+ = -e velocity-.
class Ball final : public LeafSystem<double> {
 public:
  Ball(double height, double restitution) : restitution_(restitution) {
    DeclareContinuousState(BasicVector<double>{height, 0.}, 1, 1, 0);
    DeclareVectorOutputPort("height", 1, &Ball::Output, {q_ticket()});
    impact_ = MakeWitnessFunction("impact", WitnessFunctionDirection::kPositiveThenNonPositive,
                                  &Ball::Height, &Ball::Bounce);
  }
  mutable std::vector<double> impacts;

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* xcdot) const override {
    (*xcdot)[0] = context.get_continuous_state_vector()[1];
    (*xcdot)[1] = -9.81;
  }
  void DoGetWitnessFunctions(const Context<double>&,
                             std::vector<const WitnessFunction<double>*>* w) const override {
    w->push_back(impact_.get());
  }
  double Height(const Context<double>& context) const {
    return context.get_continuous_state_vector()[0];
  }
  EventStatus Bounce(const Context<double>& context, ContinuousState<double>* xc,
                     DiscreteValues<double>*) const {
    impacts.push_back(context.get_time());
    (*xc)[0] = 0;
    (*xc)[1] = -restitution_ * context.get_continuous_state_vector()[1];
    return EventStatus::Succeeded();
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = context.get_continuous_state_vector()[0];
  }
  double restitution_;
  std::unique_ptr<WitnessFunction<double>> impact_;
};

/// A level that jumps from -1 to 1 at `time`.
class Jump final : public LeafSystem<double> {
 public:
  explicit Jump(double time) {
    DeclareDiscreteState(BasicVector<double>{-1.});
    DeclareTimedDiscreteUpdateEvent(time, &Jump::Update);
    DeclareVectorOutputPort("y", 1, &Jump::Output, {xd_ticket()});
  }

 private:
  void Update(const Context<double>&, DiscreteValues<double>* next) const { (*next)[0] = 1; }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = discrete_data(context)[0];
  }
};

}  // namespace

class TestSimulatorEvents : public QObject {
  Q_OBJECT
 private slots:
  void impactsAreIsolated() {
    Ball ball(10, 0.8);
    Simulator<double> simulator(ball);
    SimulatorConfig config;
    config.accuracy = 1e-10;
    simulator.set_config(config);
    simulator.AdvanceTo(12);
    QVERIFY(ball.impacts.size() >= 10);
    double t = std::sqrt(2 * 10 / 9.81);
    double v = 9.81 * t;
    for (size_t i = 0; i < 10; ++i) {
      QVERIFY2(std::abs(ball.impacts[i] - t) < 1e-9,
               qPrintable(QString::number(ball.impacts[i], 'g', 17)));
      v *= 0.8;
      t += 2 * v / 9.81;
    }
  }

  void isolatingAnImpactCostsOneEvaluation() {
    // Within the step by the method's own polynomial: only the start after the jump is new.
    Ball ball(10, 0.8);
    Simulator<double> simulator(ball);
    simulator.set_config(Fixed("dopri5", 0.25));
    simulator.AdvanceTo(8);
    const SimulatorStatistics statistics = simulator.statistics();
    QCOMPARE(statistics.witness_isolations, 4);
    QCOMPARE(statistics.derivative_evaluations, 1 + 6 * statistics.steps + 4);
  }

  void zenoEndsTheRunWithAdvice_data() {
    QTest::addColumn<double>("restitution");
    QTest::addColumn<int>("limit");
    QTest::addColumn<QString>("expected");
    const QString advice = "Give it a hysteresis, a least time between events or a state of rest";
    QTest::newRow("intervals that shrink")
        << 0.5 << 10000
        << "its events come ever closer together: 10 intervals in a row have shrunk by one factor, "
           "and all that would follow lie before this time (a Zeno sequence). " +
               advice;
    QTest::newRow("too many events")
        << 0.9 << 30 << "more than 30 events within 5e-06 s (chattering). " + advice;
  }
  void zenoEndsTheRunWithAdvice() {
    QFETCH(double, restitution);
    QFETCH(int, limit);
    QFETCH(QString, expected);
    Ball ball(1e-2, restitution);
    Simulator<double> simulator(ball);
    SimulatorConfig config;
    config.max_isolated_events = limit;
    simulator.set_config(config);
    const auto status = simulator.TryAdvanceTo(5);
    QCOMPARE(status.reason(), SimulatorStatus::kEventHandlerFailed);
    QCOMPARE(QString::fromStdString(status.message()), expected);
    QCOMPARE(status.system(), &ball);
    // The end of all impacts, where there is no limit on their number.
    const double end = std::sqrt(2e-2 / 9.81) * (1 + 2 * restitution / (1 - restitution));
    if (limit == 10000) QVERIFY(std::abs(status.return_time() - end) < 1e-12);
  }

  void aLowerLimitOfEventsCountsAnew() {
    // Four impacts under one limit, then a ring of two: the next ones have to find a place in it.
    Ball ball(10, 0.8);
    Simulator<double> simulator(ball);
    simulator.AdvanceTo(8);
    SimulatorConfig config;
    config.max_isolated_events = 2;
    simulator.set_config(config);
    simulator.Initialize();
    const auto before = ball.impacts.size();
    QCOMPARE(simulator.TryAdvanceTo(11).reason(), SimulatorStatus::kReachedBoundaryTime);
    QVERIFY(ball.impacts.size() > before);
  }

  void anUpdateOfAnotherBlockHidesNoCrossing() {
    // The witness is zero exactly where the other block is updated.
    DiagramBuilder<double> builder;
    auto* signal = builder.AddSystem<Signal>([](double t) { return t - 1; });
    auto* stop = builder.AddNamedSystem<Stop>("stop");
    builder.Connect(*signal, *stop);
    builder.AddSystem<ExampleDiscrete>(0.5);
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    const auto status = simulator.AdvanceTo(3);
    QCOMPARE(status.reason(), SimulatorStatus::kReachedTerminationCondition);
    QVERIFY(std::abs(status.return_time() - 1) < 1e-12);
  }

  void witnessTriggersAcrossAJump() {
    DiagramBuilder<double> builder;
    auto* jump = builder.AddSystem<Jump>(0.5);
    auto* stop = builder.AddNamedSystem<Stop>("stop");
    builder.Connect(*jump, *stop);
    builder.ExportOutput(jump->get_output_port(0), "y");
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    Rows rows;
    RecordInto(&simulator, *diagram, &rows);
    const auto status = simulator.AdvanceTo(1);
    QCOMPARE(status.reason(), SimulatorStatus::kReachedTerminationCondition);
    QCOMPARE(status.return_time(), 0.5);
    QCOMPARE(status.FormatMessage(),
             std::string("stop: ended the run at t = 0.5 s: u is positive"));
    COMPARE_ROWS(rows, {{0, '-', -1}, {0.5, '-', -1}, {0.5, '+', 1}});
  }

  void anUpdateStartsFromWhatTheContextHoldsByThen() {
    // Above zero before the jump as well, by hand while that is pending: nothing is crossed.
    DiagramBuilder<double> builder;
    auto* jump = builder.AddSystem<Jump>(0.5);
    auto* stop = builder.AddNamedSystem<Stop>("stop");
    builder.Connect(*jump, *stop);
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    QVERIFY(simulator.AdvanceTo(0.5).succeeded());
    auto& context = diagram->GetMutableSubsystemContext(*jump, &simulator.get_mutable_context());
    context.SetDiscreteState(Eigen::VectorXd::Constant(1, 2));
    QCOMPARE(simulator.AdvanceTo(1).reason(), SimulatorStatus::kReachedBoundaryTime);
    QCOMPARE(context.get_discrete_state_vector()[0], 1.);
  }

  void witnessedTerminationEndsWithTheValueBefore() {
    DiagramBuilder<double> builder;
    auto* signal = builder.AddSystem<Signal>([](double t) { return t - 0.75; });
    auto* stop = builder.AddNamedSystem<Stop>("stop");
    builder.Connect(*signal, *stop);
    builder.AddSystem<Spring>();
    builder.ExportOutput(signal->get_output_port(0), "y");
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    SimulatorConfig config;
    config.log_interval = 0.5;
    simulator.set_config(config);
    Rows rows;
    RecordInto(&simulator, *diagram, &rows);
    QCOMPARE(simulator.AdvanceTo(1).reason(), SimulatorStatus::kReachedTerminationCondition);
    QCOMPARE(rows.size(), 3U);
    QVERIFY(std::abs(std::get<0>(rows[2]) - 0.75) < 1e-12);
    QCOMPARE(std::get<1>(rows[2]), '-');
  }
};

LOOPWRIGHT_TEST(TestSimulatorEvents)

}  // namespace loopwright::test_simulator_events

#include "test_simulator_events.moc"
