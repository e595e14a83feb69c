#pragma once

#include <QByteArray>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/check/check.h"
#include "engine/file/load.h"
#include "engine/system/leaf_system.h"

// A few block types for tests of the model: enough of every kind, and no more.
namespace loopwright::test {

/// y = value + sum of gain*u over all inputs where `direct`, else the discrete state, which takes
/// that sum at every update. Scalars are spread over the width of the output.
template <typename T>
class TestLeaf : public LeafSystem<T> {
 public:
  TestLeaf(const BlockArguments& arguments, bool direct, bool periodic)
      : arguments_(arguments), direct_(direct) {
    for (int i = 0; i < arguments.num_inputs(); ++i) {
      this->DeclareVectorInputPort("in" + std::to_string(i), arguments.input_width(i));
    }
    const int width = arguments.num_outputs() > 0 ? arguments.output_width(0) : 1;
    if (!direct) this->DeclareDiscreteState(VectorX<T>(Initial(width)));
    for (int i = 0; i < arguments.num_outputs(); ++i) {
      const int size = arguments.output_width(i);
      this->DeclareVectorOutputPort(
          "out" + std::to_string(i), size,
          [this, size](const Context<T>& context, BasicVector<T>* y) {
            for (int k = 0; k < size; ++k) (*y)[k] = Value(context, k);
          },
          direct ? std::set<DependencyTicket>{this->all_input_ports_ticket()}
                 : std::set<DependencyTicket>{this->xd_ticket()});
    }
    if (periodic) {
      this->DeclarePeriodicDiscreteUpdateEvent(arguments.number("period"), 0, &TestLeaf::Update);
    }
  }

 private:
  Eigen::VectorXd Numbers(const char* name, int width) const {
    if (!arguments_.has(name)) return Eigen::VectorXd::Zero(width);
    return arguments_.vector(name, width);
  }
  VectorX<T> Initial(int width) const { return Numbers("initial_value", width).template cast<T>(); }
  T Sum(const Context<T>& context, int k) const {
    T sum(arguments_.has("value") ? arguments_.vector("value")[k] : 0);
    for (int i = 0; i < this->num_input_ports(); ++i) {
      const int size = this->get_input_port(i).size();
      sum += this->input_data(context, i)[size == 1 ? 0 : k] * Factor(i, k);
    }
    return sum;
  }
  double Factor(int input, int k) const {
    if (arguments_.has("signs")) {
      return arguments_.text("signs")[static_cast<std::size_t>(input)] == '+' ? 1 : -1;
    }
    if (!arguments_.has("gain")) return 1;
    const Eigen::VectorXd gain = arguments_.vector("gain");
    return gain[gain.size() == 1 ? 0 : k];
  }
  T Value(const Context<T>& context, int k) const {
    return direct_ ? Sum(context, k) : this->discrete_data(context)[k];
  }
  void Update(const Context<T>& context, DiscreteValues<T>* next) const {
    for (int k = 0; k < next->size(); ++k) (*next)[k] = Sum(context, k);
  }

