// When updates and publishes run and what they see: the sequences and counts of the reference case
// sd_drake_semantics.

#include <QObject>
#include <QTest>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

#include "tests/engine/simulator_systems.h"
#include "tests/test_main.h"

namespace loopwright::test_simulator_updates {

namespace {

struct SampledSignal {
  SampledSignal(std::function<double(double)> f, double a, double b, double period) {
    DiagramBuilder<double> builder;
    auto* signal = builder.AddSystem<Signal>(std::move(f));
    auto* sampled = builder.AddSystem<Sampled>(a, b, period);
    builder.Connect(*signal, *sampled);
    builder.ExportOutput(sampled->get_output_port(0), "y");
    diagram = builder.Build();
  }
  /// x⁻ at each log time.
  std::vector<double> Logged(double stop, double log_interval) const {
    Simulator<double> simulator(*diagram);
    SimulatorConfig config;
    config.log_interval = log_interval;
    simulator.set_config(config);
    Rows rows;
    RecordInto(&simulator, *diagram, &rows);
    simulator.AdvanceTo(stop);
    std::vector<double> values;
    for (const auto& [t, side, value] : rows) {
      if (side == '-') values.push_back(value);
    }
    return values;
  }
  std::unique_ptr<Diagram<double>> diagram;
};

/// Counts per-step events of the three kinds.
class PerStep final : public LeafSystem<double> {
 public:
  PerStep() {
    DeclareContinuousState(1);
    DeclareDiscreteState(1);
    DeclareAbstractState(Value<int>(0));
    DeclarePerStepPublishEvent(&PerStep::Publish);
    DeclarePerStepDiscreteUpdateEvent(&PerStep::Update);
    DeclarePerStepUnrestrictedUpdateEvent(&PerStep::Change);
  }
  mutable int publishes = 0, updates = 0, changes = 0;

 private:
  void DoCalcTimeDerivatives(const Context<double>&,
                             ContinuousState<double>* xcdot) const override {
    (*xcdot)[0] = 1;
  }
  void Publish(const Context<double>&) const { ++publishes; }
  void Update(const Context<double>&, DiscreteValues<double>*) const { ++updates; }
  void Change(const Context<double>&, State<double>* state) const {
    ++changes;
    ++state->get_mutable_abstract_state<int>(0);
  }
};

}  // namespace

class TestSimulatorUpdates : public QObject {
  Q_OBJECT
 private slots:
  void exampleDiscreteIsSampledAtTheStart() {
    ExampleDiscrete system(0.02);
    Simulator<double> simulator(system);
    Rows rows;
    RecordInto(&simulator, system, &rows);
    QVERIFY(simulator.AdvanceTo(0.06).succeeded());
    COMPARE_ROWS(rows, {{0, '-', 0},
                        {0, '+', 10},
                        {0.02, '-', 10},
                        {0.02, '+', 20},
                        {0.04, '-', 20},
                        {0.04, '+', 30},
                        {0.06, '-', 30}});
    const std::vector<std::pair<double, double>> published{
        {0, 0}, {0.02, 10}, {0.04, 20}, {0.06, 30}};
    QCOMPARE(system.published, published);
  }

  void updatesAtTheBoundaryStayPending() {
    ExampleDiscrete system(0.02);
    Simulator<double> simulator(system);
    Rows rows;
    RecordInto(&simulator, system, &rows);
    simulator.AdvanceTo(0.02);
    QCOMPARE(system.get_output_port(0).Eval(simulator.get_context())[0], 10.);
    simulator.AdvancePendingEvents();
    QCOMPARE(system.get_output_port(0).Eval(simulator.get_context())[0], 20.);
    simulator.AdvancePendingEvents();
    QCOMPARE(system.get_output_port(0).Eval(simulator.get_context())[0], 20.);
    simulator.AdvanceTo(0.04);
    COMPARE_ROWS(rows,
                 {{0, '-', 0}, {0, '+', 10}, {0.02, '-', 10}, {0.02, '+', 20}, {0.04, '-', 20}});
  }

  void pendingEventsArePublishedAfterwards() {
    const PerStep system;
    Simulator<double> simulator(system);
    int monitored = 0;
    simulator.set_monitor([&](const Context<double>&) {
      ++monitored;
      return EventStatus::DidNothing();
    });
    simulator.Initialize();
    QCOMPARE(system.publishes, 1);
    // Updates, then publishes; a second call finds nothing that is new.
    for (int call = 0; call < 2; ++call) {
      simulator.AdvancePendingEvents();
      QCOMPARE(system.updates, 1);
      QCOMPARE(system.changes, 1);
      QCOMPARE(system.publishes, 2);
      QCOMPARE(monitored, 2);
    }
    simulator.AdvanceTo(1);
    const int publishes = system.publishes;
    simulator.AdvancePendingEvents();
    QCOMPARE(system.publishes, publishes + 1);
    QCOMPARE(monitored, publishes + 1);
  }

