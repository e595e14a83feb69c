#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "engine/context/context_data.h"
#include "engine/traits/step_history.h"

namespace loopwright {

/// The leaves of a diagram that keep a history of their input (StepHistory), and what a Simulator
/// has to tell them. A delay, for example, has to know its input at all times that it may still be
/// asked for, and where that input jumps.
template <typename T>
class StepHistories {
 public:
  explicit StepHistories(internal::ContextData<T>* data) : data_(*data) {}

  /// Looks them up, and forgets what was noted.
  void Find();
  bool empty() const { return leaves_.empty(); }
  /// No step is longer than this, in seconds.
  double CalcLargestStep() const;

  /// An event of the leaf `node` is about to run, one that was decided on at run time or that a
  /// witness triggered.
  void NoteEvent(int node);
  /// Other updates are.
  void NoteOtherEvents() { passes_ = 0; }
  /// An update has been made or a branch has changed; whether that restarted the integrator.
  void NoteChange(bool derivatives_changed) {
    changed_ = true;
    derivatives_changed_ |= derivatives_changed;
  }
  /// A step begins at the context's time.
  void NoteStart();
  /// A step has been made; see StepHistory::NoteStep().
  void NoteStep(double start_sec, double end_sec, const std::function<void(double)>& move_to);

 private:
  /// No event has been noted.
  static constexpr int kNone = std::numeric_limits<int>::max();
  struct Leaf {
    int node;
    const StepHistory<T>* history;
  };
  /// The history itself, in the context's abstract state.
  AbstractValue* state(const Leaf& leaf) const;

  internal::ContextData<T>& data_;
  std::vector<Leaf> leaves_;
  // Since the last step.
  int passes_ = kNone;
  bool changed_ = false;
  bool derivatives_changed_ = false;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(StepHistories)

}  // namespace loopwright
