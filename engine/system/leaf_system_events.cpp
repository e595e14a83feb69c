#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "engine/common/one_instant.h"
#include "engine/system/leaf_system.h"
#include "engine/system/system_extras.h"
#include "engine/text/number_format.h"

namespace loopwright {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Runs the handlers of all `events` by `run` and returns the most severe of their answers, which
// each event passes on besides (HookAnswer). A failed update is the last one, since its result will
// not be used. All publishes run: they change nothing, so the others are not wrong for one.
template <typename EventType, typename Run>
EventStatus RunHandlers(const std::vector<const EventType*>& events, Run run) {
  EventStatus answer = EventStatus::DidNothing();
  for (const EventType* event : events) {
    const EventStatus status = run(*event);
    event->KeepAnswer(status);
    answer.KeepMoreSevere(status);
    if (status.failed() && EventType::kKind != EventKind::kPublish) break;
  }
  return answer;
}

// Calls a hook that the class overrides with copies of `events`, which pass their answers on. An
// override that did not run any handler has succeeded.
template <typename EventType, typename Hook>
EventStatus AnswerOfHook(const std::vector<const EventType*>& events, Hook hook) {
  EventStatus answer = EventStatus::Succeeded();
  std::vector<EventType> copies;
  std::vector<const EventType*> pointers;
  copies.reserve(events.size());
  for (const EventType* event : events) {
    copies.push_back(*event);
    copies.back().set_answer_target(&answer);
    pointers.push_back(&copies.back());
  }
  hook(pointers);
  return answer;
}

// The list of a leaf's collection; a diagram's is a mistake of the caller.
template <typename T, typename EventType>
const std::vector<const EventType*>& EventsOf(const System<T>& system,
                                              const EventCollection<EventType>& events) {
  const auto* leaf = dynamic_cast<const LeafEventCollection<EventType>*>(&events);
  if (leaf == nullptr) {
    throw std::logic_error("The events for system '" + system.GetSystemPathname() +
                           "' are those of a diagram: allocate them with the system's own "
                           "AllocateCompositeEventCollection()");
  }
  return leaf->get_events();
}

}  // namespace

// A Simulator runs events one by one; the class that overrides a hook gets a list of one. Where
// none does, the call has found that out and done nothing else.
template <typename T>
std::optional<EventStatus> LeafEvents<T>::RunThroughHook(const Event<T>& event,
                                                         const Context<T>& context,
                                                         EventTarget<T>& target) const {
  static_assert(static_cast<int>(EventKind::kPublish) == SystemBase::kPublishHook &&
                static_cast<int>(EventKind::kDiscreteUpdate) == SystemBase::kDiscreteUpdateHook &&
                static_cast<int>(EventKind::kJump) == SystemBase::kJumpHook &&
                static_cast<int>(EventKind::kUnrestrictedUpdate) ==
                    SystemBase::kUnrestrictedUpdateHook);
  const auto hook = static_cast<SystemBase::Hook>(event.kind());
  EventStatus answer = EventStatus::Succeeded();
  if (event.is_publish()) {
    PublishEvent<T> publish(event);
    publish.set_answer_target(&answer);
    DoPublish(context, {&publish});
  } else if (event.is_discrete_update()) {
    DiscreteUpdateEvent<T> update(event);
    update.set_answer_target(&answer);
    DoCalcDiscreteVariableUpdates(context, {&update}, target.discrete);
  } else {
    UnrestrictedUpdateEvent<T> update(event);
    update.set_answer_target(&answer);
    DoCalcUnrestrictedUpdate(context, {&update}, target.state);
  }
  if (this->has_default_hook(hook)) return std::nullopt;
  if (event.kind() == EventKind::kUnrestrictedUpdate && !target.state->AcceptReplacements()) {
    this->ThrowStateShapeChanged();
  }
  return answer;
}

