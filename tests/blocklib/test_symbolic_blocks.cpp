// Every block over every scalar: a block is converted or refuses by name, and its expressions have
// the values of the block over double.

#include <QObject>
#include <QTest>
#include <cmath>
#include <random>
#include <set>

#include "tests/blocklib/every_block.h"
#include "tests/random_count.h"

// After the header that takes Qt's keyword away.
#include "engine/analysis/equations.h"
#include "engine/expression/tape.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/test_main.h"

using namespace loopwright;

namespace {

/// Block types that draw random numbers, work on bits, or whose output depends on the past.
const std::set<std::string> kNotSymbolic{
    "BinarySequence",        "GaussianNoise",     "UniformNoise",  "ExponentialNoise",
    "BandLimitedWhiteNoise", "RandomWalk",        "EdgeDetector",  "PoissonProcess",
    "GaussMarkov",           "OrnsteinUhlenbeck", "WienerProcess", "GeometricBrownianMotion",
    "StochasticEquation",    "TransportDelay"};

/// More than Variants() show.
const std::multimap<std::string, std::string>& MoreVariants() {
  static const std::multimap<std::string, std::string> variants = [] {
    std::multimap<std::string, std::string> all = Variants();
    for (const char* function :
         {"sign", "sqrt", "square", "cube", "log", "log10", "reciprocal", "sin", "cos", "tan",
          "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh"}) {
      all.emplace("MathFunction", "'function': '" + std::string(function) + "'");
    }
    all.emplace("Expression",
                "'expression': 'u1 < u2 and u1 > 0 or not u2 ? mod(u1, 0.3) : floor(3*u2)', "
                "'inputs': 2");
    all.emplace("Expression",
                "'expression': 'abs(u1) + sign(u2); round(u1) - ceil(u2); atan2(u1, u2)', "
                "'inputs': 2");
    all.emplace("DiscreteCounter", "'modulus': 3, 'increment': 0.7");
    all.emplace("DiscretePid", "'ki': 2, 'kd': 0.1, 'lower': -0.1, 'upper': 0.1");
    all.emplace("Integrator", "'upper': 0.3");
    all.emplace("Pulse", "'duty': 1");
    for (const char* outside : {"hold", "repeat", "zero"}) {
      for (const char* interpolation : {"linear", "hold", "cubic"}) {
        all.emplace("SignalTable",
                    "'times': [-0.8, -0.1, 0.3, 0.7], 'values': [[1, 2], [3, 4], [2, 5], [0, 1]], "
                    "'outside': '" +
                        std::string(outside) + "', 'interpolation': '" + interpolation + "'");
      }
    }
    return all;
  }();
  return variants;
}

std::vector<Eigen::Index> SizesOf(const Context<double>& context, const System<double>& block) {
  std::vector<Eigen::Index> sizes;
  for (int i = 0; i < block.num_input_ports(); ++i) {
    sizes.push_back(block.get_input_port(i).size());
  }
  sizes.push_back(context.num_continuous_states());
  for (int g = 0; g < context.num_discrete_state_groups(); ++g) {
    sizes.push_back(context.get_discrete_state(g).size());
  }
  for (int p = 0; p < context.num_numeric_parameter_groups(); ++p) {
    sizes.push_back(context.get_numeric_parameter(p).size());
  }
  return sizes;
}

/// Sets time, inputs, state and parameters of `context` to `values`, in the order of SizesOf().
template <typename T>
void SetValues(const System<T>& block, const std::vector<Eigen::Index>& sizes,
               const std::vector<T>& values, Context<T>* context) {
  size_t next = 0, group = 0;
  context->SetTime(values[next++]);
  const auto take = [&] {
    VectorX<T> part(sizes[group++]);
    for (T& element : part) element = values[next++];
    return part;
  };
  for (int i = 0; i < block.num_input_ports(); ++i) {
    block.get_input_port(i).FixValue(context, take());
  }
  context->SetContinuousState(take());
  for (int g = 0; g < context->num_discrete_state_groups(); ++g) {
    context->SetDiscreteState(g, take());
  }
  for (int p = 0; p < context->num_numeric_parameter_groups(); ++p) {
    context->get_mutable_numeric_parameter(p).SetFromVector(take());
  }
}

bool AllFinite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}
bool AllFinite(const std::vector<Expression>&) { return true; }

