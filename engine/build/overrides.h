#pragma once

#include "engine/blocks/block_registry.h"
#include "engine/build/build.h"
#include "engine/document/document.h"

namespace loopwright {

/// Gives parameters of a document other values, as `--set` does: a parameter of the top level by
/// its name; one of a block, or of a subsystem's diagram, by `SUB/BLOCK.NAME`. Numeric ones take
/// expressions, lists of formulas are separated by ';'. Throws OverrideError for a name that is not
/// there, a text that is no expression, and a choice that there is not.
void ApplyOverrides(const std::vector<std::pair<std::string, std::string>>& overrides,
                    const BlockRegistry& registry, Document* document);

}  // namespace loopwright
