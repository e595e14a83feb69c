#pragma once

#include "engine/blocks/block_descriptor.h"

namespace loopwright {

/// The block types `Goto` and `From`, which stand for a wire. They are no systems of their own:
/// when a diagram is built, what a From feeds is connected to what feeds the Goto.
BlockDescriptor GotoBlock();
BlockDescriptor FromBlock();

}  // namespace loopwright
