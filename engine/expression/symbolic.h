#pragma once

// Formulas in programs, under Drake's names: variables, values for them, replacements, and what can
// be done with matrices of expressions. In namespace symbolic they have these names without the
// word Symbolic.

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <map>
#include <ostream>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/common/vector.h"
#include "engine/expression/expression_scalar.h"

namespace loopwright {

/// A variable of a formula. It is an Expression wherever one is needed. Two variables of one name
/// are the same variable. Programs that were written for Drake use it as symbolic::Variable:
///
///     const symbolic::Variable x("x");
///     const Expression y = sin(x) * x;
class SymbolicVariable {
 public:
  /// Without a name: what the elements of a new matrix are. As an expression it is an error.
  SymbolicVariable() = default;
  /// std::logic_error for an empty name.
  explicit SymbolicVariable(std::string name);

  /// Empty for one without a name.
  const std::string& get_name() const { return name_; }
  const std::string& to_string() const { return name_; }
  /// Whether it has no name.
  bool is_dummy() const { return name_.empty(); }
  /// By names: == would build a formula.
  bool equal_to(const SymbolicVariable& other) const { return name_ == other.name_; }
  bool less(const SymbolicVariable& other) const { return name_ < other.name_; }
  /// std::logic_error without a name.
  operator Expression() const;  // NOLINT(google-explicit-constructor): variables are expressions.

 private:
  std::string name_;
};

/// As text: the name, or the formula in the language of Formula.
std::ostream& operator<<(std::ostream& out, const SymbolicVariable& variable);
std::ostream& operator<<(std::ostream& out, const Expression& expression);

}  // namespace loopwright

/// So that variables can be keys of tables.
template <>
struct std::hash<loopwright::SymbolicVariable> {
  size_t operator()(const loopwright::SymbolicVariable& variable) const {
    return std::hash<std::string>()(variable.get_name());
  }
};
// == and < of variables are formulas.
template <>
struct std::equal_to<loopwright::SymbolicVariable> {
  bool operator()(const loopwright::SymbolicVariable& a,
                  const loopwright::SymbolicVariable& b) const {
    return a.equal_to(b);
  }
};
template <>
struct std::less<loopwright::SymbolicVariable> {
  bool operator()(const loopwright::SymbolicVariable& a,
                  const loopwright::SymbolicVariable& b) const {
    return a.less(b);
  }
};

namespace Eigen {
/// Variables can be elements of matrices; there is no arithmetic on them.
template <>
struct NumTraits<loopwright::SymbolicVariable> : GenericNumTraits<int> {
  enum { RequireInitialization = 1, IsInteger = 0, IsSigned = 0 };
};
}  // namespace Eigen

namespace loopwright {

/// A set of variables, in the order of their names.
class SymbolicVariables {
 public:
  SymbolicVariables() = default;
  SymbolicVariables(std::initializer_list<SymbolicVariable> variables) : variables_(variables) {}

  /// How many there are, and whether a variable is one of them.
  size_t size() const { return variables_.size(); }
  bool empty() const { return variables_.empty(); }
  bool include(const SymbolicVariable& variable) const { return variables_.contains(variable); }
  /// Nothing where it is there already.
  void insert(const SymbolicVariable& variable) { variables_.insert(variable); }
  auto begin() const { return variables_.begin(); }
  auto end() const { return variables_.end(); }
  /// "{x, y}".
  std::string to_string() const;

 private:
  std::set<SymbolicVariable> variables_;
};

/// Values for variables. What Expression::Evaluate() puts in: {{x, 1.0}, {y, 2.0}}.
class SymbolicEnvironment {
 public:
  SymbolicEnvironment() = default;
  SymbolicEnvironment(std::initializer_list<std::pair<const SymbolicVariable, double>> values)
      : values_(values) {}
  explicit SymbolicEnvironment(std::map<SymbolicVariable, double> values)
      : values_(std::move(values)) {}

  /// Nothing where the variable has a value already.
  void insert(const SymbolicVariable& variable, double value) { values_.emplace(variable, value); }
  /// To read or to write; a variable that had no value gets 0.
  double& operator[](const SymbolicVariable& variable) { return values_[variable]; }
  /// As std::map has it; end() where there is no value.
  auto find(const SymbolicVariable& variable) const { return values_.find(variable); }
  size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  /// Pairs of variable and value in the order of names.
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  /// "x -> 1, y -> 2".
  std::string to_string() const;

 private:
  std::map<SymbolicVariable, double> values_;
};

/// Expressions for variables. All are put in at once: {{x, y}, {y, x}} exchanges the two.
class SymbolicSubstitution : public std::unordered_map<SymbolicVariable, Expression> {
 public:
  using std::unordered_map<SymbolicVariable, Expression>::unordered_map;
};

namespace symbolic {

/// Drake's names.
using Variable = SymbolicVariable;
using Variables = SymbolicVariables;
using Environment = SymbolicEnvironment;
using Substitution = SymbolicSubstitution;
/// A comparison of expressions is an expression of value 1 or 0.
using Formula = ::loopwright::Expression;

/// The variables NAME(0), NAME(1), …
VectorX<Variable> MakeVectorVariable(int size, const std::string& name);
/// Drake has variables of other kinds too; here all are real numbers.
inline VectorX<Variable> MakeVectorContinuousVariable(int size, const std::string& name) {
  return MakeVectorVariable(size, name);
}
/// The variables NAME(0, 0), NAME(0, 1), …
MatrixX<Variable> MakeMatrixVariable(int rows, int cols, const std::string& name);

/// The value of each element. std::logic_error names the variables that have no value.
MatrixX<double> Evaluate(const Eigen::Ref<const MatrixX<Expression>>& matrix,
                         const Environment& environment = {});
/// Each element with its variables replaced; those without a replacement stay.
MatrixX<Expression> Substitute(const Eigen::Ref<const MatrixX<Expression>>& matrix,
                               const Substitution& substitution);
/// Row i, column j: the derivative of f[i] by variables[j].
MatrixX<Expression> Jacobian(const Eigen::Ref<const VectorX<Expression>>& f,
                             const std::vector<Variable>& variables);
MatrixX<Expression> Jacobian(const Eigen::Ref<const VectorX<Expression>>& f,
                             const Eigen::Ref<const VectorX<Variable>>& variables);
/// All variables of all elements.
Variables GetDistinctVariables(const Eigen::Ref<const MatrixX<Expression>>& matrix);
/// Whether all elements are EqualTo() each other; false where the shapes differ.
bool EqualTo(const Eigen::Ref<const MatrixX<Expression>>& a,
             const Eigen::Ref<const MatrixX<Expression>>& b);
/// The formula in the language of Formula.
inline std::string to_string(const Expression& expression) { return expression.to_string(); }

}  // namespace symbolic
}  // namespace loopwright
