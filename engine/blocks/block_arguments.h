#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/common/vector.h"
#include "engine/expression/default_scalars.h"
#include "engine/expression/formula_value.h"

namespace loopwright {

struct BlockDescriptor;
class DiagramFiles;

/// A parameter over the scalar T beside the number that it is: a period that is a factor of the
/// output (`value`, which over Expression may be a symbol) and says when events are (`number`).
template <typename T>
struct Known {
  T value;
  double number = 0;

  Known() : Known(0) {}
  /// Where nothing but the number is known.
  Known(double known) : value(known), number(known) {}  // NOLINT(google-explicit-constructor)
  Known(T over_scalar, double known) : value(std::move(over_scalar)), number(known) {}
  template <typename U>
  Known<U> As() const {
    return {ConvertScalar<U>(value), number};
  }
};

/// The value of one parameter: double (number), std::int64_t (integer), bool, std::string (choice,
/// text), FormulaValue (vector, matrix), Eigen::VectorXcd (complex vector), list and matrix of
/// texts.
using ArgumentValue =
    std::variant<double, std::int64_t, bool, std::string, FormulaValue, Eigen::VectorXcd,
                 std::vector<std::string>, std::vector<std::vector<std::string>>>;

/// The evaluated parameters of one block, its path and the widths of its ports: what a block type
/// makes a System from. Names of parameters are those of the type's descriptor, with the access of
/// their kind (std::logic_error otherwise). Copies are independent but for the scope and the files,
/// which live as long as the check or build that made them.
///
/// A system over the scalar T takes its numeric parameters over T, `arguments.vector<T>("gain")`:
/// over double they are numbers; over Expression an element is an expression in the diagram's
/// parameters where SetOver() said so, and a number everywhere else; over AutoDiff it may have
/// derivatives in the same way. What the structure of a system depends on (a period, whether there
/// is such a term at all) it reads as numbers, `arguments.number("period")`.
class BlockArguments {
 public:
  /// The arguments of a block of this type of a BlockRegistry, every parameter at its default.
  /// `scope` (may be null) is what names in the block's formulas mean, `files` (may be null: none)
  /// are those that the block may use.
  BlockArguments(const BlockDescriptor& descriptor, std::string path, const NameScope* scope,
                 const DiagramFiles* files = nullptr);

  const BlockDescriptor& descriptor() const { return *descriptor_; }
  /// `SUB/BLOCK`.
  const std::string& path() const { return path_; }

  /// Values by the name of their parameter. Numbers are in the unit of the descriptor.
  double number(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  bool boolean(std::string_view name) const;
  /// Also of a choice.
  const std::string& text(std::string_view name) const;
  /// The elements of a vector; a number is one element.
  Eigen::VectorXd vector(std::string_view name) const;
  /// The same with one element spread to `size`; throws std::invalid_argument, naming the
  /// parameter, where the size is another.
  Eigen::VectorXd vector(std::string_view name, int size) const;
  /// The elements of a matrix: 1 by 1 of a number, n by 1 of a vector.
  const Eigen::MatrixXd& matrix(std::string_view name) const;
  /// @name The same over the scalar T: double, AutoDiff or Expression
  /// @{
  template <typename T>
  T number(std::string_view name) const;
  template <typename T>
  VectorX<T> vector(std::string_view name) const;
  template <typename T>
  VectorX<T> vector(std::string_view name, int size) const;
  template <typename T>
  MatrixX<T> matrix(std::string_view name) const;
  /// A number as both: where its T stands in a formula and its number decides something.
  template <typename T>
  Known<T> known(std::string_view name) const {
    return {number<T>(name), number(name)};
  }
  /// @}
  /// The value of a vector or matrix with the shape it was given in.
  const FormulaValue& value(std::string_view name) const;
  const Eigen::VectorXcd& complex_vector(std::string_view name) const;
  const std::vector<std::string>& text_list(std::string_view name) const;
  const std::vector<std::vector<std::string>>& text_matrix(std::string_view name) const;
  /// How many elements a number, vector or matrix has.
  int size(std::string_view name) const;
  /// Whether the type has a parameter of this name at all.
  bool has(std::string_view name) const;

  /// The name of the block's random stream: its `stream`, or its path where that is empty.
  const std::string& stream() const;

  /// The files that the diagram may use; without any, paths have nothing to be relative to.
  const DiagramFiles& files() const;

  /// Ports and, once all are inferred, their widths (0 before).
  int num_inputs() const { return static_cast<int>(input_widths_.size()); }
  int num_outputs() const { return static_cast<int>(output_widths_.size()); }
  int input_width(int input) const { return input_widths_.at(input); }
  int output_width(int output) const { return output_widths_.at(output); }

  /// What the parameters of the enclosing diagrams are called in the block's formulas. Add the
  /// block's own names (u1, x1, t, n) to it.
  FormulaNames formula_names() const { return FormulaNames(scope_); }
  const NameScope* scope() const { return scope_; }

  /// Used by whoever makes arguments: sets a parameter's value and the widths of ports.
  void Set(int parameter, ArgumentValue value);
  /// Gives a parameter of a numeric kind a single number: Set(), in the memory of the last one.
  void SetNumber(int parameter, double number);
  /// What a number, vector or matrix is over the scalar T (AutoDiff or Expression), row by row, as
  /// many elements as its numbers are. Set() for the same parameter takes it away.
  template <typename T>
  void SetOver(int parameter, std::vector<T> elements);
  /// Names in the block's formulas mean what they are in `scope` from here on.
  void set_scope(const NameScope* scope) { scope_ = scope; }
  void set_widths(std::vector<int> inputs, std::vector<int> outputs) {
    input_widths_ = std::move(inputs);
    output_widths_ = std::move(outputs);
  }

 private:
  using ElementsOverScalar = std::variant<std::vector<AutoDiff>, std::vector<Expression>>;

  template <typename V>
  const V& Get(std::string_view name) const;
  /// The elements of a parameter that are set over T, or null.
  template <typename T>
  const std::vector<T>* FindOver(std::string_view name) const;
  const ArgumentValue& Value(std::string_view name) const;

  const BlockDescriptor* descriptor_;
  std::string path_;
  const NameScope* scope_;
  const DiagramFiles* files_;
  // Values that differ from the type's defaults.
  std::vector<std::pair<int, ArgumentValue>> values_;
  // Parameters that are more over another scalar than their numbers.
  std::vector<std::pair<int, ElementsOverScalar>> values_over_;
  std::vector<int> input_widths_;
  std::vector<int> output_widths_;
};

/// Collects what a block type's `validate` finds wrong.
class ArgumentProblems {
 public:
  struct Problem {
    std::string parameter;  ///< empty: of the block as a whole
    std::string text;
  };
  /// `text` says what is wrong and what would be right: "has 2 elements, `values` has 3: give as
  /// many".
  void Add(std::string_view parameter, std::string text) {
    problems_.push_back({std::string(parameter), std::move(text)});
  }
  const std::vector<Problem>& problems() const { return problems_; }
  bool empty() const { return problems_.empty(); }

 private:
  std::vector<Problem> problems_;
};

/// Checks the constraints of the catalogue that are the same for all types (see
/// ParameterDescriptor::constraint). Elements of vectors are checked one by one.
void CheckConstraints(const BlockArguments& arguments, ArgumentProblems* problems);

}  // namespace loopwright
