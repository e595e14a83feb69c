// Every method by itself: its order, what it costs, its interpolant, its error control, and what it
// says where it cannot go on.

#include <Eigen/Dense>
#include <QObject>
#include <QTest>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "engine/integration/butcher_tableau.h"
#include "engine/integration/integration_method.h"
#include "engine/integration/radau5_coefficients.h"
#include "tests/engine/integration_problems.h"
#include "tests/test_main.h"

namespace loopwright::test_integration_methods {
using namespace loopwright::test;  // NOLINT(google-build-using-namespace)

namespace {

/// A method on a problem, driven by hand.
template <typename F>
struct Driven {
  Driven(const ProblemPair<F>& problem, const std::string& name, IntegrationSettings settings)
      : system(problem.Make()), context(system->CreateDefaultContext()) {
    settings.autodiff_system = problem.Source();
    method = MakeIntegrationMethod<double>(name, &context->data(), settings);
  }
  /// A step to `end`, in one.
  void Step(double end) {
    const double t = context->get_time();
    if (method->settings().fixed_step) {
      QVERIFY2(method->TakeFixedStep(t, end), method->failure().message.c_str());
    } else {
      QCOMPARE(method->TakeControlledStep(t, end, 0), end);
    }
  }
  double Error() const {
    double worst = 0;
    const auto& x = context->get_continuous_state_vector();
    for (int i = 0; i < x.size(); ++i) {
      worst = std::max(worst, std::abs(x[i] - F::Exact(i, context->get_time())));
    }
    return worst;
  }
  /// The error at `end` after `steps` equal steps.
  double ErrorAfter(int steps, double end) {
    for (int k = 1; k <= steps; ++k) {
      Step(end * k / steps);
      method->Accept();
    }
    return Error();
  }
  /// The greatest error of the interpolant within one step of `h`.
  double InterpolationError(double h) {
    Step(h);
    double worst = 0;
    for (const double theta : {0.1, 0.3, 0.5, 0.7, 0.9}) {
      method->MoveTo(theta * h);
      worst = std::max(worst, Error());
    }
    return worst;
  }

  std::unique_ptr<System<double>> system;
  std::unique_ptr<Context<double>> context;
  std::unique_ptr<IntegrationMethod<double>> method;
};

/// A wheel that rolls in the direction it is turned to: q = (x, y, angle), one velocity that both
/// rolls and turns it, q̇ = N v with N = (cos angle, sin angle, 1), and v̇ = 4.
class Rolling final : public LeafSystem<double> {
 public:
  Rolling() { DeclareContinuousState(Eigen::Vector4d(0, 0, 0, 2), 3, 1, 0); }
  mutable int mapped = 0;

 private:
  static Eigen::Vector3d QDot(const Context<double>& context, double v) {
    const double angle = context.get_continuous_state_vector()[2];
    return {v * std::cos(angle), v * std::sin(angle), v};
  }
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    Eigen::Vector4d xcdot;
    xcdot << QDot(context, context.get_continuous_state_vector()[3]), 4;
    derivatives->SetFromVector(xcdot);
  }
  void DoMapVelocityToQDot(const Context<double>& context,
                           const Eigen::Ref<const Eigen::VectorXd>& velocity,
                           VectorBase<double>* qdot) const override {
    ++mapped;
    qdot->SetFromVector(QDot(context, velocity[0]));
  }
};

/// Steps of the caller's size, for radau5 too: with these tolerances it takes all.
IntegrationSettings CallersSteps(const std::string& name) {
  IntegrationSettings settings;
  settings.fixed_step = FindIntegrationMethod(name)->can_be_fixed();
  if (settings.fixed_step) {
    settings.relative = settings.absolute = 1e-12;
  } else {
    settings.relative = settings.absolute = 1;
  }
  return settings;
}

template <typename F>
double ObservedOrder(const ProblemPair<F>& problem, const std::string& name, int steps) {
  Driven<F> coarse(problem, name, CallersSteps(name)), fine(problem, name, CallersSteps(name));
  return std::log2(coarse.ErrorAfter(steps, 1) / fine.ErrorAfter(2 * steps, 1));
}

template <typename F>
double ObservedInterpolationOrder(const ProblemPair<F>& problem, const std::string& name,
                                  double h) {
  Driven<F> coarse(problem, name, CallersSteps(name)), fine(problem, name, CallersSteps(name));
  return std::log2(coarse.InterpolationError(h) / fine.InterpolationError(h / 2)) - 1;
}

template <typename F>
SimulatorStatistics Cost(const ProblemPair<F>& problem, const SimulatorConfig& config,
                         double stop) {
  const auto system = problem.Make();
  Simulator<double> simulator(*system);
  simulator.set_config(config);
  simulator.set_autodiff_source(problem.Source());
  simulator.AdvanceTo(stop);
  return simulator.statistics();
}

}  // namespace

