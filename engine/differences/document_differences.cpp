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

constexpr const char* kArrow = " → ";

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

// The elements of a list by their key, which is a member of each.
template <typename T>
std::unordered_map<std::string_view, const T*> ByKey(const std::vector<T>& list,
                                                     std::string T::*key) {
  std::unordered_map<std::string_view, const T*> by_key;
  for (const T& element : list) by_key.emplace(element.*key, &element);
  return by_key;
}

// Collects the lines of one comparison. Each of the functions compares one kind of thing, and
// returns at once where both are the same, so that a document that was hardly changed costs little.
class Comparison {
 public:
  Comparison(const Document& before, const Document& after, const BlockRegistry& registry)
      : before_(before), after_(after), registry_(registry) {}

  // The order is that in which the keys stand in a file, so that the lines can be read beside it.
  DocumentDifferences Run() {
    Compare("title", before_.title, after_.title);
    if (before_.description != after_.description) AddContent("description: it is another text");
    CompareParameters("", before_.parameters, after_.parameters);
    for (const SimulationKey& key : SimulationKeys()) {
      CompareValues("", "simulation." + key.name, before_.simulation.Get(key.name),
                    after_.simulation.Get(key.name));
    }
    CompareExtras("simulation", before_.simulation.extras, after_.simulation.extras);
    if (before_.study != after_.study) AddContent("study: what is asked of many runs is another");
    CompareExtras("file", before_.extras, after_.extras);
    if (before_.version != after_.version) {
      AddContent("version: " + std::to_string(before_.version) + kArrow +
                 std::to_string(after_.version));
    }
    CompareLevels("", before_.root, after_.root);
    ComparePlots();
    if (before_.sliders != after_.sliders) AddLayout("sliders beside the plots");
    if (before_.figures != after_.figures) AddLayout("figures that are exported");
    if (before_.analyses != after_.analyses) AddContent("analyses: what is analysed is another");
    return std::move(result_);
  }

 private:
  void AddContent(std::string line) { result_.content.push_back(std::move(line)); }
  void AddLayout(std::string line) { result_.layout.push_back(std::move(line)); }

  // `path: before → after`, for any value that TextOf() can print.
  template <typename T>
  void Compare(const std::string& path, const T& before, const T& after) {
    if (before == after) return;
    AddContent(path + ": " + TextOf(before) + kArrow + TextOf(after));
  }

  // The same of a parameter or setting; `kind` is the word before its path, with a space.
  template <typename T>
  void CompareValues(const std::string& kind, const std::string& path, const T& before,
                     const T& after) {
    if (before == after) return;
    Compare(kind + path, before, after);
    result_.values.push_back({path, TextOf(before), TextOf(after)});
  }

  // Distributions are compared by value; a null pointer is a parameter that is not drawn.
  void CompareRandom(const std::string& path, const RandomSetting* before,
                     const RandomSetting* after) {
    const bool are_both = before != nullptr && after != nullptr;
    if (before == after || (are_both && *before == *after)) return;
    AddContent(path + ", random: " + TextOf(before) + kArrow + TextOf(after));
  }

  // Of keys that this program does not know, nothing can be said but that they are others: they may
  // be of any kind and size.
  void CompareExtras(const std::string& path, const ExtraKeys& before, const ExtraKeys& after) {
    if (before != after) AddContent(path + ": keys that this program does not know are others");
  }

  static const RandomSetting* RandomOf(const DiagramParameter& parameter) {
    return parameter.random.has_value() ? &*parameter.random : nullptr;
  }

