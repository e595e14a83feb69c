#pragma once

#include <memory>
#include <string_view>

#include "engine/expression/formula_tree.h"

namespace loopwright {

/// Reads the formula `text`, which begins at byte `origin` of a whole text; throws FormulaError.
std::shared_ptr<const FormulaTree> ParseFormula(std::string_view text, size_t origin);

}  // namespace loopwright