class TestIntegrationMethods : public QObject {
  Q_OBJECT
 private slots:
  void orders_data() {
    QTest::addColumn<double>("order");
    QTest::addColumn<int>("steps");
    QTest::newRow("explicit_euler") << 1. << 200;
    QTest::newRow("semi_explicit_euler") << 1. << 200;
    QTest::newRow("rk2") << 2. << 100;
    QTest::newRow("rk3") << 3. << 50;
    QTest::newRow("rk4") << 4. << 20;
    QTest::newRow("bogacki_shampine3") << 3. << 50;
    QTest::newRow("dopri5") << 5. << 10;
    QTest::newRow("implicit_euler") << 1. << 200;
  }
  void orders() {
    QFETCH(double, order);
    QFETCH(int, steps);
    const std::string name = QTest::currentDataTag();
    QCOMPARE(static_cast<double>(FindIntegrationMethod(name)->order), order);
    const double observed = ObservedOrder(SmoothProblem(), name, steps);
    QVERIFY2(std::abs(observed - order) < 0.2, std::to_string(observed).c_str());
  }
  void orderOfRadau5() {
    // Newton's iteration with so wide tolerances is exact on a linear problem alone.
    const double observed = ObservedOrder(LinearProblem(), "radau5", 8);
    QVERIFY2(std::abs(observed - 5) < 0.2, std::to_string(observed).c_str());
  }
  void semiExplicitEulerTakesTheNewVelocity() {
    Driven<Oscillator> driven(OscillatorProblem(), "semi_explicit_euler",
                              CallersSteps("semi_explicit_euler"));
    driven.Step(0.5);
    const auto& x = driven.context->get_continuous_state_vector();
    QCOMPARE(x[1], -0.5);
    QCOMPARE(x[0], 1 - 0.5 * 0.5);
  }
  void semiExplicitEulerMapsTheNewVelocity() {
    DiagramBuilder<double> builder;
    const auto* rolling = builder.AddNamedSystem<Rolling>("rolling");
    builder.AddNamedSystem(
        "growing", std::make_unique<Problem<double>>(
                       [](double, const VectorBase<double>& x, double* d) { d[0] = 3 * x[0]; },
                       std::vector<double>{1}, 1, 0));
    const auto diagram = builder.Build();
    const auto context = diagram->CreateDefaultContext();
    const auto method = MakeIntegrationMethod<double>("semi_explicit_euler", &context->data(),
                                                      CallersSteps("semi_explicit_euler"));
    QVERIFY(method->TakeFixedStep(0, 0.5));
    const auto& x = context->get_continuous_state_vector();
    // v1 = 2 + 4 h; q̇ = N v1 with N = (cos q, sin q, 1) at q0 = 0.
    const std::vector<double> expected{0.5 * 4, 0, 0.5 * 4, 1 + 0.5 * 3, 4};
    for (int i = 0; i < 5; ++i) QCOMPARE(x[i], expected[static_cast<size_t>(i)]);
    QCOMPARE(rolling->mapped, 1);
    QCOMPARE(method->statistics().derivative_evaluations, int64_t{1});
  }
  void semiExplicitEulerIsExplicitWithoutPositions() {
    Driven<Smooth> symplectic(SmoothProblem(), "semi_explicit_euler",
                              CallersSteps("semi_explicit_euler"));
    Driven<Smooth> plain(SmoothProblem(), "explicit_euler", CallersSteps("explicit_euler"));
    QCOMPARE(symplectic.ErrorAfter(10, 1), plain.ErrorAfter(10, 1));
  }

