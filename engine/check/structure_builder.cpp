#include "engine/check/structure_builder.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>

#include "engine/blocks/argument_evaluation.h"
#include "engine/blocks/constraints.h"
#include "engine/common/same_bits.h"
#include "engine/document/text_diagnostic.h"
#include "engine/expression/formula.h"
#include "engine/text/number_format.h"
#include "engine/text/suggest_name.h"

namespace loopwright {
namespace {

// Stands for a subsystem that the file gives no diagram.
const DiagramModel& EmptyDiagram() {
  static const DiagramModel empty;
  return empty;
}

// "u1..": as many ports as the parameter `inputs` says.
bool HasNumberedPorts(const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return name.find("..") != std::string::npos; });
}

// -0 and 0 are equal and not the same: 1/x tells them apart.
bool IsSame(const ParameterSetting& a, const ParameterSetting& b) {
  if (a.is_number() && b.is_number()) {
    return HasSameBits(a.number(), b.number());
  }
  if (!a.is_list() || !b.is_list()) return a == b;
  return std::equal(a.list().begin(), a.list().end(), b.list().begin(), b.list().end(), IsSame);
}

// Whether they give the same scope, and the same diagnostics in the same places.
bool GiveTheSame(const std::vector<DiagramParameter>& a, const std::vector<DiagramParameter>& b) {
  return std::ranges::equal(a, b, [](const DiagramParameter& x, const DiagramParameter& y) {
    return x.name == y.name && IsSame(x.value, y.value) &&
           x.value_origin.place == y.value_origin.place;
  });
}

// What is wrong with the arguments of a distribution, in its order; empty where nothing is.
std::string FindWrongArgument(const RandomSetting& random, const std::vector<double>& values) {
  const auto is_wrong = [&](std::size_t i, const std::string& rule) {
    return "`" + random.arguments[i].first + "` of the distribution is " + FormatNumber(values[i]) +
           "; it must be " + rule;
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) return is_wrong(i, "finite");
  }
  if (random.distribution == "uniform" && values[0] > values[1]) {
    return is_wrong(0, "<= `upper`, which is " + FormatNumber(values[1]));
  }
  if (random.distribution == "gaussian" && values[1] < 0) return is_wrong(1, ">= 0");
  if (random.distribution == "exponential" && values[0] <= 0) return is_wrong(0, "> 0");
  return "";
}

}  // namespace

// With a structure of before, levels are found in it by path, so that what is unchanged can be
// taken over.
StructureBuilder::StructureBuilder(const Document& document, const BlockRegistry& registry,
                                   std::vector<Diagnostic>* diagnostics, bool allow_paths,
                                   Structure* before)
    : document_(document), registry_(registry), diagnostics_(*diagnostics), before_(before) {
  // Blocks that are taken over go on using the files of the structure before.
  if (before_ != nullptr && before_->files->AreOf(document.folder, allow_paths)) {
    structure_.files = std::move(before_->files);
    structure_.files->LookAgain();
    for (std::size_t i = 0; i < before_->levels.size(); ++i) {
      levels_before_.emplace(before_->levels[i].path, static_cast<int>(i));
    }
  } else {
    structure_.files = std::make_unique<DiagramFiles>(document.folder, allow_paths);
  }
}

// Each step needs the whole of the one before: blocks of all levels, then the ports of subsystems,
// which are blocks inside, then numbers for all ports, then wires between these.
Structure StructureBuilder::Build() {
  AddLevels();
  for (Level& level : structure_.levels) SortPorts(&level);
  for (BlockNode& node : structure_.blocks) FindPorts(&node);
  NumberPorts();
  for (int i = 0; i < structure_.num_levels(); ++i) AddWires(i);
  FindAliases();
  FindSources();
  CheckUnwired();
  return std::move(structure_);
}

// Adds a diagnostic with a text of its own.
void StructureBuilder::Report(DiagnosticCode code, SourcePlace place, const std::string& path,
                              std::string text) const {
  diagnostics_.push_back(MakeTextDiagnostic(code, place, path, std::move(text)));
}

// Where the parameter stands in the file, or the block where it has its default.
SourcePlace StructureBuilder::PlaceOfParameter(const BlockNode& node,
                                               std::string_view parameter) const {
  const BlockParameter* given = node.block->FindParameter(parameter);
  return given ? given->origin.place : node.block->origin.place;
}

