// Blocks whose continuous state follows stochastic differential equations.

#include <QObject>
#include <QTest>

#include "engine/random/draw.h"
#include "tests/blocklib/diagram_run.h"
#include "tests/engine/message_of.h"

// After the header that takes Qt's keyword away.
#include "blocklib/stochastic/mean_reverting_noise.h"
#include "blocklib/stochastic/ornstein_uhlenbeck.h"
#include "blocklib/stochastic/stochastic_equation.h"
#include "engine/build/build.h"
#include "engine/common/exceptions.h"
#include "engine/diagram/diagram.h"
#include "engine/simulation/simulator.h"
#include "tests/test_main.h"

namespace loopwright::test_stochastic_equations {

namespace {

using Values = std::vector<double>;

constexpr double kStep = 0.1;

double Increment(const std::string& stream, DrawNumber number) {
  return std::sqrt(kStep) * GaussianDraw({}, StreamKey(stream), number);
}

RunOptions Options(const std::string& method = "euler_maruyama") {
  RunOptions options;
  options.stochastic_integrator = method;
  options.stochastic_step = kStep;
  return options;
}

std::string BlockB(const std::string& type, const std::string& parameters) {
  return "'b': {'type': '" + type + "', 'parameters': {" + parameters + "}}";
}

/// y of the block `b` after every step.
std::vector<Values> Steps(const std::string& blocks, int count,
                          const std::string& method = "euler_maruyama",
                          const std::string& wires = "") {
  std::vector<Values> steps;
  const RunResult result =
      RunDiagram(DiagramText(blocks, wires), {"b.y"}, count * kStep, Options(method));
  for (const Row& row : result.side('-')) steps.push_back(row.values);
  return steps;
}

void CompareClose(double actual, double expected) {
  QVERIFY2(std::abs(actual - expected) <= 1e-14 * std::max(1., std::abs(expected)),
           qPrintable(QString("%1 for %2").arg(actual, 0, 'g', 17).arg(expected, 0, 'g', 17)));
}

/// An atmosphere whose density varies about its mean by a mean-reverting part.
class Density final : public MeanRevertingNoise<double> {
 public:
  Density(double time_constant, double stationary_std) {
    SetTimeConstant(time_constant);
    SetStationaryStd(stationary_std);
  }
  void Register() {
    RegisterStates(StreamKey("density"));
    DeclareOutput("density", 2);
  }

 private:
  void WriteOutput(int64_t current_sim_nanos, const double& x, double* output) const override {
    output[0] = 1 + x;
    output[1] = static_cast<double>(current_sim_nanos);
  }
};

}  // namespace

class TestStochasticEquations : public QObject {
  Q_OBJECT

 private slots:
  void aWienerProcessAddsItsIncrements() {
    const auto steps =
        Steps(BlockB("WienerProcess", "'intensity': 0.5, 'initial_value': 2, 'stream': 'w'"), 10);
    QCOMPARE(steps.size(), size_t{11});
    double x = 2;
    for (uint64_t n = 0; n <= 10; ++n) {
      CompareClose(steps[n].at(0), x);
      x += 0.5 * Increment("w", n);
    }
  }

  void anOrnsteinUhlenbeckProcessReverts() {
    const auto steps = Steps(BlockB("OrnsteinUhlenbeck",
                                    "'time_constant': 0.4, 'stationary_deviation': 3, "
                                    "'initial_value': 7"),
                             10);
    double x = 7;
    for (uint64_t n = 0; n <= 10; ++n) {
      CompareClose(steps[n].at(0), x);
      x += -x / 0.4 * kStep + std::sqrt(2 / 0.4) * 3 * Increment("b", n);
    }
  }

  void anOrnsteinUhlenbeckProcessCanStartStationary() {
    RunOptions options = Options();
    options.run = 9;
    const RunResult result = RunDiagram(
        DiagramText(BlockB("OrnsteinUhlenbeck",
                           "'stationary_deviation': 3, 'initial_value': 7, 'start_stationary': "
                           "true"),
                    ""),
        {"b.y"}, 0, options);
    const double draw = GaussianDraw({0, 9}, StreamKey("b"), FirstValueDraw());
    QCOMPARE(result.rows.front().values.at(0), 3 * draw);
    QVERIFY(draw != GaussianDraw({0, 9}, StreamKey("b"), 0));
  }

