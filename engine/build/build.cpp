#include "engine/build/build.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <optional>
#include <span>

#include "engine/build/overrides.h"
#include "engine/build/parameter_names.h"
#include "engine/build/parameter_symbols.h"
#include "engine/build/stand_ins.h"
#include "engine/check/analysis.h"
#include "engine/diagram/diagram.h"
#include "engine/diagram/diagram_builder.h"
#include "engine/diagram/random_samples.h"
#include "engine/document/text_diagnostic.h"

namespace loopwright {
namespace {

template <typename T>
using MakeFunction = std::unique_ptr<System<T>> (*)(const BlockArguments&);

// Throws where blocks of the type have no form over T. Each type gives a function for every scalar
// that it supports.
template <typename T>
MakeFunction<T> MakeFunctionOf(const BlockDescriptor& type) {
  MakeFunction<T> make = nullptr;
  if constexpr (std::is_same_v<T, double>) {
    make = type.make;
  } else if constexpr (std::is_same_v<T, AutoDiff>) {
    make = type.make_autodiff;
  } else {
    make = type.make_symbolic;
  }
  if (make == nullptr) {
    throw ScalarConversionError("blocks of type " + type.type + " cannot be converted to " +
                                internal::ScalarNumber<T>::kName);
  }
  return make;
}

// Builds the levels of a structure without errors, inner ones first. A level becomes a Diagram, and
// a subsystem's diagram becomes a system of the level around it. Blocks that only lead signals on
// (Inport, Outport, Goto, From) become ports and connections.
template <typename T>
class LevelBuilder {
 public:
  // `result` gets diagnostics and, where parameters are symbols, these and the blocks without form.
  LevelBuilder(const Analysis& analysis, const BuildOptions& options, BuildResultOf<T>* result)
      : structure_(analysis.structure),
        solves_algebraic_loops_(analysis.solves_algebraic_loops),
        options_(options),
        diagnostics_(result->diagnostics),
        without_form_(result->without_form),
        systems_(structure_.blocks.size(), nullptr),
        ports_(structure_.outputs.size(), nullptr),
        inner_(structure_.levels.size()),
        inport_numbers_(structure_.blocks.size(), -1) {
    for (const Structure::Level& level : structure_.levels) {
      for (std::size_t k = 0; k < level.inports.size(); ++k) {
        inport_numbers_[level.inports[k]] = static_cast<int>(k);
      }
    }
    if (options.symbolic) MakeSymbols(&result->parameters);
  }

  // Null where a block could not be made.
  std::unique_ptr<Diagram<T>> Run() {
    const std::size_t before = diagnostics_.size();
    for (int level = structure_.num_levels() - 1; level >= 0; --level) {
      BuildLevel(level);
      if (diagnostics_.size() != before) return nullptr;
    }
    return std::move(inner_.front());
  }

  // The stand-ins of the top level's Inports, but those that are random.
  const std::vector<const System<T>*>& inports() const { return inports_; }

  // What the parameters of the blocks' systems are called.
  auto parameter_names() const { return std::bind_front(&ParameterNames<T>::Find, names_); }

  // Where the value of an output lies.
  const OutputPort<T>* PortOf(int output) const {
    return ports_[structure_.outputs[output].source];
  }

 private:
  // Of a document without blocks, which can be run like any other.
  struct Empty final : Diagram<T> {};
  // What an input reads within its level: an output port, or the Inport with this number.
  struct LocalSource {
    const OutputPort<T>* port = nullptr;
    int inport = -1;
  };

  const Structure::BlockNode& node(int block) const { return structure_.blocks[block]; }

  // The parameters of all levels as symbols.
  void MakeSymbols(std::vector<ParameterSymbol>* symbols) {
    for (const Structure::Level& level : structure_.levels) {
      const ParameterSymbols* outer =
          level.parent_block < 0 ? nullptr : symbols_[node(level.parent_block).level].get();
      symbols_.push_back(std::make_unique<ParameterSymbols>(outer, structure_, level, symbols));
    }
  }