  void interpolants_data() {
    QTest::addColumn<double>("order");
    QTest::newRow("explicit_euler") << 1.;
    QTest::newRow("semi_explicit_euler") << 1.;
    QTest::newRow("rk2") << 2.;
    QTest::newRow("rk3") << 3.;
    QTest::newRow("rk4") << 3.;
    QTest::newRow("bogacki_shampine3") << 3.;
    QTest::newRow("dopri5") << 4.;
    QTest::newRow("implicit_euler") << 1.;
  }
  void interpolants() {
    QFETCH(double, order);
    const std::string name = QTest::currentDataTag();
    const double observed = ObservedInterpolationOrder(SmoothProblem(), name, 0.05);
    QVERIFY2(std::abs(observed - order) < 0.3, std::to_string(observed).c_str());
  }
  void interpolantOfRadau5() {
    const double observed = ObservedInterpolationOrder(LinearProblem(), "radau5", 0.02);
    QVERIFY2(std::abs(observed - 3) < 0.3, std::to_string(observed).c_str());
  }
  void interpolantsMeetTheEnds_data() { allMethods(); }
  void interpolantsMeetTheEnds() {
    const std::string name = QTest::currentDataTag();
    IntegrationSettings settings = CallersSteps(name);
    settings.relative = settings.absolute = 1e-6;
    Driven<Smooth> driven(SmoothProblem(), name, settings);
    const auto& x = driven.context->get_continuous_state_vector();
    const double end = settings.fixed_step ? (driven.method->TakeFixedStep(0, 1e-3), 1e-3)
                                           : driven.method->TakeControlledStep(0, 1, 1e-3);
    const double at_end = x[0];
    driven.method->MoveTo(end * (1 - 1e-9));
    QVERIFY(std::abs(x[0] - at_end) < 1e-9);
    driven.method->MoveTo(end * 1e-9);
    QVERIFY(std::abs(x[0] - 1) < 1e-9);
    driven.method->MoveTo(0);
    QCOMPARE(x[0], 1.);
    driven.method->MoveTo(end);
    QCOMPARE(x[0], at_end);
    QCOMPARE(driven.context->get_time(), end);
  }

  void evaluationsOfFixedSteps_data() {
    QTest::addColumn<int>("expected");
    QTest::newRow("explicit_euler") << 10;
    QTest::newRow("semi_explicit_euler") << 10;
    QTest::newRow("rk2") << 20;
    QTest::newRow("rk3") << 30;
    QTest::newRow("rk4") << 40;
    QTest::newRow("bogacki_shampine3") << 31;  // the last stage is the next step's first
    QTest::newRow("dopri5") << 61;
    // One at the start for the Jacobian, one a step, and one more where it has to be seen (again)
    // that one is enough: at the first step and two later ones.
    QTest::newRow("implicit_euler") << 14;
  }
  void evaluationsOfFixedSteps() {
    QFETCH(int, expected);
    const auto cost = Cost(OscillatorProblem(), Config(QTest::currentDataTag(), 1e-6, 0.125), 1.25);
    QCOMPARE(static_cast<int>(cost.steps), 10);
    QCOMPARE(static_cast<int>(cost.derivative_evaluations), expected);
    QCOMPARE(static_cast<int>(cost.rejected_steps), 0);
  }
  void costOfImplicitSteps() {
    const auto cost = Cost(OscillatorProblem(), Config("implicit_euler", 1e-6, 0.125), 1.25);
    QCOMPARE(static_cast<int>(cost.jacobian_evaluations), 1);
    QCOMPARE(static_cast<int>(cost.factorizations), 1);
  }
  void costOfRadau5() {
    SimulatorConfig config = Config("radau5", 1e-6);
    config.max_step = 0.125;
    const auto cost = Cost(OscillatorProblem(), config, 1.25);
    QCOMPARE(static_cast<int>(cost.jacobian_evaluations), 1);
    QCOMPARE(static_cast<int>(cost.rejected_steps), 0);
    // One for the first step's size, one at each start, three an iteration: one a step, and one
    // more where it has to be seen (again) that one is enough.
    QCOMPARE(cost.derivative_evaluations, 1 + cost.steps + 3 * (cost.steps + 3));
  }