  // Of parameters of the diagram or of a subsystem, `level`. What is gone is told first, then in
  // the new order what was added and what has another value, unit, description or distribution.
  void CompareParameters(const std::string& level, const std::vector<DiagramParameter>& before,
                         const std::vector<DiagramParameter>& after) {
    const std::string kind = "parameter ", owner = level.empty() ? "" : level + ".";
    const auto old_parameters = ByKey(before, &DiagramParameter::name);
    const auto new_parameters = ByKey(after, &DiagramParameter::name);
    for (const DiagramParameter& parameter : before) {
      if (new_parameters.contains(parameter.name)) continue;
      AddContent(kind + owner + parameter.name + ": removed, was " + TextOf(parameter.value));
    }
    for (const DiagramParameter& parameter : after) {
      const std::string path = kind + owner + parameter.name;
      const auto found = old_parameters.find(parameter.name);
      if (found == old_parameters.end()) {
        AddContent(path + ": added, " + TextOf(parameter.value));
        continue;
      }
      const DiagramParameter& old = *found->second;
      CompareValues(kind, owner + parameter.name, old.value, parameter.value);
      Compare(path + ", unit", old.unit, parameter.unit);
      Compare(path + ", description", old.description, parameter.description);
      CompareRandom(path, RandomOf(old), RandomOf(parameter));
      CompareExtras(path, old.extras, parameter.extras);
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

  // What a parameter of a block is: as given, else its type's default. So a default that somebody
  // wrote out into the file is no difference.
  ParameterSetting SettingOf(const Block& block, const std::string& name) const {
    if (const BlockParameter* given = block.FindParameter(name)) return given->value;
    const BlockDescriptor* type = registry_.Find(block.type);
    const ParameterDescriptor* parameter = type == nullptr ? nullptr : type->FindParameter(name);
    return parameter == nullptr ? ParameterSetting() : parameter->default_value;
  }

  // `path` is that of two blocks of one name. Another type makes everything else of the block
  // incomparable, so nothing more is said then.
  void CompareBlocks(const std::string& path, const Block& before, const Block& after) {
    if (before.type != after.type) {
      return AddContent("block " + path + ": type " + before.type + kArrow + after.type);
    }
    if (before.is_enabled() != after.is_enabled()) {
      AddContent("block " + path + (after.is_enabled() ? ": enabled" : ": disabled"));
    }
    for (const std::string& name : ParameterNames(before, after)) {
      const std::string parameter = path + '.' + name;
      CompareValues("block ", parameter, SettingOf(before, name), SettingOf(after, name));
      CompareRandom("block " + parameter, before.FindRandom(name), after.FindRandom(name));
    }
    CompareExtras("block " + path, before.extras, after.extras);
    if (before.layout != after.layout || before.color != after.color) {
      AddLayout("block " + path + WordOf(before, after));
    }
    CompareParameters(path, before.diagram_parameters, after.diagram_parameters);
    if (before.is_subsystem()) CompareLevels(path, *before.diagram, *after.diagram);
  }

  // What a reader would see in the picture: of several changes of a layout the move is named, which
  // is the usual one.
  static std::string WordOf(const Block& before, const Block& after) {
    if (before.layout == after.layout) return ": another colour";
    const Layout old = before.layout.value_or(Layout());
    const Layout now = after.layout.value_or(Layout());
    const bool is_moved = old.x != now.x || old.y != now.y;
    return is_moved ? ": moved" : ": another size or direction";
  }

  // Of one level, in order: blocks that are gone, new ones and changed ones, then wires and
  // signals, and last what is only drawn. The order of the blocks that both have is compared by
  // their names: it can decide the order in which states are integrated.
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

  // An input has one wire at most, so a wire is known by the input it leads to, and another source
  // is a change of that wire rather than a removed and an added one.
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

  // A signal without an entry has no name and the usual choice of being recorded; an entry that
  // came or went is compared with that.
  void CompareSignals(const std::string& level, const DiagramModel& before,
                      const DiagramModel& after) {
    const SignalSetting none;
    const auto old_settings = ByKey(before.signal_settings, &SignalSetting::key);
    const auto new_settings = ByKey(after.signal_settings, &SignalSetting::key);
    const auto compare = [&](const SignalSetting& old, const SignalSetting& now,
                             const std::string& key) {
      const std::string path = "signal " + JoinPath(level, key);
      Compare(path + ", name", old.name, now.name);
      Compare(path + ", unit", old.unit, now.unit);
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

  // Plots have no names, so they are compared place by place.
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
