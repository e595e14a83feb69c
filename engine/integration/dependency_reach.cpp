#include "engine/integration/dependency_reach.h"

#include <algorithm>
#include <utility>

namespace loopwright {

DependencyReach::DependencyReach(const Plan<double>& plan)
    : plan_(plan), visited_(plan.num_entries(), 0) {}

// The state that an entry shows, as sources; none of other entries.
std::vector<int> DependencyReach::ShownSources(int entry) const {
  const StatePlace place = plan_.cache_entry(entry).state_place();
  const int node = plan_.entries[entry].node;
  if (place.kind == StatePlace::kDiscrete) {
    return {plan_.group_source(plan_.nodes[node].first_group + place.group)};
  }
  if (place.kind == StatePlace::kContinuous) {
    return {plan_.q_source(node), plan_.v_source(node), plan_.z_source(node)};
  }
  return {};
}

void DependencyReach::AddTarget(int entry, int target) {
  targets_[entry].push_back(target);
  for (const int source : ShownSources(entry)) AddTargetOfSource(source, target);
}

std::vector<int> DependencyReach::FromSource(int source) {
  ++visit_;
  std::vector<int> targets;
  VisitSource(source, &targets);
  return Follow(std::move(targets));
}

std::vector<int> DependencyReach::FromEntry(int entry) {
  ++visit_;
  Visit(&entry, &entry + 1);
  return Follow({});
}

void DependencyReach::Visit(const int* begin, const int* end) {
  for (const int* entry = begin; entry != end; ++entry) {
    if (visited_[*entry] == visit_) continue;
    visited_[*entry] = visit_;
    stack_.push_back(*entry);
  }
}

// What a source leads to at once.
void DependencyReach::VisitSource(int source, std::vector<int>* targets) {
  Visit(plan_.source_dependents.begin(source), plan_.source_dependents.end(source));
  if (const auto own = source_targets_.find(source); own != source_targets_.end()) {
    targets->insert(targets->end(), own->second.begin(), own->second.end());
  }
}

// Downstream from the entries on the stack.
std::vector<int> DependencyReach::Follow(std::vector<int> targets) {
  while (!stack_.empty()) {
    const int entry = stack_.back();
    stack_.pop_back();
    if (const auto own = targets_.find(entry); own != targets_.end()) {
      targets.insert(targets.end(), own->second.begin(), own->second.end());
    }
    for (const int source : ShownSources(entry)) VisitSource(source, &targets);
    Visit(plan_.entry_dependents.begin(entry), plan_.entry_dependents.end(entry));
  }
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets;
}

}  // namespace loopwright
