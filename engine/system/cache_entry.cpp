#include "engine/system/cache_entry.h"

#include <stdexcept>

#include "engine/context/cache_overlay.h"
#include "engine/system/system.h"

namespace loopwright {

// The number of this entry in the plan of the context, after a check that the context is the
// system's.
template <typename T>
int CacheEntry<T>::PlanIndex(const Context<T>& context) const {
  internal::ValidateContext(*this->system_, context, "CacheEntry");
  return context.plan_node().first_entry + this->cache_index();
}
// What messages call the entry: its description and the path of its system.
template <typename T>
std::string CacheEntry<T>::Name() const {
  return "Cache entry '" + this->description() + "' of system '" +
         this->system_->GetSystemPathname() + "'";
}

// The next plan is made with what is edited; NoteDeclaration() drops the present one.
template <typename T>
TicketSet& CacheEntry<T>::mutable_prerequisites() {
  const_cast<System<T>*>(this->system_)->NoteDeclaration(false);
  return this->prerequisites_;
}

// A context does the same for each of its entries when it is made.
template <typename T>
std::unique_ptr<AbstractValue> CacheEntry<T>::Allocate() const {
  auto value = this->MakeValue();
  if (value == nullptr) throw std::logic_error(Name() + ": its allocator returned null");
  return value;
}

// All checks name the entry. A vector is computed directly into the elements of the caller's
// vector.
template <typename T>
void CacheEntry<T>::Calc(const Context<T>& context, AbstractValue* value) const {
  const int entry = PlanIndex(context);
  if (this->is_written_elsewhere()) {
    throw std::logic_error(Name() + " has no value of its own: CalcTimeDerivatives() computes it");
  }
  if (value == nullptr) throw std::logic_error(Name() + " cannot be computed into no value");
  auto& data = context.data();
  const auto& wanted =
      this->size() >= 0 ? typeid(BasicVector<T>) : data.abstract_entries[entry]->type_info();
  if (value->type_info() != wanted) {
    throw std::logic_error(Name() + " is of type " + DemangledName(wanted) +
                           " and cannot be computed into a value of type " +
                           DemangledName(value->type_info()));
  }
  EntryTarget<T> target{nullptr, this->size(), value};
  if (this->size() >= 0) {
    auto& vector = value->template get_mutable_value<BasicVector<T>>();
    if (vector.size() != this->size()) {
      throw std::logic_error(Name() + " has size " + std::to_string(this->size()) +
                             " and cannot be computed into a vector of size " +
                             std::to_string(vector.size()));
    }
    target = {vector.data(), this->size(), nullptr};
  }
  this->calculator_(*this->system_, context, target);
}

// A vector has no object of its own; CacheEntryValue makes one that shows it.
template <typename T>
const AbstractValue& CacheEntry<T>::EvalAbstract(const Context<T>& context) const {
  const int entry = PlanIndex(context);
  auto& data = context.data();
  data.Evaluate(entry);
  if (this->size() < 0) return *data.abstract_entries[entry];
  return get_cache_entry_value(context).PeekAbstractValueOrThrow();
}
// The elements where they lie in the context, after a computation where they are out of date.
template <typename T>
const T* CacheEntry<T>::EvalData(const Context<T>& context) const {
  const int entry = PlanIndex(context);
  context.data().Evaluate(entry);
  return context.data().entry_data(entry);
}

template <typename T>
void CacheEntry<T>::enable_caching(const Context<T>& context) const {
  internal::CacheSwitches<T>(&context.data()).EnableEntry(PlanIndex(context));
}

// Made by the first call for this entry and kept with the context.
template <typename T>
CacheEntryValue<T>& CacheEntry<T>::get_mutable_cache_entry_value(const Context<T>& context) const {
  return context.data().get_overlay().value(PlanIndex(context));
}

LOOPWRIGHT_INSTANTIATE_CLASS(CacheEntry)

}  // namespace loopwright
