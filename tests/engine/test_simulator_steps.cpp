// How the simulator steps through time: step sizes, evaluations, restarts, and how a run starts
// anew or is interrupted.

#include <QObject>
#include <QTest>
#include <utility>

#include "tests/engine/simulator_systems.h"
#include "tests/test_main.h"

namespace loopwright::test_simulator_steps {

namespace {

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

}  // namespace

class TestSimulatorSteps : public QObject {
  Q_OBJECT
 private slots:
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
};

LOOPWRIGHT_TEST(TestSimulatorSteps)

}  // namespace loopwright::test_simulator_steps

#include "test_simulator_steps.moc"
