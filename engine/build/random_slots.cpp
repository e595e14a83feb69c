#include "engine/build/random_slots.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <map>
#include <span>
#include <utility>

#include "engine/blocks/argument_evaluation.h"
#include "engine/build/number_program.h"
#include "engine/build/system_shape.h"
#include "engine/check/analysis.h"
#include "engine/common/same_bits.h"
#include "engine/context/context_data.h"
#include "engine/expression/formula.h"

namespace loopwright {
namespace {

using Node = Structure::BlockNode;

// Draws that are tried to see whether a block differs in its numbers alone, and how many of them
// have to be values that it accepts; and draws that are tried to see whether a program that does
// not only copy is right, which may be wrong in the last digit, and then of some numbers alone.
constexpr std::uint64_t kMostTrials = 8;
constexpr int kTrials = 2;
constexpr std::uint64_t kProgramTrials = 12;

// A value of another size or kind would change a system's structure.
bool HasSameShape(const ArgumentValue& a, const ArgumentValue& b) {
  const auto* value = std::get_if<FormulaValue>(&a);
  const auto* other = std::get_if<FormulaValue>(&b);
  if (value == nullptr || other == nullptr) return a.index() == b.index();
  return value->kind() == other->kind() && value->elements().rows() == other->elements().rows() &&
         value->elements().cols() == other->elements().cols();
}

// What the check of a document does with arguments, without messages.
bool AreValid(const BlockArguments& arguments) {
  ArgumentProblems problems;
  CheckConstraints(arguments, &problems);
  const auto validate = arguments.descriptor().validate;
  if (problems.empty() && validate != nullptr) validate(arguments, &problems);
  return problems.empty();
}

}  // namespace

// The document as it was understood with nominal values, and which parameters follow random ones.
struct RandomSlots::Resolved {
  Analysis analysis;
  // Per level: the parameters in level_parameters_, by name.
  std::vector<std::map<std::string, std::size_t, std::less<>>> affected;

  const Structure& structure() const { return analysis.structure; }
  const Structure::Level& level(int l) const { return structure().levels[l]; }
  // The level around another one; -1 at the top.
  int Outer(int l) const {
    const int block = level(l).parent_block;
    return block < 0 ? -1 : structure().blocks[block].level;
  }
  // What a name means at a level, if that is one of level_parameters_.
  std::optional<std::size_t> Find(int l, std::string_view name) const {
    for (; l >= 0; l = Outer(l)) {
      const auto& own = affected[l];
      if (const auto found = own.find(name); found != own.end()) return found->second;
      const auto& parameters = *level(l).parameters;
      if (std::ranges::count(parameters, name, &DiagramParameter::name) > 0) return std::nullopt;
    }
    return std::nullopt;
  }
  // Whether an expression of the setting, at this level, uses one of them.
  bool Uses(int l, const ParameterSetting& setting) const {
    return std::ranges::any_of(NamesIn(setting),
                               [&](const auto& name) { return Find(l, name).has_value(); });
  }
};

struct RandomSlots::AffectedBlock {
  const Node* node;
  std::vector<Argument> arguments;
  int leaf;                                ///< in the plan of the diagram
  std::unique_ptr<System<double>> system;  ///< with nominal values
  std::unique_ptr<SystemShape> shape;      ///< of it
  std::vector<int> places;                 ///< of its numbers in a context of the diagram
  std::optional<NumberProgram> program;    ///< nothing: it is made anew for each run
};

// The values of the parameters of diagrams in one run, and what names mean with them.
class RandomSlots::Scratch::Levels {
 public:
  explicit Levels(const RandomSlots& slots) : slots_(slots) {
    for (int l = 0; l < std::ssize(slots.resolved_->structure().levels); ++l) {
      scopes_.push_back(std::make_unique<Scope>(*this, l));
    }
    for (const LevelParameter& one : slots.level_parameters_) values_.push_back(one.nominal);
  }

  // The value of a block's argument at a level. Throws SettingError.
  ArgumentValue Evaluate(const ParameterDescriptor& parameter, const ParameterSetting& setting,
                         int level) {
    return EvaluateArgument(parameter, setting, scope(level), &parsed_);
  }

  const NameScope& scope(int level) const { return *scopes_[level]; }

