#include "engine/blocks/signal_units.h"

#include <deque>
#include <utility>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/blocks/tags.h"
#include "engine/document/document.h"
#include "engine/document/port_key.h"

namespace loopwright {

namespace {

// The output that drives an input of a level, as a path; "" where none does.
std::string DriverOf(const Document& document, const std::string& level, const std::string& input) {
  const DiagramModel* const diagram = document.FindDiagram(level);
  if (diagram == nullptr) return {};
  const std::size_t index = diagram->FindWireTo(input);
  return index < diagram->wires.size() ? JoinPath(level, diagram->wires[index].from)
                                       : std::string();
}

BlockRole RoleOf(const Block& block, const BlockRegistry& registry) {
  const BlockDescriptor* const type = registry.Find(block.type);
  return type != nullptr ? type->role : BlockRole::kSystem;
}

// What an output that only hands on a signal gets it from: that of a subsystem from its Outport, an
// Inport's from outside, a From's from its Goto. "" for other blocks.
std::string SourceOf(const Document& document, const BlockRegistry& registry,
                     const std::string& level, const DiagramModel& diagram, const Block& block,
                     const std::string& port) {
  if (block.is_subsystem()) return DriverOf(document, JoinPath(level, block.name), port + ".u");
  if (block.is_inport() && !level.empty()) {
    const auto [outer, subsystem] = SplitPath(level);
    return DriverOf(document, outer, subsystem + '.' + block.name);
  }
  if (RoleOf(block, registry) == BlockRole::kFrom) {
    const std::string tag = TagOf(block, registry);
    for (const Block* sender : FindTagged(diagram, BlockRole::kGoto, tag, registry)) {
      return DriverOf(document, level, sender->name + ".u");
    }
  }
  return {};
}

// The outputs that hand on what is wired to the input `to` of a level.
std::vector<std::string> OutputsBehind(const BlockRegistry& registry, const std::string& level,
                                       const DiagramModel& diagram, const std::string& to) {
  const Block* const end = diagram.blocks.Find(BlockOf(to));
  if (end == nullptr) return {};
  if (end->is_subsystem()) return {JoinPath(JoinPath(level, end->name), PortOf(to) + ".y")};
  if (end->is_port() && !level.empty()) return {level + '.' + end->name};
  std::vector<std::string> outputs;
  if (RoleOf(*end, registry) == BlockRole::kGoto) {
    const std::string tag = TagOf(*end, registry);
    for (const Block* receiver : FindTagged(diagram, BlockRole::kFrom, tag, registry)) {
      outputs.push_back(JoinPath(level, receiver->name + ".y"));
    }
  }
  return outputs;
}

// Other names of the signal that an output, `SUB/BLOCK.PORT`, shows: one step further inwards or
// outwards, or by a tag.
std::vector<std::string> OtherNames(const Document& document, const BlockRegistry& registry,
                                    const std::string& path) {
  const auto [level, key] = SplitPath(path);
  const DiagramModel* const diagram = document.FindDiagram(level);
  const Block* const block = document.FindBlock(BlockOf(path));
  if (diagram == nullptr || block == nullptr) return {};
  std::vector<std::string> names = {
      SourceOf(document, registry, level, *diagram, *block, PortOf(key))};
  for (const Wire& wire : diagram->wires) {
    if (wire.from != key) continue;
    for (std::string& name : OutputsBehind(registry, level, *diagram, wire.to)) {
      names.push_back(std::move(name));
    }
  }
  return names;
}

}  // namespace

SignalUnits::SignalUnits(const Document& document, const BlockRegistry& registry) {
  Collect(document.root, {});
  Spread(document, registry);
}

// The settings of a level may be of signals deeper inside, which the level there has said more
// about: that is met later and goes first.
void SignalUnits::Collect(const DiagramModel& diagram, const std::string& level) {
  for (const SignalSetting& setting : diagram.signal_settings) {
    if (setting.unit && !setting.unit->empty()) {
      units_.insert_or_assign(JoinPath(level, setting.key), *setting.unit);
    }
  }
  for (const Block& block : diagram.blocks) {
    if (block.diagram) Collect(*block.diagram, JoinPath(level, block.name));
  }
}

// From each signal whose unit is said to all other names that it has. A name gets a unit once, so
// that a circle of wires ends the search.
void SignalUnits::Spread(const Document& document, const BlockRegistry& registry) {
  std::deque<std::pair<std::string, std::string>> open(units_.begin(), units_.end());
  for (; !open.empty(); open.pop_front()) {
    const auto [path, unit] = open.front();
    for (const std::string& name : OtherNames(document, registry, path)) {
      if (!name.empty() && units_.try_emplace(name, unit).second) open.emplace_back(name, unit);
    }
  }
}

std::string SignalUnits::Of(const std::string& path) const {
  const std::string signal = path.ends_with(']') ? path.substr(0, path.rfind('[')) : path;
  const auto found = units_.find(signal);
  return found != units_.end() ? found->second : std::string();
}

}  // namespace loopwright
