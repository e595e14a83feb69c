#pragma once

#include <cstdint>

namespace loopwright {

/// The scalar operations of which expressions are made. Comparisons and logic give 1 or 0, and
/// every operation follows IEEE 754 where it says nothing else (see operation.cpp for the few
/// choices that IEEE leaves open).
enum class Operation : uint8_t {
  kConstant,
  kVariable,
  // One operand.
  kNegate,
  kSqrt,
  kExp,
  kLog,
  kLog10,
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kSinh,
  kCosh,
  kTanh,
  kAsinh,
  kAcosh,
  kAtanh,
  kAbs,
  kSign,
  kFloor,
  kCeil,
  kRound,
  kNot,
  // Two operands.
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kAtan2,
  kMod,
  kMin,
  kMax,
  kLess,
  kLessEqual,
  kEqual,
  kNotEqual,
  kGreaterEqual,
  kGreater,
  kAnd,
  kOr,
  // Three operands: condition, value where it holds, value where it does not.
  kSelect,
};

/// How many operands `operation` takes: 0 to 3.
constexpr int NumOperands(Operation operation) {
  if (operation < Operation::kNegate) return 0;
  if (operation < Operation::kAdd) return 1;
  return operation < Operation::kSelect ? 2 : 3;
}

/// Whether `operation` is one of < <= == != >= >.
constexpr bool IsComparison(Operation operation) {
  return operation >= Operation::kLess && operation <= Operation::kGreater;
}

/// Whether `operation` gives 1 or 0, whatever its operands.
constexpr bool IsTruth(Operation operation) {
  return operation == Operation::kNot ||
         (operation >= Operation::kLess && operation <= Operation::kOr);
}

/// Whether `operation` chooses between smooth branches by the value of its operands, so that a
/// simulation holds its branch as a mode: comparisons, abs, sign, floor, ceil, round, mod, min,
/// max.
constexpr bool HasBranches(Operation operation) {
  return (operation >= Operation::kAbs && operation <= Operation::kRound) ||
         (operation >= Operation::kMod && operation <= Operation::kMax) || IsComparison(operation);
}

/// The value of `operation` on the first NumOperands(operation) of a, b, c. The operation must not
/// be kConstant or kVariable.
double Apply(Operation operation, double a, double b = 0, double c = 0);

/// @name The functions of the expression language that the standard library lacks
/// @{
/// -1, 0 or 1; NaN for NaN.
double Sign(double u);
/// a - b*floor(a/b), rounded once: zero or of the sign of b, below b in magnitude (or b itself by
/// rounding). NaN where b is 0.
double Mod(double a, double b);
/// @}

}  // namespace loopwright
