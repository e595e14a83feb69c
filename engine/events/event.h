#pragma once

#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "engine/common/handler.h"
#include "engine/context/kernel.h"
#include "engine/events/event_kinds.h"
#include "engine/events/event_status.h"
#include "engine/events/event_times.h"

namespace loopwright {

template <typename T>
class System;
template <typename T>
class LeafEvents;
template <typename T>
class CompositeEventCollection;

/// An event: its handler, its kind and when it happens. Authors make a PublishEvent, a
/// DiscreteUpdateEvent or an UnrestrictedUpdateEvent. An event is declared once, belongs to a leaf,
/// and is const while systems run; what it changes is in the EventTarget that its handler gets.
template <typename T>
class Event {
 public:
  using EventHandler = Handler<System<T>, EventStatus(const Context<T>&, EventTarget<T>&)>;

  Event() = default;
  /// An event without a handler does nothing, unless the class overrides the hook of its kind.
  Event(EventKind kind, TriggerType trigger, EventHandler handler)
      : kind_(kind), trigger_(trigger), handler_(std::move(handler)) {}

  /// What it may change.
  EventKind kind() const { return kind_; }
  /// Used where events of several kinds are looked through for those of one.
  bool is_publish() const { return kind_ == EventKind::kPublish; }
  /// Jumps are discrete updates, too.
  bool is_discrete_update() const {
    return kind_ == EventKind::kDiscreteUpdate || kind_ == EventKind::kJump;
  }
  /// What makes it happen; two names for the same, the second one is Drake's.
  TriggerType trigger() const { return trigger_; }
  TriggerType get_trigger_type() const { return trigger_; }
  /// For the engine, when the event is declared or triggered.
  void set_trigger_type(TriggerType trigger) { trigger_ = trigger; }
  /// Of periodic events: they happen at fma(k, period, offset), k = 0, 1, …, in seconds.
  double period_sec() const { return timing_.period_sec(); }
  /// Of a timed event the only time, in seconds.
  double offset_sec() const { return timing_.offset_sec(); }
  /// Infinity as the period for what happens once.
  void set_timing(double period_sec, double offset_sec) {
    timing_.set_period_sec(period_sec);
    timing_.set_offset_sec(offset_sec);
  }
  /// Of a timed event that happens more than once: all its times. Otherwise null.
  const std::shared_ptr<const EventTimes>& times() const { return times_; }
  void set_times(std::shared_ptr<const EventTimes> times) { times_ = std::move(times); }
  /// Whether nothing happens but that a step ends and integration starts anew (a corner).
  bool is_corner() const { return is_corner_; }
  void set_is_corner(bool is_corner) { is_corner_ = is_corner; }
  /// PeriodicEventData of a periodic event, WitnessTriggeredEventData<T> of a witnessed one; null
  /// where the event has no data of this type.
  template <typename EventDataType>
  const EventDataType* get_event_data() const {
    if constexpr (std::is_same_v<EventDataType, PeriodicEventData>) {
      return trigger_ == TriggerType::kPeriodic ? &timing_ : nullptr;
    } else {
      static_assert(std::is_same_v<EventDataType, WitnessTriggeredEventData<T>>);
      return witness_data_.get();
    }
  }
  template <typename EventDataType>
  bool has_event_data() const {
    return get_event_data<EventDataType>() != nullptr;
  }
  /// Drake's way of setting a timing, or of saying what triggered the event.
  void set_event_data(const PeriodicEventData& timing) { timing_ = timing; }
  void set_event_data(WitnessTriggeredEventData<T> data) {
    witness_data_ = std::make_shared<const WitnessTriggeredEventData<T>>(std::move(data));
  }
  /// Whether there is a function to run. An event that only ends a step, or stands for a hook, has
  /// none.
  bool has_handler() const { return static_cast<bool>(handler_); }
  const EventHandler& handler() const { return handler_; }
  /// Adds a copy of this event to those of its kind.
  void AddToComposite(CompositeEventCollection<T>* events) const {
    AddToComposite(trigger_, events);
  }
  /// Adds a copy whose trigger is `trigger`: a declared event as what made it happen this time.
  void AddToComposite(TriggerType trigger, CompositeEventCollection<T>* events) const;