  void errorControlKeepsToTheTolerance_data() {
    QTest::addColumn<QString>("name");
    for (const auto& method : IntegrationMethods()) {
      if (method.has_error_control()) methodRow(method.name);
    }
  }
  void errorControlKeepsToTheTolerance() {
    const std::string name = QTest::currentDataTag();
    double last = 1;
    for (const double accuracy : {1e-3, 1e-5, 1e-7}) {
      const auto problem = SmoothProblem();
      const auto system = problem.Make();
      Simulator<double> simulator(*system);
      simulator.set_config(Config(name, accuracy));
      simulator.set_autodiff_source(problem.Source());
      QVERIFY(simulator.AdvanceTo(5).succeeded());
      const auto& x = simulator.get_context().get_continuous_state_vector();
      double error = 0;
      for (int i = 0; i < 3; ++i) error = std::max(error, std::abs(x[i] - Smooth::Exact(i, 5)));
      // A method of order 1 keeps each step's error to the tolerance and has very many of them.
      const double steps = static_cast<double>(simulator.get_num_steps_taken());
      QVERIFY2(error < 2 * accuracy * steps, std::to_string(error / accuracy).c_str());
      QVERIFY(error < last);
      last = error;
    }
  }

  void stiffProblems_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"radau5", "cvode_bdf", "implicit_euler"}) methodRow(name);
  }
  void stiffProblems() {
    const std::string name = QTest::currentDataTag();
    const bool is_low = name == "implicit_euler";
    const auto problem = RobertsonProblem();
    const auto system = problem.Make();
    for (const bool differentiated : {true, false}) {
      Simulator<double> simulator(*system);
      SimulatorConfig config = Config(name, is_low ? 1e-4 : 1e-8);
      config.absolute_tolerance = is_low ? 1e-8 : 1e-12;
      simulator.set_config(config);
      if (differentiated) simulator.set_autodiff_source(problem.Source());
      QVERIFY(simulator.AdvanceTo(40).succeeded());
      const auto& x = simulator.get_context().get_continuous_state_vector();
      // The reference of the case stiff_robertson.
      const double tolerance = is_low ? 1e-2 : 1e-6;
      QVERIFY(std::abs(x[0] / 0.715827068719405 - 1) < tolerance);
      QVERIFY(std::abs(x[1] / 9.185534764557764e-06 - 1) < tolerance);
      QVERIFY(std::abs(x[2] / 0.28416374574583037 - 1) < tolerance);
      QVERIFY(std::abs(x[0] + x[1] + x[2] - 1) < 1e-10);
      QVERIFY(simulator.get_num_steps_taken() < (is_low ? 2000 : 1000));
    }
  }
  // An explicit method would need some million steps.
  void relaxationOscillation() {
    const auto problem = StiffVanDerPolProblem();
    const auto cost = Cost(problem, Config("radau5", 1e-6), 2000);
    QVERIFY2(cost.steps < 1000, std::to_string(cost.steps).c_str());
    QVERIFY(cost.jacobian_evaluations < cost.steps);
  }

  void cachingMakesNoDifference_data() { allMethods(); }
  void cachingMakesNoDifference() {
    const std::string name = QTest::currentDataTag();
    const auto diagram = LagChain<double>(5);
    Eigen::VectorXd end[2];
    for (const bool cached : {true, false}) {
      Simulator<double> simulator(*diagram);
      simulator.set_config(
          Config(name, 1e-6, FindIntegrationMethod(name)->can_be_fixed() ? 0.01 : 0));
      if (!cached) simulator.get_mutable_context().DisableCaching();
      QVERIFY(simulator.AdvanceTo(1).succeeded());
      end[cached] = simulator.get_context().get_continuous_state_vector().CopyToVector();
    }
    QVERIFY(end[0] == end[1]);
  }

  void coefficientsOfRadau5() {
    using namespace loopwright::radau5;  // NOLINT(google-build-using-namespace)
    const double s = std::sqrt(6.);
    Eigen::Matrix3d a, t, inverse, blocks;
    a << (88 - 7 * s) / 360, (296 - 169 * s) / 1800, (-2 + 3 * s) / 225,  //
        (296 + 169 * s) / 1800, (88 + 7 * s) / 360, (-2 - 3 * s) / 225,   //
        (16 - s) / 36, (16 + s) / 36, 1. / 9;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        t(i, j) = kT[i][j];
        inverse(i, j) = kTInverse[i][j];
      }
      QVERIFY(std::abs(a.row(i).sum() - kC[i]) < 1e-15);
    }
    blocks << kGamma, 0, 0, 0, kAlpha, -kBeta, 0, kBeta, kAlpha;
    QVERIFY((t * inverse - Eigen::Matrix3d::Identity()).norm() < 1e-14);
    QVERIFY((inverse * a.inverse() * t - blocks).norm() < 1e-13);
    // The estimate is of order 3: with z = A 1 c^k it cancels f0 up to t^2.
    for (int k = 1; k <= 3; ++k) {
      double sum = k == 1 ? 1 : 0;
      for (int i = 0; i < 3; ++i) sum += kError[i] * std::pow(kC[i], k);
      QVERIFY(std::abs(sum) < 1e-13);
    }
  }

  void theListIsThatOfTheTables() {
    int tables = 0;
    for (const auto& method : IntegrationMethods()) {
      QVERIFY(!method.description.empty());
      const ButcherTableau* table = FindRungeKuttaMethod(method.name);
      if (table == nullptr) continue;
      ++tables;
      QCOMPARE(table->order, method.order);
      QCOMPARE(table->error_order > 0, method.has_error_control());
      QVERIFY(method.can_be_fixed());
    }
    QCOMPARE(tables, static_cast<int>(RungeKuttaMethods().size()));
    QCOMPARE(IntegrationMethodNames(),
             std::string("explicit_euler, semi_explicit_euler, rk2, rk3, rk4, bogacki_shampine3, "
                         "dopri5, implicit_euler, radau5, cvode_bdf, cvode_adams"));
  }

  void explicitMethodsTakeAutoDiff() {
    // d x(1) / d x(0) of x' = x0 cos t is exp(sin 1).
    const Problem<AutoDiff> system(Smooth{}, {1, 1, 0});
    Simulator<AutoDiff> simulator(system);
    simulator.set_config(Config("dopri5", 1e-10));
    simulator.get_mutable_context().get_mutable_continuous_state_vector()[0] = AutoDiff(1, 0);
    simulator.AdvanceTo(1);
    const AutoDiff& x = simulator.get_context().get_continuous_state_vector()[0];
    QVERIFY(std::abs(x.derivatives()[0] - std::exp(std::sin(1.))) < 1e-8);
  }

 private:
  static void methodRow(std::string_view name) {
    QTest::newRow(std::string(name).c_str()) << QString::fromStdString(std::string(name));
  }
  static void allMethods() {
    QTest::addColumn<QString>("name");
    for (const auto& method : IntegrationMethods()) methodRow(method.name);
  }
};

LOOPWRIGHT_TEST(TestIntegrationMethods)

}  // namespace loopwright::test_integration_methods

#include "test_integration_methods.moc"
