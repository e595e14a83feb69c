#include "engine/jacobian/diagram_ports.h"

#include <algorithm>
#include <map>

#include "engine/events/event.h"

namespace loopwright {
namespace {

bool WritesState(const Event<double>& event) {
  return event.trigger() == TriggerType::kPeriodic && !event.is_publish() && !event.is_corner();
}

}  // namespace

std::vector<Slot> GroupsOfNode(const Plan<double>& plan, int node) {
  const PlanNode& n = plan.nodes[node];
  return {plan.groups.begin() + n.first_group, plan.groups.begin() + n.first_group + n.num_groups};
}

// Events with the same period and offset read the same values and are committed together, so they
// are one group. A block without inputs, as a counter or a noise, goes by nothing in the diagram:
// its state counts as a number that stands still.
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
    for (const Slot& slot : GroupsOfNode(plan, node)) {
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

std::vector<int> FirstUpdateRows(const Plan<double>& plan, const DiagramPorts& ports) {
  std::vector<int> first = {plan.num_continuous()};
  for (const UpdateGroup& group : ports.updates) {
    first.push_back(first.back() + static_cast<int>(group.places.size()));
  }
  return first;
}

// The places of a group are sorted, so that a row is found by bisection.
std::vector<int> RowsOfNode(const Plan<double>& plan, const UpdateGroup& group, int first_row,
                            int node) {
  std::vector<int> rows;
  for (const Slot& slot : GroupsOfNode(plan, node)) {
    for (int k = 0; k < slot.size; ++k) {
      const auto place =
          std::lower_bound(group.places.begin(), group.places.end(), slot.offset + k);
      rows.push_back(first_row + static_cast<int>(place - group.places.begin()));
    }
  }
  return rows;
}

// A port that shows a state or a parameter has its value in their place, and what reads it depends
// on these and not on its entry. So the plan orders that entry in no way against its readers', and
// it comes before all: the value follows from nothing that is computed.
void SortActions(const Plan<double>& plan, std::vector<PortAction>* actions) {
  std::vector<int> rank(plan.num_entries());
  for (size_t i = 0; i < plan.order.size(); ++i) rank[plan.order[i]] = static_cast<int>(i);
  const auto key = [&](const PortAction& action) {
    const bool is_computed = action.offset >= plan.parameters_end;
    return std::pair(is_computed ? rank[action.entry] : -1, action.input >= 0);
  };
  std::stable_sort(actions->begin(), actions->end(),
                   [&](const auto& a, const auto& b) { return key(a) < key(b); });
}

}  // namespace loopwright
