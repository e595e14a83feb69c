// Stochastic differential equations in a run (semantics 19): every value follows from draws that
// the tests make themselves.

#include <QObject>
#include <QTest>
#include <barrier>
#include <cmath>
#include <thread>

#include "engine/diagram/diagram_builder.h"
#include "engine/random/draw.h"
#include "engine/simulation/simulator.h"
#include "engine/stochastic/brownian_path.h"
#include "engine/stochastic/stochastic_method_list.h"
#include "engine/system/leaf_system.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_stochastic_simulation {

namespace {

constexpr double kStep = 0.125;

double Draw(const char* stream, DrawNumber number, RandomSource source = {}) {
  return GaussianDraw(source, StreamKey(stream), number);
}

/// dx = 2u dt + 0.5 x dW, with x(0) = 3.
class Multiplicative final : public LeafSystem<double> {
 public:
  explicit Multiplicative(const char* stream, bool declares_derivative = true) {
    DeclareVectorInputPort("u", 1);
    DeclareContinuousState(BasicVector<double>{3.});
    DeclareDiffusion(1, &Multiplicative::CalcDiffusion, StreamKey(stream), DiffusionForm::kScalar,
                     {xc_ticket()});
    if (declares_derivative) DeclareDiffusionDerivative(&Multiplicative::CalcDerivative);
    DeclareStateOutputPort("y", ContinuousStateIndex(0));
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    (*derivatives)[0] = 2 * get_input_port(0).Eval(context)[0];
  }
  void CalcDiffusion(const Context<double>& context, Eigen::Map<Eigen::MatrixXd>* b) const {
    (*b)(0, 0) = 0.5 * continuous_data(context)[0];
  }
  void CalcDerivative(const Context<double>& context, double* derivative) const {
    derivative[0] = 0.25 * continuous_data(context)[0];
  }
};

/// dW, from 0.
class Wiener final : public LeafSystem<double> {
 public:
  explicit Wiener(const char* stream, int count = 1) {
    DeclareContinuousState(count);
    DeclareDiffusion(count, &Wiener::CalcDiffusion, StreamKey(stream), DiffusionForm::kAdditive,
                     {nothing_ticket()});
    DeclareVectorOutputPort("y", count, &Wiener::CalcOutput, {xc_ticket()});
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>&,
                             ContinuousState<double>* derivatives) const override {
    derivatives->SetFromVector(Eigen::VectorXd::Zero(derivatives->size()));
  }
  void CalcDiffusion(const Context<double>&, Eigen::Map<Eigen::MatrixXd>* b) const {
    b->setIdentity();
  }
  void CalcOutput(const Context<double>& context, double* y) const {
    std::copy_n(continuous_data(context), num_continuous_states(), y);
  }
};

/// q' = v, dv = -q dt + 2 dW_1, dz = 3 dW_0: state of all kinds, two processes.
class Kinds final : public LeafSystem<double> {
 public:
  explicit Kinds(DiffusionForm form = DiffusionForm::kAdditive) {
    DeclareContinuousState(1, 1, 1);
    DeclareDiffusion(2, &Kinds::CalcDiffusion, StreamKey("kinds"), form);
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    const auto& x = context.get_continuous_state_vector();
    derivatives->SetFromVector(Eigen::Vector3d(x[1], -x[0], 0));
  }
  void CalcDiffusion(const Context<double>&, Eigen::Map<Eigen::MatrixXd>* b) const {
    *b << 0, 0, 0, 2, 3, 0;
  }
};

/// Two states with a noise of their own each: dx_i = 0.1 (i + 1) x_i² dW_i.
class Diagonal final : public LeafSystem<double> {
 public:
  Diagonal() {
    DeclareContinuousState(BasicVector<double>{1., 2.});
    DeclareDiffusion(2, &Diagonal::CalcDiffusion, StreamKey("diagonal"), DiffusionForm::kDiagonal);
    DeclareDiffusionDerivative(&Diagonal::CalcDerivative);
  }