  // False where a value has another shape than usual. Throws SettingError. In the order in which
  // they depend on each other.
  bool Evaluate(const std::vector<double>& drawn) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const LevelParameter& one = slots_.level_parameters_[i];
      values_[i] = one.drawn ? FormulaValue(drawn[*one.drawn])
                             : EvaluateNumeric(one.parameter->value, scope(one.level), &parsed_);
      if (!one.drawn && !HasSameShape(values_[i], one.nominal)) return false;
    }
    return true;
  }

 private:
  // Names as the document's scopes have them, but for those that follow random parameters.
  class Scope final : public NameScope {
   public:
    Scope(const Levels& levels, int level) : levels_(levels), level_(level) {}
    const FormulaValue* Find(std::string_view name) const override {
      const auto found = levels_.slots_.resolved_->Find(level_, name);
      return found ? &levels_.values_[*found] : nominal().Find(name);
    }
    std::vector<std::string> names() const override { return nominal().names(); }

   private:
    const ParameterScope& nominal() const { return *levels_.slots_.resolved_->level(level_).scope; }
    const Levels& levels_;
    int level_;
  };

  const RandomSlots& slots_;
  std::vector<std::unique_ptr<const Scope>> scopes_;
  std::vector<FormulaValue> values_;
  ParsedFormulas parsed_;
};

RandomSlots::Scratch::Scratch(const RandomSlots& slots) : levels_(std::make_unique<Levels>(slots)) {
  for (const AffectedBlock& block : slots.blocks_) arguments_.push_back(*block.node->arguments);
}
RandomSlots::Scratch::~Scratch() = default;

// Finds what follows random parameters, and what of that is a number of a context.
class RandomSlots::Maker {
 public:
  Maker(RandomSlots* slots, Resolved* resolved, const DiagramIndex<double>& index)
      : slots_(*slots), resolved_(*resolved), index_(index) {}

  // Parameters, then arguments of blocks that use them, then whether the simulation's settings do,
  // and at last a trial.
  void Make() {
    for (int l = 0; l < std::ssize(resolved_.structure().levels); ++l) FindParametersOf(l);
    for (const Node& node : resolved_.structure().blocks) {
      if (node.enabled) FindArgumentsOf(node);
    }
    for (const SimulationKey& key : SimulationKeys()) {
      slots_.simulation_follows_ = slots_.simulation_follows_ ||
                                   resolved_.Uses(0, slots_.document_.simulation.Get(key.name));
    }
    Try();
  }

 private:
  // The place of a name that follows random parameters and is not listed yet.
  static constexpr std::size_t kUnlisted = static_cast<std::size_t>(-1);

