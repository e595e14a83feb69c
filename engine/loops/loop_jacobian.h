#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/loops/block_triangular_matrix.h"
#include "engine/loops/loop_part.h"

namespace loopwright::internal {

/// The derivatives of a loop's residuals by its unknowns, and the solution of linear systems with
/// them. Their structure, element by element, is that of the loop's symbolic form, where parameters
/// that are zero count as such; without one, every residual may depend on every unknown. Columns
/// that share no row are found together (JacobianPattern), by AutoDiff where the loop's leaves have
/// such a form, else by differences.
template <typename T>
class LoopJacobian {
 public:
  /// Computes the residuals of the loop at these unknowns; false where they are not finite.
  using Residuals = std::function<bool(const Eigen::VectorXd& unknowns, Eigen::VectorXd*)>;

  /// For a loop in a context, both of which outlive it. `makers` make its leaves over other
  /// scalars; finds the pattern at once.
  LoopJacobian(const ContextData<T>* data, const Loop& loop, const LoopPartMakers<T>& makers);

  /// At these unknowns, where the residuals are `at`. False where an element is not finite.
  bool Evaluate(const Eigen::VectorXd& unknowns, const Eigen::VectorXd& at,
                const Residuals& residuals);
  /// False where it is singular.
  bool Factorize() { return matrix_->Factorize(cancelled_); }
  /// Solves J x = b with the last factors, as many numbers as the loop has unknowns. After
  /// Factorize() was true.
  void Solve(const Eigen::VectorXd& b, Eigen::VectorXd* x) { matrix_->Solve(b, x); }

 private:
  void FindPattern();
  SparsePattern SymbolicPattern() const;
  std::vector<double> Parameters() const;
  /// Whether a parameter of the loop's leaves is another than when the pattern was found.
  bool HaveParametersChanged() const;
  bool IsChanged() const;
  /// Two ways to the elements of the matrix; false where one is not finite or the way is closed.
  bool EvaluateByAutoDiff(const Eigen::VectorXd& unknowns);
  bool EvaluateByDifferences(const Eigen::VectorXd& unknowns, const Eigen::VectorXd& at,
                             const Residuals& residuals);
  bool TakeDifferences(int color, double direction, const Eigen::VectorXd& unknowns,
                       const Eigen::VectorXd& at, const Residuals& residuals);

  const ContextData<T>& data_;
  const Loop& loop_;
  const LoopPartMakers<T> makers_;
  std::unique_ptr<LoopPart<AutoDiff>> part_;     ///< null where there is no such form
  std::vector<std::pair<int, int>> parameters_;  ///< ranges in the arena, of the loop's leaves
  std::vector<double> known_parameters_;         ///< that the pattern was found with
  SparsePattern pattern_;
  std::vector<std::vector<int>> columns_of_color_;
  std::unique_ptr<BlockTriangularMatrix> matrix_;
  std::vector<double> cancelled_;
  Eigen::VectorXd moved_, there_;
};

}  // namespace loopwright::internal
