#pragma once

// Arithmetic on numbers, vectors and matrices whose scalar S is double, AutoDiff or Expression.

#include <stdexcept>
#include <string>
#include <vector>

#include "engine/expression/formula_tree.h"
#include "engine/expression/scope_over.h"
#include "engine/scalar/autodiff.h"

namespace loopwright {

/// Shapes or elements that do not fit, such as a sum of vectors of 2 and of 3 elements. The text
/// becomes that of a FormulaError. It has no place: who evaluates a formula knows which part of it
/// failed.
struct ShapeError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One scalar operation over each of the three scalars, under one name. Over AutoDiff it is a tape
/// of one instruction, so that branches are treated alike everywhere.
inline double ApplyTo(Operation operation, double a, double b = 0, double c = 0) {
  return Apply(operation, a, b, c);
}
/// Defined in a source, where tapes are known.
AutoDiff ApplyTo(Operation operation, const AutoDiff& a, const AutoDiff& b = {},
                 const AutoDiff& c = {});
/// Builds the expression, which is a number where its arguments are.
inline Expression ApplyTo(Operation operation, const Expression& a, const Expression& b = {},
                          const Expression& c = {}) {
  return Expression::Make(operation, a, b, c);
}

/// a + b, a - b, a * b, a / b, or an operation on two numbers. Sums are elementwise, with equal
/// shapes or a number on one side; products and quotients need a number on one side, as `*` of two
/// matrices could mean two things. ShapeError names both operands. Examples:
///
///     [1, 2] + [3, 4] = [4, 6]
///     1 + [3, 4] = [4, 5]
///     2 * [[1, 2], [3, 4]] = [[2, 4], [6, 8]]
///     [2, 4] / 2 = [1, 2]
///     2 / [2, 4] is an error, as is [1, 2] < 3
template <typename S>
ShapedValue<S> Combine(Operation operation, const ShapedValue<S>& a, const ShapedValue<S>& b) {
  const std::string text = Quote(OperatorText(operation));
  // First, whether the shapes allow it.
  const auto fail = [&](const std::string& need) {
    throw ShapeError(text + " needs " + need + ", not " + a.Describe() + " and " + b.Describe());
  };
  if (!a.is_number() || !b.is_number()) {
    switch (operation) {
      case Operation::kAdd:
      case Operation::kSubtract:
        if (!a.is_number() && !b.is_number() && !a.SameShape(b)) {
          fail("equal shapes or a number on one side");
        }
        break;
      case Operation::kMultiply:
        if (!a.is_number() && !b.is_number()) fail("a number on one side");
        break;
      case Operation::kDivide:
        if (!b.is_number()) fail("a number on its right");
        break;
      // Comparisons and the like have one truth, so they compare numbers only.
      default:
        fail("numbers");
    }
  }
  // Then element by element; a number serves for all.
  ShapedValue<S> result = a.is_number() ? b : a;
  for (size_t i = 0; i < result.elements.size(); ++i) {
    result.elements[i] =
        ApplyTo(operation, a.elements[a.is_number() ? 0 : i], b.elements[b.is_number() ? 0 : i]);
  }
  return result;
}

/// What brackets make of their elements: the vector of numbers, or the matrix of equally long
/// vectors. [1, 2] is a vector of numbers, [[1, 2], [3, 4]] a matrix of rows, [] a vector without
/// elements. ShapeError where elements are of different shapes, or are matrices.
template <typename S>
ShapedValue<S> Stack(std::vector<ShapedValue<S>> parts) {
  ShapedValue<S> result = ShapedValue<S>::Vector({});
  result.rows = static_cast<int>(parts.size());
  if (parts.empty()) return result;
  // There is nothing of three dimensions.
  if (parts[0].kind == FormulaValue::Kind::kMatrix) {
    throw ShapeError("an element is a number or a vector, not " + parts[0].Describe());
  }
  if (!parts[0].is_number()) {
    result.kind = FormulaValue::Kind::kMatrix;
    result.columns = parts[0].rows;
  }
  // Rows lie one after another, so a matrix is the elements of its rows in order.
  for (ShapedValue<S>& part : parts) {
    if (!part.SameShape(parts[0])) {
      throw ShapeError("elements are all numbers, or all vectors of one length, not " +
                       parts[0].Describe() + " and " + part.Describe());
    }
    result.elements.insert(result.elements.end(), part.elements.begin(), part.elements.end());
  }
  return result;
}

/// Element `index` of a vector, row `index` of a matrix: element 1 of [5, 6] is 6, row 0 of
/// [[1, 2], [3, 4]] is the vector [1, 2]. Indices count from 0. ShapeError says which elements
/// there are; negative indices do not count from the end.
template <typename S>
ShapedValue<S> Element(const ShapedValue<S>& from, double index) {
  if (from.is_number()) throw ShapeError("a number has no elements");
  // Indices are values of formulas, so they can be 0.5 or NaN.
  if (!(index == Round(index))) {
    throw ShapeError("an index is a whole number, not " + FormulaValue(index).ToText());
  }
  if (index < 0 || index >= from.rows) {
    const std::string last = std::to_string(from.rows - 1);
    throw ShapeError("there is no element " + FormulaValue(index).ToText() + ": " +
                     from.Describe() +
                     (from.rows == 0   ? " has none"
                      : from.rows == 1 ? " has only element 0"
                                       : " has elements 0 to " + last));
  }
  // Rows lie one after another; a vector has one column.
  const auto begin = from.elements.begin() + static_cast<int64_t>(index) * from.columns;
  if (from.kind == FormulaValue::Kind::kVector) return ShapedValue<S>::Number(*begin);
  return ShapedValue<S>::Vector({begin, begin + from.columns});
}

/// `yes` where `condition` != 0, else `no`, elementwise. Both results are computed, since the
/// condition is not known yet, as that of `x > 0 ? sqrt(x) : 0` while equations are made; so both
/// must have one shape, else ShapeError.
template <typename S>
ShapedValue<S> Choose(const S& condition, const ShapedValue<S>& yes, const ShapedValue<S>& no) {
  if (!yes.SameShape(no)) {
    throw ShapeError("both results of a condition need one shape, not " + yes.Describe() + " and " +
                     no.Describe());
  }
  ShapedValue<S> result = yes;
  for (size_t i = 0; i < result.elements.size(); ++i) {
    result.elements[i] = ApplyTo(Operation::kSelect, condition, yes.elements[i], no.elements[i]);
  }
  return result;
}

}  // namespace loopwright
