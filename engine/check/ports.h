#pragma once

#include <string_view>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"

namespace loopwright {

/// The ports of a block as an editor shows them: those that its parameters give, with names meaning
/// what they do at `level` ("" or "SUB/SUB"); where parameters are wrong, or give more than
/// kMaxPorts, what the defaults give. A Subsystem's are its Inports and Outports by index. A block
/// of an unknown type has none.
PortNames FindPorts(const Document& document, std::string_view level, const Block& block,
                    const BlockRegistry& registry);

}  // namespace loopwright
