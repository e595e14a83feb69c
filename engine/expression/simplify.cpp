#include "engine/expression/simplify.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// So many terms or factors are taken apart; more stay as they are. Comparing each with each would
// take long in sums of thousands.
constexpr int kMostTerms = 32;
constexpr double kLargestExponent = 1000;

bool IsInteger(double value) { return value == std::floor(value) && std::abs(value) <= 1e15; }

// numerator * factors / (denominator * divisors), each factor with its exponent. 2 x² y / (3 z)
// has the numerator 2, the denominator 3, the factors (x, 2) and (y, 1), and the divisor (z, 1).
struct Product {
  using Factor = std::pair<Expression, int>;
  double numerator = 1, denominator = 1;
  std::vector<Factor> factors, divisors;

  // Adds to the exponent of a factor that is there, or appends it.
  static void AddFactor(const Expression& base, int exponent, std::vector<Factor>* factors) {
    for (Factor& factor : *factors) {
      if (factor.first.is_identical(base) && factor.second + exponent <= kLargestExponent) {
        factor.second += exponent;
        return;
      }
    }
    factors->emplace_back(base, exponent);
  }

  // Multiplies by `e` (divides by it where `divides`), taking at most kMostTerms factors apart.
  // Products, quotients and signs are opened with a stack, not by recursion.
  void Add(const Expression& e, bool divides) {
    std::vector<std::pair<Expression, bool>> todo{{e, divides}};
    for (int count = 0; !todo.empty(); ++count) {
      const auto [a, below] = std::move(todo.back());
      todo.pop_back();
      if (a.is_constant()) {
        (below ? denominator : numerator) *= a.value();
      } else if (count < kMostTerms && a.operation() == Operation::kNegate) {
        numerator = -numerator;
        todo.emplace_back(a.operand(0), below);
      } else if (count < kMostTerms &&
                 (a.operation() == Operation::kMultiply || a.operation() == Operation::kDivide)) {
        todo.emplace_back(a.operand(1), below != (a.operation() == Operation::kDivide));
        todo.emplace_back(a.operand(0), below);
      } else {
        AddPower(a, below ? &divisors : &factors);
      }
    }
  }

  // A whole power counts as its base with an exponent.
  static void AddPower(const Expression& a, std::vector<Factor>* to) {
    if (a.operation() == Operation::kPower && a.operand(1).is_constant()) {
      const double exponent = a.operand(1).value();
      if (IsInteger(exponent) && exponent >= 2 && exponent <= kLargestExponent) {
        return AddFactor(a.operand(0), static_cast<int>(exponent), to);
      }
    }
    AddFactor(a, 1, to);
  }

  // Divides the numbers by each other where that is exact and no longer to write.
  void Reduce() {
    if (denominator < 0) {
      numerator = -numerator;
      denominator = -denominator;
    }
    const double quotient = numerator / denominator;
    if (denominator == 1 || quotient * denominator != numerator) return;
    if (FormatNumber(quotient).size() >
        FormatNumber(numerator).size() + 1 + FormatNumber(denominator).size()) {
      return;
    }
    numerator = quotient;
    denominator = 1;
  }

  // The factors as one product, from left to right.
  static Expression Multiply(std::optional<Expression> product,
                             const std::vector<Factor>& factors) {
    for (const auto& [base, exponent] : factors) {
      const Expression power = pow(base, exponent);
      product = product ? *product * power : power;
    }
    return product.value_or(1.0);
  }

  // The product as an expression again, with its number first.
  Expression Build() {
    Reduce();
    if (numerator == 0) return {};
    std::optional<Expression> above, below;
    if (numerator == -1 && !factors.empty()) {
      // The sign goes to the first factor, where it is read first.
      above = -pow(factors[0].first, factors[0].second);
      above = Multiply(above, {factors.begin() + 1, factors.end()});
    } else {
      if (numerator != 1 || factors.empty()) above = numerator;
      above = Multiply(above, factors);
    }
    if (denominator != 1) below = denominator;
    if (denominator == 1 && divisors.empty()) return *above;
    return *above / Multiply(below, divisors);
  }

  // Equal for terms that differ in their coefficient only.
  std::vector<std::pair<const void*, int>> Key() const {
    std::vector<std::pair<const void*, int>> key;
    for (const auto& [base, exponent] : factors) key.emplace_back(base.id(), exponent);
    for (const auto& [base, exponent] : divisors) key.emplace_back(base.id(), -exponent);
    std::sort(key.begin(), key.end());
    return key;
  }
};

// A sum of products and a constant. 2 x + 3 y + 5 has two terms and the constant 5.
struct Sum {
  struct Term {
    Product product;
    std::vector<std::pair<const void*, int>> key;
  };
  std::vector<Term> terms;
  double constant = 0;

  // Adds sign*e, taking at most kMostTerms terms apart.
  void Add(const Expression& e, double sign) {
    std::vector<std::pair<Expression, double>> todo{{e, sign}};
    for (int count = 0; !todo.empty(); ++count) {
      const auto [a, s] = std::move(todo.back());
      todo.pop_back();
      const Operation operation = a.operation();
      if (a.is_constant()) {
        constant += s * a.value();
      } else if (count < kMostTerms && operation == Operation::kNegate) {
        todo.emplace_back(a.operand(0), -s);
      } else if (count < kMostTerms &&
                 (operation == Operation::kAdd || operation == Operation::kSubtract)) {
        todo.emplace_back(a.operand(1), operation == Operation::kAdd ? s : -s);
        todo.emplace_back(a.operand(0), s);
      } else {
        AddTerm(a, s);
      }
    }
  }

