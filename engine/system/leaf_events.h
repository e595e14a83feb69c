#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/events/event_handlers.h"
#include "engine/system/system.h"

namespace loopwright {

/// The part of LeafSystem that is about events and witness functions: how an author declares them,
/// the hooks that they run through, and what the engine asks of them. Times are in seconds; a
/// period must be positive and finite, else std::logic_error with the path of the system. What an
/// event means, and in which order those of an instant run, stands in the semantics document, 5 to
/// 8.
template <typename T>
class LeafEvents : public System<T> {
 public:
  /// An empty collection for this leaf's events.
  std::unique_ptr<CompositeEventCollection<T>> AllocateCompositeEventCollection() const override;

  // --- for the engine ---
  /// All declared events but the ordered initialization, in the order of declaration. Their
  /// addresses stay as they are when more are declared.
  const OwningVector<Event<T>>& events() const { return events_; }
  /// What DeclareOrderedInitialization() declared; null where nothing did.
  const Event<T>* ordered_initialization() const { return ordered_initialization_.get(); }
  /// Appends the witness functions that matter in the present state.
  void CollectWitnessFunctions(const Context<T>& context,
                               std::vector<const WitnessFunction<T>*>* witnesses) const {
    DoGetWitnessFunctions(context, witnesses);
  }
  /// Whether the class decides at run time on its next event, by an override of
  /// DoCalcNextUpdateTime(); it is asked for that.
  bool DecidesOnEvents(const Context<T>& context) const;
  /// Runs one event through the hook of its kind, where the class overrides that; no answer where
  /// it does not, and nothing has run then.
  [[nodiscard]] std::optional<EventStatus> RunThroughHook(const Event<T>& event,
                                                          const Context<T>& context,
                                                          EventTarget<T>& target) const;

 protected:
  /// For LeafSystem only, the class that authors derive from.
  LeafEvents() = default;
  explicit LeafEvents(SystemScalarConverter converter) : System<T>(std::move(converter)) {}

  // --- events that the author makes: a PublishEvent, DiscreteUpdateEvent or
  // UnrestrictedUpdateEvent; one without a callback is for the hook of its kind, see below ---
  /// At fma(k, period, offset), k = 0, 1, …, from the start of the run on.
  template <typename EventType>
  void DeclarePeriodicEvent(double period_sec, double offset_sec, const EventType& event) {
    DeclarePeriodic(period_sec, offset_sec, Triggered(event, TriggerType::kPeriodic),
                    EventType::kKind);
  }
  /// At each step of the simulator, however long it is: updates at its beginning, publishes at its
  /// end and when a run starts.
  template <typename EventType>
  void DeclarePerStepEvent(const EventType& event) {
    AddEvent(Triggered(event, TriggerType::kPerStep), EventType::kKind);
  }
  /// Once, when a run is initialized.
  template <typename EventType>
  void DeclareInitializationEvent(const EventType& event) {
    AddEvent(Triggered(event, TriggerType::kInitialization), EventType::kKind);
  }
  /// When a program calls System::ForcedPublish() or the like.
  template <typename EventType>
  void DeclareForcedEvent(const EventType& event) {
    AddEvent(Triggered(event, TriggerType::kForced), EventType::kKind);
  }

