#include "engine/simulation/instant_events.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "engine/context/cache_hits.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

namespace {
// The words that stand in a trace for what triggered an event, in the order of TriggerType.
constexpr const char* kTriggerNames[] = {"forced", "initialization", "per_step", "periodic",
                                         "timed",  "witness",        "forced"};
}  // namespace

template <typename T>
InstantEvents<T>::InstantEvents(SimulatedRun<T>* run, RunRecords<T>* records, RunTrace<T>* trace)
    : run_(*run),
      data_(run->data),
      records_(*records),
      trace_(*trace),
      calendar_(*data_.plan, std::nullopt),
      dynamic_events_(&data_),
      updates_(&data_) {
  FindPerStepEvents();
}

// --- a run begins ---

template <typename T>
void InstantEvents<T>::Begin() {
  calendar_ = EventCalendar<T>(*data_.plan, run_.config.log_interval);
  calendar_.Start(run_.time());
  FindPerStepEvents();
  witnessed_.clear();
  steps_without_advance_ = 0;
  instant_published_ = false;
}

template <typename T>
void InstantEvents<T>::Reserve(size_t room) {
  witnessed_.reserve(room);
  ran_.reserve(room);
  due_.reserve(2 * room);
}

// Sorts the per-step events by kind, in build order: those that were declared, and those that
// leaves answer when asked.
template <typename T>
void InstantEvents<T>::FindPerStepEvents() {
  for (auto* list : {&per_step_publish_, &per_step_discrete_, &per_step_unrestricted_}) {
    list->clear();
  }
  const auto add = [this](const PendingEvent& e) {
    auto& list = e.event->is_publish()                               ? per_step_publish_
                 : e.event->kind() == EventKind::kUnrestrictedUpdate ? per_step_unrestricted_
                                                                     : per_step_discrete_;
    list.push_back(e);
  };
  for (const PendingEvent& e : data_.plan->events) {
    if (e.event->trigger() == TriggerType::kPerStep) add(e);
  }
  for (const PendingEvent& e : dynamic_events_.PerStepEvents()) add(e);
}

template <typename T>
void InstantEvents<T>::RunInitialization() {
  RunInitializationUpdates();
  if (!run_.HasFailed()) RunOrderedInitialization();
}

// All unrestricted ones from the same values, committed, then all discrete ones. They do not count
// in the statistics, which are of the run itself.
template <typename T>
void InstantEvents<T>::RunInitializationUpdates() {
  if (trace_.is_on()) trace_.KeepState();
  std::vector<int> initialized;
  for (const bool unrestricted : {true, false}) {
    due_.clear();
    for (const PendingEvent& e : data_.plan->events) {
      const bool is_unrestricted = e.event->kind() == EventKind::kUnrestrictedUpdate;
      if (e.event->trigger() == TriggerType::kInitialization && !e.event->is_publish() &&
          is_unrestricted == unrestricted) {
        due_.push_back(e);
      }
    }
    RunUpdateKind(unrestricted ? EventKind::kUnrestrictedUpdate : EventKind::kDiscreteUpdate,
                  nullptr);
    if (!due_.empty()) {
      initialized.insert(initialized.end(), updates_.changed().begin(), updates_.changed().end());
    }
    if (run_.HasFailed()) return;
  }
  run_.statistics.discrete_updates = run_.statistics.unrestricted_updates = 0;
  const auto& ordered = data_.plan->ordered_initialization_leaves;
  initialized.insert(initialized.end(), ordered.begin(), ordered.end());
  if (trace_.is_on())
    trace_.Tell("initialize", initialized, initialized, {{"start", nullptr, {}, {}, nullptr}});
}

// Leaf by leaf: the later ones see what the earlier ones became. A relay's first state depends on
// its input, which may come from another relay.
template <typename T>
void InstantEvents<T>::RunOrderedInitialization() {
  for (const int n : data_.plan->ordered_initialization_leaves) {
    const auto& leaf = static_cast<const LeafSystem<T>&>(*data_.plan->systems[n]);
    updates_.Begin();
    const EventStatus status = updates_.Run(n, *leaf.ordered_initialization());
    run_.StopAfter(status);
    if (status.failed()) return;
    updates_.Commit();
  }
}

template <typename T>
void InstantEvents<T>::ArriveAtStart() {
  instant_arrived_ = calendar_.next().time == run_.time();
  records_.set_is_log_time(instant_arrived_ && calendar_.next().is_log_time);
  per_step_pending_ = true;
  dynamic_events_.FindLeaves();
  if (!dynamic_events_.empty()) AskForEventsAtStart();
}

/// Leaves may say that something happens at the start time, also those that answer with a time
/// after the one that they are asked at: asked just before the start, they say what is due there.
template <typename T>
void InstantEvents<T>::AskForEventsAtStart() {
  const T start = data_.time;
  const double before = std::nextafter(ValueOf(start), -std::numeric_limits<double>::infinity());
  run_.context->PerturbTime(T(before), start);
  dynamic_events_.Ask();
  run_.context->SetTime(start);
  TakeDynamicEvents();
}

