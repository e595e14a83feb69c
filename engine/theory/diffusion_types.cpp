#include "engine/theory/diffusion_types.h"

#include <functional>
#include <utility>
#include <vector>

#include "engine/document/document.h"

namespace loopwright {
namespace {

// Whether a block of a diagram, or of one in it, is such.
bool HasBlock(const DiagramModel& diagram, const std::function<bool(const Block&)>& is_such) {
  for (const Block& block : diagram.blocks) {
    if (block.is_subsystem() && HasBlock(*block.diagram, is_such)) return true;
    if (is_such(block)) return true;
  }
  return false;
}

}  // namespace

bool MayDraw(const Document& document, const BlockRegistry& registry) {
  return HasBlock(document.root, [&](const Block& block) {
    const BlockDescriptor* const type = registry.Find(block.type);
    if (type == nullptr) return false;
    return type->FindParameter("stream") != nullptr ||
           (type->role == BlockRole::kInport && block.FindParameter("random") != nullptr);
  });
}

std::unique_ptr<const BlockRegistry> FindDiffusionTypes(const Document& document,
                                                        const BlockRegistry& registry) {
  const bool draws_times = HasBlock(document.root, [&](const Block& block) {
    const BlockDescriptor* const type = registry.Find(block.type);
    return type != nullptr && type->make_diffusion != nullptr;
  });
  if (!draws_times) return nullptr;
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
