#include "engine/system/system_events.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/context/context_data.h"
#include "engine/system/leaf_system.h"
#include "engine/system/system_extras.h"

namespace loopwright {

// --- dispatchers ---

// Checks, and hands over to the leaf or diagram; so do the functions below.
template <typename T>
EventStatus SystemEvents<T>::Publish(const Context<T>& context,
                                     const EventCollection<PublishEvent<T>>& events) const {
  this->self().ValidateContext(context);
  return DispatchPublishHandler(context, events);
}

// The result starts as the present values, so that what no handler writes stays as it is.
template <typename T>
EventStatus SystemEvents<T>::CalcDiscreteVariableUpdate(
    const Context<T>& context, const EventCollection<DiscreteUpdateEvent<T>>& events,
    DiscreteValues<T>* discrete) const {
  this->self().ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(discrete != nullptr);
  discrete->SetFrom(context.get_discrete_state());
  return DispatchDiscreteVariableUpdateHandler(context, events, discrete);
}

// `discrete` is what CalcDiscreteVariableUpdate() made; leaves without events keep what they have.
template <typename T>
void SystemEvents<T>::ApplyDiscreteVariableUpdate(
    const EventCollection<DiscreteUpdateEvent<T>>& events, DiscreteValues<T>* discrete,
    Context<T>* context) const {
  this->self().ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(discrete != nullptr);
  DoApplyDiscreteVariableUpdate(events, discrete, context);
}

// Starts as a copy of all state, continuous and abstract too.
template <typename T>
EventStatus SystemEvents<T>::CalcUnrestrictedUpdate(
    const Context<T>& context, const EventCollection<UnrestrictedUpdateEvent<T>>& events,
    State<T>* state) const {
  this->self().ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(state != nullptr);
  state->SetFrom(context.get_state());
  return DispatchUnrestrictedUpdateHandler(context, events, state);
}

template <typename T>
void SystemEvents<T>::ApplyUnrestrictedUpdate(
    const EventCollection<UnrestrictedUpdateEvent<T>>& events, State<T>* state,
    Context<T>* context) const {
  this->self().ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(state != nullptr);
  DoApplyUnrestrictedUpdate(events, state, context);
}

namespace {
// Turns a failed answer into an exception that names the system whose handler failed, or, where the
// answer does not say, the one that was asked.
void ThrowIfFailed(const SystemBase& system, const EventStatus& status,
                   const char* what = "A forced event") {
  if (!status.failed()) return;
  const SystemBase* who = status.system() != nullptr ? status.system() : &system;
  throw std::runtime_error(what + (" of system '" + who->GetSystemPathname()) +
                           "' failed: " + status.message());
}
}  // namespace

// What a program asks for itself has nobody to look at an answer, so failure is an exception.
template <typename T>
void SystemEvents<T>::ForcedPublish(const Context<T>& context) const {
  ThrowIfFailed(*this, Publish(context, get_forced_publish_events()));
}
template <typename T>
void SystemEvents<T>::CalcForcedDiscreteVariableUpdate(const Context<T>& context,
                                                       DiscreteValues<T>* discrete) const {
  ThrowIfFailed(*this,
                CalcDiscreteVariableUpdate(context, get_forced_discrete_update_events(), discrete));
}
template <typename T>
void SystemEvents<T>::CalcForcedUnrestrictedUpdate(const Context<T>& context,
                                                   State<T>* state) const {
  ThrowIfFailed(*this,
                CalcUnrestrictedUpdate(context, get_forced_unrestricted_update_events(), state));
}

namespace {
/// Unrestricted updates, then discrete ones, then publishes, each kind from what the one before
/// left. A failed update ends it there. `publish` may be null, for no publishing at all.
template <typename T>
EventStatus Execute(const System<T>& system, Context<T>* context,
                    const EventCollection<UnrestrictedUpdateEvent<T>>& unrestricted,
                    const EventCollection<DiscreteUpdateEvent<T>>& discrete,
                    const EventCollection<PublishEvent<T>>* publish) {
  EventStatus status = EventStatus::DidNothing();
  if (unrestricted.HasEvents()) {
    const auto state = context->CloneState();
    status.KeepMoreSevere(system.CalcUnrestrictedUpdate(*context, unrestricted, state.get()));
    if (status.failed()) return status;
    system.ApplyUnrestrictedUpdate(unrestricted, state.get(), context);
  }
  if (discrete.HasEvents()) {
    const auto values = context->get_discrete_state().Clone();
    status.KeepMoreSevere(system.CalcDiscreteVariableUpdate(*context, discrete, values.get()));
    if (status.failed()) return status;
    system.ApplyDiscreteVariableUpdate(discrete, values.get(), context);
  }
  if (publish != nullptr && publish->HasEvents()) {
    status.KeepMoreSevere(system.Publish(*context, *publish));
  }
  return status;
}
}  // namespace

// The two that throw are the two that answer, with the answer looked at.
template <typename T>
EventStatus SystemEvents<T>::ExecuteInitializationEvents(Context<T>* context) const {
  EventStatus status = TryExecuteInitializationEvents(context);
  ThrowIfFailed(*this, status, "An initialization event");
  return status;
}
template <typename T>
EventStatus SystemEvents<T>::ExecuteForcedEvents(Context<T>* context, bool publish) const {
  EventStatus status = TryExecuteForcedEvents(context, publish);
  ThrowIfFailed(*this, status);
  return status;
}
// The events are gathered anew, as an override may answer others for this context.
template <typename T>
EventStatus SystemEvents<T>::TryExecuteInitializationEvents(Context<T>* context) const {
  this->self().ValidateContext(context);
  const auto events = AllocateCompositeEventCollection();
  GetInitializationEvents(*context, events.get());
  return Execute(this->self(), context, events->get_unrestricted_update_events(),
                 events->get_discrete_update_events(), &events->get_publish_events());
}
template <typename T>
EventStatus SystemEvents<T>::TryExecuteForcedEvents(Context<T>* context, bool publish) const {
  this->self().ValidateContext(context);
  return Execute(this->self(), context, get_forced_unrestricted_update_events(),
                 get_forced_discrete_update_events(),
                 publish ? &get_forced_publish_events() : nullptr);
}

// --- forced events: made when first asked for ---

// Under a lock, since a const system may be asked from several threads.
template <typename T>
const EventCollection<PublishEvent<T>>& SystemEvents<T>::get_forced_publish_events() const {
  const std::lock_guard lock(this->self().plan_mutex_);
  auto& forced = const_cast<System<T>&>(this->self()).mutable_extras().forced_publish;
  if (!forced) forced = AllocateForcedPublishEvents();
  return *forced;
}
template <typename T>
const EventCollection<DiscreteUpdateEvent<T>>& SystemEvents<T>::get_forced_discrete_update_events()
    const {
  const std::lock_guard lock(this->self().plan_mutex_);
  auto& forced = const_cast<System<T>&>(this->self()).mutable_extras().forced_discrete;
  if (!forced) forced = AllocateForcedDiscreteUpdateEvents();
  return *forced;
}
template <typename T>
const EventCollection<UnrestrictedUpdateEvent<T>>&
SystemEvents<T>::get_forced_unrestricted_update_events() const {
  const std::lock_guard lock(this->self().plan_mutex_);
  auto& forced = const_cast<System<T>&>(this->self()).mutable_extras().forced_unrestricted;
  if (!forced) forced = AllocateForcedUnrestrictedUpdateEvents();
  return *forced;
}
// For authors who make collections of their own; these take the place of the declared events.
template <typename T>
void SystemEvents<T>::set_forced_publish_events(
    std::unique_ptr<EventCollection<PublishEvent<T>>> forced) {
  this->self().mutable_extras().forced_publish = std::move(forced);
}
template <typename T>
void SystemEvents<T>::set_forced_discrete_update_events(
    std::unique_ptr<EventCollection<DiscreteUpdateEvent<T>>> forced) {
  this->self().mutable_extras().forced_discrete = std::move(forced);
}
template <typename T>
void SystemEvents<T>::set_forced_unrestricted_update_events(
    std::unique_ptr<EventCollection<UnrestrictedUpdateEvent<T>>> forced) {
  this->self().mutable_extras().forced_unrestricted = std::move(forced);
}

// --- which events there are ---

// An author's override is checked: a time that is not a number, or one without an event, would make
// a simulation stand still without a word.
template <typename T>
T SystemEvents<T>::CalcNextUpdateTime(const Context<T>& context,
                                      CompositeEventCollection<T>* events) const {
  this->self().ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(events != nullptr);
  events->Clear();
  T time(std::numeric_limits<double>::infinity());
  DoCalcNextUpdateTime(context, events, &time);
  const double value = ValueOf(time);
  if (std::isnan(value)) {
    throw std::logic_error("DoCalcNextUpdateTime() of system '" + this->GetSystemPathname() +
                           "' gave a time that is not a number");
  }
  if (std::isfinite(value) && !events->HasEvents()) {
    throw std::logic_error("DoCalcNextUpdateTime() of system '" + this->GetSystemPathname() +
                           "' gave a time but no event that happens then");
  }
  return time;
}
// The collection is emptied for the author's function, which only adds; so it is in the two below.
template <typename T>
void SystemEvents<T>::GetPerStepEvents(const Context<T>& context,
                                       CompositeEventCollection<T>* events) const {
  this->self().ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(events != nullptr);
  events->Clear();
  DoGetPerStepEvents(context, events);
}
template <typename T>
void SystemEvents<T>::GetInitializationEvents(const Context<T>& context,
                                              CompositeEventCollection<T>* events) const {
  this->self().ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(events != nullptr);
  events->Clear();
  DoGetInitializationEvents(context, events);
}
template <typename T>
void SystemEvents<T>::GetPeriodicEvents(const Context<T>& context,
                                        CompositeEventCollection<T>* events) const {
  this->self().ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(events != nullptr);
  events->Clear();
  DoGetPeriodicEvents(context, events);
}

// The plan lists the events of all leaves; those without a period have no such data and are
// skipped.
template <typename T>
std::map<PeriodicEventData, std::vector<const Event<T>*>, PeriodicEventDataComparator>
SystemEvents<T>::MapPeriodicEventsByTiming() const {
  std::map<PeriodicEventData, std::vector<const Event<T>*>, PeriodicEventDataComparator> result;
  const auto the_plan = this->self().plan();
  for (const auto& leaf_event : the_plan->events) {
    const auto* timing = leaf_event.event->template get_event_data<PeriodicEventData>();
    if (timing != nullptr) result[*timing].push_back(leaf_event.event);
  }
  return result;
}

// Publishes may have other timings; a second timing among updates makes the answer empty.
template <typename T>
std::optional<PeriodicEventData> SystemEvents<T>::GetUniquePeriodicDiscreteUpdateAttribute() const {
  std::optional<PeriodicEventData> unique;
  for (const auto& [timing, events] : MapPeriodicEventsByTiming()) {
    const bool updates = std::any_of(events.begin(), events.end(),
                                     [](const auto* event) { return event->is_discrete_update(); });
    if (!updates) continue;
    if (unique) return std::nullopt;
    unique = timing;
  }
  return unique;
}

// The context keeps a place for the result, so that the reference stays valid; it is computed anew
// by each call.
template <typename T>
const DiscreteValues<T>& SystemEvents<T>::EvalUniquePeriodicDiscreteUpdate(
    const Context<T>& context) const {
  this->self().ValidateContext(context);
  const auto timing = GetUniquePeriodicDiscreteUpdateAttribute();
  if (!timing) {
    throw std::logic_error(
        "EvalUniquePeriodicDiscreteUpdate(): the periodic discrete updates of "
        "system '" +
        this->GetSystemPathname() + "' do not all have one period and offset, or " +
        "there are none");
  }
  auto& data = context.data();
  auto& result = data.value_views.rare().periodic_updates[context.node()];
  if (!result) result = context.get_discrete_state().Clone();
  const auto events = AllocateCompositeEventCollection();
  GetPeriodicEvents(context, events.get());
  const EventStatus status =
      CalcDiscreteVariableUpdate(context, events->get_discrete_update_events(), result.get());
  if (status.failed()) {
    throw std::runtime_error("EvalUniquePeriodicDiscreteUpdate(): a handler failed: " +
                             status.message());
  }
  return *result;
}

// --- witness functions ---

// Those of the present state: an override may answer others in another one.
template <typename T>
void SystemEvents<T>::GetWitnessFunctions(const Context<T>& context,
                                          std::vector<const WitnessFunction<T>*>* witnesses) const {
  this->self().ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(witnesses != nullptr && witnesses->empty());
  DoGetWitnessFunctions(context, witnesses);
}
// The witness belongs to a leaf somewhere in this system's subtree; it is evaluated with that
// leaf's part of the context.
template <typename T>
T SystemEvents<T>::CalcWitnessValue(const Context<T>& context,
                                    const WitnessFunction<T>& witness) const {
  this->self().ValidateContext(context);
  return DoCalcWitnessValue(context, witness);
}
// Leaves are found through the plan, at whatever depth.
template <typename T>
T SystemEvents<T>::DoCalcWitnessValue(const Context<T>& context,
                                      const WitnessFunction<T>& witness) const {
  // A subtree is a range of nodes.
  const int node = context.data().plan->node_of(witness.get_system());
  if (node < context.node() || node >= context.plan_node().end) {
    throw std::logic_error("Witness function '" + witness.description() + "' belongs to system '" +
                           witness.get_system().GetSystemPathname() +
                           "', which is not a part of system '" + this->GetSystemPathname() + "'");
  }
  return witness.CalcWitnessValue(context.data().views[node]);
}
// The copy of the event is told which witness triggered it.
template <typename T>
void SystemEvents<T>::AddTriggeredWitnessFunctionToCompositeEventCollection(
    const WitnessFunction<T>& witness, CompositeEventCollection<T>* events) const {
  LOOPWRIGHT_THROW_UNLESS(events != nullptr);
  if (witness.get_event() == nullptr) return;
  Event<T> event(*witness.get_event());
  WitnessTriggeredEventData<T> data;
  data.set_triggered_witness(&witness);
  event.set_event_data(std::move(data));
  DoAddTriggeredWitness(witness, std::move(event), events);
}

LOOPWRIGHT_INSTANTIATE_CLASS(SystemEvents)

}  // namespace loopwright