// What runs where nothing overrides a hook for events. Whoever called it runs the handlers.
template <typename T>
void LeafEvents<T>::DoPublish(const Context<T>&, const std::vector<const PublishEvent<T>*>&) const {
  this->NoteDefaultHook(SystemBase::kPublishHook);
}
template <typename T>
void LeafEvents<T>::DoCalcDiscreteVariableUpdates(const Context<T>&,
                                                  const std::vector<const DiscreteUpdateEvent<T>*>&,
                                                  DiscreteValues<T>*) const {
  this->NoteDefaultHook(SystemBase::kDiscreteUpdateHook);
  this->NoteDefaultHook(SystemBase::kJumpHook);
}
template <typename T>
void LeafEvents<T>::DoCalcUnrestrictedUpdate(const Context<T>&,
                                             const std::vector<const UnrestrictedUpdateEvent<T>*>&,
                                             State<T>*) const {
  this->NoteDefaultHook(SystemBase::kUnrestrictedUpdateHook);
}

// What an override gets where it calls the base class's function.
template <typename T>
void LeafSystem<T>::DoPublish(const Context<T>& context,
                              const std::vector<const PublishEvent<T>*>& events, ByName) const {
  RunHandlers(events, [&](const auto& event) { return event.handle(*this, context); });
}
template <typename T>
void LeafSystem<T>::DoCalcDiscreteVariableUpdates(
    const Context<T>& context, const std::vector<const DiscreteUpdateEvent<T>*>& events,
    DiscreteValues<T>* discrete, ByName) const {
  RunHandlers(events, [&](const auto& event) { return event.handle(*this, context, discrete); });
}
template <typename T>
void LeafSystem<T>::DoCalcUnrestrictedUpdate(
    const Context<T>& context, const std::vector<const UnrestrictedUpdateEvent<T>*>& events,
    State<T>* state, ByName) const {
  RunHandlers(events, [&](const auto& event) { return event.handle(*this, context, state); });
}

// Where the class overrides no hook the handlers run without one; so it is with updates, below.
template <typename T>
EventStatus LeafEvents<T>::DispatchPublishHandler(
    const Context<T>& context, const EventCollection<PublishEvent<T>>& events) const {
  const auto& list = EventsOf<T>(*this, events);
  if (!this->has_default_hook(SystemBase::kPublishHook)) {
    EventStatus answer =
        AnswerOfHook(list, [&](const auto& copies) { DoPublish(context, copies); });
    if (!this->has_default_hook(SystemBase::kPublishHook)) return answer;
  }
  return RunHandlers(list, [&](const auto& event) { return event.handle(*this, context); });
}
template <typename T>
EventStatus LeafEvents<T>::DispatchDiscreteVariableUpdateHandler(
    const Context<T>& context, const EventCollection<DiscreteUpdateEvent<T>>& events,
    DiscreteValues<T>* discrete) const {
  const auto& list = EventsOf<T>(*this, events);
  if (!this->has_default_hook(SystemBase::kDiscreteUpdateHook)) {
    EventStatus answer = AnswerOfHook(list, [&](const auto& copies) {
      DoCalcDiscreteVariableUpdates(context, copies, discrete);
    });
    if (!this->has_default_hook(SystemBase::kDiscreteUpdateHook)) return answer;
  }
  return RunHandlers(list,
                     [&](const auto& event) { return event.handle(*this, context, discrete); });
}
// After the handlers, values that they put in place of the state's are copied to where it lies.
template <typename T>
EventStatus LeafEvents<T>::DispatchUnrestrictedUpdateHandler(
    const Context<T>& context, const EventCollection<UnrestrictedUpdateEvent<T>>& events,
    State<T>* state) const {
  const auto& list = EventsOf<T>(*this, events);
  EventStatus answer = EventStatus::DidNothing();
  if (!this->has_default_hook(SystemBase::kUnrestrictedUpdateHook)) {
    answer = AnswerOfHook(
        list, [&](const auto& copies) { DoCalcUnrestrictedUpdate(context, copies, state); });
  }
  if (this->has_default_hook(SystemBase::kUnrestrictedUpdateHook)) {
    answer =
        RunHandlers(list, [&](const auto& event) { return event.handle(*this, context, state); });
  }
  if (!state->AcceptReplacements()) this->ThrowStateShapeChanged();
  return answer;
}

// Without events the buffer holds nothing new, and nothing is marked out of date.
template <typename T>
void LeafEvents<T>::DoApplyDiscreteVariableUpdate(
    const EventCollection<DiscreteUpdateEvent<T>>& events, DiscreteValues<T>* discrete,
    Context<T>* context) const {
  if (events.HasEvents()) context->get_mutable_discrete_state().SetFrom(*discrete);
}
template <typename T>
void LeafEvents<T>::DoApplyUnrestrictedUpdate(
    const EventCollection<UnrestrictedUpdateEvent<T>>& events, State<T>* state,
    Context<T>* context) const {
  if (events.HasEvents()) context->get_mutable_state().SetFrom(*state);
}

