#include <QObject>
#include <QTest>
#include <cmath>
#include <complex>

#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_simulator_access {

namespace {

/// ẋ = v, v̇ = -x; with `period` > 0 v is doubled at each multiple of it.
class Oscillator final : public LeafSystem<double> {
 public:
  explicit Oscillator(double period = 0) {
    set_name("oscillator");
    DeclareContinuousState(BasicVector<double>({1, 0}));
    if (period > 0) {
      DeclarePeriodicUnrestrictedUpdateEvent(period, period, &Oscillator::Double);
    }
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    (*derivatives)[0] = context.get_continuous_state()[1];
    (*derivatives)[1] = -context.get_continuous_state()[0];
  }
  void Double(const Context<double>& context, State<double>* state) const {
    state->get_mutable_continuous_state()[1] = 2 * context.get_continuous_state()[1];
  }
};

/// Counts to itself: a sample a second.
class Counter final : public LeafSystem<double> {
 public:
  Counter() {
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent(1, 0, &Counter::Count);
  }

 private:
  void Count(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = context.get_discrete_state(0)[0] + 1;
  }
};

/// A clock that moves only while somebody sleeps.
struct SleepingClock {
  double now_sec = 100;
  std::vector<double> woken_at;
  RealtimePace::Clock get() {
    return {[this] { return now_sec; },
            [this](double until) {
              now_sec = until;
              woken_at.push_back(until);
            }};
  }
};

QString Text(const std::function<void()>& call) { return QString::fromStdString(MessageOf(call)); }

/// Of an Oscillator that started at (1, 0).
double Error(const Simulator<double>& simulator) {
  const auto& context = simulator.get_context();
  const auto& x = context.get_continuous_state();
  return std::hypot(x[0] - std::cos(context.get_time()), x[1] + std::sin(context.get_time()));
}

}  // namespace

class TestSimulatorAccess : public QObject {
  Q_OBJECT
 private slots:
  void integratorsAreChosenByClass() {
    const Oscillator system;
    Simulator<double> simulator(system);
    auto& euler = simulator.reset_integrator<ExplicitEulerIntegrator<double>>(0.125);
    QVERIFY(euler.get_fixed_step_mode());
    QVERIFY(!euler.supports_error_estimation());
    QCOMPARE(&euler, &simulator.get_integrator());
    (void)simulator.AdvanceTo(1);
    QCOMPARE(euler.get_num_steps_taken(), int64_t{8});
    QCOMPARE(euler.get_num_derivative_evaluations(), int64_t{8});
    QCOMPARE(euler.get_largest_step_size_taken(), 0.125);
    QVERIFY(std::isnan(euler.get_smallest_adapted_step_size_taken()));
    QCOMPARE(simulator.config().integrator, std::string("explicit_euler"));
    // (1 + i h)^8: Euler's method on the circle.
    QVERIFY(std::abs(simulator.get_context().get_continuous_state()[0] -
                     std::real(std::pow(std::complex<double>(1, 0.125), 8))) < 1e-14);
  }

  void theOrdersOfMethodsShow_data() {
    QTest::addColumn<int>("method");
    QTest::addColumn<double>("order");
    for (const double order : {1., 1., 2., 3., 4., 5.}) {
      static int n = 0;
      QTest::addRow("%d", n) << n << order;
      ++n;
    }
  }
  void theOrdersOfMethodsShow() {
    QFETCH(int, method);
    QFETCH(double, order);
    const auto error_of = [&](double step) {
      const Oscillator system;
      Simulator<double> simulator(system);
      switch (method) {
        case 0:
          simulator.reset_integrator<ExplicitEulerIntegrator<double>>(step);
          break;
        case 1:
          simulator.reset_integrator<ImplicitEulerIntegrator<double>>(step);
          break;
        case 2:
          simulator.reset_integrator<RungeKutta2Integrator<double>>(step);
          break;
        case 3:
          simulator.reset_integrator<RungeKutta3Integrator<double>>(step);
          break;
        case 4:
          simulator.reset_integrator<RungeKutta4Integrator<double>>(step);
          break;
        default:
          simulator.reset_integrator<RungeKutta5Integrator<double>>(step);
      }
      simulator.get_mutable_integrator().set_fixed_step_mode(true);
      (void)simulator.AdvanceTo(2);
      return Error(simulator);
    };
    const double observed = std::log2(error_of(0.125) / error_of(0.0625));
    QVERIFY2(std::abs(observed - order) < 0.35, qPrintable(QString::number(observed)));
  }

