#pragma once

#include <Eigen/Core>
#include <optional>
#include <utility>
#include <vector>

#include "engine/context/plan.h"
#include "engine/index/diagram_index.h"

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
  int gain_column = -1;  ///< the first of those that BlockGains gives to that output

  PortAction(int of_node, int of_entry, int at, int size)
      : node(of_node),
        entry(of_entry),
        offset(at),
        width(size),
        columns(size, -1),
        rows(size, -1),
        is_open(size) {}
};

/// A group of updates at the same times.
struct UpdateGroup {
  double period_sec = 0, offset_sec = 0;
  std::vector<int> events;  ///< numbers in the plan
  std::vector<int> places;  ///< of the elements that they write, in the arena
};

/// The periodic updates of a diagram that have inputs: those of sources stand still.
std::vector<UpdateGroup> PeriodicUpdates(const DiagramIndex<double>& index);

/// An input port of the plan whose value is an output too.
struct ReadInput {
  int input = 0;
  int width = 0;
  int first_row = 0;
};

/// What derivatives are taken of besides those of the state, and by what besides the state.
struct DiagramPorts {
  int num_inputs = 0, num_outputs = 0;
  std::vector<PortAction> actions = {};  ///< in any order
  std::vector<ReadInput> reads = {};
  std::vector<UpdateGroup> updates = {};
};

/// Where rows of updates begin in a Jacobian of these ports, group by group, and behind them those
/// of outputs; derivatives are before them all.
std::vector<int> FirstUpdateRows(const Plan<double>& plan, const DiagramPorts& ports);

/// The rows of what a node's handlers write in a group whose rows begin at `first_row`, in the
/// order of the node's discrete state.
std::vector<int> RowsOfNode(const Plan<double>& plan, const UpdateGroup& group, int first_row,
                            int node);

/// Where the discrete groups of a node begin in the arena, and which elements they are.
std::vector<Slot> GroupsOfNode(const Plan<double>& plan, int node);

/// Sorts actions such that each port is changed after those that its value follows from, and a wire
/// after its port.
void SortActions(const Plan<double>& plan, std::vector<PortAction>* actions);

}  // namespace loopwright
