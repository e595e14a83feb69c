#pragma once

#include "engine/events/event.h"

namespace loopwright {
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
    target.WriteDiscrete([&](T* next) { (c.*m)(context, next); });
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

/// The same with the event that is handled as the second argument: PublishEvent and so on.
template <typename T, typename R, typename C>
struct HandlerTraits<T, R (C::*)(const Context<T>&, const PublishEvent<T>&) const> {
  using Class = C;
  static constexpr EventKind kKind = EventKind::kPublish;
  static R Call(const C& c, R (C::*m)(const Context<T>&, const PublishEvent<T>&) const,
                const Context<T>& context, EventTarget<T>& target) {
    return (c.*m)(context, PublishEvent<T>(*target.event));
  }
};
template <typename T, typename R, typename C>
struct HandlerTraits<T, R (C::*)(const Context<T>&, const DiscreteUpdateEvent<T>&,
                                 DiscreteValues<T>*) const> {
  using Class = C;
  static constexpr EventKind kKind = EventKind::kDiscreteUpdate;
  static R Call(const C& c,
                R (C::*m)(const Context<T>&, const DiscreteUpdateEvent<T>&, DiscreteValues<T>*)
                    const,
                const Context<T>& context, EventTarget<T>& target) {
    return (c.*m)(context, DiscreteUpdateEvent<T>(*target.event), target.discrete);
  }
};
template <typename T, typename R, typename C>
struct HandlerTraits<T, R (C::*)(const Context<T>&, const UnrestrictedUpdateEvent<T>&, State<T>*)
                            const> {
  using Class = C;
  static constexpr EventKind kKind = EventKind::kUnrestrictedUpdate;
  static R Call(const C& c,
                R (C::*m)(const Context<T>&, const UnrestrictedUpdateEvent<T>&, State<T>*) const,
                const Context<T>& context, EventTarget<T>& target) {
    return (c.*m)(context, UnrestrictedUpdateEvent<T>(*target.event), target.state);
  }
};

/// An event whose handler is a method of the system that declares it. A handler that returns void
/// has succeeded.
template <typename T, typename Method>
Event<T> MakeEvent(TriggerType trigger, Method method) {
  using Traits = HandlerTraits<T, Method>;
  auto call = [method](const System<T>& system, const Context<T>& context,
                       EventTarget<T>& target) -> EventStatus {
    return StatusOf([&] {
      return Traits::Call(static_cast<const typename Traits::Class&>(system), method, context,
                          target);
    });
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
