#include "tests/examples/rimless_wheel.h"

#include <QObject>
#include <QTest>

#include "blocklib/primitives/vector_log_sink.h"
#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "tests/test_main.h"

namespace loopwright::test_rimless_wheel {

using namespace examples::rimless_wheel;  // NOLINT(google-build-using-namespace)

namespace {

/// The wheel alone in a diagram, with its state logged, started on an upright spoke.
struct Program {
  explicit Program(double thetadot, double slope = 0.08) {
    DiagramBuilder<double> builder;
    wheel = builder.AddSystem<RimlessWheel<double>>();
    wheel->set_name("wheel");
    log = LogVectorOutput(wheel->GetOutputPort("minimal_state"), &builder);
    diagram = builder.Build();
    simulator = std::make_unique<Simulator<double>>(*diagram);
    Context<double>& own = context();
    wheel->get_mutable_parameters(&own).set_slope(slope);
    RimlessWheel<double>::get_mutable_continuous_state(&own).set_thetadot(thetadot);
    simulator->get_mutable_integrator().set_target_accuracy(1e-10);
    simulator->get_mutable_integrator().set_maximum_step_size(0.05);
    (void)simulator->Initialize();
  }
  Context<double>& context() {
    return wheel->GetMyMutableContextFromRoot(&simulator->get_mutable_context());
  }
  double energy() {
    return diagram->EvalPotentialEnergy(simulator->get_context()) +
           diagram->EvalKineticEnergy(simulator->get_context());
  }

  RimlessWheel<double>* wheel;
  VectorLogSink<double>* log;
  std::unique_ptr<Diagram<double>> diagram;
  std::unique_ptr<Simulator<double>> simulator;
};

}  // namespace

class TestRimlessWheel : public QObject {
  Q_OBJECT
 private slots:
  void energyIsKeptBetweenImpacts() {
    Program program(1.0);
    const double energy = program.energy();
    (void)program.simulator->AdvanceTo(0.3);
    QCOMPARE(program.simulator->get_num_unrestricted_updates(), int64_t{0});
    QVERIFY(std::abs(program.energy() - energy) < 1e-8);
  }

  /// An impact keeps cos²(2α) of the kinetic energy, and the hub where it is.
  void anImpactCostsKineticEnergy() {
    Program program(3.0);
    const auto& params = program.wheel->get_parameters(program.context());
    const double alpha = RimlessWheel<double>::calc_alpha(params);
    const double speed_squared =  // at the impact
        3.0 * 3.0 + 2 * params.gravity() / params.length() * (1 - std::cos(params.slope() + alpha));
    while (program.simulator->get_num_unrestricted_updates() == 0) {
      (void)program.simulator->AdvanceTo(program.simulator->get_context().get_time() + 0.01);
    }
    const auto& state = RimlessWheel<double>::get_continuous_state(program.context());
    const double after_squared =  // right after it, on the new spoke
        state.thetadot() * state.thetadot() -
        2 * params.gravity() / params.length() *
            (std::cos(params.slope() - alpha) - std::cos(state.theta()));
    QVERIFY(std::abs(after_squared - std::pow(std::cos(2 * alpha), 2) * speed_squared) < 1e-7);
    const double toe = RimlessWheel<double>::get_toe_position(program.context());
    QCOMPARE(toe, 2 * params.length() * std::sin(alpha));
  }

  /// After many steps the speed right after an impact is cot(2α) √(4 g/l sin α sin γ), whatever it
  /// was at the start.
  void theWheelRollsIntoItsLimitCycle_data() {
    QTest::addColumn<double>("start");
    QTest::newRow("slow") << 1.2;
    QTest::newRow("fast") << 6.0;
  }
  void theWheelRollsIntoItsLimitCycle() {
    QFETCH(double, start);
    Program program(start);
    (void)program.simulator->AdvanceTo(30);
    const auto& params = program.wheel->get_parameters(program.context());
    const double alpha = RimlessWheel<double>::calc_alpha(params);
    const auto& state = RimlessWheel<double>::get_continuous_state(program.context());
    const double ratio = params.gravity() / params.length();
    const double after_impact =
        std::sqrt(state.thetadot() * state.thetadot() -
                  2 * ratio * (std::cos(params.slope() - alpha) - std::cos(state.theta())));
    const double expected =
        std::sqrt(4 * ratio * std::sin(alpha) * std::sin(params.slope())) / std::tan(2 * alpha);
    QVERIFY2(std::abs(after_impact - expected) < 1e-6, qPrintable(QString::number(after_impact)));
    // Each step was one update and one length of the foot, and the hub is above the ramp.
    const double steps = RimlessWheel<double>::get_toe_position(program.context()) /
                         (2 * params.length() * std::sin(alpha));
    QVERIFY(std::abs(steps - std::round(steps)) < 1e-9);
    QCOMPARE(static_cast<int64_t>(std::round(steps)),
             program.simulator->get_num_unrestricted_updates());
    QVERIFY(steps > 20);
    const auto hub = program.wheel->GetOutputPort("hub").Eval(program.context());
    QVERIFY(hub[1] > -hub[0] * std::tan(params.slope()) + 0.8 * params.length());

    // The log has the whole run, and no angle beyond those of the impacts.
    const auto& log = program.log->FindLog(program.simulator->get_context());
    QCOMPARE(log.sample_times()[log.num_samples() - 1], 30.);
    QVERIFY(log.data().row(0).maxCoeff() < params.slope() + alpha + 1e-9);
    QVERIFY(log.data().row(0).minCoeff() > params.slope() - alpha - 1e-9);
  }

  void aSlowWheelComesToStandOnTwoFeet() {
    Program program(0.3, 0.0);
    (void)program.simulator->AdvanceTo(20);
    QVERIFY(RimlessWheel<double>::get_double_support(program.context()));
    const auto& state = RimlessWheel<double>::get_continuous_state(program.context());
    const double alpha = std::numbers::pi / 8;
    QCOMPARE(state.thetadot(), 0.);
    QVERIFY(std::abs(std::abs(state.theta()) - alpha) < 1e-8);
    QVERIFY(program.simulator->get_num_unrestricted_updates() > 3);
  }
};

LOOPWRIGHT_TEST(TestRimlessWheel)

}  // namespace loopwright::test_rimless_wheel

#include "test_rimless_wheel.moc"
