#include "engine/analysis/inspection.h"

#include <algorithm>
#include <set>

#include "engine/context/cache_overlay.h"
#include "engine/system/cache_entry.h"
#include "engine/system/system.h"

namespace loopwright {

namespace {
using Neighbours = const std::vector<DependencyTracker*>& (DependencyTracker::*)() const;

// All trackers that are reached from `start`, nearest first.
std::vector<const DependencyTracker*> Reached(const DependencyTracker& start, Neighbours next) {
  std::vector<const DependencyTracker*> found{&start};
  std::set<const DependencyTracker*> seen{&start};
  for (size_t i = 0; i < found.size(); ++i) {
    for (const DependencyTracker* t : (found[i]->*next)()) {
      if (seen.insert(t).second) found.push_back(t);
    }
  }
  found.erase(found.begin());
  return found;
}

std::vector<std::string> Names(const std::vector<DependencyTracker*>& trackers) {
  std::vector<std::string> names;
  names.reserve(trackers.size());
  for (const DependencyTracker* t : trackers) names.push_back(t->GetPathDescription());
  return names;
}

// What nothing feeds: kinds of state that a leaf lacks and unconnected inputs pass nothing on, and
// a composite without constituents is no source.
bool IsSource(const DependencyTracker& tracker) {
  const int ticket = tracker.ticket();
  const bool composite = ticket == internal::kXdTicket || ticket == internal::kXaTicket ||
                         ticket == internal::kPnTicket || ticket == internal::kPaTicket ||
                         ticket == internal::kAllInputPortsTicket ||
                         ticket == internal::kNothingTicket;
  return tracker.num_prerequisites() == 0 && !tracker.has_associated_cache_entry() &&
         !tracker.notifications_are_suppressed() && !composite;
}

// Trackers know only their neighbours. What an entry comes from in the end, and all that follows
// from it, is found by going on from neighbour to neighbour.
template <typename T>
EntryInspection InspectNumber(int number, internal::ContextData<T>* data) {
  using Data = internal::ContextData<T>;
  const auto& e = data->plan->entries[number];
  auto& overlay = data->get_overlay();
  const DependencyTracker& tracker = overlay.trackers().entry_tracker(number);
  EntryInspection result;
  result.name = tracker.GetPathDescription();
  result.system = data->plan->system_of(number).GetSystemPathname();
  result.description = data->plan->cache_entry(number).description();
  result.size = e.size;
  result.depends_on = Names(tracker.prerequisites());
  result.depended_on_by = Names(tracker.subscribers());
  for (const auto* t : Reached(tracker, &DependencyTracker::prerequisites)) {
    if (IsSource(*t)) result.sources.push_back(t->GetPathDescription());
  }
  for (const auto* t : Reached(tracker, &DependencyTracker::subscribers)) {
    if (t->has_associated_cache_entry()) result.entries_behind.push_back(t->GetPathDescription());
  }
  result.up_to_date = (data->flags[number] & Data::kStale) == 0;
  result.disabled =
      (data->flags[number] & Data::kDisabled) != 0 || data->caching() == Data::Caching::kOff;
  result.frozen = overlay.is_frozen(e.node);
  result.serial_number = data->serial_number(number);
  if (const auto* counts = overlay.trackers().counts(number)) {
    result.computed = counts->computed;
    result.reused = counts->reused;
    result.invalidated = counts->invalidated;
    for (const auto& [source, count] : counts->invalidated_by) {
      result.invalidated_by.push_back({source->GetPathDescription(), count});
    }
  }
  std::sort(result.invalidated_by.begin(), result.invalidated_by.end(),
            [](const auto& a, const auto& b) {
              return a.count != b.count ? a.count > b.count : a.source < b.source;
            });
  return result;
}
}  // namespace

template <typename T>
void StartCounting(const Context<T>& context) {
  context.data().get_overlay().trackers().StartCounting();
  internal::CacheSwitches<T>(&context.data()).MarkPlain();
}
template <typename T>
void StopCounting(const Context<T>& context) {
  context.data().get_overlay().trackers().StopCounting();
  internal::CacheSwitches<T>(&context.data()).MarkPlain();
}

template <typename T>
EntryInspection Inspect(const CacheEntry<T>& entry, const Context<T>& context) {
  internal::ValidateContext(entry.get_system(), context, "Inspect");
  return InspectNumber(context.plan_node().first_entry + entry.cache_index(), &context.data());
}
template <typename T>
std::vector<EntryInspection> InspectAll(const Context<T>& context) {
  const auto& plan = *context.data().plan;
  const int end = plan.nodes[context.plan_node().end].first_entry;
  std::vector<EntryInspection> result;
  for (int e = context.plan_node().first_entry; e < end; ++e) {
    result.push_back(InspectNumber(e, &context.data()));
  }
  return result;
}

template void StartCounting(const Context<double>&);
template void StartCounting(const Context<AutoDiff>&);
template void StartCounting(const Context<Expression>&);
template void StopCounting(const Context<double>&);
template void StopCounting(const Context<AutoDiff>&);
template void StopCounting(const Context<Expression>&);
template EntryInspection Inspect(const CacheEntry<double>&, const Context<double>&);
template EntryInspection Inspect(const CacheEntry<AutoDiff>&, const Context<AutoDiff>&);
template EntryInspection Inspect(const CacheEntry<Expression>&, const Context<Expression>&);
template std::vector<EntryInspection> InspectAll(const Context<double>&);
template std::vector<EntryInspection> InspectAll(const Context<AutoDiff>&);
template std::vector<EntryInspection> InspectAll(const Context<Expression>&);

}  // namespace loopwright
