#pragma once

#include <string>
#include <vector>

#include "engine/expression/formula_value.h"

namespace loopwright {

/// A parameter of a diagram as symbols. In equations it stands under its name, and the value says
/// what it is now.
struct ParameterSymbol {
  std::string name;  ///< `NAME` of the top level, `SUB/SUB.NAME` of a subsystem
  FormulaValue value;
  /// Row by row: the variables `NAME`, `NAME[0]` of a vector, `NAME[0][1]` of a matrix.
  std::vector<Expression> elements;
};

}  // namespace loopwright
