#include "engine/jacobian/diagram_jacobian.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

#include "engine/common/exceptions.h"
#include "engine/events/event.h"
#include "engine/integration/dependency_reach.h"
#include "engine/system/leaf_system.h"

namespace loopwright {
namespace {

// Where the discrete groups of a node begin in the arena, and which elements they are.
std::vector<Slot> GroupsOf(const Plan<double>& plan, int node) {
  const PlanNode& n = plan.nodes[node];
  return {plan.groups.begin() + n.first_group, plan.groups.begin() + n.first_group + n.num_groups};
}

bool WritesState(const Event<double>& event) {
  return event.trigger() == TriggerType::kPeriodic && !event.is_publish() && !event.is_corner();
}

}  // namespace

std::vector<UpdateGroup> PeriodicUpdates(const DiagramIndex<double>& index) {
  const Plan<double>& plan = index.plan();
  std::map<std::pair<double, double>, UpdateGroup> groups;
  for (size_t i = 0; i < plan.events.size(); ++i) {
    const auto& [node, event] = plan.events[i];
    if (!WritesState(*event) || plan.nodes[node].num_inputs == 0) continue;
    UpdateGroup& group = groups[{event->period_sec(), event->offset_sec()}];
    group.period_sec = event->period_sec();
    group.offset_sec = event->offset_sec();
    group.events.push_back(static_cast<int>(i));
    for (const Slot& slot : GroupsOf(plan, node)) {
      for (int k = 0; k < slot.size; ++k) group.places.push_back(slot.offset + k);
    }
  }
  std::vector<UpdateGroup> result;
  for (auto& [timing, group] : groups) {
    std::sort(group.places.begin(), group.places.end());
    group.places.erase(std::unique(group.places.begin(), group.places.end()), group.places.end());
    result.push_back(std::move(group));
  }
  return result;
}

namespace {

constexpr int64_t kMostElements = 100'000'000;

// Where rows of updates begin, group by group, and behind them those of outputs.
std::vector<int> FirstUpdateRows(const Plan<double>& plan, const DiagramPorts& ports) {
  std::vector<int> first = {plan.num_continuous()};
  for (const UpdateGroup& group : ports.updates) {
    first.push_back(first.back() + static_cast<int>(group.places.size()));
  }
  return first;
}

// By place in the arena: the source that a value of state or parameters is; −1 of others.
std::vector<int> SourcesOfPlaces(const Plan<double>& plan) {
  std::vector<int> sources(static_cast<size_t>(plan.parameters_end), -1);
  const auto fill = [&](int first, int count, int source) {
    std::fill_n(sources.begin() + first, count, source);
  };
  for (const int leaf : plan.continuous_leaves) {
    const PlanNode& node = plan.nodes[leaf];
    fill(node.q, node.nq, plan.q_source(leaf));
    fill(plan.num_q + node.v, node.nv, plan.v_source(leaf));
    fill(plan.num_q + plan.num_v + node.z, node.nz, plan.z_source(leaf));
  }
  for (size_t i = 0; i < plan.groups.size(); ++i) {
    fill(plan.groups[i].offset, plan.groups[i].size, plan.group_source(static_cast<int>(i)));
  }
  for (size_t i = 0; i < plan.parameters.size(); ++i) {
    fill(plan.parameters[i].offset, plan.parameters[i].size,
         plan.parameter_source(static_cast<int>(i)));
  }
  return sources;
}

// What all of a node's own state and parameters are as sources.
std::vector<int> SourcesOfNode(const Plan<double>& plan, int node) {
  const PlanNode& n = plan.nodes[node];
  std::vector<int> sources = {plan.q_source(node), plan.v_source(node), plan.z_source(node)};
  for (int i = 0; i < n.num_groups; ++i) sources.push_back(plan.group_source(n.first_group + i));
  for (int i = 0; i < n.num_parameters; ++i) {
    sources.push_back(plan.parameter_source(n.first_parameter + i));
  }
  return sources;
}

/// Targets that are bundles of rows.
class RowReach {
 public:
  explicit RowReach(const Plan<double>& plan) : plan_(plan), reach_(plan) {}

