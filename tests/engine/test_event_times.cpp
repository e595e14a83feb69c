// Events at listed times, and corners.

#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "tests/engine/message_of.h"
#include "tests/engine/simulator_systems.h"
#include "tests/test_main.h"

namespace loopwright::test_event_times {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::shared_ptr<const EventTimes> Times(std::vector<double> times, double period = 0) {
  return std::make_shared<const EventTimes>(std::move(times), period);
}

/// Counts the events at the times given.
class Counter final : public LeafSystem<double> {
 public:
  explicit Counter(std::shared_ptr<const EventTimes> times) {
    DeclareDiscreteState(1);
    DeclareTimedDiscreteUpdateEvent(std::move(times), &Counter::Update);
    DeclareStateOutputPort("y", DiscreteStateIndex(0));
  }

 private:
  void Update(const Context<double>& context, double* next) const {
    next[0] = discrete_data(context, 0)[0] + 1;
  }
};

/// x' = |t - 1/2| with a corner there, or without.
class Corner final : public LeafSystem<double> {
 public:
  explicit Corner(bool has_corner) {
    DeclareContinuousState(1);
    if (has_corner) DeclareCorners(Times({0.5}));
    DeclareStateOutputPort("x", ContinuousStateIndex(0));
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* xcdot) const override {
    (*xcdot)[0] = std::abs(context.get_time() - 0.5);
  }
};

Rows RunCounter(std::shared_ptr<const EventTimes> times, double start, double stop) {
  const Counter counter(std::move(times));
  Simulator<double> simulator(counter);
  simulator.get_mutable_context().SetTime(start);
  Rows rows;
  RecordInto(&simulator, counter, &rows);
  simulator.AdvanceTo(stop);
  return rows;
}

}  // namespace

class TestEventTimes : public QObject {
  Q_OBJECT

 private slots:
  void countsTimes() {
    const EventTimes once({1, 2, 4});
    QCOMPARE(once.time_sec(0), 1.0);
    QCOMPARE(once.time_sec(2), 4.0);
    QCOMPARE(once.time_sec(3), kInfinity);
    const EventTimes repeated({1, 2, 4}, 5);
    QCOMPARE(repeated.time_sec(3), 6.0);
    QCOMPARE(repeated.time_sec(5), 9.0);
    QCOMPARE(repeated.time_sec(-1), -1.0);
    QCOMPARE(repeated.time_sec(-3), -4.0);
    QCOMPARE(repeated.time_sec(-4), -6.0);
  }

  void findsTheFirstTimeThatIsDue() {
    const EventTimes once({1, 2, 4});
    QCOMPARE(once.FirstDue(-10), 0);
    QCOMPARE(once.FirstDue(1), 0);
    QCOMPARE(once.FirstDue(std::nextafter(1.0, 2)), 0);  // the same instant
    QCOMPARE(once.FirstDue(1.5), 1);
    QCOMPARE(once.FirstDue(5), 3);
    QCOMPARE(EventTimes({}).FirstDue(5), 0);
    const EventTimes repeated({1, 2, 4}, 5);
    for (int64_t k = -7; k < 8; ++k) {
      QCOMPARE(repeated.FirstDue(repeated.time_sec(k)), k);
      QCOMPARE(repeated.FirstDue(repeated.time_sec(k) - 0.1), k);
      QCOMPARE(repeated.FirstDue(repeated.time_sec(k) + 0.1), k + 1);
    }
    const EventTimes tenths({0}, 0.1);
    for (int64_t k = 0; k < 1000; ++k) QCOMPARE(tenths.FirstDue(0.1 * static_cast<double>(k)), k);
  }

  void refusesWrongTimes() {
    const std::string order = "EventTimes: the times must be finite and increase";
    QCOMPARE(MessageOf([] { EventTimes({1, 1}); }), order);
    QCOMPARE(MessageOf([] { EventTimes({2, 1}); }), order);
    QCOMPARE(MessageOf([] { EventTimes({kInfinity}); }), order);
    QCOMPARE(MessageOf([] { EventTimes({1, std::nan("")}); }), order);
    QCOMPARE(MessageOf([] {
               EventTimes({1, 3}, 2);
             }),
             std::string("EventTimes: the period must be longer than the times last"));
    QCOMPARE(MessageOf([] { EventTimes({0}, 1e-9).FirstDue(1e9); }),
             std::string("a table of 1e-09 s is too short to be repeated in a run that starts at "
                         "1000000000 s: its events cannot be counted"));
  }

