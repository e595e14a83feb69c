// The exact sequences and counts of sd_drake_semantics, and the numbered rules of semantics.md,
// with small systems of their own.

#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "engine/simulation/simulator.h"
#include "engine/system/diagram_builder.h"
#include "engine/system/leaf_system.h"

using namespace loopwright;

namespace {

using Row = std::tuple<double, char, double>;
using Rows = std::vector<Row>;

QString Text(const Rows& rows) {
  QString text;
  for (const auto& [t, side, value] : rows) {
    text += QString("(%1,%2,%3) ").arg(t, 0, 'g', 17).arg(side).arg(value, 0, 'g', 17);
  }
  return text;
}
#define COMPARE_ROWS(actual, ...) QVERIFY2((actual) == (Rows __VA_ARGS__), qPrintable(Text(actual)))

/// Records one output, both sides.
template <typename System>
Rows* RecordInto(Simulator<double>* simulator, const System& system, Rows* rows) {
  simulator->set_recorder([&system, rows](const Context<double>& context, Side side) {
    rows->emplace_back(context.get_time(), side == Side::kBefore ? '-' : '+',
                       system.get_output_port(0).Eval(context)[0]);
  });
  return rows;
}

/// x+ = x + 1, y = 10 x: the example of the discrete-systems document.
class ExampleDiscrete final : public LeafSystem<double> {
 public:
  explicit ExampleDiscrete(double period, double offset = 0) {
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent(period, offset, &ExampleDiscrete::Update);
    DeclarePeriodicPublishEvent(period, offset, &ExampleDiscrete::Publish);
    DeclareVectorOutputPort("y", 1, &ExampleDiscrete::Output, {xd_ticket()});
  }
  mutable std::vector<std::pair<double, double>> published;

 private:
  void Update(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = context.get_discrete_state(0)[0] + 1;
  }
  void Publish(const Context<double>& context) const {
    published.emplace_back(context.get_time(), get_output_port(0).Eval(context)[0]);
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = 10 * context.get_discrete_state(0)[0];
  }
};

/// A signal that a test gives as a function of time.
class Signal final : public LeafSystem<double> {
 public:
  explicit Signal(std::function<double(double)> f) : f_(std::move(f)) {
    DeclareVectorOutputPort("y", 1, &Signal::Output, {time_ticket()});
  }

 private:
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = f_(context.get_time());
  }
  std::function<double(double)> f_;
};

/// x+ = a x + b u, y = x.
class Sampled final : public LeafSystem<double> {
 public:
  Sampled(double a, double b, double period, double offset = 0) : a_(a), b_(b) {
    DeclareVectorInputPort("u", 1);
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent(period, offset, &Sampled::Update);
    DeclareVectorOutputPort("y", 1, &Sampled::Output, {xd_ticket()});
  }

 private:
  void Update(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = a_ * discrete_data(context)[0] + b_ * input_data(context, 0)[0];
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = discrete_data(context)[0];
  }
  double a_, b_;
};

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

/// A mass on a spring, with an optional event at a period.
class Spring final : public LeafSystem<double> {
 public:
  explicit Spring(double publish_period = 0) {
    DeclareContinuousState(BasicVector<double>{1., 0.}, 1, 1, 0);
    DeclareVectorOutputPort("q", 1, &Spring::Output, {q_ticket()});
    if (publish_period > 0) {
      DeclarePeriodicPublishEvent(publish_period, 0, &Spring::Publish);
    }
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* xcdot) const override {
    const auto& x = context.get_continuous_state_vector();
    (*xcdot)[0] = x[1];
    (*xcdot)[1] = -x[0];
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = context.get_continuous_state_vector()[0];
  }
  void Publish(const Context<double>&) const {}
};

/// x' = v, v' = 5 (1 - x²) v - x, whose error decides the size of every step from the first on.
class VanDerPol final : public LeafSystem<double> {
 public:
  VanDerPol() { DeclareContinuousState(BasicVector<double>{2., 0.}, 1, 1, 0); }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* xcdot) const override {
    const auto& x = context.get_continuous_state_vector();
    (*xcdot)[0] = x[1];
    (*xcdot)[1] = 5 * (1 - x[0] * x[0]) * x[1] - x[0];
  }
};

