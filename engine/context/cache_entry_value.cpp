#include "engine/context/cache_entry_value.h"

#include <stdexcept>

#include "engine/context/cache_overlay.h"
#include "engine/context/context_data.h"

namespace loopwright {

namespace {
template <typename T>
using Data = internal::ContextData<T>;
}

template <typename T>
const std::string& CacheEntryValue<T>::description() const {
  return data_->plan->cache_entry(entry_).description();
}
template <typename T>
std::string CacheEntryValue<T>::GetPathDescription() const {
  return data_->plan->PathOf(data_->plan->entries[entry_].node) + ":" + description();
}
template <typename T>
int CacheEntryValue<T>::cache_index() const {
  return data_->plan->cache_entry(entry_).cache_index();
}
template <typename T>
DependencyTicket CacheEntryValue<T>::ticket() const {
  return data_->plan->cache_entry(entry_).ticket();
}

// All errors begin with "Cache entry 'NAME' of system 'PATH'", so that they say where.
template <typename T>
void CacheEntryValue<T>::Throw(const std::string& what) const {
  throw std::logic_error(data_->plan->NameOf(entry_) + " " + what);
}

// Abstract values are kept as objects. A vector lies in the arena and gets an object that shows it
// when it is looked at. Time derivatives are written to the arena's second part and have no value
// here.
template <typename T>
AbstractValue& CacheEntryValue<T>::Stored() const {
  if (data_->abstract_entries[entry_] != nullptr) return *data_->abstract_entries[entry_];
  if (data_->plan->cache_entry(entry_).is_written_elsewhere()) {
    Throw("has no value of its own: read it where it is written to");
  }
  return data_->get_overlay().vector_value(entry_);
}

// Operations hold the address of the value, so they are bound again.
template <typename T>
void CacheEntryValue<T>::SetInitialValue(std::unique_ptr<AbstractValue> value) {
  if (value == nullptr) Throw("was given no value: its allocator returned null");
  auto& stored = data_->abstract_entries[entry_];
  if (stored != nullptr || data_->plan->entries[entry_].size >= 0) {
    Throw("has its initial value already");
  }
  stored = std::move(value);
  data_->Rebind(entry_);
  data_->flags[entry_] |= Data<T>::kStale;
}

// Reading refuses stale values and writing refuses fresh ones: a program that mixes the two up is
// told so, and never computes with an old value.
template <typename T>
const AbstractValue& CacheEntryValue<T>::GetAbstractValueOrThrow() const {
  if (is_out_of_date()) Throw("is out of date: Eval() computes it, Peek reads it as it is");
  return Stored();
}
template <typename T>
AbstractValue& CacheEntryValue<T>::GetMutableAbstractValueOrThrow() {
  if (!is_out_of_date()) Throw("is up to date: mark it out of date before writing to it");
  BeforeWriting("written to");
  return Stored();
}

// Exchanges pointers, which costs nothing however large the value is. For vectors there is no
// pointer to exchange.
template <typename T>
void CacheEntryValue<T>::swap_value(std::unique_ptr<AbstractValue>* other) {
  if (other == nullptr || *other == nullptr) Throw("cannot be swapped for no value");
  auto& stored = data_->abstract_entries[entry_];
  if (stored == nullptr) Throw("is a vector that lies in its context: it can be set, not swapped");
  if (stored->type_info() != (*other)->type_info()) {
    Throw("is of type " + DemangledName(stored->type_info()) +
          " and cannot be swapped for a value of type " + DemangledName((*other)->type_info()));
  }
  BeforeWriting("written to");
  std::swap(stored, *other);
  data_->Rebind(entry_);
  data_->flags[entry_] |= Data<T>::kStale;
  ++data_->serial_numbers[entry_];
}

// A value whose flag changes apart from those around it: marking by lists relies on there being no
// such thing, trackers do not.
template <typename T>
void CacheEntryValue<T>::BeforeWriting(const char* what) {
  auto& overlay = data_->get_overlay();
  overlay.RefuseWhenFrozen(entry_, what);
  overlay.trackers();
}

template <typename T>
bool CacheEntryValue<T>::is_out_of_date() const {
  return (data_->flags[entry_] & Data<T>::kStale) != 0;
}
template <typename T>
bool CacheEntryValue<T>::needs_recomputation() const {
  return is_out_of_date() || is_cache_entry_disabled();
}
// The trackers are made first, for the reason that BeforeWriting() gives.
template <typename T>
void CacheEntryValue<T>::mark_out_of_date() {
  data_->get_overlay().trackers();
  data_->flags[entry_] |= Data<T>::kStale;
}
template <typename T>
void CacheEntryValue<T>::mark_up_to_date() {
  BeforeWriting("marked up to date");
  data_->flags[entry_] &= static_cast<uint8_t>(~Data<T>::kStale);
  ++data_->serial_numbers[entry_];
}
template <typename T>
bool CacheEntryValue<T>::is_cache_entry_disabled() const {
  return data_->is_disabled(entry_);
}
template <typename T>
void CacheEntryValue<T>::disable_caching() {
  data_->flags[entry_] |= Data<T>::kDisabled;
}
template <typename T>
void CacheEntryValue<T>::enable_caching() {
  internal::CacheSwitches<T>(data_).EnableEntry(entry_);
}
template <typename T>
int64_t CacheEntryValue<T>::serial_number() const {
  return data_->serial_number(entry_);
}

LOOPWRIGHT_INSTANTIATE_CLASS(CacheEntryValue)

}  // namespace loopwright
