#include <algorithm>
#include <limits>

#include "engine/simulation/event_isolation.h"

// What is watched and held when a run begins, and what the updates and modes of one instant change
// for the guards (semantics 1 to 8).

namespace loopwright {

template <typename T>
EventIsolation<T>::EventIsolation(SimulatedRun<T>* run, RunRecords<T>* records, RunTrace<T>* trace,
                                  InstantEvents<T>* events)
    : run_(*run),
      data_(run->data),
      records_(*records),
      trace_(*trace),
      events_(*events),
      guards_(&data_),
      early_readings_(&data_, &guards_) {}

// --- a run begins ---

template <typename T>
void EventIsolation<T>::Begin() {
  isolated_times_.assign(run_.config.max_isolated_events, -std::numeric_limits<double>::infinity());
  isolated_next_ = 0;
  guard_history_.clear();
  collapsed_events_ = 0;
  carried_sign_.clear();
  way_to_zero_.clear();
  some_rest_at_zero_ = false;
  modes_may_change_ = false;
  guards_known_at_ = -1;
  StopSliding();
  chatter_.clear();
  mode_choice_.reset();
  resting_modes_.clear();
  asked_zeros_.clear();
  warned_group_.clear();
  crossed_.clear();
  modes_before_at_ = chosen_at_ = std::numeric_limits<double>::quiet_NaN();
  data_.modes_held = false;
  data_.MarkAllStale();
}

template <typename T>
void EventIsolation<T>::HoldBranches() {
  guards_.WatchModes(run_.config.isolate_events);
  if (!run_.config.isolate_events) return;
  data_.modes_held = true;
  for (const int n : data_.plan->mode_leaves) data_.Invalidate(data_.plan->modes_source(n));
  phase_changed_.clear();
  guards_.SetModes([] {}, &phase_changed_);
  if (trace_.is_on()) trace_.KeepState();
}

template <typename T>
void EventIsolation<T>::FindGuards() {
  guards_.FindWitnessLeaves();
  guards_.CollectWitnesses();
  const size_t room = data_.plan->events.size() + 4 * static_cast<size_t>(guards_.size()) + 16;
  events_.Reserve(room);
  guard_history_.reserve(room);
  for (auto* values : {&guard_before_update_, &carried_sign_, &carried_before_}) {
    values->reserve(room);
  }
  guard_values_.reserve(room);
  for (auto* ways : {&way_to_zero_, &former_way_to_zero_}) ways->reserve(room);
  for (auto* list : {&triggered_, &zeros_, &crossed_, &former_crossed_}) list->reserve(room);
  returns_.reserve(room);
  modes_before_.reserve(data_.modes.size());
  corrections_.reserve(data_.modes.size());
  early_modes_.resize(data_.modes.size());
  phase_changed_.reserve(data_.plan->num_nodes());
  slid_.reserve(data_.plan->num_nodes());
  chatter_.reserve(data_.modes.size());
}

// --- across updates ---

template <typename T>
void EventIsolation<T>::ReadGuardsBeforeUpdate() {
  if (!run_.histories.empty()) guards_known_at_ = -1;  // a history changes without a change event
  ReadAtStart();
  guard_before_update_.resize(guards_.size());
  for (int g = 0; g < guards_.size(); ++g) guard_before_update_[g] = guard_values_[g].now;
  if (some_rest_at_zero_) NoteGuardsLeavingZero();
  if (data_.modes.empty()) return;
  modes_before_ = data_.modes;
  modes_before_at_ = run_.time();
}

/// After the updates and modes of one instant, if there were any: makes the record, and finds
/// witnesses that trigger across the change. Returns whether one does.
template <typename T>
bool EventIsolation<T>::FinishUpdate(bool changed) {
  if (!changed) return false;
  const bool derivatives_changed = data_.TakeDerivativesChanged();
  if (derivatives_changed) run_.RestartIntegration();
  if (!run_.histories.empty()) run_.histories.NoteChange(derivatives_changed);
  records_.RecordAfter();
  if (never()) return false;
  const bool triggered = FindTriggersAcrossUpdate();
  const bool are_others = guards_.CollectWitnesses();
  if (are_others) KeepCrossed();
  if (are_others || !run_.histories.empty()) guards_known_at_ = -1;
  if (guards_.size() > 0) CarrySignsAcrossUpdate();
  return triggered;
}

/// A guard that an update leaves at zero still counts as what it was before, unless its own event
/// or branch was what changed: no other block's update can hide a crossing.
template <typename T>
void EventIsolation<T>::CarrySignsAcrossUpdate() {
  const bool are_known = guards_known_at_ == data_.change_event();
  carried_before_.swap(carried_sign_);
  carried_sign_.resize(guards_.size());
  if (some_rest_at_zero_) {
    former_way_to_zero_.swap(way_to_zero_);
    way_to_zero_.assign(guards_.size(), 0);
  }
  for (int g = 0; g < guards_.size(); ++g) {
    carried_sign_[g] = 0;
    if (are_known && guard_values_[g].now != 0) continue;
    const int former = guards_.FormerPosition(g);
    if (some_rest_at_zero_ && former >= 0 && former < std::ssize(former_way_to_zero_)) {
      way_to_zero_[g] = former_way_to_zero_[former];
    }
    if (former < 0 || former >= std::ssize(guard_before_update_)) continue;
    if (guards_.is_witness(g)) {
      const Event<T>* event = guards_.witness(g).get_event();
      if (event != nullptr && events_.HasRun(event)) continue;
    } else {
      const int mode = guards_.mode_position(g);
      if (modes_before_[mode] != data_.modes[mode]) continue;
    }
    carried_sign_[g] = guard_before_update_[former];
    if (carried_sign_[g] == 0 && former < std::ssize(carried_before_)) {
      carried_sign_[g] = carried_before_[former];
    }
  }
}

/// The guards are others: those that have just triggered, by their new numbers.
template <typename T>
void EventIsolation<T>::KeepCrossed() {
  former_crossed_.swap(crossed_);
  crossed_.clear();
  if (former_crossed_.empty()) return;
  for (int g = 0; g < guards_.num_witnesses(); ++g) {
    const int former = guards_.FormerPosition(g);
    const auto end = former_crossed_.end();
    if (std::find(former_crossed_.begin(), end, former) != end) crossed_.push_back(g);
  }
}

/// The branches that were chosen at this instant, ascending; null where none were. Their values say
/// only that they are on their thresholds.
template <typename T>
const std::vector<int>* EventIsolation<T>::ModesChosenNow() const {
  return chosen_at_ == run_.time() ? &modes_chosen_ : nullptr;
}

/// Branches become those of the present values, at the instant of an update. Where one has been
/// chattering, the motion slides on its surface from here on. Returns whether any changed.
template <typename T>
bool EventIsolation<T>::SetHeldModes() {
  slid_.clear();
  bool changed = !chatter_.empty() && SlideAtChatter();
  if (run_.HasFailed()) return changed;
  phase_changed_.clear();
  changed |= SettleBranches([this] {
    if (records_.RecordsPairs()) records_.RecordBefore();
  });
  if (changed && trace_.is_on()) trace_.TellOfBranches(phase_changed_);
  return changed;
}

/// Branches become those of the values, and what slides follows from them, until neither changes:
/// what slides depends on the other branches, and these on what slides and on the state, which is
/// put on the surfaces or beside them. The leaves in phase_changed_ have been given their branches
/// and keep them at first; all leaves that changed are in phase_changed_ at the end.
template <typename T>
bool EventIsolation<T>::SettleBranches(const std::function<void()>& before_first_change) {
  // Each pass may end the sliding of one branch, or begin it.
  const auto most_passes = 16 + 2 * std::ssize(data_.modes);
  bool changed = false;
  for (int pass = 0; !run_.HasFailed(); ++pass) {
    changed |= guards_.SetModes(before_first_change, &phase_changed_, ModesChosenNow());
    for (const int node : phase_changed_) NoteSlid(node);
    phase_changed_.clear();
    if (run_.sliding == nullptr || !ReviewSliding()) break;
    changed = true;
    if (pass == most_passes) FailWithoutChoice(run_.time(), slid_, true);
  }
  phase_changed_ = slid_;
  return changed;
}

/// Whether an update that took a witness function from `before` to `now` triggers it. One that an
/// earlier update at or before this instant brought to zero, and which it triggered by that, does
/// not trigger again by going on the same way: 1, 0, -1 is one falling edge.
template <typename T>
bool EventIsolation<T>::TriggersAcrossUpdate(int guard, double before, double now) {
  const signed char way = before < now ? 1 : -1;
  signed char& way_to_zero = way_to_zero_[guard];
  if (before == 0 && way_to_zero == way && now != 0) {
    way_to_zero = 0;
    return false;
  }
  if (now != 0) way_to_zero = 0;
  if (!guards_.TriggersAcross(guard, before, now)) return false;
  if (now == 0) {
    way_to_zero = way;
    some_rest_at_zero_ = true;
  }
  return true;
}

/// Forgets how guards came to zero that are there no more.
template <typename T>
void EventIsolation<T>::NoteGuardsLeavingZero() {
  some_rest_at_zero_ = false;
  for (int g = 0; g < guards_.size() && g < std::ssize(way_to_zero_); ++g) {
    if (guard_values_[g].now != 0) way_to_zero_[g] = 0;
    some_rest_at_zero_ |= way_to_zero_[g] != 0;
  }
}

// Compares each witness function with what it was before the updates; events of those that trigger
// run in a step of no length, at the same time (semantics 10, b).
template <typename T>
bool EventIsolation<T>::FindTriggersAcrossUpdate() {
  const int count = guards_.num_witnesses();
  bool any = false;
  guard_values_.resize(guards_.size());
  way_to_zero_.resize(guards_.size());
  // With no margins to read, these are all guards as the next step finds them.
  guards_known_at_ = guards_.num_modes() == 0 ? data_.change_event() : -1;
  for (int i = 0; i < count; ++i) {
    const WitnessFunction<T>& witness = guards_.witness(i);
    const double now = guard_values_[i].now = guards_.EvaluateOne(i);
    if (!TriggersAcrossUpdate(i, guard_before_update_[i], now)) continue;
    if (witness.get_event() == nullptr) continue;
    events_.AddWitnessed(guards_.node(i), witness.get_event());
    any = true;
  }
  return any;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(EventIsolation)

}  // namespace loopwright