  void geometricBrownianMotionGrows_data() {
    QTest::addColumn<QString>("method");
    QTest::newRow("euler_maruyama") << "euler_maruyama";
    QTest::newRow("milstein") << "milstein";
  }
  void geometricBrownianMotionGrows() {
    QFETCH(QString, method);
    const auto steps = Steps(
        BlockB("GeometricBrownianMotion", "'drift': -0.5, 'volatility': 0.8, 'initial_value': 2"),
        10, method.toStdString());
    double x = 2;
    for (uint64_t n = 0; n <= 10; ++n) {
      CompareClose(steps[n].at(0), x);
      const double dw = Increment("b", n);
      const double correction = method == "milstein" ? 0.5 * 0.64 * x * (dw * dw - kStep) : 0;
      x += -0.5 * x * kStep + 0.8 * x * dw + correction;
    }
  }

  void equationsOfGeneralNoiseAreAdvanced() {
    const auto steps = Steps(BlockB("StochasticEquation",
                                    "'drift': ['x2', '-x1 + t'], 'diffusion': [['0.3*x1', '0', "
                                    "'0.1'], ['x2', '0.2', 't']], 'outputs': ['x1', 'x2'], "
                                    "'initial_state': [1, -1]"),
                             10);
    double x1 = 1, x2 = -1;
    for (uint64_t n = 0; n <= 10; ++n) {
      CompareClose(steps[n].at(0), x1);
      CompareClose(steps[n].at(1), x2);
      const double t = static_cast<double>(n) * kStep;
      const double a = Increment("b", 3 * n), b = Increment("b", 3 * n + 1),
                   c = Increment("b", 3 * n + 2);
      const double next = x1 + x2 * kStep + 0.3 * x1 * a + 0.1 * c;
      x2 += (-x1 + t) * kStep + x2 * a + 0.2 * b + t * c;
      x1 = next;
    }
  }

  // One process on two states: b = (x1 x2, x1²), so (∂b/∂x) b = (x2 b1 + x1 b2, 2 x1 b1).
  void milsteinDifferentiatesFormulasOfScalarNoise() {
    const auto steps = Steps(BlockB("StochasticEquation",
                                    "'drift': ['0', '0'], 'diffusion': [['x1*x2'], ['x1^2']], "
                                    "'outputs': ['x1', 'x2'], 'initial_state': [0.5, 0.3]"),
                             10, "milstein");
    double x1 = 0.5, x2 = 0.3;
    for (uint64_t n = 0; n <= 10; ++n) {
      CompareClose(steps[n].at(0), x1);
      CompareClose(steps[n].at(1), x2);
      const double dw = Increment("b", n), second = 0.5 * (dw * dw - kStep);
      const double b1 = x1 * x2, b2 = x1 * x1;
      const double next = x1 + b1 * dw + (x2 * b1 + x1 * b2) * second;
      x2 += b2 * dw + 2 * x1 * b1 * second;
      x1 = next;
    }
  }

  void milsteinDifferentiatesFormulasOfDiagonalNoise() {
    const auto steps = Steps(BlockB("StochasticEquation",
                                    "'drift': ['x2', '0'], 'diffusion': [['x1^2', '0'], ['0', "
                                    "'2*x2']], 'outputs': ['x1', 'x2'], 'initial_state': [0.5, "
                                    "0.3]"),
                             10, "milstein");
    double x1 = 0.5, x2 = 0.3;
    for (uint64_t n = 0; n <= 10; ++n) {
      CompareClose(steps[n].at(0), x1);
      CompareClose(steps[n].at(1), x2);
      const double a = Increment("b", 2 * n), b = Increment("b", 2 * n + 1);
      const double next = x1 + x2 * kStep + x1 * x1 * a + x1 * x1 * x1 * (a * a - kStep);
      x2 += 2 * x2 * b + 2 * x2 * (b * b - kStep);
      x1 = next;
    }
  }

