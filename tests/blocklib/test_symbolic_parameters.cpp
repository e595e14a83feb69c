// Equations in which the parameters of a diagram are symbols. With the values of the parameters put
// in they are the equations of the numeric diagram, over all example files and every block type;
// and with other values those of the diagram that has these.

#include <QDir>
#include <QDirIterator>
#include <QObject>
#include <QTest>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "tests/blocklib/block_cases.h"
#include "tests/blocklib/every_block.h"
#include "tests/random_count.h"

// After the header that takes Qt's keyword away.
#include "engine/analysis/equations.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/state_names.h"
#include "tests/test_main.h"

namespace loopwright::test_symbolic_parameters {

namespace {

/// A value for each symbol.
using Values = std::map<std::string, double>;

std::vector<OutputOfInterest> AllOutputs(const BuildResultOf<Expression>& built) {
  std::vector<OutputOfInterest> outputs;
  for (const PortSignal<Expression>& signal : built.index->port_signals()) {
    if (signal.port != nullptr) outputs.push_back({signal.path, signal.port});
  }
  return outputs;
}

/// The equations of a document with all its outputs; nothing where it has none, of which `reason`
/// then says why.
std::optional<SystemEquations> EquationsOf(
    const Document& document, bool symbolic,
    const std::vector<std::pair<std::string, std::string>>& overrides = {},
    std::string* reason = nullptr) {
  const auto built =
      BuildDiagramOf<Expression>(document, BuiltInBlocks(), {overrides, true, symbolic});
  if (!built.ok()) {
    if (reason) *reason = built.diagnostics.at(0).text;
    return {};
  }
  try {
    return DeriveEquations(*built.index, AllOutputs(built), built.parameters);
  } catch (const EquationsError& error) {
    if (reason) *reason = error.what();
    return {};
  }
}

struct Labelled {
  std::string label;
  Expression value;
};

/// All right-hand sides.
std::vector<Labelled> AllOf(const SystemEquations& equations) {
  std::vector<Labelled> all;
  for (const Equation& e : equations.derivatives) all.push_back({"d/dt " + e.symbol, e.value});
  for (size_t i = 0; i < equations.updates.size(); ++i) {
    const UpdateEquations& update = equations.updates[i];
    const std::string label = "update " + std::to_string(i) + " ";
    if (update.trigger == TriggerType::kWitness) all.push_back({label + "witness", update.witness});
    for (const Equation& e : update.next) all.push_back({label + e.symbol, e.value});
  }
  for (const Equation& e : equations.outputs) all.push_back({"output " + e.symbol, e.value});
  for (const Equation& e : equations.loops) all.push_back({"loop " + e.symbol, e.value});
  return all;
}

void AddParameters(const SystemEquations& equations, Values* values) {
  for (const ParameterSymbol& parameter : equations.parameters) {
    const Eigen::MatrixXd& elements = parameter.value.elements();
    for (size_t i = 0; i < parameter.elements.size(); ++i) {
      const auto columns = static_cast<size_t>(elements.cols());
      (*values)[parameter.elements[i].name()] =
          elements(static_cast<Eigen::Index>(i / columns), static_cast<Eigen::Index>(i % columns));
    }
  }
}

/// The values of all right-hand sides; symbols without a value get one, the same for the same name.
std::vector<double> Evaluate(const SystemEquations& equations, Values values, unsigned seed) {
  std::vector<Expression> right;
  for (const Equation& e : equations.shared) right.push_back(e.value);
  for (const Labelled& e : AllOf(equations)) right.push_back(e.value);
  std::set<std::string> shared;
  for (const Equation& e : equations.shared) shared.insert(e.symbol);
  std::vector<Expression> variables, numbers;
  for (const Expression& e : OrderOperandsFirst(right)) {
    if (!e.is_variable() || shared.contains(e.name())) continue;
    if (!values.contains(e.name())) {
      std::seed_seq seeds(e.name().begin(), e.name().end());
      std::mt19937_64 generator(seeds);
      generator.discard(seed);
      values[e.name()] = std::uniform_real_distribution<double>(-2, 2)(generator);
    }
    variables.push_back(e);
    numbers.emplace_back(values.at(e.name()));
  }
  for (size_t i = 0; i < equations.shared.size(); ++i) {
    const Expression value = Substitute(std::span(&right[i], 1), variables, numbers).front();
    variables.push_back(Expression::Variable(equations.shared[i].symbol));
    numbers.push_back(value);
  }
  std::vector<double> result;
  const std::vector<Expression> constants = Substitute(right, variables, numbers);
  for (size_t i = equations.shared.size(); i < constants.size(); ++i) {
    result.push_back(constants[i].value());
  }
  return result;
}

/// Up to the rounding of a simplified formula.
bool IsClose(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return true;
  return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

/// Where two systems of equations differ: "" where they do not.
std::string Difference(const SystemEquations& a, const SystemEquations& b, const Values& parameters,
                       int count, int* num_finite) {
  const std::vector<Labelled> of_a = AllOf(a), of_b = AllOf(b);
  if (of_a.size() != of_b.size()) return "the number of equations";
  for (size_t i = 0; i < of_a.size(); ++i) {
    if (of_a[i].label != of_b[i].label) return of_a[i].label + " and " + of_b[i].label;
  }
  for (int point = 0; point < count; ++point) {
    const std::vector<double> x = Evaluate(a, parameters, static_cast<unsigned>(point));
    const std::vector<double> y = Evaluate(b, {}, static_cast<unsigned>(point));
    for (size_t i = 0; i < x.size(); ++i) {
      *num_finite += std::isfinite(x[i]) && std::isfinite(y[i]);
      if (!IsClose(x[i], y[i])) {
        return of_a[i].label + ": " + std::to_string(x[i]) + ", not " + std::to_string(y[i]);
      }
    }
  }
  return "";
}

/// The names of the elements `stem`, `stem[0]`, ….
std::vector<std::string> Names(const std::string& stem, int size) {
  if (size == 1) return {stem};
  std::vector<std::string> names;
  for (int i = 0; i < size; ++i) names.push_back(stem + "[" + std::to_string(i) + "]");
  return names;
}

/// A numeric diagram at a random point, by the names of its equations: written anew from what
/// equations.h says of symbols.
class NumericPoint {
 public:
  NumericPoint(const Document& document, unsigned seed)
      : built_(BuildDiagram(document, BuiltInBlocks(), {{}, true})),
        context_(built_.diagram->CreateDefaultContext()),
        generator_(seed) {
    values_["t"] = std::abs(Next());
    context_->SetTime(values_["t"]);
    for (const Block& block : document.root.blocks) {
      if (block.type == "Inport") SetInport(built_.diagram->GetSubsystemByName(block.name));
    }
    Walk(*built_.diagram, context_.get());
  }

  const Values& values() const { return values_; }

  /// What is wrong with `equations` here: derivatives, outputs and updates.
  std::string Check(const SystemEquations& equations) {
    Values symbols = values_;
    AddParameters(equations, &symbols);
    // The unknowns of algebraic loops are outputs of the diagram, as it has solved them.
    if (!equations.loops.empty()) symbols.insert(Outputs().begin(), Outputs().end());
    const std::vector<double> results = Evaluate(equations, symbols, 0);
    const std::vector<Labelled> labels = AllOf(equations);
    size_t next = 0;
    for (const Equation& e : equations.derivatives) {
      std::string wrong = Compare("d/dt " + e.symbol, results[next++], derivatives_, e.symbol);
      if (!wrong.empty()) return wrong;
    }
    for (const UpdateEquations& update : equations.updates) {
      if (update.trigger == TriggerType::kWitness) ++next;  // Compared with the plain equations.
      for (const Equation& e : update.next) {
        const double result = results[next++];
        const auto [begin, end] = updates_.equal_range(e.symbol);
        const bool found = std::any_of(
            begin, end, [&](const auto& entry) { return IsClose(entry.second, result); });
        if (!found) return "no update gives " + e.symbol + " the value " + std::to_string(result);
        num_compared_ += std::isfinite(result);
      }
    }
    for (const Equation& e : equations.outputs) {
      std::string wrong = Compare("output " + e.symbol, results[next++], Outputs(), e.symbol);
      if (!wrong.empty()) return wrong;
    }
    for (const Equation& e : equations.loops) {
      const double expected = e.symbol.empty() ? 0 : symbols.at(e.symbol);
      const double result = results[next++];
      if (!IsClose(result, expected)) {
        return "loop " + e.symbol + ": " + std::to_string(result) + ", not " +
               std::to_string(expected);
      }
    }
    return "";
  }

  int num_compared() const { return num_compared_; }

 private:
  double Next() { return std::uniform_real_distribution<double>(-2, 2)(generator_); }

  Eigen::VectorXd Draw(const std::vector<std::string>& names) {
    Eigen::VectorXd numbers(static_cast<Eigen::Index>(names.size()));
    for (size_t i = 0; i < names.size(); ++i) {
      numbers[static_cast<Eigen::Index>(i)] = values_[names[i]] = Next();
    }
    return numbers;
  }

  void SetInport(const System<double>& inport) {
    auto& context = built_.diagram->GetMutableSubsystemContext(inport, context_.get());
    const OutputPort<double>& port = inport.get_output_port(0);
    context.get_mutable_numeric_parameter(0).SetFromVector(
        Draw(Names(port.GetFullDescription(), port.size())));
  }

  void Walk(const System<double>& system, Context<double>* context) {
    if (const auto* leaf = dynamic_cast<const LeafSystem<double>*>(&system)) {
      SetState(*leaf, context);
      leaves_.emplace_back(leaf, context);
      return;
    }
    const auto& diagram = dynamic_cast<const Diagram<double>&>(system);
    for (int i = 0; i < diagram.num_subsystems(); ++i) {
      Walk(diagram.subsystem(i),
           &diagram.GetMutableSubsystemContext(diagram.subsystem(i), context));
    }
    if (&system == built_.diagram.get()) EvaluateLeaves();
  }

  // The names of continuous state, then those of each group.
  static std::vector<std::vector<std::string>> StateNames(const LeafSystem<double>& leaf,
                                                          const Context<double>& context) {
    const std::string path = leaf.GetSystemPathname() + ".";
    const int total = leaf.num_q() + leaf.num_v() + leaf.num_z();
    std::vector<std::vector<std::string>> names(1);
    if (const auto* own = dynamic_cast<const loopwright::StateNames*>(&leaf)) {
      for (int g = -1; g < context.num_discrete_state_groups(); ++g) {
        const int size = g < 0 ? total : context.get_discrete_state(g).size();
        if (g >= 0) names.emplace_back();
        for (int i = 0; i < size; ++i) names.back().push_back(path + own->NameOfState(g, i));
      }
      return names;
    }
    const auto add = [&](const std::string& stem, int size) {
      for (const std::string& name : Names(path + stem, size)) names[0].push_back(name);
    };
    if (leaf.num_q() > 0) add("q", leaf.num_q());
    if (leaf.num_v() > 0) add("v", leaf.num_v());
    if (leaf.num_z() > 0) add(leaf.num_z() == total ? "x" : "z", leaf.num_z());
    const int groups = context.num_discrete_state_groups();
    for (int g = 0; g < groups; ++g) {
      const std::string number = groups == 1 ? "" : std::to_string(g);
      names.push_back(
          Names(path + (total > 0 ? "xd" : "x") + number, context.get_discrete_state(g).size()));
    }
    return names;
  }

  void SetState(const LeafSystem<double>& leaf, Context<double>* context) {
    const auto names = StateNames(leaf, *context);
    context->SetContinuousState(Draw(names[0]));
    for (size_t g = 1; g < names.size(); ++g) {
      context->SetDiscreteState(static_cast<int>(g) - 1, Draw(names[g]));
    }
  }

  void EvaluateLeaves() {
    for (const auto& [leaf, context] : leaves_) {
      const auto names = StateNames(*leaf, *context);
      if (!names[0].empty()) {
        const auto& derivatives = leaf->EvalTimeDerivatives(*context);
        for (size_t i = 0; i < names[0].size(); ++i) {
          derivatives_[names[0][i]] = derivatives[static_cast<int>(i)];
        }
      }
      for (const Event<double>* event : leaf->events()) Update(*leaf, *context, *event, names);
      std::vector<const WitnessFunction<double>*> witnesses;
      leaf->GetWitnessFunctions(*context, &witnesses);
      for (const WitnessFunction<double>* witness : witnesses) {
        if (witness && witness->get_event()) Update(*leaf, *context, *witness->get_event(), names);
      }
    }
  }

  void Update(const LeafSystem<double>& leaf, const Context<double>& context,
              const Event<double>& event, const std::vector<std::vector<std::string>>& names) {
    if (event.is_publish() || event.trigger() == TriggerType::kInitialization) return;
    std::vector<double> elements;
    std::vector<Slot> places;
    for (int g = 0; g < context.num_discrete_state_groups(); ++g) {
      const auto& group = context.get_discrete_state(g);
      places.push_back({static_cast<int>(elements.size()), group.size()});
      for (int i = 0; i < group.size(); ++i) elements.push_back(group[i]);
    }
    DiscreteValues<double> discrete(elements.data(), places.data(),
                                    static_cast<int>(places.size()));
    ContinuousState<double> continuous(leaf.num_q(), leaf.num_v(), leaf.num_z());
    continuous.SetFrom(context.get_continuous_state());
    State<double> state(&continuous, &discrete, {});
    EventTarget<double> target{&discrete, &continuous, &state, elements.data()};
    if (event.Handle(leaf, context, target).failed()) return;
    for (size_t i = 0; i < names[0].size(); ++i) {
      updates_.emplace(names[0][i], continuous[static_cast<int>(i)]);
    }
    size_t next = 0;
    for (size_t g = 1; g < names.size(); ++g) {
      for (const std::string& name : names[g]) updates_.emplace(name, elements[next++]);
    }
  }

  const Values& Outputs() {
    if (!outputs_.empty()) return outputs_;
    for (const PortSignal<double>& signal : built_.index->port_signals()) {
      if (signal.port == nullptr) continue;
      const System<double>& system = signal.port->get_system();
      const auto value = signal.port->Eval(ContextOf(system));
      const auto names = Names(signal.path, static_cast<int>(value.size()));
      for (size_t i = 0; i < names.size(); ++i) {
        outputs_[names[i]] = value[static_cast<Eigen::Index>(i)];
      }
    }
    return outputs_;
  }

  const Context<double>& ContextOf(const System<double>& system) const {
    if (&system == built_.diagram.get()) return *context_;
    return built_.diagram->GetSubsystemContext(system, *context_);
  }

  std::string Compare(const std::string& label, double result, const Values& expected,
                      const std::string& symbol) {
    const auto found = expected.find(symbol);
    if (found == expected.end()) return label + ": the numeric diagram has no such symbol";
    num_compared_ += std::isfinite(result);
    if (IsClose(result, found->second)) return "";
    return label + ": " + std::to_string(result) + ", not " + std::to_string(found->second);
  }

  BuildResult built_;
  std::unique_ptr<Context<double>> context_;
  std::mt19937_64 generator_;
  Values values_;
  std::vector<std::pair<const LeafSystem<double>*, Context<double>*>> leaves_;
  Values derivatives_, outputs_;
  std::multimap<std::string, double> updates_;
  int num_compared_ = 0;
};

/// "NAME NAME …" of the symbols in the equations.
QString SymbolsOf(const SystemEquations& equations) {
  QStringList names;
  for (const ParameterSymbol& parameter : equations.parameters) {
    names.push_back(QString::fromStdString(parameter.name));
  }
  return names.join(' ');
}

/// The diagram of DiagramWith(), in which every numeric parameter of the block that is not 0 is the
/// parameter `p_NAME` of the diagram.
struct Parametrised {
  Document document;
  std::vector<std::string> names;
};

Parametrised ParametriseBlock(const std::string& type, const std::string& parameters) {
  Parametrised result{LoadText(DiagramWith(type, parameters)), {}};
  const BlockDescriptor& descriptor = *BuiltInBlocks().Find(type);
  Block block = *result.document.root.blocks.Find("b");
  for (const ParameterDescriptor& parameter : descriptor.parameters) {
    if (parameter.kind != ParameterKind::kNumber && parameter.kind != ParameterKind::kVector &&
        parameter.kind != ParameterKind::kMatrix) {
      continue;
    }
    const BlockParameter* given = block.FindParameter(parameter.name);
    const std::string name = "p_" + parameter.name;
    DiagramParameter outer;
    outer.name = name;
    outer.value = given ? given->value : parameter.default_value;
    result.document.parameters.push_back(outer);
    std::erase_if(block.parameters,
                  [&](const BlockParameter& other) { return other.name == parameter.name; });
    block.parameters.push_back({parameter.name, ParameterSetting(name), {}});
    result.names.push_back(name);
  }
  result.document.root.blocks.Replace(result.document.root.blocks.IndexOf("b"), block);
  return result;
}

/// TYPE.PARAMETER of which other numbers are computed when a block is made: no symbols in
/// equations.
const std::set<std::string>& Consumed() {
  static const std::set<std::string> parameters{
      "Demux.widths",       "LookupTable1D.breakpoints", "LookupTable1D.values",
      "LookupTable2D.rows", "LookupTable2D.columns",     "LookupTable2D.values",
      "Selector.indices",   "SignalTable.times",         "SignalTable.values",
  };
  return parameters;
}

/// TYPE.PARAMETER whose default of 0 says that there is no such term.
const std::set<std::string>& Absent() {
  static const std::set<std::string> parameters{"DiscreteCounter.modulus", "DiscreteStateSpace.D",
                                                "StateSpace.D"};
  return parameters;
}

/// A parameter of the diagram of ParametriseBlock(), changed.
constexpr double kFactor = 1.01, kSummand = 0.001;
std::string ChangedText(const Document& document, const std::string& name) {
  for (const DiagramParameter& parameter : document.parameters) {
    if (parameter.name != name) continue;
    const ParameterSetting& value = parameter.value;
    return "1.01*" + (value.is_text() ? value.text() : ToJson(value)) + " + 0.001";
  }
  throw std::logic_error("no parameter " + name);
}

}  // namespace

class TestSymbolicParameters : public QObject {
  Q_OBJECT