// --- blocks and their parameters ---

// Breadth first: the list of levels grows while it is gone through, and nothing recurses however
// deep subsystems nest.
void StructureBuilder::AddLevels() {
  Level root;
  root.diagram = &document_.root;
  root.parameters = &document_.parameters;
  AddLevel(std::move(root), nullptr);
  for (int i = 0; i < structure_.num_levels(); ++i) AddBlocks(i);
}

// Adds a level with its parameters, evaluated or taken over from before. What was wrong with these
// is reported again, as diagnostics are made anew for each check.
void StructureBuilder::AddLevel(Level level, const ParameterScope* outer) {
  if (Level* before = LevelBefore(level, outer)) {
    level.scope = before->scope;
    level.scope_diagnostics = before->scope_diagnostics;
    level.before = static_cast<int>(before - before_->levels.data());
  } else {
    level.scope = std::make_shared<ParameterScope>(outer, *level.parameters, level.path,
                                                   &level.scope_diagnostics);
  }
  diagnostics_.insert(diagnostics_.end(), level.scope_diagnostics.begin(),
                      level.scope_diagnostics.end());
  CheckRandom(*level.parameters, level);
  structure_.levels.push_back(std::move(level));
}

// The level of the same path in the structure before, where names meant the same; or null.
StructureBuilder::Level* StructureBuilder::LevelBefore(const Level& level,
                                                       const ParameterScope* outer) const {
  const auto found = levels_before_.find(level.path);
  if (found == levels_before_.end()) return nullptr;
  Level& before = before_->levels[found->second];
  return before.scope->parent() == outer && GiveTheSame(*before.parameters, *level.parameters)
             ? &before
             : nullptr;
}

// All blocks of one level: type, arguments, and for a subsystem a level to come. A block of unknown
// type stays in the list without a type, so that wires to it are not reported as well.
void StructureBuilder::AddBlocks(int level_index) {
  const std::size_t at = level_index;
  const DiagramModel& diagram = *structure_.levels[at].diagram;
  const std::shared_ptr<const ParameterScope> scope = structure_.levels[at].scope;
  const std::string level_path = structure_.levels[at].path;
  const int parent = structure_.levels[at].parent_block;
  const bool enabled = parent < 0 || block(parent).enabled;
  structure_.levels[at].first_block = structure_.num_blocks();
  structure_.levels[at].num_blocks = static_cast<int>(diagram.blocks.size());
  // References to blocks hold while those of one level are added.
  const std::size_t needed = structure_.blocks.size() + diagram.blocks.size();
  if (needed > structure_.blocks.capacity()) structure_.blocks.reserve(2 * needed);
  for (std::size_t i = 0; i < diagram.blocks.size(); ++i) {
    const Block& model = diagram.blocks[i];
    BlockNode& node = structure_.blocks.emplace_back();
    node.block = &model;
    node.level = level_index;
    node.enabled = enabled && model.is_enabled();
    node.type = registry_.Find(model.type);
    const std::string path = JoinPath(level_path, model.name);
    if (node.type == nullptr) {
      ReportUnknownType(node, path);
      continue;
    }
    if (BlockNode* before = BlockBefore(level_index, i)) {
      TakeOver(before, &node);
    } else {
      node.arguments =
          std::make_unique<BlockArguments>(*node.type, path, scope.get(), structure_.files.get());
      Evaluate(&node, *scope);
    }
    if (!node.is(BlockRole::kSubsystem)) continue;
    node.inner_level = structure_.num_levels();
    Level inner;
    inner.diagram = model.diagram ? model.diagram.get() : &EmptyDiagram();
    inner.parameters = &model.diagram_parameters;
    inner.path = path;
    inner.parent_block = structure_.num_blocks() - 1;
    AddLevel(std::move(inner), scope.get());
  }
}

// With the type that was probably meant.
void StructureBuilder::ReportUnknownType(const BlockNode& node, const std::string& path) {
  std::vector<std::string> types;
  for (const BlockDescriptor& type : registry_.all()) types.push_back(type.type);
  Report(DiagnosticCode::kUnknownType, node.block->type_origin.place, path,
         "there is no block type \"" + Printable(node.block->type) + "\"" +
             DidYouMean(node.block->type, types, '"'));
}