  void sinusoidSamplerLagsBySample() {
    const double f = 2, h = 0.1;
    // x0 = sin(-f h): started as the case demands.
    SampledSignal sampler([=](double t) { return std::sin(f * t); }, 0, 1, h);
    Simulator<double> simulator(*sampler.diagram);
    simulator.get_mutable_context().get_mutable_discrete_state(0)[0] = std::sin(-f * h);
    SimulatorConfig config;
    config.log_interval = h;
    simulator.set_config(config);
    Rows rows;
    RecordInto(&simulator, *sampler.diagram, &rows);
    simulator.AdvanceTo(10);
    int n = 0;
    for (const auto& [t, side, value] : rows) {
      if (side != '-') continue;
      QVERIFY(std::abs(value - std::sin(f * (n - 1) * h)) <= 1e-14);
      ++n;
    }
    QCOMPARE(n, 101);
  }

  void inputAccumulatorSeesSpikesAtSamplesOnly() {
    const double h = 0.25;
    const auto spike_at = [](double when) {
      return [when](double t) { return std::abs(t - when) < 1e-12 ? 1. : 0.; };
    };
    const auto logged = [&](double when) {
      return SampledSignal(spike_at(when), 1, 1, h).Logged(5 * h, h);
    };
    QCOMPARE(logged(0), (std::vector<double>{0, 1, 1, 1, 1, 1}));
    QCOMPARE(logged(3 * h), (std::vector<double>{0, 0, 0, 0, 1, 1}));
    QCOMPARE(logged(2.7 * h), (std::vector<double>{0, 0, 0, 0, 0, 0}));
  }

  void discreteIntegratorIsSeenAsTheNextSample() {
    const double h = 0.125;
    SampledSignal integrator([](double) { return 1; }, 1, h, h);
    Simulator<double> simulator(*integrator.diagram);
    SimulatorConfig config;
    config.log_interval = h / 4;
    simulator.set_config(config);
    Rows rows;
    RecordInto(&simulator, *integrator.diagram, &rows);
    simulator.AdvanceTo(1);
    for (const auto& [t, side, value] : rows) {
      if (side == '-') QCOMPARE(value, std::ceil(t / h) * h);
    }
    QVERIFY(rows.size() > 32);
  }

  void holdSamplesWhenPendingEventsAreDone() {
    SampledSignal hold([](double t) { return std::cos(t); }, 0, 1, 0.1);
    Simulator<double> simulator(*hold.diagram);
    simulator.Initialize();
    QCOMPARE(hold.diagram->get_output_port(0).Eval(simulator.get_context())[0], 0.);
    simulator.AdvanceTo(0);
    QCOMPARE(hold.diagram->get_output_port(0).Eval(simulator.get_context())[0], 1.);
  }

  void shiftedTimeAccumulates() {
    SampledSignal system([](double t) { return t + 1; }, 1, 1, 1);
    Simulator<double> simulator(*system.diagram);
    simulator.AdvanceTo(1);
    QCOMPARE(system.diagram->get_output_port(0).Eval(simulator.get_context())[0], 1.);
    QCOMPARE(simulator.get_num_discrete_updates(), 1);
  }

  void startInTheMiddleSkipsWhatWasBefore() {
    ExampleDiscrete system(0.1, 0.05);
    Simulator<double> simulator(system);
    simulator.get_mutable_context().SetTime(0.25);
    Rows rows;
    RecordInto(&simulator, system, &rows);
    simulator.AdvanceTo(0.4);
    const double third = std::fma(3, 0.1, 0.05);
    COMPARE_ROWS(
        rows,
        {{0.25, '-', 0}, {0.25, '+', 10}, {third, '-', 10}, {third, '+', 20}, {0.4, '-', 20}});
  }

  void updatesAndPublishesAreCounted() {
    DiagramBuilder<double> builder;
    auto* signal = builder.AddSystem<Signal>([](double) { return 1; });
    auto* sampled = builder.AddSystem<Sampled>(1., 1., 1e-3);
    builder.AddSystem<ExampleDiscrete>(1000., 900.);
    builder.Connect(*signal, *sampled);
    builder.AddSystem<Spring>(2.5e-3);
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    simulator.AdvanceTo(0.5);
    QCOMPARE(simulator.get_num_discrete_updates(), 500);
    QCOMPARE(simulator.get_num_publishes(), 201);
  }