  // Adds to the coefficient of a term with the same factors: 2 x + 3 x is 5 x.
  void AddTerm(const Expression& a, double sign) {
    Product product;
    product.numerator = sign;
    product.Add(a, false);
    auto key = product.Key();
    for (Term& term : terms) {
      if (term.key != key) continue;
      Product& sum = term.product;
      if (sum.denominator == product.denominator) {
        sum.numerator += product.numerator;
      } else {
        sum.numerator = sum.numerator / sum.denominator + product.numerator / product.denominator;
        sum.denominator = 1;
      }
      return;
    }
    terms.push_back({std::move(product), std::move(key)});
  }

  // The first positive term first, so that no sum begins with a minus that need not be there. Terms
  // that cancelled are left out.
  Expression Build() {
    std::erase_if(terms, [](const Term& term) { return term.product.numerator == 0; });
    const auto first = std::find_if(terms.begin(), terms.end(), [](const Term& term) {
      return (term.product.numerator > 0) == (term.product.denominator > 0);
    });
    std::optional<Expression> sum;
    if (first == terms.end() && constant > 0) {
      sum = std::exchange(constant, 0);
    } else if (first != terms.end()) {
      std::rotate(terms.begin(), first, first + 1);
    }
    for (Term& term : terms) {
      Product& product = term.product;
      const bool minus = (product.numerator > 0) != (product.denominator > 0);
      if (sum && minus) product.numerator = -product.numerator;
      const Expression value = product.Build();
      sum = !sum ? value : minus ? *sum - value : *sum + value;
    }
    if (!sum) return constant;
    if (constant == 0) return *sum;
    return constant < 0 ? *sum - (-constant) : *sum + constant;
  }
};

bool IsInfinite(const Expression& a, bool positive) {
  return a.is_constant() && std::isinf(a.value()) && (a.value() > 0) == positive;
}

// What infinite limits say of finite values. min(x, inf) is x, whatever x is, as variables stand
// for finite numbers here: a limiter whose upper limit is infinite has none.
std::optional<Expression> SimplifyInfinite(Operation operation, const Expression& a,
                                           const Expression& b) {
  const auto is_above = [](const Expression& x, const Expression& y) {  // x > y
    return (IsInfinite(x, true) && !y.is_constant()) || (IsInfinite(y, false) && !x.is_constant());
  };
  const bool above = is_above(a, b), below = is_above(b, a);
  if (!above && !below) return {};
  switch (operation) {
    case Operation::kMin:
      return below ? a : b;
    case Operation::kMax:
      return above ? a : b;
    case Operation::kLess:
    case Operation::kLessEqual:
      return Expression(below ? 1.0 : 0.0);
    case Operation::kGreater:
    case Operation::kGreaterEqual:
      return Expression(above ? 1.0 : 0.0);
    case Operation::kEqual:
      return Expression(0.0);
    case Operation::kNotEqual:
      return Expression(1.0);
    default:
      return {};
  }
}

// -1 times (a - b) becomes b - a, which is shorter.
Expression SimplifyProduct(Operation operation, const Expression& a, const Expression& b) {
  Product product;
  product.Add(a, false);
  product.Add(b, operation == Operation::kDivide);
  // A sign before a sum goes into it.
  product.Reduce();
  if (product.numerator == -1 && product.denominator == 1 && product.divisors.empty() &&
      product.factors.size() == 1 && product.factors[0].second == 1) {
    Sum sum;
    sum.Add(product.factors[0].first, -1);
    return sum.Build();
  }
  return product.Build();
}

// `operation` on operands that are simple already. So one pass from the operands up is enough.
Expression SimplifyNode(Operation operation, const Expression& a, const Expression& b,
                        const Expression& c) {
  switch (operation) {
    case Operation::kNegate:
    case Operation::kAdd:
    case Operation::kSubtract: {
      Sum sum;
      sum.Add(a, operation == Operation::kNegate ? -1 : 1);
      if (operation != Operation::kNegate) sum.Add(b, operation == Operation::kAdd ? 1 : -1);
      return sum.Build();
    }
    case Operation::kMultiply:
    case Operation::kDivide:
      return SimplifyProduct(operation, a, b);
    case Operation::kPower:
      if (a.operation() == Operation::kPower && a.operand(1).is_constant() && b.is_constant() &&
          IsInteger(a.operand(1).value()) && IsInteger(b.value())) {
        return pow(a.operand(0), a.operand(1).value() * b.value());
      }
      break;
    case Operation::kAbs:
      if (a.operation() == Operation::kAbs) return a;
      if (a.operation() == Operation::kNegate) return abs(a.operand(0));
      break;
    case Operation::kCos:
      if (a.operation() == Operation::kNegate) return cos(a.operand(0));
      break;
    case Operation::kNotEqual:
      if (a.is_truth() && b.is_constant() && b.value() == 0) return a;
      break;
    case Operation::kEqual:
      if (a.is_truth() && b.is_constant() && b.value() == 0) return !a;
      break;
    default:
      break;
  }
  if (const auto simple = SimplifyInfinite(operation, a, b)) return *simple;
  return Expression::Make(operation, a, b, c);
}

}  // namespace

// Each shared subexpression is simplified once.
std::vector<Expression> Simplify(std::span<const Expression> expressions) {
  std::unordered_map<const void*, Expression> simple;
  for (const Expression& old : OrderOperandsFirst(expressions)) {
    Expression operands[3];
    const int count = old.num_operands();
    for (int i = 0; i < count; ++i) operands[i] = simple.at(old.operand(i).id());
    simple[old.id()] =
        count == 0 ? old : SimplifyNode(old.operation(), operands[0], operands[1], operands[2]);
  }
  std::vector<Expression> result;
  for (const Expression& expression : expressions) result.push_back(simple.at(expression.id()));
  return result;
}

Expression Simplify(const Expression& expression) { return Simplify({&expression, 1}).front(); }

}  // namespace loopwright