// What the structure before knows of block `index` of a level, where it is the same object and
// depends on nothing else that may have changed; or null.
StructureBuilder::BlockNode* StructureBuilder::BlockBefore(int level_index, std::size_t index) {
  const Level& level = structure_.levels[level_index];
  if (level.before < 0) return nullptr;
  const Level& before = before_->levels[level.before];
  const BlockList& blocks = before.diagram->blocks;
  const Block& model = level.diagram->blocks[index];
  // Mostly no block was added or removed before it.
  if (index >= blocks.size() || &blocks[index] != &model) index = blocks.IndexOf(model.name);
  if (index >= blocks.size() || &blocks[index] != &model) return nullptr;
  BlockNode& node = before_->blocks[static_cast<std::size_t>(before.first_block) + index];
  return node.arguments != nullptr && !node.uses_files ? &node : nullptr;
}

// Moves what was found out about an unchanged block: the structure before loses it.
void StructureBuilder::TakeOver(BlockNode* before, BlockNode* node) {
  node->arguments = std::move(before->arguments);
  node->valid = node->parameters_valid = before->parameters_valid;
  node->diagnostics = std::move(before->diagnostics);
  node->feedthrough = std::move(before->feedthrough);
  // A subsystem's ports are blocks inside it.
  if (!node->is(BlockRole::kSubsystem)) node->ports = std::move(before->ports);
  diagnostics_.insert(diagnostics_.end(), node->diagnostics.begin(), node->diagnostics.end());
}

// Evaluates a block's parameters and keeps what was reported, for later checks that take the block
// over. A block that reads files is always evaluated anew.
void StructureBuilder::Evaluate(BlockNode* node, const ParameterScope& scope) {
  const auto first = static_cast<std::ptrdiff_t>(diagnostics_.size());
  const std::int64_t uses = structure_.files->num_uses();
  EvaluateParameters(node, scope);
  node->parameters_valid = node->valid;
  node->uses_files = structure_.files->num_uses() != uses;
  node->diagnostics.assign(diagnostics_.begin() + first, diagnostics_.end());
  ++structure_.num_evaluated;
}

// Nothing to do for the many blocks without settings whose defaults are right.
void StructureBuilder::EvaluateParameters(BlockNode* node, const ParameterScope& scope) {
  node->valid = true;
  if (!node->block->random.empty()) CheckRandom(*node, scope);
  if (node->block->parameters.empty() && node->type->defaults_are_valid) return;
  const std::vector<std::string> wrong = EvaluateGiven(node, scope);
  node->valid = wrong.empty();
  Validate(node, wrong);
}

// Returns the names of parameters that got no value. Each that fails is reported here, once.
std::vector<std::string> StructureBuilder::EvaluateGiven(BlockNode* node,
                                                         const ParameterScope& scope) {
  std::vector<std::string> wrong;
  const BlockDescriptor& type = *node->type;
  for (const BlockParameter& given : node->block->parameters) {
    const std::string path = node->arguments->path() + "." + given.name;
    const int index = type.ParameterIndex(given.name);
    if (index < 0) {
      ReportUnknownParameter(type, given.name, given.origin.place, path);
      wrong.push_back(given.name);
      continue;
    }
    try {
      node->arguments->Set(index, EvaluateArgument(type.parameters[index], given.value, scope));
    } catch (const SettingError& error) {
      Report(error.in_expression() ? DiagnosticCode::kExpression : DiagnosticCode::kParameterValue,
             given.origin.place, path, "`" + given.name + "` " + error.what());
      wrong.push_back(given.name);
    } catch (const ParameterScope::UnusableParameter&) {  // That one is reported.
      wrong.push_back(given.name);
    }
  }
  return wrong;
}

// With the parameter that was meant, or all, of which at most ten.
void StructureBuilder::ReportUnknownParameter(const BlockDescriptor& type, std::string_view name,
                                              SourcePlace place, const std::string& path) {
  const std::vector<std::string>& names = *registry_.ParameterNames(type.type);
  std::string advice = DidYouMean(name, names, '"');
  if (advice.empty()) advice = "; it has " + (names.empty() ? "none" : ListNames(names));
  diagnostics_.push_back(
      MakeDiagnostic(DiagnosticCode::kUnknownParameter, place, path, {type.type, name, advice}));
}