  void settingsTakeEffectInTheMidstOfARun() {
    const Oscillator system;
    Simulator<double> simulator(system);
    auto& integrator = simulator.reset_integrator<RungeKutta3Integrator<double>>();
    integrator.set_maximum_step_size(0.25);
    integrator.set_target_accuracy(1e-3);
    QCOMPARE(integrator.get_target_accuracy(), 1e-3);
    (void)simulator.AdvanceTo(5);
    const double rough = Error(simulator);
    const int64_t steps = integrator.get_num_steps_taken();
    QVERIFY(integrator.get_largest_step_size_taken() <= 0.2525);
    QVERIFY(integrator.get_smallest_adapted_step_size_taken() > 0);
    QVERIFY(integrator.get_smallest_adapted_step_size_taken() <=
            integrator.get_actual_initial_step_size_taken());
    const int64_t evaluations = integrator.get_num_derivative_evaluations();
    QVERIFY(evaluations >= 3 * steps);

    // From here on in fixed steps: counts go on.
    integrator.set_fixed_step_mode(true);
    integrator.set_maximum_step_size(0.015625);
    (void)simulator.AdvanceTo(6);
    QCOMPARE(integrator.get_num_steps_taken(), steps + 64);
    QVERIFY(integrator.get_num_derivative_evaluations() >= evaluations + 3 * 64);
    QVERIFY(Error(simulator) < 4 * rough + 1e-4);
    QCOMPARE(*simulator.config().fixed_step, 0.015625);
  }

  void aNewConfigReplacesWhatWasSet() {
    const Oscillator system;
    Simulator<double> simulator(system);
    simulator.get_mutable_integrator().set_maximum_step_size(0.5);
    SimulatorConfig config;
    config.integrator = "rk4";
    config.fixed_step = 0.25;
    simulator.set_config(config);
    QCOMPARE(simulator.get_integrator().get_maximum_step_size(), 0.25);
    QCOMPARE(simulator.get_integrator().info().name, std::string_view("rk4"));
    (void)simulator.AdvanceTo(1);
    QCOMPARE(simulator.get_integrator().get_num_steps_taken(), int64_t{4});
  }

  void whatAMethodCannotDoIsRefused() {
    const Oscillator system;
    Simulator<double> simulator(system);
    auto& euler = simulator.reset_integrator<ExplicitEulerIntegrator<double>>();
    QCOMPARE(Text([&] { euler.set_target_accuracy(1e-3); }),
             QString("Integrator explicit_euler: it has no error control: it has no accuracy"));
    QCOMPARE(Text([&] { euler.set_fixed_step_mode(false); }),
             QString("Integrator explicit_euler: it has no error control"));
    QCOMPARE(Text([&] { euler.set_maximum_step_size(0); }),
             QString("Integrator explicit_euler: the largest step must be > 0"));
    QCOMPARE(Text([&] { (void)simulator.Initialize(); }),
             QString("Integrator explicit_euler: its fixed steps have no size: call "
                     "set_maximum_step_size()"));
    auto& radau = simulator.reset_integrator<RadauIntegrator<double>>();
    QCOMPARE(Text([&] { radau.set_fixed_step_mode(true); }),
             QString("Integrator radau5: it chooses its own steps"));
    QCOMPARE(Text([&] { radau.set_target_accuracy(-1); }),
             QString("Integrator radau5: the accuracy must be > 0"));
    (void)simulator.AdvanceTo(1);
    QVERIFY(Error(simulator) < 1e-4);
    QVERIFY(radau.get_num_jacobian_evaluations() > 0);
    QVERIFY(radau.get_num_iteration_matrix_factorizations() > 0);
  }

