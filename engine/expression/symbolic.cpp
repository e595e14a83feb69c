#include "engine/expression/symbolic.h"

#include <algorithm>
#include <stdexcept>

#include "engine/expression/differentiate.h"
#include "engine/expression/expression_text.h"
#include "engine/expression/simplify.h"
#include "engine/text/number_format.h"

namespace loopwright {

SymbolicVariable::SymbolicVariable(std::string name) : name_(std::move(name)) {
  if (name_.empty()) throw std::logic_error("symbolic::Variable: a variable needs a name");
}
// What makes x * x of a variable x a formula.
SymbolicVariable::operator Expression() const {
  if (is_dummy()) {
    throw std::logic_error("symbolic::Variable: one without a name is no expression");
  }
  return Expression::Variable(name_);
}
std::ostream& operator<<(std::ostream& out, const SymbolicVariable& variable) {
  return out << variable.get_name();
}
std::ostream& operator<<(std::ostream& out, const Expression& expression) {
  return out << expression.to_string();
}

// In the order of the set, which is that of the names.
std::string SymbolicVariables::to_string() const {
  std::string text;
  for (const SymbolicVariable& variable : variables_) {
    text += (text.empty() ? "" : ", ") + variable.get_name();
  }
  return "{" + text + "}";
}
// In the order of the names.
std::string SymbolicEnvironment::to_string() const {
  std::string text;
  for (const auto& [variable, value] : values_) {
    text += (text.empty() ? "" : ", ") + variable.get_name() + " -> " + FormatNumber(value);
  }
  return text;
}

// --- what an expression does ---

namespace {
// Column by column, as Eigen stores them.
std::vector<Expression> Elements(const Eigen::Ref<const MatrixX<Expression>>& matrix) {
  const auto elements = matrix.reshaped();
  return {elements.begin(), elements.end()};
}
// All replacements, which are expressions or numbers, at once: x -> y with y -> x exchanges the
// two.
template <typename Replacements>
std::vector<Expression> SubstituteAll(const std::vector<Expression>& expressions,
                                      const Replacements& replacements) {
  std::vector<Expression> variables, values;
  for (const auto& [variable, value] : replacements) {
    variables.push_back(variable);
    values.emplace_back(value);
  }
  return Substitute(expressions, variables, values);
}
// Puts in all values at once, so that common parts are computed once. What is left must be numbers.
std::vector<double> EvaluateAll(const std::vector<Expression>& expressions,
                                const SymbolicEnvironment& environment) {
  std::vector<double> results;
  for (const Expression& result : SubstituteAll(expressions, environment)) {
    const SymbolicVariables missing = result.GetVariables();
    if (!missing.empty()) {
      throw std::logic_error("Expression::Evaluate(): the environment has no value for " +
                             missing.to_string());
    }
    results.push_back(result.value());
  }
  return results;
}
// Shared parts are visited once.
SymbolicVariables VariablesIn(std::span<const Expression> expressions) {
  SymbolicVariables variables;
  for (const Expression& part : OrderOperandsFirst(expressions)) {
    if (part.is_variable()) variables.insert(SymbolicVariable(part.name()));
  }
  return variables;
}
}  // namespace

double Expression::Evaluate(const SymbolicEnvironment& environment) const {
  return EvaluateAll({*this}, environment)[0];
}
double Expression::Evaluate() const { return Evaluate(SymbolicEnvironment()); }

Expression Expression::Substitute(const SymbolicVariable& variable,
                                  const Expression& replacement) const {
  return Substitute(SymbolicSubstitution{{variable, replacement}});
}
Expression Expression::Substitute(const SymbolicSubstitution& substitution) const {
  return SubstituteAll({*this}, substitution)[0];
}

Expression Expression::Differentiate(const SymbolicVariable& variable) const {
  return loopwright::Differentiate(*this, variable);
}
// A row, one derivative for each variable.
Eigen::Matrix<Expression, 1, Eigen::Dynamic> Expression::Jacobian(
    const Eigen::Matrix<SymbolicVariable, Eigen::Dynamic, 1>& variables) const {
  Eigen::Matrix<Expression, 1, Eigen::Dynamic> row(variables.size());
  for (Eigen::Index i = 0; i < variables.size(); ++i) row[i] = Differentiate(variables[i]);
  return row;
}

SymbolicVariables Expression::GetVariables() const { return VariablesIn({this, 1}); }
// By simplifying the difference: what the simplifier cannot see, this cannot either.
bool Expression::EqualTo(const Expression& other) const {
  if (is_identical(other)) return true;
  const Expression difference = Simplify(*this - other);
  return difference.is_constant() && difference.value() == 0;
}
std::string Expression::to_string() const { return ToText(*this); }

// --- matrices ---

namespace symbolic {

// Names as Drake gives them.
VectorX<Variable> MakeVectorVariable(int size, const std::string& name) {
  VectorX<Variable> variables(size);
  for (int i = 0; i < size; ++i) variables[i] = Variable(name + "(" + std::to_string(i) + ")");
  return variables;
}
MatrixX<Variable> MakeMatrixVariable(int rows, int cols, const std::string& name) {
  MatrixX<Variable> variables(rows, cols);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      variables(i, j) = Variable(name + "(" + std::to_string(i) + ", " + std::to_string(j) + ")");
    }
  }
  return variables;
}

// The results come in the order of Elements(), so a map gives them their shape back.
MatrixX<double> Evaluate(const Eigen::Ref<const MatrixX<Expression>>& matrix,
                         const Environment& environment) {
  const std::vector<double> values = EvaluateAll(Elements(matrix), environment);
  return Eigen::Map<const MatrixX<double>>(values.data(), matrix.rows(), matrix.cols());
}
MatrixX<Expression> Substitute(const Eigen::Ref<const MatrixX<Expression>>& matrix,
                               const Substitution& substitution) {
  const std::vector<Expression> values = SubstituteAll(Elements(matrix), substitution);
  return Eigen::Map<const MatrixX<Expression>>(values.data(), matrix.rows(), matrix.cols());
}
// A row for each element of f, a column for each variable.
MatrixX<Expression> Jacobian(const Eigen::Ref<const VectorX<Expression>>& f,
                             const std::vector<Variable>& variables) {
  const std::vector<Expression> rows = Elements(f);
  const std::vector<Expression> columns(variables.begin(), variables.end());
  return loopwright::Jacobian(rows, columns);
}
MatrixX<Expression> Jacobian(const Eigen::Ref<const VectorX<Expression>>& f,
                             const Eigen::Ref<const VectorX<Variable>>& variables) {
  return Jacobian(f, std::vector<Variable>(variables.begin(), variables.end()));
}
Variables GetDistinctVariables(const Eigen::Ref<const MatrixX<Expression>>& matrix) {
  return VariablesIn(Elements(matrix));
}
// Element by element, after a look at the shapes.
bool EqualTo(const Eigen::Ref<const MatrixX<Expression>>& a,
             const Eigen::Ref<const MatrixX<Expression>>& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::ranges::equal(Elements(a), Elements(b), &Expression::EqualTo);
}

}  // namespace symbolic
}  // namespace loopwright
