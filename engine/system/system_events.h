#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/context/context.h"
#include "engine/events/event.h"
#include "engine/events/event_collection.h"
#include "engine/events/witness_function.h"
#include "engine/system/system_mechanics.h"

namespace loopwright {

/// What a system does at events: which there are and when, and how a collection of them is handled.
/// A leaf runs handlers that its author declared (leaf_events.h), a diagram asks its parts. A
/// Simulator knows the events of a run from the plan; what is here is for programs that handle
/// events themselves, and what leaves and diagrams have in common. The only class that derives from
/// this is System. For example
///
///     const auto events = system.AllocateCompositeEventCollection();
///     const double time = system.CalcNextUpdateTime(*context, events.get());  // s, the next event
///     context->SetTime(time);
///     const EventStatus status = system.Publish(*context, events->get_publish_events());
template <typename T>
class SystemEvents : public SystemMechanics<T> {
 public:
  /// An empty collection, with a part for each subsystem of a diagram.
  virtual std::unique_ptr<CompositeEventCollection<T>> AllocateCompositeEventCollection() const = 0;

  // --- handling events. Every handler sees the values of `context`; what it computes is written to
  // the last argument, which starts as a copy of these. Apply… puts it into the context. The events
  // are part of a collection from AllocateCompositeEventCollection(). The answer is the most severe
  // of all handlers'. ---
  /// Runs publish events, which print, record or draw and change nothing in `context`.
  [[nodiscard]] EventStatus Publish(const Context<T>& context,
                                    const EventCollection<PublishEvent<T>>& events) const;
  /// Computes what discrete state becomes: `discrete` holds x[n+1] afterwards, `context` still
  /// x[n].
  [[nodiscard]] EventStatus CalcDiscreteVariableUpdate(
      const Context<T>& context, const EventCollection<DiscreteUpdateEvent<T>>& events,
      DiscreteValues<T>* discrete) const;
  void ApplyDiscreteVariableUpdate(const EventCollection<DiscreteUpdateEvent<T>>& events,
                                   DiscreteValues<T>* discrete, Context<T>* context) const;
  /// std::logic_error where a handler changes the number of state variables.
  [[nodiscard]] EventStatus CalcUnrestrictedUpdate(
      const Context<T>& context, const EventCollection<UnrestrictedUpdateEvent<T>>& events,
      State<T>* state) const;
  void ApplyUnrestrictedUpdate(const EventCollection<UnrestrictedUpdateEvent<T>>& events,
                               State<T>* state, Context<T>* context) const;
  /// The forced events of all leaves: what a program asks for itself. A handler that fails is a
  /// std::runtime_error that names its system.
  void ForcedPublish(const Context<T>& context) const;
  void Publish(const Context<T>& context) const { ForcedPublish(context); }
  void CalcForcedDiscreteVariableUpdate(const Context<T>& context,
                                        DiscreteValues<T>* discrete) const;
  void CalcForcedUnrestrictedUpdate(const Context<T>& context, State<T>* state) const;
  /// Unrestricted, then discrete initialization updates, then initialization publishes. A handler
  /// that fails is a std::runtime_error that names its system; the answer tells the rest. Try… is
  /// the same with failure as an answer, too. A failed update is not applied, and what comes after
  /// it does not run.
  EventStatus ExecuteInitializationEvents(Context<T>* context) const;
  [[nodiscard]] EventStatus TryExecuteInitializationEvents(Context<T>* context) const;
  /// The forced events likewise.
  EventStatus ExecuteForcedEvents(Context<T>* context, bool publish = true) const;
  [[nodiscard]] EventStatus TryExecuteForcedEvents(Context<T>* context, bool publish = true) const;

  // --- which events there are. `events` is cleared first. ---
  /// The first time after the present at which a timed or periodic event is due, infinity where
  /// there is none; `events` becomes what is due then.
  T CalcNextUpdateTime(const Context<T>& context, CompositeEventCollection<T>* events) const;
  /// Those of each step, those of initialization, or periodic ones whatever their time.
  void GetPerStepEvents(const Context<T>& context, CompositeEventCollection<T>* events) const;
  void GetInitializationEvents(const Context<T>& context,
                               CompositeEventCollection<T>* events) const;
  void GetPeriodicEvents(const Context<T>& context, CompositeEventCollection<T>* events) const;
  /// All periodic events of the system and its parts, by period and offset.
  std::map<PeriodicEventData, std::vector<const Event<T>*>, PeriodicEventDataComparator>
  MapPeriodicEventsByTiming() const;
  /// The timing that all periodic discrete updates have in common, if there is one.
  std::optional<PeriodicEventData> GetUniquePeriodicDiscreteUpdateAttribute() const;
  /// What the discrete state becomes at the next of those updates; std::logic_error without them.
  const DiscreteValues<T>& EvalUniquePeriodicDiscreteUpdate(const Context<T>& context) const;
  /// The witness functions that matter in the present state; `witnesses` must be empty.
  void GetWitnessFunctions(const Context<T>& context,
                           std::vector<const WitnessFunction<T>*>* witnesses) const;
  /// `context` is this system's; the witness function may be a subsystem's.
  T CalcWitnessValue(const Context<T>& context, const WitnessFunction<T>& witness) const;
  /// Adds the event of `witness`, if it has one, to `events`, which are this system's.
  void AddTriggeredWitnessFunctionToCompositeEventCollection(
      const WitnessFunction<T>& witness, CompositeEventCollection<T>* events) const;

