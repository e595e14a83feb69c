#include "engine/context/cache_overlay.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "engine/context/cache_hits.h"
#include "engine/context/context.h"
#include "engine/context/context_data.h"
#include "engine/context/system_queries.h"
#include "engine/context/tracker_table.h"

namespace loopwright::internal {

namespace {

using Clock = std::chrono::steady_clock;

int64_t NanosecondsSince(Clock::time_point begin) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
}

}  // namespace

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
  if (trackers_ && data_->plan->loops) data_->loops.MarkStale();
  return has_trackers();
}

// A computation that reads by asking is under way while what it reads is computed: the time of that
// is told to the one around it, which leaves it out. The two readings of the clock take longer than
// a simple block, so what they take by themselves is left out too.
template <typename T>
void CacheOverlay<T>::RunTimed(int entry, const BoundKernel<T>& operation) {
  static const int64_t clock_cost = [] {
    int64_t least = NanosecondsSince(Clock::now());
    for (int i = 0; i < 100; ++i) least = std::min(least, NanosecondsSince(Clock::now()));
    return least;
  }();
  const int64_t outer = std::exchange(nested_nanoseconds_, 0);
  const Clock::time_point begin = Clock::now();
  operation.run(operation);
  const int64_t total = NanosecondsSince(begin);
  if (auto* counts = trackers_->counts(entry)) {
    counts->nanoseconds += std::max<int64_t>(0, total - nested_nanoseconds_ - clock_cost);
  }
  nested_nanoseconds_ = outer + total;
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

// --- what is kept, and how ---

// All flags change with the mode, as they tell an Eval whether it may return at once.
template <typename T>
void CacheSwitches<T>::SetCaching(typename ContextData<T>::Caching mode) {
  data_.caching_ = mode;
  data_.ForgetConstants();
  MarkPlain();
}

// Where caching is off as a whole, it is switched on and every other entry disabled one by one,
// which is the same to them.
template <typename T>
void CacheSwitches<T>::EnableEntry(int entry) {
  if (data_.caching_ == ContextData<T>::Caching::kOff) {
    for (int e = 0; e < data_.plan->num_entries(); ++e) data_.flags[e] |= kDisabled;
    SetCaching(ContextData<T>::Caching::kOn);
  }
  data_.flags[entry] &= static_cast<uint8_t>(~kDisabled);
}

// While hits are counted an Eval of an up-to-date value has work to do, so its flag must not be 0.
template <typename T>
void CacheSwitches<T>::SetCounting(bool count) {
  data_.counting_ = count;
  data_.ForgetConstants();
  MarkPlain();
}

// Flag 0 is the fast way: the value is up to date and an Eval returns it. Counting alone needs
// kCounted; anything that looks at each Eval (checking, no caching, trackers that count) needs
// kNotPlain.
template <typename T>
void CacheSwitches<T>::MarkPlain() {
  uint8_t flag = 0;
  if (CountsHits(data_)) {
    flag = kCounted;
  } else if (data_.caching_ != ContextData<T>::Caching::kOn || data_.counting_ ||
             (data_.overlay_ && data_.overlay_->counting())) {
    flag = kNotPlain;
  }
  for (int e = 0; e < data_.plan->num_entries(); ++e) {
    data_.flags[e] = static_cast<uint8_t>((data_.flags[e] & ~(kNotPlain | kCounted)) | flag);
  }
}

template <typename T>
void CacheSwitches<T>::DropOverlay() {
  if (!data_.overlay_) return;
  data_.overlay_.reset();
  data_.ForgetConstants();
  data_.RequireBinding();
  MarkPlain();
}

LOOPWRIGHT_INSTANTIATE_CLASS(CacheOverlay)
LOOPWRIGHT_INSTANTIATE_CLASS(CacheSwitches)

}  // namespace loopwright::internal

// What of a context leads here. A run that nobody looks at calls none of it.
namespace loopwright {

template <typename T>
void Context<T>::FreezeCache() const {
  data_->get_overlay().SetFrozen(node_, true);
}
template <typename T>
void Context<T>::UnfreezeCache() const {
  data_->get_overlay().SetFrozen(node_, false);
}
// No overlay is made for the question alone.
template <typename T>
bool Context<T>::is_cache_frozen() const {
  return data_->has_overlay() && data_->get_overlay().is_frozen(node_);
}

// The counter is the whole tree's: two contexts of one diagram never give out the same number.
template <typename T>
int64_t Context<T>::start_new_change_event() const {
  return data_->StartNewChangeEvent();
}
template <typename T>
bool Context<T>::has_tracker(DependencyTicket ticket) const {
  return data_->get_overlay().trackers().has_tracker(node_, ticket);
}
// Trackers exist once somebody asks for one. From then on changes run through them, which is
// slower.
template <typename T>
const DependencyTracker& Context<T>::get_tracker(DependencyTicket ticket) const {
  return data_->get_overlay().trackers().tracker(node_, ticket);
}
// The same object; subscribing by hand needs one that is not const.
template <typename T>
DependencyTracker& Context<T>::get_mutable_tracker(DependencyTicket ticket) {
  return data_->get_overlay().trackers().tracker(node_, ticket);
}

LOOPWRIGHT_INSTANTIATE_CLASS(Context)

}  // namespace loopwright
