#include "engine/integration/dependency_reach.h"

#include <algorithm>

namespace loopwright {

DependencyReach::DependencyReach(const Plan<double>& plan)
    : plan_(plan), visited_(static_cast<size_t>(plan.num_entries()), 0) {}

std::vector<int> DependencyReach::FromSource(int source) {
  ++visit_;
  Visit(plan_.source_dependents.begin(source), plan_.source_dependents.end(source));
  const auto own = source_targets_.find(source);
  return Follow(own == source_targets_.end() ? std::vector<int>() : own->second);
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

// Downstream from the entries on the stack.
std::vector<int> DependencyReach::Follow(std::vector<int> targets) {
  while (!stack_.empty()) {
    const int entry = stack_.back();
    stack_.pop_back();
    if (const auto own = targets_.find(entry); own != targets_.end()) {
      targets.insert(targets.end(), own->second.begin(), own->second.end());
    }
    if (const auto added = added_.find(entry); added != added_.end()) {
      Visit(added->second.data(), added->second.data() + added->second.size());
    }
    Visit(plan_.entry_dependents.begin(entry), plan_.entry_dependents.end(entry));
  }
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets;
}

}  // namespace loopwright
