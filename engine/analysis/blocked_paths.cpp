#include "engine/analysis/blocked_paths.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "engine/common/cycles.h"
#include "engine/integration/autodiff_copy.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/step_history.h"
#include "engine/updates/update_buffer.h"

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

/// Asks blocks what they let through at the point, on one copy of its values in the AutoDiff scalar
/// for all of them. What is fixed for one block has the value that was there, so that no other sees
/// it.
class PassageProbe {
 public:
  explicit PassageProbe(const OperatingPoint& point)
      : plan_(point.built->index().plan()),
        copy_(&point.context->data(), [built = point.built] { return built->Differentiated(); }),
        has_derivatives_(copy_.Update()) {}

  // Whether a block without state has derivatives of 0 of all its outputs by all its inputs.
  bool PassesNothing(int node) {
    const PlanNode& n = plan_.nodes[node];
    if (n.num_inputs == 0 || n.num_outputs == 0 || n.nq + n.nv + n.nz + n.num_groups > 0) {
      return false;
    }
    if (!has_derivatives_) return false;
    MoveInputs(node);
    bool passes_nothing = true;
    ForOutputs(node, [&](double derivative) { passes_nothing &= derivative == 0; });
    return passes_nothing;
  }

  // Whether an output, a rate or an update of a block has an infinite or no derivative by its
  // inputs or its state. The copy is no good for other blocks then: updates have run on it.
  bool IsSteep(int node) {
    if (!has_derivatives_) return false;
    MoveInputs(node);
    for (const Slot& slot : StatesOf(node)) {
      for (int k = slot.offset; k < slot.offset + slot.size; ++k) {
        copy_.data().arena[k].derivatives()[0] = NextAmount();
      }
    }
    copy_.data().InvalidateAllButInputs();
    bool is_steep = false;
    const auto look = [&](double derivative) { is_steep |= !std::isfinite(derivative); };
    ForOutputs(node, look);
    ForRates(node, look);
    return is_steep;
  }

 private:
  void MoveInputs(int node) {
    auto& data = copy_.data();
    const PlanNode& n = plan_.nodes[node];
    num_moved_ = 0;
    for (int i = 0; i < n.num_inputs; ++i) {
      const int input = n.first_input + i;
      if (data.inputs.entry(input) < 0) continue;
      data.Evaluate(data.inputs.entry(input));
      BasicVector<AutoDiff> value(plan_.systems[node]->get_input_port(i).size());
      for (int k = 0; k < value.size(); ++k) {
        value[k] = data.inputs[input].data[k];
        value[k].derivatives()[0] = NextAmount();
      }
      data.inputs.Fix(input, {value, nullptr});
    }
  }

  // Calls visit(derivative) for each element of each output.
  template <typename Visit>
  void ForOutputs(int node, const Visit& visit) {
    auto& data = copy_.data();
    const PlanNode& n = plan_.nodes[node];
    for (int o = 0; o < n.num_outputs; ++o) {
      const auto& place = plan_.outputs[n.first_output + o];
      if (place.entry < 0 || plan_.entries[place.entry].size < 0) continue;
      data.Evaluate(place.entry);
      const int size = plan_.systems[node]->get_output_port(o).size();
      for (int k = 0; k < size; ++k) visit(data.arena[place.offset + k].derivatives()[0]);
    }
  }

  // … of the time derivative of the block's state, and of what its periodic updates make of that.
  template <typename Visit>
  void ForRates(int node, const Visit& visit) {
    auto& data = copy_.data();
    const auto& leaf = static_cast<const LeafSystem<AutoDiff>&>(*data.plan->systems[node]);
    const int count = leaf.num_continuous_states();
    for (int k = 0; k < count; ++k) {
      visit(leaf.EvalTimeDerivatives(data.views[node])[k].derivatives()[0]);
    }
    UpdateBuffer<AutoDiff> buffer(&data);
    buffer.Begin();
    for (const auto& [owner, event] : data.plan->events) {
      const bool is_update = owner == node && event->trigger() == TriggerType::kPeriodic &&
                             !event->is_publish() && !event->is_corner();
      if (is_update && buffer.Run(owner, *event).failed()) return;
    }
    buffer.Commit();
    for (const Slot& slot : StatesOf(node)) {
      for (int k = slot.offset; k < slot.offset + slot.size; ++k) {
        visit(data.arena[k].derivatives()[0]);
      }
    }
  }

