#include "engine/differences/document_differences.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"

namespace loopwright {
namespace {

constexpr std::string_view kArrow = " → ";

// As a value on a line: texts without line breaks, and cut where they are long.
std::string TextOf(const ParameterSetting& setting) {
  return Printable(setting.is_text() ? setting.text() : ToJson(setting));
}
std::string TextOf(const std::optional<std::string>& text) {
  return text.has_value() ? Quoted(*text) : "none";
}
std::string TextOf(const std::optional<bool>& value) {
  if (!value.has_value()) return "none";
  return *value ? "true" : "false";
}
std::string TextOf(const RandomSetting* random) {
  if (random == nullptr) return "none";
  std::string text = random->distribution + "(";
  for (const auto& [name, value] : random->arguments) {
    text += (text.ends_with('(') ? "" : ", ") + name + " " + TextOf(value);
  }
  return text + ")";
}

const DiagramParameter* Find(const std::vector<DiagramParameter>& parameters,
                             const std::string& name) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const DiagramParameter& p) { return p.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

// The elements of a list by their key, which is a member of each.
template <typename T>
std::unordered_map<std::string_view, const T*> ByKey(const std::vector<T>& list,
                                                     std::string T::*key) {
  std::unordered_map<std::string_view, const T*> by_key;
  for (const T& element : list) by_key.emplace(element.*key, &element);
  return by_key;
}

class Comparison {
 public:
  Comparison(const Document& before, const Document& after, const BlockRegistry& registry)
      : before_(before), after_(after), registry_(registry) {}

  DocumentDifferences Run() {
    Compare("title", before_.title, after_.title);
    if (before_.description != after_.description) AddContent("description: it is another text");
    CompareParameters("", before_.parameters, after_.parameters);
    for (const SimulationKey& key : SimulationKeys()) {
      Compare("simulation." + key.name, before_.simulation.Get(key.name),
              after_.simulation.Get(key.name));
    }
    CompareExtras("simulation", before_.simulation.extras, after_.simulation.extras);
    if (before_.study != after_.study) AddContent("study: what is asked of many runs is another");
    CompareExtras("file", before_.extras, after_.extras);
    if (before_.version != after_.version) {
      AddContent("version: " + std::to_string(before_.version) + std::string(kArrow) +
                 std::to_string(after_.version));
    }
    CompareLevels("", before_.root, after_.root);
    ComparePlots();
    return std::move(result_);
  }

 private:
  void AddContent(std::string line) { result_.content.push_back(std::move(line)); }
  void AddLayout(std::string line) { result_.layout.push_back(std::move(line)); }

  template <typename T>
  void Compare(const std::string& path, const T& before, const T& after) {
    if (before == after) return;
    AddContent(path + ": " + TextOf(before) + std::string(kArrow) + TextOf(after));
  }

  void CompareRandom(const std::string& path, const RandomSetting* before,
                     const RandomSetting* after) {
    const bool are_both = before != nullptr && after != nullptr;
    if (before == after || (are_both && *before == *after)) return;
    AddContent(path + ", random: " + TextOf(before) + std::string(kArrow) + TextOf(after));
  }

  void CompareExtras(const std::string& path, const ExtraKeys& before, const ExtraKeys& after) {
    if (before != after) AddContent(path + ": keys that this program does not know are others");
  }

  static const RandomSetting* RandomOf(const DiagramParameter& parameter) {
    return parameter.random.has_value() ? &*parameter.random : nullptr;
  }

  void CompareParameters(const std::string& level, const std::vector<DiagramParameter>& before,
                         const std::vector<DiagramParameter>& after) {
    const std::string owner = level.empty() ? "parameter " : "parameter " + level + ".";
    for (const DiagramParameter& parameter : before) {
      if (Find(after, parameter.name) != nullptr) continue;
      AddContent(owner + parameter.name + ": removed, was " + TextOf(parameter.value));
    }
    for (const DiagramParameter& parameter : after) {
      const std::string path = owner + parameter.name;
      const DiagramParameter* old = Find(before, parameter.name);
      if (old == nullptr) {
        AddContent(path + ": added, " + TextOf(parameter.value));
        continue;
      }
      Compare(path, old->value, parameter.value);
      Compare(path + ", unit", old->unit, parameter.unit);
      Compare(path + ", description", old->description, parameter.description);
      CompareRandom(path, RandomOf(*old), RandomOf(parameter));
      CompareExtras(path, old->extras, parameter.extras);
    }
  }

  // Names in the order in which the parameters are listed: those of the type, then unknown ones.
  std::vector<std::string> ParameterNames(const Block& before, const Block& after) const {
    std::vector<std::string> names;
    const auto add = [&names](const std::string& name) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    if (const auto* known = registry_.ParameterNames(after.type)) names = *known;
    for (const Block* block : {&before, &after}) {
      for (const BlockParameter& parameter : block->parameters) add(parameter.name);
    }
    for (const Block* block : {&before, &after}) {
      for (const auto& [name, random] : block->random) add(name);
    }
    return names;
  }

  ParameterSetting SettingOf(const Block& block, const std::string& name) const {
    if (const BlockParameter* given = block.FindParameter(name)) return given->value;
    if (const BlockDescriptor* type = registry_.Find(block.type)) {
      for (const ParameterDescriptor& parameter : type->parameters) {
        if (parameter.name == name) return parameter.default_value;
      }
    }
    return {};
  }

  void CompareBlocks(const std::string& path, const Block& before, const Block& after) {
    if (before.type != after.type) {
      return AddContent("block " + path + ": type " + before.type + std::string(kArrow) +
                        after.type);
    }
    if (before.is_enabled() != after.is_enabled()) {
      AddContent("block " + path + (after.is_enabled() ? ": enabled" : ": disabled"));
    }
    const std::string owner = "block " + path + ".";
    for (const std::string& name : ParameterNames(before, after)) {
      const std::string parameter = owner + name;
      Compare(parameter, SettingOf(before, name), SettingOf(after, name));
      CompareRandom(parameter, before.FindRandom(name), after.FindRandom(name));
    }
    CompareExtras("block " + path, before.extras, after.extras);
    if (before.layout != after.layout || before.color != after.color) {
      AddLayout("block " + path + WordOf(before, after));
    }
    CompareParameters(path, before.diagram_parameters, after.diagram_parameters);
    if (before.is_subsystem()) CompareLevels(path, *before.diagram, *after.diagram);
  }

  static std::string WordOf(const Block& before, const Block& after) {
    if (before.layout == after.layout) return ": another colour";
    const Layout old = before.layout.value_or(Layout());
    const Layout now = after.layout.value_or(Layout());
    const bool is_moved = old.x != now.x || old.y != now.y;
    return is_moved ? ": moved" : ": another size or direction";
  }

  void CompareLevels(const std::string& level, const DiagramModel& before,
                     const DiagramModel& after) {
    std::vector<std::string> kept_before, kept_after;
    for (const Block& block : before.blocks) {
      if (after.blocks.contains(block.name)) {
        kept_before.push_back(block.name);
      } else {
        AddContent("block " + JoinPath(level, block.name) + ": removed (" + block.type + ")");
      }
    }
    for (const Block& block : after.blocks) {
      const std::string path = JoinPath(level, block.name);
      const Block* old = before.blocks.Find(block.name);
      if (old == nullptr) {
        AddContent("block " + path + ": added (" + block.type + ")");
        continue;
      }
      kept_after.push_back(block.name);
      if (!(*old == block)) CompareBlocks(path, *old, block);
    }
    const std::string place = level.empty() ? "the top level" : level;
    if (kept_before != kept_after) AddContent("blocks of " + place + ": in another order");
    CompareWires(level, before, after);
    CompareSignals(level, before, after);
    CompareExtras(place, before.extras, after.extras);
    if (!(before.notes == after.notes)) AddLayout("notes of " + place);
    if (!(before.frames == after.frames)) AddLayout("frames of " + place);
  }

  void CompareWires(const std::string& level, const DiagramModel& before,
                    const DiagramModel& after) {
    const auto old_wires = ByKey(before.wires, &Wire::to);
    const auto new_wires = ByKey(after.wires, &Wire::to);
    for (const Wire& wire : before.wires) {
      if (new_wires.contains(wire.to)) continue;
      AddContent("wire " + JoinPath(level, wire.to) + ": removed, was from " + wire.from);
    }
    for (const Wire& wire : after.wires) {
      const std::string path = "wire " + JoinPath(level, wire.to);
      const auto found = old_wires.find(wire.to);
      if (found == old_wires.end()) {
        AddContent(path + ": added, from " + wire.from);
        continue;
      }
      const Wire& old = *found->second;
      if (old.from != wire.from) AddContent(path + ": from " + wire.from + ", was " + old.from);
      CompareExtras(path, old.extras, wire.extras);
      if (old.route != wire.route) AddLayout(path + ": another way");
    }
  }

  void CompareSignals(const std::string& level, const DiagramModel& before,
                      const DiagramModel& after) {
    const SignalSetting none;
    const auto old_settings = ByKey(before.signal_settings, &SignalSetting::key);
    const auto new_settings = ByKey(after.signal_settings, &SignalSetting::key);
    const auto compare = [&](const SignalSetting& old, const SignalSetting& now,
                             const std::string& key) {
      const std::string path = "signal " + JoinPath(level, key);
      Compare(path + ", name", old.name, now.name);
      Compare(path + ", log", old.log, now.log);
      CompareExtras(path, old.extras, now.extras);
    };
    for (const SignalSetting& signal : before.signal_settings) {
      if (!new_settings.contains(signal.key)) compare(signal, none, signal.key);
    }
    for (const SignalSetting& signal : after.signal_settings) {
      const auto found = old_settings.find(signal.key);
      compare(found == old_settings.end() ? none : *found->second, signal, signal.key);
    }
  }

  void ComparePlots() {
    for (size_t i = 0; i < std::max(before_.plots.size(), after_.plots.size()); ++i) {
      const std::string path = "plot " + std::to_string(i + 1);
      if (i >= before_.plots.size()) {
        AddContent(path + ": added");
      } else if (i >= after_.plots.size()) {
        AddContent(path + ": removed");
      } else if (!(before_.plots[i] == after_.plots[i])) {
        AddContent(path + ": its signals, axes or ranges are others");
      }
    }
  }

  const Document& before_;
  const Document& after_;
  const BlockRegistry& registry_;
  DocumentDifferences result_;
};

}  // namespace

DocumentDifferences FindDocumentDifferences(const Document& before, const Document& after,
                                            const BlockRegistry& registry) {
  return Comparison(before, after, registry).Run();
}

}  // namespace loopwright
