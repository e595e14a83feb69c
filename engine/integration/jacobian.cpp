#include "engine/integration/jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "engine/context/blend.h"
#include "engine/integration/dependency_reach.h"
#include "engine/integration/integration_method.h"
#include "engine/integration/state_ranges.h"
#include "engine/system/system.h"

namespace loopwright {

namespace {

// The elements of the derivatives of these leaves, ascending.
std::vector<int> RowsOf(const Plan<double>& plan, const std::vector<int>& leaves) {
  std::vector<int> rows;
  for (const int i : leaves) {
    const std::vector<int> of_leaf = StateElementsOf(plan, plan.continuous_leaves[i]);
    rows.insert(rows.end(), of_leaf.begin(), of_leaf.end());
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

// Column n has a row for each derivative that can change when state n does, as far as declared
// prerequisites tell. Columns of one kind of state of one leaf are alike.
JacobianPattern PatternOfDerivatives(const Plan<double>& plan) {
  std::vector<std::vector<int>> rows(plan.num_continuous());
  DependencyReach reach(plan);
  for (size_t i = 0; i < plan.derivative_entry.size(); ++i) {
    reach.AddTarget(plan.derivative_entry[i], static_cast<int>(i));
  }
  for (const int leaf : plan.continuous_leaves) {
    for (const StateRange& range : StateRangesOf(plan, leaf)) {
      if (range.count == 0) continue;
      const std::vector<int> reached = RowsOf(plan, reach.FromSource(range.source));
      std::fill_n(rows.begin() + range.begin, range.count, reached);
    }
  }
  return JacobianPattern(std::move(rows));
}

// Columns that share no row get one colour and are found by one evaluation (A. R. Curtis, M. J. D.
// Powell, J. K. Reid, "On the estimation of sparse Jacobian matrices"). The sparse matrix gets its
// structure once; later only values change.
StateJacobian::StateJacobian(internal::ContextData<double>* data, AutoDiffSource source)
    : data_(*data),
      pattern_(PatternOfDerivatives(*data->plan)),
      is_sparse_(pattern_.is_sparse()),
      columns_of_color_(pattern_.num_colors),
      x_(pattern_.size),
      increments_(pattern_.size),
      autodiff_(data, std::move(source)) {
  for (int column = 0; column < pattern_.size; ++column) {
    columns_of_color_[pattern_.color[column]].push_back(column);
  }
  if (is_sparse_) {
    std::vector<Eigen::Triplet<double>> elements;
    elements.reserve(pattern_.num_nonzeros);
    for (int column = 0; column < pattern_.size; ++column) {
      for (const int row : pattern_.rows[column]) elements.emplace_back(row, column, 0);
    }
    sparse_.resize(pattern_.size, pattern_.size);
    sparse_.setFromTriplets(elements.begin(), elements.end());
    sparse_.makeCompressed();
  } else {
    dense_ = Eigen::MatrixXd::Zero(pattern_.size, pattern_.size);
  }
}

// Of the `row_position`-th row that the pattern has in a column.
double& StateJacobian::Element(int row_position, int column) {
  if (is_sparse_) return sparse_.valuePtr()[sparse_.outerIndexPtr()[column] + row_position];
  return dense_(pattern_.rows[column][row_position], column);
}

// 0 times each value, summed up: 0 only where all are finite.
bool StateJacobian::IsFinite() const {
  const double* values = is_sparse_ ? sparse_.valuePtr() : dense_.data();
  const int64_t count = is_sparse_ ? sparse_.nonZeros() : dense_.size();
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) sum += 0 * values[i];
  return sum == 0;
}

// AutoDiff first, as it is exact; differences where there is no such system, where it gives values
// that are not finite, and while the motion slides.
bool StateJacobian::Evaluate(const double* derivative, IntegrationStatistics* statistics) {
  // A derivative may be infinite where a difference is not: the square root at 0.
  const bool slides = data_.blend() != nullptr;
  was_differentiated_ = !slides && EvaluateByAutoDiff() && IsFinite();
  ++statistics->jacobian_evaluations;
  if (was_differentiated_) return true;
  if (slides && !is_sparse_) {
    EvaluateAlone(derivative, statistics);
  } else {
    EvaluateByDifferences(derivative, statistics);
  }
  return IsFinite();
}

// While the motion slides, everything that moves the surface changes the weights, and they all
// that is blended: each column by itself, with all of its elements.
void StateJacobian::EvaluateAlone(const double* derivative, IntegrationStatistics* statistics) {
  is_full_ = true;
  std::copy_n(data_.continuous(), pattern_.size, x_.begin());
  const Eigen::Map<const Eigen::VectorXd> here(derivative, pattern_.size);
  for (int column = 0; column < pattern_.size; ++column) {
    MoveColumn(column, 1);
    data_.EvaluateDerivativesAtStage();
    ++statistics->derivative_evaluations;
    const Eigen::Map<const Eigen::VectorXd> there(data_.derivatives(), pattern_.size);
    dense_.col(column) = (there - here) / increments_[column];
    data_.continuous()[column] = x_[column];
  }
  data_.InvalidateTimeAndContinuous();
}

// Moves one element of the state by its increment.
void StateJacobian::MoveColumn(int column, double direction) {
  double* x = data_.continuous();
  const double increment =
      std::sqrt(std::numeric_limits<double>::epsilon() * std::max(1e-5, std::abs(x_[column])));
  x[column] = x_[column] + direction * increment;
  increments_[column] = x[column] - x_[column];
}

// One evaluation for each colour.
void StateJacobian::EvaluateByDifferences(const double* derivative,
                                          IntegrationStatistics* statistics) {
  ForgetFull();
  std::copy_n(data_.continuous(), pattern_.size, x_.begin());
  for (const std::vector<int>& columns : columns_of_color_) {
    // Where a held branch has no values on the one side of its end, it has them on the other.
    const bool is_finite = EvaluateColumns(columns, 1, derivative, statistics);
    if (!is_finite) EvaluateColumns(columns, -1, derivative, statistics);
  }
  data_.InvalidateTimeAndContinuous();
}

// Columns that have no row in common, by differences to one side; whether they are finite.
bool StateJacobian::EvaluateColumns(const std::vector<int>& columns, double direction,
                                    const double* derivative, IntegrationStatistics* statistics) {
  double* x = data_.continuous();
  for (const int column : columns) MoveColumn(column, direction);
  // The weights of a sliding motion depend on every column: they stay as they are.
  if (data_.blend() != nullptr) {
    data_.EvaluateDerivativesAsHeld();
  } else {
    data_.EvaluateDerivativesAtStage();
  }
  ++statistics->derivative_evaluations;
  const double* there = data_.derivatives();
  bool is_finite = true;
  for (const int column : columns) {
    const std::vector<int>& rows = pattern_.rows[column];
    for (size_t i = 0; i < rows.size(); ++i) {
      double& element = Element(static_cast<int>(i), column);
      element = (there[rows[i]] - derivative[rows[i]]) / increments_[column];
      is_finite &= std::isfinite(element);
    }
    x[column] = x_[column];
  }
  return is_finite;
}

// Elements outside the pattern are zero again. Evaluations by colour fill in the pattern only, so
// what a slide left outside of it would stay.
void StateJacobian::ForgetFull() {
  if (std::exchange(is_full_, false)) dense_.setZero();
}

// Seeds as many colours at a time as an AutoDiff number has derivatives, evaluates once, and reads
// the columns off. False where there is no system in AutoDiff.
bool StateJacobian::EvaluateByAutoDiff() {
  if (!autodiff_.Update()) return false;
  ForgetFull();
  AutoDiff* x = autodiff_.data().continuous();
  const AutoDiff* derivatives = autodiff_.data().derivatives();
  for (int base = 0; base < pattern_.num_colors; base += AutoDiff::kDerivatives) {
    const int end = std::min(base + AutoDiff::kDerivatives, pattern_.num_colors);
    const auto seed = [&](bool set) {
      for (int color = base; color < end; ++color) {
        for (const int column : columns_of_color_[color]) {
          x[column].derivatives()[color - base] = set ? 1 : 0;
        }
      }
    };
    seed(true);
    autodiff_.data().EvaluateDerivativesAtStage();
    for (int color = base; color < end; ++color) {
      for (const int column : columns_of_color_[color]) {
        const std::vector<int>& rows = pattern_.rows[column];
        for (size_t i = 0; i < rows.size(); ++i) {
          Element(static_cast<int>(i), column) = derivatives[rows[i]].derivatives()[color - base];
        }
      }
    }
    seed(false);
  }
  return true;
}

}  // namespace loopwright