// --- declarations ---

namespace {
/// A jump is a discrete update that may change continuous state too.
template <typename T>
EventKind KindOfUpdate(const Event<T>& event) {
  return event.kind() == EventKind::kJump ? EventKind::kDiscreteUpdate : event.kind();
}
}  // namespace

// All declarations end here. `expected` is the kind that the declaring function's name promises; a
// handler of another signature is refused.
template <typename T>
void LeafEvents<T>::AddEvent(Event<T> event, EventKind expected) {
  const bool fits = event.kind() == expected ||
                    (event.kind() == EventKind::kJump && expected == EventKind::kDiscreteUpdate);
  if (!fits) {
    throw std::logic_error("System '" + this->GetSystemPathname() +
                           "' declares an event with a handler of another kind of event");
  }
  this->NoteDeclaration(false);
  const Event<T>& added = events_.push_back(std::make_unique<Event<T>>(std::move(event)));
  if (added.trigger() == TriggerType::kForced && this->extras() != nullptr) AddToForced(added);
}

// Collections of forced events that have been asked for stay where they are: those of the diagrams
// around the leaf refer to them.
template <typename T>
void LeafEvents<T>::AddToForced(const Event<T>& event) {
  auto& extras = this->mutable_extras();
  switch (KindOfUpdate(event)) {
    case EventKind::kPublish:
      return AddForced<PublishEvent<T>>(event, extras.forced_publish.get());
    case EventKind::kDiscreteUpdate:
      return AddForced<DiscreteUpdateEvent<T>>(event, extras.forced_discrete.get());
    default:
      return AddForced<UnrestrictedUpdateEvent<T>>(event, extras.forced_unrestricted.get());
  }
}
// The event without a handler that stands for none makes way.
template <typename T>
template <typename EventType>
void LeafEvents<T>::AddForced(const Event<T>& event, EventCollection<EventType>* forced) {
  if (forced == nullptr) return;
  const auto& list = EventsOf<T>(*this, *forced);
  if (list.size() == 1 && !list[0]->has_handler()) forced->Clear();
  forced->AddEvent(EventType(event));
}
// Once, at `time_sec`: an event with an infinite period.
template <typename T>
void LeafEvents<T>::AddTimedEvent(double time_sec, Event<T> event) {
  event.set_timing(std::numeric_limits<double>::infinity(), time_sec);
  AddEvent(std::move(event), EventKind::kDiscreteUpdate);
}
template <typename T>
void LeafEvents<T>::AddTimedEvents(std::shared_ptr<const EventTimes> times, Event<T> event) {
  if (times->times_sec().empty()) return;
  event.set_times(std::move(times));
  AddEvent(std::move(event), EventKind::kDiscreteUpdate);
}
// A publish without a handler: its only effect is that a step ends there.
template <typename T>
void LeafEvents<T>::DeclareCorners(std::shared_ptr<const EventTimes> times) {
  if (times->times_sec().empty()) return;
  Event<T> event(EventKind::kPublish, TriggerType::kTimed, {});
  event.set_times(std::move(times));
  event.set_is_corner(true);
  AddEvent(std::move(event), EventKind::kPublish);
}
// The test is written so that a period that is not a number is refused, too.
template <typename T>
void LeafEvents<T>::DeclarePeriodic(double period_sec, double offset_sec, Event<T> event,
                                    EventKind expected) {
  if (!(period_sec > 0) || !std::isfinite(period_sec) || !std::isfinite(offset_sec)) {
    throw std::logic_error("System '" + this->GetSystemPathname() +
                           "' declares a periodic event: its period must be > 0, and period and "
                           "offset finite");
  }
  event.set_timing(period_sec, offset_sec);
  AddEvent(std::move(event), expected);
}

