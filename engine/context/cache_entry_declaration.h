#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "engine/common/handler.h"
#include "engine/common/interned_string.h"
#include "engine/common/value.h"
#include "engine/context/basic_vector.h"
#include "engine/context/dependency_ticket.h"
#include "engine/context/kernel.h"
#include "engine/context/ticket_set.h"

namespace loopwright {

template <typename T>
class System;
template <typename T>
class Context;

/// Where a cache entry's value is computed to: a vector of `size` elements at `data`, or an
/// abstract value. Of the two pointers one is null.
template <typename T>
struct EntryTarget {
  T* data = nullptr;
  int size = 0;
  AbstractValue* abstract = nullptr;
};

/// Where the value of an entry lies that shows a leaf's state, such as the output y = x of an
/// integrator: its continuous state, or a group of discrete state. Nothing is computed for it.
struct StatePlace {
  enum Kind : uint8_t { kNone, kContinuous, kDiscrete } kind = kNone;
  int group = 0;
};

/// What a plan and its contexts know of a cache entry: what its value is like, what it depends on,
/// and how it is computed. The system that declared it is a pointer here, handed on to the
/// calculator; CacheEntry, which systems have, adds what one does with an entry by hand. An output
/// y of a block is an entry with the prerequisites {u, numeric parameter 0}: its value is computed
/// when somebody asks for it after one of these has changed.
template <typename T>
class CacheEntryDeclaration {
 private:
  /// How an abstract value starts: as a copy of the model, or where that is null as the
  /// allocator's.
  struct Abstract {
    std::unique_ptr<AbstractValue> model;
    std::function<std::unique_ptr<AbstractValue>()> allocator;
  };

 public:
  /// Computes the value: a function of (system, context, place to write to).
  using Calculator = Handler<System<T>, void(const Context<T>&, const EntryTarget<T>&)>;
  /// Makes a first value of the right type, which is computed over.
  using Allocator = std::function<std::unique_ptr<AbstractValue>()>;

  /// `size` is -1 for an abstract value, which starts as a copy of `model`, or as what the
  /// allocator returns.
  CacheEntryDeclaration(const System<T>* system, int index, DependencyTicket ticket,
                        std::string description, int size, std::unique_ptr<AbstractValue> model,
                        Calculator calculator, const TicketSet& prerequisites)
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

  /// Its number within its system, from 0 in the order of declaration.
  int cache_index() const { return index_; }
  /// What others name to depend on this entry.
  DependencyTicket ticket() const { return ticket_; }
  /// For people, in messages: "output port y0".
  const std::string& description() const { return description_.text(); }
  /// Of a vector value; -1 for an abstract one.
  int size() const { return size_; }
  /// What an abstract value starts as; null for a vector, and where an allocator makes it.
  const AbstractValue* model_value() const { return abstract_ ? abstract_->model.get() : nullptr; }
  /// The tickets that it depends on, as declared: not expanded and not transitive.
  const TicketSet& prerequisites() const { return prerequisites_; }
  /// Whether nothing else was said than the default, `all_sources_ticket()`.
  bool has_default_prerequisites() const {
    return prerequisites_.size() == 1 && *prerequisites_.begin() == internal::kAllSourcesTicket;
  }
  /// The system that declared the entry, and how its value is computed there.
  const System<T>& get_system() const { return *system_; }
  const Calculator& calculator() const { return calculator_; }
  /// Whether the calculator writes to another part of the context: time derivatives do.
  bool is_written_elsewhere() const { return ticket_ == internal::kXcdotTicket; }
  /// Null where the computation is not given as data.
  const Kernel<T>* kernel() const { return kernel_.get(); }
  /// Where the value is the state itself; then the calculator is never run for the cache.
  StatePlace state_place() const { return state_place_; }
  /// How the entry starts in contexts that are made from now on.
  bool is_disabled_by_default() const { return disabled_by_default_; }
  /// A new value of the entry's type (`BasicVector<T>` for a vector); null where its allocator
  /// returns null.
  std::unique_ptr<AbstractValue> MakeValue() const {
    if (size_ >= 0) {
      return std::make_unique<Value<BasicVector<T>>>(std::make_unique<BasicVector<T>>(size_));
    }
    return abstract_->model ? abstract_->model->Clone() : abstract_->allocator();
  }

 protected:
  /// Replaces the model, if there was one.
  void SetAllocator(Allocator allocator) {
    abstract_ = std::make_unique<const Abstract>(Abstract{nullptr, std::move(allocator)});
  }

  /// Always there, also where a kernel is: the kernel is the faster way to the same values.
  Calculator calculator_;
  const System<T>* system_;
  InternedString description_;
  std::unique_ptr<const Abstract> abstract_;  ///< null for a vector
  std::unique_ptr<const Kernel<T>> kernel_;
  TicketSet prerequisites_;
  int index_;
  DependencyTicket ticket_;
  /// Elements of a vector; -1 of an abstract value, 0 of time derivatives.
  int size_;
  StatePlace state_place_;
  bool disabled_by_default_ = false;
};

}  // namespace loopwright