  void theFormOfNoiseFollowsFromTheFormulas_data() {
    QTest::addColumn<QString>("diffusion");
    QTest::addColumn<int>("form");
    const auto row = [](const char* name, const char* diffusion, DiffusionForm form) {
      QTest::newRow(name) << diffusion << static_cast<int>(form);
    };
    row("numbers", "[['1', '2'], ['3', '4']]", DiffusionForm::kAdditive);
    row("time", "[['t', '2'], ['0', 'sin(t)']]", DiffusionForm::kAdditive);
    row("one process", "[['x2'], ['x1']]", DiffusionForm::kScalar);
    row("diagonal", "[['x1', '0'], ['0', '3']]", DiffusionForm::kDiagonal);
    row("diagonal that sees another", "[['x2', '0'], ['0', '3']]", DiffusionForm::kGeneral);
    row("beside the diagonal", "[['x1', '1'], ['0', '3']]", DiffusionForm::kGeneral);
    row("three processes", "[['x1', '0', '0'], ['0', '0', '1']]", DiffusionForm::kGeneral);
  }
  void theFormOfNoiseFollowsFromTheFormulas() {
    QFETCH(QString, diffusion);
    QFETCH(int, form);
    const std::string block = BlockB(
        "StochasticEquation",
        "'drift': ['x2', '0'], 'initial_state': [0, 0], 'diffusion': " + diffusion.toStdString());
    const BuildResult built = BuildDiagram(LoadText(DiagramText(block, "")), BuiltInBlocks());
    QVERIFY(built.ok());
    const auto& system =
        dynamic_cast<const LeafSystem<double>&>(built.diagram->GetSubsystemByName("b"));
    QCOMPARE(static_cast<int>(system.diffusion()->form()), form);
  }

  void equationsReadInputs() {
    // The second element of a vector modulates the noise, the first one drives.
    const auto steps =
        Steps("'c': {'type': 'Constant', 'parameters': {'value': [2, 0.5]}}," +
                  BlockB("StochasticEquation",
                         "'drift': ['u1[0]'], 'diffusion': [['u1[1]']], 'outputs': ['x1 + u1[0]'], "
                         "'inputs': 1"),
              5, "milstein", "c.y>b.u1");
    double x = 0;
    for (uint64_t n = 0; n <= 5; ++n) {
      CompareClose(steps[n].at(0), x + 2);
      x += 2 * kStep + 0.5 * Increment("b", n);
    }
  }

  void branchesChangeAtTheEndsOfSteps() {
    // A drift that turns round at 0: x1 < 0 is pulled up, x1 >= 0 down.
    const RunResult result =
        RunDiagram(DiagramText(BlockB("StochasticEquation",
                                      "'drift': ['x1 < 0 ? 1 : -1'], 'outputs': ['x1', "
                                      "'x1 < 0']"),
                               ""),
                   {"b.y"}, 20 * kStep, Options());
    double x = 0;
    for (uint64_t n = 0; n < 20; ++n) {
      x += (x < 0 ? 1 : -1) * kStep + Increment("b", n);
      const double t = static_cast<double>(n + 1) * kStep;
      const auto row = std::find_if(result.rows.begin(), result.rows.end(), [&](const Row& r) {
        return r.side == '-' && std::abs(r.time - t) < 1e-9;
      });
      QVERIFY(row != result.rows.end());
      CompareClose(row->values[0], x);
    }
    // Each change of the branch is an update at the end of a step.
    QVERIFY(Jumps(result).size() > 3);
    for (const Row& row : Jumps(result)) {
      QCOMPARE(row.values[1], row.values[0] < 0 ? 1. : 0.);
      QVERIFY(std::abs(row.time / kStep - std::round(row.time / kStep)) < 1e-9);
    }
  }

  void ordinaryStateAndUpdatesRunAlong() {
    // A sampled disturbance at times beside the grid, an integrator of the noise, a counter.
    const RunResult result =
        RunDiagram(DiagramText("'w': {'type': 'WienerProcess'}, 'i': {'type': 'Integrator'},"
                               "'h': {'type': 'ZeroOrderHold', 'parameters': {'period': 0.25}}",
                               "w.y>i.u w.y>h.u"),
                   {"w.y", "i.y", "h.y"}, 1, Options());
    double integral = 0;
    for (size_t k = 1; k < result.rows.size(); ++k) {
      const Row& before = result.rows[k - 1];
      const Row& row = result.rows[k];
      integral += (row.time - before.time) * before.values[0];
      CompareClose(row.values[1], integral);
      if (row.side == '+') QCOMPARE(row.values[2], row.values[0]);
    }
    // The path on the grid is the same as without the samples; within a cell it is a bridge.
    double x = 0;
    for (uint64_t n = 0; n < 10; ++n) {
      if (n == 2) {
        const double whole = Increment("w", 2);
        const double bridge =
            std::sqrt(0.05 * 0.05 / 0.1) * GaussianDraw({}, StreamKey("w"), {2, 1, 1});
        QVERIFY(std::abs(result.at(0.25, '-', 0) - (x + whole / 2 + bridge)) < 1e-12);
      }
      x += Increment("w", n);
      QVERIFY(std::abs(result.at(static_cast<double>(n + 1) * kStep + 1e-9, '-', 0) - x) < 1e-12);
    }
  }