// Distributions of random parameters: of the block, and further below of a level.
void StructureBuilder::CheckRandom(const BlockNode& node, const ParameterScope& scope) {
  for (const auto& [name, random] : node.block->random) {
    const std::string path = node.arguments->path() + "." + name;
    if (node.type->ParameterIndex(name) < 0) {
      ReportUnknownParameter(*node.type, name, random.origin.place, path);
    }
    CheckDistribution(random, path, scope);
  }
}

void StructureBuilder::CheckRandom(const std::vector<DiagramParameter>& parameters,
                                   const Level& level) {
  for (const DiagramParameter& parameter : parameters) {
    if (!parameter.random) continue;
    const std::string path =
        level.path.empty() ? parameter.name : level.path + "." + parameter.name;
    CheckDistribution(*parameter.random, path, *level.scope);
  }
}

// Reports the arguments of a distribution that cannot be evaluated, or else the first that is
// impossible.
void StructureBuilder::CheckDistribution(const RandomSetting& random, const std::string& path,
                                         const NameScope& scope) {
  const auto report = [&](const std::string& text) {
    Report(DiagnosticCode::kParameterValue, random.origin.place, path, text);
  };
  std::vector<double> values;
  for (const auto& [argument, setting] : random.arguments) {
    try {
      values.push_back(EvaluateNumber(setting, scope));
    } catch (const SettingError& error) {
      report("`" + argument + "` of the distribution " + error.what());
    } catch (const ParameterScope::UnusableParameter&) {  // That one is reported.
    }
  }
  // An unknown distribution, or an argument that is missing, was reported when the file was read.
  const std::vector<std::string>* names = DistributionArguments(random.distribution);
  if (names == nullptr || values.size() != names->size()) return;
  const std::string problem = FindWrongArgument(random, values);
  if (!problem.empty()) report(problem);
}

// Checks the values, but for those of the parameters `wrong`, which are reported. First the general
// constraints (sign, size, choice), then the type's own function, which may rely on them.
void StructureBuilder::Validate(BlockNode* node, const std::vector<std::string>& wrong) {
  const std::string& path = node->arguments->path();
  ArgumentProblems problems;
  try {
    CheckConstraints(*node->arguments, wrong, &problems);
    const bool are_right = problems.empty() && wrong.empty();
    if (are_right && HasTooManyInputs(*node->arguments)) return ReportTooManyPorts(node);
    if (are_right && node->type->validate) node->type->validate(*node->arguments, &problems);
  } catch (const ParameterScope::UnusableParameter&) {  // That one is reported.
    node->valid = false;
  } catch (const std::exception& error) {
    problems.Add("", error.what());
  }
  for (const ArgumentProblems::Problem& problem : problems.problems()) {
    node->valid = false;
    if (problem.parameter.empty()) {
      Report(DiagnosticCode::kBlockRefused, node->block->origin.place, path, problem.text);
    } else {
      Report(DiagnosticCode::kParameterValue, PlaceOfParameter(*node, problem.parameter),
             path + "." + problem.parameter, "`" + problem.parameter + "` " + problem.text);
    }
  }
}

// --- ports ---

// Inports and Outports of a level, by their index, which is the order of the subsystem's ports. Two
// of one index are reported.
void StructureBuilder::SortPorts(Level* level) {
  for (int i = level->first_block; i < level->first_block + level->num_blocks; ++i) {
    const bool inport = block(i).is(BlockRole::kInport);
    if (!inport && !block(i).is(BlockRole::kOutport)) continue;
    if (!block(i).valid) {
      level->ports_known = false;
    } else {
      (inport ? level->inports : level->outports).push_back(i);
    }
  }
  for (std::vector<int>* ports : {&level->inports, &level->outports}) {
    const auto index_of = [this](int i) { return block(i).arguments->integer("index"); };
    std::ranges::stable_sort(*ports, [&](int a, int b) { return index_of(a) < index_of(b); });
    for (std::size_t i = 1; i < ports->size(); ++i) {
      const BlockNode& node = block((*ports)[i]);
      if (index_of((*ports)[i]) != index_of((*ports)[i - 1])) continue;
      diagnostics_.push_back(MakeDiagnostic(
          DiagnosticCode::kRepeatedIndex, PlaceOfParameter(node, "index"),
          structure_.PathOf(node) + ".index",
          {std::to_string(index_of((*ports)[i])), block((*ports)[i - 1]).block->name}));
    }
  }
}

