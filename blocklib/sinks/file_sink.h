#pragma once

#include "engine/model/block_descriptor.h"

namespace loopwright {

/// The block type `FileSink`. The run records its inputs and writes them when it ends, in the form
/// of results (WriteCsv()): the columns time, side and the paths of the ports that drive the
/// inputs.
BlockDescriptor FileSinkBlock();

}  // namespace loopwright