  void aHalvedStepRefinesThePathOfTheFile() {
    std::string text = DiagramText("'w': {'type': 'WienerProcess'}", "");
    text.insert(1, "\"simulation\": {\"stochastic_step\": 0.1}, ");
    const auto path = [&](double step) {
      RunOptions options;
      options.stochastic_step = step;
      const RunResult result = RunDiagram(text, {"w.y"}, 1, options);
      Values values;
      for (int n = 1; n <= 10; ++n) values.push_back(result.at(0.1 * n + 1e-9, '-'));
      return std::pair(values, result.side('-').size());
    };
    const auto [whole, whole_rows] = path(0.1);
    const auto [quarter, quarter_rows] = path(0.025);
    const auto [third, third_rows] = path(0.1 / 3);
    QCOMPARE(whole_rows, size_t{11});
    QCOMPARE(quarter_rows, size_t{41});
    for (size_t n = 0; n < 10; ++n) QVERIFY(std::abs(whole[n] - quarter[n]) < 1e-14);
    QVERIFY(std::abs(whole[9] - third[9]) > 1e-3);
    // A longer step is a grid of its own, whose cells have draws of their own.
    const Values coarse = path(0.2).first;
    QCOMPARE(coarse[1], std::sqrt(0.2) * GaussianDraw({}, StreamKey("w"), 0));
  }

  // --- the base class ---

  void meanRevertingNoiseHasTheDocumentedInterface() {
    Density noise(0.1, 0.8);
    QCOMPARE(noise.time_constant(), 0.1);
    QCOMPARE(noise.stationary_std(), 0.8);
    noise.Register();
    QCOMPARE(noise.num_continuous_states(), 1);
    QCOMPARE(noise.diffusion()->num_noises(), 1);
    const auto context = noise.CreateDefaultContext();
    QCOMPARE(noise.GetStateValue(*context), 0.);
    noise.SetStateValue(context.get(), -0.25);
    context->SetTime(1.5);
    QCOMPARE(noise.GetStateValue(*context), -0.25);
    QCOMPARE(noise.get_output_port(0).Eval(*context)[0], 0.75);
    QCOMPARE(noise.get_output_port(0).Eval(*context)[1], 1.5e9);
    QCOMPARE(noise.EvalTimeDerivatives(*context)[0], 2.5);
    const auto& diffusion = noise.diffusion()->matrix();
    QCOMPARE(diffusion.EvalData(*context)[0], std::sqrt(2 / 0.1) * 0.8);
    noise.SetTimeConstant(context.get(), 0.5);
    noise.SetStationaryStd(context.get(), 2);
    QCOMPARE(noise.EvalTimeDerivatives(*context)[0], 0.5);
    QCOMPARE(diffusion.EvalData(*context)[0], std::sqrt(2 / 0.5) * 2);
  }

  void meanRevertingNoiseRefusesWhatIsWrong() {
    const std::string time = "MeanRevertingNoise: the time constant is ";
    const std::string deviation = "MeanRevertingNoise: the stationary standard deviation is ";
    QCOMPARE(MessageOf([] { Density noise(0, 1); }), time + "0 s; it must be > 0 and finite");
    QCOMPARE(MessageOf([] { Density noise(-1, 1); }), time + "-1 s; it must be > 0 and finite");
    QCOMPARE(MessageOf([] { Density noise(1, -1); }), deviation + "-1; it must be >= 0 and finite");
    QCOMPARE(MessageOf([] { Density noise(1, 0); }), std::string("nothing was thrown"));

    Density noise(1, 1), registered(1, 1);
    registered.Register();
    const auto context = registered.CreateDefaultContext();
    const std::string advice =
        "(): the state `meanRevertingState` is not registered yet; call RegisterStates() first";
    QCOMPARE(MessageOf([&] { noise.GetStateValue(*context); }),
             "MeanRevertingNoise::GetStateValue" + advice);
    QCOMPARE(MessageOf([&] { noise.SetStateValue(context.get(), 1); }),
             "MeanRevertingNoise::SetStateValue" + advice);
    QCOMPARE(MessageOf([&] { registered.SetTimeConstant(context.get(), 0); }),
             time + "0 s; it must be > 0 and finite");
    QCOMPARE(MessageOf([&] { registered.SetStationaryStd(context.get(), -2); }),
             deviation + "-2; it must be >= 0 and finite");
    QCOMPARE(MessageOf([&] { registered.SetTimeConstant(2); }),
             std::string("MeanRevertingNoise::SetTimeConstant(): the state is registered; set the "
                         "time constant of a context"));
    QCOMPARE(MessageOf([&] { registered.SetStationaryStd(2); }),
             std::string("MeanRevertingNoise::SetStationaryStd(): the state is registered; set the "
                         "deviation of a context"));
  }

