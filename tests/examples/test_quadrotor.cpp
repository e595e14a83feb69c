#include "tests/examples/quadrotor.h"

#include <QObject>
#include <QTest>

#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "tests/test_main.h"

namespace loopwright::test_quadrotor {

using namespace examples::quadrotor;  // NOLINT(google-build-using-namespace)

class TestQuadrotor : public QObject {
  Q_OBJECT
 private slots:
  void hoveringIsAnEquilibriumAndFallingIsNot() {
    const QuadrotorPlant<double> plant;
    auto context = plant.CreateDefaultContext();
    plant.get_input_port().FixValue(context.get(),
                                    Eigen::Vector4d::Constant(plant.m() * plant.g() / 4));
    QVERIFY(plant.EvalTimeDerivatives(*context).CopyToVector().cwiseAbs().maxCoeff() < 1e-14);
    plant.get_input_port().FixValue(context.get(), Eigen::Vector4d(Eigen::Vector4d::Zero()));
    QCOMPARE(plant.EvalTimeDerivatives(*context)[8], -plant.g());
  }

  /// Without moments the rotation of a free body keeps its energy and angular momentum.
  void aFreeBodyKeepsItsRotation() {
    const QuadrotorPlant<double> plant;
    Simulator<double> simulator(plant);
    Context<double>& context = simulator.get_mutable_context();
    plant.get_input_port().FixValue(&context, Eigen::Vector4d(Eigen::Vector4d::Zero()));
    Eigen::VectorXd x = Eigen::VectorXd::Zero(12);
    x.tail(3) << 0.9, 0.4, 0.7;
    context.SetContinuousState(x);
    const auto energy = [&] {
      const Eigen::VectorXd s = context.get_continuous_state_vector().CopyToVector();
      const double cr = std::cos(s[3]), sr = std::sin(s[3]);
      const double cp = std::cos(s[4]), sp = std::sin(s[4]);
      const Eigen::Vector3d w(s[9] - s[11] * sp, s[10] * cr + s[11] * sr * cp,
                              -s[10] * sr + s[11] * cr * cp);
      const Eigen::Vector3d inertia(0.0015, 0.0025, 0.0035);
      return 0.5 * w.dot(inertia.cwiseProduct(w));
    };
    const double initial = energy();
    simulator.reset_integrator<RungeKutta5Integrator<double>>().set_target_accuracy(1e-10);
    (void)simulator.AdvanceTo(1);
    QVERIFY(std::abs(energy() - initial) < 1e-9 * initial);
    QCOMPARE(simulator.get_num_steps_taken() > 3, true);
  }

  void randomStatesAreBroughtToTheGoal() {
    DiagramBuilder<double> builder;
    auto quadrotor = builder.AddSystem<QuadrotorPlant<double>>();
    quadrotor->set_name("quadrotor");
    auto controller =
        builder.AddSystem(StabilizingLQRController(*quadrotor, Eigen::Vector3d(0, 0, 1)));
    controller->set_name("controller");
    builder.Connect(quadrotor->get_output_port(0), controller->get_input_port(0));
    builder.Connect(controller->get_output_port(0), quadrotor->get_input_port(0));
    auto diagram = builder.Build();

    Simulator<double> simulator(*diagram);
    simulator.set_target_realtime_rate(0);
    RandomGenerator generator(1234);
    Eigen::VectorXd goal = Eigen::VectorXd::Zero(12);
    goal[2] = 1;
    for (int trial = 0; trial < 5; ++trial) {
      auto context = diagram->CreateDefaultContext();
      diagram->SetRandomContext(context.get(), &generator);
      const Eigen::VectorXd start = diagram->GetSubsystemContext(*quadrotor, *context)
                                        .get_continuous_state_vector()
                                        .CopyToVector();
      QVERIFY((start - goal).norm() > 0.5);
      simulator.reset_context(std::move(context));
      (void)simulator.Initialize();
      (void)simulator.AdvanceTo(12);
      const Eigen::VectorXd end = quadrotor->GetMyContextFromRoot(simulator.get_context())
                                      .get_continuous_state_vector()
                                      .CopyToVector();
      QVERIFY2((end - goal).norm() < 1e-3, qPrintable(QString::number((end - goal).norm())));
    }
    auto last = simulator.release_context();
    QVERIFY(!simulator.has_context());
    QCOMPARE(last->get_time(), 12.);
  }
};

LOOPWRIGHT_TEST(TestQuadrotor)

}  // namespace loopwright::test_quadrotor

#include "test_quadrotor.moc"
