#pragma once

#include "engine/events/event.h"

namespace loopwright {
namespace internal {

/// Which handler signature belongs to which kind of event. Each specialisation matches one
/// signature, as the comment in LeafEvents lists them, and gives three things: `Class`, the
/// author's class; `kKind`, the kind of event; and `Call`, which calls the method with those parts
/// of an EventTarget that it takes. So one template, MakeEvent(), makes events of every method, and
/// a method of a wrong signature is an error when the program is compiled.
///
/// In the specialisations R is what the method returns, EventStatus or void, C the author's class,
/// `c` the object and `m` the method. For example `EventStatus Pendulum<T>::Print(const
/// Context<T>&) const` matches the first one: R is EventStatus, C is Pendulum<T>, and the event is
/// a publish.
template <typename T, typename Method>
struct HandlerTraits;
/// A publish: nothing to write to.
template <typename T, typename R, typename C>
struct HandlerTraits<T, R (C::*)(const Context<T>&) const> {
  using Class = C;
  static constexpr EventKind kKind = EventKind::kPublish;
  static R Call(const C& c, R (C::*m)(const Context<T>&) const, const Context<T>& context,
                EventTarget<T>&) {
    return (c.*m)(context);
  }
};
/// A discrete update of the leaf's groups.
template <typename T, typename R, typename C>
struct HandlerTraits<T, R (C::*)(const Context<T>&, DiscreteValues<T>*) const> {
  using Class = C;
  static constexpr EventKind kKind = EventKind::kDiscreteUpdate;
  static R Call(const C& c, R (C::*m)(const Context<T>&, DiscreteValues<T>*) const,
                const Context<T>& context, EventTarget<T>& target) {
    return (c.*m)(context, target.discrete);
  }
};
/// A discrete update that writes elements at a pointer, all groups one after another.
template <typename T, typename C>
struct HandlerTraits<T, void (C::*)(const Context<T>&, T*) const> {
  using Class = C;
  static constexpr EventKind kKind = EventKind::kDiscreteUpdate;
  static void Call(const C& c, void (C::*m)(const Context<T>&, T*) const, const Context<T>& context,
                   EventTarget<T>& target) {
    target.WriteDiscrete([&](T* next) { (c.*m)(context, next); });
  }
};
/// A jump: continuous and discrete state.
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
/// An unrestricted update.
template <typename T, typename R, typename C>
struct HandlerTraits<T, R (C::*)(const Context<T>&, State<T>*) const> {
  using Class = C;
  static constexpr EventKind kKind = EventKind::kUnrestrictedUpdate;
  static R Call(const C& c, R (C::*m)(const Context<T>&, State<T>*) const,
                const Context<T>& context, EventTarget<T>& target) {
    return (c.*m)(context, target.state);
  }
};

/// A publish whose author wants to see the event that is handled, for its trigger or its data. The
/// two that follow are updates of this form.
template <typename T, typename R, typename C>
struct HandlerTraits<T, R (C::*)(const Context<T>&, const PublishEvent<T>&) const> {
  using Class = C;
  static constexpr EventKind kKind = EventKind::kPublish;
  static R Call(const C& c, R (C::*m)(const Context<T>&, const PublishEvent<T>&) const,
                const Context<T>& context, EventTarget<T>& target) {
    return (c.*m)(context, PublishEvent<T>(*target.event));
  }
};
/// A discrete update with its event.
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
/// An unrestricted update with its event.
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
  return Event<T>(Traits::kKind, trigger, call);
}

}  // namespace internal
}  // namespace loopwright
