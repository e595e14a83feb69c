#pragma once

#include <memory>
#include <string>

#include "engine/context/basic_vector.h"
#include "engine/context/dependency_ticket.h"

namespace loopwright {

namespace internal {
template <typename T>
class ContextData;
}

/// The value of one cache entry in one context, with the flags that say whether it may be used.
/// CacheEntry::Eval() is what computations use; this is for looking at the cache and for writing
/// values that something else has computed.
///
/// Obtain one from CacheEntry::get_cache_entry_value(). A vector-valued entry is read as
/// `BasicVector<T>`. Every error is a std::logic_error that names the entry and its system.
template <typename T>
class CacheEntryValue {
 public:
  CacheEntryValue(internal::ContextData<T>* data, int entry) : data_(data), entry_(entry) {}

  /// The entry's name in its system, such as "output port y0".
  const std::string& description() const;
  /// `PATH:DESCRIPTION`, with the path of the system.
  std::string GetPathDescription() const;
  /// The number of the entry within its system, and the ticket by which others depend on it.
  int cache_index() const;
  DependencyTicket ticket() const;

  /// Gives an abstract entry its first value, which is out of date. Throws where `value` is null,
  /// or the entry has a value already (as it has in every context that a system made).
  void SetInitialValue(std::unique_ptr<AbstractValue> value);

  // --- reading and writing with a check of the flags. Get throws while the value is out of date,
  // Set and GetMutable throw while it is up to date, Peek never does; all throw where the value is
  // of another type. Set leaves the value up to date. ---
  const AbstractValue& GetAbstractValueOrThrow() const;
  template <typename V>
  const V& GetValueOrThrow() const {
    return GetAbstractValueOrThrow().template get_value<V>();
  }
  template <typename V>
  void SetValueOrThrow(const V& value) {
    GetMutableAbstractValueOrThrow().set_value(value);
    mark_up_to_date();
  }
  AbstractValue& GetMutableAbstractValueOrThrow();
  template <typename V>
  V& GetMutableValueOrThrow() {
    return GetMutableAbstractValueOrThrow().template get_mutable_value<V>();
  }
  const AbstractValue& PeekAbstractValueOrThrow() const { return Stored(); }
  template <typename V>
  const V& PeekValueOrThrow() const {
    return Stored().template get_value<V>();
  }

  /// Exchanges the stored value for `*other`, which must be of its type and not null. The value is
  /// out of date afterwards.
  void swap_value(std::unique_ptr<AbstractValue>* other);

  // --- flags ---
  /// Whether something that the value depends on has changed since it was computed.
  bool is_out_of_date() const;
  /// Whether Eval() will compute: out of date, or not cached.
  bool needs_recomputation() const;
  /// Of this value alone; what depends on it is not touched.
  void mark_out_of_date();
  void mark_up_to_date();
  /// A disabled entry is computed at every outermost evaluation, though its flags go on working.
  /// This shows that an error comes from a missing prerequisite: results change when caching is
  /// off.
  bool is_cache_entry_disabled() const;
  void disable_caching();
  void enable_caching();
  /// Grows by one whenever the value is computed, set or swapped.
  int64_t serial_number() const;

 private:
  /// The value as it lies there, whatever its flags say.
  AbstractValue& Stored() const;
  [[noreturn]] void Throw(const std::string& what) const;
  void BeforeWriting(const char* what);

  internal::ContextData<T>* data_;
  int entry_;
};

LOOPWRIGHT_DECLARE_CLASS(CacheEntryValue)

}  // namespace loopwright