  static void AddFiles() {
    QTest::addColumn<QString>("path");
    for (const char* folder : {"resources/examples", "resources/help/diagrams", "tests/problems",
                               "tests/canonical_files"}) {
      QDirIterator files(QString(LOOPWRIGHT_SOURCE_DIR "/") + folder, {"*.loop.json"}, QDir::Files,
                         QDirIterator::Subdirectories);
      QStringList paths;
      while (files.hasNext()) paths.push_back(files.next());
      paths.sort();
      for (const QString& path : paths) {
        if (!IsValid(path)) continue;
        QTest::newRow(qPrintable(path.mid(int(sizeof(LOOPWRIGHT_SOURCE_DIR))))) << path;
      }
    }
  }

  static bool IsValid(const QString& path) {
    const LoadResult loaded = LoadFile(path.toStdString(), BuiltInBlocks());
    return loaded.document && !HasErrors(CheckDocument(*loaded.document, BuiltInBlocks()));
  }

  static void AddBlocks() {
    AddBlockRows([](const BlockDescriptor& block) { return block.make_symbolic != nullptr; });
  }

  /// The equations with symbols agree with those without, and with the numeric diagram. Where there
  /// are none, both ways say so, and the reason is that a block has no symbolic form.
  static void CheckAgreement(const Document& document) {
    std::string reason, plain_reason;
    const auto symbolic = EquationsOf(document, true, {}, &reason);
    const auto plain = EquationsOf(document, false, {}, &plain_reason);
    QCOMPARE(QString::fromStdString(reason), QString::fromStdString(plain_reason));
    if (!plain) {
      QVERIFY2(reason.ends_with("cannot be converted to Expression"), reason.c_str());
      return;
    }
    Values parameters;
    AddParameters(*symbolic, &parameters);
    int finite = 0;
    QCOMPARE(QString::fromStdString(Difference(*symbolic, *plain, parameters, 5, &finite)),
             QString());
    int compared = 0;
    for (int point = 0; point < RandomCount(100); ++point) {
      NumericPoint numeric(document, static_cast<unsigned>(RandomSeed(1) + point));
      QCOMPARE(QString::fromStdString(numeric.Check(*symbolic)), QString());
      compared += numeric.num_compared();
    }
    QVERIFY(AllOf(*plain).empty() || finite > 0);
    QVERIFY(AllOf(*plain).empty() || compared > 0);
  }

