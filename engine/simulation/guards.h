#pragma once

#include <functional>
#include <vector>

#include "engine/context/context_data.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// What is known of a guard within a step.
struct GuardValue {
  double now = 0;
  double before = 0;     ///< the value that was read before that
  double earlier = 0;    ///< … and the one before
  double reference = 0;  ///< what it is compared with: the latest before `now` that was not zero

  /// Keeps the value at the next point. True where it has the sign of the reference.
  bool Keep(double next) {
    if (now != 0) reference = now;
    earlier = before;
    before = now;
    now = next;
    return reference * next > 0;
  }
};

/// All scalar functions whose sign changes end a step: the witness functions of the leaves, then
/// the margins of the held modes (semantics 10 and 11); of a mode on which the motion slides, how
/// far it is from leaving the surface. A guard is known by its position; witness functions come
/// first. Reading all of them is what a step costs besides the integrator, so functions are bound
/// to their contexts beforehand, and the ways to read take a function that is compiled into the
/// loop.
template <typename T>
class Guards {
 public:
  explicit Guards(internal::ContextData<T>* data);

  /// All leaves will be asked that may have witness functions. To be called when a run begins.
  void FindWitnessLeaves();
  /// Asks those leaves for the witness functions that matter in the present state; who turns out
  /// not to override DoGetWitnessFunctions() is not asked again. Returns whether they are others
  /// than before.
  bool CollectWitnesses();
  /// Sets the margins to be watched, or not to be.
  void WatchModes(bool watch);

  /// Whether there is no guard in any state.
  bool never() const { return size_ == 0 && witness_leaves_.empty(); }
  /// How many there are now: witness functions, and margins if they are watched.
  int size() const { return size_; }
  int num_witnesses() const { return num_witnesses_; }
  int num_modes() const { return size_ - num_witnesses_; }
  bool is_witness(int guard) const { return guard < num_witnesses(); }
  /// Of a guard that is a witness function.
  const WitnessFunction<T>& witness(int guard) const { return *witnesses_[guard]; }
  /// The leaf that a guard belongs to.
  int node(int guard) const;
  /// Of a witness function: which of those of its leaf it is.
  int witness_index(int guard) const;
  /// Where in the context's modes a margin's mode lies.
  int mode_position(int guard) const;

  /// All guards at the context's present time and state: calls visit(guard, value) for each.
  template <typename Visit>
  void Read(const Visit& visit) const {
    ReadWitnesses(visit);
    if (num_modes() > 0) ReadMargins(visit);
  }
  /// One kind alone.
  template <typename Visit>
  void ReadWitnesses(const Visit& visit) const {
    int i = 0;
    for (const BoundWitness& witness : bound_witnesses_) visit(i++, witness.Evaluate());
  }
  template <typename Visit>
  void ReadMargins(const Visit& visit) const {
    EvaluateMargins();
    for (int g = num_witnesses_; g < size_; ++g) visit(g, margin_values_[g - num_witnesses_]);
  }
  /// One guard at the context's present time and state.
  double EvaluateOne(int guard) const {
    return is_witness(guard) ? bound_witnesses_[guard].Evaluate() : EvaluateMargin(guard);
  }
  /// Whether a change from `before` to `after` ends the step.
  bool Triggers(int guard, double before, double after) const {
    const bool rises = before <= 0 && after > 0, falls = before >= 0 && after < 0;
    return (rises && (directions_[guard] & kRising)) || (falls && (directions_[guard] & kFalling));
  }
  /// Whether a jump from `before` to `after`, at one instant, triggers it. A jump also triggers by
  /// reaching zero, so that a signal of 0 and 1 has a falling edge as it has a rising one.
  bool TriggersAcross(int guard, double before, double after) const {
    if (after != 0) return Triggers(guard, before, after);
    return (before < 0 && (directions_[guard] & kRising)) ||
           (before > 0 && (directions_[guard] & kFalling));
  }

  /// Sets all modes from the present values, in feedthrough order; `before_first_change` is called
  /// before the first one changes. Leaves in `changed` already are left as they are. Returns
  /// whether a mode changed, and adds the leaves to `changed`.
  /// Modes at the positions `kept`, ascending, stay as they are where their margins are zero; those
  /// on which the motion slides stay in any case.
  bool SetModes(const std::function<void()>& before_first_change, std::vector<int>* changed,
                const std::vector<int>* kept = nullptr);
  /// Sets the modes of one leaf that cannot be right, with the others as they are held, to their
  /// values in `branches` (of all leaves), until none is left.
  void SettleModes(int node, const int64_t* branches);
  /// The branches of one leaf at the context's present time and state; valid until the next call.
  const int64_t* CalcModesOf(int node);
  /// … and each of them where the leaf's others are as they are held.
  const int64_t* CalcModesBesideHeld(int node);
  /// The margins of one leaf; valid until the next call.
  const T* CalcMarginsOf(int node) const;
  /// Per guard: whether it has the same owner and meaning as before CollectWitnesses() changed the
  /// witness functions; -1, or its former position.
  int FormerPosition(int guard) const;

 private:
  enum Direction : char { kNone = 0, kRising = 1, kFalling = 2 };
  /// Which sign changes trigger it, as bits.
  static char DirectionOf(const WitnessFunction<T>& witness);
  struct BoundWitness {
    const WitnessFunction<T>* function;
    const Context<T>* context;  ///< of its leaf

    double Evaluate() const { return ValueOf(function->CalcWitnessValue(*context)); }
  };
  /// Fills margin_values_, or calculates one of them.
  void EvaluateMargins() const;
  double EvaluateMargin(int guard) const;
  const int64_t* CalcModesButKept(int node, const std::vector<int>& kept);
  void KeepGoverned(int node);
  template <typename NoteChange>
  bool SetModesInPasses(const NoteChange& note_change, const std::vector<int>& changed,
                        std::ptrdiff_t pinned, const std::vector<int>* kept);
  template <typename NoteChange>
  void TakeFreeModes(const NoteChange& note_change, const std::vector<int>& changed,
                     std::ptrdiff_t pinned);
  bool IsInLoop(int node) const;
  [[noreturn]] void ThrowLoopsDoNotSettle() const;
  /// Numbers the guards anew after a change.
  void Recount();

  internal::ContextData<T>& data_;
  std::vector<int> witness_leaves_;
  bool some_are_unknown_ = false;  ///< of them, whether they override DoGetWitnessFunctions()
  std::vector<const WitnessFunction<T>*> witnesses_, candidates_;
  std::vector<int> witness_nodes_;
  std::vector<BoundWitness> bound_witnesses_;
  std::vector<int> mode_owner_;  ///< per watched margin: the leaf
  std::vector<int> mode_index_;  ///< … and the mode within the leaf
  bool watch_modes_ = false;
  int num_witnesses_ = 0, size_ = 0;
  std::vector<char> directions_;               ///< per guard: which sign changes trigger it
  mutable std::vector<T> margins_;             ///< of one leaf
  mutable std::vector<double> margin_values_;  ///< of all
  std::vector<int64_t> new_modes_;
  std::vector<const WitnessFunction<T>*> former_witnesses_;
  bool have_changed_ = true;  ///< with the last collection: former_witnesses_ are others
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(Guards)

}  // namespace loopwright
