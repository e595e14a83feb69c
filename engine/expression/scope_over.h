#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "engine/expression/formula_value.h"

namespace loopwright {

/// A number (one element), a vector (n rows, one column) or a matrix over the scalar S. What
/// FormulaValue is for doubles, for every scalar that formulas are evaluated over.
template <typename S>
struct ShapedValue {
  FormulaValue::Kind kind{FormulaValue::Kind::kNumber};
  int rows{1};
  int columns{1};
  std::vector<S> elements;  ///< row by row

  static ShapedValue Number(S value) {
    return {FormulaValue::Kind::kNumber, 1, 1, {std::move(value)}};
  }
  /// As many rows as there are values.
  static ShapedValue Vector(std::vector<S> values) {
    const int size = static_cast<int>(values.size());
    return {FormulaValue::Kind::kVector, size, 1, std::move(values)};
  }
  bool is_number() const { return kind == FormulaValue::Kind::kNumber; }
  /// Kind, rows and columns; elements do not matter.
  bool SameShape(const ShapedValue& other) const {
    return kind == other.kind && rows == other.rows && columns == other.columns;
  }
  /// In words, for messages.
  std::string Describe() const { return FormulaValue::DescribeShape(kind, rows, columns); }
};

/// A scope whose names mean values over the scalar S beside their numbers: symbols over Expression,
/// values with derivatives over AutoDiff. It lets a diagram be linearized with respect to a
/// parameter, or shown with its parameters by name.
template <typename S>
class ScopeOver : public NameScope {
 public:
  /// The value of `name` over S, of the shape of its number; null where there is no such name.
  virtual const ShapedValue<S>* FindOver(std::string_view name) const = 0;
};

/// Over symbols.
using SymbolicValue = ShapedValue<Expression>;
using SymbolicScope = ScopeOver<Expression>;

}  // namespace loopwright
