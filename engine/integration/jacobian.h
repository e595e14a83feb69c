#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <vector>

#include "engine/common/jacobian_pattern.h"
#include "engine/context/context_data.h"
#include "engine/integration/autodiff_copy.h"

namespace loopwright {

struct IntegrationStatistics;

/// What the declared prerequisites of a plan's derivatives allow.
JacobianPattern PatternOfDerivatives(const Plan<double>& plan);

/// J = ∂ẋ/∂x of a context's derivatives, from AutoDiff where there is such a system, and from
/// forward differences otherwise: each column's increment is sqrt(ε max(1e-5, |x_i|)), as in the
/// program RADAU5 (Hairer, Wanner: Solving ODEs II). AutoDiff takes 8 colours a pass, differences
/// one. It belongs to an implicit method or to CVODE and is evaluated anew when Newton's iteration
/// converges badly.
class StateJacobian {
 public:
  StateJacobian(internal::ContextData<double>* data, AutoDiffSource source);

  /// At the context's time and state, where the derivatives are `derivative`. Leaves the context as
  /// it was, with what depends on time and continuous state out of date. False where an element is
  /// not finite. std::logic_error where the system of the source has another shape.
  bool Evaluate(const double* derivative, IntegrationStatistics* statistics);

  /// Which elements may differ from zero, and which columns share an evaluation.
  const JacobianPattern& pattern() const { return pattern_; }
  bool is_sparse() const { return is_sparse_; }
  /// Whether the last evaluation used AutoDiff.
  bool was_differentiated() const { return was_differentiated_; }
  const Eigen::MatrixXd& dense() const { return dense_; }  ///< unless it is sparse
  const Eigen::SparseMatrix<double>& sparse() const { return sparse_; }

 private:
  /// Ways to evaluate, and what they share; see the source.
  bool EvaluateByAutoDiff();
  void EvaluateAlone(const double* derivative, IntegrationStatistics* statistics);
  void MoveColumn(int column, double direction);
  void ForgetFull();
  void EvaluateByDifferences(const double* derivative, IntegrationStatistics* statistics);
  bool EvaluateColumns(const std::vector<int>& columns, double direction, const double* derivative,
                       IntegrationStatistics* statistics);
  double& Element(int row_position, int column);
  bool IsFinite() const;

  internal::ContextData<double>& data_;
  JacobianPattern pattern_;
  bool is_sparse_;
  bool was_differentiated_ = false;
  bool is_full_ = false;  ///< dense_ has elements outside the pattern
  Eigen::MatrixXd dense_;
  Eigen::SparseMatrix<double> sparse_;
  /// Per colour: columns without a common row.
  std::vector<std::vector<int>> columns_of_color_;
  std::vector<double> x_, increments_;
  AutoDiffCopy<double> autodiff_;
};

}  // namespace loopwright
