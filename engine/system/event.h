#pragma once

#include <limits>

#include "engine/common/handler.h"
#include "engine/context/context.h"
#include "engine/context/kernel.h"
#include "engine/system/event_status.h"

namespace loopwright {

template <typename T>
class System;

/// What an event handler may write to; which of them are set depends on the event's kind.
template <typename T>
struct EventTarget {
  DiscreteValues<T>* discrete = nullptr;
  ContinuousState<T>* continuous = nullptr;
  State<T>* state = nullptr;
  T* next = nullptr;  ///< the leaf's discrete state, all groups one after another
};

/// The kinds of event. A jump is a discrete update that may change continuous state as well: it is
/// computed from the same values as all other discrete updates and committed together with them.
enum class EventKind { kPublish, kDiscreteUpdate, kJump, kUnrestrictedUpdate };

/// When an event happens.
enum class TriggerType { kForced, kInitialization, kPerStep, kPeriodic, kTimed, kWitness };

/// An event that a leaf declared: its handler, its kind and when it happens.
template <typename T>
class Event {
 public:
  using EventHandler = Handler<System<T>, EventStatus(const Context<T>&, EventTarget<T>&)>;
  /// A discrete update that always succeeds and writes the leaf's discrete state, all groups one
  /// after another, at `next`, where the present values are: what is cheapest to run.
  using DirectUpdate = Handler<System<T>, void(const Context<T>&, T* next)>;

  Event() = default;
  Event(EventKind kind, TriggerType trigger, EventHandler handler)
      : kind_(kind), trigger_(trigger), handler_(std::move(handler)) {}

  EventKind kind() const { return kind_; }
  bool is_publish() const { return kind_ == EventKind::kPublish; }
  TriggerType trigger() const { return trigger_; }
  /// Of periodic events: they happen at fma(k, period, offset), k = 0, 1, …, in seconds.
  double period_sec() const { return period_sec_; }
  /// Of a timed event the only time, in seconds.
  double offset_sec() const { return offset_sec_; }
  void set_timing(double period_sec, double offset_sec) {
    period_sec_ = period_sec;
    offset_sec_ = offset_sec;
  }

  /// Null where the update is not given as data.
  const Kernel<T>* kernel() const { return kernel_.get(); }
  void set_kernel(std::shared_ptr<const Kernel<T>> kernel) { kernel_ = std::move(kernel); }
  const DirectUpdate& direct_update() const { return direct_update_; }
  void set_direct_update(DirectUpdate update) { direct_update_ = std::move(update); }

  EventStatus Handle(const System<T>& system, const Context<T>& context,
                     EventTarget<T>& target) const {
    return handler_(system, context, target);
  }

 private:
  EventKind kind_ = EventKind::kPublish;
  TriggerType trigger_ = TriggerType::kForced;
  EventHandler handler_;
  DirectUpdate direct_update_;
  std::shared_ptr<const Kernel<T>> kernel_;
  double period_sec_ = std::numeric_limits<double>::infinity();
  double offset_sec_ = 0;
};

namespace internal {

/// Which handler signature belongs to which kind of event.
template <typename T, typename Method>
struct HandlerTraits;
template <typename T, typename R, typename C>
struct HandlerTraits<T, R (C::*)(const Context<T>&) const> {
  using Class = C;
  static constexpr EventKind kKind = EventKind::kPublish;
  static R Call(const C& c, R (C::*m)(const Context<T>&) const, const Context<T>& context,
                EventTarget<T>&) {
    return (c.*m)(context);
  }
};
template <typename T, typename R, typename C>
struct HandlerTraits<T, R (C::*)(const Context<T>&, DiscreteValues<T>*) const> {
  using Class = C;
  static constexpr EventKind kKind = EventKind::kDiscreteUpdate;
  static R Call(const C& c, R (C::*m)(const Context<T>&, DiscreteValues<T>*) const,
                const Context<T>& context, EventTarget<T>& target) {
    return (c.*m)(context, target.discrete);
  }
};
template <typename T, typename C>
struct HandlerTraits<T, void (C::*)(const Context<T>&, T*) const> {
  using Class = C;
  static constexpr EventKind kKind = EventKind::kDiscreteUpdate;
  static void Call(const C& c, void (C::*m)(const Context<T>&, T*) const, const Context<T>& context,
                   EventTarget<T>& target) {
    (c.*m)(context, target.next != nullptr ? target.next : target.discrete->data(0));
  }
};
template <typename T, typename R, typename C>
struct HandlerTraits<T,
                     R (C::*)(const Context<T>&, ContinuousState<T>*, DiscreteValues<T>*) const> {
  using Class = C;
  static constexpr EventKind kKind = EventKind::kJump;
  static R Call(const C& c,
                R (C::*m)(const Context<T>&, ContinuousState<T>*, DiscreteValues<T>*) const,
                const Context<T>& context, EventTarget<T>& target) {
    return (c.*m)(context, target.continuous, target.discrete);
  }
};
template <typename T, typename R, typename C>
struct HandlerTraits<T, R (C::*)(const Context<T>&, State<T>*) const> {
  using Class = C;
  static constexpr EventKind kKind = EventKind::kUnrestrictedUpdate;
  static R Call(const C& c, R (C::*m)(const Context<T>&, State<T>*) const,
                const Context<T>& context, EventTarget<T>& target) {
    return (c.*m)(context, target.state);
  }
};

/// An event whose handler is a method of the system that declares it. A handler that returns void
/// has succeeded.
template <typename T, typename Method>
Event<T> MakeEvent(TriggerType trigger, Method method) {
  using Traits = HandlerTraits<T, Method>;
  auto call = [method](const System<T>& system, const Context<T>& context,
                       EventTarget<T>& target) -> EventStatus {
    const auto& self = static_cast<const typename Traits::Class&>(system);
    using Result = decltype(Traits::Call(self, method, context, target));
    if constexpr (std::is_void_v<Result>) {
      Traits::Call(self, method, context, target);
      return EventStatus::Succeeded();
    } else {
      return Traits::Call(self, method, context, target);
    }
  };
  Event<T> event(Traits::kKind, trigger, call);
  using DirectMethod = void (Traits::Class::*)(const Context<T>&, T*) const;
  if constexpr (std::is_same_v<Method, DirectMethod>) {
    event.set_direct_update([method](const System<T>& system, const Context<T>& context, T* next) {
      (static_cast<const typename Traits::Class&>(system).*method)(context, next);
    });
  }
  return event;
}

}  // namespace internal
}  // namespace loopwright