  // Its number among the random parameters, if it is one.
  std::optional<std::size_t> FindDrawn(const std::string& level, const std::string& block,
                                       const std::string& name) const {
    const auto& all = slots_.parameters_;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].level == level && all[i].block == block && all[i].name == name) return i;
    }
    return std::nullopt;
  }

  void Append(int l, const DiagramParameter& parameter, std::optional<std::size_t> drawn) {
    const FormulaValue* nominal = resolved_.level(l).scope->Find(parameter.name);
    slots_.level_parameters_.push_back({l, &parameter, drawn, *nominal});
  }

  // The random ones, those that follow them, and those that follow these, each after what it uses.
  void FindParametersOf(int l) {
    const auto& all = *resolved_.level(l).parameters;
    auto& own = resolved_.affected[l];
    for (const DiagramParameter& one : all) {
      const auto drawn = FindDrawn(resolved_.level(l).path, "", one.name);
      if (!drawn) continue;
      own[one.name] = slots_.level_parameters_.size();
      Append(l, one, drawn);
    }
    std::vector<const DiagramParameter*> following;
    for (std::size_t before = all.size() + 1; before != following.size();) {
      before = following.size();
      for (const DiagramParameter& one : all) {
        if (own.contains(one.name) || !resolved_.Uses(l, one.value)) continue;
        own[one.name] = kUnlisted;
        following.push_back(&one);
      }
    }
    while (!following.empty()) {
      const auto ready = std::ranges::find_if(
          following, [&](const auto* one) { return !UsesUnlisted(l, one->value); });
      if (ready == following.end()) break;  // In a circle, which is an error of the document.
      own[(*ready)->name] = slots_.level_parameters_.size();
      Append(l, **ready, std::nullopt);
      following.erase(ready);
    }
  }

  bool UsesUnlisted(int l, const ParameterSetting& setting) const {
    for (const std::string_view text : ExpressionsOf(setting)) {
      for (const NameUse& use : Formula::Parse(text).names()) {
        if (resolved_.Find(l, use.name) == kUnlisted) return true;
      }
    }
    return false;
  }

  // Which arguments of a block follow random parameters. Where one of them is no plain number, or
  // the block keeps objects, its diagram has to be built anew for each run.
  void FindArgumentsOf(const Node& node) {
    const std::string& level = resolved_.level(node.level).path;
    AffectedBlock found{&node, {}, -1, nullptr, nullptr, {}, std::nullopt};
    bool is_numeric = true;
    const auto& parameters = node.type->parameters;
    for (int i = 0; i < std::ssize(parameters); ++i) {
      const ParameterDescriptor& parameter = parameters[i];
      const BlockParameter* given = node.block->FindParameter(parameter.name);
      const auto drawn = FindDrawn(level, node.block->name, parameter.name);
      if (!drawn && (given == nullptr || !resolved_.Uses(node.level, given->value))) continue;
      const bool has_elements = IsNumeric(parameter.kind);
      found.arguments.push_back({i, given != nullptr ? &given->value : nullptr, drawn,
                                 has_elements ? node.arguments->size(parameter.name) : 0});
      is_numeric = is_numeric && has_elements && !IsDefaultOfInput(node, parameter);
    }
    if (found.arguments.empty()) return;
    if (!is_numeric || !node.is_system()) return NoteStructural(found);
    found.leaf = index_.FindLeaf(resolved_.structure().PathOf(node));
    const PlanNode* leaf = found.leaf < 0 ? nullptr : &index_.plan().nodes[found.leaf];
    // What objects are made from is not known.
    if (leaf == nullptr || leaf->num_abstract_states > 0 || leaf->num_abstract_parameters > 0) {
      return NoteStructural(found);
    }
    slots_.blocks_.push_back(std::move(found));
  }

  // An input without a wire takes the value of such a parameter from a source beside the block.
  static bool IsDefaultOfInput(const Node& node, const ParameterDescriptor& parameter) {
    return std::ranges::any_of(node.type->input_defaults, [&](const auto& one) {
      return one.second.is_text() && one.second.text() == parameter.name;
    });
  }

  // By paths, for the note that tells a user why runs take longer.
  void NoteStructural(const AffectedBlock& block) {
    for (const Argument& argument : block.arguments) {
      slots_.structural_.push_back(resolved_.structure().PathOf(*block.node) + "." +
                                   block.node->type->parameters[argument.index].name);
    }
  }

  // Whether blocks with drawn values differ from those in the diagram in numbers alone.
  void Try() {
    std::vector<AffectedBlock> numeric;
    for (AffectedBlock& block : slots_.blocks_) {
      if (TryBlock(&block)) {
        block.program = ProgramOf(block);
        numeric.push_back(std::move(block));
      } else {
        NoteStructural(block);
      }
    }
    slots_.blocks_ = std::move(numeric);
  }

  // Makes the block with a few drawn values and compares: what a block does with a number cannot be
  // seen, only tried.
  bool TryBlock(AffectedBlock* block) {
    try {
      block->system = block->node->type->make(*block->node->arguments);
      const auto* leaf = dynamic_cast<const LeafSystem<double>*>(block->system.get());
      if (leaf == nullptr) return false;
      block->shape = std::make_unique<SystemShape>(*leaf);
      const Plan<double>& plan = index_.plan();
      block->places =
          PlacesOfNumbers(*block->shape->context().data().plan, plan.nodes[block->leaf], plan);
      int tried = 0;
      for (std::uint64_t run = 0; run < kMostTrials && tried < kTrials; ++run) {
        const std::optional<BlockArguments> arguments = ArgumentsOf(*block, run);
        if (!arguments || !AreValid(*arguments)) continue;
        const auto system = block->node->type->make(*arguments);
        const SystemShape shape(dynamic_cast<const LeafSystem<double>&>(*system));
        if (!block->shape->IsLike(shape) || !block->shape->ComputesLike(shape)) return false;
        ++tried;
      }
      return tried == kTrials;
    } catch (const std::exception&) {  // It refuses a value, or computes nothing alone.
      return false;
    }
  }

  // A program of the block's numbers that is right wherever it is tried; nothing where there is
  // none.
  std::optional<NumberProgram> ProgramOf(const AffectedBlock& block) {
    std::vector<int> varied;
    for (const Argument& argument : block.arguments) varied.push_back(argument.index);
    auto program = NumberProgram::Make(*block.node->arguments, varied);
    if (!program) return std::nullopt;
    std::optional<BlockArguments> drawn;
    try {
      const std::uint64_t count = program->is_copy() ? kTrials : kProgramTrials;
      for (std::uint64_t run = 0; run < count; ++run) {
        std::optional<BlockArguments> arguments = ArgumentsOf(block, run);
        if (!arguments || !AreValid(*arguments)) continue;
        if (!Computes(*program, block, *arguments)) return std::nullopt;
        drawn = std::move(arguments);
      }
      if (!drawn || !KeepsShape(block, *drawn)) return std::nullopt;
    } catch (const std::exception&) {  // The block refuses what its constraints do not.
      return std::nullopt;
    }
    return program;
  }

  // Whether making the block with these arguments gives what the program does.
  static bool Computes(const NumberProgram& program, const AffectedBlock& block,
                       const BlockArguments& arguments) {
    const auto system = block.node->type->make(arguments);
    const SystemShape made(dynamic_cast<const LeafSystem<double>&>(*system));
    if (!block.shape->IsLike(made)) return false;
    std::vector<double> numbers = NumbersOf(block.shape->context());
    std::vector<double> buffer;
    const std::span<const double> values = program.Evaluate(arguments, &buffer);
    for (std::size_t i = 0; i < values.size(); ++i) numbers[program.numbers()[i]] = values[i];
    const std::vector<double> expected = NumbersOf(made.context());
    return std::ranges::equal(numbers, expected, HasSameBits);
  }

  // Whether the block, made with the drawn arguments, keeps its shape where elements that vary have
  // a value at which a shape may change: 0, where there is no such term, and the infinities, where
  // there is no such limit. A program would not see it.
  static bool KeepsShape(const AffectedBlock& block, const BlockArguments& drawn) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const Argument& argument : block.arguments) {
      const Eigen::VectorXd nominal = ElementsOf(*block.node->arguments, argument.index);
      const Eigen::VectorXd elements = ElementsOf(drawn, argument.index);
      for (const double special : {0., kInfinity, -kInfinity}) {
        if (!HasShapeWith(block, drawn, argument.index, std::nullopt, special)) return false;
        for (Eigen::Index i = 0; elements.size() > 1 && i < elements.size(); ++i) {
          if (HasSameBits(nominal[i], elements[i])) continue;
          if (!HasShapeWith(block, drawn, argument.index, i, special)) return false;
        }
      }
    }
    return true;
  }

  // The same for one value of one element, or of all; what the block refuses is never drawn.
  static bool HasShapeWith(const AffectedBlock& block, BlockArguments arguments, int parameter,
                           std::optional<Eigen::Index> element, double value) {
    arguments.Set(parameter, WithElement(arguments, parameter, element, value));
    if (!AreValid(arguments)) return true;
    const auto system = block.node->type->make(arguments);
    return block.shape->IsLike(SystemShape(dynamic_cast<const LeafSystem<double>&>(*system)));
  }

  // What is drawn in a run that is tried, and what follows from it in the diagrams' parameters.
  struct Trial {
    std::vector<double> drawn;
    std::unique_ptr<Scratch> scratch;
    bool is_possible;  ///< no value is of another shape
  };

  // Made once for all blocks. Throws SettingError.
  const Trial& TrialOf(std::uint64_t run) {
    while (trials_.size() <= run) {
      Trial trial;
      const RandomSource source{0, trials_.size()};
      for (const RandomParameter& one : slots_.parameters_) trial.drawn.push_back(one.Draw(source));
      trial.scratch = std::make_unique<Scratch>(slots_);
      trial.is_possible = trial.scratch->levels_->Evaluate(trial.drawn);
      trials_.push_back(std::move(trial));
    }
    return trials_[run];
  }

  std::optional<BlockArguments> ArgumentsOf(const AffectedBlock& block, std::uint64_t run) {
    const Trial& trial = TrialOf(run);
    BlockArguments arguments = *block.node->arguments;
    if (!trial.is_possible) return std::nullopt;
    if (!Evaluate(block, trial.drawn, *trial.scratch, &arguments)) return std::nullopt;
    return arguments;
  }

 public:
  // Gives the arguments of a block their values in a run; false where one has another shape.
  static bool Evaluate(const AffectedBlock& block, const std::vector<double>& drawn,
                       const Scratch& scratch, BlockArguments* arguments) {
    for (const Argument& argument : block.arguments) {
      if (argument.drawn) {
        const double number = drawn[*argument.drawn];
        if (argument.size != 1 || std::isnan(number)) return false;
        arguments->SetNumber(argument.index, number);
        continue;
      }
      const ParameterDescriptor& parameter = block.node->type->parameters[argument.index];
      ArgumentValue value =
          scratch.levels_->Evaluate(parameter, *argument.setting, block.node->level);
      const auto* matrix = std::get_if<FormulaValue>(&value);
      if (matrix != nullptr && matrix->elements().size() != argument.size) return false;
      arguments->Set(argument.index, std::move(value));
    }
    return true;
  }

 private:
  RandomSlots& slots_;
  Resolved& resolved_;
  const DiagramIndex<double>& index_;
  std::vector<Trial> trials_;
};

