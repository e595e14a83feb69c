#pragma once

#include "engine/blocks/block_descriptor.h"

namespace loopwright {

/// The block type `FileSource`: a SignalTable whose table is read from a CSV file when the diagram
/// is built (see ParseSignalFile()).
BlockDescriptor FileSourceBlock();

}  // namespace loopwright