  // Mean, variance and time constant of a long run, against those of the method's own recursion
  // x+ = (1 - h/tau) x + sigma sqrt(2 h/tau) w: four standard errors, which are less than half of
  // what 5 % of a coefficient do, so that these are found whatever the sample's own error is.
  void meanRevertingNoiseHasItsStatistics() {
    constexpr double kTau = 0.1, kSigma = 0.8, kH = 0.01;
    constexpr int kSteps = 600000;
    Density noise(kTau, kSigma);
    noise.Register();
    Simulator<double> simulator(noise);
    SimulatorConfig config;
    config.stochastic_step = kH;
    simulator.set_config(config);
    Values samples;
    samples.reserve(kSteps);
    simulator.set_recorder([&](const Context<double>& context, Side) {
      samples.push_back(noise.get_output_port(0).Eval(context)[0]);
    });
    simulator.AdvanceTo(kSteps * kH);
    const auto n = static_cast<double>(samples.size());
    QVERIFY(n > kSteps);
    double mean = 0, variance = 0, product = 0;
    for (const double y : samples) mean += y / n;
    for (size_t i = 0; i < samples.size(); ++i) {
      variance += (samples[i] - mean) * (samples[i] - mean) / n;
      if (i > 0) product += (samples[i] - mean) * (samples[i - 1] - mean) / n;
    }
    const double phi = 1 - kH / kTau;
    const double stationary = kSigma * kSigma / (1 - kH / (2 * kTau));
    const double mean_error = std::sqrt(stationary * (1 + phi) / (1 - phi) / n);
    const double variance_error = stationary * std::sqrt(2 / n * (1 + phi * phi) / (1 - phi * phi));
    QVERIFY(std::abs(mean - 1) < 4 * mean_error);
    QVERIFY(4 * mean_error < 0.05 * kSigma);
    QVERIFY(std::abs(variance - stationary) < 4 * variance_error);
    // 5 % of sigma change the variance by 10 %, 5 % of the diffusion's tau by 5 %.
    QVERIFY(4 * variance_error < 0.024 * stationary);
    const double tau = kH / (1 - product / variance);
    const double tau_error = kTau * std::sqrt((1 - phi * phi) / n) / (1 - phi);
    QVERIFY(std::abs(tau - kTau) < 4 * tau_error);
    QVERIFY(4 * tau_error < 0.024 * kTau);
  }

  // --- what is said of diagrams ---

  void aNoteSaysWhatIsNotUsed() {
    const std::string blocks = BlockB("WienerProcess", "") + ", 'o': {'type': 'OrnsteinUhlenbeck'}";
    const std::vector<std::string> expected{
        "b: this block brings noise into continuous state, so `stochastic_integrator` advances all "
        "of it, in steps of `stochastic_step`; `integrator` and `accuracy` are not used, and "
        "witnesses are read at the ends of steps only"};
    QVERIFY(Problems(DiagramText(blocks, "")) == expected);
    QVERIFY(Problems(DiagramText("'b': {'type': 'WienerProcess', 'enabled': false}", "")).empty());
    QVERIFY(Problems(DiagramText(BlockB("GaussianNoise", ""), "")).empty());
  }