  /// The update as a kernel, which is cheapest to run; null where it is not given so.
  const Kernel<T>* kernel() const { return kernel_.get(); }
  void set_kernel(std::shared_ptr<const Kernel<T>> kernel) { kernel_ = std::move(kernel); }

  /// Runs the event: the handler, or where the class of the system overrides DoPublish() or the
  /// like, that.
  [[nodiscard]] EventStatus Handle(const System<T>& system, const Context<T>& context,
                                   EventTarget<T>& target) const {
    using Hook = typename System<T>::Hook;
    if (!system.has_default_hook(static_cast<Hook>(kind_))) [[unlikely]] {
      const auto& leaf = static_cast<const LeafEvents<T>&>(system);
      auto answer = leaf.RunThroughHook(*this, context, target);
      if (answer) return *std::move(answer);
    }
    return RunHandler(system, context, target);
  }
  /// Runs the handler; without one nothing happens.
  [[nodiscard]] EventStatus RunHandler(const System<T>& system, const Context<T>& context,
                                       EventTarget<T>& target) const {
    if (!handler_) return EventStatus::DidNothing();
    target.event = this;
    EventStatus status = handler_(system, context, target);
    if (kind_ == EventKind::kUnrestrictedUpdate && !target.state->AcceptReplacements()) {
      system.ThrowStateShapeChanged();
    }
    return status;
  }

 private:
  /// What it is: kind, trigger and function, the latter in one or two forms.
  EventKind kind_ = EventKind::kPublish;
  TriggerType trigger_ = TriggerType::kUnknown;
  EventHandler handler_;
  std::shared_ptr<const Kernel<T>> kernel_;
  /// When it happens. `times_` is shared by all copies, as the table can be long.
  PeriodicEventData timing_;
  std::shared_ptr<const EventTimes> times_;
  bool is_corner_ = false;
  std::shared_ptr<const WitnessTriggeredEventData<T>> witness_data_;
};

namespace internal {

/// The answer of a handler; one that returns nothing has succeeded.
template <typename Call>
EventStatus StatusOf(Call call) {
  if constexpr (std::is_void_v<decltype(call())>) {
    call();
    return EventStatus::Succeeded();
  } else {
    return call();
  }
}

/// What an author's function gets for an argument of this type, behind the context: those values of
/// `target` that it may write to, or the event that is handled, as one of its kind.
template <typename Argument, typename T>
auto ArgumentOf(const EventTarget<T>& target) {
  if constexpr (std::is_pointer_v<Argument>) {
    return std::get<Argument>(std::tuple(target.discrete, target.continuous, target.state));
  } else {
    return std::remove_cvref_t<Argument>(*target.event);
  }
}

/// Where an event that is handed to a hook puts the answer of its handler. A hook such as
/// DoPublish() returns nothing, as in Drake, so who calls it gives each event the place where its
/// answer is to be kept, and the base class's hook keeps it there. Copies of the event, which may
/// outlive that place, have none.
class HookAnswer {
 public:
  HookAnswer() = default;
  HookAnswer(const HookAnswer&) {}
  HookAnswer& operator=(const HookAnswer&) { return *this; }

  /// `target` must live until the hook returns.
  void set_answer_target(EventStatus* target) { target_ = target; }
  /// The most severe of the answers stays. Nothing happens to an event of whose answer nobody has
  /// asked.
  void KeepAnswer(const EventStatus& status) const {
    if (target_ != nullptr) target_->KeepMoreSevere(status);
  }

 protected:
  ~HookAnswer() = default;

 private:
  EventStatus* target_ = nullptr;
};

/// Only where F is a function that an event of this type can call.
template <typename F, typename T, typename EventType, typename... Result>
using IfCallback =
    std::enable_if_t<std::is_invocable_v<const F&, const System<T>&, const Context<T>&,
                                         const EventType&, Result...> ||
                     std::is_invocable_v<const F&, const Context<T>&, const EventType&, Result...>>;

/// What the events of the three kinds have in common. `Result` is what their callbacks write to.
template <class EventType, typename T, EventKind kind, typename... Result>
class EventOfKind : public Event<T>, public HookAnswer {
 public:
  static constexpr EventKind kKind = kind;

