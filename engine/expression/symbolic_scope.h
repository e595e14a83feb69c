#pragma once

#include <string_view>
#include <vector>

#include "engine/expression/formula_value.h"

namespace loopwright {

/// A number, a vector or a matrix of expressions.
struct SymbolicValue {
  FormulaValue::Kind kind = FormulaValue::Kind::kNumber;
  int rows = 1;
  int columns = 1;
  std::vector<Expression> elements;  ///< row by row
};

/// A scope whose names have symbolic values beside their values.
class SymbolicScope : public NameScope {
 public:
  /// The symbolic value of `name`, of the shape of its value; null where there is no such name.
  virtual const SymbolicValue* FindSymbolic(std::string_view name) const = 0;
};

}  // namespace loopwright