  // Each element moves by an amount of its own: moved alike, both sides of a difference would
  // cancel.
  double NextAmount() { return 1 + std::sqrt(2.) * ++num_moved_; }

  // Where the block's numeric state lies in the arena.
  std::vector<Slot> StatesOf(int node) const {
    const PlanNode& n = plan_.nodes[node];
    std::vector<Slot> states = {
        {n.q, n.nq}, {plan_.num_q + n.v, n.nv}, {plan_.num_q + plan_.num_v + n.z, n.nz}};
    states.insert(states.end(), plan_.groups.begin() + n.first_group,
                  plan_.groups.begin() + n.first_group + n.num_groups);
    return states;
  }

  const Plan<double>& plan_;
  AutoDiffCopy<double> copy_;
  bool has_derivatives_;
  int num_moved_ = 0;
};

/// What moves what in a model, by the elements of its matrices that are not 0: states, inputs and
/// outputs are nodes, those of dead times too, each of which moves what comes out of it.
class ModelGraph {
 public:
  template <typename Model>
  explicit ModelGraph(const Model& model)
      : num_states_(model.num_states()),
        num_columns_(model.num_inputs() + model.num_delays()),
        num_nodes_(num_states_ + num_columns_ + model.num_outputs() + model.num_delays()) {
    const std::vector<int> states = From(0, num_states_);
    const std::vector<int> rows = From(num_states_ + num_columns_, num_nodes_);
    AddRows(AsSparse(model.A), AsSparse(model.B), states);
    AddRows(AsSparse(model.C), AsSparse(model.D), rows);
    for (int q = 0; q < model.num_delays(); ++q) {
      edges_.emplace_back(rows[static_cast<size_t>(model.num_outputs()) + static_cast<size_t>(q)],
                          num_states_ + model.num_inputs() + q);
    }
  }

  // What the rows become follows from all states and inputs.
  void AddRows(const SparseModel::Sparse& by_states, const SparseModel::Sparse& by_inputs,
               const std::vector<int>& rows) {
    const auto add = [&](const SparseModel::Sparse& matrix, int first) {
      for (int j = 0; j < matrix.outerSize(); ++j) {
        for (SparseModel::Sparse::InnerIterator element(matrix, j); element; ++element) {
          edges_.emplace_back(first + j, rows[element.row()]);
        }
      }
    };
    add(by_states, 0);
    add(by_inputs, num_states_);
  }

  // By output, those of dead times behind the others: whether something of the input reaches it.
  std::vector<bool> OutputsAfter(int input) const {
    const std::vector<bool> reached = FindReachable(num_nodes_, edges_, num_states_ + input);
    return {reached.begin() + num_states_ + num_columns_, reached.end()};
  }

 private:
  static std::vector<int> From(int begin, int end) {
    std::vector<int> numbers(end - begin);
    std::iota(numbers.begin(), numbers.end(), begin);
    return numbers;
  }
  static const SparseModel::Sparse& AsSparse(const SparseModel::Sparse& matrix) { return matrix; }
  static SparseModel::Sparse AsSparse(const Eigen::MatrixXd& matrix) { return matrix.sparseView(); }

  int num_states_, num_columns_, num_nodes_;
  std::vector<std::pair<int, int>> edges_;
};

