#include "engine/updates/step_histories.h"

#include <algorithm>

#include "engine/system/leaf_system.h"

namespace loopwright {

// Leaves whose class is a StepHistory; the history itself is their first abstract state.
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

// A delay by 0.1 s can answer for the next 0.1 s only, as its input beyond is not known yet.
template <typename T>
double StepHistories<T>::CalcLargestStep() const {
  double largest = std::numeric_limits<double>::infinity();
  for (const Leaf& leaf : leaves_) {
    largest = std::min(largest, leaf.history->CalcLargestStep(data_.views[leaf.node]));
  }
  return largest;
}

// Of several causes the least number of passes counts.
template <typename T>
void StepHistories<T>::NoteEvent(int node) {
  int passes = 0;
  for (const Leaf& leaf : leaves_) {
    if (leaf.node == node) passes = leaf.history->CalcPasses(data_.views[node]);
  }
  passes_ = std::min(passes_, passes);
}

// Tells histories of changes since the last step, so that they keep a jump or a corner there.
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

// Each leaf looks into the step by itself; the caller moves the context back to the end.
template <typename T>
void StepHistories<T>::NoteStep(double start_sec, double end_sec,
                                const std::function<void(double)>& move_to) {
  for (const Leaf& leaf : leaves_) {
    leaf.history->NoteStep(data_.views[leaf.node], start_sec, end_sec, move_to, state(leaf));
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(StepHistories)

}  // namespace loopwright
