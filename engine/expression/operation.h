#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>

namespace loopwright {

/// The scalar operations of which expressions are made. Comparisons and logic give 1 or 0, and
/// every operation follows IEEE 754, but for what is said below. The order matters: groups are
/// recognised by their first and last.
enum class Operation : uint8_t {
  /// Leaves.
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
  /// With branches, up to kRound.
  kAbs,
  kSign,
  kFloor,
  kCeil,
  kRound,
  /// Gives 1 where its operand is 0, else 0; it has no branch of its own, as its operand is a
  /// truth.
  kNot,
  // Two operands.
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kAtan2,
  /// With branches, up to kGreater.
  kMod,
  kMin,
  kMax,
  kLess,
  kLessEqual,
  kEqual,
  kNotEqual,
  kGreaterEqual,
  kGreater,
  /// Logic of truths.
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

/// How an operation is written, in a table of such texts.
struct OperationText {
  Operation operation;
  std::string_view text;
};

/// The text of `operation` in a table, which has it.
inline std::string_view TextOf(Operation operation, std::span<const OperationText> table) {
  return std::ranges::find(table, operation, &OperationText::operation)->text;
}

/// The value of an elementary function of one argument, kSqrt to kAtanh: that of the standard
/// library for double, for other scalars that beside the scalar. std::logic_error for others.
template <typename T>
[[gnu::always_inline]] inline T ApplyElementary(Operation operation, const T& a) {
  using std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atanh, std::cos, std::cosh,
      std::exp, std::log, std::log10, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
  switch (operation) {
    case Operation::kSqrt:
      return sqrt(a);
    case Operation::kExp:
      return exp(a);
    case Operation::kLog:
      return log(a);
    case Operation::kLog10:
      return log10(a);
    case Operation::kSin:
      return sin(a);
    case Operation::kCos:
      return cos(a);
    case Operation::kTan:
      return tan(a);
    case Operation::kAsin:
      return asin(a);
    case Operation::kAcos:
      return acos(a);
    case Operation::kAtan:
      return atan(a);
    case Operation::kSinh:
      return sinh(a);
    case Operation::kCosh:
      return cosh(a);
    case Operation::kTanh:
      return tanh(a);
    case Operation::kAsinh:
      return asinh(a);
    case Operation::kAcosh:
      return acosh(a);
    case Operation::kAtanh:
      return atanh(a);
    default:
      throw std::logic_error("Apply: not an operation on one operand");
  }
}

/// The value of `operation` on the first NumOperands(operation) of a, b, c. The operation must not
/// be kConstant or kVariable.
double Apply(Operation operation, double a, double b = 0, double c = 0);

/// @name The operations that differ from the standard library's or that it lacks
/// @{
/// -1, 0 or 1; NaN for NaN.
double Sign(double u);
/// As std::floor, std::ceil and std::round (ties away from zero), but never -0: the branch of such
/// an operation is an integer, which has no sign of zero.
double Floor(double u);
double Ceil(double u);
double Round(double u);
/// a - b*floor(a/b), rounded once: zero or of the sign of b. NaN where b is 0 or a is infinite.
double Mod(double a, double b);
/// a to the power of b; a square is exactly a*a.
double Power(double a, double b);
/// Whether min(a, b) is b. The smaller one, the first one of equals, and NaN where either is NaN.
inline bool MinTakesSecond(double a, double b) { return b < a || b != b; }
/// Whether max(a, b) is b. The larger one, the first one of equals, and NaN where either is NaN.
inline bool MaxTakesSecond(double a, double b) { return b > a || b != b; }
/// @}

}  // namespace loopwright
