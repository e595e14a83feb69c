#pragma once

#include <cstdint>
#include <vector>

#include "engine/context/context_data.h"

namespace loopwright::internal {

/// What of a context's cache later counts depend on: kept before a look at other times and states,
/// put back when the context is as it was again.
template <typename T>
class CacheState {
 public:
  void Keep(const ContextData<T>& data) {
    statistics_ = data.statistics;
    // Without counting, nobody can tell which entries were up to date.
    is_counted_ = !data.is_plain() && data.caching() != ContextData<T>::Caching::kOff;
    if (is_counted_) flags_ = data.flags;
  }

  void Restore(ContextData<T>* data) const {
    if (is_counted_) RestoreFlags(data);
    data->statistics = statistics_;
  }

 private:
  /// First what was up to date is so again; then what was out of date is: as only such entries lie
  /// downstream of it, nothing else needs to be marked.
  void RestoreFlags(ContextData<T>* data) const {
    constexpr uint8_t kStale = ContextData<T>::kStale;
    const int count = data->plan->num_entries();
    for (int e = 0; e < count; ++e) {
      if ((flags_[e] & kStale) == 0 && (data->flags[e] & kStale) != 0) data->Evaluate(e);
    }
    for (int e = 0; e < count; ++e) {
      data->flags[e] = static_cast<uint8_t>(data->flags[e] | (flags_[e] & kStale));
    }
  }

  bool is_counted_ = false;
  std::vector<uint8_t> flags_;
  typename ContextData<T>::Statistics statistics_;
};

}  // namespace loopwright::internal