  BlockArguments arguments_;
  bool direct_;
};

template <typename T>
struct Direct : TestLeaf<T> {
  explicit Direct(const BlockArguments& arguments) : TestLeaf<T>(arguments, true, false) {}
};
template <typename T>
struct Sampled : TestLeaf<T> {
  explicit Sampled(const BlockArguments& arguments) : TestLeaf<T>(arguments, false, true) {}
};
template <typename T>
struct Stateful : TestLeaf<T> {
  explicit Stateful(const BlockArguments& arguments) : TestLeaf<T>(arguments, false, false) {}
};
template <typename T>
struct Sometimes : TestLeaf<T> {
  explicit Sometimes(const BlockArguments& arguments)
      : TestLeaf<T>(arguments, arguments.boolean("direct"), false) {
    if (arguments.boolean("broken")) throw std::runtime_error("it cannot be made; repair it");
  }
};

inline BlockDescriptor Describe(std::string type, std::vector<std::string> inputs,
                                std::vector<std::string> outputs,
                                std::vector<ParameterDescriptor> parameters) {
  BlockDescriptor block;
  block.type = std::move(type);
  block.inputs = std::move(inputs);
  block.outputs = std::move(outputs);
  block.parameters = std::move(parameters);
  block.UseSystem<Direct>();
  return block;
}

inline ParameterDescriptor Parameter(std::string name, ParameterKind kind, ParameterSetting value,
                                     std::string constraint = {}, std::string unit = {}) {
  ParameterDescriptor parameter;
  parameter.name = std::move(name);
  parameter.kind = kind;
  parameter.default_value = std::move(value);
  parameter.constraint = std::move(constraint);
  parameter.unit = std::move(unit);
  return parameter;
}

inline ParameterDescriptor Period() {
  return Parameter("period", ParameterKind::kNumber, 0.1, "> 0", "s");
}
inline ParameterDescriptor Offset() {
  return Parameter("offset", ParameterKind::kNumber, 0, ">= 0", "s");
}
inline ParameterDescriptor Initial() {
  return Parameter("initial_value", ParameterKind::kVector, 0);
}

inline void AddSources(std::vector<BlockDescriptor>* blocks) {
  using Kind = ParameterKind;
  BlockDescriptor constant =
      Describe("Constant", {}, {"y"}, {Parameter("value", Kind::kVector, 1)});
  constant.infer_widths = [](const BlockArguments& a, BlockWidths* w) {
    w->set_out(0, a.size("value"));
  };
  blocks->push_back(constant);

  BlockDescriptor clock = Describe("Clock", {}, {"y"}, {});
  clock.timing = [](const BlockArguments&) { return BlockTiming::kContinuous; };
  blocks->push_back(clock);

  BlockDescriptor level = Describe("Level", {}, {"y"}, {});
  level.state = "discrete";
  level.feedthrough = "none";
  level.UseSystem<Stateful>();
  blocks->push_back(level);

  BlockDescriptor noise = Describe(
      "Noise", {}, {"y"},
      {Parameter("mean", Kind::kVector, 0), Parameter("deviation", Kind::kVector, 1, ">= 0"),
       Period(), Offset(), Parameter("stream", Kind::kText, "")});
  noise.state = "discrete";
  noise.feedthrough = "none";
  noise.infer_widths = [](const BlockArguments&, BlockWidths* w) {
    w->SameWidth({"mean", "deviation"});
  };
  noise.UseSystem<Sampled>();
  blocks->push_back(noise);
}

inline void AddMath(std::vector<BlockDescriptor>* blocks) {
  using Kind = ParameterKind;
  BlockDescriptor gain = Describe("Gain", {"u"}, {"y"}, {Parameter("gain", Kind::kVector, 1)});
  gain.infer_widths = [](const BlockArguments&, BlockWidths* w) { w->Elementwise({"gain"}); };
  blocks->push_back(gain);

  BlockDescriptor sum =
      Describe("Sum", {"u1..un"}, {"y"}, {Parameter("signs", Kind::kText, "++", "only + and -")});
  sum.ports = [](const BlockArguments& a) {
    return PortNames{NumberedPorts("u", static_cast<int>(a.text("signs").size())), {"y"}};
  };
  blocks->push_back(sum);

  BlockDescriptor relation = Describe("Relation", {"u1", "u2"}, {"y"}, {});
  relation.timing = [](const BlockArguments&) { return BlockTiming::kPiecewise; };
  blocks->push_back(relation);

  BlockDescriptor sometimes = Describe(
      "Sometimes", {"u"}, {"y"},
      {Parameter("direct", Kind::kBoolean, true), Parameter("broken", Kind::kBoolean, false)});
  sometimes.feedthrough = "where it is direct";
  sometimes.infer_widths = [](const BlockArguments&, BlockWidths* w) { w->AllFixed(1); };
  sometimes.UseSystem<Sometimes>();
  blocks->push_back(sometimes);

  BlockDescriptor pair = Describe("Pair", {"u"}, {"y"}, {});
  pair.infer_widths = [](const BlockArguments&, BlockWidths* w) {
    w->set_in(0, 2);
    w->set_out(0, 2);
  };
  blocks->push_back(pair);

  BlockDescriptor mux =
      Describe("Mux", {"u1..un"}, {"y"}, {Parameter("inputs", Kind::kInteger, 2, ">= 1")});
  mux.infer_widths = [](const BlockArguments&, BlockWidths* w) { w->Concatenate(); };
  blocks->push_back(mux);
}

inline void AddDynamics(std::vector<BlockDescriptor>* blocks) {
  BlockDescriptor integrator = Describe("Integrator", {"u"}, {"y"}, {Initial()});
  integrator.category = "continuous";
  integrator.state = "continuous";
  integrator.feedthrough = "none";
  integrator.infer_widths = [](const BlockArguments&, BlockWidths* w) {
    w->SameWidth({"initial_value"});
  };
  integrator.UseSystem<Stateful>();
  blocks->push_back(integrator);

  for (const bool held : {false, true}) {
    BlockDescriptor delay = integrator;
    delay.type = held ? "Hold" : "Delay";
    delay.category = "discrete";
    delay.state = "discrete";
    delay.is_held = held;
    delay.parameters = {Initial(), Period(), Offset()};
    delay.UseSystem<Sampled>();
    blocks->push_back(delay);
  }

  BlockDescriptor plant = integrator;
  plant.type = "Plant";
  plant.inputs = {"u", "force", "x0"};
  plant.input_defaults = {{"force", 0.5}, {"x0", "initial_value"}};
  plant.infer_widths = [](const BlockArguments&, BlockWidths* w) { w->Elementwise(); };
  plant.feedthrough = "all";
  plant.UseSystem<Direct>();
  blocks->push_back(plant);
}

inline void AddStructure(std::vector<BlockDescriptor>* blocks) {
  using Kind = ParameterKind;
  BlockDescriptor probe = Describe(
      "Probe", {"u1..un"}, {},
      {Parameter("inputs", Kind::kInteger, 1, ">= 1"), Parameter("title", Kind::kText, "")});
  probe.is_sink = true;
  blocks->push_back(probe);

  const auto index = Parameter("index", Kind::kInteger, 1, ">= 1");
  const auto tag = Parameter("tag", Kind::kText, "A");
  const std::vector<std::pair<BlockRole, BlockDescriptor>> roles = {
      {BlockRole::kSubsystem, Describe("Subsystem", {}, {}, {})},
      {BlockRole::kInport,
       Describe(
           "Inport", {}, {"y"},
           {index, Parameter("width", Kind::kInteger, 1, ">= 1"),
            Parameter("default", Kind::kVector, 0),
            Parameter("random", Kind::kChoice, "none", "none | uniform | gaussian"), Period()})},
      {BlockRole::kOutport, Describe("Outport", {"u"}, {}, {index})},
      {BlockRole::kGoto, Describe("Goto", {"u"}, {}, {tag})},
      {BlockRole::kFrom, Describe("From", {}, {"y"}, {tag})}};
  for (auto [role, block] : roles) {
    block.role = role;
    block.make = nullptr;
    block.make_autodiff = nullptr;
    blocks->push_back(block);
  }
}

/// One parameter of every kind and constraint.
inline void AddKinds(std::vector<BlockDescriptor>* blocks) {
  using Kind = ParameterKind;
  ParameterDescriptor formula = Parameter("formula", Kind::kText, "u1");
  formula.is_formula = true;
  BlockDescriptor kinds = Describe(
      "Kinds", {}, {"y"},
      {Parameter("number", Kind::kNumber, 1),
       Parameter("positive", Kind::kNumber, 1, "> 0"),
       Parameter("time", Kind::kNumber, 1, "> 0", "s"),
       Parameter("integer", Kind::kInteger, 1),
       Parameter("nonzero", Kind::kInteger, 1, "!= 0"),
       Parameter("bits", Kind::kInteger, 7, "in [2, 31]"),
       Parameter("flag", Kind::kBoolean, false),
       Parameter("choice", Kind::kChoice, "min", "min | max"),
       Parameter("text", Kind::kText, ""),
       formula,
       Parameter("vector", Kind::kVector, 1),
       Parameter("weights", Kind::kVector, 1, ">= 0"),
       Parameter("lower", Kind::kVector, "-inf", "<= upper"),
       Parameter("upper", Kind::kVector, "inf"),
       Parameter("falling", Kind::kNumber, -1, "< 0"),
       Parameter("times", Kind::kVector, ParameterSetting::List{0, 1}, "strictly increasing"),
       Parameter("state", Kind::kVector, ParameterSetting::List{2, 0}, "2"),
       Parameter("matrix", Kind::kMatrix, 1),
       Parameter("poles", Kind::kComplexVector, ParameterSetting::List{-1}),
       Parameter("formulas", Kind::kTextList, ParameterSetting::List{"x1"}),
       Parameter("table", Kind::kTextMatrix, ParameterSetting::List{ParameterSetting::List{"1"}})});
  kinds.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    if (arguments.number("number") == 13) problems->Add("number", "is 13; take another");
    if (arguments.number("number") == 14) problems->Add("", "the block does not like 14");
    if (arguments.number("number") == 15) throw std::runtime_error("15 is refused");
  };
  blocks->push_back(kinds);
}

