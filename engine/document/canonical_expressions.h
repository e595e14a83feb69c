#pragma once

#include "engine/document/block_types.h"
#include "engine/document/document.h"

namespace loopwright {

/// Gives every expression of `document` its canonical form (CanonicalBrackets()): those of
/// parameters, distributions and the simulation's settings, and the formulas of blocks. Texts that
/// are none (a path, a choice) stay, and so does all in blocks of an unknown type. Apart from that
/// saving keeps an expression as it was typed.
void CanonicalizeExpressions(Document* document, const BlockTypes& types);

}  // namespace loopwright
