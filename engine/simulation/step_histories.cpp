#include "engine/simulation/step_histories.h"

#include <algorithm>

#include "engine/system/leaf_system.h"

namespace loopwright {

template <typename T>
void StepHistories<T>::Find() {
  leaves_.clear();
  for (const int n : data_.plan->leaves) {
    if (data_.plan->nodes[n].num_abstract_states == 0) continue;
    const auto* history = dynamic_cast<const StepHistory<T>*>(data_.plan->systems[n]);
    if (history != nullptr) leaves_.push_back({n, history});
  }
  passes_ = kNone;
  changed_ = derivatives_changed_ = false;
}

template <typename T>
AbstractValue* StepHistories<T>::state(const Leaf& leaf) const {
  return data_.abstract_states[data_.plan->nodes[leaf.node].first_abstract_state].get();
}

template <typename T>
double StepHistories<T>::CalcLargestStep() const {
  double largest = std::numeric_limits<double>::infinity();
  for (const Leaf& leaf : leaves_) {
    largest = std::min(largest, leaf.history->CalcLargestStep(data_.views[leaf.node]));
  }
  return largest;
}

template <typename T>
void StepHistories<T>::NoteEvent(int node) {
  int passes = 0;
  for (const Leaf& leaf : leaves_) {
    if (leaf.node == node) passes = leaf.history->CalcPasses(data_.views[node]);
  }
  passes_ = std::min(passes_, passes);
}

template <typename T>
void StepHistories<T>::NoteChange(bool derivatives_changed) {
  changed_ = true;
  derivatives_changed_ |= derivatives_changed;
}

template <typename T>
void StepHistories<T>::NoteStart() {
  if (changed_) {
    const int passes = passes_ == kNone ? 0 : passes_;
    for (const Leaf& leaf : leaves_) {
      leaf.history->NoteStart(data_.views[leaf.node], passes, derivatives_changed_, state(leaf));
    }
  }
  passes_ = kNone;
  changed_ = derivatives_changed_ = false;
}

template <typename T>
void StepHistories<T>::NoteStep(double start_sec, double end_sec,
                                const std::function<void(double)>& move_to) {
  for (const Leaf& leaf : leaves_) {
    leaf.history->NoteStep(data_.views[leaf.node], start_sec, end_sec, move_to, state(leaf));
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(StepHistories)

}  // namespace loopwright
