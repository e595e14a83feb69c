// Every block over every scalar: a block is converted or refuses by name, and its expressions have
// the values of the block over double.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>

#include "tests/blocklib/block_results.h"
#include "tests/random_count.h"

// After the header that takes Qt's keyword away.
#include "engine/analysis/equations.h"
#include "engine/expression/tape.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/test_main.h"

namespace loopwright::test_symbolic_blocks {

namespace {

/// Block types that draw random numbers, work on bits, or whose output depends on the past.
const std::set<std::string> kNotSymbolic{
    "BinarySequence",        "GaussianNoise",     "UniformNoise",  "ExponentialNoise",
    "BandLimitedWhiteNoise", "RandomWalk",        "EdgeDetector",  "PoissonProcess",
    "GaussMarkov",           "OrnsteinUhlenbeck", "WienerProcess", "GeometricBrownianMotion",
    "StochasticEquation",    "TransportDelay"};

bool IsClose(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= 1e-12 * std::max({1.0, std::abs(a), std::abs(b)});
}

QString MessageOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace

class TestSymbolicBlocks : public QObject {
  Q_OBJECT

  // `block` and what it was converted to agree in all that they compute, at random points.
  static void Compare(const System<double>& block, const System<Expression>& symbolic) {
    auto plain = block.CreateDefaultContext();
    const std::vector<Eigen::Index> sizes = SizesOf(*plain, block);
    std::vector<Expression> variables{Expression::Variable("t")};
    for (const Eigen::Index size : sizes) {
      for (Eigen::Index i = 0; i < size; ++i) {
        variables.push_back(Expression::Variable("v" + std::to_string(variables.size())));
      }
    }
    auto context = symbolic.CreateDefaultContext();
    SetValues<Expression>(symbolic, sizes, variables, context.get());
    const std::vector<Expression> formulas = EvaluateAll<Expression>(symbolic, *context);
    const Tape tape(formulas, variables);
    std::mt19937_64 generator(5);
    std::uniform_real_distribution<double> near(-1, 1);
    for (int i = 0; i < RandomCount(2000); ++i) {
      std::vector<double> values;
      for (size_t k = 0; k < variables.size(); ++k) {
        // Also values at which branches meet.
        values.push_back(generator() % 8 == 0 ? std::round(near(generator)) : near(generator));
      }
      SetValues<double>(block, sizes, values, plain.get());
      const std::vector<double> expected = EvaluateAll<double>(block, *plain);
      std::vector<double> results(formulas.size());
      tape.Evaluate(values.data(), results.data());
      QCOMPARE(results.size(), expected.size());
      for (size_t k = 0; k < results.size(); ++k) {
        QVERIFY2(IsClose(results[k], expected[k]), qPrintable(QString("result %1: %2, not %3")
                                                                  .arg(k)
                                                                  .arg(results[k], 0, 'g', 17)
                                                                  .arg(expected[k], 0, 'g', 17)));
      }
    }
  }

 private slots:
  void isConvertedOrRefuses_data() { AddRowsOfVariants(); }
  void isConvertedOrRefuses() {
    QFETCH(QString, type);
    QFETCH(QString, parameters);
    const std::string text = DiagramWith(type.toStdString(), parameters.toStdString());
    const Built<double> built = Build<double>(text);
    if (kNotSymbolic.count(type.toStdString()) > 0) {
      QCOMPARE(MessageOf([&] { built.result.diagram->ToSymbolic(); }),
               "System 'b' cannot be converted to Expression: its class " + type +
                   " has no conversion to that scalar");
      auto symbolic = BuildDiagramOf<Expression>(LoadText(text), BuiltInBlocks());
      QVERIFY(!symbolic.ok());
      std::erase_if(symbolic.diagnostics,
                    [](const Diagnostic& d) { return d.severity == Severity::kInfo; });
      QCOMPARE(symbolic.diagnostics.size(), size_t{1});
      QCOMPARE(symbolic.diagnostics[0].path, std::string("b"));
      QCOMPARE(QString::fromStdString(symbolic.diagnostics[0].text),
               "blocks of type " + type + " cannot be converted to Expression");
      return;
    }
    // Made from the file, and made from the block over double.
    const Built<Expression> symbolic = Build<Expression>(text);
    Compare(*built.block, *symbolic.block);
    const auto converted = System<double>::ToSymbolic(*built.result.diagram);
    Compare(*built.block, converted->GetSubsystemByName("b"));
  }