RandomSlots::RandomSlots(const Document& document, const BlockRegistry& registry, bool allow_paths,
                         const DiagramIndex<double>& index, std::vector<RandomParameter> parameters)
    : document_(document), parameters_(std::move(parameters)) {
  auto resolved = std::make_unique<Resolved>();
  resolved->analysis = Analyse(document, registry, allow_paths);
  resolved->affected.resize(resolved->structure().levels.size());
  Resolved* mutable_resolved = resolved.get();
  resolved_ = std::move(resolved);
  Maker(this, mutable_resolved, index).Make();
  nominal_simulation_ =
      EvaluateSimulation(document, *resolved_->structure().levels.front().scope, nullptr);
}
RandomSlots::~RandomSlots() = default;

// Draws all random parameters of a run and writes what follows from them into the context. False
// where a value is refused or has another shape; the caller then builds a diagram.
bool RandomSlots::Set(RandomSource source, Scratch* scratch, Context<double>* context) const {
  std::vector<double> drawn;
  drawn.reserve(parameters_.size());
  for (const RandomParameter& one : parameters_) drawn.push_back(one.Draw(source));
  try {
    if (!scratch->levels_->Evaluate(drawn)) return false;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (!SetBlock(blocks_[i], &scratch->arguments_[i], drawn, scratch, context)) return false;
    }
  } catch (const std::exception&) {  // A value that is refused.
    return false;
  }
  context->data().InvalidateAllButInputs();
  return true;
}

