#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "engine/common/handler.h"
#include "engine/common/interned_string.h"
#include "engine/context/cache_entry_value.h"
#include "engine/context/context_data.h"
#include "engine/context/dependency_ticket.h"
#include "engine/context/kernel.h"
#include "engine/context/ticket_set.h"

namespace loopwright {

template <typename T>
class System;

/// Where a cache entry's value is computed to: a vector of `size` elements at `data`, or an
/// abstract value.
template <typename T>
struct EntryTarget {
  T* data = nullptr;
  int size = 0;
  AbstractValue* abstract = nullptr;
};

/// Where the value of an entry lies that shows a leaf's state: nothing is computed for it.
struct StatePlace {
  enum Kind : uint8_t { kNone, kContinuous, kDiscrete } kind = kNone;
  int group = 0;
};

/// A computation of a system whose result is kept until something that it depends on changes: the
/// const half; values and flags lie in contexts (CacheEntryValue).
template <typename T>
class CacheEntry {
 private:
  /// How an abstract value starts: as a copy of the model, or where that is null as the
  /// allocator's.
  struct Abstract {
    std::unique_ptr<AbstractValue> model;
    std::function<std::unique_ptr<AbstractValue>()> allocator;
  };

 public:
  using Calculator = Handler<System<T>, void(const Context<T>&, const EntryTarget<T>&)>;
  using Allocator = std::function<std::unique_ptr<AbstractValue>()>;

  /// `size` is -1 for an abstract value, which starts as a copy of `model`, or as what the
  /// allocator returns.
  CacheEntry(const System<T>* system, int index, DependencyTicket ticket, std::string description,
             int size, std::unique_ptr<AbstractValue> model, Calculator calculator,
             const TicketSet& prerequisites)
      : calculator_(std::move(calculator)),
        system_(system),
        description_(std::move(description)),
        abstract_(model == nullptr
                      ? nullptr
                      : std::make_unique<const Abstract>(Abstract{std::move(model), {}})),
        prerequisites_(prerequisites),
        index_(index),
        ticket_(ticket),
        size_(size) {}

  int cache_index() const { return index_; }
  DependencyTicket ticket() const { return ticket_; }
  const std::string& description() const { return description_.text(); }
  /// Of a vector value; -1 for an abstract one.
  int size() const { return size_; }
  const AbstractValue* model_value() const { return abstract_ ? abstract_->model.get() : nullptr; }
  const TicketSet& prerequisites() const { return prerequisites_; }
  /// For editing. Contexts made from now on obey the edited prerequisites, those that exist keep
  /// theirs.
  TicketSet& mutable_prerequisites();
  /// Whether nothing else was said than the default, `all_sources_ticket()`.
  bool has_default_prerequisites() const;
  void set_allocator(Allocator allocator) {
    abstract_ = std::make_unique<const Abstract>(Abstract{nullptr, std::move(allocator)});
  }
  const System<T>& get_system() const { return *system_; }
  const Calculator& calculator() const { return calculator_; }
  /// Whether the calculator writes to another part of the context: time derivatives do.
  bool is_written_elsewhere() const { return ticket_ == internal::kXcdotTicket; }
  /// The same entry, computed in another way from now on.
  void Redefine(Calculator calculator, const TicketSet& prerequisites) {
    mutable_prerequisites() = prerequisites;
    calculator_ = std::move(calculator);
    kernel_.reset();
  }
  /// Null where the computation is not given as data.
  const Kernel<T>* kernel() const { return kernel_.get(); }
  void set_kernel(std::unique_ptr<const Kernel<T>> kernel) { kernel_ = std::move(kernel); }
  StatePlace state_place() const { return state_place_; }
  void set_state_place(StatePlace place) { state_place_ = place; }

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

  bool is_out_of_date(const Context<T>& context) const;
  /// Whether Eval() would compute: out of date, or not cached.
  bool needs_recomputation(const Context<T>& context) const;
  void mark_out_of_date(const Context<T>& context) const;
  /// Disabled, the entry is computed by every Eval(); its flags go on working, so what is still
  /// valid when it is enabled again is used.
  bool is_cache_entry_disabled(const Context<T>& context) const;
  void disable_caching(const Context<T>& context) const;
  void enable_caching(const Context<T>& context) const;
  /// How the entry starts in contexts that are made from now on.
  bool is_disabled_by_default() const { return disabled_by_default_; }
  void set_is_disabled_by_default(bool disabled) { disabled_by_default_ = disabled; }
  /// Grows by one whenever the value is computed anew.
  int64_t serial_number(const Context<T>& context) const;

  const CacheEntryValue<T>& get_cache_entry_value(const Context<T>& context) const;
  CacheEntryValue<T>& get_mutable_cache_entry_value(const Context<T>& context) const;

 private:
  int PlanIndex(const Context<T>& context) const;
  std::string Name() const;

  Calculator calculator_;
  const System<T>* system_;
  InternedString description_;
  std::unique_ptr<const Abstract> abstract_;  ///< null for a vector
  std::unique_ptr<const Kernel<T>> kernel_;
  TicketSet prerequisites_;
  int index_;
  DependencyTicket ticket_;
  int size_;
  StatePlace state_place_;
  bool disabled_by_default_ = false;
};

LOOPWRIGHT_DECLARE_CLASS(CacheEntry)

}  // namespace loopwright
