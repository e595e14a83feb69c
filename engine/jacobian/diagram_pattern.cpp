#include "engine/jacobian/diagram_pattern.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "engine/common/exceptions.h"
#include "engine/integration/dependency_reach.h"
#include "engine/integration/state_ranges.h"

namespace loopwright {
namespace {

constexpr int64_t kMostElements = 100'000'000;

// By place in the arena: the source that a value of state or parameters is; −1 of others.
std::vector<int> SourcesOfPlaces(const Plan<double>& plan) {
  std::vector<int> sources(plan.parameters_end, -1);
  const auto fill = [&](int first, int count, int source) {
    std::fill_n(sources.begin() + first, count, source);
  };
  for (const int leaf : plan.continuous_leaves) {
    for (const StateRange& range : StateRangesOf(plan, leaf)) {
      fill(range.begin, range.count, range.source);
    }
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

// 0, 1, …, count − 1.
std::vector<int> UpTo(int count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
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
    const int bundle = reach->AddBundle(StateElementsOf(plan, plan.continuous_leaves[i]));
    reach->AddTo(plan.derivative_entry[i], bundle);
  }
}

// Outputs hang at the entries whose values they are.
void AddOutputs(const DiagramPorts& ports, int first_row, RowReach* reach) {
  for (const PortAction& action : ports.actions) {
    std::vector<int> rows;
    for (const int row : action.rows) {
      if (row >= 0) rows.push_back(first_row + row);
    }
    if (!rows.empty()) reach->AddTo(action.entry, reach->AddBundle(std::move(rows)));
  }
  for (const ReadInput& read : ports.reads) {
    std::vector<int> rows;
    for (int k = 0; k < read.width; ++k) rows.push_back(first_row + read.first_row + k);
    reach->AddToInput(read.input, reach->AddBundle(std::move(rows)));
  }
}

// What an update makes of a node's state follows from that state and from the node's inputs.
void AddUpdates(const Plan<double>& plan, const UpdateGroup& group, int first_row,
                RowReach* reach) {
  std::set<int> nodes;
  for (const int event : group.events) nodes.insert(plan.events[event].node);
  for (const int node : nodes) {
    const int bundle = reach->AddBundle(RowsOfNode(plan, group, first_row, node));
    const PlanNode& n = plan.nodes[node];
    for (int i = 0; i < n.num_inputs; ++i) reach->AddToInput(n.first_input + i, bundle);
    for (const int source : SourcesOfNode(plan, node)) reach->AddToSource(source, bundle);
  }
}

}  // namespace

// Columns of one source are alike: each list of rows is found once, and the columns are counted
// before it is copied to them.
JacobianPattern PatternOfDiagram(const Plan<double>& plan, const std::vector<int>& state_places,
                                 const DiagramPorts& ports) {
  const std::vector<int> first_update_row = FirstUpdateRows(plan, ports);
  const int first_output_row = first_update_row.back();
  const int num_rows = first_output_row + ports.num_outputs;
  RowReach reach(plan);
  AddDerivatives(plan, &reach);
  for (size_t g = 0; g < ports.updates.size(); ++g) {
    AddUpdates(plan, ports.updates[g], first_update_row[g], &reach);
  }
  AddOutputs(ports, first_output_row, &reach);
  std::vector<std::vector<int>> lists;
  std::vector<size_t> list_of(state_places.size() + static_cast<size_t>(ports.num_inputs));
  const std::vector<int> sources = SourcesOfPlaces(plan);
  std::optional<int> last;
  for (size_t i = 0; i < state_places.size(); ++i) {
    const int source = sources[state_places[i]];
    if (last != source) lists.push_back(source < 0 ? UpTo(num_rows) : reach.FromSource(source));
    last = source;
    list_of[i] = lists.size() - 1;
  }
  for (const PortAction& action : ports.actions) {
    std::vector<int> columns = action.columns;
    for (int k = 0; action.gain && k < action.width; ++k) columns.push_back(action.gain_column + k);
    std::erase_if(columns, [](int column) { return column < 0; });
    if (columns.empty()) continue;
    lists.push_back(reach.FromEntry(action.entry));
    for (const int column : columns) list_of[column] = lists.size() - 1;
  }
  int64_t count = 0;
  for (const size_t list : list_of) count += std::ssize(lists[list]);
  if (count > kMostElements) {
    throw UsageError(
        "the diagram is too large to be linearised: more than 100,000,000 elements of its "
        "Jacobian may differ from 0. All elements of a block's state count as following each "
        "other: give each part that stands alone a block of its own");
  }
  std::vector<std::vector<int>> rows;
  rows.reserve(list_of.size());
  for (const size_t list : list_of) rows.push_back(lists[list]);
  return {std::move(rows), num_rows};
}

}  // namespace loopwright
