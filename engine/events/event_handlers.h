#pragma once

#include "engine/events/event.h"

namespace loopwright {
namespace internal {

/// The kind of event that a handler belongs to, by its arguments behind the context, as the comment
/// in LeafEvents lists them: State is that of an unrestricted update, ContinuousState that of a
/// jump, and DiscreteValues or a pointer to elements that of a discrete update. A publish has
/// nothing to write to.
template <typename T, typename... Arguments>
constexpr EventKind KindOfHandler() {
  if ((std::is_same_v<Arguments, State<T>*> || ...)) return EventKind::kUnrestrictedUpdate;
  if ((std::is_same_v<Arguments, ContinuousState<T>*> || ...)) return EventKind::kJump;
  return (std::is_pointer_v<Arguments> || ...) ? EventKind::kDiscreteUpdate : EventKind::kPublish;
}

/// An event whose handler is a method of the system that declares it: of the author's class C, with
/// those arguments of ArgumentOf() that it takes. A handler that returns void has succeeded. For
/// example `EventStatus Pendulum<T>::Print(const Context<T>&) const` makes a publish. One argument
/// alone that points to elements is a discrete update of all groups one after another.
template <typename T, typename R, typename C, typename... Arguments>
Event<T> MakeEvent(TriggerType trigger, R (C::*method)(const Context<T>&, Arguments...) const) {
  auto call = [method](const System<T>& system, const Context<T>& context,
                       EventTarget<T>& target) -> EventStatus {
    const auto& self = static_cast<const C&>(system);
    return StatusOf([&] {
      if constexpr ((std::is_same_v<Arguments, T*> || ...)) {
        static_assert(std::is_void_v<R>);
        target.WriteDiscrete([&](T* next) { (self.*method)(context, next); });
      } else {
        return (self.*method)(context, ArgumentOf<Arguments>(target)...);
      }
    });
  };
  return Event<T>(KindOfHandler<T, Arguments...>(), trigger, call);
}

}  // namespace internal
}  // namespace loopwright
