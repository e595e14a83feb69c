#pragma once

#include <functional>
#include <string>

#include "engine/document/block_types.h"
#include "engine/document/document.h"

namespace loopwright {

/// Changes the text of an expression, and returns whether it did.
using ChangeExpression = std::function<bool(std::string* text)>;

/// @name All expressions of something, changed one after the other in the order of the file
/// Each returns whether one of them was.
/// @{
bool ChangeExpressions(const ChangeExpression& change, ParameterSetting* setting);
bool ChangeExpressions(const ChangeExpression& change, RandomSetting* random);
/// Its value and its distribution.
bool ChangeExpressions(const ChangeExpression& change, DiagramParameter* parameter);
/// But for choices, which are words.
bool ChangeExpressions(const ChangeExpression& change, SimulationSettings* settings);
/// How many runs, the grid, and when it ends.
bool ChangeExpressions(const ChangeExpression& change, StudySettings* study);
/// Those of its own parameters that hold expressions, and distributions.
bool ChangeExpressions(const ChangeExpression& change, const BlockTypes& types, Block* block);
/// @}

/// Gives every expression of `document` its canonical form (CanonicalBrackets()): those of
/// parameters, distributions and the simulation's settings, and the formulas of blocks. Texts that
/// are none (a path, a choice) stay, and so does all in blocks of an unknown type. Apart from that
/// saving keeps an expression as it was typed.
void CanonicalizeExpressions(Document* document, const BlockTypes& types);

}  // namespace loopwright