inline const BlockRegistry& TestBlocks() {
  static const auto registry = [] {
    std::vector<BlockDescriptor> blocks;
    AddSources(&blocks);
    AddMath(&blocks);
    AddDynamics(&blocks);
    AddStructure(&blocks);
    AddKinds(&blocks);
    return std::make_unique<BlockRegistry>(std::move(blocks));
  }();
  return *registry;
}

/// Reads a document that has to be readable.
inline Document Load(const std::string& json) {
  LoadResult result = LoadDocument(json, TestBlocks());
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.severity == Severity::kError) {
      throw std::runtime_error(FormatDiagnostic("test", diagnostic));
    }
  }
  return std::move(*result.document);
}

/// A document with these blocks and wires (pairs "from>to"), one each line: the first block is in
/// line 4, behind them `"wires": [`, then the wires. `rest` is put before `"diagram"`, in line 2.
inline std::string Json(const std::vector<std::string>& blocks,
                        const std::vector<std::string>& wires = {}, const std::string& rest = {}) {
  std::string json = "{\"format\": \"loopwright\", \"version\": 1,\n" + rest + "\n";
  json += "\"diagram\": {\"blocks\": {\n";
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    json += blocks[i] + (i + 1 < blocks.size() ? ",\n" : "\n");
  }
  json += "}, \"wires\": [\n";
  for (std::size_t i = 0; i < wires.size(); ++i) {
    const std::size_t at = wires[i].find('>');
    json += "{\"from\": \"" + wires[i].substr(0, at) + "\", \"to\": \"" + wires[i].substr(at + 1) +
            "\"}" + (i + 1 < wires.size() ? ",\n" : "\n");
  }
  return json + "]}}\n";
}

/// Everything that CheckDocument() finds, a line each.
inline QByteArray Check(const std::string& json) {
  std::string text;
  for (const Diagnostic& diagnostic : CheckDocument(Load(json), TestBlocks())) {
    if (!text.empty()) text += "\n";
    text += FormatDiagnostic("f", diagnostic);
  }
  return QByteArray::fromStdString(text);
}

}  // namespace loopwright::test
