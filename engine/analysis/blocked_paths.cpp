#include "engine/analysis/blocked_paths.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/analysis/diagram_jacobian.h"
#include "engine/common/cycles.h"
#include "engine/simulation/update_buffer.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/step_history.h"

namespace loopwright {
namespace {

/// Which blocks feed which.
class BlockGraph {
 public:
  explicit BlockGraph(const Plan<double>& plan) : num_nodes_(plan.num_nodes()) {
    for (const int leaf : plan.leaves) {
      const PlanNode& node = plan.nodes[leaf];
      for (int i = node.first_input; i < node.first_input + node.num_inputs; ++i) {
        const int entry = plan.input_entry[i];
        if (entry < 0) continue;
        const int from = plan.entries[entry].node;
        edges_.emplace_back(from, leaf);
        backwards_.emplace_back(leaf, from);
      }
    }
  }

  std::vector<bool> After(int node) const { return FindReachable(num_nodes_, edges_, node); }
  std::vector<bool> Before(int node) const { return FindReachable(num_nodes_, backwards_, node); }

 private:
  int num_nodes_;
  std::vector<std::pair<int, int>> edges_, backwards_;
};

// A block of a diagram in the AutoDiff scalar, whose inputs move; so does its state where that is
// asked for.
class MovedBlock {
 public:
  MovedBlock(const OperatingPoint& point, int node)
      : node_(node),
        copy_(&point.context->data(), [built = point.built] { return built->Differentiated(); }) {}

  // False where there is no such scalar.
  bool Move(bool moves_state) {
    if (!copy_.Update()) return false;
    internal::ContextData<AutoDiff>& data = copy_.data();
    const PlanNode& n = data.plan->nodes[node_];
    for (int i = 0; i < n.num_inputs; ++i) {
      const int input = n.first_input + i;
      if (data.input_entry(input) < 0) continue;
      data.Evaluate(data.input_entry(input));
      BasicVector<AutoDiff> value(data.plan->systems[node_]->get_input_port(i).size());
      for (int k = 0; k < value.size(); ++k) {
        value[k] = data.inputs[input].data[k];
        value[k].derivatives()[0] = NextAmount();
      }
      data.FixInput(input, {value, nullptr});
    }
    if (!moves_state) return true;
    for (const Slot& slot : States()) {
      for (int k = slot.offset; k < slot.offset + slot.size; ++k) {
        data.arena[k].derivatives()[0] = NextAmount();
      }
    }
    data.InvalidateAllButInputs();
    return true;
  }

  // Calls visit(derivative) for each element of each output.
  template <typename Visit>
  void ForOutputs(const Visit& visit) {
    internal::ContextData<AutoDiff>& data = copy_.data();
    const PlanNode& n = data.plan->nodes[node_];
    for (int o = 0; o < n.num_outputs; ++o) {
      const auto& place = data.plan->outputs[n.first_output + o];
      if (place.entry < 0 || data.plan->entries[place.entry].size < 0) continue;
      data.Evaluate(place.entry);
      const int size = data.plan->systems[node_]->get_output_port(o).size();
      for (int k = 0; k < size; ++k) visit(data.arena[place.offset + k].derivatives()[0]);
    }
  }

  // … of the time derivative of the block's state, and of what its periodic updates make of that.
  template <typename Visit>
  void ForRates(const Visit& visit) {
    internal::ContextData<AutoDiff>& data = copy_.data();
    const auto& leaf = static_cast<const LeafSystem<AutoDiff>&>(*data.plan->systems[node_]);
    const int count = leaf.num_continuous_states();
    for (int k = 0; k < count; ++k) {
      visit(leaf.EvalTimeDerivatives(data.views[node_])[k].derivatives()[0]);
    }
    UpdateBuffer<AutoDiff> buffer(&data);
    buffer.Begin();
    for (const auto& [node, event] : data.plan->events) {
      const bool is_update = node == node_ && event->trigger() == TriggerType::kPeriodic &&
                             !event->is_publish() && !event->is_corner();
      if (is_update && buffer.Run(node, *event).failed()) return;
    }
    buffer.Commit();
    for (const Slot& slot : States()) {
      for (int k = slot.offset; k < slot.offset + slot.size; ++k) {
        visit(data.arena[k].derivatives()[0]);
      }
    }
  }

