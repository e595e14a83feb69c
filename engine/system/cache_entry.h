#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>

#include "engine/common/handler.h"
#include "engine/context/context_data.h"
#include "engine/context/dependency_ticket.h"
#include "engine/context/kernel.h"

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
  enum Kind { kNone, kContinuous, kDiscrete } kind = kNone;
  int group = 0;
};

/// A computation of a system whose result is kept until something that it depends on changes.
template <typename T>
class CacheEntry {
 public:
  using Calculator = Handler<System<T>, void(const Context<T>&, const EntryTarget<T>&)>;

  CacheEntry(const System<T>* system, int index, DependencyTicket ticket, std::string description,
             int size, std::unique_ptr<AbstractValue> model, Calculator calculator,
             std::set<DependencyTicket> prerequisites)
      : system_(system),
        index_(index),
        ticket_(ticket),
        description_(std::move(description)),
        size_(size),
        model_(std::move(model)),
        calculator_(std::move(calculator)),
        prerequisites_(std::move(prerequisites)) {}

  int cache_index() const { return index_; }
  DependencyTicket ticket() const { return ticket_; }
  const std::string& description() const { return description_; }
  /// Of a vector value; -1 for an abstract one.
  int size() const { return size_; }
  const AbstractValue* model_value() const { return model_.get(); }
  const std::set<DependencyTicket>& prerequisites() const { return prerequisites_; }
  const System<T>& get_system() const { return *system_; }
  const Calculator& calculator() const { return calculator_; }
  /// Null where the computation is not given as data.
  const Kernel<T>* kernel() const { return kernel_.get(); }
  void set_kernel(std::unique_ptr<const Kernel<T>> kernel) { kernel_ = std::move(kernel); }
  StatePlace state_place() const { return state_place_; }
  void set_state_place(StatePlace place) { state_place_ = place; }

  template <typename V>
  const V& Eval(const Context<T>& context) const {
    return EvalAbstract(context).template get_value<V>();
  }
  const AbstractValue& EvalAbstract(const Context<T>& context) const;
  /// The first element of a vector value.
  const T* EvalData(const Context<T>& context) const;

  bool is_out_of_date(const Context<T>& context) const;
  bool is_cache_entry_disabled(const Context<T>& context) const;
  void disable_caching(const Context<T>& context) const;
  void enable_caching(const Context<T>& context) const;
  /// Grows by one whenever the value is computed anew.
  int64_t serial_number(const Context<T>& context) const;

 private:
  int PlanIndex(const Context<T>& context) const;

  const System<T>* system_;
  int index_;
  DependencyTicket ticket_;
  std::string description_;
  int size_;
  std::unique_ptr<AbstractValue> model_;
  Calculator calculator_;
  std::set<DependencyTicket> prerequisites_;
  std::unique_ptr<const Kernel<T>> kernel_;
  StatePlace state_place_;
};

LOOPWRIGHT_DECLARE_CLASS(CacheEntry)

}  // namespace loopwright