 private:
  static double B(int i, double x) { return 0.1 * (i + 1) * x * x; }
  void DoCalcTimeDerivatives(const Context<double>&,
                             ContinuousState<double>* derivatives) const override {
    derivatives->SetFromVector(Eigen::Vector2d::Zero());
  }
  void CalcDiffusion(const Context<double>& context, Eigen::Map<Eigen::MatrixXd>* b) const {
    const double* x = continuous_data(context);
    *b << B(0, x[0]), 0, 0, B(1, x[1]);
  }
  void CalcDerivative(const Context<double>& context, double* derivative) const {
    const double* x = continuous_data(context);
    for (int i = 0; i < 2; ++i) derivative[i] = B(i, x[i]) * 0.2 * (i + 1) * x[i];
  }
};

/// dx1 = 0.3 x2 dW1 + 0.2 x1 dW2 and dx2 = 0.4 dW1 + 0.1 x1 dW2.
class Mixed final : public LeafSystem<double> {
 public:
  explicit Mixed(const char* stream) {
    DeclareContinuousState(BasicVector<double>{1., 2.});
    DeclareDiffusion(2, &Mixed::CalcDiffusion, StreamKey(stream));
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>&,
                             ContinuousState<double>* derivatives) const override {
    derivatives->SetFromVector(Eigen::Vector2d(0.1, 0.2));
  }
  void CalcDiffusion(const Context<double>& context, Eigen::Map<Eigen::MatrixXd>* b) const {
    const double* x = continuous_data(context);
    *b << 0.3 * x[1], 0.2 * x[0], 0.4, 0.1 * x[0];
  }
};

/// dx = x² dt + 0 dW, from 3.
class Exploding final : public LeafSystem<double> {
 public:
  Exploding() {
    DeclareContinuousState(BasicVector<double>{3.});
    DeclareDiffusion(1, &Exploding::CalcDiffusion, StreamKey("none"), DiffusionForm::kAdditive);
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    const double x = continuous_data(context)[0];
    (*derivatives)[0] = x * x;
  }
  void CalcDiffusion(const Context<double>&, Eigen::Map<Eigen::MatrixXd>* b) const { b->setZero(); }
};

/// dx = u dW.
class Modulated final : public LeafSystem<double> {
 public:
  explicit Modulated(const char* stream) {
    DeclareVectorInputPort("u", 1);
    DeclareContinuousState(1);
    DeclareDiffusion(1, &Modulated::CalcDiffusion, StreamKey(stream), DiffusionForm::kAdditive,
                     {input_port_ticket(0)});
    DeclareStateOutputPort("y", ContinuousStateIndex(0));
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>&,
                             ContinuousState<double>* derivatives) const override {
    (*derivatives)[0] = 0;
  }
  void CalcDiffusion(const Context<double>& context, Eigen::Map<Eigen::MatrixXd>* b) const {
    (*b)(0, 0) = get_input_port(0).Eval(context)[0];
  }
};

/// x' = u, without noise; y = x.
class Integrator final : public LeafSystem<double> {
 public:
  Integrator() {
    DeclareVectorInputPort("u", 1);
    DeclareContinuousState(1);
    DeclareStateOutputPort("y", ContinuousStateIndex(0));
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    (*derivatives)[0] = get_input_port(0).Eval(context)[0];
  }
};

/// A number that grows by 1 at each sampling time.
class Steps final : public LeafSystem<double> {
 public:
  explicit Steps(double period, double offset = 0) {
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent(period, offset, &Steps::Update);
    DeclareStateOutputPort("y", DiscreteStateIndex(0));
  }

 private:
  void Update(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = context.get_discrete_state(0)[0] + 1;
  }
};

/// Notes when its input rises through 0.1.
class Alarm final : public LeafSystem<double> {
 public:
  Alarm() {
    DeclareVectorInputPort("u", 1);
    witness_ = MakeWitnessFunction("alarm", WitnessFunctionDirection::kNegativeThenNonNegative,
                                   &Alarm::Excess, &Alarm::Note);
  }
  mutable std::vector<double> times;

