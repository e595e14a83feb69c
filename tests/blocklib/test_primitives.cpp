#include <QObject>
#include <QTest>
#include <cmath>

#include "blocklib/continuous/integrator.h"
#include "blocklib/math/gain.h"
#include "blocklib/nonlinear/saturation.h"
#include "blocklib/primitives/adder.h"
#include "blocklib/primitives/constant_value_source.h"
#include "blocklib/primitives/constant_vector_source.h"
#include "blocklib/primitives/demultiplexer.h"
#include "blocklib/primitives/discrete_time_delay.h"
#include "blocklib/primitives/first_order_low_pass_filter.h"
#include "blocklib/primitives/linear_system.h"
#include "blocklib/primitives/multiplexer.h"
#include "blocklib/primitives/pass_through.h"
#include "blocklib/primitives/vector_log_sink.h"
#include "blocklib/primitives/zero_order_hold.h"
#include "blocklib/sources/sine.h"
#include "engine/simulation/simulator.h"
#include "tests/test_main.h"

namespace loopwright::test_primitives {

namespace {

QString Text(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was thrown";
}

/// Evaluates output 0 of a system whose inputs are fixed to these vectors.
Eigen::VectorXd Output(const System<double>& system, const std::vector<Eigen::VectorXd>& inputs,
                       int port = 0) {
  auto context = system.CreateDefaultContext();
  for (size_t i = 0; i < inputs.size(); ++i) {
    system.get_input_port(static_cast<int>(i)).FixValue(context.get(), inputs[i]);
  }
  return system.get_output_port(port).Eval(*context);
}

Eigen::VectorXd Vector(std::initializer_list<double> values) {
  return Eigen::Map<const Eigen::VectorXd>(values.begin(),
                                           static_cast<Eigen::Index>(values.size()));
}

/// A subclass that stays what it is over another scalar.
template <typename T>
class DoubleIntegrator final : public LinearSystem<T> {
 public:
  DoubleIntegrator()
      : LinearSystem<T>(SystemTypeTag<DoubleIntegrator>{},
                        (Eigen::Matrix2d() << 0, 1, 0, 0).finished(), Eigen::Vector2d(0, 1),
                        Eigen::Matrix2d::Identity(), Eigen::MatrixXd::Zero(2, 1), 0) {}
  template <typename U>
  explicit DoubleIntegrator(const DoubleIntegrator<U>&) : DoubleIntegrator() {}
};

}  // namespace

/// Blocks and systems that programs make by their constructors, as Drake's are made.
class TestPrimitives : public QObject {
  Q_OBJECT
 private slots:
  void blocksAreMadeByConstructor() {
    QCOMPARE(Output(Gain<double>(2.0, 3), {Vector({1, 2, 3})}), Vector({2, 4, 6}));
    QCOMPARE(Output(Gain<double>(Vector({1, 2})), {Vector({3, 3})}), Vector({3, 6}));
    QCOMPARE(Output(MatrixGain<double>(2), {Vector({3, 4})}), Vector({3, 4}));
    QCOMPARE(Output(Saturation<double>(Vector({-1, 0}), Vector({1, 2})), {Vector({5, -5})}),
             Vector({1, 0}));
    QCOMPARE(Output(Sine<double>(2.0, 1.0, M_PI / 2, 2), {}), Vector({2, 2}));
    QCOMPARE(Output(Sine<double>(Vector({1, 2}), Vector({1, 1}), Vector({0, M_PI / 2})), {})[1],
             2.);

    const Integrator<double> integrator(2);
    Simulator<double> simulator(integrator);
    integrator.get_input_port(0).FixValue(&simulator.get_mutable_context(), Vector({1, 2}));
    integrator.set_integral_value(&simulator.get_mutable_context(), Vector({10, 20}));
    (void)simulator.AdvanceTo(1);
    QVERIFY(
        (integrator.get_output_port(0).Eval(simulator.get_context()) - Vector({11, 22})).norm() <
        1e-9);
    QCOMPARE(Output(Integrator<double>(Vector({3, 4})), {}), Vector({3, 4}));
  }

