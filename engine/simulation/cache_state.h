#pragma once

#include <cstdint>
#include <vector>

#include "engine/context/context_data.h"

namespace loopwright::internal {

/// What of a context's cache later counts depend on: kept before a look at other times and states,
/// put back when the context is as it was again. A plot that looks into steps must not change what
/// the run counts: with and without it, the same number of evaluations is reported.
template <typename T>
class CacheState {
 public:
  /// Before the look.
  void Keep(const ContextData<T>& data) {
    statistics_ = data.statistics;
    // Without counting, nobody can tell which entries were up to date.
    keeps_flags_ = !data.is_plain() && data.caching() != ContextData<T>::Caching::kOff;
    if (keeps_flags_) flags_ = data.flags;
  }
  /// Of what was kept, the counts as they are now, and no longer which entries are up to date.
  void KeepCounts(const ContextData<T>& data) {
    statistics_ = data.statistics;
    keeps_flags_ = false;
  }

  /// The context's time and state are as they were at Keep().
  void Restore(ContextData<T>* data) {
    if (keeps_flags_) RestoreFlags(data);
    data->statistics = statistics_;
  }

 private:
  /// First what was up to date is so again; then what was out of date is: as only such entries lie
  /// downstream of it, nothing else needs to be marked.
  void RestoreFlags(ContextData<T>* data) {
    constexpr uint8_t kStale = ContextData<T>::kStale;
    const int count = data->plan->num_entries();
    for (int e = 0; e < count; ++e) {
      if ((flags_[e] & kStale) == 0 && (data->flags[e] & kStale) != 0) data->Evaluate(e);
    }
    stale_.clear();
    for (int e = 0; e < count; ++e) {
      if ((flags_[e] & kStale) != 0 && (data->flags[e] & kStale) == 0) stale_.push_back(e);
    }
    data->MarkStale(stale_);
  }

  bool keeps_flags_ = false;
  /// As ContextData::flags; empty where they are not kept.
  std::vector<uint8_t> flags_;
  std::vector<int> stale_;
  typename ContextData<T>::Statistics statistics_;
};

}  // namespace loopwright::internal
