#pragma once

#include <string>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"

namespace loopwright {

/// The signals of a document, `SUB/BLOCK.PORT`, at which its algebraic loops are torn open: their
/// values are what is solved for, and the others of a loop follow from them. In y = u - 3 y, drawn
/// as a Sum and a Gain, that is the output of one of the two. Empty where the document has errors,
/// has no loops or refuses them.
///
/// Which they are is decided when a system is flattened (engine/loops/tear_loops.h), so that the
/// document is built for it.
std::vector<std::string> FindLoopUnknowns(const Document& document, const BlockRegistry& registry);

}  // namespace loopwright
