#pragma once

#include <memory>
#include <string>
#include <utility>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// The direction that a choice `rising | falling | either` stands for: `rising` is from below zero
/// to zero or above. Any other word counts as `either`.
inline WitnessFunctionDirection EdgeNamed(const std::string& name) {
  if (name == "rising") return WitnessFunctionDirection::kNegativeThenNonNegative;
  return name == "falling" ? WitnessFunctionDirection::kPositiveThenNonPositive
                           : WitnessFunctionDirection::kCrossesZero;
}

/// A witness function of element `i` of input `port` that updates element `i` of the leaf's state,
/// or every element where the input has only one: `update(context, element, target)`, a function
/// object, with the values before the event in the context. `kind` is that of its event, a discrete
/// update or a jump. `width` is the number of elements of the state.
///
/// Blocks that wait for a crossing have one for each element of their trigger: TriggeredSampler,
/// TriggeredCounter, EdgeDetector, ResettableIntegrator. The witness is the input's element itself,
/// so that the simulator locates the crossing by the signal.
template <typename T, typename Update>
std::unique_ptr<WitnessFunction<T>> MakeTrigger(const LeafSystem<T>& system, int port, int i,
                                                WitnessFunctionDirection direction, EventKind kind,
                                                int width, Update update) {
  const bool is_of_all = system.get_input_port(port).size() == 1;
  const int first = is_of_all ? 0 : i, last = is_of_all ? width : i + 1;
  Event<T> event(
      kind, TriggerType::kWitness,
      [update, first, last](const System<T>&, const Context<T>& context, EventTarget<T>& target) {
        for (int element = first; element < last; ++element) {
          update(context, element, target);
        }
        return EventStatus::Succeeded();
      });
  return std::make_unique<WitnessFunction<T>>(
      &system,
      "element " + std::to_string(i) + " of " + system.get_input_port(port).get_name() +
          " crosses zero",
      direction,
      [port, i](const System<T>& self, const Context<T>& context) {
        return self.get_input_port(port).Eval(context)[i];
      },
      std::move(event));
}

}  // namespace loopwright