  int AddBundle(std::vector<int> rows) {
    bundles_.push_back(std::move(rows));
    return static_cast<int>(bundles_.size()) - 1;
  }
  void AddTo(int entry, int bundle) { reach_.AddTarget(entry, bundle); }
  void AddToSource(int source, int bundle) { reach_.AddTargetOfSource(source, bundle); }
  void AddToInput(int input, int bundle) {
    if (plan_.input_entry[input] >= 0) AddTo(plan_.input_entry[input], bundle);
  }
  void AddDependence(int from, int to) { reach_.AddDependence(from, to); }

  std::vector<int> FromSource(int source) { return RowsOf(reach_.FromSource(source)); }
  std::vector<int> FromEntry(int entry) { return RowsOf(reach_.FromEntry(entry)); }

 private:
  std::vector<int> RowsOf(const std::vector<int>& bundles) const {
    std::vector<int> rows;
    for (const int bundle : bundles) {
      rows.insert(rows.end(), bundles_[bundle].begin(), bundles_[bundle].end());
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
  }

  const Plan<double>& plan_;
  DependencyReach reach_;
  std::vector<std::vector<int>> bundles_;
};

// Each leaf's derivatives hang at the entry that computes them.
void AddDerivatives(const Plan<double>& plan, RowReach* reach) {
  for (size_t i = 0; i < plan.continuous_leaves.size(); ++i) {
    const PlanNode& node = plan.nodes[plan.continuous_leaves[i]];
    std::vector<int> rows;
    const auto add = [&](int first, int count) {
      for (int k = 0; k < count; ++k) rows.push_back(first + k);
    };
    add(node.q, node.nq);
    add(plan.num_q + node.v, node.nv);
    add(plan.num_q + plan.num_v + node.z, node.nz);
    reach->AddTo(plan.derivative_entry[i], reach->AddBundle(std::move(rows)));
  }
}

// Outputs hang at the entries whose values they are. What stands in a block's place makes its
// output follow all of its inputs.
void AddOutputs(const Plan<double>& plan, const DiagramPorts& ports, int first_row,
                RowReach* reach) {
  for (const PortAction& action : ports.actions) {
    std::vector<int> rows;
    for (const int row : action.rows) {
      if (row >= 0) rows.push_back(first_row + row);
    }
    if (!rows.empty()) reach->AddTo(action.entry, reach->AddBundle(std::move(rows)));
    const PlanNode& node = plan.nodes[action.node];
    for (int i = 0; action.gain && i < node.num_inputs; ++i) {
      const int entry = plan.input_entry[node.first_input + i];
      if (entry >= 0) reach->AddDependence(entry, action.entry);
    }
  }
  for (const ReadInput& read : ports.reads) {
    std::vector<int> rows;
    for (int k = 0; k < read.width; ++k) rows.push_back(first_row + read.first_row + k);
    reach->AddToInput(read.input, reach->AddBundle(std::move(rows)));
  }
}

}  // namespace

DiagramJacobian::DiagramJacobian(const internal::ContextData<double>* data, AutoDiffSource source,
                                 std::vector<int> state_places, DiagramPorts ports)
    : from_(*data),
      copy_(data, std::move(source)),
      state_places_(std::move(state_places)),
      ports_(std::move(ports)),
      first_update_row_(FirstUpdateRows(*data->plan, ports_)),
      pattern_(FindPattern()),
      columns_of_color_(static_cast<size_t>(pattern_.num_colors)),
      rows_(static_cast<size_t>(pattern_.num_rows)) {
  int64_t count = 0;
  for (int column = 0; column < pattern_.size; ++column) {
    columns_of_color_[pattern_.color[column]].push_back(column);
    first_value_.push_back(count);
    count += std::ssize(pattern_.rows[column]);
  }
  values_.resize(static_cast<size_t>(count));
  // Each port is computed, and changed, after those that it follows from, and a wire after its
  // port.
  std::vector<int> rank(static_cast<size_t>(from_.plan->num_entries()));
  for (size_t i = 0; i < from_.plan->order.size(); ++i) {
    rank[from_.plan->order[i]] = static_cast<int>(i);
  }
  std::stable_sort(ports_.actions.begin(), ports_.actions.end(), [&](const auto& a, const auto& b) {
    return std::pair(rank[a.entry], a.input >= 0) < std::pair(rank[b.entry], b.input >= 0);
  });
}

// Signals that are cut count as if they were not: the pattern may hold more than there is.
JacobianPattern DiagramJacobian::FindPattern() const {
  const Plan<double>& plan = *from_.plan;
  RowReach reach(plan);
  AddDerivatives(plan, &reach);
  for (size_t g = 0; g < ports_.updates.size(); ++g) {
    std::set<int> nodes;
    for (const int event : ports_.updates[g].events) nodes.insert(plan.events[event].node);
    for (const int node : nodes) {
      const int bundle = reach.AddBundle(RowsOfNode(ports_.updates[g], first_update_row_[g], node));
      const PlanNode& n = plan.nodes[node];
      for (int i = 0; i < n.num_inputs; ++i) reach.AddToInput(n.first_input + i, bundle);
      for (const int source : SourcesOfNode(plan, node)) reach.AddToSource(source, bundle);
    }
  }
  AddOutputs(plan, ports_, first_output_row(), &reach);
  const int num_rows = first_output_row() + ports_.num_outputs;
  std::vector<int> all(static_cast<size_t>(num_rows));
  std::iota(all.begin(), all.end(), 0);
  const std::vector<int> sources = SourcesOfPlaces(plan);
  std::vector<std::vector<int>> rows(state_places_.size() + static_cast<size_t>(ports_.num_inputs));
  int64_t count = 0;
  const auto put = [&](size_t column, const std::vector<int>& rows_of_column) {
    count += std::ssize(rows_of_column);
    if (count > kMostElements) {
      throw UsageError(
          "the diagram is too large to be linearised: more than 100,000,000 elements of its "
          "Jacobian may differ from 0. All elements of a block's state count as following each "
          "other: give each part that stands alone a block of its own");
    }
    rows[column] = rows_of_column;
  };
  std::pair<int, std::vector<int>> last = {-1, all};  // columns of one source are alike
  for (size_t i = 0; i < state_places_.size(); ++i) {
    const int source = sources[state_places_[i]];
    if (source != last.first) last = {source, source < 0 ? all : reach.FromSource(source)};
    put(i, last.second);
  }
  for (const PortAction& action : ports_.actions) {
    for (const int column : action.columns) {
      if (column >= 0) put(static_cast<size_t>(column), reach.FromEntry(action.entry));
    }
  }
  return {std::move(rows), num_rows};
}

// Of what the node's handlers write in this group.
std::vector<int> DiagramJacobian::RowsOfNode(const UpdateGroup& group, int first_row,
                                             int node) const {
  std::vector<int> rows;
  for (const Slot& slot : GroupsOf(*from_.plan, node)) {
    for (int k = 0; k < slot.size; ++k) {
      const auto place =
          std::lower_bound(group.places.begin(), group.places.end(), slot.offset + k);
      rows.push_back(first_row + static_cast<int>(place - group.places.begin()));
    }
  }
  return rows;
}

void DiagramJacobian::Evaluate() {
  if (!copy_.Update()) {
    throw UsageError("the diagram cannot be linearised: a block of it has no derivatives");
  }
  derivative_values_ = Eigen::VectorXd::Zero(from_.plan->num_continuous());
  output_values_ = Eigen::VectorXd::Zero(ports_.num_outputs);
  update_values_.clear();
  for (const UpdateGroup& group : ports_.updates) {
    update_values_.emplace_back(
        Eigen::VectorXd::Zero(static_cast<Eigen::Index>(group.places.size())));
  }
  const int num_colors = std::max(pattern_.num_colors, 1);  // the values are asked for too
  for (first_color_ = 0; first_color_ < num_colors; first_color_ += AutoDiff::kDerivatives) {
    Pass();
    Keep();
  }
  Assemble();
}

// One evaluation of everything, for the colours from `first_color_`.
void DiagramJacobian::Pass() {
  if (first_color_ > 0) copy_.Update();
  ++num_passes_;
  internal::ContextData<AutoDiff>& data = copy_.data();
  const int num_states = static_cast<int>(state_places_.size());
  const int last = std::min(first_color_ + AutoDiff::kDerivatives, pattern_.num_colors);
  for (int color = first_color_; color < last; ++color) {
    for (const int column : columns_of_color_[color]) {
      if (column >= num_states) continue;
      data.arena[state_places_[column]].derivatives()[color - first_color_] = 1;
    }
  }
  for (const PortAction& action : ports_.actions) {
    if (action.input < 0) ReadersOf(action);
  }
  for (const PortAction& action : ports_.actions) Act(action);
  data.EvaluateDerivatives();
  for (Eigen::Index row = 0; row < derivative_values_.size(); ++row) {
    derivative_values_[row] = data.derivatives()[row].value();
    rows_[row] = data.derivatives()[row].derivatives();
  }
  for (size_t g = 0; g < ports_.updates.size(); ++g) {
    RunUpdates(ports_.updates[g], first_update_row_[g], &update_values_[g]);
  }
  for (const ReadInput& read : ports_.reads) {
    if (data.input_entry(read.input) >= 0) data.Evaluate(data.input_entry(read.input));
    for (int k = 0; k < read.width; ++k) {
      const AutoDiff& value = data.inputs[read.input].data[k];
      output_values_[read.first_row + k] = value.value();
      rows_[first_output_row() + read.first_row + k] = value.derivatives();
    }
  }
}

// What the evaluation says of the columns of its colours.
void DiagramJacobian::Keep() {
  const int last = std::min(first_color_ + AutoDiff::kDerivatives, pattern_.num_colors);
  for (int color = first_color_; color < last; ++color) {
    for (const int column : columns_of_color_[color]) {
      double* value = values_.data() + first_value_[column];
      for (const int row : pattern_.rows[column]) *value++ = rows_[row][color - first_color_];
    }
  }
}

// The matrices of all elements that are not 0.
void DiagramJacobian::Assemble() {
  std::vector<Sparse> parts;  // derivatives, updates by group, outputs
  const int num_continuous = from_.plan->num_continuous();
  parts.emplace_back(num_continuous, pattern_.size);
  for (const UpdateGroup& group : ports_.updates) {
    parts.emplace_back(static_cast<Eigen::Index>(group.places.size()), pattern_.size);
  }
  parts.emplace_back(ports_.num_outputs, pattern_.size);
  std::vector<int> first = {0};
  first.insert(first.end(), first_update_row_.begin(), first_update_row_.end());
  for (int column = 0; column < pattern_.size; ++column) {
    for (Sparse& part : parts) part.startVec(column);
    const double* value = values_.data() + first_value_[column];
    size_t part = 0;
    for (const int row : pattern_.rows[column]) {
      while (part + 1 < parts.size() && row >= first[part + 1]) ++part;
      if (*value != 0) parts[part].insertBack(row - first[part], column) = *value;
      ++value;
    }
  }
  for (Sparse& part : parts) part.finalize();
  derivatives_ = std::move(parts.front());
  outputs_ = std::move(parts.back());
  parts.pop_back();
  updates_.assign(std::make_move_iterator(parts.begin() + 1), std::make_move_iterator(parts.end()));
}

// The inputs of leaves that read the port. To be asked before one of them is given another value.
const std::vector<int>& DiagramJacobian::ReadersOf(const PortAction& action) {
  const auto [at, is_new] = readers_.try_emplace({action.entry, action.offset});
  if (!is_new) return at->second;
  const internal::ContextData<AutoDiff>& data = copy_.data();
  const AutoDiff* value = data.arena.data() + action.offset;
  for (const int leaf : data.plan->leaves) {
    const PlanNode& node = data.plan->nodes[leaf];
    for (int i = node.first_input; i < node.first_input + node.num_inputs; ++i) {
      if (data.input_entry(i) == action.entry && data.inputs[i].data == value) {
        at->second.push_back(i);
      }
    }
  }
  return at->second;
}

void DiagramJacobian::Act(const PortAction& action) {
  internal::ContextData<AutoDiff>& data = copy_.data();
  data.Evaluate(action.entry);
  // A wire has what an action on its port made of the value.
  const AutoDiff* value =
      action.input < 0 ? data.arena.data() + action.offset : data.inputs[action.input].data;
  std::vector<AutoDiff> values(value, value + action.width);
  if (action.gain) FollowInputs(action, &values);
  for (int k = 0; k < action.width; ++k) {
    AutoDiff::Derivatives& derivatives = values[k].derivatives();
    if (action.rows[k] >= 0) {
      output_values_[action.rows[k]] = values[k].value();
      rows_[first_output_row() + action.rows[k]] = derivatives;
    }
    if (action.is_open[k]) derivatives.fill(0);
    if (action.columns[k] < 0) continue;
    const int color = pattern_.color[action.columns[k]] - first_color_;
    if (color >= 0 && color < AutoDiff::kDerivatives) derivatives[color] += 1;
  }
  for (const int input : action.input < 0 ? ReadersOf(action) : std::vector<int>{action.input}) {
    BasicVector<AutoDiff> fixed(action.width);
    for (int k = 0; k < action.width; ++k) fixed[k] = values[k];
    data.FixInput(input, {std::move(fixed), nullptr});
  }
}

void DiagramJacobian::FollowInputs(const PortAction& action, std::vector<AutoDiff>* values) {
  internal::ContextData<AutoDiff>& data = copy_.data();
  const PlanNode& node = data.plan->nodes[action.node];
  std::vector<AutoDiff> inputs;
  for (int i = node.first_input; i < node.first_input + node.num_inputs; ++i) {
    if (data.input_entry(i) >= 0) data.Evaluate(data.input_entry(i));
    const int size = data.plan->systems[action.node]->get_input_port(i - node.first_input).size();
    inputs.insert(inputs.end(), data.inputs[i].data, data.inputs[i].data + size);
  }
  for (int k = 0; k < action.width; ++k) {
    AutoDiff::Derivatives sum{};
    for (size_t j = 0; j < inputs.size(); ++j) {
      for (int c = 0; c < AutoDiff::kDerivatives; ++c) {
        sum[c] += (*action.gain)(k, static_cast<Eigen::Index>(j)) * inputs[j].derivatives()[c];
      }
    }
    (*values)[k].derivatives() = sum;
  }
}

// What the handlers of the group make of the discrete state, each from the values before.
void DiagramJacobian::RunUpdates(const UpdateGroup& group, int first_row, Eigen::VectorXd* values) {
  internal::ContextData<AutoDiff>& data = copy_.data();
  std::map<int, std::vector<AutoDiff>> next_of_node;
  for (const int number : group.events) {
    const auto& [node, event] = data.plan->events[number];
    const std::vector<Slot> groups = GroupsOf(*from_.plan, node);
    std::vector<AutoDiff>& next = next_of_node[node];
    if (next.empty()) {
      for (const Slot& slot : groups) {
        next.insert(next.end(), data.arena.begin() + slot.offset,
                    data.arena.begin() + slot.offset + slot.size);
      }
    }
    std::vector<Slot> places;
    int offset = 0;
    for (const Slot& slot : groups) {
      places.push_back({offset, slot.size});
      offset += slot.size;
    }
    DiscreteValues<AutoDiff> discrete(next.data(), places.data(), static_cast<int>(places.size()));
    const System<AutoDiff>& system = *data.plan->systems[node];
    ContinuousState<AutoDiff> continuous(system.num_q(), system.num_v(), system.num_z());
    State<AutoDiff> state(&continuous, &discrete, {});
    EventTarget<AutoDiff> target{&discrete, &continuous, &state, next.data()};
    const EventStatus status =
        event->Handle(static_cast<const LeafSystem<AutoDiff>&>(system), data.views[node], target);
    if (status.failed()) throw NoResultError(system.GetSystemPathname() + ": " + status.message());
  }
  for (const auto& [node, next] : next_of_node) {
    const std::vector<int> rows = RowsOfNode(group, first_row, node);
    for (size_t k = 0; k < rows.size(); ++k) {
      (*values)[rows[k] - first_row] = next[k].value();
      rows_[rows[k]] = next[k].derivatives();
    }
  }
}

}  // namespace loopwright
