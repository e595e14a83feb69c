#pragma once

#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/document/diagnostics.h"
#include "engine/document/document.h"

namespace loopwright {

/// Everything that can be found wrong with a diagram without running it, sorted by place: unknown
/// types, ports and names, parameters, inputs without a wire, widths, algebraic loops, streams, and
/// hints. BuildDiagram() succeeds on a diagram without errors. Time grows linearly with the
/// diagram.
///
/// With `allow_paths` blocks may use files outside the folder of the diagram.
std::vector<Diagnostic> CheckDocument(const Document& document, const BlockRegistry& registry,
                                      bool allow_paths = false);

/// Everything that can be found wrong with the file at `path`, sorted by place: with its form, and
/// as far as that leaves something, with what CheckDocument() finds in the rest. What only follows
/// from the errors in the form is left out. Throws FileError.
std::vector<Diagnostic> CheckFile(const std::string& path, const BlockRegistry& registry,
                                  bool allow_paths = false);

}  // namespace loopwright
