#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// What a command answers, as a tree of named values in the order in which they were added. It is
/// made once and written in two ways: as JSON for programs and as a table for people.
///
///     ResultTree result;
///     result.Add("poles", poles);             JSON: "poles": [[-1, 2], [-1, -2]]
///     result.Add("gain_margin", inf);         JSON: "gain_margin": "inf"
class ResultTree {
 public:
  enum class Kind { kNumber, kWhole, kTruth, kText, kComplex, kMatrix, kList, kObject };

  ResultTree() = default;  ///< an object without values
  ResultTree(double number) : kind_(Kind::kNumber), number_(number) {}          // NOLINT
  ResultTree(int number) : kind_(Kind::kWhole), number_(number) {}              // NOLINT
  ResultTree(bool truth) : kind_(Kind::kTruth), number_(truth) {}               // NOLINT
  ResultTree(std::string text) : kind_(Kind::kText), text_(std::move(text)) {}  // NOLINT
  ResultTree(const char* text) : ResultTree(std::string(text)) {}               // NOLINT
  ResultTree(Complex value)                                                     // NOLINT
      : kind_(Kind::kComplex), number_(value.real()), imaginary_(value.imag()) {}
  ResultTree(Eigen::MatrixXd matrix)  // NOLINT
      : kind_(Kind::kMatrix), matrix_(std::move(matrix)) {}
  /// A list, of whatever can be a value.
  template <typename Element>
  ResultTree(const std::vector<Element>& elements) : kind_(Kind::kList) {  // NOLINT
    for (const Element& element : elements) Append(ResultTree(element));
  }
  static ResultTree List() { return std::vector<ResultTree>(); }
  /// A vector as a list of numbers.
  static ResultTree Row(const Eigen::VectorXd& vector) {
    return std::vector<double>(vector.begin(), vector.end());
  }

  /// Of an object. A name that is there already gets the new value.
  ResultTree& Add(const std::string& name, ResultTree value);
  void Append(ResultTree value) { elements_.emplace_back(std::string(), std::move(value)); }
  /// The value of that name; null where there is none.
  const ResultTree* Find(const std::string& name) const;

  Kind kind() const { return kind_; }
  double number() const { return number_; }
  double imaginary() const { return imaginary_; }
  const Eigen::MatrixXd& matrix() const { return matrix_; }
  /// Of a list or an object; those of a list have no name.
  const std::vector<std::pair<std::string, ResultTree>>& elements() const { return elements_; }

  /// One line for each value of the outermost object, ending in a new line. Complex numbers are
  /// [re, im], matrices lists of rows, what is not finite is a text.
  std::string ToJson() const;
  /// Names with their values in columns, six digits.
  std::string ToTable() const;

 private:
  void AppendJson(std::string* out) const;
  void AppendTable(const std::string& indent, std::string* out) const;
  std::string ShortText() const;
  bool is_flat() const;
  bool is_table() const;
  void AppendRows(const std::string& indent, std::string* out) const;

  Kind kind_ = Kind::kObject;
  double number_ = 0, imaginary_ = 0;
  std::string text_;
  Eigen::MatrixXd matrix_;
  std::vector<std::pair<std::string, ResultTree>> elements_;  ///< of lists and objects
};

}  // namespace loopwright
