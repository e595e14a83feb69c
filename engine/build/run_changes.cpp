#include "engine/build/run_changes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "engine/blocks/argument_evaluation.h"
#include "engine/build/system_shape.h"
#include "engine/check/analysis.h"
#include "engine/common/same_bits.h"
#include "engine/document/port_key.h"
#include "engine/expression/formula.h"
#include "engine/system/leaf_system.h"

namespace loopwright {
namespace {

using Level = Structure::Level;
using Node = Structure::BlockNode;

template <typename Matrix>
bool AreSame(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::equal(a.data(), a.data() + a.size(), b.data());
}

bool AreSame(const FormulaValue& a, const FormulaValue& b) {
  return a.kind() == b.kind() && AreSame(a.elements(), b.elements());
}

// Of one kind, and equal; doubles by their bits, so that nothing is missed.
bool AreSame(const ArgumentValue& a, const ArgumentValue& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      [&b]<typename V>(const V& value) {
        const V& other = std::get<V>(b);
        if constexpr (std::is_same_v<V, double>) {
          return HasSameBits(value, other);
        } else if constexpr (std::is_same_v<V, FormulaValue> ||
                             std::is_same_v<V, Eigen::VectorXcd>) {
          return AreSame(value, other);
        } else {
          return value == other;
        }
      },
      a);
}

// Null is a name that is not there.
bool IsSameName(const FormulaValue* a, const FormulaValue* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return AreSame(*a, *b);
}

// Compares the document that a run was made of with its edited version. Blocks are matched by path;
// each difference is a change, and those that are only numbers of a context can be taken over by
// the run as it goes.
class Comparison {
 public:
  Comparison(const Document& running, const Document& edited, const BlockRegistry& registry,
             bool allow_paths)
      : running_(running),
        edited_(edited),
        before_(Analyse(running, registry, allow_paths)),
        after_(Analyse(edited, registry, allow_paths)) {}

  // Nothing is known where one of the two has errors.
  RunChanges Run() {
    if (HasErrors(before_.diagnostics) || HasErrors(after_.diagnostics)) return {};
    result_.is_known = true;
    result_.taken_over = running_;
    MatchBlocks();
    for (const auto& [before, after] : pairs_) ComparePair(*before, *after);
    CompareWires();
    CompareRecorded();
    CompareSimulation();
    CompareParameters();
    TakeOver();
    return std::move(result_);
  }

 private:
  // An argument of a block that has another value now, by its index; `is_direct` where its setting
  // was edited, else a parameter that it uses was.
  struct Argument {
    int index;
    bool is_direct;
    bool is_number;
  };
  struct Changed {
    const Node* before;
    const Node* after;
    std::vector<Argument> arguments;
  };

  static const ParameterScope& ScopeOf(const Structure& structure, const Node& node) {
    return *structure.levels[node.level].scope;
  }

  void Report(std::string path, std::string before = "", std::string after = "") {
    result_.changes.push_back({std::move(path), std::move(before), std::move(after), false});
  }

  // Blocks that are new, gone, of another type, or commented out or in, are changes as a whole.
  void MatchBlocks() {
    std::unordered_map<std::string, const Node*> by_path;
    for (const Node& node : before_.structure.blocks) {
      by_path.emplace(before_.structure.PathOf(node), &node);
    }
    for (const Node& node : after_.structure.blocks) {
      const std::string path = after_.structure.PathOf(node);
      const auto found = by_path.find(path);
      if (found == by_path.end() || found->second->block->type != node.block->type ||
          found->second->enabled != node.enabled) {
        Report(path);
      } else {
        pairs_.emplace_back(found->second, &node);
      }
      if (found != by_path.end()) by_path.erase(found);
    }
    for (const Node& node : before_.structure.blocks) {
      const std::string path = before_.structure.PathOf(node);
      if (by_path.contains(path)) Report(path);
    }
  }

  // As given in the file, or the default.
  static ParameterSetting SettingOf(const Node& node, const ParameterDescriptor& parameter) {
    const BlockParameter* given = node.block->FindParameter(parameter.name);
    return given != nullptr ? given->value : parameter.default_value;
  }

  // Whether a name in the setting's formulas means something else now.
  bool UsesChangedName(const ParameterSetting& setting, const Node& before,
                       const Node& after) const {
    const ParameterScope& old_scope = ScopeOf(before_.structure, before);
    const ParameterScope& new_scope = ScopeOf(after_.structure, after);
    return std::ranges::any_of(NamesIn(setting), [&](const auto& name) {
      return !IsSameName(old_scope.Find(name), new_scope.Find(name));
    });
  }

