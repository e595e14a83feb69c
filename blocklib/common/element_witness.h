#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// A witness function of element `i` of a signal, `T calc(context, i)`, that runs the method
/// `handler` where it rises through zero. `event` says what happens there, for people: with
/// "switches on" the witness is called "element 0 switches on".
///
/// Blocks that watch each element of a signal make one for each (Relay, Integrator, Latch,
/// Backlash). `calc` and `handler` are members of `system`, which must outlive the witness; a
/// negative value waits, and the step in which it becomes positive, or jumps to zero, ends there.
///
/// The handler is of any form that an event's has, and is then told nothing of `i`; or it is a
/// discrete update of this element alone, `EventStatus handler(context, i, discrete)`.
template <typename T, class Leaf, typename Method>
std::unique_ptr<WitnessFunction<T>> MakeElementWitness(const Leaf& system, const std::string& event,
                                                       int i,
                                                       T (Leaf::*calc)(const Context<T>&, int)
                                                           const,
                                                       Method handler) {
  constexpr bool is_of_element =
      std::is_invocable_v<Method, const Leaf&, const Context<T>&, int, DiscreteValues<T>*>;
  const auto make_event = [&] {
    if constexpr (is_of_element) {
      return Event<T>(
          EventKind::kDiscreteUpdate, TriggerType::kWitness,
          [handler, i](const System<T>& self, const Context<T>& context, EventTarget<T>& target) {
            return (static_cast<const Leaf&>(self).*handler)(context, i, target.discrete);
          });
    } else {
      return internal::MakeEvent<T>(TriggerType::kWitness, handler);
    }
  };
  return std::make_unique<WitnessFunction<T>>(
      &system, "element " + std::to_string(i) + " " + event,
      WitnessFunctionDirection::kNegativeThenNonNegative,
      [calc, i](const System<T>& self, const Context<T>& context) {
        return (static_cast<const Leaf&>(self).*calc)(context, i);
      },
      make_event());
}

}  // namespace loopwright