  // --- events. A handler is a method:
  //   publish                EventStatus (const Context<T>&) const
  //   discrete update        EventStatus (const Context<T>&, DiscreteValues<T>*) const, or
  //                          void (const Context<T>&, T* next) const
  //   jump                   EventStatus (const Context<T>&, ContinuousState<T>*,
  //                                       DiscreteValues<T>*) const
  //   unrestricted update    EventStatus (const Context<T>&, State<T>*) const
  // or the same returning void, or with the event that is handled as the second argument
  // (const PublishEvent<T>& and so on; a jump has none). ---
  /// A handler at each multiple of a period, from the offset on: prints or records, and changes
  /// nothing.
  template <typename Method>
  void DeclarePeriodicPublishEvent(double period_sec, double offset_sec, Method method) {
    DeclarePeriodic(period_sec, offset_sec, internal::MakeEvent<T>(TriggerType::kPeriodic, method),
                    EventKind::kPublish);
  }
  /// A sampled system: x[n+1] from x[n] and u[n], at each multiple of the period.
  template <typename Method>
  void DeclarePeriodicDiscreteUpdateEvent(double period_sec, double offset_sec, Method method) {
    DeclarePeriodic(period_sec, offset_sec, internal::MakeEvent<T>(TriggerType::kPeriodic, method),
                    EventKind::kDiscreteUpdate);
  }
  /// Such an update by a method that is known when the program is compiled and always succeeds,
  /// `void Update(const Context<T>&, T* next) const`: it writes all groups of the leaf's discrete
  /// state one after another at `next`, where the present values are. At a sampling instant it is
  /// called directly (benchmark blocks/DiscreteCounter).
  template <auto update>
  void DeclarePeriodicDiscreteUpdateEvent(double period_sec, double offset_sec) {
    DeclarePeriodicDiscreteUpdateEvent(period_sec, offset_sec,
                                       Kernel<T>::template OfMethod<update>());
  }
  /// An update of all discrete state of the leaf that is given as data.
  void DeclarePeriodicDiscreteUpdateEvent(double period_sec, double offset_sec,
                                          const Kernel<T>& kernel);
  /// For handlers that change abstract or continuous state, too.
  template <typename Method>
  void DeclarePeriodicUnrestrictedUpdateEvent(double period_sec, double offset_sec, Method method) {
    DeclarePeriodic(period_sec, offset_sec, internal::MakeEvent<T>(TriggerType::kPeriodic, method),
                    EventKind::kUnrestrictedUpdate);
  }
  /// Once, at `time_sec`; not in a run that starts later.
  template <typename Method>
  void DeclareTimedDiscreteUpdateEvent(double time_sec, Method method) {
    AddTimedEvent(time_sec, internal::MakeEvent<T>(TriggerType::kTimed, method));
  }
  /// At each of `times` that does not come before the start of a run.
  template <typename Method>
  void DeclareTimedDiscreteUpdateEvent(std::shared_ptr<const EventTimes> times, Method method) {
    AddTimedEvents(std::move(times), internal::MakeEvent<T>(TriggerType::kTimed, method));
  }
  /// Both by a method that is known when the program is compiled; see
  /// DeclarePeriodicDiscreteUpdateEvent().
  template <auto update>
  void DeclareTimedDiscreteUpdateEvent(double time_sec) {
    AddTimedEvent(time_sec,
                  UpdateByKernel(TriggerType::kTimed, Kernel<T>::template OfMethod<update>()));
  }
  template <auto update>
  void DeclareTimedDiscreteUpdateEvent(std::shared_ptr<const EventTimes> times) {
    AddTimedEvents(std::move(times),
                   UpdateByKernel(TriggerType::kTimed, Kernel<T>::template OfMethod<update>()));
  }
  /// At each of `times` a step ends and integration starts anew, and nothing else happens: where
  /// an output is continuous and its slope is not (semantics 12).
  void DeclareCorners(std::shared_ptr<const EventTimes> times);
  /// Updates run at the beginning of each step, publishes at its end and when a run starts.
  template <typename Method>
  void DeclarePerStepPublishEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kPerStep, method), EventKind::kPublish);
  }
  template <typename Method>
  void DeclarePerStepDiscreteUpdateEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kPerStep, method), EventKind::kDiscreteUpdate);
  }
  template <typename Method>
  void DeclarePerStepUnrestrictedUpdateEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kPerStep, method), EventKind::kUnrestrictedUpdate);
  }
  /// Once, when a run is initialized: unrestricted updates, then discrete ones, then publishes.
  template <typename Method>
  void DeclareInitializationPublishEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kInitialization, method), EventKind::kPublish);
  }
  template <typename Method>
  void DeclareInitializationDiscreteUpdateEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kInitialization, method),
             EventKind::kDiscreteUpdate);
  }
  template <typename Method>
  void DeclareInitializationUnrestrictedUpdateEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kInitialization, method),
             EventKind::kUnrestrictedUpdate);
  }
  /// When a program asks for it, as it does with ForcedPublish().
  template <typename Method>
  void DeclareForcedPublishEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kForced, method), EventKind::kPublish);
  }
  template <typename Method>
  void DeclareForcedDiscreteUpdateEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kForced, method), EventKind::kDiscreteUpdate);
  }
  template <typename Method>
  void DeclareForcedUnrestrictedUpdateEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kForced, method), EventKind::kUnrestrictedUpdate);
  }
  /// A discrete update that Initialize runs leaf by leaf in feedthrough order, after all other
  /// initialization updates: for state that starts as a function of the input (a relay).
  template <typename Method>
  void DeclareOrderedInitialization(Method method) {
    this->NoteDeclaration(false);
    ordered_initialization_ = std::make_unique<const Event<T>>(
        internal::MakeEvent<T>(TriggerType::kInitialization, method));
  }

  // --- witness functions; return them from DoGetWitnessFunctions() ---
  /// The system keeps the result as a member. Without a handler only the time of the sign change is
  /// isolated: the step ends there. `calc` is `T (const Context<T>&) const`.
  template <class MySystem>
  std::unique_ptr<WitnessFunction<T>> MakeWitnessFunction(std::string description,
                                                          WitnessFunctionDirection direction,
                                                          T (MySystem::*calc)(const Context<T>&)
                                                              const) const {
    return std::make_unique<WitnessFunction<T>>(this, std::move(description), direction,
                                                WitnessCall(calc), std::nullopt);
  }
  /// With a handler, which runs where the function triggers; its signature says of which kind it
  /// is.
  template <class MySystem, typename Method,
            typename = std::enable_if_t<std::is_member_function_pointer_v<Method>>>
  std::unique_ptr<WitnessFunction<T>> MakeWitnessFunction(std::string description,
                                                          WitnessFunctionDirection direction,
                                                          T (MySystem::*calc)(const Context<T>&)
                                                              const,
                                                          Method handler) const {
    return std::make_unique<WitnessFunction<T>>(
        this, std::move(description), direction, WitnessCall(calc),
        internal::MakeEvent<T>(TriggerType::kWitness, handler));
  }
  /// The same for a method that is known when the program is compiled,
  /// `MakeWitnessFunction<&MySystem::Calc>(...)`: a step's look at it calls it directly.
  template <auto calc, typename Method>
  std::unique_ptr<WitnessFunction<T>> MakeWitnessFunction(std::string description,
                                                          WitnessFunctionDirection direction,
                                                          Method handler) const {
    return std::make_unique<WitnessFunction<T>>(
        this, std::move(description), direction, DirectWitnessCall<calc>(calc),
        internal::MakeEvent<T>(TriggerType::kWitness, handler));
  }
  /// With an event that the author made.
  template <class MySystem>
  std::unique_ptr<WitnessFunction<T>> MakeWitnessFunction(std::string description,
                                                          WitnessFunctionDirection direction,
                                                          T (MySystem::*calc)(const Context<T>&)
                                                              const,
                                                          const Event<T>& event) const {
    return std::make_unique<WitnessFunction<T>>(this, std::move(description), direction,
                                                WitnessCall(calc),
                                                Triggered(event, TriggerType::kWitness));
  }
  std::unique_ptr<WitnessFunction<T>> MakeWitnessFunction(
      std::string description, WitnessFunctionDirection direction,
      std::function<T(const Context<T>&)> calc, std::optional<Event<T>> event = std::nullopt) const;

  // --- hooks that an author may override. C++ cannot tell whether a class does so, and what is
  // here runs only where it does not: LeafSystem has functions of the same names that overrides
  // call for the default, and hides these. So that one of these ran is the proof, and they note it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
  /// The witness functions that matter in the present state: none.
  void DoGetWitnessFunctions(const Context<T>& context,
                             std::vector<const WitnessFunction<T>*>* witnesses) const override;
  // Hooks for events: what Publish(context, events) and the like end up in, with all events of one
  // kind. Without an override each event's handler runs. A class that overrides one of them gets
  // all events of that kind through it, those that a Simulator runs one at a time.
  /// Given all publish events of this leaf that are due. An override may ask each for its trigger.
  virtual void DoPublish(const Context<T>& context,
                         const std::vector<const PublishEvent<T>*>& events) const;
  /// Given the discrete updates that are due, and in `discrete` a copy of the present values.
  virtual void DoCalcDiscreteVariableUpdates(
      const Context<T>& context, const std::vector<const DiscreteUpdateEvent<T>*>& events,
      DiscreteValues<T>* discrete) const;
  /// Given the unrestricted updates that are due, and in `state` a copy of the present state.
  virtual void DoCalcUnrestrictedUpdate(
      const Context<T>& context, const std::vector<const UnrestrictedUpdateEvent<T>*>& events,
      State<T>* state) const;
  /// The next time after the present at which a declared event is due, and what is due then. An
  /// override answers for events that are known only at run time; it is asked at every step.
  void DoCalcNextUpdateTime(const Context<T>& context, CompositeEventCollection<T>* events,
                            T* time) const override;
  /// Adds the declared per-step events to `events`. An override adds those that it knows only at
  /// run time.
  void DoGetPerStepEvents(const Context<T>& context,
                          CompositeEventCollection<T>* events) const override;