  /// Without a callback it is for an override of DoPublish() or the like.
  explicit EventOfKind(TriggerType trigger = TriggerType::kUnknown) : Event<T>(kind, trigger, {}) {}
  /// With a callback; how it is triggered is said when it is declared.
  template <typename F, typename = IfCallback<F, T, EventType, Result...>>
  explicit EventOfKind(F callback) : EventOfKind(TriggerType::kUnknown, std::move(callback)) {}
  /// With a callback and a trigger, for a collection that a program fills by hand.
  template <typename F, typename = IfCallback<F, T, EventType, Result...>>
  EventOfKind(TriggerType trigger, F callback)
      : Event<T>(kind, trigger, MakeHandler(std::move(callback))) {}
  /// Takes an event of this kind for what it is; a jump is a discrete update.
  explicit EventOfKind(const Event<T>& event) : Event<T>(event) {}

 private:
  /// A handler made of an author's function of (system, context, event, result) or of the same
  /// without the system.
  template <typename F>
  static typename Event<T>::EventHandler MakeHandler(F callback) {
    return [callback = std::move(callback)](const System<T>& system, const Context<T>& context,
                                            EventTarget<T>& target) -> EventStatus {
      const EventType event(*target.event);
      return StatusOf([&] {
        if constexpr (std::is_invocable_v<F, const System<T>&, const Context<T>&, const EventType&,
                                          Result...>) {
          return callback(system, context, event, ArgumentOf<Result>(target)...);
        } else {
          return callback(context, event, ArgumentOf<Result>(target)...);
        }
      });
    };
  }
};

}  // namespace internal

/// An event that changes nothing in the context. Its callback is a function of (system, context,
/// event), or of (context, event), that returns an EventStatus or nothing. For example
///
///     PublishEvent<double>([](const Context<double>& context, const PublishEvent<double>&) {
///       std::cout << context.get_time() << "\n";
///     })
template <typename T>
class PublishEvent : public internal::EventOfKind<PublishEvent<T>, T, EventKind::kPublish> {
 public:
  using internal::EventOfKind<PublishEvent<T>, T, EventKind::kPublish>::EventOfKind;

  /// Runs the callback; without one the answer is that nothing was done.
  [[nodiscard]] EventStatus handle(const System<T>& system, const Context<T>& context) const {
    EventTarget<T> target;
    return this->RunHandler(system, context, target);
  }
};

/// An event that computes discrete state. Its callback has the discrete values to write to as its
/// last argument. They hold copies of the present values; the context itself stays as it is until
/// all updates of the instant are committed together.
template <typename T>
class DiscreteUpdateEvent
    : public internal::EventOfKind<DiscreteUpdateEvent<T>, T, EventKind::kDiscreteUpdate,
                                   DiscreteValues<T>*> {
 public:
  using internal::EventOfKind<DiscreteUpdateEvent<T>, T, EventKind::kDiscreteUpdate,
                              DiscreteValues<T>*>::EventOfKind;

  /// Runs the callback, which writes to `discrete`. A jump gets continuous state of its own to
  /// write to, which is dropped.
  [[nodiscard]] EventStatus handle(const System<T>& system, const Context<T>& context,
                                   DiscreteValues<T>* discrete) const {
    EventTarget<T> target{discrete, nullptr, nullptr};
    std::unique_ptr<ContinuousState<T>> dropped;
    if (this->kind() == EventKind::kJump) {
      dropped = context.get_continuous_state().Clone();
      target.continuous = dropped.get();
    }
    return this->RunHandler(system, context, target);
  }
};

/// An event that computes any state. Its callback has the state to write to as its last argument.
/// For what changes more than numbers at fixed places: abstract state, or continuous and discrete
/// state at once.
template <typename T>
class UnrestrictedUpdateEvent
    : public internal::EventOfKind<UnrestrictedUpdateEvent<T>, T, EventKind::kUnrestrictedUpdate,
                                   State<T>*> {
 public:
  using internal::EventOfKind<UnrestrictedUpdateEvent<T>, T, EventKind::kUnrestrictedUpdate,
                              State<T>*>::EventOfKind;

  /// Runs the callback, which writes to `state`; std::logic_error where it changes the shape of
  /// that.
  [[nodiscard]] EventStatus handle(const System<T>& system, const Context<T>& context,
                                   State<T>* state) const {
    EventTarget<T> target{nullptr, nullptr, state};
    return this->RunHandler(system, context, target);
  }
};

}  // namespace loopwright
