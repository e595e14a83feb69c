#pragma once

#include <memory>
#include <string>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// A witness function of element `i` of a signal, `T calc(context, i)`, that runs the method
/// `handler` where it rises through zero. `event` says what happens there, for people: with
/// "switches on" the witness is called "element 0 switches on".
///
/// Blocks that watch each element of a signal make one for each (Relay, Integrator, Latch,
/// Backlash). `calc` and `handler` are members of `system`, which must outlive the witness; a
/// negative value waits, and the step in which it becomes zero or positive ends there.
template <typename T, class Leaf, typename Method>
std::unique_ptr<WitnessFunction<T>> MakeElementWitness(const Leaf& system, const std::string& event,
                                                       int i,
                                                       T (Leaf::*calc)(const Context<T>&, int)
                                                           const,
                                                       Method handler) {
  return std::make_unique<WitnessFunction<T>>(
      &system, "element " + std::to_string(i) + " " + event,
      WitnessFunctionDirection::kNegativeThenNonNegative,
      [calc, i](const System<T>& self, const Context<T>& context) {
        return (static_cast<const Leaf&>(self).*calc)(context, i);
      },
      internal::MakeEvent<T>(TriggerType::kWitness, handler));
}

}  // namespace loopwright
