#include <functional>
#include <limits>
#include <stdexcept>

#include "engine/common/one_instant.h"
#include "engine/context/context_data.h"
#include "engine/diagram/diagram.h"
#include "engine/system/system_extras.h"

namespace loopwright {

// The events as those of this diagram; a collection of another system is the caller's mistake.
template <typename T>
template <typename EventType>
const DiagramEventCollection<EventType>& Diagram<T>::AsDiagram(
    const EventCollection<EventType>& events) const {
  const auto* own = dynamic_cast<const DiagramEventCollection<EventType>*>(&events);
  if (own == nullptr || own->num_subsystems() != num_subsystems()) {
    throw std::logic_error("The events for diagram '" + this->GetSystemPathname() +
                           "' are those of another system: allocate them with the diagram's own "
                           "AllocateCompositeEventCollection()");
  }
  return *own;
}

// --- dispatch: each subsystem with events gets its part of everything. A failed update stops those
// of the other subsystems, a failed publish does not (semantics 7). ---

// All parts publish, whatever one of them answers.
template <typename T>
EventStatus Diagram<T>::DispatchPublishHandler(
    const Context<T>& context, const EventCollection<PublishEvent<T>>& events) const {
  const auto& own = AsDiagram(events);
  EventStatus status = EventStatus::DidNothing();
  for (int i = 0; i < num_subsystems(); ++i) {
    const auto& part = own.get_subevent_collection(i);
    if (!part.HasEvents()) continue;
    status.KeepMoreSevere(
        subsystems_[i]->Publish(GetSubsystemContext(*subsystems_[i], context), part));
  }
  return status;
}

// Each part writes to its own groups of `discrete`, a range of the diagram's.
template <typename T>
EventStatus Diagram<T>::DispatchDiscreteVariableUpdateHandler(
    const Context<T>& context, const EventCollection<DiscreteUpdateEvent<T>>& events,
    DiscreteValues<T>* discrete) const {
  const auto& own = AsDiagram(events);
  EventStatus status = EventStatus::DidNothing();
  for (int i = 0; i < num_subsystems(); ++i) {
    const auto& part = own.get_subevent_collection(i);
    if (!part.HasEvents()) continue;
    const Context<T>& subcontext = GetSubsystemContext(*subsystems_[i], context);
    const PlanNode& node = subcontext.plan_node();
    DiscreteValues<T> values(discrete, node.first_group - context.plan_node().first_group,
                             node.num_groups);
    status.KeepMoreSevere(
        subsystems_[i]->DispatchDiscreteVariableUpdateHandler(subcontext, part, &values));
    if (status.failed()) break;
  }
  return status;
}

// Each part that has events runs its handlers on a view of its own piece of the state; the first
// that fails ends the phase.
template <typename T>
EventStatus Diagram<T>::DispatchUnrestrictedUpdateHandler(
    const Context<T>& context, const EventCollection<UnrestrictedUpdateEvent<T>>& events,
    State<T>* state) const {
  const auto& own = AsDiagram(events);
  EventStatus status = EventStatus::DidNothing();
  for (int i = 0; i < num_subsystems(); ++i) {
    const auto& part = own.get_subevent_collection(i);
    if (!part.HasEvents()) continue;
    State<T> values = GetMutableSubsystemState(*subsystems_[i], context, state);
    status.KeepMoreSevere(subsystems_[i]->DispatchUnrestrictedUpdateHandler(
        GetSubsystemContext(*subsystems_[i], context), part, &values));
    if (status.failed()) break;
  }
  return status;
}

// Only systems that had events are written, so that only what depends on them is out of date.
template <typename T>
void Diagram<T>::DoApplyDiscreteVariableUpdate(
    const EventCollection<DiscreteUpdateEvent<T>>& events, DiscreteValues<T>* discrete,
    Context<T>* context) const {
  const auto& own = AsDiagram(events);
  for (int i = 0; i < num_subsystems(); ++i) {
    const auto& part = own.get_subevent_collection(i);
    if (!part.HasEvents()) continue;
    Context<T>& subcontext = GetMutableSubsystemContext(*subsystems_[i], context);
    const PlanNode& node = subcontext.plan_node();
    DiscreteValues<T> values(discrete, node.first_group - context->plan_node().first_group,
                             node.num_groups);
    subsystems_[i]->DoApplyDiscreteVariableUpdate(part, &values, &subcontext);
  }
}
// Copies each part's piece of the new state into its context: continuous, discrete and abstract.
template <typename T>
void Diagram<T>::DoApplyUnrestrictedUpdate(
    const EventCollection<UnrestrictedUpdateEvent<T>>& events, State<T>* state,
    Context<T>* context) const {
  const auto& own = AsDiagram(events);
  for (int i = 0; i < num_subsystems(); ++i) {
    const auto& part = own.get_subevent_collection(i);
    if (!part.HasEvents()) continue;
    State<T> values = GetMutableSubsystemState(*subsystems_[i], *context, state);
    subsystems_[i]->DoApplyUnrestrictedUpdate(
        part, &values, &GetMutableSubsystemContext(*subsystems_[i], context));
  }
}

// --- which events there are ---

// A collection of its own class for each part, at any depth.
template <typename T>
std::unique_ptr<CompositeEventCollection<T>> Diagram<T>::AllocateCompositeEventCollection() const {
  std::vector<std::unique_ptr<CompositeEventCollection<T>>> parts;
  for (const auto& subsystem : subsystems_) {
    parts.push_back(subsystem->AllocateCompositeEventCollection());
  }
  return std::make_unique<DiagramCompositeEventCollection<T>>(std::move(parts));
}

// Calls `visit(system, its context, its events)` for each direct part.
template <typename T>
template <typename F>
void Diagram<T>::ForEachPart(const Context<T>& context, CompositeEventCollection<T>* events,
                             F visit) const {
  auto* own = dynamic_cast<DiagramCompositeEventCollection<T>*>(events);
  LOOPWRIGHT_THROW_UNLESS(own != nullptr && own->num_subsystems() == num_subsystems());
  for (int i = 0; i < num_subsystems(); ++i) {
    std::invoke(visit, *subsystems_[i], GetSubsystemContext(*subsystems_[i], context),
                &own->get_mutable_subevent_collection(i));
  }
}
// Every part fills its own collection.
template <typename T>
void Diagram<T>::DoGetPerStepEvents(const Context<T>& context,
                                    CompositeEventCollection<T>* events) const {
  ForEachPart(context, events, &System<T>::GetPerStepEvents);
}
// Also those that a class of the part's author adds; so it is below.
template <typename T>
void Diagram<T>::DoGetInitializationEvents(const Context<T>& context,
                                           CompositeEventCollection<T>* events) const {
  ForEachPart(context, events, &System<T>::GetInitializationEvents);
}
template <typename T>
void Diagram<T>::DoGetPeriodicEvents(const Context<T>& context,
                                     CompositeEventCollection<T>* events) const {
  ForEachPart(context, events, &System<T>::GetPeriodicEvents);
}

// All parts answer; what is due later than the earliest answer is taken out again.
template <typename T>
void Diagram<T>::DoCalcNextUpdateTime(const Context<T>& context,
                                      CompositeEventCollection<T>* events, T* time) const {
  std::vector<double> times;
  double earliest = std::numeric_limits<double>::infinity();
  ForEachPart(context, events, [&](const System<T>& system, const Context<T>& part, auto* own) {
    times.push_back(ValueOf(system.CalcNextUpdateTime(part, own)));
    earliest = std::min(earliest, times.back());
  });
  size_t i = 0;
  ForEachPart(context, events, [&](const System<T>&, const Context<T>&, auto* own) {
    if (!IsOneInstant(times[i++], earliest, 0)) own->Clear();
  });
  *time = T(earliest);
}

// Those of all parts, in build order.
template <typename T>
void Diagram<T>::DoGetWitnessFunctions(const Context<T>& context,
                                       std::vector<const WitnessFunction<T>*>* witnesses) const {
  for (const auto& subsystem : subsystems_) {
    std::vector<const WitnessFunction<T>*> own;
    subsystem->GetWitnessFunctions(GetSubsystemContext(*subsystem, context), &own);
    witnesses->insert(witnesses->end(), own.begin(), own.end());
  }
}

// Down the line of diagrams that leads to the leaf.
template <typename T>
void Diagram<T>::DoAddTriggeredWitness(const WitnessFunction<T>& witness, Event<T> event,
                                       CompositeEventCollection<T>* events) const {
  const SystemBase* child = &witness.get_system();
  while (child != nullptr && child->parent() != this) child = child->parent();
  for (int i = 0; i < num_subsystems() && child != nullptr; ++i) {
    if (subsystems_[i].get() != child) continue;
    auto* own = dynamic_cast<DiagramCompositeEventCollection<T>*>(events);
    LOOPWRIGHT_THROW_UNLESS(own != nullptr && own->num_subsystems() == num_subsystems());
    subsystems_[i]->DoAddTriggeredWitness(witness, std::move(event),
                                          &own->get_mutable_subevent_collection(i));
    return;
  }
  throw std::logic_error("Witness function '" + witness.description() + "' belongs to system '" +
                         witness.get_system().GetSystemPathname() +
                         "', which is not a part of diagram '" + this->GetSystemPathname() + "'");
}

// --- forced events: those of the subsystems, which own them ---

// The diagram's collection only refers to its parts', so an event that a part declares later is in
// it.
template <typename T>
template <typename EventType, typename Get>
std::unique_ptr<EventCollection<EventType>> Diagram<T>::GatherForced(Get get) const {
  auto forced = std::make_unique<DiagramEventCollection<EventType>>(num_subsystems());
  for (int i = 0; i < num_subsystems(); ++i) {
    const EventCollection<EventType>& part = get(*subsystems_[i]);
    forced->set_subevent_collection(i, const_cast<EventCollection<EventType>*>(&part));
  }
  return forced;
}
// Of each part, the collection that it has made for itself.
template <typename T>
std::unique_ptr<EventCollection<PublishEvent<T>>> Diagram<T>::AllocateForcedPublishEvents() const {
  return GatherForced<PublishEvent<T>>(
      [](const System<T>& s) -> const auto& { return s.get_forced_publish_events(); });
}
template <typename T>
std::unique_ptr<EventCollection<DiscreteUpdateEvent<T>>>
Diagram<T>::AllocateForcedDiscreteUpdateEvents() const {
  return GatherForced<DiscreteUpdateEvent<T>>(
      [](const System<T>& s) -> const auto& { return s.get_forced_discrete_update_events(); });
}
template <typename T>
std::unique_ptr<EventCollection<UnrestrictedUpdateEvent<T>>>
Diagram<T>::AllocateForcedUnrestrictedUpdateEvents() const {
  return GatherForced<UnrestrictedUpdateEvent<T>>(
      [](const System<T>& s) -> const auto& { return s.get_forced_unrestricted_update_events(); });
}

LOOPWRIGHT_INSTANTIATE_CLASS(Diagram)

}  // namespace loopwright
