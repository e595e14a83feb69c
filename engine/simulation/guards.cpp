#include "engine/simulation/guards.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/loops/loop_solver.h"
#include "engine/text/number_format.h"

#include "engine/context/blend.h"

namespace loopwright {

namespace {
/// Lists of a few elements, compared without a call.
template <typename T>
bool AreSame(const std::vector<T*>& a, const std::vector<T*>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}
}  // namespace

// Margins have fixed positions, as modes do; only witness functions come and go.
template <typename T>
Guards<T>::Guards(internal::ContextData<T>* data) : data_(*data) {
  const auto& plan = *data->plan;
  int most_modes = 0;
  for (const int n : plan.mode_leaves) {
    const auto& leaf = static_cast<const LeafSystem<T>&>(*plan.systems[n]);
    for (int i = 0; i < leaf.num_modes(); ++i) {
      mode_owner_.push_back(n);
      mode_index_.push_back(i);
    }
    most_modes = std::max(most_modes, leaf.num_modes());
  }
  margins_.resize(most_modes);
  margin_values_.resize(mode_owner_.size());
  new_modes_.resize(most_modes);
}

// A leaf that has answered once by the default of DoGetWitnessFunctions() overrides it not, in this
// run and all others.
template <typename T>
void Guards<T>::FindWitnessLeaves() {
  witness_leaves_.clear();
  for (const int n : data_.plan->leaves) {
    if (!data_.plan->systems[n]->has_default_hook(SystemBase::kWitnessHook)) {
      witness_leaves_.push_back(n);
    }
  }
  some_are_unknown_ = true;
}

// Called after updates, since which witness functions matter may depend on the state. Where they
// are the same as before, which is nearly always, nothing is built anew.
template <typename T>
bool Guards<T>::CollectWitnesses() {
  if (witness_leaves_.empty()) return false;
  const auto collect_from = [this](int n) {
    const auto& leaf = static_cast<const LeafSystem<T>&>(*data_.plan->systems[n]);
    leaf.CollectWitnessFunctions(data_.views[n], &candidates_);
  };
  candidates_.clear();
  for (const int n : witness_leaves_) collect_from(n);
  if (std::exchange(some_are_unknown_, false)) {
    std::erase_if(witness_leaves_, [this](int n) {
      return data_.plan->systems[n]->has_default_hook(SystemBase::kWitnessHook);
    });
  }
  if (have_changed_) former_witnesses_ = witnesses_;
  have_changed_ = !AreSame(candidates_, witnesses_);
  if (!have_changed_) return false;
  witnesses_ = candidates_;
  witness_nodes_.clear();
  candidates_.clear();
  for (const int n : witness_leaves_) {
    collect_from(n);
    witness_nodes_.resize(candidates_.size(), n);
  }
  Recount();
  return true;
}

template <typename T>
void Guards<T>::WatchModes(bool watch) {
  watch_modes_ = watch;
  Recount();
}

// Numbers the guards again. Margins only ever fall through zero; witness functions have directions.
template <typename T>
void Guards<T>::Recount() {
  num_witnesses_ = static_cast<int>(witnesses_.size());
  size_ = num_witnesses_ + (watch_modes_ ? static_cast<int>(mode_owner_.size()) : 0);
  directions_.assign(size_, kFalling);
  bound_witnesses_.clear();
  for (int i = 0; i < num_witnesses_; ++i) {
    directions_[i] = DirectionOf(*witnesses_[i]);
    bound_witnesses_.push_back({witnesses_[i], &data_.views[witness_nodes_[i]]});
  }
}

// Asked of the witness function itself, so that the rule is in one place.
template <typename T>
char Guards<T>::DirectionOf(const WitnessFunction<T>& witness) {
  return static_cast<char>((witness.should_trigger(-1, 1) ? kRising : kNone) |
                           (witness.should_trigger(1, -1) ? kFalling : kNone));
}

template <typename T>
int Guards<T>::node(int guard) const {
  return is_witness(guard) ? witness_nodes_[guard] : mode_owner_[guard - num_witnesses()];
}

// The number of a witness function among those of its leaf, which lie one behind the other.
template <typename T>
int Guards<T>::witness_index(int guard) const {
  int first = guard;
  while (first > 0 && witness_nodes_[first - 1] == witness_nodes_[guard]) --first;
  return guard - first;
}

// Guards behind the witness functions are margins, in the order of the leaves with modes.
template <typename T>
int Guards<T>::mode_position(int guard) const {
  const int margin = guard - num_witnesses();
  return data_.plan->nodes[mode_owner_[margin]].first_mode + mode_index_[margin];
}

// One margin: of a sliding mode, how far it is from leaving the surface; else what its leaf says.
template <typename T>
double Guards<T>::EvaluateMargin(int guard) const {
  if (internal::Blend<T>* blend = data_.blend()) {
    blend->Settle();
    if (const int mode = mode_position(guard); blend->Governs(mode)) return blend->CalcMargin(mode);
  }
  return ValueOf(CalcMarginsOf(node(guard))[mode_index_[guard - num_witnesses()]]);
}

template <typename T>
const T* Guards<T>::CalcMarginsOf(int node) const {
  const auto& plan = *data_.plan;
  const auto& leaf = static_cast<const LeafSystem<T>&>(*plan.systems[node]);
  leaf.CalcModeMargins(data_.views[node], data_.modes.data() + plan.nodes[node].first_mode,
                       margins_.data());
  return margins_.data();
}

// All margins, leaf by leaf, as each leaf computes all of its own at once.
template <typename T>
void Guards<T>::EvaluateMargins() const {
  const auto& plan = *data_.plan;
  internal::Blend<T>* const blend = data_.blend();
  if (blend != nullptr) blend->Settle();
  double* next = margin_values_.data();
  for (const int n : plan.mode_leaves) {
    const auto& leaf = static_cast<const LeafSystem<T>&>(*plan.systems[n]);
    const int first = plan.nodes[n].first_mode;
    bool are_read = false;
    for (int i = 0; i < leaf.num_modes(); ++i) {
      if (blend != nullptr && blend->Governs(first + i)) {
        *next++ = blend->CalcMargin(first + i);
        continue;
      }
      if (!std::exchange(are_read, true)) {
        leaf.CalcModeMargins(data_.views[n], data_.modes.data() + first, margins_.data());
      }
      *next++ = ValueOf(margins_[i]);
    }
  }
}

// Witness functions are looked for at their old position first, where they nearly always are.
// Margins have moved by as many as there are more, or fewer, witness functions.
template <typename T>
int Guards<T>::FormerPosition(int guard) const {
  const int former_count = static_cast<int>(former_witnesses_.size());
  if (!is_witness(guard)) return guard - num_witnesses() + former_count;
  if (guard < former_count && former_witnesses_[guard] == witnesses_[guard]) return guard;
  const auto at = std::find(former_witnesses_.begin(), former_witnesses_.end(), witnesses_[guard]);
  return at == former_witnesses_.end() ? -1 : static_cast<int>(at - former_witnesses_.begin());
}

// The branches that the leaf's present values call for, whatever is held.
template <typename T>
const int64_t* Guards<T>::CalcModesOf(int node) {
  const auto& leaf = static_cast<const LeafSystem<T>&>(*data_.plan->systems[node]);
  leaf.CalcModes(data_.views[node], new_modes_.data());
  return new_modes_.data();
}

template <typename T>
const int64_t* Guards<T>::CalcModesBesideHeld(int node) {
  const auto& leaf = static_cast<const LeafSystem<T>&>(*data_.plan->systems[node]);
  leaf.CalcModesBeside(data_.views[node], data_.modes.data() + data_.plan->nodes[node].first_mode,
                       new_modes_.data());
  return new_modes_.data();
}

// Branches on their thresholds whose modes are to be kept stay; all others follow the values.
template <typename T>
const int64_t* Guards<T>::CalcModesButKept(int node, const std::vector<int>& kept) {
  const PlanNode& leaf_node = data_.plan->nodes[node];
  const int first = leaf_node.first_mode;
  const T* margins = CalcMarginsOf(node);
  CalcModesBesideHeld(node);
  for (int i = 0; i < leaf_node.num_modes; ++i) {
    const bool is_kept = std::binary_search(kept.begin(), kept.end(), first + i);
    if (is_kept && ValueOf(margins[i]) == 0) new_modes_[i] = data_.modes[first + i];
  }
  return new_modes_.data();
}

/// Branches that follow from the surfaces on which the motion slides stay as they are.
template <typename T>
void Guards<T>::KeepGoverned(int node) {
  const PlanNode& leaf_node = data_.plan->nodes[node];
  for (int i = 0; i < leaf_node.num_modes; ++i) {
    const int mode = leaf_node.first_mode + i;
    if (data_.blend()->Governs(mode)) new_modes_[i] = data_.modes[mode];
  }
}

// Only branches with a negative margin are wrong for certain. Changing one may change the margins
// of others of the leaf, so it is repeated, at most once for each mode.
template <typename T>
void Guards<T>::SettleModes(int node, const int64_t* branches) {
  const PlanNode& leaf_node = data_.plan->nodes[node];
  const auto& leaf = static_cast<const LeafSystem<T>&>(*data_.plan->systems[node]);
  int64_t* held = data_.modes.data() + leaf_node.first_mode;
  branches += leaf_node.first_mode;
  for (int pass = 0; pass < leaf_node.num_modes; ++pass) {
    leaf.CalcModeMargins(data_.views[node], held, margins_.data());
    bool has_changed = false;
    for (int i = 0; i < leaf_node.num_modes; ++i) {
      if (!(margins_[i] < 0) || held[i] == branches[i]) continue;
      held[i] = branches[i];
      has_changed = true;
    }
    if (!has_changed) return;
    data_.Invalidate(data_.plan->modes_source(node));
  }
}

// Leaf by leaf in feedthrough order, so that each leaf sees what those before it became.
template <typename T>
bool Guards<T>::SetModes(const std::function<void()>& before_first_change,
                         std::vector<int>* changed, const std::vector<int>* kept) {
  bool any = false;
  const auto note_change = [&](int node) {
    if (!std::exchange(any, true)) before_first_change();
    if (std::find(changed->begin(), changed->end(), node) == changed->end()) {
      changed->push_back(node);
    }
  };
  const auto pinned = std::ssize(*changed);
  if (!data_.plan->loops) {
    SetModesInPasses(note_change, *changed, pinned, kept);
    return any;
  }
  // A loop may have no solution with branches that are the wrong ones, or they may not settle one
  // after the other: then the loop is solved with all branches free, which gives them.
  bool are_settled = false;
  try {
    are_settled = SetModesInPasses(note_change, *changed, pinned, kept);
  } catch (const AlgebraicLoopError&) {
    are_settled = false;
  }
  if (are_settled) return any;
  if (!std::exchange(any, true)) before_first_change();  // with the old branches
  TakeFreeModes(note_change, *changed, pinned);
  if (!SetModesInPasses(note_change, *changed, pinned, kept)) ThrowLoopsDoNotSettle();
  return any;
}

/// Sets modes leaf by leaf, until none changes; whether it came to that. The first `pinned` of
/// `changed` are left as they are.
template <typename T>
template <typename NoteChange>
bool Guards<T>::SetModesInPasses(const NoteChange& note_change, const std::vector<int>& changed,
                                 std::ptrdiff_t pinned, const std::vector<int>* kept) {
  const auto& plan = *data_.plan;
  // In feedthrough order one pass is enough where the order is a true one; a second confirms it.
  // Beside branches that are kept, one pass settles those of a leaf that depend on no other. In a
  // loop each branch may change the others.
  constexpr int kMaxPasses = 4;
  const int most_passes = kMaxPasses + (kept ? static_cast<int>(new_modes_.size()) : 0) +
                          (plan.loops ? static_cast<int>(plan.mode_leaves.size()) : 0);
  for (int pass = 0; pass < most_passes; ++pass) {
    bool changed_now = false;
    for (const int n : plan.mode_leaves) {
      const auto first = changed.begin();
      if (std::find(first, first + pinned, n) != first + pinned) continue;
      const int count = plan.nodes[n].num_modes;
      int64_t* held = data_.modes.data() + plan.nodes[n].first_mode;
      const int64_t* modes = kept ? CalcModesButKept(n, *kept) : CalcModesOf(n);
      if (data_.blend() != nullptr) KeepGoverned(n);
      if (std::equal(held, held + count, modes)) continue;
      note_change(n);
      changed_now = true;
      std::copy_n(modes, count, held);
      data_.Invalidate(plan.modes_source(n));
    }
    if (!changed_now) return true;
  }
  return false;
}

/// Sets the modes of the loops' leaves to what they are with no branch held.
template <typename T>
template <typename NoteChange>
void Guards<T>::TakeFreeModes(const NoteChange& note_change, const std::vector<int>& changed,
                              std::ptrdiff_t pinned) {
  const auto& plan = *data_.plan;
  const auto hold = [&](bool held) {
    data_.modes_held = held;
    for (const int n : plan.mode_leaves) data_.Invalidate(plan.modes_source(n));
  };
  hold(false);
  try {
    for (const int n : plan.mode_leaves) {
      const auto first = changed.begin();
      if (!IsInLoop(n) || std::find(first, first + pinned, n) != first + pinned) continue;
      const int count = plan.nodes[n].num_modes;
      int64_t* held = data_.modes.data() + plan.nodes[n].first_mode;
      const int64_t* modes = CalcModesOf(n);
      if (std::equal(held, held + count, modes)) continue;
      std::copy_n(modes, count, held);
      note_change(n);
    }
  } catch (...) {
    hold(true);
    throw;
  }
  hold(true);
}

// Whether one of the leaf's entries takes part in an algebraic loop.
template <typename T>
bool Guards<T>::IsInLoop(int node) const {
  const auto& plan = *data_.plan;
  for (int e = plan.nodes[node].first_entry; e < plan.nodes[node + 1].first_entry; ++e) {
    if (plan.loops->roles[e].loop >= 0) return true;
  }
  return false;
}

// Names the loops whose blocks have branches, as one of these is at fault.
template <typename T>
void Guards<T>::ThrowLoopsDoNotSettle() const {
  const auto& plan = *data_.plan;
  std::string paths;
  for (const internal::Loop& loop : plan.loops->loops) {
    const bool has_modes = std::ranges::any_of(
        loop.members, [&](int e) { return plan.nodes[plan.entries[e].node].num_modes > 0; });
    if (has_modes) paths += (paths.empty() ? "" : "; ") + loop.path;
  }
  throw AlgebraicLoopError("Algebraic loop: " + paths +
                           ": there are no branches of its blocks with which its solution at " +
                           FormatNumber(ValueOf(data_.time)) + " s is in these branches");
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(Guards)

}  // namespace loopwright