// --- from instant to instant ---

template <typename T>
void InstantEvents<T>::MergeWithBoundary(double boundary_sec) {
  const auto& next = calendar_.next();
  if (next.time != boundary_sec && IsOneInstant(next.time, boundary_sec, next.longest_period)) {
    calendar_.MergeNextWith(boundary_sec);
  }
}

template <typename T>
double InstantEvents<T>::FindTarget(double boundary_sec) {
  if (!dynamic_events_.empty()) {
    dynamic_events_.Ask();
    MergeDynamicEvents(boundary_sec);
  }
  return std::min({calendar_.next().time, boundary_sec, dynamic_events_.time()});
}

/// What leaves decided on at run time happens with what is timed, or with the end of the run, where
/// both are one instant (semantics 5).
template <typename T>
void InstantEvents<T>::MergeDynamicEvents(double boundary_time) {
  const auto& next = calendar_.next();
  if (IsOneInstant(dynamic_events_.time(), next.time, next.longest_period)) {
    dynamic_events_.MergeWith(next.time);
  } else if (IsOneInstant(dynamic_events_.time(), boundary_time, 0)) {
    dynamic_events_.MergeWith(boundary_time);
  }
}

/// What leaves decided on at run time for now waits with the witnessed events.
template <typename T>
void InstantEvents<T>::TakeDynamicEvents() {
  if (dynamic_events_.time() > run_.time()) return;
  const auto& events = dynamic_events_.events();
  witnessed_.insert(witnessed_.end(), events.begin(), events.end());
}

template <typename T>
void InstantEvents<T>::ArriveWithoutStep() {
  instant_arrived_ = calendar_.next().time <= run_.time();
  TakeDynamicEvents();
  CountStepWithoutAdvance();
}

template <typename T>
void InstantEvents<T>::ArriveAfterStep() {
  steps_without_advance_ = 0;
  records_.NoteAdvance();
  per_step_pending_ = true;
  instant_arrived_ = calendar_.next().time == run_.time();
  records_.set_is_log_time(instant_arrived_ && calendar_.next().is_log_time);
  if (instant_arrived_ && calendar_.next().is_corner) data_.NoteChange(true);
  TakeDynamicEvents();
}

/// Of a diagram without continuous state: goes on from instant to instant where nothing happens but
/// prepared updates that come again and again, and nobody looks at them.
template <typename T>
void InstantEvents<T>::RepeatUpdates(double boundary_sec, StepAnnouncements<T>* announcements) {
  const auto& next = calendar_.next();
  const bool is_seen = next.has_publishes() || (run_.observers.recorder && run_.config.log_updates);
  if (is_seen || !next.has_updates()) return;
  const int64_t most = announcements->most_steps();
  RateUpdate<T>* prepared = nullptr;
  const auto find_prepared = [&] {
    prepared = FindRateUpdate();
    return prepared != nullptr && prepared->can_repeat();
  };
  while (find_prepared() && calendar_.Repeats(boundary_sec)) {
    if (!announcements->Announce()) return;
    // The callback may have changed what is read, or asked for a trace.
    if (run_.observers.change || (run_.observers.step_callback && !find_prepared())) {
      announcements->set_is_announced(true);
      return;
    }
    const int64_t count = prepared->RunRepeatedly(&calendar_, boundary_sec, most);
    run_.statistics.discrete_updates += count;
    run_.statistics.steps += count;
  }
}

// --- the updates of an instant ---

