// How operations on expressions are simplified and built.

#include <bit>
#include <optional>
#include <stdexcept>

#include "engine/expression/expression.h"

namespace loopwright {
namespace {

// To the bit: 0 and -0 are different constants.
bool Is(const Expression& a, double value) {
  return a.is_constant() && std::bit_cast<uint64_t>(a.value()) == std::bit_cast<uint64_t>(value);
}

// u as a condition is u != 0, unless it is 1 or 0 by construction.
Expression AsTruth(const Expression& a) { return a.is_truth() ? a : a != 0.0; }

// Only what holds for every double, infinities and NaN included: x + (-0) is x, but x + 0 is not
// where x is -0.
std::optional<Expression> SimplifyArithmetic(Operation operation, const Expression& a,
                                             const Expression& b) {
  switch (operation) {
    case Operation::kNegate:
      if (a.operation() == Operation::kNegate) return a.operand(0);
      break;
    case Operation::kAdd:
      if (Is(a, -0.0)) return b;
      if (Is(b, -0.0)) return a;
      break;
    case Operation::kSubtract:
      if (Is(b, 0.0)) return a;
      break;
    case Operation::kMultiply:
      if (Is(a, 1.0)) return b;
      [[fallthrough]];
    case Operation::kDivide:
      if (Is(b, 1.0)) return a;
      break;
    // x^0 is 1 for every x, NaN included, as in C.
    case Operation::kPower:
      if (b.is_constant() && b.value() == 0) return Expression(1.0);
      if (Is(b, 1.0)) return a;
      break;
    case Operation::kMin:
    case Operation::kMax:
      if (a.is_identical(b)) return a;
      break;
    default:
      break;
  }
  return {};
}

// `a` and `b` are truths where `operation` is one of logic. A known operand decides, and equal
// branches make the condition superfluous.
std::optional<Expression> SimplifyLogic(Operation operation, const Expression& a,
                                        const Expression& b, const Expression& c) {
  switch (operation) {
    case Operation::kNot:
      if (a.operation() == Operation::kNot) return a.operand(0);
      break;
    case Operation::kAnd:
      if (a.is_constant()) return a.value() != 0 ? b : Expression();
      if (b.is_constant()) return b.value() != 0 ? a : Expression();
      if (a.is_identical(b)) return a;
      break;
    case Operation::kOr:
      if (a.is_constant()) return a.value() != 0 ? Expression(1.0) : b;
      if (b.is_constant()) return b.value() != 0 ? Expression(1.0) : a;
      if (a.is_identical(b)) return a;
      break;
    case Operation::kSelect:
      if (a.is_constant()) return a.value() != 0 ? b : c;
      if (b.is_identical(c)) return b;
      break;
    default:
      break;
  }
  return {};
}

}  // namespace

// Every operation passes here: constants are computed at once, operands of logic become truths, and
// what remains is a node.
Expression Expression::Make(Operation operation, const Expression& a, const Expression& b,
                            const Expression& c) {
  const int count = NumOperands(operation);
  if (count == 0) throw std::logic_error("Expression: constants and variables are no operations");
  // Operands that the operation does not take stand for the first, so that three tests serve all.
  const Expression& second = count > 1 ? b : a;
  const Expression& third = count > 2 ? c : a;
  if (a.is_constant() && second.is_constant() && third.is_constant()) {
    return Apply(operation, a.value(), second.value(), third.value());
  }
  const bool is_logic =
      operation == Operation::kNot || operation == Operation::kAnd || operation == Operation::kOr;
  const Expression x = is_logic || operation == Operation::kSelect ? AsTruth(a) : a;
  const Expression y = count < 2 ? Expression() : is_logic ? AsTruth(b) : b;
  const Expression z = count < 3 ? Expression() : c;
  if (auto simple = SimplifyArithmetic(operation, x, y)) return *simple;
  if (auto simple = SimplifyLogic(operation, x, y, z)) return *simple;
  const bool is_truth =
      IsTruth(operation) || (operation == Operation::kSelect && y.is_truth() && z.is_truth());
  return Intern(operation, 0, {}, is_truth, x, y, z);
}

// Operators and functions by the names that templates over a scalar use.
Expression operator-(const Expression& a) { return Expression::Make(Operation::kNegate, a); }
Expression operator+(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kAdd, a, b);
}
Expression operator-(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kSubtract, a, b);
}
Expression operator*(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kMultiply, a, b);
}
Expression operator/(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kDivide, a, b);
}

