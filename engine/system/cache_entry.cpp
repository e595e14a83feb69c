#include "engine/system/cache_entry.h"

#include "engine/system/system.h"

namespace loopwright {

template <typename T>
int CacheEntry<T>::PlanIndex(const Context<T>& context) const {
  internal::ValidateContext(*system_, context, "CacheEntry");
  return context.plan_node().first_entry + index_;
}
template <typename T>
const AbstractValue& CacheEntry<T>::EvalAbstract(const Context<T>& context) const {
  const int entry = PlanIndex(context);
  context.data().Evaluate(entry);
  return *context.data().abstract_entries[entry];
}
template <typename T>
const T* CacheEntry<T>::EvalData(const Context<T>& context) const {
  const int entry = PlanIndex(context);
  context.data().Evaluate(entry);
  return context.data().entry_data(entry);
}
template <typename T>
bool CacheEntry<T>::is_out_of_date(const Context<T>& context) const {
  return (context.data().flags[PlanIndex(context)] & internal::ContextData<T>::kStale) != 0;
}
template <typename T>
bool CacheEntry<T>::is_cache_entry_disabled(const Context<T>& context) const {
  return (context.data().flags[PlanIndex(context)] & internal::ContextData<T>::kDisabled) != 0;
}
template <typename T>
void CacheEntry<T>::disable_caching(const Context<T>& context) const {
  context.data().flags[PlanIndex(context)] |= internal::ContextData<T>::kDisabled;
}
template <typename T>
void CacheEntry<T>::enable_caching(const Context<T>& context) const {
  context.data().flags[PlanIndex(context)] &=
      static_cast<uint8_t>(~internal::ContextData<T>::kDisabled);
}
template <typename T>
int64_t CacheEntry<T>::serial_number(const Context<T>& context) const {
  return context.data().serial_number(PlanIndex(context));
}

LOOPWRIGHT_INSTANTIATE_CLASS(CacheEntry)

}  // namespace loopwright