 private slots:
  void filesAgreeWithTheirNumbers_data() { AddFiles(); }
  void filesAgreeWithTheirNumbers() {
    QFETCH(QString, path);
    const LoadResult loaded = LoadFile(path.toStdString(), BuiltInBlocks());
    QVERIFY(loaded.document.has_value());
    CheckAgreement(*loaded.document);
  }

  void blocksAgreeWithTheirNumbers_data() { AddBlocks(); }
  void blocksAgreeWithTheirNumbers() {
    QFETCH(QString, type);
    QFETCH(QString, parameters);
    CheckAgreement(ParametriseBlock(type.toStdString(), parameters.toStdString()).document);
  }

  // With other values of the parameters, the equations are those of the diagram that has these.
  // What is no function of a parameter in this sense has no symbols of it.
  void symbolsMayHaveOtherValues_data() { AddBlocks(); }
  void symbolsMayHaveOtherValues() {
    QFETCH(QString, type);
    QFETCH(QString, parameters);
    const Parametrised block = ParametriseBlock(type.toStdString(), parameters.toStdString());
    const auto symbolic = EquationsOf(block.document, true);
    QVERIFY(symbolic.has_value());
    const QStringList symbols = SymbolsOf(*symbolic).split(' ');
    for (const std::string& name : block.names) {
      const QString full_name = type + "." + QString::fromStdString(name).mid(2);
      const std::string difference = DifferenceWith(block.document, *symbolic, name);
      if (difference.empty() || Absent().contains(full_name.toStdString())) continue;
      QVERIFY2(Consumed().contains(full_name.toStdString()),
               qPrintable(full_name + ": " + QString::fromStdString(difference)));
      QVERIFY2(!symbols.contains(QString::fromStdString(name)), qPrintable(full_name));
      consumed_.insert(full_name.toStdString());
    }
  }