  // A run of the diagram that came back from AutoDiff is the same to the bit.
  void survivesTheWayThereAndBack_data() { AddRowsOfVariants(); }
  void survivesTheWayThereAndBack() {
    QFETCH(QString, type);
    QFETCH(QString, parameters);
    const Built<double> built =
        Build<double>(DiagramWith(type.toStdString(), parameters.toStdString()));
    const auto differentiated = built.result.diagram->ToAutoDiffXd();
    const auto clone = built.result.diagram->Clone();
    const auto run = [](const System<double>& system) {
      Simulator<double> simulator(system);
      simulator.AdvanceTo(0.5);
      const Context<double>& context = simulator.get_context();
      std::vector<double> values;
      for (const double x : context.get_continuous_state_vector().CopyToVector()) {
        values.push_back(x);
      }
      for (int g = 0; g < context.num_discrete_state_groups(); ++g) {
        for (const double x : context.get_discrete_state(g).value()) values.push_back(x);
      }
      const auto& diagram = dynamic_cast<const Diagram<double>&>(system);
      const System<double>& block = diagram.GetSubsystemByName("b");
      for (int i = 0; i < block.num_output_ports(); ++i) {
        const auto y = block.get_output_port(i).Eval(diagram.GetSubsystemContext(block, context));
        values.insert(values.end(), y.begin(), y.end());
      }
      return values;
    };
    const std::vector<double> expected = run(*built.result.diagram);
    const std::vector<double> values = run(*clone);
    QCOMPARE(values.size(), expected.size());
    for (size_t i = 0; i < values.size(); ++i) {
      QVERIFY(values[i] == expected[i] || (std::isnan(values[i]) && std::isnan(expected[i])));
    }
    QCOMPARE(differentiated->num_subsystems(), built.result.diagram->num_subsystems());
  }

  void randomInportsAreRefused() {
    const std::string text = DiagramText(
        "'in': {'type': 'Inport', 'parameters': {'random': 'uniform'}}, 's': {'type': 'Scope'}",
        "in.y>s.u1");
    const auto built = BuildDiagramOf<Expression>(LoadText(text), BuiltInBlocks());
    QVERIFY(!built.ok());
    QCOMPARE(built.diagnostics[0].path, std::string("in"));
    QCOMPARE(QString::fromStdString(built.diagnostics[0].text),
             QString("a random input cannot be converted to Expression"));
    QCOMPARE(
        MessageOf([&] { BuildDiagram(LoadText(text), BuiltInBlocks()).diagram->ToSymbolic(); }),
        QString("System 'in' cannot be converted to Expression: its class RandomSamples has "
                "no conversion to that scalar"));
  }

  void equationsOfAControlLoop() {
    const auto built = BuildDiagram(
        LoadText(DiagramText("'r': {'type': 'Inport'}, 'e': {'type': 'Sum', 'parameters': "
                             "{'signs': '+-'}}, 'kp': {'type': 'Gain', 'parameters': {'gain': 3}}, "
                             "'ki': {'type': 'Integrator'}, 'u': {'type': 'Sum'}, 'plant': "
                             "{'type': 'TransferFunction', 'parameters': {'denominator': "
                             "[2, 1]}}, 'y': {'type': 'Outport'}",
                             "r.y>e.u1 plant.y>e.u2 e.y>kp.u e.y>ki.u kp.y>u.u1 ki.y>u.u2 "
                             "u.y>plant.u plant.y>y.u")),
        BuiltInBlocks());
    const auto symbolic = System<double>::ToSymbolic(*built.diagram);
    DocumentQuantities<Expression> quantities;
    quantities.inports.push_back(&symbolic->GetSubsystemByName("r"));
    const DiagramIndex<Expression> index(symbolic->plan(), std::move(quantities));
    const SystemEquations equations =
        DeriveEquations(index, {{"y", &symbolic->get_output_port(0)}});
    QCOMPARE(QString::fromStdString(EquationsText(equations)),
             QString("Inputs:\n"
                     "  r.y\n"
                     "\n"
                     "Continuous state:\n"
                     "  d/dt ki.x = r.y - 0.5 * plant.x\n"
                     "  d/dt plant.x = 3 * (r.y - 0.5 * plant.x) + ki.x - 0.5 * plant.x\n"
                     "\n"
                     "Outputs:\n"
                     "  y = 0.5 * plant.x\n"));
  }
};

LOOPWRIGHT_TEST(TestSymbolicBlocks)

}  // namespace loopwright::test_symbolic_blocks

#include "test_symbolic_blocks.moc"
