#pragma once

#include <Eigen/SparseCore>
#include <map>
#include <utility>
#include <vector>

#include "engine/common/jacobian_pattern.h"
#include "engine/integration/autodiff_copy.h"
#include "engine/jacobian/block_gains.h"
#include "engine/jacobian/diagram_ports.h"

namespace loopwright {

/// Jacobians of a diagram, sparse from beginning to end. Columns are elements of state (their
/// places in the arena), then inputs; rows are derivatives, what updates make of their elements,
/// and outputs: values of PortActions and of input ports. Which elements can differ from 0 follows
/// from declared prerequisites; columns that share no row are found together, eight such colours an
/// evaluation with AutoDiff (JacobianPattern).
class DiagramJacobian {
 public:
  using Sparse = Eigen::SparseMatrix<double>;

  /// `data` outlives this. UsageError where more than 100 million elements can differ from 0.
  DiagramJacobian(const internal::ContextData<double>* data, AutoDiffSource source,
                  std::vector<int> state_places, DiagramPorts ports);

  /// At the context's values as they are now. UsageError where a block has no derivatives,
  /// NoResultError where gains in the place of blocks close a loop without solution.
  void Evaluate();

  /// What is 0 is not among the elements.
  const Sparse& derivatives() const { return derivatives_; }
  const std::vector<Sparse>& updates() const { return updates_; }
  const Sparse& outputs() const { return outputs_; }
  /// The values themselves, in the order of the rows.
  const Eigen::VectorXd& derivative_values() const { return derivative_values_; }
  const std::vector<Eigen::VectorXd>& update_values() const { return update_values_; }
  const Eigen::VectorXd& output_values() const { return output_values_; }
  /// Evaluations with AutoDiff so far, and how many colours there are.
  int num_passes() const { return num_passes_; }
  int num_colors() const { return pattern_.num_colors; }

 private:
  void Pass();
  void Act(const PortAction& action);
  void Seed(int column, AutoDiff::Derivatives* derivatives) const;
  const std::vector<int>& ReadersOf(const PortAction& action);
  void RunUpdates(const UpdateGroup& group, int first_row, Eigen::VectorXd* values);
  void Keep();
  void Assemble();
  int first_output_row() const { return first_update_row_.back(); }

  const internal::ContextData<double>& from_;
  AutoDiffCopy<double> copy_;
  std::vector<int> state_places_;
  DiagramPorts ports_;
  BlockGains gains_;                   ///< has its part in `ports_`, but not in results
  std::vector<int> first_update_row_;  ///< by group; one more: of outputs
  JacobianPattern pattern_;
  std::vector<std::vector<int>> columns_of_color_;
  std::vector<int64_t> first_value_;  ///< by column: of its elements in `values_`
  std::vector<double> values_;        ///< of all elements of the pattern, column by column
  /// Of the evaluation that goes on: the first of its colours, and derivatives by row.
  int first_color_ = 0;
  std::vector<AutoDiff::Derivatives> rows_;
  std::map<std::pair<int, int>, std::vector<int>> readers_;  ///< inputs, by entry and offset
  int num_passes_ = 0;
  Sparse derivatives_, outputs_;
  std::vector<Sparse> updates_;
  Eigen::VectorXd derivative_values_, output_values_;
  std::vector<Eigen::VectorXd> update_values_;
};

}  // namespace loopwright