 protected:
  SystemEvents() = default;

  // --- hooks: what the functions of the same names without Do… call, after checks ---
  /// A leaf runs the handlers of the events; a diagram hands each part of the collection to the
  /// subsystem that it belongs to. The answer is the most severe of all handlers'.
  [[nodiscard]] virtual EventStatus DispatchPublishHandler(
      const Context<T>& context, const EventCollection<PublishEvent<T>>& events) const = 0;
  [[nodiscard]] virtual EventStatus DispatchDiscreteVariableUpdateHandler(
      const Context<T>& context, const EventCollection<DiscreteUpdateEvent<T>>& events,
      DiscreteValues<T>* discrete) const = 0;
  [[nodiscard]] virtual EventStatus DispatchUnrestrictedUpdateHandler(
      const Context<T>& context, const EventCollection<UnrestrictedUpdateEvent<T>>& events,
      State<T>* state) const = 0;
  /// Puts what an update computed into the context, and marks it changed, of those leaves only that
  /// have events.
  virtual void DoApplyDiscreteVariableUpdate(const EventCollection<DiscreteUpdateEvent<T>>& events,
                                             DiscreteValues<T>* discrete,
                                             Context<T>* context) const = 0;
  virtual void DoApplyUnrestrictedUpdate(const EventCollection<UnrestrictedUpdateEvent<T>>& events,
                                         State<T>* state, Context<T>* context) const = 0;
  virtual void DoCalcNextUpdateTime(const Context<T>& context, CompositeEventCollection<T>* events,
                                    T* time) const = 0;
  /// The collections are empty when these are called.
  virtual void DoGetPerStepEvents(const Context<T>& context,
                                  CompositeEventCollection<T>* events) const = 0;
  virtual void DoGetInitializationEvents(const Context<T>& context,
                                         CompositeEventCollection<T>* events) const = 0;
  virtual void DoGetPeriodicEvents(const Context<T>& context,
                                   CompositeEventCollection<T>* events) const = 0;
  virtual void DoGetWitnessFunctions(const Context<T>&,
                                     std::vector<const WitnessFunction<T>*>*) const {}
  virtual T DoCalcWitnessValue(const Context<T>& context, const WitnessFunction<T>& witness) const;
  virtual void DoAddTriggeredWitness(const WitnessFunction<T>& witness, Event<T> event,
                                     CompositeEventCollection<T>* events) const = 0;
  /// The forced events: those declared, or where none are, one without a handler.
  const EventCollection<PublishEvent<T>>& get_forced_publish_events() const;
  const EventCollection<DiscreteUpdateEvent<T>>& get_forced_discrete_update_events() const;
  const EventCollection<UnrestrictedUpdateEvent<T>>& get_forced_unrestricted_update_events() const;
  void set_forced_publish_events(std::unique_ptr<EventCollection<PublishEvent<T>>> forced);
  void set_forced_discrete_update_events(
      std::unique_ptr<EventCollection<DiscreteUpdateEvent<T>>> forced);
  void set_forced_unrestricted_update_events(
      std::unique_ptr<EventCollection<UnrestrictedUpdateEvent<T>>> forced);
  /// Make the collections that the functions above answer, on the first request.
  virtual std::unique_ptr<EventCollection<PublishEvent<T>>> AllocateForcedPublishEvents() const = 0;
  virtual std::unique_ptr<EventCollection<DiscreteUpdateEvent<T>>>
  AllocateForcedDiscreteUpdateEvents() const = 0;
  virtual std::unique_ptr<EventCollection<UnrestrictedUpdateEvent<T>>>
  AllocateForcedUnrestrictedUpdateEvents() const = 0;
};

LOOPWRIGHT_DECLARE_CLASS(SystemEvents)

}  // namespace loopwright