SimulatorConfig Fixed(const char* method, double step) {
  SimulatorConfig config;
  config.integrator = method;
  config.fixed_step = step;
  return config;
}

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

/// y = |u|, its branch a mode.
class Absolute final : public LeafSystem<double> {
 public:
  Absolute() {
    DeclareVectorInputPort("u", 1);
    DeclareModes(1);
    DeclareVectorOutputPort("y", 1, &Absolute::Output, {all_input_ports_ticket(), modes_ticket()});
  }

 private:
  static int64_t Branch(double u) { return u < 0 ? -1 : 1; }
  void DoCalcModes(const Context<double>& context, int64_t* modes) const override {
    modes[0] = Branch(input_data(context, 0)[0]);
  }
  void DoCalcModeMargins(const Context<double>& context, const int64_t* modes,
                         double* margins) const override {
    margins[0] = static_cast<double>(modes[0]) * input_data(context, 0)[0];
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    const double u = input_data(context, 0)[0];
    const int64_t* held = held_modes(context);
    (*y)[0] = static_cast<double>(held ? *held : Branch(u)) * u;
  }
};

/// y = 1 where u > 0, else 0: a mode.
class Above final : public LeafSystem<double> {
 public:
  Above() {
    DeclareVectorInputPort("u", 1);
    DeclareModes(1);
    DeclareVectorOutputPort("y", 1, &Above::Output, {all_input_ports_ticket(), modes_ticket()});
  }

 private:
  void DoCalcModes(const Context<double>& context, int64_t* modes) const override {
    modes[0] = input_data(context, 0)[0] > 0;
  }
  void DoCalcModeMargins(const Context<double>& context, const int64_t* modes,
                         double* margins) const override {
    const double u = input_data(context, 0)[0];
    margins[0] = modes[0] ? u : -u;
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    const int64_t* held = held_modes(context);
    (*y)[0] = static_cast<double>(held ? *held : input_data(context, 0)[0] > 0);
  }
};

/// Ends the run when u becomes greater than zero; publishes what it saw.
class Stop final : public LeafSystem<double> {
 public:
  Stop() {
    DeclareVectorInputPort("u", 1);
    witness_ = MakeWitnessFunction("u", WitnessFunctionDirection::kNegativeThenNonNegative,
                                   &Stop::Input, &Stop::End);
  }

 private:
  void DoGetWitnessFunctions(const Context<double>&,
                             std::vector<const WitnessFunction<double>*>* w) const override {
    w->push_back(witness_.get());
  }
  double Input(const Context<double>& context) const { return input_data(context, 0)[0]; }
  EventStatus End(const Context<double>&) const {
    return EventStatus::ReachedTermination(this, "u is positive");
  }
  std::unique_ptr<WitnessFunction<double>> witness_;
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

/// Fails its updates or publishes as told.
class Failing final : public LeafSystem<double> {
 public:
  explicit Failing(EventKind kind) {
    DeclareDiscreteState(1);
    if (kind == EventKind::kPublish) {
      DeclarePeriodicPublishEvent(0.1, 0.1, &Failing::Publish);
    } else if (kind == EventKind::kDiscreteUpdate) {
      DeclarePeriodicDiscreteUpdateEvent(0.1, 0.1, &Failing::Update);
    } else {
      DeclarePeriodicUnrestrictedUpdateEvent(0.1, 0.1, &Failing::Change);
    }
  }

 private:
  EventStatus Publish(const Context<double>&) const { return EventStatus::Failed(this, "no"); }
  EventStatus Update(const Context<double>&, DiscreteValues<double>* next) const {
    (*next)[0] = 5;
    return EventStatus::Failed(this, "no");
  }
  EventStatus Change(const Context<double>&, State<double>* state) const {
    state->get_mutable_discrete_state(0)[0] = 5;
    return EventStatus::Failed(this, "no");
  }
};

/// x' = 1/x' of a block that divides by zero.
class NotFinite final : public LeafSystem<double> {
 public:
  NotFinite() { DeclareContinuousState(1); }

 private:
  void DoCalcTimeDerivatives(const Context<double>&,
                             ContinuousState<double>* xcdot) const override {
    (*xcdot)[0] = std::numeric_limits<double>::quiet_NaN();
  }
};

}  // namespace