  void vectorsAreAddedStackedAndSplit() {
    const Adder<double> adder(3, 2);
    QCOMPARE(Output(adder, {Vector({1, 2}), Vector({10, 20}), Vector({100, 200})}),
             Vector({111, 222}));
    QCOMPARE(adder.get_output_port().get_name(), std::string("sum"));
    QCOMPARE(adder.get_input_port(2).get_name(), std::string("u2"));
    QCOMPARE(Output(Multiplexer<double>(std::vector<int>{2, 1}), {Vector({1, 2}), Vector({3})}),
             Vector({1, 2, 3}));
    QCOMPARE(Output(Multiplexer<double>(2), {Vector({1}), Vector({2})}), Vector({1, 2}));
    QCOMPARE(Output(Demultiplexer<double>(std::vector<int>{1, 2}), {Vector({1, 2, 3})}, 1),
             Vector({2, 3}));
    const Demultiplexer<double> pairs(4, 2);
    QCOMPARE(pairs.num_output_ports(), 2);
    QCOMPARE(Output(pairs, {Vector({1, 2, 3, 4})}, 1), Vector({3, 4}));
    QCOMPARE(Output(PassThrough<double>(2), {Vector({1, 2})}), Vector({1, 2}));
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, Demultiplexer<double>(5, 2));
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, Adder<double>(0, 2));
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, Multiplexer<double>(std::vector<int>{}));
  }

  void constantsCanBeChangedInAContext() {
    const ConstantVectorSource<double> source(Vector({1, 2}));
    auto context = source.CreateDefaultContext();
    QCOMPARE(Eigen::VectorXd(source.get_output_port().Eval(*context)), Vector({1, 2}));
    source.get_mutable_source_value(context.get()).SetAtIndex(0, 5);
    QCOMPARE(source.get_output_port().Eval(*context)[0], 5.);
    QCOMPARE(source.get_source_value(*context)[1], 2.);
    QCOMPARE(Output(ConstantVectorSource<double>(3.0), {}), Vector({3}));

    const ConstantValueSource<double> text(Value<std::string>("held"));
    auto of_text = text.CreateDefaultContext();
    QCOMPARE(text.get_output_port().Eval<std::string>(*of_text), std::string("held"));
    const PassThrough<double> pass{Value<std::string>("")};
    auto of_pass = pass.CreateDefaultContext();
    pass.get_input_port().FixValue(of_pass.get(), std::string("passed"));
    QCOMPARE(pass.get_output_port().Eval<std::string>(*of_pass), std::string("passed"));
  }

  void holdsAndDelaysKeepSamples() {
    DiagramBuilder<double> builder;
    auto* ramp = builder.AddSystem<Integrator<double>>(1);
    auto* rate = builder.AddSystem<ConstantVectorSource<double>>(1.0);
    auto* hold = builder.AddSystem<ZeroOrderHold<double>>(0.5, 1);
    auto* delay = builder.AddSystem<DiscreteTimeDelay<double>>(0.5, 2, 1);
    builder.Connect(rate->get_output_port(), ramp->get_input_port(0));
    builder.Connect(ramp->get_output_port(0), hold->get_input_port());
    builder.Connect(ramp->get_output_port(0), delay->get_input_port());
    const auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    (void)simulator.AdvanceTo(2.25);
    const auto value = [&](const System<double>& system) {
      return system.get_output_port(0).Eval(
          system.GetMyContextFromRoot(simulator.get_context()))[0];
    };
    QVERIFY(std::abs(value(*hold) - 2.0) < 1e-9);
    QVERIFY(std::abs(value(*delay) - 1.0) < 1e-9);
    Context<double>& of_hold = hold->GetMyMutableContextFromRoot(&simulator.get_mutable_context());
    hold->LatchInputPortToState(&of_hold);
    QVERIFY(std::abs(value(*hold) - 2.25) < 1e-9);
    hold->SetVectorState(&of_hold, Vector({7}));
    QCOMPARE(value(*hold), 7.);
    QCOMPARE(hold->period(), 0.5);

    const ZeroOrderHold<double> text(0.5, Value<std::string>("start"));
    Simulator<double> of_text(text);
    text.get_input_port().FixValue(&of_text.get_mutable_context(), std::string("held"));
    (void)of_text.AdvanceTo(0.25);
    QCOMPARE(text.get_output_port().Eval<std::string>(of_text.get_context()), std::string("held"));
  }

  void aFilterFollowsItsInput() {
    const FirstOrderLowPassFilter<double> filter(0.5, 2);
    QCOMPARE(filter.get_time_constant(), 0.5);
    Simulator<double> simulator(filter);
    filter.get_input_port().FixValue(&simulator.get_mutable_context(), Vector({1, 2}));
    filter.set_initial_output_value(&simulator.get_mutable_context(), Vector({0, 1}));
    simulator.get_mutable_integrator().set_target_accuracy(1e-10);
    (void)simulator.AdvanceTo(1);
    const auto y = filter.get_output_port().Eval(simulator.get_context());
    QVERIFY(std::abs(y[0] - (1 - std::exp(-2.))) < 1e-8);
    QVERIFY(std::abs(y[1] - (2 - std::exp(-2.))) < 1e-8);
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, FirstOrderLowPassFilter<double>(0.0));
  }

  void affineSystemsAreOfBothTimes() {
    const Eigen::Matrix2d A = (Eigen::Matrix2d() << 0, 1, -2, -3).finished();
    const Eigen::Vector2d B(0, 1), f0(0.5, 0);
    const Eigen::RowVector2d C(1, 0);
    const Eigen::Matrix<double, 1, 1> D(4), y0(0.25);
    const AffineSystem<double> plant(A, B, f0, C, D, y0);
    auto context = plant.CreateDefaultContext();
    context->SetContinuousState(Eigen::Vector2d(1, 2));
    plant.get_input_port().FixValue(context.get(), 3.0);
    QCOMPARE(plant.EvalTimeDerivatives(*context).CopyToVector(), Vector({2.5, -5}));
    QCOMPARE(plant.get_output_port().Eval(*context)[0], 13.25);
    QVERIFY(plant.HasAnyDirectFeedthrough());
    QVERIFY(plant.IsDifferentialEquationSystem());

    const AffineSystem<double> steps(A, B, f0, C, Eigen::MatrixXd(), y0, 0.1);
    QVERIFY(!steps.HasAnyDirectFeedthrough());
    double period = 0;
    QVERIFY(steps.IsDifferenceEquationSystem(&period));
    QCOMPARE(period, 0.1);
    auto of_steps = steps.CreateDefaultContext();
    of_steps->SetDiscreteState(Eigen::Vector2d(1, 2));
    steps.get_input_port().FixValue(of_steps.get(), 3.0);
    QCOMPARE(
        Eigen::VectorXd(steps.EvalUniquePeriodicDiscreteUpdate(*of_steps).get_vector(0).value()),
        Vector({2.5, -5}));
    QCOMPARE(Text([&] { AffineSystem<double>(A, Eigen::Vector3d(1, 2, 3), f0, C, D, y0); }),
             QString("AffineSystem: B is 3x1, it must be 2x1"));
    QCOMPARE(Text([&] { LinearSystem<double>(A, B, C, D, -1); }),
             QString("AffineSystem: the time period must be >= 0"));
  }

  void aSubclassOfALinearSystemIsConverted() {
    const DoubleIntegrator<double> system;
    const auto symbolic = System<double>::ToSymbolic(system);
    QCOMPARE(symbolic->A()(0, 1), 1.);
    QVERIFY(LinearSystem<double>(system.A(), system.B(), system.C(), system.D()).Clone() !=
            nullptr);
  }

  void logsLieInContexts() {
    DiagramBuilder<double> builder;
    auto* ramp = builder.AddSystem<Integrator<double>>(2);
    auto* rate = builder.AddSystem<ConstantVectorSource<double>>(Vector({1, 2}));
    builder.Connect(rate->get_output_port(), ramp->get_input_port(0));
    auto* each = LogVectorOutput(ramp->get_output_port(0), &builder);
    auto* timed = LogVectorOutput(ramp->get_output_port(0), &builder, 0.25);
    auto* forced =
        LogVectorOutput(ramp->get_output_port(0), &builder, TriggerTypeSet{TriggerType::kForced});
    const auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    simulator.reset_integrator<RungeKutta2Integrator<double>>(0.125);
    timed->FindMutableLog(&simulator.get_mutable_context()).Reserve(100);
    (void)simulator.AdvanceTo(1);
    const auto& log = timed->FindLog(simulator.get_context());
    QCOMPARE(log.num_samples(), 5);
    QCOMPARE(log.get_input_size(), 2);
    QCOMPARE(Eigen::VectorXd(log.sample_times()), Vector({0, 0.25, 0.5, 0.75, 1}));
    QCOMPARE(log.data().rows(), Eigen::Index{2});
    QCOMPARE(Eigen::VectorXd(log.data().col(4)), Vector({1, 2}));
    QCOMPARE(each->FindLog(simulator.get_context()).num_samples(), 9);
    QCOMPARE(forced->FindLog(simulator.get_context()).num_samples(), 0);
    diagram->ForcedPublish(simulator.get_context());
    QCOMPARE(forced->FindLog(simulator.get_context()).num_samples(), 1);
    QCOMPARE(timed->FindLog(simulator.get_context()).num_samples(), 6);

    // A copy of the context has a log of its own.
    auto copy = simulator.get_context().Clone();
    timed->FindMutableLog(copy.get()).Clear();
    QCOMPARE(timed->FindLog(*copy).num_samples(), 0);
    QCOMPARE(timed->FindLog(simulator.get_context()).num_samples(), 6);

    // A log goes on when the run is initialized anew.
    simulator.get_mutable_context().SetTime(0);
    (void)simulator.Initialize();
    QCOMPARE(timed->FindLog(simulator.get_context()).num_samples(), 7);
  }

  void aLogGrows() {
    VectorLog<double> log(1);
    for (int i = 0; i < 2500; ++i) log.AddData(i, Vector({2. * i}));
    QCOMPARE(log.num_samples(), 2500);
    QCOMPARE(log.sample_times()[2499], 2499.);
    QCOMPARE(log.data()(0, 1001), 2002.);
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, log.AddData(0, Vector({1, 2})));
  }

  void logsRefuseWhatTheyCannotDo() {
    const auto text = [](const TriggerTypeSet& triggers, double period) {
      return Text([&] { VectorLogSink<double>(1, triggers, period); });
    };
    QCOMPARE(text({}, 0), QString("VectorLogSink: there must be at least one trigger"));
    QCOMPARE(text({TriggerType::kPeriodic}, 0), QString("VectorLogSink: the period must be > 0"));
    QCOMPARE(text({TriggerType::kForced}, 1),
             QString("VectorLogSink: a period needs the trigger kPeriodic"));
    QCOMPARE(text({TriggerType::kWitness}, 0),
             QString("VectorLogSink: its triggers are kForced, kPerStep and kPeriodic"));
  }
};

LOOPWRIGHT_TEST(TestPrimitives)

}  // namespace loopwright::test_primitives

#include "test_primitives.moc"
