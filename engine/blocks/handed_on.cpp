#include "engine/blocks/handed_on.h"

#include <cstddef>

#include "engine/blocks/block_registry.h"
#include "engine/blocks/tags.h"
#include "engine/document/document.h"
#include "engine/document/port_key.h"

namespace loopwright {

namespace {

bool Has(BlockRole role, const Block& block, const BlockRegistry& registry) {
  const BlockDescriptor* const type = registry.Find(block.type);
  return type != nullptr && type->role == role;
}

// Those behind an input of a level that a signal is wired to.
std::vector<std::string> OutputsBehind(const BlockRegistry& registry, const std::string& level,
                                       const DiagramModel& diagram, const std::string& input) {
  const Block* const block = diagram.blocks.Find(BlockOf(input));
  if (block == nullptr) return {};
  if (block->is_subsystem()) return {JoinPath(level, block->name) + '/' + PortOf(input) + ".y"};
  if (block->is_port() && !level.empty()) return {level + '.' + block->name};
  std::vector<std::string> outputs;
  if (Has(BlockRole::kGoto, *block, registry)) {
    const std::string tag = TagOf(*block, registry);
    for (const Block* receiver : FindTagged(diagram, BlockRole::kFrom, tag, registry)) {
      outputs.push_back(JoinPath(level, receiver->name + ".y"));
    }
  }
  return outputs;
}

}  // namespace

std::string DriverOf(const Document& document, const std::string& input) {
  const auto [level, key] = SplitPath(input);
  const DiagramModel* const diagram = document.FindDiagram(level);
  if (diagram == nullptr) return {};
  const std::size_t index = diagram->FindWireTo(key);
  return index < diagram->wires.size() ? JoinPath(level, diagram->wires[index].from)
                                       : std::string();
}

std::string HandedOnFrom(const Document& document, const BlockRegistry& registry,
                         const std::string& output) {
  const auto [level, key] = SplitPath(output);
  const DiagramModel* const diagram = document.FindDiagram(level);
  const Block* const block = document.FindBlock(BlockOf(output));
  if (diagram == nullptr || block == nullptr) return {};
  if (block->is_subsystem()) return DriverOf(document, BlockOf(output) + '/' + PortOf(key) + ".u");
  if (block->is_inport() && !level.empty()) return DriverOf(document, level + '.' + block->name);
  if (!Has(BlockRole::kFrom, *block, registry)) return {};
  const auto senders = FindTagged(*diagram, BlockRole::kGoto, TagOf(*block, registry), registry);
  if (senders.empty()) return {};
  return DriverOf(document, JoinPath(level, senders.front()->name + ".u"));
}

std::vector<std::string> HandedOnTo(const Document& document, const BlockRegistry& registry,
                                    const std::string& output) {
  const auto [level, key] = SplitPath(output);
  const DiagramModel* const diagram = document.FindDiagram(level);
  std::vector<std::string> outputs;
  if (diagram == nullptr) return outputs;
  for (const Wire& wire : diagram->wires) {
    if (wire.from != key) continue;
    for (std::string& found : OutputsBehind(registry, level, *diagram, wire.to)) {
      outputs.push_back(std::move(found));
    }
  }
  return outputs;
}

}  // namespace loopwright
