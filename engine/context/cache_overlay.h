#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/context/cache_entry_value.h"
#include "engine/context/context_data.h"
#include "engine/context/kernel.h"
#include "engine/context/tracker_table.h"

namespace loopwright::internal {

/// What a context's cache has beyond its values and flags once somebody asks for it: trackers,
/// frozen systems, access to single values. A context without it pays nothing for any of these.
template <typename T>
class CacheOverlay {
 public:
  /// `data` owns this and outlives it.
  explicit CacheOverlay(ContextData<T>* data) : data_(data) {}
  /// For `data`, a copy of the data that `other` belongs to.
  CacheOverlay(const CacheOverlay& other, ContextData<T>* data);

  /// Makes them when they are first asked for.
  TrackerTable& trackers();
  bool has_trackers() const { return trackers_ != nullptr; }

  /// The handle of an entry (number in the plan), which stays at its place.
  CacheEntryValue<T>& value(int entry);
  /// The vector value of an entry, as an abstract value that lies where the vector does.
  AbstractValue& vector_value(int entry);

  /// Freezes or thaws a node with its whole subtree. While frozen, what is up to date can be read,
  /// and computing or writing anything is an error.
  void SetFrozen(int node, bool frozen);
  bool is_frozen(int node) const { return !frozen_.empty() && frozen_[node] != 0; }
  bool is_any_frozen() const {
    return std::any_of(frozen_.begin(), frozen_.end(), [](char frozen) { return frozen != 0; });
  }
  /// std::logic_error, naming the entry, where it lies in a frozen cache.
  void RefuseWhenFrozen(int entry, const char* what) const;

  // --- hooks of ContextData. Those that answer bool say whether the trackers did the marking. ---
  // A `change_event` is the number under which changes that are made together reach everything
  // once.
  // A value that is no computation has changed: time, a group of state, a parameter (by its number
  // among the sources of the plan).
  bool NoteSource(int source, int64_t change_event) {
    if (trackers_) trackers_->NoteSource(source, change_event);
    return HasMarked();
  }
  /// The continuous state of a node and its subtree has changed.
  bool NoteContinuous(int node, int64_t change_event) {
    if (trackers_) trackers_->NoteContinuous(node, change_event);
    return HasMarked();
  }
  /// The values of these entries are no longer right, as a change that is known to reach just them
  /// has been made.
  bool NoteEntries(const std::vector<int>& entries, int64_t change_event) {
    if (!trackers_) return false;
    for (const int e : entries) trackers_->entry_tracker(e).NoteValueChange(change_event);
    return HasMarked();
  }
  /// What an input port is fixed to has changed.
  bool NoteFixedInput(int input, int64_t change_event) {
    if (trackers_) trackers_->NoteFixedInput(input, change_event);
    return HasMarked();
  }
  /// All sources but fixed inputs have changed.
  void NoteAllButInputs(int64_t change_event) {
    if (trackers_) trackers_->NoteAllButInputs(change_event);
  }
  /// All inputs read their connections again.
  void UnfixAllInputs() {
    if (trackers_) trackers_->UnfixAll();
  }
  /// Refuses in a frozen part, and counts.
  void BeforeComputation(int entry) {
    if (!frozen_.empty()) RefuseWhenFrozen(entry, "recomputed");
    if (auto* counts = trackers_ ? trackers_->counts(entry) : nullptr) ++counts->computed;
  }
  /// Computes an entry while counting(), and adds to its time.
  void RunTimed(int entry, const BoundKernel<T>& operation);
  /// A value was asked for that was up to date.
  void CountReuse(int entry) {
    if (auto* counts = trackers_ ? trackers_->counts(entry) : nullptr) ++counts->reused;
  }
  /// Whether anybody wants to know how often values were computed.
  bool counting() const { return trackers_ && trackers_->counting(); }

 private:
  /// After a change: whether trackers have marked what depends on it. They know nothing of the
  /// solutions of algebraic loops, which are all marked then.
  bool HasMarked() const;

  ContextData<T>* data_;
  /// Null until somebody asks for a tracker, or for a value to write to.
  std::unique_ptr<TrackerTable> trackers_;
  int64_t nested_nanoseconds_ = 0;  ///< of the timed computations within the one that runs
  std::vector<char> frozen_;        ///< per node; empty where nothing ever was
  /// By the number of the entry; null where nobody has asked.
  std::vector<std::unique_ptr<CacheEntryValue<T>>> values_;
  std::vector<std::unique_ptr<AbstractValue>> vector_values_;
};

LOOPWRIGHT_DECLARE_CLASS(CacheOverlay)

/// While this exists, what happens to the cache of a context is not counted: somebody looks at it
/// who is no part of the run.
template <typename T>
class CountingPause {
 public:
  /// `data` outlives it, and its overlay stays.
  explicit CountingPause(ContextData<T>* data) {
    if (!data->has_overlay() || !data->get_overlay().counting()) return;
    paused_ = &data->get_overlay().trackers();
    paused_->PauseCounting(true);
  }
  ~CountingPause() {
    if (paused_ != nullptr) paused_->PauseCounting(false);
  }
  CountingPause(const CountingPause&) = delete;
  CountingPause& operator=(const CountingPause&) = delete;

 private:
  TrackerTable* paused_ = nullptr;
};

/// How a context keeps what it computes, which programs change seldom: for the whole of it or for
/// one entry. For example `CacheSwitches<T>(&data).SetCaching(ContextData<T>::Caching::kOff)`.
template <typename T>
class CacheSwitches {
 public:
  /// `data` outlives it.
  explicit CacheSwitches(ContextData<T>* data) : data_(*data) {}

  void SetCaching(typename ContextData<T>::Caching mode);
  /// An entry is kept again, also where caching was switched off as a whole: it stays so for the
  /// others.
  void EnableEntry(int entry);
  /// Counts cache hits from here on, at the cost of speed, or no longer.
  void SetCounting(bool count);
  /// Forgets trackers, counts and what is frozen: evaluation takes its shortcuts again. Nobody may
  /// use a tracker or a CacheEntryValue of this context any more.
  void DropOverlay();
  /// Gives every entry the flags that say what an Eval of an up-to-date value has to do.
  void MarkPlain();

 private:
  using enum EvaluationFlag;
  ContextData<T>& data_;
};

LOOPWRIGHT_DECLARE_CLASS(CacheSwitches)

}  // namespace loopwright::internal
