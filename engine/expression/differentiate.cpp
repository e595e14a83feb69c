#include "engine/expression/differentiate.h"

#include <numbers>
#include <stdexcept>
#include <unordered_map>

namespace loopwright {
namespace {

// Sums and products in which the constants 0 and 1 are taken as what they mean: a derivative that
// is 0 leaves its term out.
bool IsZero(const Expression& a) { return a.is_constant() && a.value() == 0; }
bool IsOne(const Expression& a) { return a.is_constant() && a.value() == 1; }
// With 0 left out, unlike operator+, which keeps x + 0 for the sake of a sign of zero.
Expression Plus(const Expression& a, const Expression& b) {
  return IsZero(a) ? b : IsZero(b) ? a : a + b;
}
Expression Minus(const Expression& a, const Expression& b) {
  return IsZero(b) ? a : IsZero(a) ? -b : a - b;
}
Expression Times(const Expression& a, const Expression& b) {
  if (IsZero(a) || IsZero(b)) return {};
  return IsOne(a) ? b : IsOne(b) ? a : a * b;
}
Expression Over(const Expression& a, const Expression& b) { return IsZero(a) ? a : a / b; }

// The derivative of f(a) by a, `y` being f(a).
Expression Slope(Operation operation, const Expression& a, const Expression& y) {
  switch (operation) {
    case Operation::kNegate:
      return -1.0;
    case Operation::kSqrt:
      return 0.5 / y;
    case Operation::kExp:
      return y;
    case Operation::kLog:
      return 1.0 / a;
    case Operation::kLog10:
      return std::numbers::log10e / a;
    case Operation::kSin:
      return cos(a);
    case Operation::kCos:
      return -sin(a);
    case Operation::kTan:
      return 1.0 + y * y;
    case Operation::kAsin:
      return 1.0 / sqrt(1.0 - a * a);
    case Operation::kAcos:
      return -1.0 / sqrt(1.0 - a * a);
    case Operation::kAtan:
      return 1.0 / (1.0 + a * a);
    case Operation::kSinh:
      return cosh(a);
    case Operation::kCosh:
      return sinh(a);
    case Operation::kTanh:
      return 1.0 - y * y;
    case Operation::kAsinh:
      return 1.0 / sqrt(a * a + 1.0);
    case Operation::kAcosh:
      return 1.0 / sqrt(a * a - 1.0);
    case Operation::kAtanh:
      return 1.0 / (1.0 - a * a);
    default:  // Constant between its jumps.
      return {};
  }
}

// (a^b)' = b a^(b-1) a' + a^b ln(a) b'; the second part only where the exponent varies, since ln(a)
// of a negative base is not a number.
Expression OfPower(const Expression& y, const Expression& da, const Expression& db) {
  const Expression a = y.operand(0), b = y.operand(1);
  const Expression by_base = Times(b * pow(a, b - 1.0), da);
  return Plus(by_base, IsZero(db) ? db : Times(y * log(a), db));
}

// The derivative of `y` by the rule of its operation, from those of its operands.
Expression Rule(const Expression& y, const Expression* d) {
  const Operation operation = y.operation();
  const Expression a = y.operand(0);
  const Expression b = y.num_operands() > 1 ? y.operand(1) : Expression();
  switch (operation) {
    case Operation::kNegate:
      return -d[0];
    case Operation::kAdd:
      return Plus(d[0], d[1]);
    case Operation::kSubtract:
      return Minus(d[0], d[1]);
    case Operation::kMultiply:
      return Plus(Times(d[0], b), Times(a, d[1]));
    case Operation::kDivide:
      return Minus(Over(d[0], b), Over(Times(y, d[1]), b));
    case Operation::kPower:
      return OfPower(y, d[0], d[1]);
    case Operation::kAtan2: {
      const Expression square = a * a + b * b;
      return Minus(Times(b / square, d[0]), Times(a / square, d[1]));
    }
    case Operation::kMod:
      return Minus(d[0], Times(round((a - y) / b), d[1]));
    case Operation::kMin:
      return select(b < a, d[1], d[0]);
    case Operation::kMax:
      return select(b > a, d[1], d[0]);
    case Operation::kAbs:
      return select(a < 0.0, -d[0], d[0]);
    case Operation::kSelect:
      return select(a, d[1], d[2]);
    default:
      return y.num_operands() == 1 ? Times(Slope(operation, a, y), d[0]) : Expression();
  }
}

}  // namespace

// Forward through the graph: each node's derivative follows from its operands', once, however often
// it is used. Nodes that do not depend on the variable are passed over.
std::vector<Expression> Differentiate(std::span<const Expression> expressions,
                                      const Expression& variable) {
  if (!variable.is_variable()) {
    throw std::logic_error("Differentiate: a derivative is with respect to a variable");
  }
  std::unordered_map<const void*, Expression> derivatives;  // Of what depends on the variable.
  derivatives[variable.id()] = 1.0;
  for (const Expression& y : OrderOperandsFirst(expressions)) {
    Expression d[3];
    bool depends = false;
    for (int i = 0; i < y.num_operands(); ++i) {
      const auto found = derivatives.find(y.operand(i).id());
      if (found == derivatives.end()) continue;
      d[i] = found->second;
      depends = true;
    }
    if (depends) derivatives[y.id()] = Rule(y, d);
  }
  std::vector<Expression> result;
  for (const Expression& y : expressions) {
    const auto found = derivatives.find(y.id());
    result.push_back(found == derivatives.end() ? Expression() : found->second);
  }
  return result;
}

Expression Differentiate(const Expression& expression, const Expression& variable) {
  return Differentiate({&expression, 1}, variable).front();
}

// A column holds the derivatives of all expressions by one variable. They are made together, so
// that what the expressions share is differentiated once.
MatrixX<Expression> Jacobian(std::span<const Expression> expressions,
                             std::span<const Expression> variables) {
  MatrixX<Expression> result(static_cast<Eigen::Index>(expressions.size()),
                             static_cast<Eigen::Index>(variables.size()));
  for (size_t j = 0; j < variables.size(); ++j) {
    const std::vector<Expression> column = Differentiate(expressions, variables[j]);
    for (size_t i = 0; i < column.size(); ++i) {
      result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = column[i];
    }
  }
  return result;
}

}  // namespace loopwright
