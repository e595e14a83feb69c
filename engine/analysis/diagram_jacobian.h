#pragma once

#include <Eigen/Core>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/context/plan.h"
#include "engine/index/diagram_index.h"
#include "engine/integration/autodiff_copy.h"
#include "engine/linear/linear_model.h"

namespace loopwright {

/// What happens to an output port while derivatives are taken: what the inputs that are wired to it
/// read in place of its value, by its elements. The port itself, which may lie where the state is,
/// stays as it is.
struct PortAction {
  int node = 0;    ///< whose port it is
  int entry = -1;  ///< of the plan, which computes the value
  int offset = 0;  ///< in the arena
  int width = 0;
  int input = -1;             ///< one input alone, by its number in the plan; −1: all readers
  std::vector<int> columns;   ///< by element: of the input that is added; −1: none
  std::vector<int> rows;      ///< … of the output that is the value before all this; −1: none
  std::vector<bool> is_open;  ///< … whether readers do not see how it depends on anything
  /// In place of the block: its output follows its inputs, one after another, by this matrix.
  std::optional<Eigen::MatrixXd> gain;

  PortAction(int of_node, int of_entry, int at, int size)
      : node(of_node),
        entry(of_entry),
        offset(at),
        width(size),
        columns(static_cast<size_t>(size), -1),
        rows(static_cast<size_t>(size), -1),
        is_open(static_cast<size_t>(size)) {}
};

/// A group of updates at the same times.
struct UpdateGroup {
  double period_sec = 0, offset_sec = 0;
  std::vector<int> events;  ///< numbers in the plan
  std::vector<int> places;  ///< of the elements that they write, in the arena
};

/// The periodic updates of a diagram that have inputs: those of sources stand still.
std::vector<UpdateGroup> PeriodicUpdates(const DiagramIndex<double>& index);

/// Jacobians of a diagram. Columns are elements of state (their places in the arena), then inputs;
/// rows of `outputs` are values of PortActions and of input ports.
class DiagramJacobian {
 public:
  /// `data` outlives this.
  DiagramJacobian(const internal::ContextData<double>* data, AutoDiffSource source,
                  std::vector<int> state_places, int num_inputs, int num_outputs);

  /// Input ports of the plan whose values are outputs too.
  struct ReadInput {
    int input = 0;
    int width = 0;
    int first_row = 0;
  };

  /// `actions` in any order. UsageError where a block has no derivatives.
  void Evaluate(std::vector<PortAction> actions, const std::vector<ReadInput>& reads,
                const std::vector<UpdateGroup>& updates);

  const Eigen::MatrixXd& derivatives() const { return derivatives_; }
  const std::vector<Eigen::MatrixXd>& updates() const { return updates_; }
  const Eigen::MatrixXd& outputs() const { return outputs_; }
  /// The values themselves, in the order of the rows.
  const Eigen::VectorXd& derivative_values() const { return derivative_values_; }
  const std::vector<Eigen::VectorXd>& update_values() const { return update_values_; }
  const Eigen::VectorXd& output_values() const { return output_values_; }
  /// AutoDiff evaluations so far.
  int num_passes() const { return num_passes_; }

 private:
  void Pass(int first_column, const std::vector<PortAction>& actions,
            const std::vector<ReadInput>& reads, const std::vector<UpdateGroup>& updates);
  void Act(int first_column, const PortAction& action);
  void FollowInputs(const PortAction& action, int count, std::vector<AutoDiff>* values);
  const std::vector<int>& ReadersOf(const PortAction& action);
  void RunUpdates(int first_column, const UpdateGroup& group, Eigen::MatrixXd* rows,
                  Eigen::VectorXd* values);
  int CountIn(int first_column) const;

  const internal::ContextData<double>& from_;
  AutoDiffCopy<double> copy_;
  std::vector<int> state_places_;
  std::map<std::pair<int, int>, std::vector<int>> readers_;  ///< inputs, by entry and offset
  int num_columns_;
  int num_outputs_;
  int num_passes_ = 0;
  Eigen::MatrixXd derivatives_, outputs_;
  std::vector<Eigen::MatrixXd> updates_;
  Eigen::VectorXd derivative_values_, output_values_;
  std::vector<Eigen::VectorXd> update_values_;
};

}  // namespace loopwright