// Looks only: whether a step begins with updates, and of which kinds.
template <typename T>
auto InstantEvents<T>::FindPendingUpdates() const -> PendingUpdates {
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
void InstantEvents<T>::GatherUpdates(bool unrestricted) {
  due_.clear();
  if (per_step_pending_) {
    const auto& list = unrestricted ? per_step_unrestricted_ : per_step_discrete_;
    due_.insert(due_.end(), list.begin(), list.end());
  }
  if (instant_arrived_) {
    const auto& next = calendar_.next();
    for (const int i : unrestricted ? next.unrestricted : next.discrete) {
      due_.push_back(data_.plan->events[i]);
    }
  }
  for (const PendingEvent& e : witnessed_) {
    const bool is_unrestricted = e.event->kind() == EventKind::kUnrestrictedUpdate;
    if (!e.event->is_publish() && is_unrestricted == unrestricted) due_.push_back(e);
  }
}

/// Runs the updates that are due; returns whether any are.
template <typename T>
bool InstantEvents<T>::RunUpdates(PendingUpdates pending) {
  if (pending.any()) {
    run_.SettleSliding();
    if (records_.RecordsPairs()) records_.RecordBefore();
    if (!run_.histories.empty()) NoteCauses();
    if (RateUpdate<T>* prepared = FindRateUpdate()) {
      prepared->Run();
      ++run_.statistics.discrete_updates;
    } else {
      if (pending.unrestricted) {
        GatherUpdates(true);
        RunUpdateKind(EventKind::kUnrestrictedUpdate, "unrestricted");
      }
      if (pending.discrete && !run_.HasFailed()) {
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
void InstantEvents<T>::NoteCauses() {
  const bool has_per_step_updates =
      per_step_pending_ && !(per_step_discrete_.empty() && per_step_unrestricted_.empty());
  if (has_per_step_updates || (instant_arrived_ && calendar_.next().has_updates())) {
    run_.histories.NoteOtherEvents();
  }
  for (const PendingEvent& e : witnessed_) {
    if (!e.event->is_publish()) run_.histories.NoteEvent(e.node);
  }
}

/// The prepared form of the updates that are due, where there is one: timed discrete updates alone,
/// and nobody who wants to know which of them changed what. Preparing pays for those that return.
template <typename T>
RateUpdate<T>* InstantEvents<T>::FindRateUpdate() {
  constexpr size_t kMostRateUpdates = 16;
  const auto& next = calendar_.next();
  const bool are_alone = instant_arrived_ && next.unrestricted.empty() && witnessed_.empty() &&
                         per_step_discrete_.empty() && per_step_unrestricted_.empty();
  if (!are_alone || !internal::MayTakeShortcuts(data_) || trace_.is_on()) return nullptr;
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
bool InstantEvents<T>::RunUpdateKind(EventKind kind, const char* phase) {
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
    if (trace_.is_on()) phase_blocks_.push_back(e.node);
    if (ending && ending->failed()) break;
  }
  if (!ending || !ending->failed()) updates_.Commit();
  ++(kind == EventKind::kUnrestrictedUpdate ? run_.statistics.unrestricted_updates
                                            : run_.statistics.discrete_updates);
  if (trace_.is_on() && phase != nullptr)
    trace_.Tell(phase, phase_blocks_, updates_.changed(), CausesOfDue(false));
  if (ending) run_.StopAfter(*ending);
  return true;
}

// Semantics 8: blocks that trigger each other at one instant for ever are named, and the run fails.
template <typename T>
void InstantEvents<T>::CountStepWithoutAdvance() {
  if (++steps_without_advance_ <= run_.config.max_steps_without_advance) return;
  std::vector<int> nodes;
  for (const PendingEvent& e : witnessed_) nodes.push_back(e.node);
  for (const auto* list : {&calendar_.next().discrete, &calendar_.next().unrestricted}) {
    for (const int event : *list) {
      if (instant_arrived_) nodes.push_back(data_.plan->events[event].node);
    }
  }
  std::string blocks;
  for (const int n : nodes) {
    blocks += (blocks.empty() ? "" : ", ") + data_.plan->systems[n]->GetSystemPathname();
  }
  run_.FailAt(run_.time(), nodes.empty() ? nullptr : data_.plan->systems[nodes[0]],
              std::to_string(run_.config.max_steps_without_advance) +
                  " steps were made without time advancing: each event triggers the next. Blocks "
                  "involved: " +
                  blocks + ". Give one of them a delay or a hysteresis");
}

// --- publishing ---

/// Runs what is to be published at this time: initialization events where `first` says so, then
/// per-step, timed (where `timed` says so) and witnessed ones (semantics 6), and the monitor at
/// last. All run, even where one fails; the most severe answer counts.
template <typename T>
void InstantEvents<T>::PublishDue(TriggerType first, bool timed) {
  due_.clear();
  if (first == TriggerType::kInitialization) {
    for (const PendingEvent& e : data_.plan->events) {
      if (e.event->trigger() == TriggerType::kInitialization && e.event->is_publish()) {
        due_.push_back(e);
      }
    }
  }
  due_.insert(due_.end(), per_step_publish_.begin(), per_step_publish_.end());
  if (timed) {
    for (const int i : calendar_.next().publish) due_.push_back(data_.plan->events[i]);
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
    if (trace_.is_on()) phase_blocks_.push_back(e.node);
  }
  if (!due_.empty() || (timed && calendar_.next().is_log_time)) ++run_.statistics.publishes;
  if (trace_.is_on()) trace_.Tell("publish", phase_blocks_, {}, CausesOfDue(true));
  if (run_.observers.monitor) status.KeepMoreSevere(run_.observers.monitor(*run_.context));
  run_.StopAfter(status);
}

// For a trace: the events in due_, and what makes a phase without any.
template <typename T>
std::vector<TraceCause> InstantEvents<T>::CausesOfDue(bool is_publish) const {
  std::vector<TraceCause> causes;
  for (const PendingEvent& e : due_) {
    TraceCause cause{kTriggerNames[static_cast<int>(e.event->trigger())],
                     data_.plan->systems[e.node],
                     {},
                     {},
                     nullptr};
    if (e.event->trigger() == TriggerType::kPeriodic) cause.period_sec = e.event->period_sec();
    cause.event = e.event;
    causes.push_back(cause);
  }
  const bool is_log = is_publish && records_.is_log_time();
  if (is_log) causes.push_back({"log", nullptr, {}, {}, nullptr});
  if (due_.empty() && !is_log) {
    causes.push_back({run_.statistics.steps > 0 ? "step" : "start", nullptr, {}, {}, nullptr});
  }
  return causes;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(InstantEvents)

}  // namespace loopwright