// The kernel is kept with the event, so that a Simulator can run it without a handler; the handler
// serves everybody else.
template <typename T>
Event<T> LeafEvents<T>::UpdateByKernel(TriggerType trigger, const Kernel<T>& kernel) {
  auto shared = std::make_shared<const Kernel<T>>(kernel);
  Event<T> event(
      EventKind::kDiscreteUpdate, trigger,
      [kernel = shared.get()](const System<T>& self, const Context<T>& context,
                              EventTarget<T>& target) {
        target.WriteDiscrete([&](T* next) { self.EvaluateKernel(*kernel, context, next); });
        return EventStatus::Succeeded();
      });
  event.set_kernel(std::move(shared));
  return event;
}

template <typename T>
void LeafEvents<T>::DeclarePeriodicDiscreteUpdateEvent(double period_sec, double offset_sec,
                                                       const Kernel<T>& kernel) {
  DeclarePeriodic(period_sec, offset_sec, UpdateByKernel(TriggerType::kPeriodic, kernel),
                  EventKind::kDiscreteUpdate);
}

// --- which events there are ---

template <typename T>
std::unique_ptr<CompositeEventCollection<T>> LeafEvents<T>::AllocateCompositeEventCollection()
    const {
  return std::make_unique<LeafCompositeEventCollection<T>>();
}

// Copies the declared events of one trigger into a collection.
template <typename T>
void LeafEvents<T>::AddTriggered(TriggerType trigger, CompositeEventCollection<T>* events) const {
  for (const Event<T>* event : events_) {
    if (event->trigger() == trigger) event->AddToComposite(events);
  }
}
template <typename T>
void LeafEvents<T>::DoGetPerStepEvents(const Context<T>&,
                                       CompositeEventCollection<T>* events) const {
  this->NoteDefaultHook(SystemBase::kPerStepHook);
  AddDeclaredPerStepEvents(events);
}
template <typename T>
void LeafEvents<T>::AddDeclaredPerStepEvents(CompositeEventCollection<T>* events) const {
  if (!events->leaves_out_declared()) AddTriggered(TriggerType::kPerStep, events);
}
template <typename T>
void LeafEvents<T>::DoGetInitializationEvents(const Context<T>&,
                                              CompositeEventCollection<T>* events) const {
  AddTriggered(TriggerType::kInitialization, events);
}
template <typename T>
void LeafEvents<T>::DoGetPeriodicEvents(const Context<T>&,
                                        CompositeEventCollection<T>* events) const {
  AddTriggered(TriggerType::kPeriodic, events);
}

namespace {

/// The first time after `now` at which a periodic or timed event happens. k is estimated by a
/// division, begun one too low because of rounding, and counted up; a time is computed from its k
/// by one fused multiplication, as everywhere (semantics 5). std::runtime_error where its events
/// cannot be counted.
template <typename T>
double NextTime(const Event<T>& event, double now) {
  if (event.times() != nullptr) {
    int64_t number = event.times()->FirstDue(now);
    while (IsOneInstant(event.times()->time_sec(number), now, event.times()->period_sec())) {
      ++number;
    }
    return event.times()->time_sec(number);
  }
  const double period = event.period_sec(), offset = event.offset_sec();
  const bool is_periodic = event.trigger() == TriggerType::kPeriodic;
  const auto is_later = [&](double time) {
    return time > now && !IsOneInstant(time, now, is_periodic ? period : 0);
  };
  if (is_later(offset)) return offset;
  if (!is_periodic) return kInfinity;
  // The division may be off by one either way.
  const double periods = std::floor((now - offset) / period) - 1;
  if (periods > kMostExactPeriods) {
    throw std::runtime_error("a period of " + FormatNumber(period) + " s is too short at t = " +
                             FormatNumber(now) + " s: its events cannot be counted");
  }
  auto k = std::max<int64_t>(0, static_cast<int64_t>(periods));
  const auto time_of = [&](int64_t number) {
    return std::fma(static_cast<double>(number), period, offset);
  };
  while (!is_later(time_of(k))) ++k;
  return time_of(k);
}
}  // namespace

template <typename T>
void LeafEvents<T>::DoCalcNextUpdateTime(const Context<T>& context,
                                         CompositeEventCollection<T>* events, T* time) const {
  this->NoteDefaultHook(SystemBase::kNextUpdateHook);
  FindDeclaredUpdate(context, events, time);
}

