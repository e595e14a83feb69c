#include "engine/context/cache_overlay.h"

#include <stdexcept>

#include "engine/context/context_data.h"
#include "engine/context/system_queries.h"
#include "engine/context/tracker_table.h"

namespace loopwright::internal {

// A copied context has the same frozen parts and subscriptions; handles to values are made anew.
template <typename T>
CacheOverlay<T>::CacheOverlay(const CacheOverlay& other, ContextData<T>* data)
    : data_(data), frozen_(other.frozen_) {
  if (other.trackers_) trackers_ = data->plan->queries->CopyTrackers(*other.trackers_, data);
}

template <typename T>
TrackerTable& CacheOverlay<T>::trackers() {
  if (!trackers_) trackers_ = data_->plan->queries->MakeTrackers(data_);
  return *trackers_;
}

// Handles are made one by one, since a program looks at a few entries of thousands.
template <typename T>
CacheEntryValue<T>& CacheOverlay<T>::value(int entry) {
  values_.resize(data_->plan->num_entries());
  if (!values_[entry]) values_[entry] = std::make_unique<CacheEntryValue<T>>(data_, entry);
  return *values_[entry];
}

// An object that has no elements of its own but shows those in the arena.
template <typename T>
AbstractValue& CacheOverlay<T>::vector_value(int entry) {
  vector_values_.resize(data_->plan->num_entries());
  auto& value = vector_values_[entry];
  if (!value) {
    value = std::make_unique<Value<BasicVector<T>>>(std::make_unique<BasicVector<T>>(
        data_->entry_data(entry), data_->plan->entries[entry].size));
  }
  return *value;
}

template <typename T>
bool CacheOverlay<T>::HasMarked() const {
  if (trackers_ && data_->plan->loops) data_->MarkLoopsStale();
  return has_trackers();
}

// A subtree is a range of nodes.
template <typename T>
void CacheOverlay<T>::SetFrozen(int node, bool frozen) {
  frozen_.resize(data_->plan->num_nodes());
  std::fill(frozen_.begin() + node, frozen_.begin() + data_->plan->nodes[node].end, frozen);
}

// `what` is "recomputed", "written to" or "marked up to date", as the message says it.
template <typename T>
void CacheOverlay<T>::RefuseWhenFrozen(int entry, const char* what) const {
  const auto& e = data_->plan->entries[entry];
  if (!is_frozen(e.node)) return;
  throw std::logic_error(data_->plan->NameOf(entry) + " cannot be " + what +
                         ": the cache is frozen");
}

LOOPWRIGHT_INSTANTIATE_CLASS(CacheOverlay)

}  // namespace loopwright::internal
