#include "engine/updates/dynamic_events.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/system/leaf_system.h"
#include "engine/updates/event_calendar.h"

namespace loopwright {

// Each leaf that is asked has a collection of its own, which is filled again at every step.
template <typename T>
auto DynamicEvents<T>::Asked(int node) const -> Leaf {
  Leaf leaf{node, data_.plan->systems[node]->AllocateCompositeEventCollection(), 0};
  leaf.events->set_leaves_out_declared(true);
  return leaf;
}

// Whether a class overrides the function shows when it is called.
template <typename T>
void DynamicEvents<T>::FindLeaves() {
  leaves_.clear();
  for (const int n : data_.plan->leaves) {
    const auto& leaf = static_cast<const LeafSystem<T>&>(*data_.plan->systems[n]);
    if (leaf.DecidesOnEvents(data_.views[n])) leaves_.push_back(Asked(n));
  }
}

// Events of all three kinds of one leaf.
template <typename T>
void DynamicEvents<T>::Append(int node, const CompositeEventCollection<T>& events,
                              std::vector<Pending>* list) {
  const auto append = [&](const auto& collection) {
    for (const auto* event : collection.get_events()) list->push_back({node, event});
  };
  append(static_cast<const LeafEventCollection<PublishEvent<T>>&>(events.get_publish_events()));
  append(static_cast<const LeafEventCollection<DiscreteUpdateEvent<T>>&>(
      events.get_discrete_update_events()));
  append(static_cast<const LeafEventCollection<UnrestrictedUpdateEvent<T>>&>(
      events.get_unrestricted_update_events()));
}

// Two passes: the earliest time of all answers, then the events of all leaves that gave this time.
template <typename T>
void DynamicEvents<T>::Ask() {
  time_ = std::numeric_limits<double>::infinity();
  events_.clear();
  if (leaves_.empty()) return;
  for (Leaf& leaf : leaves_) {
    const System<T>& system = *data_.plan->systems[leaf.node];
    leaf.time = ValueOf(system.CalcNextUpdateTime(data_.views[leaf.node], leaf.events.get()));
    time_ = std::min(time_, leaf.time);
  }
  for (const Leaf& leaf : leaves_) {
    if (IsOneInstant(leaf.time, time_, 0)) Append(leaf.node, *leaf.events, &events_);
  }
}

// Asked when a run is initialized, and not at every step: what happens at each of them does not
// change within a run. A leaf that overrides nothing adds nothing.
template <typename T>
std::vector<typename DynamicEvents<T>::Pending> DynamicEvents<T>::PerStepEvents() {
  std::vector<Pending> list;
  per_step_leaves_.clear();
  std::optional<Leaf> asked;
  for (const int n : data_.plan->leaves) {
    const System<T>& system = *data_.plan->systems[n];
    if (system.has_default_hook(SystemBase::kPerStepHook)) continue;
    if (!asked) asked = Asked(n);
    system.GetPerStepEvents(data_.views[n], asked->events.get());
    if (system.has_default_hook(SystemBase::kPerStepHook)) continue;
    Append(n, *asked->events, &list);
    per_step_leaves_.push_back(*std::exchange(asked, std::nullopt));
  }
  return list;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(DynamicEvents)

}  // namespace loopwright
