#pragma once

#include <string>
#include <vector>

#include "engine/context/basic_vector.h"
#include "engine/expression/formula_value.h"

namespace loopwright {

template <typename T>
class System;

/// A parameter of a diagram as symbols.
struct ParameterSymbol {
  std::string name;  ///< `NAME` of the top level, `SUB/SUB.NAME` of a subsystem
  FormulaValue value;
  /// Row by row: the variables `NAME`, `NAME[0]` of a vector, `NAME[0][1]` of a matrix.
  std::vector<Expression> elements;
};

/// Numeric parameter `index` of a system in terms of the parameters of its diagram.
struct SymbolicNumericParameter {
  const System<Expression>* system = nullptr;
  int index = 0;
  VectorX<Expression> value;
};

/// What a diagram built with BuildOptions::symbolic says of its parameters.
struct SymbolicParameters {
  std::vector<ParameterSymbol> symbols;  ///< outer levels first, in the order of the file
  std::vector<SymbolicNumericParameter> numeric_parameters;
};

}  // namespace loopwright