  void milsteinIsRefusedWhereItIsNotForTheNoise() {
    const auto refusal = [](const std::string& diffusion, const std::string& method) {
      const std::string block =
          BlockB("StochasticEquation",
                 "'drift': ['x2', '0'], 'initial_state': [0, 0], 'diffusion': " + diffusion);
      try {
        RunDiagram(DiagramText(block, ""), {"b.y"}, 1, Options(method));
      } catch (const UsageError& error) {
        return std::string(error.what());
      }
      return std::string("it ran");
    };
    const std::string commuting_not = "[['x1', 'x2'], ['0', '1']]";
    QCOMPARE(refusal(commuting_not, "milstein"),
             std::string("b: milstein is for additive, scalar or diagonal noise, and here several "
                         "Wiener processes act on a state, or a process on a state whose diffusion "
                         "depends on another; take euler_maruyama or sri1"));
    QCOMPARE(refusal(commuting_not, "euler_maruyama"), std::string("it ran"));
    QCOMPARE(refusal("[['x1', '0'], ['0', '1']]", "milstein"), std::string("it ran"));
    for (const char* method : {"sri1", "srk_weak2", "drift_implicit_euler"}) {
      QCOMPARE(refusal(commuting_not, method), std::string("it ran"));
    }
    for (const char* method : {"sriw1", "drift_implicit_milstein"}) {
      QVERIFY(refusal(commuting_not, method).starts_with(std::string("b: ") + method + " is for"));
      QCOMPARE(refusal("[['x1', '0'], ['0', '1']]", method), std::string("it ran"));
    }
  }

  void implicitMethodsIntegrateDoublesOnly() {
    const OrnsteinUhlenbeck<AutoDiff> noise({}, "noise");
    Simulator<AutoDiff> simulator(noise);
    SimulatorConfig config;
    config.stochastic_integrator = "drift_implicit_euler";
    QCOMPARE(MessageOf([&] { simulator.set_config(config); }),
             std::string("Simulator: drift_implicit_euler integrates systems of double only"));
    for (const char* method : {"sri1", "sriw1", "srk_weak2"}) {
      config.stochastic_integrator = method;
      simulator.set_config(config);
      QVERIFY(simulator.AdvanceTo(0.01 + ValueOf(simulator.get_context().get_time())).succeeded());
    }
  }

  void randomInportsHaveStreamsOfTheirOwn() {
    const std::vector<std::string> problems = Problems(DiagramText(
        "'in': {'type': 'Inport', 'parameters': {'random': 'gaussian'}},"
        "'n': {'type': 'GaussianNoise', 'parameters': {'stream': 'in'}}, 's': {'type': 'Scope'}",
        "in.y>s.u1"));
    QVERIFY(problems == (std::vector<std::string>{
                            "n: its random stream \"in\" gives the same draws as the stream "
                            "\"in\" of in; give one of them another `stream`"}));
  }

  void randomParametersHaveStreamsOfTheirOwn() {
    const std::vector<std::string> problems = Problems(DiagramText(
        "'n': {'type': 'GaussianNoise', 'parameters': {'stream': '.m'}}, 'g': {'type': "
        "'GaussianNoise', 'parameters': {'stream': 'h.gain'}}, 'c': {'type': 'Constant'}, 'h': "
        "{'type': 'Gain', 'random': {'gain': {'distribution': 'uniform', 'lower': 0, 'upper': "
        "1}}}",
        "c.y>h.u", "'m': {'value': 1, 'random': {'distribution': 'exponential', 'rate': 1}}"));
    QVERIFY(problems == (std::vector<std::string>{
                            "n: its random stream \".m\" gives the same draws as the stream "
                            "\".m\" of m; give one of them another `stream`",
                            "h.gain: its random stream \"h.gain\" gives the same draws as the "
                            "stream \"h.gain\" of g; give one of them another `stream`"}));
  }

  void randomInportsOfTheTopLevelAreSampled() {
    const RunResult result = RunDiagram(
        DiagramText("'in': {'type': 'Inport', 'parameters': {'random': 'exponential', 'width': 2, "
                    "'period': 0.5}}, 's': {'type': 'Scope'}",
                    "in.y>s.u1"),
        {"in.y"}, 1.2);
    const auto sample = [](uint64_t k) {
      const uint64_t stream = StreamKey("in");
      return Values{ExponentialDraw({}, stream, 2 * k), ExponentialDraw({}, stream, 2 * k + 1)};
    };
    QCOMPARE(result.rows.front().values, sample(0));
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{3});
    for (uint64_t k = 0; k < 3; ++k) {
      QCOMPARE(jumps[k].time, 0.5 * static_cast<double>(k));
      QCOMPARE(jumps[k].values, sample(k + 1));
    }
  }
};

LOOPWRIGHT_TEST(TestStochasticEquations)

}  // namespace loopwright::test_stochastic_equations

#include "test_stochastic_equations.moc"
