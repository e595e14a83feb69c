#pragma once

#include <memory>
#include <vector>

#include "engine/context/context_data.h"
#include "engine/context/state.h"
#include "engine/events/event.h"

namespace loopwright {

namespace internal {
/// Appends a range of elements to others; ranges that touch are one.
inline void AppendRange(const Slot& range, std::vector<Slot>* ranges) {
  if (range.size == 0) return;
  if (!ranges->empty() && ranges->back().offset + ranges->back().size == range.offset) {
    ranges->back().size += range.size;
  } else {
    ranges->push_back(range);
  }
}
}  // namespace internal

/// Runs simultaneous updates of one kind: every handler sees the values before, what they write is
/// kept apart and committed together (semantics 3). So blocks may be in any order: two delays that
/// feed each other exchange their values.
template <typename T>
class UpdateBuffer {
 public:
  explicit UpdateBuffer(internal::ContextData<T>* data);

  /// Starts a new phase; nothing is copied yet.
  void Begin();
  /// Runs one handler of the leaf `node`. It sees the context as it is and writes to the buffer.
  [[nodiscard]] EventStatus Run(int node, const Event<T>& event);
  /// Writes to the context what the handlers changed. Returns whether any handler did something.
  bool Commit();
  /// The leaves that were changed by the last Commit().
  const std::vector<int>& changed() const { return committed_; }

 private:
  /// One leaf's part of the buffer, as its handlers see it.
  struct Leaf {
    std::vector<Slot> discrete_ranges, continuous_ranges;  ///< where its state lies
    std::unique_ptr<DiscreteValues<T>> discrete;
    std::unique_ptr<ContinuousState<T>> continuous;
    std::vector<std::unique_ptr<AbstractValue>> abstract;
    std::unique_ptr<State<T>> state;
    int64_t phase = 0;  ///< in which its values were copied to the buffer
    bool changed = false;
    bool continuous_changed = false;
    bool abstract_changed = false;
  };
  /// The part of a leaf, with present values where this is its first update in the phase.
  Leaf& Open(int node, EventKind kind);
  void MakeViews(int node, Leaf* leaf);
  [[gnu::always_inline]] static void Copy(const std::vector<Slot>& ranges, const T* from, T* to);

  internal::ContextData<T>& data_;
  std::vector<T> values_;  ///< as the context's arena, up to the end of discrete state
  std::vector<std::unique_ptr<Leaf>> leaves_;
  /// Leaves with updates in this phase, and those that were changed by it.
  std::vector<int> open_, committed_;
  int64_t phase_ = 0;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(UpdateBuffer)

}  // namespace loopwright