  // The list is no longer than it must be.
  void everyConsumedParameterWasSeen() {
    if (consumed_.empty()) QSKIP("the rows before were left out");
    QCOMPARE(consumed_.size(), Consumed().size());
  }

  // What a parameter is to blocks of all kinds; each line of the text is worked out by hand.
  void symbolsOfAllKinds() {
    const std::string text = DiagramText(
        "'r': {'type': 'Inport'}, "
        // Expressions, alone and in lists; a vector and its elements.
        "'g': {'type': 'Gain', 'parameters': {'gain': ['k', '2*k + 1', 'v[1]', 3]}}, "
        "'h': {'type': 'Gain', 'parameters': {'gain': 'v'}}, "
        // Coefficients divided by the first one, and the direct term taken out.
        "'f': {'type': 'TransferFunction', 'parameters': {'numerator': [1, 'a'], 'denominator': "
        "['m', 'b']}}, "
        // A parameter that says how many, one without a bound, one with the name of an output.
        "'s': {'type': 'Saturation', 'parameters': {'lower': '-k', 'upper': 'none'}}, "
        "'d': {'type': 'Delay', 'parameters': {'samples': 'n_delay', 'period': 'k'}}, "
        "'o': {'type': 'Gain', 'parameters': {'gain': 'out'}}, "
        "'out': {'type': 'Outport'}, "
        // The subsystem has a k of its own.
        "'sub': {'type': 'Subsystem', 'parameters': {'k': {'value': '3*m'}}, 'diagram': {'blocks': "
        "{'u': {'type': 'Inport'}, 'i': {'type': 'Gain', 'parameters': {'gain': 'k*a'}}, "
        "'y': {'type': 'Outport'}}, 'wires': [{'from': 'u.y', 'to': 'i.u'}, {'from': 'i.y', 'to': "
        "'y.u'}]}}, "
        "'x': {'type': 'Scope', 'parameters': {'inputs': 6}}",
        "r.y>g.u r.y>h.u r.y>f.u r.y>s.u r.y>d.u r.y>o.u r.y>sub.u o.y>out.u g.y>x.u1 h.y>x.u2 "
        "f.y>x.u3 s.y>x.u4 d.y>x.u5 sub.y>x.u6",
        "'k': {'value': 2}, 'm': {'value': 4}, 'a': {'value': 3}, 'b': {'value': 5}, 'v': "
        "{'value': "
        "[1, 7]}, 'n_delay': {'value': 1}, 'none': {'value': 'inf'}, 'out': {'value': 9}, "
        "'unused': {'value': 1}");
    const Document document = LoadText(text);
    CheckAgreement(document);
    QCOMPARE(TextOf(document), QString("Inputs:\n"
                                       "  r.y\n"
                                       "\n"
                                       "Continuous state:\n"
                                       "  d/dt f.x = r.y - b * f.x / m\n"
                                       "\n"
                                       "Every 2 s from 0 s on:\n"
                                       "  d.x[n+1] = r.y\n"
                                       "\n"
                                       "Outputs:\n"
                                       "  out = 9 * r.y\n"
                                       "  g.y[0] = k * r.y\n"
                                       "  g.y[1] = (2 * k + 1) * r.y\n"
                                       "  g.y[2] = v[1] * r.y\n"
                                       "  g.y[3] = 3 * r.y\n"
                                       "  h.y[0] = v[0] * r.y\n"
                                       "  h.y[1] = v[1] * r.y\n"
                                       "  f.y = r.y / m + (a / m - b / m^2) * f.x\n"
                                       "  s.y = max(r.y, -k)\n"
                                       "  d.y = d.x\n"
                                       "  sub/i.y = sub.k * a * r.y\n"
                                       "\n"
                                       "Where:\n"
                                       "  k = 2\n"
                                       "  m = 4\n"
                                       "  a = 3\n"
                                       "  b = 5\n"
                                       "  v = [1, 7]\n"
                                       "  sub.k = 12\n"));
  }