// Computes state and parameters of the block from the drawn arguments, by its program or by making
// it anew, and writes them to its place in the context.
bool RandomSlots::SetBlock(const AffectedBlock& block, BlockArguments* arguments,
                           const std::vector<double>& drawn, Scratch* scratch,
                           Context<double>* context) const {
  if (!Maker::Evaluate(block, drawn, *scratch, arguments) || !AreValid(*arguments)) return false;
  auto& arena = context->data().arena;
  if (block.program) {
    const std::span<const double> values =
        block.program->Evaluate(*arguments, &scratch->program_buffer_);
    for (std::size_t i = 0; i < values.size(); ++i) {
      arena[block.places[block.program->numbers()[i]]] = values[i];
    }
    return true;
  }
  const auto system = block.node->type->make(*arguments);
  const SystemShape shape(static_cast<const LeafSystem<double>&>(*system));
  if (!block.shape->IsLike(shape)) return false;
  const std::vector<double> numbers = NumbersOf(shape.context());
  for (std::size_t i = 0; i < numbers.size(); ++i) arena[block.places[i]] = numbers[i];
  return true;
}

// Evaluated anew only where settings use a random parameter.
SimulationValues RandomSlots::Simulation(const Scratch& scratch) const {
  if (!simulation_follows_) return nominal_simulation_;
  return EvaluateSimulation(document_, scratch.levels_->scope(0), nullptr);
}

}  // namespace loopwright
