#include <Eigen/LU>
#include <QObject>
#include <QTest>
#include <cmath>
#include <random>

#include "tests/allocation_count.h"
#include "tests/blocklib/diagram_run.h"
#include "tests/random_count.h"

// After the header that takes Qt's keyword away.
#include "engine/analysis/document_equations.h"
#include "engine/context/context_data.h"
#include "engine/diagram/diagram.h"
#include "engine/integration/method_list.h"
#include "engine/loops/loop_solver.h"
#include "engine/simulation/simulator.h"
#include "tests/test_main.h"

namespace loopwright::test_algebraic_loops {

namespace {

constexpr double kRounding = 1e-15;

RunOptions Solve() {
  RunOptions options;
  options.algebraic_loops = "solve";
  return options;
}

/// The same with many records.
RunOptions SolveOften() {
  RunOptions options = Solve();
  options.log_interval = 0.01;
  return options;
}

/// y = u - 3 y, and what it gives.
std::string LinearLoop() {
  return DiagramText(
      "'u': {'type': 'Sine'}, 'sum': {'type': 'Sum', 'parameters': {'signs': '+-'}},"
      "'gain': {'type': 'Gain', 'parameters': {'gain': 3}}",
      "u.y>sum.u1 gain.y>sum.u2 sum.y>gain.u");
}

/// The zero of an increasing function, by halving.
template <typename F>
long double ZeroOf(const F& f, long double low, long double high) {
  for (int i = 0; i < 200; ++i) {
    const long double middle = (low + high) / 2;
    (f(middle) > 0 ? high : low) = middle;
  }
  return (low + high) / 2;
}

std::string FailureOf(const std::string& text, double stop, const RunOptions& options = Solve()) {
  try {
    const RunResult result = RunDiagram(text, {}, stop, options);
    return result.outcome.message;
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::string VectorText(const Eigen::VectorXd& v) {
  std::string text = "[";
  for (int i = 0; i < v.size(); ++i) {
    char number[40];
    std::snprintf(number, sizeof number, "%s%.17g", i > 0 ? ", " : "", v[i]);
    text += number;
  }
  return text + "]";
}

std::string MatrixText(const Eigen::MatrixXd& m) {
  std::string text = "[";
  for (int i = 0; i < m.rows(); ++i) text += (i > 0 ? ", " : "") + VectorText(m.row(i));
  return text + "]";
}

Eigen::VectorXd Values(const Row& row) {
  return Eigen::Map<const Eigen::VectorXd>(row.values.data(), std::ssize(row.values));
}

/// z with z² = `square`, searched for from 1 on.
std::unique_ptr<Diagram<double>> SquareRoot(double square) {
  Document document = LoadText(DiagramText(
      "'u': {'type': 'Constant', 'parameters': {'value': " + std::to_string(square) +
          "}}, 'z': {'type': 'AlgebraicConstraint', 'parameters': {'initial_guess': 1}},"
          "'f': {'type': 'Expression', 'parameters': {'expression': 'u1^2 - u2', 'inputs': 2}}",
      "z.z>f.u1 u.y>f.u2 f.y>z.u"));
  document.simulation.Set("algebraic_loops", ParameterSetting("solve"));
  return BuildDiagramOf<double>(document, BuiltInBlocks()).diagram;
}

double RootIn(const Diagram<double>& diagram, const Context<double>& context) {
  const System<double>& z = diagram.GetSubsystemByName("z");
  return z.get_output_port(0).Eval(diagram.GetSubsystemContext(z, context))[0];
}

}  // namespace

/// Algebraic loops that are solved, against their solutions.
class TestAlgebraicLoops : public QObject {
  Q_OBJECT

 private slots:
  void aLinearLoopIsItsSolution() {
    const RunResult result = RunDiagram(LinearLoop(), {"u.y", "sum.y", "gain.y"}, 3, SolveOften());
    QVERIFY(result.rows.size() > 50);
    for (const Row& row : result.rows) {
      QVERIFY(std::abs(row.values[1] - row.values[0] / 4) <= kRounding);
      QVERIFY(std::abs(row.values[2] - 0.75 * row.values[0]) <= kRounding);
    }
  }

  void aCosineIsItsSolution() {
    const std::string text = DiagramText(
        "'u': {'type': 'Sine', 'parameters': {'amplitude': 2}},"
        "'y': {'type': 'Expression', 'parameters': {'expression': 'cos(u1 + u2)', "
        "'inputs': 2}}",
        "u.y>y.u1 y.y>y.u2");
    const RunResult result = RunDiagram(text, {"u.y", "y.y"}, 0.6, SolveOften());
    QVERIFY(result.rows.size() > 50);
    for (const Row& row : result.rows) {
      const long double u = row.values[0];
      const long double y = ZeroOf([u](long double z) { return z - std::cos(z + u); }, -1, 1);
      QVERIFY(std::abs(row.values[1] - y) <= kRounding);
    }
  }

  void aBiproperPlantUnderProportionalControl_data() {
    QTest::addColumn<QString>("method");
    for (const IntegrationMethodInfo& method : IntegrationMethods()) {
      const std::string name(method.name);
      QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
  }
  void aBiproperPlantUnderProportionalControl() {
    QFETCH(QString, method);
    const std::string text = DiagramText(
        "'r': {'type': 'Constant', 'parameters': {'value': 1}},"
        "'error': {'type': 'Sum', 'parameters': {'signs': '+-'}},"
        "'controller': {'type': 'Gain', 'parameters': {'gain': 5}},"
        "'plant': {'type': 'TransferFunction', 'parameters': {'numerator': [1, 2], "
        "'denominator': [1, 1]}}",
        "r.y>error.u1 plant.y>error.u2 error.y>controller.u controller.y>plant.u");
    RunOptions options = Solve();
    options.integrator = method.toStdString();
    options.accuracy = 1e-11;
    const IntegrationMethodInfo* info = FindIntegrationMethod(*options.integrator);
    const bool is_crude = info->order < 3;
    if (is_crude) options.fixed_step = 1e-4;
    const RunResult result = RunDiagram(text, {"plant.y"}, 1, options);
    for (const Row& row : result.rows) {
      const double y = 10. / 11 + (5. / 6 - 10. / 11) * std::exp(-11. / 6 * row.time);
      QVERIFY2(std::abs(row.values[0] - y) < (is_crude ? 1e-4 : 1e-9),
               qPrintable(QString::number(row.values[0] - y)));
    }
  }

  // I (exp(v/V) - 1) = (E - v)/R, by the constraint that the currents are equal.
  void aDiodeAndAResistor() {
    const std::string text = DiagramText(
        "'E': {'type': 'Sine', 'parameters': {'amplitude': 5}},"
        "'currents': {'type': 'Expression', 'parameters': {'expression': "
        "'1e-12*(exp(u1/0.025) - 1) - (u2 - u1)/1000', 'inputs': 2}},"
        "'v': {'type': 'AlgebraicConstraint'}",
        "v.z>currents.u1 E.y>currents.u2 currents.y>v.u");
    const RunResult result = RunDiagram(text, {"E.y", "v.z"}, 6.5, SolveOften());
    for (const Row& row : result.rows) {
      const long double e = row.values[0];
      const long double v = ZeroOf(
          [e](long double z) { return 1e-12L * std::expm1(z / 0.025L) - (e - z) / 1000; }, -6, 2);
      QVERIFY2(std::abs(row.values[1] - v) <= 1e-15 * std::max(1.0L, std::abs(v)),
               qPrintable(QString::number(double(row.values[1] - v))));
    }
  }

  void aSaturationInsideChangesItsBranch() {
    const std::string text = DiagramText(
        "'u': {'type': 'Sine', 'parameters': {'amplitude': 6}},"
        "'sum': {'type': 'Sum', 'parameters': {'signs': '+-'}},"
        "'gain': {'type': 'Gain', 'parameters': {'gain': 2}},"
        "'limit': {'type': 'Saturation'}, 'x': {'type': 'Integrator'}",
        "u.y>sum.u1 gain.y>sum.u2 sum.y>limit.u limit.y>gain.u limit.y>x.u");
    const RunResult result = RunDiagram(text, {"u.y", "limit.y", "x.y"}, 7, Solve());
    int limited = 0;
    for (const Row& row : result.rows) {
      const double y = std::clamp(row.values[0] / 3, -1., 1.);
      limited += std::abs(y) == 1;
      QVERIFY2(std::abs(row.values[1] - y) <= 1e-12, qPrintable(QString::number(row.time)));
    }
    QVERIFY(limited > 10);
    QVERIFY(std::ssize(result.rows) - limited > 10);
    // The integral of the clipped sine over half a period: 2 sin t up to 30 degrees, then 1.
    const double half = 4 * (1 - std::cos(M_PI / 6)) + 2 * M_PI / 3;
    QVERIFY(std::abs(result.at(M_PI + 1e-9, '-', 2) - half) < 0.1);
  }

  void twoLoopsInOne() {
    const std::string text = DiagramText(
        "'u': {'type': 'Sine'},"
        "'a': {'type': 'Expression', 'parameters': {'expression': 'u1 - u2 - 0.5*u3', 'inputs': "
        "3}},"
        "'b': {'type': 'Expression', 'parameters': {'expression': 'u1 + 0.2*u2 - 2*u3', "
        "'inputs': 3}}",
        "u.y>a.u1 a.y>a.u2 b.y>a.u3 u.y>b.u1 a.y>b.u2 b.y>b.u3");
    const RunResult result = RunDiagram(text, {"u.y", "a.y", "b.y"}, 2, SolveOften());
    for (const Row& row : result.rows) {
      // 2 a + 0.5 b = u, -0.2 a + 3 b = u
      const double u = row.values[0], det = 6 + 0.1;
      QVERIFY(std::abs(row.values[1] - u * 2.5 / det) <= kRounding);
      QVERIFY(std::abs(row.values[2] - u * 2.2 / det) <= kRounding);
    }
  }

  void aLoopOfVectorsIsSparse() {
    constexpr int kWidth = 1000;
    Eigen::VectorXd gains(kWidth), u(kWidth);
    for (int i = 0; i < kWidth; ++i) {
      gains[i] = 0.5 + 0.01 * i;
      u[i] = std::sin(i);
    }
    const std::string text =
        DiagramText("'u': {'type': 'Constant', 'parameters': {'value': " + VectorText(u) +
                        "}}, 'sum': {'type': 'Sum', 'parameters': {'signs': '+-'}},"
                        "'cube': {'type': 'Power', 'parameters': {'exponent': 3}},"
                        "'gain': {'type': 'Gain', 'parameters': {'gain': " +
                        VectorText(gains) + "}}, 'x': {'type': 'Integrator'}",
                    "u.y>sum.u1 gain.y>sum.u2 sum.y>cube.u cube.y>gain.u sum.y>x.u");
    const RunResult result = RunDiagram(text, {"sum.y"}, 1, Solve());
    for (const Row& row : result.rows) {
      for (int i = 0; i < kWidth; i += 37) {
        const long double g = gains[i], b = u[i];
        const long double y = ZeroOf([&](long double z) { return z + g * z * z * z - b; }, -2, 2);
        QVERIFY(std::abs(row.values[size_t(i)] - y) <= kRounding);
      }
    }
  }

  void randomLinearLoopsAreTheirDenseSolutions() {
    std::mt19937_64 random(17);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const int count = RandomCount(1000);
    for (int n = 0; n < count; ++n) {
      const int size = 1 + static_cast<int>(random() % 8);
      const auto number = [&] { return random() % 3 == 0 ? 0.0 : 2 * uniform(random); };
      const Eigen::MatrixXd a = Eigen::MatrixXd::NullaryExpr(size, size, number);
      const Eigen::VectorXd b = Eigen::VectorXd::NullaryExpr(size, number);
      const Eigen::FullPivLU<Eigen::MatrixXd> lu(Eigen::MatrixXd::Identity(size, size) - a);
      if (lu.rcond() < 1e-4) continue;
      const std::string text =
          DiagramText("'b': {'type': 'Constant', 'parameters': {'value': " + VectorText(b) +
                          "}}, 'a': {'type': 'Gain', 'parameters': {'gain': " + MatrixText(a) +
                          "}}, 'y': {'type': 'Sum'}",
                      "b.y>y.u1 a.y>y.u2 y.y>a.u");
      const RunResult result = RunDiagram(text, {"y.y"}, 0, Solve());
      const Eigen::VectorXd y = Values(result.rows.at(0)), wanted = lu.solve(b);
      const double error = (y - wanted).cwiseAbs().maxCoeff();
      QVERIFY2(error <= 1e-15 / lu.rcond() * std::max(1e-300, wanted.cwiseAbs().maxCoeff()),
               qPrintable(QString("%1: %2").arg(n).arg(error)));
    }
  }

  // y + M φ(y) = b with a positive definite M and an increasing φ has one solution.
  void randomMonotoneLoopsAreTheirDenseSolutions() {
    std::mt19937_64 random(23);
    std::normal_distribution<double> normal;
    const int count = RandomCount(1000);
    for (int n = 0; n < count; ++n) {
      const int size = 1 + static_cast<int>(random() % 5);
      const int kind = static_cast<int>(random() % 3);
      const Eigen::MatrixXd half =
          Eigen::MatrixXd::NullaryExpr(size, size, [&] { return normal(random); });
      const Eigen::MatrixXd m = half * half.transpose();
      const Eigen::VectorXd b =
          Eigen::VectorXd::NullaryExpr(size, [&] { return 5 * normal(random); });
      const std::string formula = kind == 0 ? "u1^3" : kind == 1 ? "sinh(u1)" : "atan(10*u1)";
      const std::string text = DiagramText(
          "'b': {'type': 'Constant', 'parameters': {'value': " + VectorText(b) +
              "}}, 'f': {'type': 'Expression', 'parameters': {'expression': '" + formula +
              "'}}, 'm': {'type': 'Gain', 'parameters': {'gain': " + MatrixText(m) +
              "}}, 'y': {'type': 'Sum', 'parameters': {'signs': '+-'}}",
          "b.y>y.u1 m.y>y.u2 y.y>f.u1 f.y>m.u");
      const RunResult result = RunDiagram(text, {"y.y"}, 0, Solve());
      const Eigen::VectorXd y = Values(result.rows.at(0));
      const auto f = [kind](double x) {
        return kind == 0 ? x * x * x : kind == 1 ? std::sinh(x) : std::atan(10 * x);
      };
      const auto slope = [kind](double x) {
        return kind == 0 ? 3 * x * x : kind == 1 ? std::cosh(x) : 10 / (1 + 100 * x * x);
      };
      const Eigen::VectorXd r = y + m * y.unaryExpr(f) - b;
      const Eigen::MatrixXd jacobian =
          Eigen::MatrixXd::Identity(size, size) + m * y.unaryExpr(slope).asDiagonal();
      const Eigen::VectorXd error = jacobian.fullPivLu().solve(r);
      const double scale = y.cwiseAbs().maxCoeff() * jacobian.cwiseAbs().maxCoeff() *
                           jacobian.inverse().cwiseAbs().maxCoeff();
      QVERIFY2(error.cwiseAbs().maxCoeff() <= 1e-14 * scale,
               qPrintable(QString("%1: %2 of %3")
                              .arg(n)
                              .arg(error.cwiseAbs().maxCoeff())
                              .arg(y.cwiseAbs().maxCoeff())));
    }
  }

  void resultsAreTheSameWithAndWithoutTheCache() {
    const std::string text = DiagramText(
        "'u': {'type': 'Sine', 'parameters': {'amplitude': 4}},"
        "'y': {'type': 'Expression', 'parameters': {'expression': 'cos(u1 + u2) + u3', 'inputs': "
        "3}}, 'limit': {'type': 'Saturation'}, 'x': {'type': 'Integrator'}, 'hold': {'type': "
        "'ZeroOrderHold', 'parameters': {'period': 0.1}}",
        "u.y>y.u1 y.y>limit.u limit.y>y.u2 hold.y>y.u3 y.y>x.u x.y>hold.u");
    RunOptions options = SolveOften();
    const RunResult kept = RunDiagram(text, {"y.y", "x.y"}, 3, options);
    options.no_cache = true;
    QVERIFY(RunDiagram(text, {"y.y", "x.y"}, 3, options).rows == kept.rows);
    options.no_cache = false;
    options.check_cache = true;
    QVERIFY(RunDiagram(text, {"y.y", "x.y"}, 3, options).rows == kept.rows);
    QVERIFY(kept.rows.size() > 100);
  }

  void loopsThroughSubsystems() {
    std::string text =
        "{'format': 'loopwright', 'version': 1, 'simulation': {'algebraic_loops': 'solve'}, "
        "'diagram': {'blocks': {'u': {'type': 'Sine'}, 'h': {'type': 'Gain', 'parameters': "
        "{'gain': -3}}, 's': {'type': 'Subsystem', 'diagram': {'blocks': {'in': {'type': "
        "'Inport'}, 'v': {'type': 'Inport', 'parameters': {'index': 2}}, 'g': {'type': 'Sum'}, "
        "'out': {'type': 'Outport'}}, 'wires': [{'from': 'in.y', 'to': 'g.u1'}, {'from': 'v.y', "
        "'to': 'g.u2'}, {'from': 'g.y', 'to': 'out.u'}]}}}, 'wires': [{'from': 'u.y', 'to': "
        "'s.in'}, {'from': 'h.y', 'to': 's.v'}, {'from': 's.out', 'to': 'h.u'}]}}";
    std::replace(text.begin(), text.end(), '\'', '"');
    RunOptions often;
    often.log_interval = 0.01;
    const RunResult result = RunDiagram(text, {"u.y", "s.out"}, 1, often);
    QVERIFY(result.rows.size() > 20);
    for (const Row& row : result.rows) {
      QVERIFY(std::abs(row.values[1] - row.values[0] / 4) <= kRounding);
    }
  }

  void nothingIsAllocatedInAStep() {
    const std::string text = DiagramText(
        "'u': {'type': 'Sine', 'parameters': {'amplitude': 4}},"
        "'y': {'type': 'Expression', 'parameters': {'expression': 'cos(u1 + u2)', 'inputs': 2}},"
        "'limit': {'type': 'Saturation'}, 'x': {'type': 'Integrator'},"
        "'v': {'type': 'AlgebraicConstraint', 'parameters': {'initial_guess': [1, 1]}},"
        "'f': {'type': 'Expression', 'parameters': {'expression': 'u1[0]^3 + u1[1] - u2; "
        "u1[1] - u1[0] - 1', 'inputs': 2}}",
        "u.y>y.u1 y.y>limit.u limit.y>y.u2 y.y>x.u v.z>f.u1 u.y>f.u2 f.y>v.u");
    Document document = LoadText(text);
    document.simulation.Set("algebraic_loops", ParameterSetting("solve"));
    const BuildResult built = BuildDiagram(document, BuiltInBlocks());
    QVERIFY(built.ok());
    Simulator<double> simulator(*built.diagram);
    simulator.Initialize();
    simulator.AdvanceTo(8);
    const long before = AllocationCount();
    const int64_t steps = simulator.get_num_steps_taken();
    for (double t = 8.1; t < 20; t += 0.1) simulator.AdvanceTo(t);
    QVERIFY(simulator.get_num_steps_taken() - steps > 100);
    QCOMPARE(AllocationCount() - before, 0L);
  }

  void loopsAreRefusedByDefault() {
    const std::string message = FailureOf(LinearLoop(), 1, {});
    QVERIFY2(message.find("Algebraic loop: sum.y → gain.u → gain.y → sum.u2 → sum.y; each of these "
                          "values depends on itself at the same instant.") != std::string::npos,
             message.c_str());
    QVERIFY2(message.ends_with("such as Unit delay or Integrator, or have the loop solved: "
                               "\"algebraic_loops\": \"solve\" in \"simulation\""),
             message.c_str());
    RunOptions options;
    options.algebraic_loops = "ignore";
    QCOMPARE(FailureOf(LinearLoop(), 1, options),
             std::string("algebraic loops cannot be \"ignore\"; it is refuse or solve"));
  }

  void whatHasNoSolutionFailsByName() {
    const std::string singular =
        DiagramText("'u': {'type': 'Constant'}, 'sum': {'type': 'Sum'}, 'gain': {'type': 'Gain'}",
                    "u.y>sum.u1 gain.y>sum.u2 sum.y>gain.u");
    std::string message = FailureOf(singular, 1);
    QVERIFY2(
        message.find("Algebraic loop: sum.y → gain.u → gain.y → sum.u2 → sum.y: no solution "
                     "was found at 0 s. The search from sum.y = 0 ended at sum.y = 0, where "
                     "what the loop computes is off by 1; it is singular") != std::string::npos,
        message.c_str());
    const std::string none = DiagramText(
        "'u': {'type': 'Ramp'}, 'y': {'type': 'Expression', 'parameters': {'expression': "
        "'u2^2 + 0.1 + u1', 'inputs': 2}}",
        "u.y>y.u1 y.y>y.u2");
    message = FailureOf(none, 1, SolveOften());
    QVERIFY2(message.find("Algebraic loop: y.y → y.u2 → y.y: no solution was found at 0.16 s. The "
                          "search from ") != std::string::npos,
             message.c_str());
  }

  void equationsShowLoopsAsEquations() {
    std::string text = DiagramText(
        "'u': {'type': 'Inport'}, 'y': {'type': 'Expression', 'parameters': {'expression': "
        "'cos(u1 + u2)', 'inputs': 2}}, 'x': {'type': 'Integrator'}, 'z': {'type': "
        "'AlgebraicConstraint'}, 'f': {'type': 'Expression', 'parameters': {'expression': "
        "'u1^2 - u2', 'inputs': 2}}",
        "u.y>y.u1 y.y>y.u2 y.y>x.u z.z>f.u1 x.y>f.u2 f.y>z.u");
    Document document = LoadText(text);
    document.simulation.Set("algebraic_loops", ParameterSetting("solve"));
    const DocumentEquations derived = DeriveEquations(document, BuiltInBlocks());
    QVERIFY(derived.equations.has_value());
    const std::string all = EquationsText(*derived.equations);
    QVERIFY2(all.find("Algebraic loops:\n  y.y = cos(u.y + y.y)\n  0 = z.z^2 - x.x\n") !=
                 std::string::npos,
             all.c_str());
    QVERIFY2(all.find("d/dt x.x = y.y\n") != std::string::npos, all.c_str());
  }

  void severalSolutionsAreAWarning() {
    const std::string text = DiagramText(
        "'u': {'type': 'Constant', 'parameters': {'value': 4}},"
        "'z': {'type': 'AlgebraicConstraint', 'parameters': {'initial_guess': 1}},"
        "'f': {'type': 'Expression', 'parameters': {'expression': 'u1^2 - u2', 'inputs': 2}}",
        "z.z>f.u1 u.y>f.u2 f.y>z.u");
    const RunResult result = RunDiagram(text, {"z.z"}, 1, Solve());
    QCOMPARE(result.rows.at(0).values[0], 2.0);
    QCOMPARE(result.outcome.warnings.size(), size_t{1});
    QCOMPARE(result.outcome.warnings[0].message,
             std::string("is in an algebraic loop with more than one solution: z.z → f.u1 → f.y → "
                         "z.u → z.z. The run begins with z.z = 2; another one is z.z = -2. An "
                         "AlgebraicConstraint in the loop says where to search"));
    QCOMPARE(RunDiagram(LinearLoop(), {}, 1, Solve()).outcome.warnings.size(), size_t{0});
  }

  // Which solution is found is decided by where the search begins. A context keeps that from step
  // to step, and hands it on with its state.
  void whereASearchBeginsIsPartOfAContext() {
    const auto diagram = SquareRoot(4);
    const auto above = diagram->CreateDefaultContext(), below = diagram->CreateDefaultContext();
    below->data().loops.starts[0] = -1.5;
    QCOMPARE(RootIn(*diagram, *above), 2.);
    QCOMPARE(RootIn(*diagram, *below), -2.);
    above->SetStateAndParametersFrom(*below);
    QCOMPARE(RootIn(*diagram, *above), -2.);
    above->data().loops.Keep();
    QCOMPARE(above->data().loops.starts[0], -2.);
    QVERIFY(above->data().loops.starts[1] < 1e-14);  // what rounding leaves of z² - 4
  }

  // A step that is tried may go where there is no solution. What is computed there is no number,
  // and nobody reads it after the step.
  void aFailureThatWasToleratedIsAnErrorAfterwards() {
    const auto diagram = SquareRoot(-4);
    const auto context = diagram->CreateDefaultContext();
    auto& loops = context->data().loops;
    loops.Tolerate(true);
    QVERIFY(std::isnan(RootIn(*diagram, *context)));
    QVERIFY(loops.failure.find("z.z → f.u1 → f.y → z.u → z.z: no solution") != std::string::npos);
    loops.Tolerate(false);
    QVERIFY_EXCEPTION_THROWN(RootIn(*diagram, *context), std::exception);
    loops.Tolerate(true);
    QCOMPARE(loops.failure, std::string());
    const System<double>& u = diagram->GetSubsystemByName("u");
    diagram->GetMutableSubsystemContext(u, context.get()).get_mutable_numeric_parameter(0)[0] = 9;
    QCOMPARE(RootIn(*diagram, *context), 3.);
    loops.Tolerate(false);
    QCOMPARE(RootIn(*diagram, *context), 3.);
  }

  // z² = x of a falling x: steps that are tried lead beyond 0, where there is no z.
  void aStepToWhereThereIsNoSolutionIsTooLong() {
    const std::string text = DiagramText(
        "'x': {'type': 'Integrator', 'parameters': {'initial_value': 1}},"
        "'z': {'type': 'AlgebraicConstraint', 'parameters': {'initial_guess': 1}},"
        "'f': {'type': 'Expression', 'parameters': {'expression': 'u1^2 - u2', 'inputs': 2}},"
        "'fall': {'type': 'Gain', 'parameters': {'gain': -2}},"
        "'low': {'type': 'Expression', 'parameters': {'expression': 'u1 < 0.01'}},"
        "'stop': {'type': 'StopWhen'}",
        "z.z>f.u1 x.y>f.u2 f.y>z.u z.z>fall.u fall.y>x.u x.y>low.u1 low.y>stop.u");
    // x = (1 - t)², which ends at 0.9.
    const RunResult result = RunDiagram(text, {"x.y", "z.z"}, 50, Solve());
    QCOMPARE(result.outcome.end, RunEnd::kTerminated);
    QVERIFY(std::abs(result.outcome.time - 0.9) < 1e-4);
    for (const Row& row : result.rows) {
      QVERIFY(std::abs(row.values[0] - (1 - row.time) * (1 - row.time)) < 1e-5);
    }
    // A steady fall comes to where every step is too long.
    const std::string falling = DiagramText(
        "'v': {'type': 'Constant', 'parameters': {'value': -1}},"
        "'x': {'type': 'Integrator', 'parameters': {'initial_value': 1}},"
        "'z': {'type': 'AlgebraicConstraint', 'parameters': {'initial_guess': 1}},"
        "'f': {'type': 'Expression', 'parameters': {'expression': 'u1^2 - u2', 'inputs': 2}},"
        "'y': {'type': 'Integrator'}",
        "v.y>x.u z.z>f.u1 x.y>f.u2 f.y>z.u z.z>y.u");
    const std::string message = FailureOf(falling, 2);
    QVERIFY2(message.find("Algebraic loop: z.z → f.u1 → f.y → z.u → z.z: no solution") !=
                 std::string::npos,
             message.c_str());
  }

  // x' = y, y = u - 3 y + x: ∂x'/∂x = 1/4, through differences and AutoDiff alike.
  void derivativesGoThroughTheSolution() {
    Document document = LoadText(
        DiagramText("'u': {'type': 'Constant'}, 'x': {'type': 'Integrator'}, 'y': {'type': "
                    "'Expression', 'parameters': {'expression': 'u1 - u2^3 - 3*u2 + sin(u3)', "
                    "'inputs': 3}}",
                    "u.y>y.u1 y.y>y.u2 x.y>y.u3 y.y>x.u"));
    document.simulation.Set("algebraic_loops", ParameterSetting("solve"));
    const auto built = BuildDiagramOf<AutoDiff>(document, BuiltInBlocks());
    QVERIFY(built.ok());
    const auto context = built.diagram->CreateDefaultContext();
    const double x = 0.7;
    context->SetContinuousState(VectorX<AutoDiff>::Constant(1, AutoDiff(x, 0)));
    const AutoDiff slope = built.diagram->EvalTimeDerivatives(*context)[0];
    const double y = slope.value();
    QVERIFY(std::abs(4 * y + y * y * y - 1 - std::sin(x)) < 1e-14);
    QVERIFY(std::abs(slope.derivatives()[0] - std::cos(x) / (4 + 3 * y * y)) < 1e-15);
    // As a series: the derivatives of y along x = 0.7 + t.
    AutoDiff series = AutoDiff::Series(x);
    series.set_coefficient(1, 1);
    context->SetContinuousState(VectorX<AutoDiff>::Constant(1, series));
    const AutoDiff along = built.diagram->EvalTimeDerivatives(*context)[0];
    AutoDiff moved = AutoDiff::Series(x);
    moved.set_coefficient(1, 1);
    const AutoDiff rest = AutoDiff(4) * along + along * along * along - AutoDiff(1) - sin(moved);
    for (int k = 0; k <= AutoDiff::kDerivatives; ++k)
      QVERIFY(std::abs(rest.coefficient(k)) < 1e-14);
  }

  void aConstraintOutsideOfALoopIsRefused() {
    const std::string text =
        DiagramText("'u': {'type': 'Constant'}, 'c': {'type': 'AlgebraicConstraint'}", "u.y>c.u");
    QCOMPARE(Problems(text).at(0),
             std::string("c: its input does not depend on its output z at the same instant, so no "
                         "value of it makes the input 0; lead its output through blocks that pass "
                         "their input on at once back to its input"));
  }
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, TestAlgebraicLoops)

}  // namespace loopwright::test_algebraic_loops

#include "test_algebraic_loops.moc"