 private:
  double Excess(const Context<double>& context) const {
    return get_input_port(0).Eval(context)[0] - 0.1;
  }
  EventStatus Note(const Context<double>& context) const {
    times.push_back(context.get_time());
    return EventStatus::Succeeded();
  }
  void DoGetWitnessFunctions(
      const Context<double>&,
      std::vector<const WitnessFunction<double>*>* witnesses) const override {
    witnesses->push_back(witness_.get());
  }
  std::unique_ptr<WitnessFunction<double>> witness_;
};

SimulatorConfig Config(const char* method = "euler_maruyama", int refinement = 0) {
  SimulatorConfig config;
  config.stochastic_integrator = method;
  config.stochastic_step = kStep;
  config.stochastic_refinement = refinement;
  return config;
}

Eigen::VectorXd StateOf(const Simulator<double>& simulator) {
  return simulator.get_context().get_continuous_state_vector().CopyToVector();
}

void CompareClose(double actual, double expected) {
  QVERIFY2(std::abs(actual - expected) <= 1e-14 * std::max(1., std::abs(expected)),
           qPrintable(QString("%1 for %2").arg(actual, 0, 'g', 17).arg(expected, 0, 'g', 17)));
}

/// A Steps into a Multiplicative into an Integrator.
std::unique_ptr<Diagram<double>> MakeSampled(double period) {
  DiagramBuilder<double> builder;
  auto* steps = builder.AddNamedSystem<Steps>("steps", period);
  auto* noisy = builder.AddNamedSystem<Multiplicative>("noisy", "noisy");
  auto* sum = builder.AddNamedSystem<Integrator>("sum");
  builder.Connect(*steps, *noisy);
  builder.Connect(*noisy, *sum);
  return builder.Build();
}

}  // namespace

class TestStochasticSimulation : public QObject {
  Q_OBJECT
 private slots:
  // Ordinary state, a discrete update on the grid and noise, advanced together.
  void stepsFollowTheMethods_data() {
    QTest::addColumn<QString>("method");
    for (const char* name : {"euler_maruyama", "milstein", "sri1"}) QTest::newRow(name) << name;
  }
  void stepsFollowTheMethods() {
    QFETCH(QString, method);
    const auto diagram = MakeSampled(0.5);
    constexpr double kStart = 10;
    Simulator<double> simulator(*diagram);
    simulator.set_config(Config(qPrintable(method)));
    simulator.get_mutable_context().SetTime(kStart);
    simulator.get_mutable_context().set_random_source({5, 6});
    QVERIFY(simulator.AdvanceTo(kStart + 2).succeeded());
    double x = 3, sum = 0;
    for (int n = 0; n < 16; ++n) {
      const double u = 1 + n / 4;  // the update at the start makes it 1
      const double dw = std::sqrt(kStep) * Draw("noisy", static_cast<uint64_t>(n), {5, 6});
      const double b = 0.5 * x;
      // The diffusion is linear, so that SRI1's differences are derivatives.
      const bool has_order_1 = method != "euler_maruyama";
      const double correction = has_order_1 ? 0.5 * 0.5 * b * (dw * dw - kStep) : 0;
      sum += kStep * x;
      x += kStep * 2 * u + b * dw + correction;
    }
    CompareClose(StateOf(simulator)[0], x);
    CompareClose(StateOf(simulator)[1], sum);
    QCOMPARE(simulator.statistics().steps, 16);
    QCOMPARE(simulator.statistics().derivative_evaluations, 16);
  }

  void stateOfAllKindsIsAdvanced() {
    Kinds system;
    Simulator<double> simulator(system);
    simulator.set_config(Config());
    simulator.AdvanceTo(3 * kStep);
    double q = 0, v = 0, z = 0;
    for (uint64_t n = 0; n < 3; ++n) {
      const double dw0 = std::sqrt(kStep) * Draw("kinds", 2 * n);
      const double dw1 = std::sqrt(kStep) * Draw("kinds", 2 * n + 1);
      const double next_q = q + kStep * v;
      v += -kStep * q + 2 * dw1;
      z += 3 * dw0;
      q = next_q;
    }
    CompareClose(StateOf(simulator)[0], q);
    CompareClose(StateOf(simulator)[1], v);
    CompareClose(StateOf(simulator)[2], z);
  }

  void milsteinTreatsDiagonalNoiseStateByState() {
    Diagonal system;
    Simulator<double> simulator(system);
    simulator.set_config(Config("milstein"));
    simulator.AdvanceTo(4 * kStep);
    for (const uint64_t i : {0, 1}) {
      double x = 1 + static_cast<double>(i);
      for (uint64_t n = 0; n < 4; ++n) {
        const double c = 0.1 * static_cast<double>(i + 1);
        const double dw = std::sqrt(kStep) * Draw("diagonal", 2 * n + i);
        const double b = c * x * x;
        x += b * dw + 0.5 * b * (2 * c * x) * (dw * dw - kStep);
      }
      CompareClose(StateOf(simulator)[static_cast<Eigen::Index>(i)], x);
    }
  }