#pragma GCC diagnostic pop

  // --- what these hooks do by default ---
  /// The earliest of the declared events; none where the collection leaves them out.
  void FindDeclaredUpdate(const Context<T>& context, CompositeEventCollection<T>* events,
                          T* time) const;
  void AddDeclaredPerStepEvents(CompositeEventCollection<T>* events) const;

  /// What a leaf does with a collection that it is handed: calls the hook, which runs each handler;
  /// the answer is the most severe of theirs. The two below are those of updates.
  [[nodiscard]] EventStatus DispatchPublishHandler(
      const Context<T>& context, const EventCollection<PublishEvent<T>>& events) const override;
  [[nodiscard]] EventStatus DispatchDiscreteVariableUpdateHandler(
      const Context<T>& context, const EventCollection<DiscreteUpdateEvent<T>>& events,
      DiscreteValues<T>* discrete) const override;
  [[nodiscard]] EventStatus DispatchUnrestrictedUpdateHandler(
      const Context<T>& context, const EventCollection<UnrestrictedUpdateEvent<T>>& events,
      State<T>* state) const override;
  /// Add the declared events of this trigger to `events`.
  void DoGetInitializationEvents(const Context<T>& context,
                                 CompositeEventCollection<T>* events) const override;
  void DoGetPeriodicEvents(const Context<T>& context,
                           CompositeEventCollection<T>* events) const override;

 private:
  void DoFinishDeclarations() override { this->DeclareEnergyEntries(); }
  /// Copy what was computed into the context; nothing where there were no events.
  void DoApplyDiscreteVariableUpdate(const EventCollection<DiscreteUpdateEvent<T>>& events,
                                     DiscreteValues<T>* discrete,
                                     Context<T>* context) const override;
  void DoApplyUnrestrictedUpdate(const EventCollection<UnrestrictedUpdateEvent<T>>& events,
                                 State<T>* state, Context<T>* context) const override;
  /// Adds the event of a witness function that triggered to those of its kind.
  void DoAddTriggeredWitness(const WitnessFunction<T>& witness, Event<T> event,
                             CompositeEventCollection<T>* events) const override;
  std::unique_ptr<EventCollection<PublishEvent<T>>> AllocateForcedPublishEvents() const override;
  std::unique_ptr<EventCollection<DiscreteUpdateEvent<T>>> AllocateForcedDiscreteUpdateEvents()
      const override;
  std::unique_ptr<EventCollection<UnrestrictedUpdateEvent<T>>>
  AllocateForcedUnrestrictedUpdateEvents() const override;
  /// Forced events are collected when they are first asked for, and one that is declared later
  /// joins them.
  template <typename EventType>
  std::unique_ptr<EventCollection<EventType>> AllocateForced() const;
  /// Adds to a collection that was asked for already, in which a first declared event takes the
  /// place of the one without a handler.
  template <typename EventType>
  void AddForced(const Event<T>& event, EventCollection<EventType>* forced);
  void AddToForced(const Event<T>& event);
  /// Adds the declared events of one trigger.
  void AddTriggered(TriggerType trigger, CompositeEventCollection<T>* events) const;
  /// The event with its trigger noted.
  static Event<T> Triggered(Event<T> event, TriggerType trigger) {
    event.set_trigger_type(trigger);
    return event;
  }
  /// A method as a function of (system, context).
  template <class MySystem>
  static typename WitnessFunction<T>::Calc WitnessCall(T (MySystem::*calc)(const Context<T>&)
                                                           const) {
    return [calc](const System<T>& self, const Context<T>& context) {
      return (static_cast<const MySystem&>(self).*calc)(context);
    };
  }
  /// The same where the compiler knows the method and can put its body in place of the call.
  template <auto calc, class MySystem>
  static typename WitnessFunction<T>::Calc DirectWitnessCall(T (MySystem::*)(const Context<T>&)
                                                                 const) {
    return [](const System<T>& self, const Context<T>& context) __attribute__((flatten)) {
      return (static_cast<const MySystem&>(self).*calc)(context);
    };
  }
  /// std::logic_error where the handler is of another kind than the declaration's name says.
  void AddEvent(Event<T> event, EventKind expected);
  /// A discrete update that runs `kernel`.
  static Event<T> UpdateByKernel(TriggerType trigger, const Kernel<T>& kernel);
  /// Note the time, or times, in the event and keep it. A single time is a timing with an infinite
  /// period; of an empty table nothing is kept.
  void AddTimedEvent(double time_sec, Event<T> event);
  void AddTimedEvents(std::shared_ptr<const EventTimes> times, Event<T> event);
  void DeclarePeriodic(double period_sec, double offset_sec, Event<T> event, EventKind expected);

  OwningVector<Event<T>> events_{};
  std::unique_ptr<const Event<T>> ordered_initialization_;
};

LOOPWRIGHT_DECLARE_CLASS(LeafEvents)

}  // namespace loopwright
