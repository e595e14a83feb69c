#pragma once

#include "engine/blocks/block_descriptor.h"

namespace loopwright {

/// The block types of which nested diagrams are made. They are no systems of their own: a Subsystem
/// becomes a Diagram, Inport and Outport become its ports.
BlockDescriptor SubsystemBlock();
BlockDescriptor InportBlock();
BlockDescriptor OutportBlock();

}  // namespace loopwright