// Whether a block may leave a branch that it is on: one that it has room on without end, as a
// controller without limits, it never leaves.
bool HasBranches(const OperatingPoint& point, int node) {
  const internal::ContextData<double>& data = point.context->data();
  const auto& leaf = static_cast<const LeafSystem<double>&>(*data.plan->systems[node]);
  for (const Quantity& modes : point.built->index().quantities(QuantityKind::kMode, node)) {
    std::vector<double> margins(modes.size);
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
  const auto& leaf = static_cast<const LeafSystem<double>&>(*plan.systems[node]);
  if (leaf.DecidesOnEvents(point.context->data().views[node])) return true;
  return std::any_of(plan.events.begin(), plan.events.end(), [&](const auto& one) {
    const TriggerType trigger = one.event->trigger();
    return one.node == node && !one.event->is_publish() && trigger != TriggerType::kPeriodic &&
           trigger != TriggerType::kInitialization && trigger != TriggerType::kForced;
  });
}

}  // namespace

// A block lies on a way where it comes after one of the sources and before the target; both are
// asked of the graph of blocks, and only those few blocks are then probed.
std::vector<std::string> FindBranchingBlocks(const OperatingPoint& point,
                                             const std::vector<int>& sources, int target) {
  const DiagramIndex<double>& index = point.built->index();
  const BlockGraph graph(index.plan());
  PassageProbe probe(point);
  const std::vector<bool> before = graph.Before(target);
  std::vector<bool> after(before.size());
  for (const int source : sources) {
    const std::vector<bool> reached = graph.After(source);
    for (size_t i = 0; i < after.size(); ++i) after[i] = after[i] || reached[i];
  }
  std::vector<std::string> branching;
  for (const int leaf : index.plan().leaves) {
    if (!before[leaf] || !after[leaf]) continue;
    if (Branches(point, leaf) || probe.PassesNothing(leaf)) {
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
    if (!after[leaf] || !before[leaf]) continue;
    if (PassageProbe(point).IsSteep(leaf)) return plan.PathOf(leaf);
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

namespace {

// `ways` is the graph of the model.
template <typename Model>
std::vector<BlockedPath> FindBlocked(const OperatingPoint& point, const ModelGraph& ways,
                                     const Model& model, const std::vector<int>& input_nodes,
                                     const std::vector<int>& output_nodes) {
  const std::vector<std::string>&inputs = model.inputs, &outputs = model.outputs;
  std::vector<BlockedPath> blocked;
  if (input_nodes.size() != inputs.size() || output_nodes.size() != outputs.size()) return blocked;
  const Plan<double>& plan = point.built->index().plan();
  const BlockGraph graph(plan);
  std::optional<PassageProbe> probe;
  for (size_t j = 0; j < inputs.size(); ++j) {
    const std::vector<bool> after = graph.After(input_nodes[j]);
    const std::vector<bool> responds = ways.OutputsAfter(static_cast<int>(j));
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (!after[output_nodes[i]] || responds[i]) continue;
      if (!probe) probe.emplace(point);
      const std::vector<bool> before = graph.Before(output_nodes[i]);
      for (const int leaf : plan.leaves) {
        if (after[leaf] && before[leaf] && probe->PassesNothing(leaf)) {
          blocked.push_back({inputs[j], outputs[i], plan.PathOf(leaf)});
        }
      }
    }
  }
  return blocked;
}

}  // namespace

std::vector<BlockedPath> FindBlockedPaths(const OperatingPoint& point, const HybridModel& model,
                                          const std::vector<int>& input_nodes,
                                          const std::vector<int>& output_nodes) {
  ModelGraph graph(model);
  for (const HybridUpdate<double>& update : model.updates) {
    graph.AddRows(update.E.sparseView(), update.F.sparseView(), update.rows);
  }
  return FindBlocked(point, graph, model, input_nodes, output_nodes);
}

std::vector<BlockedPath> FindBlockedPaths(const OperatingPoint& point, const SparseModel& model,
                                          const std::vector<int>& input_nodes,
                                          const std::vector<int>& output_nodes) {
  return FindBlocked(point, ModelGraph(model), model, input_nodes, output_nodes);
}

}  // namespace loopwright
