#include "engine/loops/loop_jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "engine/common/jacobian_pattern.h"

namespace loopwright::internal {

namespace {
bool IsZero(const Expression& e) { return e.is_constant() && e.value() == 0; }

// The elements that `value` depends on; a product with zero depends on nothing.
std::vector<int> ElementsIn(const Expression& value,
                            const std::unordered_map<const void*, int>& element_of) {
  std::vector<int> elements;
  std::vector<Expression> todo{value};
  std::unordered_set<const void*> seen;
  while (!todo.empty()) {
    const Expression e = todo.back();
    todo.pop_back();
    if (!seen.insert(e.id()).second) continue;
    if (const auto found = element_of.find(e.id()); found != element_of.end()) {
      elements.push_back(found->second);
    }
    if (e.operation() == Operation::kMultiply && (IsZero(e.operand(0)) || IsZero(e.operand(1)))) {
      continue;
    }
    for (int i = 0; i < e.num_operands(); ++i) todo.push_back(e.operand(i));
  }
  return elements;
}
}  // namespace

// The parameters of all leaves of the loop are noted, since the pattern holds for their values: a
// gain of 0 makes an element of the matrix vanish for as long as it is 0. A torn unknown is
// subtracted from what is computed for it, which puts a 1 on the diagonal.
template <typename T>
LoopJacobian<T>::LoopJacobian(const ContextData<T>* data, const Loop& loop,
                              const LoopPartMakers<T>& makers)
    : data_(*data),
      loop_(loop),
      makers_(makers),
      part_(makers.with_derivatives(*data->plan, loop)),
      cancelled_(loop.size, 0),
      moved_(loop.size),
      there_(loop.size) {
  const Plan<T>& plan = *data_.plan;
  std::unordered_set<int> nodes;
  for (const int m : loop.members) nodes.insert(plan.entries[m].node);
  for (const int n : nodes) {
    const PlanNode& node = plan.nodes[n];
    for (int p = node.first_parameter; p < node.first_parameter + node.num_parameters; ++p) {
      parameters_.emplace_back(plan.parameters[p].offset, plan.parameters[p].size);
    }
  }
  for (const Loop::Unknown& unknown : loop.unknowns) {
    if (unknown.input >= 0) continue;
    std::fill_n(cancelled_.begin() + unknown.begin, unknown.size, 1.0);
  }
  FindPattern();
}

template <typename T>
std::vector<double> LoopJacobian<T>::Parameters() const {
  std::vector<double> values;
  for (const auto& [offset, size] : parameters_) {
    for (int i = offset; i < offset + size; ++i) values.push_back(ValueOf(data_.arena[i]));
  }
  return values;
}

// Compares in place, without a list of the present values: it is asked at each Jacobian.
template <typename T>
bool LoopJacobian<T>::HaveParametersChanged() const {
  const double* known = known_parameters_.data();
  for (const auto& [offset, size] : parameters_) {
    for (int i = offset; i < offset + size; ++i) {
      if (ValueOf(data_.arena[i]) != *known++) return true;
    }
  }
  return false;
}

// Columns that share no row get one colour and are found by one evaluation (A. Curtis, M. Powell
// and J. Reid: On the Estimation of Sparse Jacobian Matrices). Without a symbolic form every
// element counts as occupied.
template <typename T>
void LoopJacobian<T>::FindPattern() {
  known_parameters_ = Parameters();
  pattern_ = SymbolicPattern();
  if (pattern_.empty()) {
    std::vector<int> all(loop_.size);
    for (int i = 0; i < loop_.size; ++i) all[i] = i;
    pattern_.assign(all.size(), all);
  }
  const JacobianPattern colored(pattern_);
  columns_of_color_.assign(colored.num_colors, {});
  for (int column = 0; column < loop_.size; ++column) {
    columns_of_color_[colored.color[column]].push_back(column);
  }
  matrix_ = std::make_unique<BlockTriangularMatrix>(pattern_);
}

// Evaluates the loop once over symbols, with parameters as the numbers that they are and all else
// as variables, and looks which unknowns appear in which residual. Empty where the loop has no
// symbolic form.
template <typename T>
SparsePattern LoopJacobian<T>::SymbolicPattern() const {
  const auto part = makers_.of_symbols(*data_.plan, loop_);
  if (part == nullptr) return {};
  int count = 0;
  const auto convert = [&count](const T& value, LoopPart<Expression>::Kind kind) -> Expression {
    if (kind == LoopPart<Expression>::Kind::kParameter) return ValueOf(value);
    return Expression::Variable("v" + std::to_string(count++));
  };
  SparsePattern pattern(loop_.size);
  try {
    if (!part->CopyFrom(data_, convert)) return {};
    std::unordered_map<const void*, int> element_of;
    for (int i = 0; i < loop_.size; ++i) {
      part->unknown(i) = Expression::Variable("u" + std::to_string(i));
      element_of[part->unknown(i).id()] = i;
    }
    part->Invalidate();
    for (int row = 0; row < loop_.size; ++row) {
      for (const int column : ElementsIn(part->Computed(row), element_of)) {
        pattern[column].push_back(row);
      }
    }
  } catch (const std::exception&) {
    return {};  // what an author's function throws over symbols says nothing
  }
  for (int i = 0; i < loop_.size; ++i) {
    // What is subtracted from a residual.
    std::vector<int>& rows = pattern[i];
    if (cancelled_[i] == 0) continue;
    if (!std::binary_search(rows.begin(), rows.end(), i)) {
      rows.insert(std::lower_bound(rows.begin(), rows.end(), i), i);
    }
  }
  return pattern;
}

// Whether the loop in this context is another one than its leaves say: an input is fixed to a
// value of its own, or values are combinations of those of several branches.
template <typename T>
bool LoopJacobian<T>::IsChanged() const {
  if (data_.blend() != nullptr) return true;
  for (const int m : loop_.members) {
    const PlanNode& node = data_.plan->nodes[data_.plan->entries[m].node];
    for (int i = node.first_input; i < node.first_input + node.num_inputs; ++i) {
      if (data_.inputs.entry(i) != data_.plan->input_entry[i]) return true;
    }
  }
  return false;
}

template <typename T>
bool LoopJacobian<T>::Evaluate(const Eigen::VectorXd& unknowns, const Eigen::VectorXd& at,
                               const Residuals& residuals) {
  if (HaveParametersChanged()) FindPattern();
  // A derivative may be infinite where a difference is not: the square root at 0.
  return EvaluateByAutoDiff(unknowns) || EvaluateByDifferences(unknowns, at, residuals);
}

// An AutoDiff carries a fixed number of derivatives, so that many colours are found in one pass.
// All columns of a colour have the derivative 1 at once, and the pattern says which of them a row's
// derivative belongs to.
template <typename T>
bool LoopJacobian<T>::EvaluateByAutoDiff(const Eigen::VectorXd& unknowns) {
  const auto convert = [](const T& value, LoopPart<AutoDiff>::Kind) {
    return AutoDiff(ValueOf(value));
  };
  if (part_ == nullptr || IsChanged() || !part_->CopyFrom(data_, convert)) return false;
  bool is_finite = true;
  const int num_colors = static_cast<int>(columns_of_color_.size());
  for (int base = 0; base < num_colors; base += AutoDiff::kDerivatives) {
    const int end = std::min(base + AutoDiff::kDerivatives, num_colors);
    for (int i = 0; i < loop_.size; ++i) part_->unknown(i) = AutoDiff(unknowns[i]);
    for (int color = base; color < end; ++color) {
      for (const int column : columns_of_color_[color]) {
        part_->unknown(column).derivatives()[color - base] = 1;
      }
    }
    part_->Invalidate();
    for (int color = base; color < end; ++color) {
      for (const int column : columns_of_color_[color]) {
        int number = 0;
        for (const int row : pattern_[column]) {
          double slope = part_->Computed(row).derivatives()[color - base];
          if (row == column) slope -= cancelled_[row];
          matrix_->value(column, number++) = slope;
          is_finite &= std::isfinite(slope);
        }
      }
    }
  }
  return is_finite;
}

// One evaluation for each colour. Where that leaves the domain (a square root near 0), the other
// direction is tried.
template <typename T>
bool LoopJacobian<T>::EvaluateByDifferences(const Eigen::VectorXd& unknowns,
                                            const Eigen::VectorXd& at, const Residuals& residuals) {
  for (int color = 0; color < std::ssize(columns_of_color_); ++color) {
    if (!TakeDifferences(color, 1, unknowns, at, residuals) &&
        !TakeDifferences(color, -1, unknowns, at, residuals)) {
      return false;
    }
  }
  return true;
}

// Differences to one side. The step of about the square root of the rounding error balances the
// error of rounding, which is larger for small steps, with that of the curve's bend, which is
// larger for large ones.
template <typename T>
bool LoopJacobian<T>::TakeDifferences(int color, double direction, const Eigen::VectorXd& unknowns,
                                      const Eigen::VectorXd& at, const Residuals& residuals) {
  const std::vector<int>& columns = columns_of_color_[color];
  moved_ = unknowns;
  for (const int column : columns) {
    moved_[column] += direction * std::sqrt(std::numeric_limits<double>::epsilon() *
                                            std::max(1e-5, std::abs(unknowns[column])));
  }
  if (!residuals(moved_, &there_)) return false;
  for (const int column : columns) {
    int number = 0;
    for (const int row : pattern_[column]) {
      matrix_->value(column, number++) =
          (there_[row] - at[row]) / (moved_[column] - unknowns[column]);
    }
  }
  return true;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(LoopJacobian)

}  // namespace loopwright::internal
