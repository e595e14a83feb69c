#include "engine/theory/diffusion_types.h"

#include <utility>
#include <vector>

#include "engine/document/document.h"

namespace loopwright {
namespace {

// Whether a block of a diagram, or of one in it, draws the times of its events.
bool DrawsTimes(const DiagramModel& diagram, const BlockRegistry& registry) {
  for (const Block& block : diagram.blocks) {
    if (block.is_subsystem() && DrawsTimes(*block.diagram, registry)) return true;
    const BlockDescriptor* const type = registry.Find(block.type);
    if (type != nullptr && type->make_diffusion != nullptr) return true;
  }
  return false;
}

}  // namespace

std::unique_ptr<const BlockRegistry> FindDiffusionTypes(const Document& document,
                                                        const BlockRegistry& registry) {
  if (!DrawsTimes(document.root, registry)) return nullptr;
  std::vector<BlockDescriptor> types(registry.all().begin(), registry.all().end());
  for (BlockDescriptor& type : types) {
    if (type.make_diffusion == nullptr) continue;
    type.make = std::exchange(type.make_diffusion, nullptr);
    type.make_autodiff = std::exchange(type.make_diffusion_autodiff, nullptr);
    type.state = "continuous";
    type.has_diffusion = true;
  }
  return std::make_unique<const BlockRegistry>(std::move(types));
}

}  // namespace loopwright