// These replace the handle: other expressions that shared the node keep it.
Expression& Expression::operator+=(const Expression& b) { return *this = *this + b; }
Expression& Expression::operator-=(const Expression& b) { return *this = *this - b; }
Expression& Expression::operator*=(const Expression& b) { return *this = *this * b; }
Expression& Expression::operator/=(const Expression& b) { return *this = *this / b; }

// Comparisons build formulas whose value is 1 or 0.
Expression operator<(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kLess, a, b);
}
Expression operator<=(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kLessEqual, a, b);
}
Expression operator==(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kEqual, a, b);
}
Expression operator!=(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kNotEqual, a, b);
}
Expression operator>=(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kGreaterEqual, a, b);
}
Expression operator>(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kGreater, a, b);
}
Expression operator&&(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kAnd, a, b);
}
Expression operator||(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kOr, a, b);
}
Expression operator!(const Expression& a) { return Expression::Make(Operation::kNot, a); }
// A known condition gives the chosen operand itself.
Expression select(const Expression& condition, const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kSelect, condition, a, b);
}

// Functions, in the order of the list of operations.
Expression abs(const Expression& a) { return Expression::Make(Operation::kAbs, a); }
Expression sign(const Expression& a) { return Expression::Make(Operation::kSign, a); }
Expression sqrt(const Expression& a) { return Expression::Make(Operation::kSqrt, a); }
Expression exp(const Expression& a) { return Expression::Make(Operation::kExp, a); }
Expression log(const Expression& a) { return Expression::Make(Operation::kLog, a); }
Expression log10(const Expression& a) { return Expression::Make(Operation::kLog10, a); }
Expression sin(const Expression& a) { return Expression::Make(Operation::kSin, a); }
Expression cos(const Expression& a) { return Expression::Make(Operation::kCos, a); }
Expression tan(const Expression& a) { return Expression::Make(Operation::kTan, a); }
Expression asin(const Expression& a) { return Expression::Make(Operation::kAsin, a); }
Expression acos(const Expression& a) { return Expression::Make(Operation::kAcos, a); }
Expression atan(const Expression& a) { return Expression::Make(Operation::kAtan, a); }
Expression sinh(const Expression& a) { return Expression::Make(Operation::kSinh, a); }
Expression cosh(const Expression& a) { return Expression::Make(Operation::kCosh, a); }
Expression tanh(const Expression& a) { return Expression::Make(Operation::kTanh, a); }
Expression asinh(const Expression& a) { return Expression::Make(Operation::kAsinh, a); }
Expression acosh(const Expression& a) { return Expression::Make(Operation::kAcosh, a); }
Expression atanh(const Expression& a) { return Expression::Make(Operation::kAtanh, a); }
Expression floor(const Expression& a) { return Expression::Make(Operation::kFloor, a); }
Expression ceil(const Expression& a) { return Expression::Make(Operation::kCeil, a); }
Expression round(const Expression& a) { return Expression::Make(Operation::kRound, a); }
Expression pow(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kPower, a, b);
}
Expression atan2(const Expression& y, const Expression& x) {
  return Expression::Make(Operation::kAtan2, y, x);
}
Expression mod(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kMod, a, b);
}
Expression min(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kMin, a, b);
}
Expression max(const Expression& a, const Expression& b) {
  return Expression::Make(Operation::kMax, a, b);
}

}  // namespace loopwright