  void perStepEventsAreCounted() {
    PerStep system;
    Simulator<double> simulator(system);
    simulator.set_config(Fixed("rk4", 1e-3));
    simulator.AdvanceTo(0.1);
    QCOMPARE(system.publishes, 101);
    QCOMPARE(system.updates, 100);
    QCOMPARE(system.changes, 100);
    QCOMPARE(simulator.get_context().get_abstract_state<int>(0), 100);
    QCOMPARE(simulator.get_num_unrestricted_updates(), 100);
  }

  void monitorIsCalledAtInitializeAndEveryStep() {
    Spring system;
    Simulator<double> simulator(system);
    simulator.set_config(Fixed("explicit_euler", 0.125));
    int calls = 0;
    simulator.set_monitor([&](const Context<double>&) {
      ++calls;
      return EventStatus::Succeeded();
    });
    simulator.AdvanceTo(1);
    QCOMPARE(calls, 9);
    QCOMPARE(simulator.get_num_steps_taken(), 8);
  }

  void logTimesAreLoggedOnce_data() {
    QTest::addColumn<double>("interval");
    QTest::addColumn<double>("first_target");
    QTest::addColumn<int>("samples");
    QTest::newRow("eighths") << 0.125 << 1. << 9;
    QTest::newRow("tenths after a short first target") << 0.1 << 1e-4 << 11;
  }
  void logTimesAreLoggedOnce() {
    QFETCH(double, interval);
    QFETCH(double, first_target);
    QFETCH(int, samples);
    Spring system;
    Simulator<double> simulator(system);
    SimulatorConfig config;
    config.integrator = "rk3";
    config.log_interval = interval;
    config.max_step = 0.1;
    simulator.set_config(config);
    int logged = 0;
    simulator.set_recorder([&](const Context<double>& context, Side) {
      if (IsOneInstant(context.get_time(), interval * std::round(context.get_time() / interval),
                       interval)) {
        ++logged;
      }
    });
    simulator.AdvanceTo(first_target);
    simulator.AdvanceTo(1);
    QCOMPARE(logged, samples);
  }

  void logUpdatesOffLeavesPairsAway() {
    ExampleDiscrete system(0.1);
    Simulator<double> simulator(system);
    SimulatorConfig config;
    config.log_interval = 0.2;
    config.log_updates = false;
    simulator.set_config(config);
    Rows rows;
    RecordInto(&simulator, system, &rows);
    simulator.AdvanceTo(0.5);
    COMPARE_ROWS(rows, {{0, '-', 0},
                        {0, '+', 10},
                        {0.2, '-', 20},
                        {0.2, '+', 30},
                        {0.4, '-', 40},
                        {0.4, '+', 50},
                        {0.5, '-', 50}});
  }

  void ratesMeetForEver() {
    DiagramBuilder<double> builder;
    auto* one = builder.AddSystem<Signal>([](double) { return 1; });
    auto* fast = builder.AddSystem<Sampled>(1., 1., 0.01);
    auto* slow = builder.AddSystem<Sampled>(1., 1., 0.03);
    builder.Connect(*one, *fast);
    builder.Connect(one->get_output_port(0), slow->get_input_port(0));
    auto diagram = builder.Build();
    const Plan<double>& plan = *diagram->plan();
    // Around each of these starts every third instant has both, and never a fourth one nearby.
    for (const double start : {0., 3., 300., 30'000., 999'000.}) {
      EventCalendar<double> calendar(plan, std::nullopt);
      calendar.Start(start - 0.005);
      const double end = start + 1000 - 0.005;
      int64_t instants = 0, both = 0;
      while (calendar.next().time < end) {
        const bool is_third = instants % 3 == 0;
        QCOMPARE(calendar.next().discrete.size(), is_third ? 2U : 1U);
        both += is_third;
        ++instants;
        calendar.Advance();
      }
      QCOMPARE(instants, 100'000);
      QCOMPARE(both, 33'334);
    }
  }

  void periodsTooShortToCountAreRefused() {
    ExampleDiscrete system(1e-300);
    Simulator<double> simulator(system);
    simulator.get_mutable_context().SetTime(1);
    try {
      simulator.Initialize();
      QFAIL("the run started");
    } catch (const std::runtime_error& error) {
      QCOMPARE(error.what(),
               "a period of 1e-300 s is too short for a run that starts at 1 s: its events cannot "
               "be counted");
    }
  }
};

LOOPWRIGHT_TEST(TestSimulatorUpdates)

}  // namespace loopwright::test_simulator_updates

#include "test_simulator_updates.moc"
