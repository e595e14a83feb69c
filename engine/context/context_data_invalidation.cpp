#include "engine/context/context_data.h"

#include <algorithm>

#include "engine/context/cache_overlay.h"

// How a context marks values as out of date.
//
// Each computed value is an entry with a flag that says whether it is stale. A change of a source
// (time, a group of state, a parameter) marks what was computed from it, directly or by way of
// other entries; nothing is computed until somebody reads, and then only what was asked for. What
// depends on what does not change while a diagram runs, so the plan has the edges of the graph of
// dependences as lists, made once.
//
// Marking goes along these edges with a stack, but not beyond an entry that is marked already:
// behind that everything is stale, since whoever computes an entry computes first what it needs. So
// a second change of the same source, before anybody reads, costs one look, and all changes
// together cost no more than what was computed since.
//
// Two short cuts serve what happens all the time. Chains, in which each entry has a single
// dependent, are followed in a loop without the stack. And time and all continuous state change at
// each stage of each step: what depends on them is one list of the plan, whose flags are set
// without following any edge.

namespace loopwright::internal {

namespace {
// Apart from the loops that seldom need it, which stay short.
[[gnu::noinline]] void Append(std::vector<int>* list, int value) { list->push_back(value); }
}  // namespace

// Marks an entry and, as long as each has a single dependent, what follows. Where one has several
// it is left on the stack.
template <typename T>
void ContextData<T>::MarkChain(int entry) {
  using Role = typename Plan<T>::StageRole;
  const int* const next = plan->entry_dependents.only();
  const Role* const roles = plan->stage_roles.data();
  uint8_t* const flag = flags.data();
  for (; entry >= 0 && (flag[entry] & kStale) == 0; entry = next[entry]) {
    flag[entry] |= kStale;
    stage_is_prepared_ = false;
    if (roles[entry] == Role::kConstant) [[unlikely]]
      Append(&to_refresh_, entry);
    if (next[entry] < Adjacency::kEmpty) [[unlikely]]
      Append(&invalidation_stack_, entry);
  }
}

// Marks all dependents of one entry or source, each with the chain behind it.
template <typename T>
void ContextData<T>::MarkRow(const Adjacency& dependents, int row) {
  const int* const end = dependents.end(row);
  for (const int* d = dependents.begin(row); d != end; ++d) MarkChain(*d);
}

// A source (time, one group of discrete state, one parameter, ...) has changed: everything
// downstream of it becomes stale. Where trackers exist they do the marking. Otherwise chains are
// followed in a loop, and the entries at which they fork are left on a stack that was reserved
// beforehand, so nothing is allocated.
template <typename T>
void ContextData<T>::Invalidate(int source, int64_t change_event) {
  derivatives_changed_ |= plan->affects_derivatives[source] != 0;
  if (overlay_ && overlay_->NoteSource(source, change_event)) return;
  const int only = plan->source_dependents.only(source);
  if (only >= Adjacency::kEmpty) [[likely]] {
    MarkChain(only);
  } else {
    MarkRow(plan->source_dependents, source);
  }
  while (!invalidation_stack_.empty()) {
    const int entry = invalidation_stack_.back();
    invalidation_stack_.pop_back();
    MarkRow(plan->entry_dependents, entry);
  }
}

// All continuous state of a node's subtree has changed. The leaves with continuous state are sorted
// by node, and a subtree is a range of nodes, so those concerned are found by bisection.
template <typename T>
void ContextData<T>::InvalidateContinuous(int node, int64_t change_event) {
  derivatives_changed_ = true;
  if (overlay_ && overlay_->NoteContinuous(node, change_event)) return;
  // Where nothing that depends on time or continuous state is up to date, there is nothing to mark.
  if (!scheduled_fresh_ && !other_fresh_ && !overlay_) return;
  const auto& leaves = plan->continuous_leaves;
  const int end = plan->nodes[node].end;
  for (auto n = std::lower_bound(leaves.begin(), leaves.end(), node); n != leaves.end() && *n < end;
       ++n) {
    for (int i = 0; i < 3; ++i) Invalidate(plan->q_source(*n) + i, change_event);
  }
}

// Time and all continuous state have changed, as at each stage. The plan lists what depends on
// them, so the list is marked and no dependency is followed.
template <typename T>
void ContextData<T>::MarkTimeAndContinuousStale() {
  if (overlay_ || other_fresh_) [[unlikely]] {
    NoteTimeAndContinuousChange();
    return;
  }
  StartNewChangeEvent();
  for (const int entry : plan->derivative_schedule) flags[entry] |= kStale;
  scheduled_fresh_ = stage_is_prepared_ = false;
}

// As MarkTimeAndContinuousStale(), where trackers may have to be told or entries off the schedule
// may be up to date, such as an output that only a plot reads.
template <typename T>
void ContextData<T>::NoteTimeAndContinuousChange() {
  const int64_t event = StartNewChangeEvent();
  if (overlay_ && overlay_->NoteSource(Plan<T>::time_source(), event)) {
    overlay_->NoteContinuous(0, event);
    return;
  }
  if (scheduled_fresh_) {
    for (const int entry : plan->derivative_schedule) flags[entry] |= kStale;
    scheduled_fresh_ = stage_is_prepared_ = false;
  }
  if (other_fresh_) {
    for (const int entry : plan->other_time_and_state_dependents) flags[entry] |= kStale;
    other_fresh_ = false;
  }
}

// The list is complete, so unlike Invalidate() this follows nothing.
template <typename T>
void ContextData<T>::MarkStale(const std::vector<int>& entries) {
  const int64_t event = StartNewChangeEvent();
  if (overlay_ && overlay_->NoteEntries(entries, event)) return;
  using Role = typename Plan<T>::StageRole;
  const Role* const roles = plan->stage_roles.data();
  uint8_t* const flag = flags.data();
  for (const int entry : entries) {
    if (flag[entry] & kStale) continue;
    flag[entry] |= kStale;
    if (roles[entry] == Role::kConstant) [[unlikely]]
      Append(&to_refresh_, entry);
  }
  stage_is_prepared_ = false;
}

// The safe answer where it is not known what a change concerns: at a new random seed, for example.
template <typename T>
void ContextData<T>::MarkAllStale() {
  ForgetConstants();
  derivatives_changed_ = true;
  for (int e = 0; e < plan->num_entries(); ++e) flags[e] |= kStale;
}

// Used where a whole context is replaced, as when it is read from bytes. Trackers are told as well,
// so that what a program subscribed hears of it.
template <typename T>
void ContextData<T>::InvalidateAllButInputs() {
  MarkAllStale();
  const int64_t event = StartNewChangeEvent();
  if (overlay_) overlay_->NoteAllButInputs(event);
}

LOOPWRIGHT_INSTANTIATE_CLASS(ContextData)

}  // namespace loopwright::internal
