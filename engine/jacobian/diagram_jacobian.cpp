#include "engine/jacobian/diagram_jacobian.h"

#include <algorithm>
#include <map>

#include "engine/common/exceptions.h"
#include "engine/events/event.h"
#include "engine/jacobian/diagram_pattern.h"
#include "engine/linear/linear_model.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// The order of the members matters: the gains in the place of blocks add to the ports, and the
// pattern is made from the ports as they are then. Values are kept in one array, column by column,
// so that an evaluation writes them without search or allocation.
DiagramJacobian::DiagramJacobian(const internal::ContextData<double>* data, AutoDiffSource source,
                                 std::vector<int> state_places, DiagramPorts ports)
    : from_(*data),
      copy_(data, std::move(source)),
      state_places_(std::move(state_places)),
      ports_(std::move(ports)),
      gains_(*data->plan, static_cast<int>(state_places_.size()), &ports_),
      first_update_row_(FirstUpdateRows(*data->plan, ports_)),
      pattern_(PatternOfDiagram(*data->plan, state_places_, ports_)),
      columns_of_color_(pattern_.num_colors),
      rows_(pattern_.num_rows) {
  int64_t count = 0;
  for (int column = 0; column < pattern_.size; ++column) {
    columns_of_color_[pattern_.color[column]].push_back(column);
    first_value_.push_back(count);
    count += std::ssize(pattern_.rows[column]);
  }
  values_.resize(count);
  SortActions(*from_.plan, &ports_.actions);
}

// Columns of one colour share no row, so that one derivative stands for all of them (Curtis,
// Powell, Reid, IMA J. Appl. Math. 13 (1974) 117-119). A number of type AutoDiff carries several
// derivatives: a pass takes so many colours together. A chain of lags, each of which is moved by
// itself and by the one before it, needs two colours however long it is.
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
    if (data.inputs.entry(read.input) >= 0) data.Evaluate(data.inputs.entry(read.input));
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
  // Sparse matrices of Eigen are swapped where others are moved.
  derivatives_.swap(parts.front());
  outputs_.swap(parts.back());
  updates_.resize(parts.size() - 2);
  for (size_t g = 0; g < updates_.size(); ++g) updates_[g].swap(parts[g + 1]);
  gains_.Close(&derivatives_, &updates_, &outputs_);
  output_values_.conservativeResize(ports_.num_outputs - gains_.num_rows());
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
      if (data.inputs.entry(i) == action.entry && data.inputs[i].data == value) {
        at->second.push_back(i);
      }
    }
  }
  return at->second;
}

void DiagramJacobian::Act(const PortAction& action) {
  internal::ContextData<AutoDiff>& data = copy_.data();
  data.Evaluate(action.entry);
  // A wire has what an action on its port made of the value in this pass; without one, the port's
  // value, and not what the pass before has fixed.
  const bool follows_action = action.input >= 0 && readers_.contains({action.entry, action.offset});
  const AutoDiff* value =
      follows_action ? data.inputs[action.input].data : data.arena.data() + action.offset;
  std::vector<AutoDiff> values(value, value + action.width);
  for (int k = 0; k < action.width; ++k) {
    AutoDiff::Derivatives& derivatives = values[k].derivatives();
    if (action.gain) {
      derivatives.fill(0);
      Seed(action.gain_column + k, &derivatives);
    }
    if (action.rows[k] >= 0) {
      output_values_[action.rows[k]] = values[k].value();
      rows_[first_output_row() + action.rows[k]] = derivatives;
    }
    if (action.is_open[k]) derivatives.fill(0);
    if (action.columns[k] >= 0) Seed(action.columns[k], &derivatives);
  }
  for (const int input : action.input < 0 ? ReadersOf(action) : std::vector<int>{action.input}) {
    BasicVector<AutoDiff> fixed(action.width);
    for (int k = 0; k < action.width; ++k) fixed[k] = values[k];
    data.inputs.Fix(input, {fixed, nullptr});
  }
}

// An input has the derivative 1 by itself, where its colour is one of this pass.
void DiagramJacobian::Seed(int column, AutoDiff::Derivatives* derivatives) const {
  const int color = pattern_.color[column] - first_color_;
  if (color >= 0 && color < AutoDiff::kDerivatives) (*derivatives)[color] += 1;
}

// What the handlers of the group make of the discrete state, each from the values before.
void DiagramJacobian::RunUpdates(const UpdateGroup& group, int first_row, Eigen::VectorXd* values) {
  internal::ContextData<AutoDiff>& data = copy_.data();
  std::map<int, std::vector<AutoDiff>> next_of_node;
  for (const int number : group.events) {
    const auto& [node, event] = data.plan->events[number];
    const std::vector<Slot> groups = GroupsOfNode(*from_.plan, node);
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
    const std::vector<int> rows = RowsOfNode(*from_.plan, group, first_row, node);
    for (size_t k = 0; k < rows.size(); ++k) {
      (*values)[rows[k] - first_row] = next[k].value();
      rows_[rows[k]] = next[k].derivatives();
    }
  }
}

}  // namespace loopwright