 private:
  // Each element moves by an amount of its own: moved alike, both sides of a difference would
  // cancel.
  double NextAmount() { return 1 + std::sqrt(2.) * ++num_moved_; }

  // Where the block's numeric state lies in the arena.
  std::vector<Slot> States() {
    const Plan<AutoDiff>& plan = *copy_.data().plan;
    const PlanNode& n = plan.nodes[node_];
    std::vector<Slot> states = {
        {n.q, n.nq}, {plan.num_q + n.v, n.nv}, {plan.num_q + plan.num_v + n.z, n.nz}};
    states.insert(states.end(), plan.groups.begin() + n.first_group,
                  plan.groups.begin() + n.first_group + n.num_groups);
    return states;
  }

  const int node_;
  int num_moved_ = 0;
  AutoDiffCopy<double> copy_;
};

// Whether a block without state has derivatives of 0 of all its outputs by all its inputs.
bool PassesNothing(const OperatingPoint& point, int node) {
  const PlanNode& n = point.built->index().plan().nodes[node];
  if (n.num_inputs == 0 || n.num_outputs == 0 || n.nq + n.nv + n.nz + n.num_groups > 0) {
    return false;
  }
  MovedBlock block(point, node);
  if (!block.Move(false)) return false;
  bool passes_nothing = true;
  block.ForOutputs([&](double derivative) { passes_nothing &= derivative == 0; });
  return passes_nothing;
}

bool IsSteep(const OperatingPoint& point, int node) {
  MovedBlock block(point, node);
  if (!block.Move(true)) return false;
  bool is_steep = false;
  const auto look = [&](double derivative) { is_steep |= !std::isfinite(derivative); };
  block.ForOutputs(look);
  block.ForRates(look);
  return is_steep;
}

// Whether something of input j reaches output i, through matrices and updates.
bool Responds(const HybridModel& model, int input, int output) {
  const int n = model.num_states();
  std::vector<bool> is_moved(static_cast<size_t>(n));
  std::vector<bool> delays(static_cast<size_t>(model.num_delays()));
  const auto column_moves = [&](const auto& matrix_state, const auto& matrix_input, int row) {
    if (matrix_input(row, input) != 0) return true;
    for (int q = 0; q < model.num_delays(); ++q) {
      if (delays[q] && matrix_input(row, model.num_inputs() + q) != 0) return true;
    }
    for (int k = 0; k < n; ++k) {
      if (is_moved[k] && matrix_state(row, k) != 0) return true;
    }
    return false;
  };
  bool has_changed = true;
  const auto mark = [&](std::vector<bool>* marks, int at, bool moves) {
    if (!moves || (*marks)[at]) return;
    (*marks)[at] = true;
    has_changed = true;
  };
  while (has_changed) {
    has_changed = false;
    for (int i = 0; i < n; ++i) mark(&is_moved, i, column_moves(model.A, model.B, i));
    for (int q = 0; q < model.num_delays(); ++q) {
      mark(&delays, q, column_moves(model.C, model.D, model.num_outputs() + q));
    }
    for (const auto& update : model.updates) {
      for (size_t r = 0; r < update.rows.size(); ++r) {
        mark(&is_moved, update.rows[r], column_moves(update.E, update.F, static_cast<int>(r)));
      }
    }
  }
  return column_moves(model.C, model.D, output);
}

// Whether a block may leave a branch that it is on: one that it has room on without end, as a
// controller without limits, it never leaves.
bool HasBranches(const OperatingPoint& point, int node) {
  const internal::ContextData<double>& data = point.context->data();
  const auto& leaf = static_cast<const LeafSystem<double>&>(*data.plan->systems[node]);
  for (const Quantity& modes : point.built->index().quantities(QuantityKind::kMode, node)) {
    std::vector<double> margins(static_cast<size_t>(modes.size));
    leaf.CalcModeMargins(data.views[node], data.modes.data() + modes.place, margins.data());
    for (const double margin : margins) {
      if (std::isfinite(margin)) return true;
    }
  }
  return false;
}

// Whether a block has what makes it do one thing now and another then. Events are those beside
// periodic updates of discrete state and the start. A dead time does the same to all that comes
// along, although it has events and a history.
bool Branches(const OperatingPoint& point, int node) {
  const DiagramIndex<double>& index = point.built->index();
  const Plan<double>& plan = index.plan();
  if (dynamic_cast<const StepHistory<double>*>(plan.systems[node]) != nullptr) return false;
  if (HasBranches(point, node)) return true;
  for (const QuantityKind kind : {QuantityKind::kWitness, QuantityKind::kAbstractState}) {
    if (!index.quantities(kind, node).empty()) return true;
  }
  const std::vector<int>& dynamic = plan.dynamic_event_leaves;
  if (std::find(dynamic.begin(), dynamic.end(), node) != dynamic.end()) return true;
  return std::any_of(plan.events.begin(), plan.events.end(), [&](const auto& one) {
    const TriggerType trigger = one.event->trigger();
    return one.node == node && !one.event->is_publish() && trigger != TriggerType::kPeriodic &&
           trigger != TriggerType::kInitialization && trigger != TriggerType::kForced;
  });
}

}  // namespace

std::vector<std::string> FindBranchingBlocks(const OperatingPoint& point,
                                             const std::vector<int>& sources, int target) {
  const DiagramIndex<double>& index = point.built->index();
  const BlockGraph graph(index.plan());
  const std::vector<bool> before = graph.Before(target);
  std::vector<bool> after(before.size());
  for (const int source : sources) {
    const std::vector<bool> reached = graph.After(source);
    for (size_t i = 0; i < after.size(); ++i) after[i] = after[i] || reached[i];
  }
  std::vector<std::string> branching;
  for (const int leaf : index.plan().leaves) {
    if (!before[leaf] || !after[leaf]) continue;
    if (Branches(point, leaf) || PassesNothing(point, leaf)) {
      branching.push_back(index.plan().PathOf(leaf));
    }
  }
  return branching;
}

std::string FindSteepBlock(const OperatingPoint& point, int source, int target) {
  const Plan<double>& plan = point.built->index().plan();
  const BlockGraph graph(plan);
  const std::vector<bool> after = graph.After(source), before = graph.Before(target);
  for (const int leaf : plan.leaves) {
    if (after[leaf] && before[leaf] && IsSteep(point, leaf)) return plan.PathOf(leaf);
  }
  return "";
}

std::vector<int> NodesBefore(const DiagramIndex<double>& index, const std::vector<int>& from,
                             int target) {
  const std::vector<bool> before = BlockGraph(index.plan()).Before(target);
  std::vector<int> nodes;
  for (const int node : from) {
    if (before[node]) nodes.push_back(node);
  }
  return nodes;
}

std::vector<BlockedPath> FindBlockedPaths(const OperatingPoint& point, const HybridModel& model,
                                          const std::vector<int>& input_nodes,
                                          const std::vector<int>& output_nodes) {
  std::vector<BlockedPath> blocked;
  if (static_cast<int>(input_nodes.size()) != model.num_inputs() ||
      static_cast<int>(output_nodes.size()) != model.num_outputs()) {
    return blocked;
  }
  const Plan<double>& plan = point.built->index().plan();
  const BlockGraph graph(plan);
  for (int j = 0; j < model.num_inputs(); ++j) {
    const std::vector<bool> after = graph.After(input_nodes[j]);
    for (int i = 0; i < model.num_outputs(); ++i) {
      if (!after[output_nodes[i]] || Responds(model, j, i)) continue;
      const std::vector<bool> before = graph.Before(output_nodes[i]);
      for (const int leaf : plan.leaves) {
        if (after[leaf] && before[leaf] && PassesNothing(point, leaf)) {
          blocked.push_back({model.inputs[j], model.outputs[i], plan.PathOf(leaf)});
        }
      }
    }
  }
  return blocked;
}

}  // namespace loopwright
