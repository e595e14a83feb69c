#include "engine/blocks/signal_units.h"

#include <deque>
#include <utility>
#include <vector>

#include "engine/blocks/handed_on.h"
#include "engine/document/document.h"

namespace loopwright {

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
    std::vector<std::string> names = HandedOnTo(document, registry, path);
    names.push_back(HandedOnFrom(document, registry, path));
    for (const std::string& name : names) {
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