class TestSimulatorSemantics : public QObject {
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

  void fixedStepsStretchByOnePercent_data() {
    QTest::addColumn<double>("step");
    QTest::addColumn<int>("steps");
    QTest::newRow("stretched") << 1 - 1e-8 << 1;
    QTest::newRow("not stretched") << 0.9 << 2;
  }
  void fixedStepsStretchByOnePercent() {
    QFETCH(double, step);
    QFETCH(int, steps);
    Spring system(1.0);
    Simulator<double> simulator(system);
    simulator.set_config(Fixed("rk4", step));
    simulator.AdvanceTo(1);
    QCOMPARE(simulator.get_num_steps_taken(), steps);
    QCOMPARE(simulator.get_context().get_time(), 1.);
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
    EventCalendar<double> calendar(plan, std::nullopt);
    calendar.Start(0);
    // Up to 1e6 s, every third instant has both, and never a fourth one nearby.
    int64_t instants = 0, both = 0;
    while (calendar.next().time < 1e6 - 0.005) {
      ++instants;
      both += calendar.next().discrete.size() == 2;
      calendar.Advance();
    }
    QCOMPARE(instants, 100000000);
    QCOMPARE(both, 33333334);
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

  void zenoEndsTheRunWithAdvice_data() {
    QTest::addColumn<double>("restitution");
    QTest::addColumn<int>("limit");
    QTest::addColumn<QString>("expected");
    const QString advice = "Give it a hysteresis, a least time between events or a state of rest";
    QTest::newRow("until time is too coarse")
        << 0.5 << 10000
        << "its events come ever closer together, until time cannot tell them apart (a Zeno "
           "sequence). " +
               advice;
    QTest::newRow("too many events")
        << 0.9 << 50 << "more than 50 events within 5e-06 s (chattering). " + advice;
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
    const auto status = simulator.AdvanceTo(5);
    QCOMPARE(status.reason(), SimulatorStatus::kEventHandlerFailed);
    QCOMPARE(QString::fromStdString(status.message()), expected);
    QCOMPARE(status.system(), &ball);
  }

  void branchesAreHeldAndIsolated() {
    DiagramBuilder<double> builder;
    auto* signal = builder.AddSystem<Signal>([](double t) { return 0.3 - t; });
    auto* absolute = builder.AddSystem<Absolute>();
    builder.Connect(*signal, *absolute);
    builder.AddSystem<Spring>();
    builder.ExportOutput(absolute->get_output_port(0), "y");
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    Rows rows;
    RecordInto(&simulator, *diagram, &rows);
    simulator.AdvanceTo(1);
    int pairs = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      const auto& [t, side, value] = rows[i];
      if (side == '+') {
        ++pairs;
        QVERIFY(std::abs(t - 0.3) < 1e-12);
      }
      QVERIFY(std::abs(value - std::abs(0.3 - t)) < 1e-12);
    }
    QCOMPARE(pairs, 1);
    QCOMPARE(simulator.statistics().witness_isolations, 1);
  }

  void aBranchThatIsUndecidedAtTheStartAgreesWithWhatFollows_data() {
    QTest::addColumn<bool>("with_state");
    QTest::newRow("with continuous state") << true;
    QTest::newRow("without") << false;
  }
  void aBranchThatIsUndecidedAtTheStartAgreesWithWhatFollows() {
    // |u| with u = -t: at the start the branch is that of u >= 0, just after it is not.
    QFETCH(bool, with_state);
    DiagramBuilder<double> builder;
    auto* signal = builder.AddSystem<Signal>([](double t) { return -t; });
    auto* absolute = builder.AddSystem<Absolute>();
    builder.Connect(*signal, *absolute);
    if (with_state) builder.AddSystem<Spring>();
    builder.ExportOutput(absolute->get_output_port(0), "y");
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    Rows rows;
    RecordInto(&simulator, *diagram, &rows);
    simulator.AdvanceTo(1);
    for (const auto& [t, side, value] : rows) QCOMPARE(value, t);
    QCOMPARE(simulator.statistics().witness_isolations, 0);
  }