  // In formulas, too; where a parameter decides what a formula depends on or which element it
  // names, the formula is left with numbers, and so is one with a matrix.
  void symbolsInFormulas() {
    const std::string text = DiagramText(
        "'e': {'type': 'Expression', 'parameters': {'inputs': 2, 'expression': 'k*u1 + w[1]*w[0]; "
        "k "
        "> 0 ? u1 : -u1; k > 0 ? u1 : u2; w[i]*u1; M[0][1]*u1 + (2*w)[0]'}}, "
        "'p': {'type': 'DifferentialEquation', 'parameters': {'derivatives': ['-k*x1 + min(k, w[0])"
        "*t'], 'outputs': ['k*x1']}}, "
        "'q': {'type': 'DifferenceEquation', 'parameters': {'updates': ['k*x1 + n'], 'outputs': "
        "['x1^k'], 'period': 0.5}}, "
        "'r': {'type': 'Inport'}, 'x': {'type': 'Scope', 'parameters': {'inputs': 3}}",
        "r.y>e.u1 p.y>e.u2 e.y>x.u1 p.y>x.u2 q.y>x.u3",
        "'k': {'value': 2}, 'w': {'value': [3, 5]}, 'i': {'value': 1}, 'M': {'value': [[1, 8], [0, "
        "1]]}");
    const Document document = LoadText(text);
    CheckAgreement(document);
    QCOMPARE(TextOf(document), QString("Inputs:\n"
                                       "  r.y\n"
                                       "\n"
                                       "Continuous state:\n"
                                       "  d/dt p.x1 = min(k, w[0]) * t - k * p.x1\n"
                                       "\n"
                                       "Every 0.5 s from 0 s on:\n"
                                       "  q.x1[n+1] = k * q.x1 + q.n\n"
                                       "  q.n[n+1] = q.n + 1\n"
                                       "\n"
                                       "Outputs:\n"
                                       "  e.y[0] = k * r.y + w[1] * w[0]\n"
                                       "  e.y[1] = k > 0 ? r.y : -r.y\n"
                                       "  e.y[2] = r.y\n"
                                       "  e.y[3] = 5 * r.y\n"
                                       "  e.y[4] = M[0][1] * r.y + 2 * w[0]\n"
                                       "  p.y = k * p.x1\n"
                                       "  q.y = q.x1^k\n"
                                       "\n"
                                       "Where:\n"
                                       "  k = 2\n"
                                       "  w = [3, 5]\n"
                                       "  M = [[1, 8], [0, 1]]\n"));
  }

