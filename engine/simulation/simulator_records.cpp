#include <algorithm>
#include <utility>

#include "engine/simulation/simulator.h"

// What a run shows: publishes, with how their handlers may end it, and records. At an update a
// signal has two values at one time, and both are recorded.

namespace loopwright {

// --- publishing ---

// Runs what is to be published at this time: initialization events where `first` says so, then
// per-step, timed and witnessed ones (semantics 6), and the monitor at last. All run, even where
// one fails; the most severe answer counts.
template <typename T>
void Simulator<T>::Publish(TriggerType first) {
  SettleSliding();
  const bool timed = instant_arrived_ && !instant_published_;
  if (timed) instant_published_ = true;
  // Most steps publish nothing, and leave here.
  const bool nothing_to_do =
      first != TriggerType::kInitialization && per_step_publish_.empty() && !monitor_ && !trace_ &&
      !(timed && calendar_.next().has_publishes()) &&
      std::none_of(witnessed_.begin(), witnessed_.end(),
                   [](const PendingEvent& e) { return e.event->is_publish(); });
  if (nothing_to_do) return;
  due_.clear();
  if (first == TriggerType::kInitialization) {
    for (const auto& [node, event] : data_.plan->events) {
      if (event->trigger() == TriggerType::kInitialization && event->is_publish()) {
        due_.push_back({node, event});
      }
    }
  }
  due_.insert(due_.end(), per_step_publish_.begin(), per_step_publish_.end());
  if (timed) {
    for (const int i : calendar_.next().publish) {
      due_.push_back({data_.plan->events[i].node, data_.plan->events[i].event});
    }
  }
  for (const PendingEvent& e : witnessed_) {
    if (e.event->is_publish()) due_.push_back(e);
  }
  EventStatus status = EventStatus::DidNothing();
  phase_blocks_.clear();
  for (const PendingEvent& e : due_) {
    EventTarget<T> nothing;
    status.KeepMoreSevere(
        e.event->Handle(*data_.plan->systems[e.node], data_.views[e.node], nothing));
    if (trace_) phase_blocks_.push_back(e.node);
  }
  if (!due_.empty() || (timed && calendar_.next().is_log_time)) ++statistics_.publishes;
  if (trace_) Trace("publish", phase_blocks_, {});
  if (monitor_) status.KeepMoreSevere(monitor_(*context_));
  StopAfter(status);
}

// A failure ends the run in any case; a termination only where nothing has ended it yet.
template <typename T>
void Simulator<T>::StopAfter(const EventStatus& status) {
  if (status.failed()) {
    status_.SetEventHandlerFailed(time(), status.system(), status.message());
  } else if (status.reached_termination() && !ended()) {
    status_.SetReachedTermination(time(), status.system(), status.message());
  }
}

template <typename T>
void Simulator<T>::FailAt(double t, const SystemBase* system, std::string message) {
  status_.SetEventHandlerFailed(t, system, std::move(message));
}

// --- recording ---

// Whether both sides of an update are recorded at this time: always, or at log times only.
template <typename T>
bool Simulator<T>::RecordsPairs() const {
  return config_.log_updates || !config_.log_interval || is_log_time_;
}

// The record `-` of this time, once, however often it is asked for.
template <typename T>
void Simulator<T>::RecordBefore() {
  if (recorded_before_) return;
  recorded_before_ = true;
  if (!recorder_) return;
  ++statistics_.output_evaluations;
  SettleSliding();
  recorder_(*context_, Side::kBefore);
}

// Where the pairs between log times are left away, so is this one. The record `+` belongs to a `-`
// of the same time.
template <typename T>
void Simulator<T>::RecordAfter() {
  if (!recorded_before_) return;
  RecordLast();
}

// The record `+`, also without one before it: the last of a run that an update ended.
template <typename T>
void Simulator<T>::RecordLast() {
  recorded_before_ = false;
  if (!recorder_) return;
  ++statistics_.output_evaluations;
  SettleSliding();
  recorder_(*context_, Side::kAfter);
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(Simulator)

}  // namespace loopwright
