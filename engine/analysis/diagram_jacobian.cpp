#include "engine/analysis/diagram_jacobian.h"

#include <algorithm>
#include <map>

#include "engine/common/exceptions.h"
#include "engine/events/event.h"
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

DiagramJacobian::DiagramJacobian(const internal::ContextData<double>* data, AutoDiffSource source,
                                 std::vector<int> state_places, int num_inputs, int num_outputs)
    : from_(*data),
      copy_(data, std::move(source)),
      state_places_(std::move(state_places)),
      num_columns_(static_cast<int>(state_places_.size()) + num_inputs),
      num_outputs_(num_outputs) {}

int DiagramJacobian::CountIn(int first_column) const {
  return std::min(AutoDiff::kDerivatives, num_columns_ - first_column);
}

void DiagramJacobian::Evaluate(std::vector<PortAction> actions, const std::vector<ReadInput>& reads,
                               const std::vector<UpdateGroup>& updates) {
  if (!copy_.Update()) {
    throw UsageError("the diagram cannot be linearised: a block of it has no derivatives");
  }
  // Each port is computed, and changed, after those that it follows from, and a wire after its
  // port.
  std::vector<int> rank(static_cast<size_t>(from_.plan->num_entries()));
  for (size_t i = 0; i < from_.plan->order.size(); ++i) {
    rank[from_.plan->order[i]] = static_cast<int>(i);
  }
  std::stable_sort(actions.begin(), actions.end(), [&](const auto& a, const auto& b) {
    return std::pair(rank[a.entry], a.input >= 0) < std::pair(rank[b.entry], b.input >= 0);
  });
  derivatives_ = Eigen::MatrixXd::Zero(from_.plan->num_continuous(), num_columns_);
  outputs_ = Eigen::MatrixXd::Zero(num_outputs_, num_columns_);
  derivative_values_ = Eigen::VectorXd::Zero(from_.plan->num_continuous());
  output_values_ = Eigen::VectorXd::Zero(num_outputs_);
  updates_.clear();
  update_values_.clear();
  for (const UpdateGroup& group : updates) {
    const auto size = static_cast<Eigen::Index>(group.places.size());
    updates_.push_back(Eigen::MatrixXd::Zero(size, num_columns_));
    update_values_.push_back(Eigen::VectorXd::Zero(size));
  }
  for (int column = 0; column < std::max(num_columns_, 1); column += AutoDiff::kDerivatives) {
    Pass(column, actions, reads, updates);
  }
}

void DiagramJacobian::Pass(int first_column, const std::vector<PortAction>& actions,
                           const std::vector<ReadInput>& reads,
                           const std::vector<UpdateGroup>& updates) {
  copy_.Update();
  ++num_passes_;
  internal::ContextData<AutoDiff>& data = copy_.data();
  const int count = CountIn(first_column);
  const int num_states = static_cast<int>(state_places_.size());
  for (int c = 0; c < count && first_column + c < num_states; ++c) {
    data.arena[state_places_[first_column + c]].derivatives()[c] = 1;
  }
  for (const PortAction& action : actions) {
    if (action.input < 0) ReadersOf(action);
  }
  for (const PortAction& action : actions) Act(first_column, action);
  data.EvaluateDerivatives();
  for (Eigen::Index row = 0; row < derivatives_.rows(); ++row) {
    derivative_values_[row] = data.derivatives()[row].value();
    for (int c = 0; c < count; ++c) {
      derivatives_(row, first_column + c) = data.derivatives()[row].derivatives()[c];
    }
  }
  for (size_t g = 0; g < updates.size(); ++g) {
    RunUpdates(first_column, updates[g], &updates_[g], &update_values_[g]);
  }
  for (const ReadInput& read : reads) {
    if (data.input_entry(read.input) >= 0) data.Evaluate(data.input_entry(read.input));
    for (int k = 0; k < read.width; ++k) {
      output_values_[read.first_row + k] = data.inputs[read.input].data[k].value();
      for (int c = 0; c < count; ++c) {
        outputs_(read.first_row + k, first_column + c) =
            data.inputs[read.input].data[k].derivatives()[c];
      }
    }
  }
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

void DiagramJacobian::Act(int first_column, const PortAction& action) {
  internal::ContextData<AutoDiff>& data = copy_.data();
  const int count = CountIn(first_column);
  data.Evaluate(action.entry);
  // A wire has what an action on its port made of the value in this pass; without one, the port's
  // value, and not what the pass before has fixed.
  const bool follows_action = action.input >= 0 && readers_.contains({action.entry, action.offset});
  const AutoDiff* value =
      follows_action ? data.inputs[action.input].data : data.arena.data() + action.offset;
  std::vector<AutoDiff> values(value, value + action.width);
  if (action.gain) FollowInputs(action, count, &values);
  for (int k = 0; k < action.width; ++k) {
    AutoDiff::Derivatives& derivatives = values[k].derivatives();
    if (action.rows[k] >= 0) {
      output_values_[action.rows[k]] = values[k].value();
      for (int c = 0; c < count; ++c) outputs_(action.rows[k], first_column + c) = derivatives[c];
    }
    if (action.is_open[k]) derivatives.fill(0);
    const int column = action.columns[k] - first_column;
    if (action.columns[k] >= 0 && column >= 0 && column < count) derivatives[column] += 1;
  }
  for (const int input : action.input < 0 ? ReadersOf(action) : std::vector<int>{action.input}) {
    BasicVector<AutoDiff> fixed(action.width);
    for (int k = 0; k < action.width; ++k) fixed[k] = values[k];
    data.FixInput(input, {std::move(fixed), nullptr});
  }
}

void DiagramJacobian::FollowInputs(const PortAction& action, int count,
                                   std::vector<AutoDiff>* values) {
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
      for (int c = 0; c < count; ++c) {
        sum[c] += (*action.gain)(k, static_cast<Eigen::Index>(j)) * inputs[j].derivatives()[c];
      }
    }
    (*values)[k].derivatives() = sum;
  }
}

// What the handlers of the group make of the discrete state, each from the values before.
void DiagramJacobian::RunUpdates(int first_column, const UpdateGroup& group, Eigen::MatrixXd* rows,
                                 Eigen::VectorXd* values) {
  internal::ContextData<AutoDiff>& data = copy_.data();
  const int count = CountIn(first_column);
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
    size_t at = 0;
    for (const Slot& slot : GroupsOf(*from_.plan, node)) {
      for (int k = 0; k < slot.size; ++k, ++at) {
        const auto place =
            std::lower_bound(group.places.begin(), group.places.end(), slot.offset + k);
        const auto row = place - group.places.begin();
        (*values)[row] = next[at].value();
        for (int c = 0; c < count; ++c) {
          (*rows)(row, first_column + c) = next[at].derivatives()[c];
        }
      }
    }
  }
}

}  // namespace loopwright