/// The state after `event`.
template <typename T>
void AppendUpdate(const LeafSystem<T>& leaf, const Context<T>& context, const Event<T>& event,
                  std::vector<T>* results) {
  if (event.is_publish() || event.trigger() == TriggerType::kInitialization) return;
  std::vector<T> elements;
  std::vector<Slot> places;
  for (int g = 0; g < context.num_discrete_state_groups(); ++g) {
    const auto& group = context.get_discrete_state(g);
    places.push_back({static_cast<int>(elements.size()), group.size()});
    for (int i = 0; i < group.size(); ++i) elements.push_back(group[i]);
  }
  DiscreteValues<T> discrete(elements.data(), places.data(), static_cast<int>(places.size()));
  ContinuousState<T> continuous(leaf.num_q(), leaf.num_v(), leaf.num_z());
  continuous.SetFrom(context.get_continuous_state());
  State<T> state(&continuous, &discrete, {});
  EventTarget<T> target{&discrete, &continuous, &state, elements.data()};
  // An update may fail where its formula gives no number, which a formula cannot say.
  if (event.Handle(leaf, context, target).failed() && AllFinite(elements)) {
    throw std::runtime_error("an update failed");
  }
  for (int i = 0; i < continuous.size(); ++i) results->push_back(continuous[i]);
  results->insert(results->end(), elements.begin(), elements.end());
}

/// All that a block computes: outputs, derivatives, energies, updates and witness functions.
template <typename T>
std::vector<T> EvaluateAll(const System<T>& block, const Context<T>& context) {
  const auto& leaf = dynamic_cast<const LeafSystem<T>&>(block);
  std::vector<T> results;
  for (int i = 0; i < block.num_output_ports(); ++i) {
    for (const T& element : block.get_output_port(i).Eval(context)) results.push_back(element);
  }
  if (block.num_continuous_states() > 0) {
    for (const T& element : block.EvalTimeDerivatives(context).CopyToVector()) {
      results.push_back(element);
    }
  }
  results.push_back(block.CalcPotentialEnergy(context));
  results.push_back(block.CalcKineticEnergy(context));
  results.push_back(block.CalcConservativePower(context));
  results.push_back(block.CalcNonConservativePower(context));
  for (const Event<T>* event : leaf.events()) AppendUpdate(leaf, context, *event, &results);
  std::vector<const WitnessFunction<T>*> witnesses;
  leaf.GetWitnessFunctions(context, &witnesses);
  for (const WitnessFunction<T>* witness : witnesses) {
    if (witness == nullptr) continue;
    results.push_back(witness->CalcWitnessValue(context));
    if (witness->get_event()) AppendUpdate(leaf, context, *witness->get_event(), &results);
  }
  return results;
}

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

  void AddBlocks() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("parameters");
    for (const BlockDescriptor& block : BuiltInBlocks().all()) {
      if (block.role != BlockRole::kSystem || block.finds_unknown) continue;
      const QString type = QString::fromStdString(block.type);
      if (HasDefaults(block.type)) QTest::newRow(qPrintable(type)) << type << "";
      const auto [first, last] = MoreVariants().equal_range(block.type);
      for (auto variant = first; variant != last; ++variant) {
        const QString parameters = QString::fromStdString(variant->second);
        QTest::newRow(qPrintable(type + " " + parameters)) << type << parameters;
      }
    }
  }

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
  void IsConvertedOrRefuses_data() { AddBlocks(); }
  void IsConvertedOrRefuses() {
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
  void SurvivesTheWayThereAndBack_data() { AddBlocks(); }
  void SurvivesTheWayThereAndBack() {
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

  void RandomInportsAreRefused() {
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

  void EquationsOfAControlLoop() {
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
    const DiagramIndex<Expression> index(symbolic->CreateDefaultContext(), std::move(quantities));
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
#include "test_symbolic_blocks.moc"
