#pragma once

#include <functional>
#include <vector>

#include "engine/context/context_data.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// All scalar functions whose sign changes end a step: the witness functions of the leaves, then
/// the margins of the held modes (semantics 10 and 11). A guard is known by its position; witness
/// functions come first.
template <typename T>
class Guards {
 public:
  explicit Guards(internal::ContextData<T>* data);

  /// Finds out which leaves have witness functions at all.
  void FindWitnessLeaves();
  /// Asks those leaves for the witness functions that matter in the present state. Returns whether
  /// they are others than before.
  bool CollectWitnesses();
  /// Sets the margins to be watched, or not to be.
  void WatchModes(bool watch) { watch_modes_ = watch; }

  int size() const { return num_witnesses() + num_modes(); }
  int num_witnesses() const { return static_cast<int>(witnesses_.size()); }
  int num_modes() const { return watch_modes_ ? static_cast<int>(mode_owner_.size()) : 0; }
  bool is_witness(int guard) const { return guard < num_witnesses(); }
  const WitnessFunction<T>& witness(int guard) const { return *witnesses_[guard]; }
  /// The leaf that a guard belongs to.
  int node(int guard) const;
  /// Where in the context's modes a margin's mode lies.
  int mode_position(int guard) const;

  /// All guards at the context's present time and state, to values[size()].
  void Evaluate(double* values) const;
  double EvaluateOne(int guard) const;
  /// Whether a change from `before` to `after` ends the step.
  bool Triggers(int guard, double before, double after) const;

  /// Sets all modes from the present values, in feedthrough order; `before_first_change` is called
  /// before the first one changes. Leaves in `changed` already are left as they are. Returns
  /// whether a mode changed, and adds the leaves to `changed`.
  bool SetModes(const std::function<void()>& before_first_change, std::vector<int>* changed);
  /// The branches of one leaf at the context's present time and state; valid until the next call.
  const int64_t* CalcModesOf(int node);
  /// Per guard: whether it has the same owner and meaning as before CollectWitnesses() changed the
  /// witness functions; -1, or its former position.
  int FormerPosition(int guard) const;

 private:
  internal::ContextData<T>& data_;
  std::vector<int> witness_leaves_;
  std::vector<const WitnessFunction<T>*> witnesses_, candidates_;
  std::vector<int> witness_nodes_, candidate_nodes_;
  std::vector<int> mode_owner_;  ///< per watched margin: the leaf
  std::vector<int> mode_index_;  ///< … and the mode within the leaf
  bool watch_modes_ = false;
  mutable std::vector<T> margins_;
  std::vector<int64_t> new_modes_;
  std::vector<const WitnessFunction<T>*> former_witnesses_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(Guards)

}  // namespace loopwright
