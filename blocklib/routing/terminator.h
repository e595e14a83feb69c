#pragma once

#include "engine/blocks/block_descriptor.h"

namespace loopwright {

/// The block type `Terminator`, which takes a signal that nobody needs. It is no sink: what drives
/// it is not recorded for its sake.
BlockDescriptor TerminatorBlock();

}  // namespace loopwright
