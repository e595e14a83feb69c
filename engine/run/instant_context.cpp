#include "engine/run/instant_context.h"

#include <utility>

#include "engine/context/cache_overlay.h"
#include "engine/context/context_data.h"

namespace loopwright {

namespace {

using Data = internal::ContextData<double>;
using internal::TrackerTable;

// What was counted of an entry. A change that is told to the entry itself, and not to what it
// depends on, has no cause that could be named.
EntryHistory HistoryOf(const TrackerTable::EntryCounts& counts, const DependencyTracker& own) {
  EntryHistory history{counts.computed, counts.reused, counts.invalidated, -1, 0};
  const DependencyTracker* const cause = counts.invalidated_last_by;
  if (cause == nullptr || cause == &own) return history;
  history.cause_node = TrackerTable::node_of(*cause);
  history.cause_ticket = cause->ticket();
  return history;
}

}  // namespace

// Flags and counts are read before anything is computed with the copy, which has neither.
std::shared_ptr<const InstantContext> CopyInstant(std::shared_ptr<const void> model,
                                                  const DiagramIndex<double>& index,
                                                  const Context<double>& root) {
  auto copy = std::make_shared<InstantContext>();
  copy->model = std::move(model);
  copy->index = &index;
  Data& data = root.data();
  const int entries = data.plan->num_entries();
  for (int e = 0; e < entries; ++e) {
    copy->was_stale.push_back((data.flags[e] & Data::kStale) != 0);
  }
  if (data.has_overlay() && data.get_overlay().counting()) {
    TrackerTable& trackers = data.get_overlay().trackers();
    for (int e = 0; e < entries; ++e) {
      copy->history.push_back(HistoryOf(*trackers.counts(e), trackers.entry_tracker(e)));
    }
  }
  copy->context = root.Clone();
  internal::CacheSwitches<double>(&copy->context->data()).DropOverlay();
  return copy;
}

void StartCountingStep(const Context<double>& root) {
  root.data().get_overlay().trackers().StartCounting();
  internal::CacheSwitches<double>(&root.data()).MarkPlain();
}

void StopCountingStep(const Context<double>& root) {
  Data& data = root.data();
  if (data.has_overlay() && data.get_overlay().counting())
    internal::CacheSwitches<double>(&data).DropOverlay();
}

}  // namespace loopwright