  // Shared terms get names that no parameter has.
  void sharedTermsAndParameters() {
    std::string blocks = "'x0': {'type': 'Sine'}, 's': {'type': 'Scope'}";
    std::string wires = "x20.y>s.u1 ";
    for (int i = 1; i <= 20; ++i) {
      const std::string name = "'x" + std::to_string(i) + "'";
      blocks += ", " + name +
                ": {'type': 'Expression', 'parameters': {'expression': 'sin(s1*u1)*cos(u1) + u1'}}";
      wires += "x" + std::to_string(i - 1) + ".y>x" + std::to_string(i) + ".u1 ";
    }
    const Document document =
        LoadText(DiagramText(blocks, wires, "'s1': {'value': 0.7}, 's3': {'value': 1}"));
    CheckAgreement(document);
    const auto equations = EquationsOf(document, true);
    QVERIFY(equations->shared.size() > 10);
    QCOMPARE(QString::fromStdString(equations->shared[0].symbol), QString("s2"));
    QCOMPARE(QString::fromStdString(equations->shared[1].symbol), QString("s3"));
    QVERIFY(TextOf(document).endsWith("  s1 = 0.7\n"));
  }

  // A parameter that would look like a state in print is spelled.
  void symbolsInPrint() {
    const Document document = LoadText(DiagramText(
        "'plant': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 'x_plant', 'gain': "
        "'omega_0'}}, 'u': {'type': 'Inport'}, 'k': {'type': 'Gain', 'parameters': {'gain': 'K'}}, "
        "'s': {'type': 'Scope'}",
        "u.y>plant.u plant.y>k.u k.y>s.u1",
        "'x_plant': {'value': 2}, 'omega_0': {'value': 3}, 'K': {'value': [[1], [2]]}"));
    CheckAgreement(document);
    QCOMPARE(QString::fromStdString(EquationsLatex(*EquationsOf(document, true))),
             QString("\\begin{aligned}\n"
                     "  \\dot{x}_{\\mathrm{plant}} &= \\frac{\\omega_{0}\\,y_{\\mathrm{u}} - "
                     "x_{\\mathrm{plant}}}{\\mathrm{x\\_plant}} \\\\\n"
                     "  &\\text{outputs:} \\\\\n"
                     "  y_{\\mathrm{plant}} &= x_{\\mathrm{plant}} \\\\\n"
                     "  y_{\\mathrm{u}} &= y_{\\mathrm{u}} \\\\\n"
                     "  y_{\\mathrm{k},0} &= K_{0,0}\\,x_{\\mathrm{plant}} \\\\\n"
                     "  y_{\\mathrm{k},1} &= K_{1,0}\\,x_{\\mathrm{plant}} \\\\\n"
                     "  &\\text{where:} \\\\\n"
                     "  \\mathrm{x\\_plant} &= 2 \\\\\n"
                     "  \\omega_{0} &= 3 \\\\\n"
                     "  K &= \\begin{pmatrix} 1 \\\\ 2 \\end{pmatrix}\n"
                     "\\end{aligned}\n"));
  }

