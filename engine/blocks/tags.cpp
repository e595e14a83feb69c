#include "engine/blocks/tags.h"

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"

namespace loopwright {

std::string TagOf(const Block& block, const BlockRegistry& registry) {
  if (const BlockParameter* given = block.FindParameter("tag"); given && given->value.is_text()) {
    return given->value.text();
  }
  const ParameterDescriptor* tag = registry.Find(block.type)->FindParameter("tag");
  return tag != nullptr && tag->default_value.is_text() ? tag->default_value.text() : "";
}

std::vector<const Block*> FindTagged(const DiagramModel& diagram, BlockRole role,
                                     const std::string& tag, const BlockRegistry& registry) {
  std::vector<const Block*> found;
  for (const Block& block : diagram.blocks) {
    const BlockDescriptor* const type = registry.Find(block.type);
    if (type == nullptr || type->role != role) continue;
    if (TagOf(block, registry) == tag) found.push_back(&block);
  }
  return found;
}

}  // namespace loopwright
