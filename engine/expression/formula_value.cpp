#include "engine/expression/formula_value.h"

#include <stdexcept>

#include "engine/text/number_format.h"

namespace loopwright {

FormulaValue::FormulaValue(double number) : elements_(Eigen::MatrixXd::Constant(1, 1, number)) {}

void FormulaValue::SetNumber(double number) {
  if (!is_number()) *this = FormulaValue(number);
  elements_(0) = number;
}

// A matrix of one column, with a kind of its own: [1, 2] and [[1], [2]] differ.
FormulaValue FormulaValue::Vector(const Eigen::VectorXd& elements) {
  FormulaValue value;
  value.kind_ = Kind::kVector;
  value.elements_ = elements;
  return value;
}

FormulaValue FormulaValue::Matrix(Eigen::MatrixXd elements) {
  FormulaValue value;
  value.kind_ = Kind::kMatrix;
  value.elements_ = std::move(elements);
  return value;
}

// Asked only where a number is needed, so another shape is an error of the program.
double FormulaValue::number() const {
  if (!is_number()) throw std::logic_error("FormulaValue: " + Describe() + " is not a number");
  return elements_(0, 0);
}

std::string FormulaValue::Describe() const {
  return DescribeShape(kind_, elements_.rows(), elements_.cols());
}

// As messages say it: "'+' needs equal shapes, not a number and a 2 by 3 matrix".
std::string FormulaValue::DescribeShape(Kind kind, int64_t rows, int64_t columns) {
  if (kind == Kind::kNumber) return "a number";
  if (kind == Kind::kVector) {
    return "a vector of " + std::to_string(rows) + (rows == 1 ? " element" : " elements");
  }
  return "a " + std::to_string(rows) + " by " + std::to_string(columns) + " matrix";
}

// Numbers with as many digits as it takes to read the same value back.
std::string FormulaValue::ToText() const {
  if (is_number()) return FormatNumber(number());
  std::string text = "[";
  for (Eigen::Index i = 0; i < elements_.rows(); ++i) {
    if (i > 0) text += ", ";
    if (is_matrix()) text += "[";
    for (Eigen::Index j = 0; j < elements_.cols(); ++j) {
      if (j > 0) text += ", ";
      AppendNumber(elements_(i, j), &text);
    }
    if (is_matrix()) text += "]";
  }
  return text + "]";
}

// The newest value counts.
void NameTable::Set(std::string name, FormulaValue value) {
  values_.insert_or_assign(std::move(name), std::move(value));
}

const FormulaValue* NameTable::Find(std::string_view name) const {
  const auto place = values_.find(name);
  return place == values_.end() ? nullptr : &place->second;
}

std::vector<std::string> NameTable::names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : values_) names.push_back(name);
  return names;
}

void FormulaNames::AddVariable(std::string name, Expression variable) {
  variables_.insert_or_assign(std::move(name), Variable{false, {std::move(variable)}});
}

// A vector of one element may later be used as a number.
void FormulaNames::AddVector(std::string name, std::vector<Expression> elements) {
  variables_.insert_or_assign(std::move(name), Variable{true, std::move(elements)});
}

const FormulaNames::Variable* FormulaNames::FindVariable(std::string_view name) const {
  const auto place = variables_.find(name);
  return place == variables_.end() ? nullptr : &place->second;
}

// Variables of the block hide constants of the same name, so these are looked up after them.
const FormulaValue* FormulaNames::FindConstant(std::string_view name) const {
  return constants_ == nullptr ? nullptr : constants_->Find(name);
}

std::vector<std::string> FormulaNames::names() const {
  std::vector<std::string> names;
  if (constants_ != nullptr) names = constants_->names();
  for (const auto& [name, variable] : variables_) names.push_back(name);
  return names;
}

}  // namespace loopwright
