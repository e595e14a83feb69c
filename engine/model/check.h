#pragma once

#include <vector>

#include "engine/model/block_registry.h"
#include "engine/model/diagnostics.h"
#include "engine/model/document.h"

namespace loopwright {

/// Everything that can be found wrong with a diagram without running it, sorted by place: unknown
/// types, ports and names, parameters, inputs without a wire, widths, algebraic loops, streams, and
/// hints. BuildDiagram() succeeds on a diagram without errors. Time grows linearly with the
/// diagram.
///
/// With `allow_paths` blocks may use files outside the folder of the diagram.
std::vector<Diagnostic> CheckDocument(const Document& document, const BlockRegistry& registry,
                                      bool allow_paths = false);

}  // namespace loopwright