// Finds the earliest time among all declared timed and periodic events, and then all events that
// happen at that instant: of several with periods 0.1 and 0.2 s both are due at 0.2 s.
template <typename T>
void LeafEvents<T>::FindDeclaredUpdate(const Context<T>& context,
                                       CompositeEventCollection<T>* events, T* time) const {
  *time = T(kInfinity);
  if (events->leaves_out_declared()) return;
  const double now = ValueOf(context.get_time());
  std::vector<std::pair<double, const Event<T>*>> timed;
  double earliest = kInfinity, period = 0;
  for (const Event<T>* event : events_) {
    if (event->trigger() != TriggerType::kPeriodic && event->trigger() != TriggerType::kTimed) {
      continue;
    }
    timed.emplace_back(NextTime(*event, now), event);
    if (timed.back().first < earliest) {
      earliest = timed.back().first;
      period = event->trigger() == TriggerType::kPeriodic ? event->period_sec() : 0;
    }
  }
  *time = T(earliest);
  for (const auto& [when, event] : timed) {
    if (when < kInfinity && IsOneInstant(when, earliest, period)) event->AddToComposite(events);
  }
}

// What the class answers does not matter, nor that it cannot answer: it is of its own.
template <typename T>
bool LeafEvents<T>::DecidesOnEvents(const Context<T>& context) const {
  if (!this->has_default_hook(SystemBase::kNextUpdateHook)) {
    LeafCompositeEventCollection<T> events;
    events.set_leaves_out_declared(true);
    T time(kInfinity);
    try {
      DoCalcNextUpdateTime(context, &events, &time);
    } catch (const std::exception&) {
      return true;
    }
  }
  return !this->has_default_hook(SystemBase::kNextUpdateHook);
}

template <typename T>
void LeafEvents<T>::DoGetWitnessFunctions(const Context<T>&,
                                          std::vector<const WitnessFunction<T>*>*) const {
  this->NoteDefaultHook(SystemBase::kWitnessHook);
}

template <typename T>
void LeafEvents<T>::DoAddTriggeredWitness(const WitnessFunction<T>&, Event<T> event,
                                          CompositeEventCollection<T>* events) const {
  event.AddToComposite(TriggerType::kWitness, events);
}

// Makes a witness function from a callable, for those that no method of the class computes.
template <typename T>
std::unique_ptr<WitnessFunction<T>> LeafEvents<T>::MakeWitnessFunction(
    std::string description, WitnessFunctionDirection direction,
    std::function<T(const Context<T>&)> calc, std::optional<Event<T>> event) const {
  if (event) event->set_trigger_type(TriggerType::kWitness);
  return std::make_unique<WitnessFunction<T>>(
      this, std::move(description), direction,
      [calc = std::move(calc)](const System<T>&, const Context<T>& context) {
        return calc(context);
      },
      std::move(event));
}

// The forced events of one kind. Where none were declared, one without a handler lets an override
// of the hook run all the same.
template <typename T>
template <typename EventType>
std::unique_ptr<EventCollection<EventType>> LeafEvents<T>::AllocateForced() const {
  auto forced = std::make_unique<LeafEventCollection<EventType>>();
  for (const Event<T>* event : events_) {
    if (event->trigger() == TriggerType::kForced && KindOfUpdate(*event) == EventType::kKind) {
      forced->AddEvent(EventType(*event));
    }
  }
  if (forced->HasEvents()) return forced;
  return LeafEventCollection<EventType>::MakeForcedEventCollection();
}
template <typename T>
std::unique_ptr<EventCollection<PublishEvent<T>>> LeafEvents<T>::AllocateForcedPublishEvents()
    const {
  return AllocateForced<PublishEvent<T>>();
}
template <typename T>
std::unique_ptr<EventCollection<DiscreteUpdateEvent<T>>>
LeafEvents<T>::AllocateForcedDiscreteUpdateEvents() const {
  return AllocateForced<DiscreteUpdateEvent<T>>();
}
template <typename T>
std::unique_ptr<EventCollection<UnrestrictedUpdateEvent<T>>>
LeafEvents<T>::AllocateForcedUnrestrictedUpdateEvents() const {
  return AllocateForced<UnrestrictedUpdateEvent<T>>();
}

LOOPWRIGHT_INSTANTIATE_CLASS(LeafEvents)
LOOPWRIGHT_INSTANTIATE_CLASS(LeafSystem)

}  // namespace loopwright
