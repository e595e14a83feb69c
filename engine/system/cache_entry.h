#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "engine/context/cache_entry_declaration.h"
#include "engine/context/cache_entry_value.h"
#include "engine/context/context_data.h"

namespace loopwright {

/// A computation of a system whose result is kept until something that it depends on changes: the
/// const half; values and flags lie in contexts (CacheEntryValue). Declared with
/// LeafSystem::DeclareCacheEntry(), and read by the author's functions with Eval(). All functions
/// that take a context throw std::logic_error where it is not one of the system's.
template <typename T>
class CacheEntry : public CacheEntryDeclaration<T> {
 public:
  using typename CacheEntryDeclaration<T>::Calculator;
  using typename CacheEntryDeclaration<T>::Allocator;
  using CacheEntryDeclaration<T>::CacheEntryDeclaration;

  /// For editing. Contexts made from now on obey the edited prerequisites, those that exist keep
  /// theirs.
  TicketSet& mutable_prerequisites();
  /// Replaces how the first value is made, for contexts that are made from now on.
  void set_allocator(Allocator allocator) { this->SetAllocator(std::move(allocator)); }
  /// The same entry, computed in another way from now on.
  void Redefine(Calculator calculator, const TicketSet& prerequisites) {
    mutable_prerequisites() = prerequisites;
    this->calculator_ = std::move(calculator);
    this->kernel_.reset();
  }
  /// For the engine, while the system is made: the computation as data, the place of a state that
  /// is shown, and whether contexts start with the entry disabled.
  void set_kernel(std::unique_ptr<const Kernel<T>> kernel) { this->kernel_ = std::move(kernel); }
  void set_state_place(StatePlace place) { this->state_place_ = place; }
  void set_is_disabled_by_default(bool disabled) { this->disabled_by_default_ = disabled; }

  /// A new value of the entry's type (`BasicVector<T>` for a vector). std::logic_error names the
  /// entry where its allocator returns null.
  std::unique_ptr<AbstractValue> Allocate() const;
  /// Computes into `value`, whatever the cache holds, which it leaves alone. std::logic_error where
  /// `value` is null or of another type than Allocate() makes.
  void Calc(const Context<T>& context, AbstractValue* value) const;

  /// The stored value, computed first where it is out of date or not cached. A vector value is read
  /// as `BasicVector<T>`.
  template <typename V>
  const V& Eval(const Context<T>& context) const {
    return EvalAbstract(context).template get_value<V>();
  }
  const AbstractValue& EvalAbstract(const Context<T>& context) const;
  /// The first element of a vector value.
  const T* EvalData(const Context<T>& context) const;
  /// The stored value; std::logic_error where it is out of date.
  template <typename V>
  const V& GetKnownUpToDate(const Context<T>& context) const {
    return get_cache_entry_value(context).template GetValueOrThrow<V>();
  }
  const AbstractValue& GetKnownUpToDateAbstract(const Context<T>& context) const {
    return get_cache_entry_value(context).GetAbstractValueOrThrow();
  }

  /// Whether something that it depends on has changed since it was computed in `context`.
  bool is_out_of_date(const Context<T>& context) const {
    return (context.data().flags[PlanIndex(context)] & internal::ContextData<T>::kStale) != 0;
  }
  /// Whether Eval() would compute: out of date, or not cached.
  bool needs_recomputation(const Context<T>& context) const {
    return get_cache_entry_value(context).needs_recomputation();
  }
  /// This value alone; what depends on it is not touched.
  void mark_out_of_date(const Context<T>& context) const {
    get_mutable_cache_entry_value(context).mark_out_of_date();
  }
  /// Disabled, the entry is computed by every Eval(); its flags go on working, so what is still
  /// valid when it is enabled again is used.
  bool is_cache_entry_disabled(const Context<T>& context) const {
    return context.data().is_disabled(PlanIndex(context));
  }
  void disable_caching(const Context<T>& context) const {
    context.data().flags[PlanIndex(context)] |= internal::ContextData<T>::kDisabled;
  }
  void enable_caching(const Context<T>& context) const;
  /// Grows by one whenever the value is computed anew.
  int64_t serial_number(const Context<T>& context) const {
    return context.data().serial_number(PlanIndex(context));
  }

  /// The entry in this context, with its flags, to look at or write to by hand.
  const CacheEntryValue<T>& get_cache_entry_value(const Context<T>& context) const {
    return get_mutable_cache_entry_value(context);
  }
  CacheEntryValue<T>& get_mutable_cache_entry_value(const Context<T>& context) const;

 private:
  int PlanIndex(const Context<T>& context) const;
  std::string Name() const;
};

LOOPWRIGHT_DECLARE_CLASS(CacheEntry)

}  // namespace loopwright
