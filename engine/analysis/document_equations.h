#pragma once

#include <optional>
#include <vector>

#include "engine/analysis/equations.h"
#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"

namespace loopwright {

/// The equations of a document, or what is wrong with it.
struct DocumentEquations {
  std::optional<SystemEquations> equations;
  std::vector<Diagnostic> diagnostics;
};

/// The document in closed form as far as it has one: of its outputs and the signals that a run
/// would record, with parameters of diagrams as symbols and Inports of the top level as inputs.
/// Blocks without closed form are in `without_form`, and the equations are those of all others.
DocumentEquations DeriveEquations(const Document& document, const BlockRegistry& registry,
                                  bool allow_paths = false);

}  // namespace loopwright