  // Each argument of a block that both have: its setting may have been edited, or a parameter that
  // it uses.
  void ComparePair(const Node& before, const Node& after) {
    if (!after.enabled || after.is(BlockRole::kSubsystem)) return;
    Changed changed{&before, &after, {}};
    const auto& parameters = after.type->parameters;
    for (int i = 0; i < static_cast<int>(parameters.size()); ++i) {
      const ParameterDescriptor& parameter = parameters[i];
      const ParameterSetting old_setting = SettingOf(before, parameter);
      const ParameterSetting new_setting = SettingOf(after, parameter);
      const bool is_direct = !(old_setting == new_setting);
      if (!is_direct && ExpressionsOf(new_setting).empty()) continue;
      const bool is_formula =
          parameter.holds_formulas() && UsesChangedName(new_setting, before, after);
      const ArgumentValue old_value =
          EvaluateArgument(parameter, old_setting, ScopeOf(before_.structure, before));
      const ArgumentValue new_value =
          EvaluateArgument(parameter, new_setting, ScopeOf(after_.structure, after));
      if (!is_formula && AreSame(old_value, new_value)) continue;
      const std::string path = after_.structure.PathOf(after) + "." + parameter.name;
      const bool is_number = !is_formula && IsNumber(before, after, i, new_value);
      changed.arguments.push_back({i, is_direct, is_number});
      if (is_direct) {
        result_.changes.push_back(
            {path, OverrideText(old_setting), OverrideText(new_setting), is_number});
      }
    }
    if (!changed.arguments.empty()) changed_.push_back(std::move(changed));
  }

  // Whether the block's system takes the value of one argument from its context alone. Tried with
  // two systems: they must agree in structure, start and all that they compute from equal contexts,
  // and differ in numeric parameters.
  static bool IsNumber(const Node& before, const Node& after, int index,
                       const ArgumentValue& value) {
    if (!after.is_system() || after.type->make == nullptr) return false;
    try {
      BlockArguments arguments = *before.arguments;
      arguments.Set(index, value);
      const auto old_system = after.type->make(*before.arguments);
      const auto new_system = after.type->make(arguments);
      const auto* old_leaf = dynamic_cast<const LeafSystem<double>*>(old_system.get());
      const auto* new_leaf = dynamic_cast<const LeafSystem<double>*>(new_system.get());
      if (old_leaf == nullptr || new_leaf == nullptr) return false;
      const SystemShape old_shape(*old_leaf), new_shape(*new_leaf);
      return old_shape.IsLike(new_shape) && old_shape.StartsLike(new_shape) &&
             !(old_leaf->numeric_parameter_models() == new_leaf->numeric_parameter_models()) &&
             old_shape.ComputesLike(new_shape);
    } catch (const std::exception&) {  // It refuses this value with the others.
      return false;
    }
  }

  // Per input the output that it reads, however the wires lead there.
  static std::map<std::string, std::string> WiresOf(const Structure& structure) {
    std::map<std::string, std::string> wires;
    for (int i = 0; i < structure.num_inputs(); ++i) {
      const int source = structure.inputs[i].source;
      wires.emplace(structure.InputPath(i), source < 0 ? "" : structure.OutputPath(source));
    }
    return wires;
  }

  // Of blocks that both have; others are reported as a whole.
  void CompareWires() {
    std::set<std::string> both;
    for (const auto& [before, after] : pairs_) both.insert(after_.structure.PathOf(*after));
    const auto before = WiresOf(before_.structure);
    for (const auto& [input, source] : WiresOf(after_.structure)) {
      const auto found = before.find(input);
      const bool is_same = found != before.end() && found->second == source;
      if (is_same || !both.contains(BlockOf(input))) continue;
      Report(input, found == before.end() ? "" : found->second, source);
    }
  }

  static std::set<std::string> RecordedOf(const Analysis& analysis) {
    std::set<std::string> recorded;
    for (std::size_t i = 0; i < analysis.logged.size(); ++i) {
      if (analysis.logged[i]) recorded.insert(analysis.structure.OutputPath(static_cast<int>(i)));
    }
    return recorded;
  }

  // What is recorded is settled when a run starts; what is recorded no more does no harm.
  void CompareRecorded() {
    const std::set<std::string> before = RecordedOf(before_);
    for (const std::string& signal : RecordedOf(after_)) {
      if (!before.contains(signal)) Report(signal);
    }
  }

  void CompareSimulation() {
    for (const SimulationKey& key : SimulationKeys()) {
      if (key.name == "realtime_rate") continue;  // how fast it goes changes no result
      const ParameterSetting& before = running_.simulation.Get(key.name);
      const ParameterSetting& after = edited_.simulation.Get(key.name);
      if (before == after) continue;
      Report("simulation." + key.name, OverrideText(before), OverrideText(after));
    }
  }