// Whether a block's parameters, right or wrong, do not decide which ports it has.
bool HasFixedPorts(const BlockDescriptor& type) {
  return type.role != BlockRole::kSubsystem && type.ports == nullptr &&
         !HasNumberedPorts(type.inputs) && !HasNumberedPorts(type.outputs);
}

// Looked at before names are made for a million ports.
bool HasTooManyInputs(const BlockArguments& arguments) {
  const BlockDescriptor& type = arguments.descriptor();
  return type.ports == nullptr && HasNumberedPorts(type.inputs) &&
         arguments.integer("inputs") > kMaxPorts;
}

// The names of a block's ports, with "u1.." written out. One more than the limit is enough to see
// that it is passed.
std::shared_ptr<const PortNames> PortsOf(const BlockArguments& arguments) {
  const BlockDescriptor& type = arguments.descriptor();
  if (type.ports) return std::make_shared<PortNames>(type.ports(arguments));
  auto ports = std::make_shared<PortNames>();
  for (const bool is_input : {true, false}) {
    std::vector<std::string>* names = is_input ? &ports->inputs : &ports->outputs;
    for (const std::string& name : is_input ? type.inputs : type.outputs) {
      const std::size_t dots = name.find("1..");
      if (dots == std::string::npos) {
        names->push_back(name);
        continue;
      }
      const auto count = std::min<std::int64_t>(arguments.integer("inputs"), kMaxPorts + 1);
      for (std::string& numbered : NumberedPorts(name.substr(0, dots), static_cast<int>(count))) {
        names->push_back(std::move(numbered));
      }
    }
  }
  return ports;
}

void StructureBuilder::ReportTooManyPorts(BlockNode* node) {
  const std::string limit = std::to_string(kMaxPorts);
  diagnostics_.push_back(MakeDiagnostic(DiagnosticCode::kTooManyPorts, node->block->origin.place,
                                        node->arguments->path(), {"more than " + limit, limit}));
  node->valid = false;
}

// Of a subsystem the names of the blocks inside, of a type with fixed ports one list for all its
// blocks, else what the arguments say. Blocks whose ports cannot be known have none.
void StructureBuilder::FindPorts(BlockNode* node) {
  if (node->type == nullptr || node->ports != nullptr) return;
  if (!node->valid && !HasFixedPorts(*node->type)) return;
  if (node->is(BlockRole::kSubsystem)) {
    const Level& inner = structure_.levels[node->inner_level];
    if (!inner.ports_known) return;
    auto ports = std::make_shared<PortNames>();
    for (const int i : inner.inports) ports->inputs.push_back(block(i).block->name);
    for (const int i : inner.outports) ports->outputs.push_back(block(i).block->name);
    node->ports = std::move(ports);
    return;
  }
  const BlockDescriptor& type = *node->type;
  if (HasFixedPorts(type)) {
    std::shared_ptr<const PortNames>& shared = fixed_ports_[&type];
    if (!shared) shared = PortsOf(*node->arguments);
    node->ports = shared;
    return;
  }
  const std::int64_t uses = structure_.files->num_uses();
  auto ports = PortsOf(*node->arguments);
  node->uses_files = node->uses_files || structure_.files->num_uses() != uses;
  const std::size_t count = std::max(ports->inputs.size(), ports->outputs.size());
  if (count > static_cast<std::size_t>(kMaxPorts)) return ReportTooManyPorts(node);
  node->ports = std::move(ports);
}

// Ports of all blocks in one row, inputs and outputs apart: from here on a port is a number.
void StructureBuilder::NumberPorts() {
  std::size_t num_inputs = 0;
  std::size_t num_outputs = 0;
  for (const BlockNode& node : structure_.blocks) {
    num_inputs += static_cast<std::size_t>(node.num_inputs());
    num_outputs += static_cast<std::size_t>(node.num_outputs());
  }
  structure_.inputs.reserve(num_inputs);
  structure_.outputs.reserve(num_outputs);
  for (std::size_t i = 0; i < structure_.blocks.size(); ++i) {
    BlockNode& node = structure_.blocks[i];
    node.first_input = structure_.num_inputs();
    node.first_output = structure_.num_outputs();
    for (int k = 0; k < node.num_inputs(); ++k) {
      structure_.inputs.emplace_back().block = static_cast<int>(i);
    }
    for (int k = 0; k < node.num_outputs(); ++k) {
      structure_.outputs.emplace_back().block = static_cast<int>(i);
    }
  }
}

}  // namespace loopwright
