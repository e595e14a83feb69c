#pragma once

#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "engine/common/demangled_name.h"

namespace loopwright {

template <typename V>
class Value;

namespace internal {
/// A type whose only way to be copied is a method Clone() that returns a std::unique_ptr.
template <typename V>
inline constexpr bool kIsOnlyCloneable = !std::is_copy_constructible_v<V> && requires(const V& v) {
  std::unique_ptr<V>(v.Clone());
};

/// Whether `Args` are elements of the container V, which is then made of their list: in
/// `Value<std::vector<int>>({5, 6})` they must mean nothing else.
template <typename V, typename... Args>
inline constexpr bool kAreElements = false;
template <typename V, typename... Args>
requires requires { V(std::initializer_list<typename V::value_type>()); }
inline constexpr bool kAreElements<V, Args...> =
    (... && std::is_convertible_v<Args, typename V::value_type>);

/// Vectors that lie in a context have no assignment; they take the elements.
template <typename V>
void AssignValue(V* to, const V& from) {
  if constexpr (std::is_copy_assignable_v<V>) {
    *to = from;
  } else {
    to->SetFrom(from);
  }
}
}  // namespace internal

/// A value of any type that can be copied, or that has a Clone(), held by its base. Reading it as
/// another type than it has is a std::logic_error that names both.
class AbstractValue {
 public:
  virtual ~AbstractValue() = default;
  AbstractValue& operator=(const AbstractValue&) = delete;

  /// A copy of its own of the same type, with what it holds: contexts are copied so.
  virtual std::unique_ptr<AbstractValue> Clone() const = 0;
  /// Copies `other`, which must hold the same type.
  virtual void SetFrom(const AbstractValue& other) = 0;
  /// The type that is held, by which reading as another one is found out.
  virtual const std::type_info& type_info() const = 0;

  /// A value as its default constructor makes it: 0 of a number, an empty text.
  template <typename V>
  static std::unique_ptr<AbstractValue> Make() {
    return std::make_unique<Value<V>>();
  }
  /// A value that is a copy of `value`.
  template <typename V>
  static std::unique_ptr<AbstractValue> Make(const V& value) {
    return std::make_unique<Value<V>>(value);
  }

  /// Null where the value is of another type.
  template <typename V>
  const V* maybe_get_value() const {
    return type_info() == typeid(V) ? &static_cast<const Value<V>*>(this)->get_value() : nullptr;
  }
  /// What it holds, as long as this lives; std::logic_error, with both types in its text, where it
  /// is of another type. Types must be the same: a base class of what is held is another type.
  template <typename V>
  const V& get_value() const {
    if (const V* value = maybe_get_value<V>()) return *value;
    ThrowBadCast(typeid(V));
  }
  /// As get_value(), to be changed in place.
  template <typename V>
  V& get_mutable_value() {
    return const_cast<V&>(get_value<V>());
  }
  /// Assigns; std::logic_error where it is of another type. The type of a value never changes.
  template <typename V>
  void set_value(const V& value) {
    if constexpr (internal::kIsOnlyCloneable<V>) {
      SetFrom(Value<V>(value));
    } else {
      internal::AssignValue(&get_mutable_value<V>(), value);
    }
  }

 protected:
  AbstractValue() = default;
  AbstractValue(const AbstractValue&) = default;

 private:
  [[noreturn]] void ThrowBadCast(const std::type_info& wanted) const {
    throw std::logic_error("AbstractValue: a request for " + DemangledName(wanted) +
                           " does not match the value's type " + DemangledName(type_info()));
  }
};

/// A value of type V.
template <typename V>
class Value final : public AbstractValue {
 public:
  /// Numbers begin with 0, not with what was in memory.
  Value() : value_{} {}
  explicit Value(V value) : value_(std::move(value)) {}
  /// V(args...), but not of a container with some of its elements: `Value<V>({5, 6})` is that.
  template <typename... Args,
            typename = std::enable_if_t<
                (sizeof...(Args) > 0) && std::is_constructible_v<V, Args...> &&
                !internal::kAreElements<V, Args...> &&
                !std::is_base_of_v<AbstractValue, std::remove_cvref_t<std::tuple_element_t<
                                                      0, std::tuple<Args..., void>>>>>>
  explicit Value(Args&&... args) : value_(std::forward<Args>(args)...) {}

  std::unique_ptr<AbstractValue> Clone() const override {
    return std::make_unique<Value<V>>(value_);
  }
  void SetFrom(const AbstractValue& other) override {
    internal::AssignValue(&value_, other.get_value<V>());
  }
  const std::type_info& type_info() const override { return typeid(V); }

  const V& get_value() const { return value_; }
  V& get_mutable_value() { return value_; }

 private:
  V value_;
};

/// A value of a type that has a Clone() and no copy constructor, such as the base of a family of
/// classes: it may be of any class of them.
template <typename V>
requires internal::kIsOnlyCloneable<V>
class Value<V> final : public AbstractValue {
 public:
  Value() requires std::is_default_constructible_v<V> : value_(std::make_unique<V>()) {}
  explicit Value(const V& value) : value_(value.Clone()) {}
  /// std::logic_error where it is null.
  explicit Value(std::unique_ptr<V> value) : value_(std::move(value)) {
    if (value_ == nullptr) throw std::logic_error("Value: there is no object");
  }
  /// V(args...).
  template <typename... Args, typename = std::enable_if_t<(sizeof...(Args) > 1) &&
                                                          std::is_constructible_v<V, Args...>>>
  explicit Value(Args&&... args) : value_(std::make_unique<V>(std::forward<Args>(args)...)) {}

  std::unique_ptr<AbstractValue> Clone() const override {
    return std::make_unique<Value<V>>(*value_);
  }
  void SetFrom(const AbstractValue& other) override { value_ = other.get_value<V>().Clone(); }
  const std::type_info& type_info() const override { return typeid(V); }

  const V& get_value() const { return *value_; }
  V& get_mutable_value() { return *value_; }

 private:
  std::unique_ptr<V> value_;
};

}  // namespace loopwright
