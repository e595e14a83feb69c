#include "tests/examples/acrobot.h"

#include <QObject>
#include <QTest>

#include "blocklib/primitives/vector_log_sink.h"
#include "engine/diagram/diagram_builder.h"
#include "engine/expression/symbolic.h"
#include "engine/simulation/simulator.h"
#include "tests/test_main.h"

namespace loopwright::test_acrobot {

using namespace examples::acrobot;  // NOLINT(google-build-using-namespace)

class TestAcrobot : public QObject {
  Q_OBJECT
 private slots:
  void withoutFrictionEnergyIsKept() {
    const AcrobotPlant<double> acrobot;
    Simulator<double> simulator(acrobot);
    Context<double>& context = simulator.get_mutable_context();
    acrobot.get_input_port().FixValue(&context, 0.0);
    acrobot.get_mutable_parameters(&context).set_b1(0.0);
    acrobot.get_mutable_parameters(&context).set_b2(0.0);
    AcrobotPlant<double>::get_mutable_state(&context).set_theta1(2.0);
    AcrobotPlant<double>::get_mutable_state(&context).set_theta2dot(1.0);
    const auto energy = [&] {
      return acrobot.EvalPotentialEnergy(context) + acrobot.EvalKineticEnergy(context);
    };
    const double initial = energy();
    auto& integrator = simulator.reset_integrator<RungeKutta5Integrator<double>>();
    integrator.set_target_accuracy(1e-10);
    (void)simulator.AdvanceTo(5);
    QVERIFY(std::abs(energy() - initial) < 1e-6);
    QVERIFY(std::abs(AcrobotPlant<double>::get_state(context).theta1() - 2.0) > 0.1);
  }

  void theImplicitFormHoldsForTheDerivatives() {
    const AcrobotPlant<double> acrobot;
    auto context = acrobot.CreateDefaultContext();
    context->SetContinuousState(Eigen::Vector4d(0.3, -0.7, 1.1, 0.4));
    acrobot.get_input_port().FixValue(context.get(), 0.6);
    VectorX<double> residual = acrobot.AllocateImplicitTimeDerivativesResidual();
    acrobot.CalcImplicitTimeDerivativesResidual(*context, acrobot.EvalTimeDerivatives(*context),
                                                &residual);
    QVERIFY(residual.cwiseAbs().maxCoeff() < 1e-13);
    acrobot.CalcImplicitTimeDerivativesResidual(*context, VectorX<double>::Zero(4), &residual);
    QCOMPARE(residual[0], -1.1);
  }

  /// The same linearization by AutoDiff and as a formula.
  void theLinearizationAgreesWithTheFormula() {
    const AcrobotPlant<double> acrobot;
    const auto linear = LinearizeUpright(acrobot);
    const auto plant = System<double>::ToSymbolic(acrobot);
    auto context = plant->CreateDefaultContext();
    const VectorX<symbolic::Variable> xu = symbolic::MakeVectorVariable(5, "x");
    VectorX<symbolic::Expression> x(4);
    for (int i = 0; i < 4; ++i) x[i] = xu[i];
    context->SetContinuousState(x);
    plant->get_input_port().FixValue(context.get(), symbolic::Expression(xu[4]));
    const VectorX<symbolic::Expression> xdot = plant->EvalTimeDerivatives(*context).CopyToVector();
    symbolic::Environment upright;
    for (int i = 0; i < 5; ++i) upright.insert(xu[i], i == 0 ? std::numbers::pi : 0);
    const Eigen::MatrixXd gradient = symbolic::Evaluate(symbolic::Jacobian(xdot, xu), upright);
    QVERIFY((gradient.leftCols(4) - linear.A).cwiseAbs().maxCoeff() < 1e-12);
    QVERIFY((gradient.col(4) - linear.B).cwiseAbs().maxCoeff() < 1e-12);
    // Where velocities are the state's second half, so are they in the derivatives' first.
    QCOMPARE(Eigen::Matrix2d(linear.A.topRightCorner<2, 2>()),
             Eigen::Matrix2d(Eigen::Matrix2d::Identity()));
  }

  void itSwingsUpAndBalances() {
    DiagramBuilder<double> builder;
    auto acrobot = builder.AddSystem<AcrobotPlant>();
    acrobot->set_name("acrobot");
    auto controller = builder.AddSystem<AcrobotSpongController>();
    controller->set_name("controller");
    builder.Connect(acrobot->get_output_port(0), controller->get_input_port(0));
    builder.Connect(controller->get_output_port(0), acrobot->get_input_port(0));
    auto x_logger = LogVectorOutput(acrobot->get_output_port(0), &builder, 0.01);
    auto u_logger = LogVectorOutput(controller->get_output_port(0), &builder);
    auto diagram = builder.Build();
    QVERIFY(diagram->AreConnected(controller->get_output_port(0), acrobot->get_input_port(0)));

    Simulator<double> simulator(*diagram);
    Context<double>& acrobot_context =
        acrobot->GetMyMutableContextFromRoot(&simulator.get_mutable_context());
    AcrobotState<double>& x0 = AcrobotPlant<double>::get_mutable_state(&acrobot_context);
    x0.set_theta1(0.1);
    x0.set_theta2(-0.1);
    x0.set_theta1dot(0.0);
    x0.set_theta2dot(0.02);
    simulator.set_target_realtime_rate(0);
    auto& integrator = simulator.get_mutable_integrator();
    integrator.set_maximum_step_size(0.01);
    integrator.set_target_accuracy(1e-6);
    (void)simulator.Initialize();
    (void)simulator.AdvanceTo(12);

    const AcrobotState<double>& x = AcrobotPlant<double>::get_state(acrobot_context);
    QVERIFY(std::abs(std::cos(x.theta1()) + 1) < 1e-6);  // upright
    QVERIFY(std::abs(std::cos(x.theta2()) - 1) < 1e-6);  // and straight
    QVERIFY(std::abs(x.theta1dot()) < 1e-3 && std::abs(x.theta2dot()) < 1e-3);
    const auto& log = x_logger->FindLog(simulator.get_context());
    QCOMPARE(log.num_samples(), 1201);
    QCOMPARE(log.data()(0, 0), 0.1);
    QVERIFY(log.data()(0, 20) != 0.1);
    QVERIFY(u_logger->FindLog(simulator.get_context()).num_samples() > 1200);
    QVERIFY(integrator.get_num_steps_taken() >= 1200);
    QVERIFY(integrator.get_largest_step_size_taken() <= 0.0101 + 1e-12);
  }
};

LOOPWRIGHT_TEST(TestAcrobot)

}  // namespace loopwright::test_acrobot

#include "test_acrobot.moc"