 private:
  /// As the command line prints them: of the outputs, those that a run records.
  static QString TextOf(const Document& document) {
    const auto built = BuildDiagramOf<Expression>(document, BuiltInBlocks(), {{}, true, true});
    std::vector<OutputOfInterest> outputs;
    for (int i = 0; i < built.diagram->num_output_ports(); ++i) {
      outputs.push_back(
          {built.diagram->get_output_port(i).get_name(), &built.diagram->get_output_port(i)});
    }
    for (const PortSignal<Expression>& signal : built.index->port_signals()) {
      if (signal.logged_by_default) outputs.push_back({signal.path, signal.port});
    }
    return QString::fromStdString(
        EquationsText(DeriveEquations(*built.index, outputs, built.parameters)));
  }

  /// Between `symbolic` with parameter `name` changed and the equations of the changed document.
  static std::string DifferenceWith(const Document& document, const SystemEquations& symbolic,
                                    const std::string& name) {
    std::string reason;
    const auto changed =
        EquationsOf(document, false, {{name, ChangedText(document, name)}}, &reason);
    if (!changed) return reason;
    Values values;
    AddParameters(symbolic, &values);
    for (const ParameterSymbol& parameter : symbolic.parameters) {
      if (parameter.name != name) continue;
      for (const Expression& e : parameter.elements) {
        values[e.name()] = kFactor * values[e.name()] + kSummand;
      }
    }
    int finite = 0;
    return Difference(symbolic, *changed, values, 5, &finite);
  }

  std::set<std::string> consumed_;
};

LOOPWRIGHT_TEST(TestSymbolicParameters)

}  // namespace loopwright::test_symbolic_parameters

#include "test_symbolic_parameters.moc"