  void updatesHappenAtEachTime() {
    COMPARE_ROWS(
        RunCounter(Times({0.25, 1, 3}), 0, 2),
        {{0, '-', 0}, {0.25, '-', 0}, {0.25, '+', 1}, {1, '-', 1}, {1, '+', 2}, {2, '-', 2}});
    COMPARE_ROWS(
        RunCounter(Times({0, 0.25}, 1), 0.1, 1.1),
        {{0.1, '-', 0}, {0.25, '-', 0}, {0.25, '+', 1}, {1, '-', 1}, {1, '+', 2}, {1.1, '-', 2}});
    // One at the start time is due then, one at the stop time stays pending.
    COMPARE_ROWS(RunCounter(Times({1, 2}), 1, 2), {{1, '-', 0}, {1, '+', 1}, {2, '-', 1}});
  }

  void listedAndPeriodicEventsMeet() {
    // 3*0.1 is not 0.3, but the same instant: one pair of records.
    DiagramBuilder<double> builder;
    const auto* listed = builder.AddSystem<Counter>(Times({0.3}));
    const auto* periodic = builder.AddSystem<ExampleDiscrete>(0.1, 0.1);
    builder.ExportOutput(listed->get_output_port(0), "y");
    builder.ExportOutput(periodic->get_output_port(0), "z");
    const auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    std::vector<double> times;
    simulator.set_recorder([&](const Context<double>& context, Side side) {
      if (side == Side::kAfter) times.push_back(context.get_time());
    });
    simulator.AdvanceTo(0.35);
    QCOMPARE(times.size(), size_t(3));
    QVERIFY(std::abs(times[2] - 0.3) < 1e-15);
  }

  void aCornerEndsAStepAndRestartsWithoutARecord() {
    for (const char* integrator : {"rk4", "dopri5", "cvode_bdf"}) {
      const Corner system(true);
      Simulator<double> simulator(system);
      SimulatorConfig config;
      config.integrator = integrator;
      if (std::string(integrator) == "rk4") config.fixed_step = 0.3;
      config.max_step = 10;
      simulator.set_config(config);
      Rows rows;
      RecordInto(&simulator, system, &rows);
      simulator.AdvanceTo(1);
      bool has_corner = false;
      for (const auto& [t, side, value] : rows) {
        QCOMPARE(side, '-');
        has_corner = has_corner || t == 0.5;
      }
      QVERIFY2(has_corner, integrator);
      QCOMPARE(simulator.statistics().restarts, int64_t(1));
      QCOMPARE(simulator.statistics().publishes, int64_t(0));
      // On either side the derivative is linear, which these methods integrate to rounding, or to
      // their accuracy.
      const double error = std::abs(std::get<2>(rows.back()) - 0.25);
      QVERIFY2(error < (std::string(integrator) == "cvode_bdf" ? 1e-6 : 1e-15), integrator);
    }
  }

  void withoutTheCornerAFixedStepCrossesIt() {
    const Corner system(false);
    Simulator<double> simulator(system);
    SimulatorConfig config;
    config.integrator = "rk4";
    config.fixed_step = 0.4;
    simulator.set_config(config);
    Rows rows;
    RecordInto(&simulator, system, &rows);
    simulator.AdvanceTo(1);
    QVERIFY(std::abs(std::get<2>(rows.back()) - 0.25) > 1e-4);
    QCOMPARE(simulator.statistics().restarts, int64_t(0));
  }

  void theNextUpdateTimeIsThatOfAListedEvent() {
    const Counter counter(Times({1, 2}));
    const auto context = counter.CreateDefaultContext();
    const auto events = counter.AllocateCompositeEventCollection();
    for (const auto& [now, next] : std::vector<std::pair<double, double>>{
             {0, 1}, {1, 2}, {1.5, 2}, {2, kInfinity}, {3, kInfinity}}) {
      context->SetTime(now);
      QCOMPARE(counter.CalcNextUpdateTime(*context, events.get()), next);
      QCOMPARE(events->HasEvents(), next < kInfinity);
    }
  }
};

LOOPWRIGHT_TEST(TestEventTimes)

}  // namespace loopwright::test_event_times

#include "test_event_times.moc"