  void aBranchThatChangesWhereAStepLandsIsAnEvent_data() {
    QTest::addColumn<double>("crossing");
    QTest::addColumn<bool>("with_update");
    QTest::newRow("at the start") << 0. << false;
    QTest::newRow("at the start, with an update") << 0. << true;
    QTest::newRow("at the end of a step") << 0.5 << false;
    QTest::newRow("at the end of a step, with an update") << 0.5 << true;
    QTest::newRow("within a step") << 0.4 << false;
  }
  void aBranchThatChangesWhereAStepLandsIsAnEvent() {
    // The block behind sees the change and ends the run, however it meets the steps and the
    // updates of others.
    QFETCH(double, crossing);
    QFETCH(bool, with_update);
    DiagramBuilder<double> builder;
    auto* signal = builder.AddSystem<Signal>([=](double t) { return t - crossing; });
    auto* above = builder.AddSystem<Above>();
    auto* stop = builder.AddNamedSystem<Stop>("stop");
    builder.Connect(*signal, *above);
    builder.Connect(*above, *stop);
    builder.AddSystem<Spring>();
    if (with_update) builder.AddSystem<ExampleDiscrete>(0.5);
    builder.ExportOutput(above->get_output_port(0), "y");
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    simulator.set_config(Fixed("rk4", 0.25));
    Rows rows;
    RecordInto(&simulator, *diagram, &rows);
    const auto status = simulator.AdvanceTo(2);
    QCOMPARE(status.reason(), SimulatorStatus::kReachedTerminationCondition);
    QVERIFY(std::abs(status.return_time() - crossing) < 1e-12);
    const auto& [t, side, value] = rows.back();
    QCOMPARE(side, '+');
    QCOMPARE(value, 1.);
    QCOMPARE(std::get<2>(rows[rows.size() - 2]), 0.);
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

  void onlyWhatDerivativesDependOnRestartsTheIntegrator() {
    DiagramBuilder<double> builder;
    builder.AddSystem<Spring>();
    builder.AddSystem<ExampleDiscrete>(0.1);
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    simulator.set_config(Fixed("dopri5", 0.1));
    simulator.AdvanceTo(1);
    QCOMPARE(simulator.statistics().restarts, 0);
    QCOMPARE(simulator.statistics().derivative_evaluations, 1 + 10 * 6);
    // What a program changes between two calls counts too.
    simulator.get_mutable_context().get_mutable_continuous_state();
    simulator.AdvanceTo(2);
    QCOMPARE(simulator.statistics().derivative_evaluations, 2 + 20 * 6);
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

  void failuresStopTheRun_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("publish") << static_cast<int>(EventKind::kPublish);
    QTest::newRow("discrete") << static_cast<int>(EventKind::kDiscreteUpdate);
    QTest::newRow("unrestricted") << static_cast<int>(EventKind::kUnrestrictedUpdate);
  }
  void failuresStopTheRun() {
    QFETCH(int, kind);
    DiagramBuilder<double> builder;
    auto* failing = builder.AddNamedSystem<Failing>("bad", static_cast<EventKind>(kind));
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    const auto status = simulator.AdvanceTo(1);
    QCOMPARE(status.reason(), SimulatorStatus::kEventHandlerFailed);
    QCOMPARE(status.system(), failing);
    QCOMPARE(status.FormatMessage(), std::string("bad: failed at t = 0.1 s: no"));
    QCOMPARE(simulator.get_context().get_discrete_state(0)[0], 0.);
  }

  void derivativeThatIsNotFiniteNamesTheBlock() {
    DiagramBuilder<double> builder;
    builder.AddSystem<Spring>();
    builder.AddNamedSystem<NotFinite>("divider");
    auto diagram = builder.Build();
    for (const bool fixed : {false, true}) {
      Simulator<double> simulator(*diagram);
      if (fixed) simulator.set_config(Fixed("rk4", 0.1));
      QCOMPARE(
          simulator.AdvanceTo(1).FormatMessage(),
          std::string("divider: failed at t = 0 s: its time derivative is not finite: look for a "
                      "division by zero, or a root or logarithm outside its range, in it or "
                      "in what it reads"));
    }
  }

  void wrongConfigurationsAreRefused_data() {
    QTest::addColumn<QString>("expected");
    QTest::newRow("name")
        << "there is no integrator 'magic'; there are explicit_euler, semi_explicit_euler, rk2, "
           "rk3, "
           "rk4, bogacki_shampine3, dopri5, implicit_euler, radau5, cvode_bdf, cvode_adams";
    QTest::newRow("step") << "explicit_euler has no error estimate: it needs a fixed step";
    QTest::newRow("own steps") << "radau5 chooses its own steps: it cannot have a fixed step";
    QTest::newRow("isolation") << "events must be isolated unless the step is fixed";
    QTest::newRow("accuracy") << "the accuracy must be > 0";
    QTest::newRow("tolerance") << "the absolute tolerance must be > 0";
    QTest::newRow("max") << "the largest step must be > 0";
    QTest::newRow("fixed") << "the fixed step must be > 0";
    QTest::newRow("log") << "the log interval must be > 0";
  }
  void wrongConfigurationsAreRefused() {
    QFETCH(QString, expected);
    SimulatorConfig config;
    const std::string tag = QTest::currentDataTag();
    if (tag == "name") config.integrator = "magic";
    if (tag == "step") config.integrator = "explicit_euler";
    if (tag == "own steps") {
      config.integrator = "radau5";
      config.fixed_step = 0.1;
    }
    if (tag == "isolation") config.isolate_events = false;
    if (tag == "accuracy") config.accuracy = 0;
    if (tag == "tolerance") config.absolute_tolerance = -1;
    if (tag == "max") config.max_step = 0;
    if (tag == "fixed") config.fixed_step = -1;
    if (tag == "log") config.log_interval = 0;
    Spring system;
    Simulator<double> simulator(system);
    try {
      simulator.set_config(config);
      QFAIL("the configuration was taken");
    } catch (const std::logic_error& error) {
      QCOMPARE(QString(error.what()), "Simulator: " + expected);
    }
  }

  void advancingBackwardsIsRefused() {
    Spring system;
    Simulator<double> simulator(system);
    simulator.AdvanceTo(1);
    QVERIFY_EXCEPTION_THROWN(simulator.AdvanceTo(0.5), std::logic_error);
  }

  void stepCallbackInterrupts() {
    Spring system;
    Simulator<double> simulator(system);
    simulator.set_config(Fixed("rk4", 0.1));
    int left = 3;
    simulator.set_step_callback([&] { return left-- > 0; });
    const auto status = simulator.AdvanceTo(1);
    QCOMPARE(status.reason(), SimulatorStatus::kInterrupted);
    QCOMPARE(simulator.get_num_steps_taken(), 3);
  }

  void aSecondInitializeForgetsTheRunBefore() {
    VanDerPol system;
    Simulator<double> fresh(system), used(system);
    int steps = 0;
    used.set_step_callback([&] { return steps++ != 30; });
    QCOMPARE(used.AdvanceTo(20).reason(), SimulatorStatus::kInterrupted);
    used.get_mutable_context().SetTime(0);
    system.SetDefaultContext(&used.get_mutable_context());
    used.Initialize();
    for (Simulator<double>* simulator : {&fresh, &used})
      QVERIFY(simulator->AdvanceTo(20).succeeded());
    QCOMPARE(used.statistics().derivative_evaluations, fresh.statistics().derivative_evaluations);
    QVERIFY(used.get_context().get_continuous_state_vector()[0] ==
            fresh.get_context().get_continuous_state_vector()[0]);
  }

  void derivativeEvaluationsAreCountedExactly() {
    Spring system;
    for (const auto& [method, per_step] : {std::pair("explicit_euler", 1), std::pair("rk4", 4)}) {
      Simulator<double> simulator(system);
      simulator.set_config(Fixed(method, 0.125));
      simulator.AdvanceTo(1);
      QCOMPARE(simulator.statistics().derivative_evaluations, 8 * per_step);
    }
    Simulator<double> simulator(system);
    simulator.set_config(Fixed("dopri5", 0.125));
    simulator.AdvanceTo(1);
    QCOMPARE(simulator.statistics().derivative_evaluations, 1 + 8 * 6);  // the first is the last
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
};

QTEST_APPLESS_MAIN(TestSimulatorSemantics)
#include "test_simulator_semantics.moc"
