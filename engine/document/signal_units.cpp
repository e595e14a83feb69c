#include "engine/document/signal_units.h"

#include <deque>
#include <utility>
#include <vector>

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

// Other names of the signal that an output, `SUB/BLOCK.PORT`, shows: one step further inwards or
// outwards.
std::vector<std::string> OtherNames(const Document& document, const std::string& path) {
  std::vector<std::string> names;
  const auto [level, key] = SplitPath(path);
  const DiagramModel* const diagram = document.FindDiagram(level);
  const Block* const block = document.FindBlock(BlockOf(path));
  if (diagram == nullptr || block == nullptr) return names;
  if (block->is_subsystem()) {
    names.push_back(DriverOf(document, BlockOf(path), PortOf(key) + ".u"));
  }
  const auto [outer, subsystem] = SplitPath(level);
  if (block->is_inport() && !level.empty()) {
    names.push_back(DriverOf(document, outer, subsystem + '.' + block->name));
  }
  for (const Wire& wire : diagram->wires) {
    if (wire.from != key) continue;
    const Block* const end = diagram->blocks.Find(BlockOf(wire.to));
    if (end == nullptr) continue;
    if (end->is_subsystem()) {
      names.push_back(JoinPath(JoinPath(level, end->name), PortOf(wire.to) + ".y"));
    } else if (end->is_port() && !level.empty()) {
      names.push_back(level + '.' + end->name);
    }
  }
  return names;
}

}  // namespace

SignalUnits::SignalUnits(const Document& document) {
  Collect(document.root, {});
  Spread(document);
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
void SignalUnits::Spread(const Document& document) {
  std::deque<std::pair<std::string, std::string>> open(units_.begin(), units_.end());
  for (; !open.empty(); open.pop_front()) {
    const auto [path, unit] = open.front();
    for (const std::string& name : OtherNames(document, path)) {
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
