#pragma once

#include <string>
#include <vector>

#include "engine/blocks/block_descriptor.h"

namespace loopwright {

class BlockRegistry;
struct Block;
struct DiagramModel;

/// The tag by which a block that sends or receives a signal without a wire finds its others on its
/// level: as the file gives it, else the default of its type. `block` must be of such a type.
std::string TagOf(const Block& block, const BlockRegistry& registry);

/// The blocks of a level that send (BlockRole::kGoto) or receive (kFrom) under a tag.
std::vector<const Block*> FindTagged(const DiagramModel& diagram, BlockRole role,
                                     const std::string& tag, const BlockRegistry& registry);

}  // namespace loopwright
