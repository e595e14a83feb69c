#include <QObject>
#include <QTest>
#include <random>

#include "engine/simulation/simulator.h"
#include "tests/engine/source_compatibility_systems.h"
#include "tests/test_main.h"

namespace loopwright::test_source_compatibility {

using namespace author;  // NOLINT(google-build-using-namespace)
using loopwright::DiagramBuilder;
using loopwright::Simulator;
using loopwright::Value;

class TestSourceCompatibility : public QObject {
  Q_OBJECT
 private slots:
  void theDiscreteSystemsDocumentsExampleCounts() {
    DiagramBuilder<double> builder;
    auto example = builder.AddSystem<ExampleDiscreteSystem>();
    auto logger = builder.AddSystem<VectorLogSink<double>>(1, ExampleDiscreteSystem::kPeriod);
    builder.Connect(example->GetOutputPort("Sn"), logger->GetInputPort("data"));
    auto diagram = builder.Build();

    Simulator<double> simulator(*diagram);
    simulator.AdvanceTo(3 * ExampleDiscreteSystem::kPeriod);

    QCOMPARE(logger->data.size(), size_t{4});
    for (size_t n = 0; n < 4; ++n) {
      QCOMPARE(logger->sample_times[n], static_cast<double>(n) * ExampleDiscreteSystem::kPeriod);
      QCOMPARE(logger->data[n][0], 10. * static_cast<double>(n));
    }
  }

  void anAdderAdds() {
    const Adder<double> adder(3, 2);
    auto context = adder.CreateDefaultContext();
    for (int i = 0; i < 3; ++i) {
      adder.get_input_port(i).FixValue(context.get(), Eigen::Vector2d(i, 10 * i));
    }
    QCOMPARE(adder.get_input_port(2).get_name(), std::string("u2"));
    QCOMPARE(adder.get_output_port().Eval(*context)[0], 3.);
    QCOMPARE(adder.get_output_port().Eval(*context)[1], 30.);
  }

  void anAffineSystemFollowsItsEquationsInBothTimes() {
    Eigen::Matrix2d A;
    A << 0, 1, -2, -3;
    const Eigen::Vector2d B(0, 1), f0(0.5, 0);
    const Eigen::RowVector2d C(1, 0);
    const Eigen::Matrix<double, 1, 1> D(4), y0(0.25);
    const AffineSystem<double> plant(A, B, f0, C, D, y0, 0);
    auto context = plant.CreateDefaultContext();
    context->SetContinuousState(Eigen::Vector2d(1, 2));
    plant.get_input_port().FixValue(context.get(), 3.0);
    auto derivatives = plant.AllocateTimeDerivatives();
    plant.CalcTimeDerivatives(*context, derivatives.get());
    QCOMPARE((*derivatives)[0], 2.5);
    QCOMPARE((*derivatives)[1], -2. - 6. + 3.);
    QCOMPARE(plant.get_output_port().Eval(*context)[0], 1. + 12. + 0.25);
    QVERIFY(plant.HasAnyDirectFeedthrough());

    const AffineSystem<double> steps(A, B, f0, C, Eigen::MatrixXd::Zero(1, 1), y0, 0.1);
    QVERIFY(!steps.HasAnyDirectFeedthrough());
    auto discrete_context = steps.CreateDefaultContext();
    discrete_context->SetDiscreteState(Eigen::Vector2d(1, 2));
    steps.get_input_port().FixValue(discrete_context.get(), 3.0);
    const auto& next = steps.EvalUniquePeriodicDiscreteUpdate(*discrete_context);
    QCOMPARE(next[0], 2.5);
    QCOMPARE(next[1], -5.);
    QCOMPARE(steps.GetUniquePeriodicDiscreteUpdateAttribute()->period_sec(), 0.1);
  }

  void aDelayAndAHoldKeepTheirSamples() {
    DiagramBuilder<double> builder;
    auto example = builder.AddSystem<ExampleDiscreteSystem>();
    auto delay = builder.AddSystem<DiscreteTimeDelay<double>>(0.02, 2, 1);
    auto hold = builder.AddSystem<ZeroOrderHold<double>>(0.04, 1);
    builder.Connect(example->get_output_port(0), delay->get_input_port());
    builder.Cascade(*example, *hold);
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    simulator.AdvanceTo(0.1);  // Updates at 0, 0.02, … 0.08 have been made.
    const auto& delay_context = diagram->GetSubsystemContext(*delay, simulator.get_context());
    QCOMPARE(delay->get_output_port(0).Eval(delay_context)[0], 20.);
    const auto& hold_context = diagram->GetSubsystemContext(*hold, simulator.get_context());
    QCOMPARE(hold->get_output_port(0).Eval(hold_context)[0], 40.);
  }

  void aHoldOfAbstractValues() {
    const ZeroOrderHold<double> hold(0.5, Value<std::string>("start"));
    Simulator<double> simulator(hold);
    hold.get_input_port().FixValue(&simulator.get_mutable_context(), std::string("held"));
    simulator.Initialize();
    const auto& y = hold.get_output_port(0);
    QCOMPARE(y.Eval<std::string>(simulator.get_context()), std::string("start"));
    simulator.AdvanceTo(0.25);
    QCOMPARE(y.Eval<std::string>(simulator.get_context()), std::string("held"));
  }

