#pragma once

#include "engine/blocks/block_registry.h"

namespace loopwright {

/// The block types of this library, in the order of the catalogue.
const BlockRegistry& BuiltInBlocks();

}  // namespace loopwright
