#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/expression/expression.h"

namespace loopwright {

/// What an expression gives: a number, a vector or a matrix of doubles.
class FormulaValue {
 public:
  /// A vector is not a matrix of one column: [1, 2] and [[1], [2]] are different values.
  enum class Kind { kNumber, kVector, kMatrix };

  /// The number 0.
  FormulaValue() : FormulaValue(0.0) {}
  FormulaValue(double number);  // NOLINT(runtime/explicit): numbers are values.
  /// Of n elements, or of rows and columns as given; either may be empty.
  static FormulaValue Vector(const Eigen::VectorXd& elements);
  static FormulaValue Matrix(Eigen::MatrixXd elements);

  Kind kind() const { return kind_; }
  bool is_number() const { return kind_ == Kind::kNumber; }
  bool is_vector() const { return kind_ == Kind::kVector; }
  bool is_matrix() const { return kind_ == Kind::kMatrix; }
  /// The number; throws std::logic_error where this is none.
  double number() const;
  /// Makes it that number. Of what is a number already the memory is used again.
  void SetNumber(double number);
  /// The elements: 1 by 1 for a number, n by 1 for a vector.
  const Eigen::MatrixXd& elements() const { return elements_; }
  /// In words: "a number", "a vector of 3 elements", "a 2 by 3 matrix".
  std::string Describe() const;
  /// What Describe() says of a value of this shape, for values whose elements are no doubles.
  static std::string DescribeShape(Kind kind, int64_t rows, int64_t columns);
  /// In the notation of expressions: `2`, `[1, 2]`, `[[1, 0], [0, 1]]`.
  std::string ToText() const;

 private:
  Kind kind_{Kind::kNumber};
  Eigen::MatrixXd elements_;
};

/// Gives names a value: what an expression's free identifiers mean. The parameters of a diagram,
/// for example, with those of the diagrams around it.
class NameScope {
 public:
  virtual ~NameScope() = default;
  /// The value of `name`, valid as long as the scope and unchanged by later look-ups; null where
  /// there is no such name. May throw what its own evaluation throws.
  virtual const FormulaValue* Find(std::string_view name) const = 0;
  /// All names, for "did you mean".
  virtual std::vector<std::string> names() const = 0;
};

/// A scope that is a table. For programs that have values at hand, and for tests.
class NameTable final : public NameScope {
 public:
  /// Replaces the value where the name has one.
  void Set(std::string name, FormulaValue value);
  const FormulaValue* Find(std::string_view name) const override;
  std::vector<std::string> names() const override;

 private:
  std::map<std::string, FormulaValue, std::less<>> values_;
};

/// What names mean in a block's formulas: the block's variables (`u1`, `x2`, `t`), and below them
/// the constants of a scope (the diagram's parameters).
class FormulaNames {
 public:
  FormulaNames() = default;
  /// `constants` must outlive this object; null is an empty scope.
  explicit FormulaNames(const NameScope* constants) : constants_(constants) {}

  /// Adds a number, such as `t`.
  void AddVariable(std::string name, Expression variable);
  /// Adds a vector, whose elements are named `u1[0]`; one of length 1 is also a number, `u1`.
  void AddVector(std::string name, std::vector<Expression> elements);

  /// A number has one element.
  struct Variable {
    bool is_vector{false};
    std::vector<Expression> elements;
  };
  /// The variable called `name`, null where there is none.
  const Variable* FindVariable(std::string_view name) const;
  /// The constant called `name`, null where there is none.
  const FormulaValue* FindConstant(std::string_view name) const;
  /// All names, for "did you mean".
  std::vector<std::string> names() const;

 private:
  std::map<std::string, Variable, std::less<>> variables_;
  const NameScope* constants_{nullptr};
};

}  // namespace loopwright