  // Systems first, then their connections, then the outputs of the level.
  void BuildLevel(int index) {
    const Structure::Level& level = structure_.levels[index];
    builder_.emplace();
    builder_->set_solves_algebraic_loops(solves_algebraic_loops_);
    through_.assign(level.inports.size(), nullptr);
    const int end = level.first_block + level.num_blocks;
    const std::size_t before = diagnostics_.size();
    for (int i = level.first_block; i < end; ++i) AddBlock(i);
    if (diagnostics_.size() != before) return;  // A system is missing.
    for (int i = level.first_block; i < end; ++i) ConnectInputs(index, i);
    ExportOutputs(index);
    if (index > 0 && builder_->empty()) return;
    inner_[index] = builder_->empty() ? std::make_unique<Empty>() : builder_->Build();
    inner_[index]->set_name(level.parent_block < 0 ? "" : node(level.parent_block).block->name);
  }

  // What a block becomes, by its role and whether it is commented out.
  void AddBlock(int i) {
    const Structure::BlockNode& block = node(i);
    if (block.is(BlockRole::kSubsystem)) {
      AddSubsystem(i);
    } else if (!block.enabled) {
      AddZeros(i);
    } else if (block.is_system()) {
      AddSystem(i);
    } else if (block.is(BlockRole::kInport) && block.level == 0) {
      AddTopLevelInport(i);
    } else if (block.is(BlockRole::kFrom) && structure_.outputs[block.first_output].cut) {
      AddZeros(i);
    }
  }

  // The system gets the block's name, so that paths in messages are those of the file, and has an
  // output port for each of the block.
  void Add(int i, std::unique_ptr<System<T>> system) {
    const Structure::BlockNode& block = node(i);
    system->set_name(block.block->name);
    systems_[i] = builder_->AddSystem(std::move(system));
    for (int k = 0; k < block.num_outputs(); ++k) {
      ports_[block.first_output + k] = &systems_[i]->get_output_port(k);
    }
  }

  // A port of 0 for each output of a block.
  std::vector<typename FixedSource<T>::Port> ZerosOf(const Structure::BlockNode& block) const {
    std::vector<typename FixedSource<T>::Port> zeros;
    for (int k = 0; k < block.num_outputs(); ++k) {
      zeros.push_back({block.ports->outputs[k],
                       Eigen::VectorXd::Zero(structure_.outputs[block.first_output + k].width)});
    }
    return zeros;
  }

  // Makes the block's system. What the block throws becomes a diagnostic at it.
  void AddSystem(int i) {
    const Structure::BlockNode& block = node(i);
    if (const auto reason = ReasonWithoutForm(block)) return AddWithoutForm(i, *reason);
    try {
      std::unique_ptr<System<T>> system = Make(block);
      CheckPorts(block, *system);
      names_->Add(*system, *block.type);
      Add(i, std::move(system));
    } catch (const std::exception& error) {
      Refuse(block, error.what());
    }
  }

  // Why there is no form over symbols of a block; nothing where there is one, or nobody asks.
  std::optional<std::string> ReasonWithoutForm(const Structure::BlockNode& block) const {
    if (!options_.replace_without_form || !block.is_system()) return std::nullopt;
    if (block.type->make_symbolic == nullptr) {
      return "blocks of type " + block.type->type + " have no symbolic form";
    }
    const auto found = options_.without_form.find(structure_.PathOf(block));
    if (found == options_.without_form.end()) return std::nullopt;
    return found->second;
  }

  // In place of a block that has no symbolic form: outputs that keep the value 0, noted with the
  // reason.
  void AddWithoutForm(int i, const std::string& reason) {
    const Structure::BlockNode& block = node(i);
    const std::vector<typename FixedSource<T>::Port> outputs = ZerosOf(block);
    without_form_.push_back({structure_.PathOf(block), reason, nullptr});
    if (outputs.empty()) return;
    Add(i, std::make_unique<FixedSource<T>>(outputs));
    without_form_.back().system = systems_[i];
  }

  // With the evaluated arguments, or with parameters as symbols.
  std::unique_ptr<System<T>> Make(const Structure::BlockNode& block) {
    const MakeFunction<T> make = MakeFunctionOf<T>(*block.type);
    if constexpr (kIsSymbolic<T>) {
      if (options_.symbolic) return make(WithSymbols(block, *symbols_[block.level]));
    }
    return make(*block.arguments);
  }

  void Refuse(const Structure::BlockNode& block, const std::string& reason) {
    diagnostics_.push_back(MakeTextDiagnostic(DiagnosticCode::kBlockRefused,
                                              block.block->origin.place, structure_.PathOf(block),
                                              reason));
  }

