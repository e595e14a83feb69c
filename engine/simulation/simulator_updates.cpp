#include <algorithm>
#include <optional>
#include <utility>

#include "engine/context/cache_hits.h"
#include "engine/simulation/simulator.h"

// The updates and modes of one instant (semantics 1 to 8), and what they change for the guards.

namespace loopwright {

template <typename T>
void Simulator<T>::ReadGuardsBeforeUpdate() {
  if (!histories_.empty()) guards_known_at_ = -1;  // a history changes without a change event
  ReadGuardsAtStart();
  guard_before_update_.resize(guards_.size());
  for (int g = 0; g < guards_.size(); ++g) guard_before_update_[g] = guard_values_[g].now;
  if (some_rest_at_zero_) NoteGuardsLeavingZero();
  if (data_.modes.empty()) return;
  modes_before_ = data_.modes;
  modes_before_at_ = time();
}

// What the integrator knows of the past no longer holds. Restarts before the first step do not
// count.
template <typename T>
void Simulator<T>::RestartIntegration() {
  integrator_->Restart();
  if (sliding_ != nullptr) sliding_->NoteCorner();
  if (statistics_.steps > 0 && has_continuous_state()) ++statistics_.restarts;
}

/// After the updates and modes of one instant, if there were any: makes the record, and finds
/// witnesses that trigger across the change. Returns whether one does.
template <typename T>
bool Simulator<T>::FinishUpdate(bool changed) {
  if (!changed) return false;
  const bool derivatives_changed = data_.TakeDerivativesChanged();
  if (derivatives_changed) RestartIntegration();
  if (!histories_.empty()) histories_.NoteChange(derivatives_changed);
  RecordAfter();
  const bool triggered = FindTriggersAcrossUpdate();
  const bool are_others = guards_.CollectWitnesses();
  if (are_others) KeepCrossed();
  if (are_others || !histories_.empty()) guards_known_at_ = -1;
  if (guards_.size() > 0) CarrySignsAcrossUpdate();
  return triggered;
}

/// A guard that an update leaves at zero still counts as what it was before, unless its own event
/// or branch was what changed: no other block's update can hide a crossing.
template <typename T>
void Simulator<T>::CarrySignsAcrossUpdate() {
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
      const bool has_run = std::any_of(ran_.begin(), ran_.end(),
                                       [&](const PendingEvent& e) { return e.event == event; });
      if (event != nullptr && has_run) continue;
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

// Looks only: whether a step begins with updates, and of which kinds.
template <typename T>
auto Simulator<T>::FindPendingUpdates() const -> PendingUpdates {
  PendingUpdates pending;
  if (instant_arrived_) {
    pending.unrestricted = !calendar_.next().unrestricted.empty();
    pending.discrete = !calendar_.next().discrete.empty();
  }
  if (per_step_pending_) {
    pending.unrestricted |= !per_step_unrestricted_.empty();
    pending.discrete |= !per_step_discrete_.empty();
  }
  for (const PendingEvent& e : witnessed_) {
    pending.unrestricted |= e.event->kind() == EventKind::kUnrestrictedUpdate;
    pending.discrete |= e.event->is_discrete_update();
  }
  return pending;
}

// In the order of semantics 6: per-step, timed, witnessed.
template <typename T>
void Simulator<T>::GatherUpdates(bool unrestricted) {
  due_.clear();
  if (per_step_pending_) {
    const auto& list = unrestricted ? per_step_unrestricted_ : per_step_discrete_;
    due_.insert(due_.end(), list.begin(), list.end());
  }
  if (instant_arrived_) {
    const auto& next = calendar_.next();
    for (const int i : unrestricted ? next.unrestricted : next.discrete) {
      due_.push_back({data_.plan->events[i].node, data_.plan->events[i].event});
    }
  }
  for (const PendingEvent& e : witnessed_) {
    const bool is_unrestricted = e.event->kind() == EventKind::kUnrestrictedUpdate;
    if (!e.event->is_publish() && is_unrestricted == unrestricted) due_.push_back(e);
  }
}

/// Runs the updates that are due; returns whether any are.
template <typename T>
bool Simulator<T>::RunUpdates(PendingUpdates pending) {
  if (pending.any()) {
    SettleSliding();
    if (RecordsPairs()) RecordBefore();
    if (!histories_.empty()) NoteCauses();
    if (RateUpdate<T>* prepared = FindRateUpdate()) {
      prepared->Run();
      ++statistics_.discrete_updates;
    } else {
      if (pending.unrestricted) {
        GatherUpdates(true);
        RunUpdateKind(EventKind::kUnrestrictedUpdate, "unrestricted");
      }
      if (pending.discrete && !HasFailed()) {
        GatherUpdates(false);
        RunUpdateKind(EventKind::kDiscreteUpdate, "discrete");
      }
    }
  }
  per_step_pending_ = false;
  std::swap(ran_, witnessed_);
  witnessed_.clear();
  if (instant_arrived_) {
    calendar_.Advance();
    instant_arrived_ = instant_published_ = false;
  }
  return pending.any();
}

/// Tells those that keep a history whose events are about to run.
template <typename T>
void Simulator<T>::NoteCauses() {
  const bool has_per_step_updates =
      per_step_pending_ && !(per_step_discrete_.empty() && per_step_unrestricted_.empty());
  if (has_per_step_updates || (instant_arrived_ && calendar_.next().has_updates())) {
    histories_.NoteOtherEvents();
  }
  for (const PendingEvent& e : witnessed_) {
    if (!e.event->is_publish()) histories_.NoteEvent(e.node);
  }
}

/// The prepared form of the updates that are due, where there is one: timed discrete updates alone,
/// and nobody who wants to know which of them changed what. Preparing pays for those that return.
template <typename T>
RateUpdate<T>* Simulator<T>::FindRateUpdate() {
  constexpr size_t kMostRateUpdates = 16;
  const auto& next = calendar_.next();
  const bool are_alone = instant_arrived_ && next.unrestricted.empty() && witnessed_.empty() &&
                         per_step_discrete_.empty() && per_step_unrestricted_.empty();
  if (!are_alone || !internal::MayTakeShortcuts(data_) || trace_) return nullptr;
  for (auto& [events, update] : rate_updates_) {
    if (events != next.discrete) continue;
    if (update != nullptr && !update->is_bound()) update = RateUpdate<T>::Make(&data_, events);
    return update.get();
  }
  if (rate_updates_.size() == kMostRateUpdates || next.longest_period == 0) return nullptr;
  if (!RateUpdate<T>::AreHooksKnown(*data_.plan, next.discrete)) return nullptr;
  rate_updates_.emplace_back(next.discrete, RateUpdate<T>::Make(&data_, next.discrete));
  return rate_updates_.back().second.get();
}

/// Runs the events in due_, all of which see the same values, up to the first that fails. Without a
/// `phase` there is no trace.
template <typename T>
bool Simulator<T>::RunUpdateKind(EventKind kind, const char* phase) {
  if (due_.empty()) return false;
  std::optional<EventStatus> ending;  // what ends the run, if anything does
  updates_.Begin();
  phase_blocks_.clear();
  for (const PendingEvent& e : due_) {
    EventStatus answer = updates_.Run(e.node, *e.event);
    if (answer.failed() || answer.reached_termination()) {
      if (ending) {
        ending->KeepMoreSevere(std::move(answer));
      } else {
        ending = std::move(answer);
      }
    }
    if (trace_) phase_blocks_.push_back(e.node);
    if (ending && ending->failed()) break;
  }
  if (!ending || !ending->failed()) updates_.Commit();
  ++(kind == EventKind::kUnrestrictedUpdate ? statistics_.unrestricted_updates
                                            : statistics_.discrete_updates);
  if (trace_ && phase != nullptr) Trace(phase, phase_blocks_, updates_.changed());
  if (ending) StopAfter(*ending);
  return true;
}

/// The guards are others: those that have just triggered, by their new numbers.
template <typename T>
void Simulator<T>::KeepCrossed() {
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
const std::vector<int>* Simulator<T>::ModesChosenNow() const {
  return chosen_at_ == time() ? &modes_chosen_ : nullptr;
}

// Branches become those of the present values, at the instant of an update. Where one has been
// chattering, the motion slides on its surface from here on. Returns whether any changed.
template <typename T>
bool Simulator<T>::SetModes() {
  modes_may_change_ = false;
  if (!config_.isolate_events || data_.plan->mode_leaves.empty()) return false;
  slid_.clear();
  bool changed = !chatter_.empty() && SlideAtChatter();
  if (HasFailed()) return changed;
  phase_changed_.clear();
  changed |= SettleBranches([this] {
    if (RecordsPairs()) RecordBefore();
  });
  if (changed && trace_) Trace("mode", phase_changed_, phase_changed_);
  return changed;
}

/// Branches become those of the values, and what slides follows from them, until neither changes:
/// what slides depends on the other branches, and these on what slides and on the state, which is
/// put on the surfaces or beside them. The leaves in phase_changed_ have been given their branches
/// and keep them at first; all leaves that changed are in phase_changed_ at the end.
template <typename T>
bool Simulator<T>::SettleBranches(const std::function<void()>& before_first_change) {
  // Each pass may end the sliding of one branch, or begin it.
  const auto most_passes = 16 + 2 * std::ssize(data_.modes);
  bool changed = false;
  for (int pass = 0; !HasFailed(); ++pass) {
    changed |= guards_.SetModes(before_first_change, &phase_changed_, ModesChosenNow());
    for (const int node : phase_changed_) NoteSlid(node);
    phase_changed_.clear();
    if (sliding_ == nullptr || !ReviewSliding()) break;
    changed = true;
    if (pass == most_passes) FailWithoutChoice(time(), slid_, true);
  }
  phase_changed_ = slid_;
  return changed;
}

/// Whether an update that took a witness function from `before` to `now` triggers it. One that an
/// earlier update at or before this instant brought to zero, and which it triggered by that, does
/// not trigger again by going on the same way: 1, 0, -1 is one falling edge.
template <typename T>
bool Simulator<T>::TriggersAcrossUpdate(int guard, double before, double now) {
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
void Simulator<T>::NoteGuardsLeavingZero() {
  some_rest_at_zero_ = false;
  for (int g = 0; g < guards_.size() && g < std::ssize(way_to_zero_); ++g) {
    if (guard_values_[g].now != 0) way_to_zero_[g] = 0;
    some_rest_at_zero_ |= way_to_zero_[g] != 0;
  }
}

// Compares each witness function with what it was before the updates; events of those that trigger
// run in a step of no length, at the same time (semantics 10, b).
template <typename T>
bool Simulator<T>::FindTriggersAcrossUpdate() {
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
    witnessed_.push_back({guards_.node(i), witness.get_event()});
    any = true;
  }
  return any;
}

template class Simulator<double>;
template class Simulator<AutoDiff>;

}  // namespace loopwright
