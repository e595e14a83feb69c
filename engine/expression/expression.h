#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/expression/operation.h"

namespace loopwright {

class SymbolicVariable;
class SymbolicVariables;
class SymbolicEnvironment;
class SymbolicSubstitution;

/// A scalar formula: a handle into a hash-consed, immutable graph of operations. Equal expressions
/// built anywhere in the process are one node, so that comparing them costs nothing and common
/// subexpressions are shared by construction.
///
/// Operators and functions build nodes. Operations on constants are carried out at once, and only
/// identities that hold to the bit for every double are applied (1*x, x/1, x-0, -(-x), x^1, x^0,
/// selections with a known condition or equal branches; not 0*x, x+0 or x-x).
///
/// Expressions are as cheap to copy as a shared pointer, and may be built, copied and destroyed by
/// several threads at once. Nothing recurses, however deep the graph.
///
/// For example
///
///     const Expression x = Expression::Variable("x");
///     const Expression y = x * x + 1.0;
///     y.Differentiate(SymbolicVariable("x")).to_string();  // "x + x"
class Expression {
 public:
  /// The constant 0.
  Expression() noexcept : node_(nullptr) {}
  /// A constant.
  Expression(double value);  // NOLINT(runtime/explicit): numbers are expressions.
  /// The variable called `name`; two variables of one name are the same.
  static Expression Variable(std::string name);
  /// `operation` (neither kConstant nor kVariable) on as many operands as it takes, simplified.
  static Expression Make(Operation operation, const Expression& a, const Expression& b = {},
                         const Expression& c = {});

  /// Copies refer to the same node, which lives as long as one of them does.
  Expression(const Expression& other);
  Expression(Expression&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  Expression& operator=(const Expression& other);
  Expression& operator=(Expression&& other) noexcept;
  ~Expression();

  /// What the outermost operation is: kConstant and kVariable for leaves.
  Operation operation() const;
  int num_operands() const { return NumOperands(operation()); }
  /// Operand `i` in [0, num_operands()).
  Expression operand(int i) const;
  /// Whether the value is known.
  bool is_constant() const { return operation() == Operation::kConstant; }
  bool is_variable() const { return operation() == Operation::kVariable; }
  /// The value of a constant; throws std::logic_error for anything else.
  double value() const;
  /// The name of a variable; throws std::logic_error for anything else.
  const std::string& name() const;
  /// Whether the value is 1 or 0 by construction: a comparison, logic, the constants 1 and 0, or a
  /// selection between such.
  bool is_truth() const;
  /// Whether both are the same formula, node for node (operator== builds a comparison).
  bool is_identical(const Expression& other) const { return node_ == other.node_; }
  /// Equal for identical expressions and for no others, while both exist.
  const void* id() const { return node_; }

  // --- what programs do with a formula; the types are those of symbolic.h ---
  /// The value at the values that `environment` gives to the variables; std::logic_error names a
  /// variable that it has no value for.
  double Evaluate(const SymbolicEnvironment& environment) const;
  /// The value of an expression without variables.
  double Evaluate() const;
  /// This with other expressions in the place of variables.
  Expression Substitute(const SymbolicVariable& variable, const Expression& replacement) const;
  Expression Substitute(const SymbolicSubstitution& substitution) const;
  /// The derivative by a variable, and those by several.
  Expression Differentiate(const SymbolicVariable& variable) const;
  Eigen::Matrix<Expression, 1, Eigen::Dynamic> Jacobian(
      const Eigen::Matrix<SymbolicVariable, Eigen::Dynamic, 1>& variables) const;
  /// All variables that occur.
  SymbolicVariables GetVariables() const;
  /// Whether both are the same but for the order of terms and factors: whether their difference
  /// simplifies to 0. (x + 1)² and x² + 2 x + 1 are not.
  bool EqualTo(const Expression& other) const;
  /// In the language of Formula.
  std::string to_string() const;

  /// In place of `a = a + b`.
  Expression& operator+=(const Expression& b);
  Expression& operator-=(const Expression& b);
  Expression& operator*=(const Expression& b);
  Expression& operator/=(const Expression& b);

 private:
  /// How nodes are shared and counted; see the source.
  struct Node;
  class Table;
  static Expression FromNode(const Node* node);  // Takes over one reference.
  static Expression Intern(Operation operation, double value, std::string name, bool is_truth,
                           const Expression& a, const Expression& b, const Expression& c);
  static const Node* Acquire(const Node* node);
  static void Release(const Node* node);

  const Node* node_;  // Null is the constant 0.
};

/// Build the operation, or carry it out where both operands are constants.
Expression operator-(const Expression& a);
Expression operator+(const Expression& a, const Expression& b);
Expression operator-(const Expression& a, const Expression& b);
Expression operator*(const Expression& a, const Expression& b);
Expression operator/(const Expression& a, const Expression& b);

/// @name Comparisons and logic: expressions of value 1 or 0, not bool. The truth of u is u != 0.
/// @{
Expression operator<(const Expression& a, const Expression& b);
Expression operator<=(const Expression& a, const Expression& b);
Expression operator==(const Expression& a, const Expression& b);
Expression operator!=(const Expression& a, const Expression& b);
Expression operator>=(const Expression& a, const Expression& b);
Expression operator>(const Expression& a, const Expression& b);
Expression operator&&(const Expression& a, const Expression& b);
Expression operator||(const Expression& a, const Expression& b);
Expression operator!(const Expression& a);
/// `a` where `condition` != 0, else `b`.
Expression select(const Expression& condition, const Expression& a, const Expression& b);
/// @}

/// Functions of the formula language, with the meaning that operation.h gives them.
Expression abs(const Expression& a);
Expression sign(const Expression& a);
Expression sqrt(const Expression& a);
Expression exp(const Expression& a);
Expression log(const Expression& a);
Expression log10(const Expression& a);
Expression sin(const Expression& a);
Expression cos(const Expression& a);
Expression tan(const Expression& a);
Expression asin(const Expression& a);
Expression acos(const Expression& a);
Expression atan(const Expression& a);
Expression sinh(const Expression& a);
Expression cosh(const Expression& a);
Expression tanh(const Expression& a);
Expression asinh(const Expression& a);
Expression acosh(const Expression& a);
Expression atanh(const Expression& a);
Expression floor(const Expression& a);
Expression ceil(const Expression& a);
/// Ties go away from zero.
Expression round(const Expression& a);
Expression pow(const Expression& a, const Expression& b);
/// The angle of the point (x, y), in radians.
Expression atan2(const Expression& y, const Expression& x);
/// a - b*floor(a/b): has the sign of b.
Expression mod(const Expression& a, const Expression& b);
Expression min(const Expression& a, const Expression& b);
Expression max(const Expression& a, const Expression& b);

/// Every expression that `outputs` stand on, themselves included, each once and after its operands.
std::vector<Expression> OrderOperandsFirst(std::span<const Expression> outputs);

/// `outputs` with every variable `variables[i]` replaced by `values[i]`. Throws std::logic_error
/// when the two lengths differ or one of `variables` is not a variable.
std::vector<Expression> Substitute(std::span<const Expression> outputs,
                                   std::span<const Expression> variables,
                                   std::span<const Expression> values);

/// The value of a constant expression; throws std::logic_error for one that holds a variable.
double ExtractDoubleOrThrow(const Expression& expression);

}  // namespace loopwright

template <>
struct std::hash<loopwright::Expression> {
  size_t operator()(const loopwright::Expression& expression) const {
    return std::hash<const void*>()(expression.id());
  }
};