  static std::string PathOfParameter(const Level& level, const std::string& name) {
    return level.path.empty() ? name : level.path + "." + name;
  }

  // Whether something in a block that the run cannot take over follows a parameter that was edited.
  bool IsFollowedByOthers() const {
    return std::any_of(changed_.begin(), changed_.end(), [](const Changed& changed) {
      return std::any_of(changed.arguments.begin(), changed.arguments.end(),
                         [](const Argument& a) { return !a.is_direct && !a.is_number; });
    });
  }

  // Whether a setting of the simulation has another value though its text is the same.
  bool SimulationFollows() const {
    for (const SimulationKey& key : SimulationKeys()) {
      const ParameterSetting& setting = edited_.simulation.Get(key.name);
      if (!setting.is_text() || !(running_.simulation.Get(key.name) == setting)) continue;
      if (key.kind == SimulationKeyKind::kChoice) continue;
      const ParameterScope& old_scope = *before_.structure.levels.front().scope;
      const ParameterScope& new_scope = *after_.structure.levels.front().scope;
      if (!HasSameBits(EvaluateNumber(setting, old_scope), EvaluateNumber(setting, new_scope))) {
        return true;
      }
    }
    return false;
  }

  // Parameters of diagrams whose expression was edited. They are taken over together or not at all:
  // what follows them may follow several.
  void CompareParameters() {
    parameters_are_numbers_ = !IsFollowedByOthers() && !SimulationFollows();
    for (const Level& level : after_.structure.levels) {
      const std::vector<DiagramParameter>* before = running_.FindParameters(level.path);
      if (before == nullptr) continue;
      for (const DiagramParameter& parameter : *level.parameters) {
        const auto old = std::ranges::find(*before, parameter.name, &DiagramParameter::name);
        if (old == before->end() || old->value == parameter.value) continue;
        result_.changes.push_back({PathOfParameter(level, parameter.name), OverrideText(old->value),
                                   OverrideText(parameter.value), parameters_are_numbers_});
      }
    }
  }

  // The document as the run has it from now on: what cannot be taken over stays as it was.
  void TakeOver() {
    Document& document = result_.taken_over;
    if (parameters_are_numbers_) {
      // New ones, too: what was edited may use them.
      for (const Level& level : after_.structure.levels) {
        auto* parameters = document.FindMutableParameters(level.path);
        if (parameters != nullptr) *parameters = *level.parameters;
      }
    }
    for (const Changed& changed : changed_) TakeOver(changed);
  }

  // The numbers of one block, read off a system that was made with the new arguments.
  void TakeOver(const Changed& changed) {
    BlockArguments arguments = *changed.before->arguments;
    bool any = false;
    for (const Argument& argument : changed.arguments) {
      if (!argument.is_number || (!argument.is_direct && !parameters_are_numbers_)) continue;
      const ParameterDescriptor& parameter = changed.after->type->parameters[argument.index];
      const ParameterSetting setting = SettingOf(*changed.after, parameter);
      arguments.Set(argument.index, EvaluateArgument(parameter, setting,
                                                     ScopeOf(after_.structure, *changed.after)));
      any = true;
      if (argument.is_direct) SetSetting(*changed.after, parameter.name);
    }
    if (!any) return;
    const auto system = changed.after->type->make(arguments);
    const auto& leaf = dynamic_cast<const LeafSystem<double>&>(*system);
    BlockNumbers numbers{after_.structure.PathOf(*changed.after), {}};
    for (const auto& model : leaf.numeric_parameter_models()) numbers.groups.emplace_back(model);
    result_.numbers.push_back(std::move(numbers));
  }

  // Notes the new setting in the document of the run.
  void SetSetting(const Node& node, const std::string& parameter) {
    const auto [level, name] = SplitPath(after_.structure.PathOf(node));
    DiagramModel* diagram = result_.taken_over.FindMutableDiagram(level);
    const std::size_t index = diagram->blocks.IndexOf(name);
    Block block = diagram->blocks[index];
    const BlockParameter* given = node.block->FindParameter(parameter);
    block.SetParameter(parameter, given != nullptr ? std::optional(given->value) : std::nullopt);
    diagram->blocks.Replace(index, std::move(block));
  }

  const Document& running_;
  const Document& edited_;
  const Analysis before_;
  const Analysis after_;
  std::vector<std::pair<const Node*, const Node*>> pairs_;
  std::vector<Changed> changed_;
  bool parameters_are_numbers_ = false;
  RunChanges result_;
};

}  // namespace

RunChanges FindRunChanges(const Document& running, const Document& edited,
                          const BlockRegistry& registry, bool allow_paths) {
  return Comparison(running, edited, registry, allow_paths).Run();
}

}  // namespace loopwright
