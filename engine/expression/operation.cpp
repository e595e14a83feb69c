#include "engine/expression/operation.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace loopwright {
namespace {

// The value of an operation on one number.
double ApplyUnary(Operation operation, double a) {
  switch (operation) {
    case Operation::kNegate:
      return -a;
    case Operation::kAbs:
      return std::fabs(a);
    case Operation::kSign:
      return Sign(a);
    case Operation::kFloor:
      return Floor(a);
    case Operation::kCeil:
      return Ceil(a);
    case Operation::kRound:
      return Round(a);
    case Operation::kNot:
      return a == 0 ? 1 : 0;
    default:
      return ApplyElementary(operation, a);
  }
}

// The value of an operation on two numbers.
double ApplyBinary(Operation operation, double a, double b) {
  switch (operation) {
    case Operation::kAdd:
      return a + b;
    case Operation::kSubtract:
      return a - b;
    case Operation::kMultiply:
      return a * b;
    case Operation::kDivide:
      return a / b;
    case Operation::kPower:
      return Power(a, b);
    case Operation::kAtan2:
      return std::atan2(a, b);
    case Operation::kMod:
      return Mod(a, b);
    case Operation::kMin:
      return MinTakesSecond(a, b) ? b : a;
    case Operation::kMax:
      return MaxTakesSecond(a, b) ? b : a;
    case Operation::kLess:
      return a < b ? 1 : 0;
    case Operation::kLessEqual:
      return a <= b ? 1 : 0;
    case Operation::kEqual:
      return a == b ? 1 : 0;
    case Operation::kNotEqual:
      return a != b ? 1 : 0;
    case Operation::kGreaterEqual:
      return a >= b ? 1 : 0;
    case Operation::kGreater:
      return a > b ? 1 : 0;
    case Operation::kAnd:
      return a != 0 && b != 0 ? 1 : 0;
    case Operation::kOr:
      return a != 0 || b != 0 ? 1 : 0;
    default:
      throw std::logic_error("Apply: not an operation on two operands");
  }
}

}  // namespace

// The number of operands tells which of the two to ask; a selection is the only one of three.
double Apply(Operation operation, double a, double b, double c) {
  switch (NumOperands(operation)) {
    case 1:
      return ApplyUnary(operation, a);
    case 2:
      return ApplyBinary(operation, a, b);
    case 3:
      return a != 0 ? b : c;
    default:
      throw std::logic_error("Apply: constants and variables are no operations");
  }
}

// Not the sign of a zero: 0 for both zeros.
double Sign(double u) {
  if (std::isnan(u)) return u;
  return u > 0 ? 1 : u < 0 ? -1 : 0;
}

// Adding 0 turns -0 into 0 and changes nothing else.
double Floor(double u) { return std::floor(u) + 0.0; }
double Ceil(double u) { return std::ceil(u) + 0.0; }
double Round(double u) { return std::round(u) + 0.0; }

// fmod() is exact but has the sign of a; one addition brings it to that of b.
double Mod(double a, double b) {
  const double remainder = std::fmod(a, b);  // Exact, with the sign of a.
  if (remainder == 0) return 0.0;
  return (remainder < 0) == (b < 0) ? remainder : remainder + b;
}

// pow() of the C library is off by up to one unit in the last place and slow; squares are frequent.
double Power(double a, double b) { return b == 2 ? a * a : std::pow(a, b); }

}  // namespace loopwright