  // A block type whose system has other ports than its descriptor says is our own fault.
  static void CheckPorts(const Structure::BlockNode& block, const System<T>& system) {
    bool same = system.num_input_ports() == block.num_inputs() &&
                system.num_output_ports() == block.num_outputs();
    for (int k = 0; same && k < block.num_inputs(); ++k) {
      same = system.get_input_port(k).size() == block.arguments->input_width(k);
    }
    for (int k = 0; same && k < block.num_outputs(); ++k) {
      same = system.get_output_port(k).size() == block.arguments->output_width(k);
    }
    if (same) return;
    throw std::logic_error("the ports of the system made are not those that the block type " +
                           block.type->type + " declares");
  }

  // Ports of 0 in place of a block: of an Outport, whose value is seen outside, one as wide.
  void AddZeros(int i) {
    const Structure::BlockNode& block = node(i);
    std::vector<typename FixedSource<T>::Port> zeros = ZerosOf(block);
    if (block.is(BlockRole::kOutport)) {
      zeros.push_back({"y", Eigen::VectorXd::Zero(structure_.inputs[block.first_input].width)});
    }
    if (zeros.empty()) return;
    Add(i, std::make_unique<FixedSource<T>>(zeros));
  }

  // The diagram of the level inside, which was built before.
  void AddSubsystem(int i) {
    const Structure::BlockNode& block = node(i);
    std::unique_ptr<Diagram<T>>& inner = inner_[block.inner_level];
    if (inner == nullptr) return;  // There is nothing in it.
    Add(i, std::move(inner));
  }

  // An input of the whole document: a fixed source that a program may change, or random samples.
  void AddTopLevelInport(int i) {
    const Structure::BlockNode& block = node(i);
    const int width = structure_.outputs[block.first_output].width;
    const std::string random =
        block.arguments->has("random") ? block.arguments->text("random") : "none";
    if (random == "none") {
      Add(i, std::make_unique<FixedSource<T>>(std::vector<typename FixedSource<T>::Port>{
                 {block.ports->outputs.front(), block.arguments->vector("default", width)}}));
      inports_.push_back(systems_[i]);
    } else if constexpr (kIsSymbolic<T>) {
      const std::string reason = "a random input cannot be converted to Expression";
      return options_.replace_without_form ? AddWithoutForm(i, reason) : Refuse(block, reason);
    } else {
      const RandomDistribution distribution = random == "uniform" ? RandomDistribution::kUniform
                                              : random == "gaussian"
                                                  ? RandomDistribution::kGaussian
                                                  : RandomDistribution::kExponential;
      Add(i, std::make_unique<RandomSamples<T>>(
                 distribution, width, block.arguments->number("period"), block.arguments->path()));
    }
  }

  // Follows From blocks within the level to what gives the value there.
  LocalSource SourceIn(int output) const {
    while (true) {
      const int i = structure_.outputs[output].block;
      if (systems_[i] != nullptr) return {ports_[output], -1};
      if (node(i).is(BlockRole::kInport)) return {nullptr, inport_numbers_[i]};
      output = structure_.outputs[output].alias;  // Of a From block.
    }
  }

  const std::string& InportName(int level, int inport) const {
    return node(structure_.levels[level].inports[inport]).block->name;
  }

  // Each input of a system is connected, also those that have no wire.
  void ConnectInputs(int level, int i) {
    const Structure::BlockNode& block = node(i);
    const System<T>* system = systems_[i];
    const bool subsystem = block.is(BlockRole::kSubsystem);
    if (system == nullptr || !(subsystem || (block.is_system() && block.enabled))) return;
    if (ReasonWithoutForm(block).has_value()) return;
    for (int k = 0; k < block.num_inputs(); ++k) {
      // A subsystem has no port for an Inport that nothing reads.
      if (subsystem && !system->HasInputPort(block.ports->inputs[k])) continue;
      const InputPort<T>& port =
          subsystem ? system->GetInputPort(block.ports->inputs[k]) : system->get_input_port(k);
      ConnectInput(level, block.first_input + k, port);
    }
  }