  void aLogSinkIsToldAtEveryStepAndWhenForced() {
    DiagramBuilder<double> builder;
    auto example = builder.AddSystem<ExampleDiscreteSystem>();
    auto logger = builder.AddSystem<VectorLogSink<double>>(1);
    builder.Connect(*example, *logger);
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    diagram->ForcedPublish(*context);
    QCOMPARE(logger->data.size(), size_t{1});
    Simulator<double> simulator(*diagram);
    simulator.AdvanceTo(0.06);
    QCOMPARE(logger->data.size(), size_t{1 + 4});
    QCOMPARE(logger->data.back()[0], 30.);
  }

  void aPendulumKeepsItsEnergy() {
    DiagramBuilder<double> builder;
    auto pendulum = builder.AddNamedSystem<PendulumPlant<double>>("pendulum");
    auto other = builder.AddNamedSystem<PendulumPlant<double>>("other");
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    auto& root = simulator.get_mutable_context();
    auto& context = diagram->GetMutableSubsystemContext(*pendulum, &root);
    pendulum->get_mutable_parameters(&context).set_damping(0.0);
    PendulumState<double>& state = PendulumPlant<double>::get_mutable_state(&context);
    state.set_theta(1.0);
    state.set_thetadot(0.5);
    const double initial =
        pendulum->EvalPotentialEnergy(context) + pendulum->EvalKineticEnergy(context);
    QCOMPARE(pendulum->EvalKineticEnergy(context), 0.5 * 0.25 * 0.25);
    QCOMPARE(pendulum->EvalNonConservativePower(context), 0.);
    QCOMPARE(pendulum->EvalConservativePower(context), -9.81 * 0.5 * std::sin(1.0) * 0.5);

    loopwright::SimulatorConfig config;
    config.accuracy = 1e-9;
    simulator.set_config(config);
    simulator.AdvanceTo(2.0);
    const double energy =
        pendulum->EvalPotentialEnergy(context) + pendulum->EvalKineticEnergy(context);
    QVERIFY(std::abs(energy - initial) < 1e-6);
    QVERIFY(std::abs(PendulumPlant<double>::get_state(context).theta() - 1.0) > 1e-3);
    QCOMPARE(diagram->EvalPotentialEnergy(root),
             pendulum->EvalPotentialEnergy(context) - 9.81 * 0.5);

    // A fixed input and an output are of the classes of their models, too.
    PendulumInput<double> tau;
    tau.set_tau(2.5);
    pendulum->get_input_port(0).FixValue(&context, tau);
    QCOMPARE(pendulum->get_tau(context), 2.5);
    const auto& y = pendulum->GetOutputPort("typed_state").Eval<BasicVector<double>>(context);
    QCOMPARE(dynamic_cast<const PendulumState<double>&>(y).theta(),
             PendulumPlant<double>::get_state(context).theta());
    QCOMPARE(other->num_constraints(), 1);
    QVERIFY(diagram->CheckSystemConstraintsSatisfied(root, 0));
    pendulum->get_mutable_parameters(&context).set_damping(-1.0);
    QVERIFY(!diagram->CheckSystemConstraintsSatisfied(root, 0.5));
    QVERIFY(diagram->CheckSystemConstraintsSatisfied(root, 1.0));
  }

  void aBallBouncesAtItsWitness() {
    const BouncingBall<double> ball;
    Simulator<double> simulator(ball);
    simulator.get_mutable_context().SetContinuousState(Eigen::Vector2d(10.0, 0.0));
    loopwright::SimulatorConfig config;
    config.accuracy = 1e-10;
    simulator.set_config(config);
    const double drop = std::sqrt(2 * 10.0 / 9.81);
    simulator.AdvanceTo(2 * drop);
    // Up for half the time of the fall, as fast as half the speed of impact; then down again.
    const auto& x = simulator.get_context().get_continuous_state();
    QVERIFY(std::abs(x[0]) < 1e-6);
    QVERIFY(std::abs(x[1] + 0.5 * 9.81 * drop) < 1e-5);
    QCOMPARE(simulator.get_num_unrestricted_updates(), int64_t{1});
  }

  void randomNumbersAreAFunctionOfTheContext() {
    const RandomNumbers source(3, 0.1);
    const auto run = [&source](loopwright::RandomGenerator generator) {
      auto context = source.CreateDefaultContext();
      source.SetRandomContext(context.get(), &generator);
      Simulator<double> simulator(source, std::move(context));
      simulator.AdvanceTo(1.0);
      return VectorX<double>(source.get_output_port(0).Eval(simulator.get_context()));
    };
    const VectorX<double> first = run(loopwright::RandomGenerator(1));
    QCOMPARE(run(loopwright::RandomGenerator(1)), first);
    QVERIFY(run(loopwright::RandomGenerator(2)) != first);
    QVERIFY(first.minCoeff() >= 0 && first.maxCoeff() < 1);
    auto a = source.CreateDefaultContext(), b = source.CreateDefaultContext();
    QCOMPARE(VectorX<double>(source.get_output_port(0).Eval(*a)),
             VectorX<double>(source.get_output_port(0).Eval(*b)));
  }
};

LOOPWRIGHT_TEST(TestSourceCompatibility)

}  // namespace loopwright::test_source_compatibility

#include "test_source_compatibility.moc"
