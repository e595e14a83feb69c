// What the simulator refuses, and how a run fails.

#include <QObject>
#include <QTest>
#include <limits>
#include <stdexcept>
#include <string>

#include "tests/engine/simulator_systems.h"
#include "tests/test_main.h"

namespace loopwright::test_simulator_failures {

namespace {

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

class TestSimulatorFailures : public QObject {
  Q_OBJECT
 private slots:
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
    const auto status = simulator.TryAdvanceTo(1);
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
          simulator.TryAdvanceTo(1).FormatMessage(),
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
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, simulator.AdvanceTo(0.5));
  }
};

LOOPWRIGHT_TEST(TestSimulatorFailures)

}  // namespace loopwright::test_simulator_failures

#include "test_simulator_failures.moc"