  void denseOutputIsTheSolutionBetweenSteps() {
    const Oscillator system(1);
    Simulator<double> simulator(system);
    auto& integrator = simulator.get_mutable_integrator();
    integrator.set_maximum_step_size(0.125);
    integrator.StartDenseIntegration();
    QCOMPARE(Text([&] { integrator.StartDenseIntegration(); }),
             QString("Integrator dopri5: dense output is being kept already"));
    (void)simulator.AdvanceTo(1.5);
    QVERIFY(integrator.get_dense_output() != nullptr);
    const auto dense = integrator.StopDenseIntegration();
    QVERIFY(integrator.get_dense_output() == nullptr);
    QCOMPARE(dense->start_time(), 0.);
    QCOMPARE(dense->end_time(), 1.5);
    QCOMPARE(dense->get_number_of_segments(), static_cast<int>(integrator.get_num_steps_taken()));
    // A cubic through both ends of 1/8 s is off by h⁴/384 at most; its derivative by h³/(72 √3).
    for (int i = 0; i < 100; ++i) {
      const double t = 0.01 * i + 0.005;
      QVERIFY(std::abs(dense->value(t)[0] - std::cos(t)) < 2e-6);
      QVERIFY(std::abs(dense->EvalDerivative(t)[0] + std::sin(t)) < 5e-5);
    }
    // The velocity jumps at 1 s: from there on x = cos(1) cos(s) - 2 sin(1) sin(s).
    QVERIFY(std::abs(dense->value(1)[1] + 2 * std::sin(1.)) < 1e-5);
    const double s = 0.3;
    QVERIFY(std::abs(dense->value(1.3)[0] -
                     (std::cos(1.) * std::cos(s) - 2 * std::sin(1.) * std::sin(s))) < 1e-5);
    QCOMPARE(Text([&] { (void)integrator.StopDenseIntegration(); }),
             QString("Integrator dopri5: no dense output is being kept"));
    const Counter counter;
    Simulator<double> without(counter);
    QCOMPARE(Text([&] { without.get_mutable_integrator().StartDenseIntegration(); }),
             QString("Integrator dopri5: there is no continuous state to keep dense output of"));
  }

  void aPiecewisePolynomialIsCubic() {
    using Polynomial = trajectories::PiecewisePolynomial<double>;
    // x = t³ from 0 to 2, and its derivative.
    const auto cube = Polynomial::CubicHermite({0, 1, 2}, Eigen::RowVector3d(0, 1, 8),
                                               Eigen::RowVector3d(0, 3, 12));
    QCOMPARE(cube.value(1.5)[0], 3.375);
    QCOMPARE(cube.EvalDerivative(1.5)[0], 6.75);
    QCOMPARE(cube.EvalDerivative(0.5, 2)[0], 3.);
    QCOMPARE(cube.EvalDerivative(0.5, 3)[0], 6.);
    QCOMPARE(cube.EvalDerivative(0.5, 4)[0], 0.);
    QCOMPARE(cube.value(3)[0], 8.);
    QCOMPARE(cube.value(-1)[0], 0.);
    QCOMPARE(cube.get_segment_times(), (std::vector<double>{0, 1, 2}));
    QCOMPARE(cube.rows(), 1);
    QVERIFY(cube.is_time_in_range(2) && !cube.is_time_in_range(2.1));
    QCOMPARE(Text([] { (void)Polynomial().start_time(); }),
             QString("PiecewisePolynomial: there is no segment"));
    QCOMPARE(Text([] {
               (void)Polynomial::CubicHermite({0}, Eigen::MatrixXd(1, 1), Eigen::MatrixXd(1, 1));
             }),
             QString("PiecewisePolynomial: at least two times are needed"));
    QCOMPARE(Text([] {
               (void)Polynomial::CubicHermite({0, 1}, Eigen::MatrixXd(1, 3), Eigen::MatrixXd(1, 2));
             }),
             QString("PiecewisePolynomial: samples and their derivatives must have a column for "
                     "each time"));
    QCOMPARE(Text([] {
               (void)Polynomial::CubicHermite({1, 1}, Eigen::MatrixXd::Zero(1, 2),
                                              Eigen::MatrixXd::Zero(1, 2));
             }),
             QString("PiecewisePolynomial: times must grow"));
    QCOMPARE(Text([&] { (void)cube.EvalDerivative(0, -1); }),
             QString("PiecewisePolynomial: the order of a derivative must be >= 0"));
  }

