#pragma once

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/simulation/run_records.h"
#include "engine/simulation/run_trace.h"
#include "engine/updates/dynamic_events.h"
#include "engine/updates/event_calendar.h"
#include "engine/updates/rate_update.h"
#include "engine/updates/update_buffer.h"

namespace loopwright {

/// What is due at an instant, from whichever source: the calendar of timed events, what leaves
/// decide on at run time, what happens at each step, and witness functions that have triggered.
/// Runs it in the order of semantics 6, updates of one kind all from the same values.
template <typename T>
class InstantEvents {
 public:
  /// Which kinds of updates are due.
  struct PendingUpdates {
    bool unrestricted = false, discrete = false;
    bool any() const { return unrestricted || discrete; }
  };

  /// All must outlive this.
  InstantEvents(SimulatedRun<T>* run, RunRecords<T>* records, RunTrace<T>* trace);

  // --- a run begins ---
  /// The calendar is set to the present time, and nothing waits.
  void Begin();
  /// Prepared updates refer to a plan that is no longer that of the context.
  void ForgetPlan() { rate_updates_.clear(); }
  /// The initialization updates, and what begins in the order of feedthrough. The run may fail.
  void RunInitialization();
  /// What is due at the start time: publishes now, updates at the beginning of the first step.
  void ArriveAtStart();
  /// Room for `room` events, so that stepping allocates nothing.
  void Reserve(size_t room);

  // --- the updates of an instant ---
  /// Looks only: whether a step begins with updates, and of which kinds.
  PendingUpdates FindPendingUpdates() const;
  /// Runs the updates that are due; returns whether any are. The run may fail.
  bool RunUpdates(PendingUpdates pending);
  /// Runs what is to be published at this time: initialization events where `first` says so, then
  /// per-step, timed and witnessed ones, and the monitor at last.
  void Publish(TriggerType first) {
    run_.SettleSliding();
    const bool timed = instant_arrived_ && !instant_published_;
    instant_published_ |= timed;
    // Most steps publish nothing.
    if (first == TriggerType::kInitialization || !per_step_publish_.empty() ||
        run_.observers.monitor || trace_.is_on() || (timed && calendar_.next().has_publishes()) ||
        has_witnessed_publishes()) {
      PublishDue(first, timed);
    }
  }
  /// Semantics 8: blocks that trigger each other at one instant for ever are named, and the run
  /// fails.
  void CountStepWithoutAdvance();
  /// A witness function of the leaf `node` has triggered: its event waits.
  void AddWitnessed(int node, const Event<T>* event) { witnessed_.push_back({node, event}); }
  /// Whether the last updates ran this one.
  bool HasRun(const Event<T>* event) const {
    return std::ranges::any_of(ran_, [event](const PendingEvent& e) { return e.event == event; });
  }
  void ForgetRun() { ran_.clear(); }

  // --- from instant to instant ---
  /// An event and the boundary of the run that are one instant happen at the boundary's time.
  void MergeWithBoundary(double boundary_sec);
  /// Where the next step ends at the latest: at an event, or at the boundary.
  double FindTarget(double boundary_sec);
  /// Time does not advance, since that is the present.
  void ArriveWithoutStep();
  /// A step has been made: what is due at the new time waits for the publishes and the next step.
  void ArriveAfterStep();
  /// Of a diagram without continuous state: goes on from instant to instant where nothing happens
  /// but prepared updates that come again and again, and nobody looks at them.
  void RepeatUpdates(double boundary_sec, StepAnnouncements<T>* announcements);
  /// Whether the calendar's next instant is now, and something is due in it.
  bool is_at_event() const {
    const auto& next = calendar_.next();
    return instant_arrived_ &&
           (next.has_updates() || next.has_publishes() || next.is_corner || records_.is_log_time());
  }
  bool has_arrived() const { return instant_arrived_; }
  /// Whether something happens at each step, or is decided on from step to step.
  bool has_events_of_steps() const {
    return !(per_step_publish_.empty() && per_step_discrete_.empty() &&
             per_step_unrestricted_.empty() && dynamic_events_.empty());
  }
  bool has_dynamic_events() const { return !dynamic_events_.empty(); }

  /// Everything that a step leaves to the next one.
  auto WhereItStands() {
    return std::tie(calendar_, instant_arrived_, instant_published_, per_step_pending_, witnessed_,
                    ran_, steps_without_advance_);
  }

 private:
  /// An event to run: one of the plan's list, or one of a witness function.
  using PendingEvent = typename Plan<T>::LeafEvent;
  bool has_witnessed_publishes() const {
    return std::any_of(witnessed_.begin(), witnessed_.end(),
                       [](const PendingEvent& e) { return e.event->is_publish(); });
  }
  void PublishDue(TriggerType first, bool timed);
  void FindPerStepEvents();
  void RunInitializationUpdates();
  void RunOrderedInitialization();
  void AskForEventsAtStart();
  void TakeDynamicEvents();
  void MergeDynamicEvents(double boundary_time);
  bool RunUpdateKind(EventKind kind, const char* phase);
  RateUpdate<T>* FindRateUpdate();
  void GatherUpdates(bool unrestricted);
  void NoteCauses();
  std::vector<TraceCause> CausesOfDue(bool is_publish) const;

  SimulatedRun<T>& run_;
  internal::ContextData<T>& data_;
  RunRecords<T>& records_;
  RunTrace<T>& trace_;
  EventCalendar<T> calendar_;
  DynamicEvents<T> dynamic_events_;
  UpdateBuffer<T> updates_;
  /// By the discrete updates of an instant; null: they cannot be prepared.
  std::vector<std::pair<std::vector<int>, std::unique_ptr<RateUpdate<T>>>> rate_updates_;
  std::vector<PendingEvent> per_step_publish_, per_step_discrete_, per_step_unrestricted_;
  bool instant_arrived_ = false;    ///< the calendar's next instant is now; its updates are due
  bool instant_published_ = false;  ///< … and its publishes have been done
  bool per_step_pending_ = false;
  std::vector<PendingEvent> witnessed_;  ///< triggered, their events not yet run
  std::vector<PendingEvent> ran_;        ///< those that ran in the last updates
  int64_t steps_without_advance_ = 0;
  // Scratch of one phase.
  std::vector<PendingEvent> due_;
  std::vector<int> phase_blocks_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(InstantEvents)

}  // namespace loopwright
