#pragma once

#include "engine/blocks/block_descriptor.h"

namespace loopwright {

/// The block type `FileSink`. The run records its inputs and writes them when it ends, in the form
/// of results that the name of the file says (ResultFormatOf()): time, side and the paths of the
/// ports that drive the inputs. It replaces files of earlier runs only (ObstacleToResults()).
BlockDescriptor FileSinkBlock();

}  // namespace loopwright