  void aRunIsPacedByTheClock() {
    const Counter system;
    Simulator<double> simulator(system);
    SleepingClock clock;
    simulator.set_realtime_clock(clock.get());
    QVERIFY(std::isnan(simulator.get_actual_realtime_rate()));
    simulator.set_target_realtime_rate(0.5);
    QCOMPARE(simulator.get_target_realtime_rate(), 0.5);
    (void)simulator.Initialize();
    (void)simulator.AdvanceTo(3);
    // Steps end at 1, 2 and 3 s: at half the speed of time, after 2, 4 and 6.
    QCOMPARE(clock.woken_at, (std::vector<double>{102, 104, 106}));
    QCOMPARE(simulator.get_actual_realtime_rate(), 0.5);

    simulator.set_target_realtime_rate(2);
    (void)simulator.AdvanceTo(5);
    QCOMPARE(clock.now_sec, 107.);
    simulator.set_target_realtime_rate(0);
    (void)simulator.AdvanceTo(50);
    QCOMPARE(clock.now_sec, 107.);
    QCOMPARE(Text([&] { simulator.set_target_realtime_rate(-1); }),
             QString("Simulator: the realtime rate must be >= 0 and finite"));
  }

  void continuousStepsArePacedOneByOne() {
    const Oscillator system;
    Simulator<double> simulator(system);
    SleepingClock clock;
    simulator.set_realtime_clock(clock.get());
    simulator.set_target_realtime_rate(1);
    simulator.reset_integrator<RungeKutta2Integrator<double>>(0.25);
    (void)simulator.AdvanceTo(1);
    QCOMPARE(clock.woken_at, (std::vector<double>{100.25, 100.5, 100.75, 101}));
  }

  void anotherContextTakesTheOldOnesPlace() {
    const Oscillator system;
    Simulator<double> simulator(system);
    int monitored = 0;
    simulator.set_monitor([&](const Context<double>&) {
      ++monitored;
      return EventStatus::Succeeded();
    });
    simulator.reset_integrator<RungeKutta4Integrator<double>>(0.5);
    (void)simulator.AdvanceTo(1);
    QVERIFY(simulator.has_context());

    auto context = system.CreateDefaultContext();
    Context<double>* kept = context.get();
    context->SetTime(10);
    context->SetContinuousState(Eigen::Vector2d(0, 3));
    simulator.reset_context(std::move(context));
    QCOMPARE(&simulator.get_context(), kept);
    monitored = 0;
    (void)simulator.AdvanceTo(11);
    QCOMPARE(monitored, 3);  // at the start, and after each of two steps
    QCOMPARE(simulator.get_integrator().get_num_steps_taken(), int64_t{2});
    QVERIFY(std::abs(kept->get_continuous_state()[0] - 3 * std::sin(1.)) < 5e-3);

    auto released = simulator.release_context();
    QCOMPARE(released.get(), kept);
    QVERIFY(!simulator.has_context());
    QCOMPARE(Text([&] { (void)simulator.AdvanceTo(12); }),
             QString("Simulator::AdvanceTo(): there is no context: give one with "
                     "reset_context()"));
    QCOMPARE(Text([&] { (void)simulator.Initialize(); }),
             QString("Simulator::Initialize(): there is no context: give one with "
                     "reset_context()"));
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, simulator.get_context());
    simulator.reset_context(std::move(released));
    (void)simulator.AdvanceTo(11.5);
    QVERIFY(std::abs(kept->get_continuous_state()[0] - 3 * std::sin(1.5)) < 1e-2);
    simulator.reset_context(nullptr);
    QVERIFY(!simulator.has_context());

    const Counter other;
    QVERIFY_THROWS_EXCEPTION(std::logic_error,
                             simulator.reset_context(other.CreateDefaultContext()));
  }

  void aSimulatorMayOwnItsSystem() {
    Simulator<double> simulator(std::make_unique<const Oscillator>());
    (void)simulator.AdvanceTo(1);
    QVERIFY(Error(simulator) < 1e-5);
    simulator.reset_context(simulator.get_system().CreateDefaultContext());
    (void)simulator.AdvanceTo(1);
    QVERIFY(Error(simulator) < 1e-5);
    QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                             Simulator<double>(std::unique_ptr<const System<double>>()));
  }
};

LOOPWRIGHT_TEST(TestSimulatorAccess)

}  // namespace loopwright::test_simulator_access

#include "test_simulator_access.moc"