  // An input without a wire reads a source with its default; one that reads an Inport becomes an
  // input of the level.
  void ConnectInput(int level, int input, const InputPort<T>& port) {
    const int from = structure_.inputs[input].from;
    if (from < 0) {
      builder_->Connect(*AddDefault(input), port);
      return;
    }
    const LocalSource source = SourceIn(from);
    if (source.port != nullptr) {
      builder_->Connect(*source.port, port);
    } else {
      builder_->ExportInput(port, InportName(level, source.inport));
    }
  }

  // A source beside the block, named BLOCK.PORT. A single number serves for all elements.
  const OutputPort<T>* AddDefault(int input) {
    const Structure::BlockNode& block = structure_.block_of_input(input);
    const std::string& name = block.ports->inputs[input - block.first_input];
    Eigen::VectorXd value = structure_.DefaultOfInput(input);
    const int width = structure_.inputs[input].width;
    if (value.size() != width) value = Eigen::VectorXd::Constant(width, value[0]);
    auto source = std::make_unique<FixedSource<T>>(
        std::vector<typename FixedSource<T>::Port>{{"y", std::move(value)}});
    return &builder_->AddNamedSystem(block.block->name + "." + name, std::move(source))
                ->get_output_port(0);
  }

  // The level's Outports. One that shows an Inport directly needs a system in between, as a
  // diagram's output must be a part's.
  void ExportOutputs(int level_index) {
    const Structure::Level& level = structure_.levels[level_index];
    for (std::size_t k = 0; k < level.outports.size(); ++k) {
      const int i = level.outports[k];
      const Structure::BlockNode& outport = node(i);
      const OutputPort<T>* port = nullptr;
      if (!outport.enabled) {
        port = &systems_[i]->get_output_port(0);
      } else {
        const LocalSource source = SourceIn(structure_.inputs[outport.first_input].from);
        port = source.port != nullptr ? source.port : Through(level_index, source.inport);
      }
      builder_->ExportOutput(*port, outport.block->name);
    }
  }

  // The value of an Inport as an output port.
  const OutputPort<T>* Through(int level, int inport) {
    const OutputPort<T>*& port = through_[inport];
    if (port != nullptr) return port;
    const int i = structure_.levels[level].inports[inport];
    const int width = structure_.outputs[node(i).first_output].width;
    auto* system =
        builder_->AddNamedSystem(node(i).block->name, std::make_unique<SignalCopy<T>>(width));
    builder_->ExportInput(system->get_input_port(0), node(i).block->name);
    port = &system->get_output_port(0);
    return port;
  }