  void anEventWithinACellSplitsItByABridge() {
    // Events at 0.05 and 0.075 in the cell [0, 0.125], and at its end.
    DiagramBuilder<double> builder;
    builder.AddNamedSystem<Steps>("steps", 0.025, 0.05);
    builder.AddNamedSystem<Wiener>("w", "w", 2);
    const auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    simulator.set_config(Config());
    for (const uint64_t i : {0, 1}) {
      simulator.get_mutable_context().SetTime(0);
      simulator.get_mutable_context().SetContinuousState(Eigen::VectorXd::Zero(2));
      simulator.Initialize();
      const double whole = std::sqrt(0.125) * Draw("w", i);
      const double first =
          whole * 0.05 / 0.125 + std::sqrt(0.05 * 0.075 / 0.125) * Draw("w", {i, 1, 1});
      const double second = first + (whole - first) * 0.025 / 0.075 +
                            std::sqrt(0.025 * 0.05 / 0.075) * Draw("w", {i, 2, 1});
      const auto at = static_cast<Eigen::Index>(i);
      simulator.AdvanceTo(0.05);
      CompareClose(StateOf(simulator)[at], first);
      simulator.AdvanceTo(0.075);
      CompareClose(StateOf(simulator)[at], second);
      simulator.AdvanceTo(0.125);
      CompareClose(StateOf(simulator)[at], whole);
    }
  }

  void eventsDoNotChangeThePathOnTheGrid() {
    const auto path = [](double period) {
      DiagramBuilder<double> builder;
      builder.AddNamedSystem<Steps>("steps", period);
      builder.AddNamedSystem<Wiener>("w", "w");
      const auto diagram = builder.Build();
      Simulator<double> simulator(*diagram);
      SimulatorConfig config = Config();
      config.stochastic_step = 0.1;
      simulator.set_config(config);
      std::vector<double> values;
      for (int n = 1; n <= 50; ++n) {
        simulator.AdvanceTo(n * 0.1);
        values.push_back(StateOf(simulator)[0]);
      }
      return std::pair(values, simulator.statistics().steps);
    };
    const auto [free, free_steps] = path(1e9);
    const auto [sampled, sampled_steps] = path(0.03);
    for (size_t n = 0; n < free.size(); ++n) QVERIFY(std::abs(free[n] - sampled[n]) < 1e-13);
    // 0.3 s is an instant of both, however it was rounded.
    QCOMPARE(free_steps, 50);
    QCOMPARE(sampled_steps, 50 + 166 - 16);
  }

  void refinementsAreOfOnePath() {
    const auto run = [](int refinement) {
      Wiener system("w", 2);
      Simulator<double> simulator(system);
      simulator.set_config(Config("euler_maruyama", refinement));
      simulator.AdvanceTo(8 * kStep);
      return std::pair(StateOf(simulator), simulator.statistics().steps);
    };
    const auto [coarse, steps] = run(0);
    QCOMPARE(steps, 8);
    for (const int level : {1, 3}) {
      const auto [fine, fine_steps] = run(level);
      QCOMPARE(fine_steps, 8 << level);
      QVERIFY((fine - coarse).norm() < 1e-14);
    }
  }

  // The errors against the exact solution on the same path fall with the step: E|x - exact|² of
  // Euler-Maruyama and Milstein, of order 1 and 2 in h, in closed form (Higham, SIAM Review 43
  // (2001) 525, for the method; the moments follow from the independence of the increments).
  void strongErrorsAreThoseOfTheClosedForm() {
    constexpr int kPaths = 10000;
    for (const char* method : {"euler_maruyama", "milstein"}) {
      for (const int level : {0, 2}) {
        const double h = kStep / (1 << level);
        double sum = 0, squares = 0;
        for (int path = 0; path < kPaths; ++path) {
          const double error = EndError(method, level, path);
          sum += error * error;
          squares += error * error * error * error;
        }
        const double mean = sum / kPaths;
        const double bound = 4 * std::sqrt((squares / kPaths - mean * mean) / kPaths);
        const double l = GrowthPair::kGrowth, m2 = std::pow(GrowthPair::kVolatility, 2), n = 1 / h;
        const double extra = method[0] == 'm' ? m2 * m2 * h * h / 2 : 0;
        const double second = std::pow((1 + l * h) * (1 + l * h) + m2 * h + extra, n);
        const double mixed = std::pow(std::exp(l * h) * (1 + l * h + m2 * h + extra), n);
        const double expected = second - 2 * mixed + std::exp(2 * l + m2);
        QVERIFY2(std::abs(mean - expected) < bound,
                 qPrintable(QString("%1, level %2: %3 for %4 +- %5")
                                .arg(method)
                                .arg(level)
                                .arg(mean)
                                .arg(expected)
                                .arg(bound)));
        QVERIFY(bound < 0.2 * expected);
      }
    }
  }

