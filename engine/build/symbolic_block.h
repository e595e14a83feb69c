#pragma once

#include <memory>
#include <vector>

#include "engine/build/parameter_symbols.h"
#include "engine/build/symbolic_parameters.h"
#include "engine/check/structure.h"
#include "engine/system/system.h"

namespace loopwright {

/// A block over Expression in whose formulas parameters are symbols.
struct SymbolicBlock {
  std::unique_ptr<System<Expression>> system;
  /// Its numeric parameters that are functions of symbols, and which.
  std::vector<SymbolicNumericParameter> numeric_parameters;
};

/// Makes the system of a block, whose type has a symbolic form, with the parameters of its level as
/// `symbols`. The system itself says which of its numeric parameters are functions of them: made
/// once with the values of the parameters and once with others, an element holds the value of an
/// expression to the bit both times. Such an expression is an element of the block's settings, a
/// quotient of two (coefficients divided by the first one), or such a quotient less the product of
/// two other elements (the direct term taken out). A setting is a number where something that
/// follows it is none of these, and where the block cannot be made with another value. Throws what
/// the type throws.
SymbolicBlock MakeSymbolicBlock(const Structure::BlockNode& node, const ParameterSymbols& symbols,
                                const SymbolTable& table);

}  // namespace loopwright