  const Structure& structure_;
  bool solves_algebraic_loops_;
  const BuildOptions& options_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<BlockWithoutForm<T>>& without_form_;
  std::vector<std::unique_ptr<const ParameterSymbols>> symbols_;  // per level, where they are asked
  std::vector<System<T>*> systems_;                               // per block
  const std::shared_ptr<ParameterNames<T>> names_ = std::make_shared<ParameterNames<T>>();
  std::vector<const OutputPort<T>*> ports_;         // per output, of those with a system
  std::vector<std::unique_ptr<Diagram<T>>> inner_;  // per level, until it is added outside
  std::vector<int> inport_numbers_;           // per block: its place among the Inports of its level
  std::optional<DiagramBuilder<T>> builder_;  // of the level at hand
  std::vector<const OutputPort<T>*> through_;
  std::vector<const System<T>*> inports_;
};

// By output; names that a signal setting gives.
std::unordered_map<int, std::string> SignalNames(const Structure& structure) {
  std::unordered_map<int, std::string> names;
  for (int i = 0; i < structure.num_levels(); ++i) {
    for (const SignalSetting& signal : structure.levels[i].diagram->signal_settings) {
      const int output = structure.FindOutput(i, signal.key);
      if (output >= 0 && signal.name) names[output] = *signal.name;
    }
  }
  return names;
}

// `numbers` becomes the place of every output in the list. In the order of the file, with width,
// sample time and whether a run records it by default.
template <typename T>
std::vector<PortSignal<T>> ListSignals(const Analysis& analysis, const LevelBuilder<T>& builder,
                                       std::vector<int>* numbers) {
  const Structure& structure = analysis.structure;
  const std::vector<SampleTime> times = PropagateSampleTimes(structure, *analysis.feedthrough);
  const std::unordered_map<int, std::string> names = SignalNames(structure);
  std::vector<PortSignal<T>> signals;
  signals.reserve(structure.outputs.size());
  numbers->resize(structure.outputs.size());
  for (const int block : structure.BlocksInFileOrder()) {
    const Structure::BlockNode& node = structure.blocks[block];
    for (int k = node.first_output; k < node.first_output + node.num_outputs(); ++k) {
      const std::size_t at = k;
      (*numbers)[at] = static_cast<int>(signals.size());
      PortSignal<T>& signal = signals.emplace_back();
      signal.path = structure.OutputPath(k);
      if (const auto name = names.find(k); name != names.end()) signal.name = name->second;
      signal.width = structure.outputs[at].width;
      signal.port = builder.PortOf(k);
      signal.is_continuous = times[at].kind == SampleTime::Kind::kContinuous;
      signal.discrete = times[at].is_discrete();
      signal.period = times[at].period;
      signal.offset = times[at].offset;
      signal.logged_by_default = analysis.logged[at];
    }
  }
  return signals;
}

// The files that blocks write in a run, with the signals that go into each.
template <typename T>
std::vector<WrittenFile<T>> ListWrittenFiles(const Structure& structure,
                                             std::span<const PortSignal<T>> signals,
                                             const std::vector<int>& numbers) {
  std::vector<WrittenFile<T>> files;
  for (const int block : structure.BlocksInFileOrder()) {
    const Structure::BlockNode& node = structure.blocks[block];
    if (!node.enabled || !node.type->writes_file) continue;
    WrittenFile<T>& file = files.emplace_back();
    file.block = structure.PathOf(node);
    file.file = structure.files->ResolveWritten(node.arguments->text("path"));
    for (int k = node.first_input; k < node.first_input + node.num_inputs(); ++k) {
      const int source = structure.inputs[k].source;
      if (source < 0) continue;
      const int number = numbers[source];
      file.sources.push_back(&signals[number]);
    }
  }
  return files;
}

// An error in a parameter that was overridden is the override's fault.
void ThrowIfOverrideIsWrong(const std::vector<Diagnostic>& diagnostics,
                            const BuildOptions& options) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    for (const auto& [name, text] : options.overrides) {
      if (diagnostic.path == name) throw OverrideError(diagnostic.text);
    }
  }
}

}  // namespace

// From a document to a diagram: overrides, analysis, building, and lists of what there is. With
// errors there is no diagram, and the diagnostics say why.
template <typename T>
BuildResultOf<T> BuildDiagramOf(const Document& document, const BlockRegistry& registry,
                                const BuildOptions& options) {
  Document changed;
  if (!options.overrides.empty()) {
    changed = document;
    ApplyOverrides(options.overrides, registry, &changed);
  }
  BuildResultOf<T> result;
  Analysis analysis =
      Analyse(options.overrides.empty() ? document : changed, registry, options.allow_paths);
  result.diagnostics = std::move(analysis.diagnostics);
  ThrowIfOverrideIsWrong(result.diagnostics, options);
  if (HasErrors(result.diagnostics)) return result;
  LevelBuilder<T> builder(analysis, options, &result);
  result.diagram = builder.Run();
  SortByPlace(&result.diagnostics);
  if (!result.diagram) return result;
  std::vector<int> numbers;
  std::vector<PortSignal<T>> signals = ListSignals(analysis, builder, &numbers);
  DocumentQuantities<T> quantities{std::move(signals), builder.inports(),
                                   builder.parameter_names()};
  result.index =
      std::make_shared<const DiagramIndex<T>>(result.diagram->plan(), std::move(quantities));
  result.written_files =
      ListWrittenFiles<T>(analysis.structure, result.index->port_signals(), numbers);
  result.files_read = analysis.structure.files->ListFilesRead();
  return result;
}

template BuildResultOf<double> BuildDiagramOf<double>(const Document&, const BlockRegistry&,
                                                      const BuildOptions&);
template BuildResultOf<AutoDiff> BuildDiagramOf<AutoDiff>(const Document&, const BlockRegistry&,
                                                          const BuildOptions&);
template BuildResultOf<Expression> BuildDiagramOf<Expression>(const Document&, const BlockRegistry&,
                                                              const BuildOptions&);

BuildResult BuildDiagram(const Document& document, const BlockRegistry& registry,
                         const BuildOptions& options) {
  return BuildDiagramOf<double>(document, registry, options);
}

}  // namespace loopwright