  // dx = W dV: the whole step is the iterated integral of two leaves' processes, which only a
  // method that knows them to act on each other finds.
  void noisesOfDifferentLeavesActOnEachOther() {
    DiagramBuilder<double> builder;
    auto* w = builder.AddNamedSystem<Wiener>("w", "w");
    auto* modulated = builder.AddNamedSystem<Modulated>("modulated", "v");
    builder.Connect(*w, *modulated);
    const auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    simulator.set_config(Config("sri1"));
    simulator.AdvanceTo(kStep);
    BrownianPath path({{StreamKey("w"), 1}, {StreamKey("v"), 1}});
    path.Enter({}, {}, kStep);
    path.Finish(kStep);
    double integrals[4];
    path.CalcIteratedIntegrals(0, 2, 5, integrals);
    CompareClose(StateOf(simulator)[0], path.increments()[0]);
    CompareClose(StateOf(simulator)[1], integrals[1]);
    QVERIFY(integrals[1] != 0);
  }

  // Leaves that do not act on each other share evaluations, and are what they are alone.
  void noisesOfDifferentLeavesAreApart_data() {
    QTest::addColumn<QString>("method");
    for (const char* name : {"sri1", "srk_weak2"}) QTest::newRow(name) << name;
  }
  void noisesOfDifferentLeavesAreApart() {
    QFETCH(QString, method);
    const auto end_of = [&](const System<double>& system) {
      Simulator<double> simulator(system);
      simulator.set_config(Config(qPrintable(method)));
      simulator.AdvanceTo(2);
      return StateOf(simulator);
    };
    DiagramBuilder<double> builder;
    builder.AddNamedSystem<Mixed>("a", "a");
    builder.AddNamedSystem<Diagonal>("b");
    builder.AddNamedSystem<Mixed>("c", "c");
    const Eigen::VectorXd together = end_of(*builder.Build());
    Eigen::VectorXd apart(6);
    apart << end_of(Mixed("a")), end_of(Diagonal()), end_of(Mixed("c"));
    for (Eigen::Index i = 0; i < 6; ++i) CompareClose(together[i], apart[i]);
    QVERIFY(apart[0] != apart[4]);
  }

  // x1 = x0 + h x1² has no real solution where 4 h x0 > 1.
  void anImplicitStepWithoutSolutionIsNamed() {
    DiagramBuilder<double> builder;
    builder.AddNamedSystem<Exploding>("exploding");
    const auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    simulator.set_config(Config("drift_implicit_euler"));
    QCOMPARE(simulator.TryAdvanceTo(1).FormatMessage(),
             std::string("exploding: failed at t = 0 s: Newton's iteration finds no solution of an "
                         "implicit step's equations: take a smaller stochastic step"));
    QCOMPARE(StateOf(simulator)[0], 3.);
    SimulatorConfig config = Config("drift_implicit_euler");
    config.stochastic_step = 1. / 1024;
    Simulator<double> finer(*diagram);
    finer.set_config(config);
    QVERIFY(finer.AdvanceTo(0.125).succeeded());
    QVERIFY(std::abs(StateOf(finer)[0] - 3 / (1 - 3 * 0.125)) < 0.02);
  }

  void witnessesAreReadAtTheEndsOfSteps() {
    DiagramBuilder<double> builder;
    auto* w = builder.AddNamedSystem<Wiener>("w", "w");
    auto* alarm = builder.AddNamedSystem<Alarm>("alarm");
    builder.Connect(*w, *alarm);
    const auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    simulator.set_config(Config());
    simulator.AdvanceTo(100 * kStep);
    std::vector<double> expected;
    double x = 0;
    for (uint64_t n = 0; n < 100; ++n) {
      const double next = x + std::sqrt(kStep) * Draw("w", n);
      if (x < 0.1 && next >= 0.1) expected.push_back(static_cast<double>(n + 1) * kStep);
      x = next;
    }
    QVERIFY(expected.size() > 2);
    QCOMPARE(alarm->times, expected);
    QCOMPARE(simulator.statistics().steps, 100);
    QCOMPARE(simulator.statistics().witness_isolations, 0);
  }

  void aFixedStepIsNotUsed() {
    Wiener system("w");
    Simulator<double> simulator(system);
    SimulatorConfig config = Config();
    config.integrator = "rk4";
    config.fixed_step = 0.001;
    config.max_step = 0.01;
    simulator.set_config(config);
    simulator.AdvanceTo(8 * kStep);
    QCOMPARE(simulator.statistics().steps, 8);
  }

  void checkingTheCacheFindsNothing() {
    const auto run = [](bool checks) {
      const auto diagram = MakeSampled(0.2);
      Simulator<double> simulator(*diagram);
      simulator.set_config(Config("milstein"));
      if (checks) simulator.get_mutable_context().EnableCacheChecking();
      simulator.AdvanceTo(3);
      return StateOf(simulator);
    };
    QVERIFY(run(true) == run(false));
  }

  void threadsMakeTheSameDraws() {
    const auto diagram = MakeSampled(0.2);
    const auto run = [&diagram](uint64_t number) {
      Simulator<double> simulator(*diagram);
      simulator.set_config(Config("milstein", 2));
      simulator.get_mutable_context().set_random_source({1, number});
      simulator.AdvanceTo(20);
      return StateOf(simulator);
    };
    constexpr size_t kThreads = 4;
    std::vector<Eigen::VectorXd> results(kThreads);
    {
      std::barrier together(kThreads);
      std::vector<std::jthread> threads;
      for (size_t i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] {
          together.arrive_and_wait();
          results[i] = run(i / 2);
        });
      }
    }
    for (size_t i = 0; i < kThreads; ++i) QVERIFY(results[i] == run(i / 2));
    QVERIFY(results[0] == results[1]);
    QVERIFY(results[0] != results[2]);
  }

  void whatIsNotFiniteIsNamed() {
    DiagramBuilder<double> builder;
    auto* steps = builder.AddNamedSystem<Steps>("steps", 1, 0.5);
    auto* noisy = builder.AddNamedSystem<Modulated>("noisy", "noisy");
    builder.Connect(*steps, *noisy);
    const auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    simulator.set_config(Config());
    simulator.AdvanceTo(0.75);
    simulator.get_mutable_context().SetDiscreteState(0, Eigen::VectorXd::Constant(1, std::nan("")));
    const SimulatorStatus status = simulator.TryAdvanceTo(2);
    QCOMPARE(status.FormatMessage(),
             std::string("noisy: failed at t = 0.75 s: its diffusion, or the step with it, is not "
                         "finite: look for a division by zero, or a root or logarithm outside its "
                         "range, or try a smaller stochastic step"));
    QVERIFY(std::isfinite(StateOf(simulator)[0]));
  }

  void aStepThatDoesNotAdvanceTimeEndsTheRun() {
    Wiener system("w");
    Simulator<double> simulator(system);
    SimulatorConfig config = Config();
    config.stochastic_step = 1e-15;
    simulator.set_config(config);
    simulator.get_mutable_context().SetTime(1000);
    const SimulatorStatus status = simulator.TryAdvanceTo(1001);
    QCOMPARE(status.FormatMessage(),
             std::string("failed at t = 1000 s: a stochastic step of 1e-15 s is too short to "
                         "advance this time: take a larger one"));
  }

  void impossibleSettingsAreRefused() {
    const auto refusal = [](const System<double>& system, const SimulatorConfig& config) {
      Simulator<double> simulator(system);
      return MessageOf([&] {
        simulator.set_config(config);
        simulator.Initialize();
      });
    };
    Wiener wiener("w");
    QCOMPARE(refusal(wiener, Config("heun")),
             std::string("Simulator: there is no stochastic integrator 'heun'; there are "
                         "euler_maruyama, milstein, sri1, sriw1, srk_weak2, drift_implicit_euler, "
                         "drift_implicit_milstein"));
    SimulatorConfig config = Config();
    config.stochastic_step = 0;
    QCOMPARE(refusal(wiener, config), std::string("Simulator: the stochastic step must be > 0"));
    QCOMPARE(refusal(wiener, Config("milstein", -1)),
             std::string("the stochastic refinement is -1; it must be in [0, 30]"));

    Kinds general(DiffusionForm::kGeneral);
    general.set_name("kinds");
    QCOMPARE(refusal(general, Config("milstein")),
             std::string("Simulator: kinds: milstein is for additive, scalar or diagonal noise, "
                         "and here several Wiener processes act on a state, or a process on a "
                         "state whose diffusion depends on another; take euler_maruyama or "
                         "sri1"));
    QCOMPARE(refusal(general, Config()), std::string("nothing was thrown"));
  }

  void milsteinWantsTheDerivative() {
    DiagramBuilder<double> builder;
    auto* steps = builder.AddNamedSystem<Steps>("steps", 1);
    auto* noisy = builder.AddNamedSystem<Multiplicative>("noisy", "noisy", false);
    builder.Connect(*steps, *noisy);
    const auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    QCOMPARE(MessageOf([&] { simulator.set_config(Config("milstein")); }),
             std::string("Simulator: noisy: milstein needs the derivative of its diffusion, which "
                         "it does not declare; take euler_maruyama or sri1"));
  }

  void milsteinRefusesNoisyStateBehindADiffusion() {
    // Through a block without noise, whose state may be read.
    const auto refusal = [](bool through_state) {
      DiagramBuilder<double> builder;
      auto* w = builder.AddNamedSystem<Wiener>("w", "w");
      auto* modulated = builder.AddNamedSystem<Modulated>("modulated", "modulated");
      if (through_state) {
        auto* integrator = builder.AddNamedSystem<Integrator>("integrator");
        builder.Connect(*w, *integrator);
        builder.Connect(*integrator, *modulated);
      } else {
        builder.Connect(*w, *modulated);
      }
      const auto diagram = builder.Build();
      Simulator<double> simulator(*diagram);
      return MessageOf([&] { simulator.set_config(Config("milstein")); });
    };
    QCOMPARE(refusal(false),
             std::string("Simulator: modulated: its diffusion depends through its input u on the "
                         "noisy state of w, which milstein does not take into account; take "
                         "euler_maruyama or sri1"));
    QCOMPARE(refusal(true), std::string("nothing was thrown"));
  }

  void declarationsAreChecked() {
    QCOMPARE(MessageOf([] { Kinds wrong(DiffusionForm::kScalar); }),
             std::string("DeclareDiffusion(): scalar noise has one Wiener process"));
    QCOMPARE(MessageOf([] { Kinds wrong(DiffusionForm::kDiagonal); }),
             std::string("DeclareDiffusion(): diagonal noise has a Wiener process for each state"));
  }

 private:
  /// dx = 0.5 x dt + 0.3 x dW and W itself, driven by one process.
  class GrowthPair final : public LeafSystem<double> {
   public:
    static constexpr double kGrowth = 0.5, kVolatility = 0.3;
    GrowthPair() {
      DeclareContinuousState(BasicVector<double>{1., 0.});
      DeclareDiffusion(1, &GrowthPair::CalcDiffusion, StreamKey("pair"), DiffusionForm::kScalar);
      DeclareDiffusionDerivative(&GrowthPair::CalcDerivative);
    }

   private:
    void DoCalcTimeDerivatives(const Context<double>& context,
                               ContinuousState<double>* derivatives) const override {
      derivatives->SetFromVector(Eigen::Vector2d(kGrowth * continuous_data(context)[0], 0));
    }
    void CalcDiffusion(const Context<double>& context, Eigen::Map<Eigen::MatrixXd>* b) const {
      *b << kVolatility * continuous_data(context)[0], 1;
    }
    void CalcDerivative(const Context<double>& context, double* derivative) const {
      derivative[0] = kVolatility * kVolatility * continuous_data(context)[0];
      derivative[1] = 0;
    }
  };

  /// Of a path of it at t = 1 against the exact solution.
  static double EndError(const char* method, int level, int path) {
    static const GrowthPair pair;
    Simulator<double> simulator(pair);
    simulator.set_config(Config(method, level));
    simulator.get_mutable_context().set_random_source({0, static_cast<uint64_t>(path)});
    simulator.AdvanceTo(1);
    const Eigen::VectorXd x = StateOf(simulator);
    const double m = GrowthPair::kVolatility;
    return x[0] - std::exp(GrowthPair::kGrowth - m * m / 2 + m * x[1]);
  }
};

LOOPWRIGHT_TEST(TestStochasticSimulation)

}  // namespace loopwright::test_stochastic_simulation

#include "test_stochastic_simulation.moc"
