#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace loopwright {

template <typename V>
class Value;

namespace internal {
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

/// A value of any copyable type, held by its base. Reading it as another type than it has is a
/// std::logic_error that names both.
class AbstractValue {
 public:
  virtual ~AbstractValue() = default;
  AbstractValue& operator=(const AbstractValue&) = delete;

  virtual std::unique_ptr<AbstractValue> Clone() const = 0;
  /// Copies `other`, which must hold the same type.
  virtual void SetFrom(const AbstractValue& other) = 0;
  virtual const std::type_info& type_info() const = 0;

  template <typename V>
  static std::unique_ptr<AbstractValue> Make(V value = V{}) {
    return std::make_unique<Value<V>>(std::move(value));
  }

  /// Null where the value is of another type.
  template <typename V>
  const V* maybe_get_value() const {
    return type_info() == typeid(V) ? &static_cast<const Value<V>*>(this)->get_value() : nullptr;
  }
  template <typename V>
  const V& get_value() const {
    if (const V* value = maybe_get_value<V>()) return *value;
    ThrowBadCast(typeid(V));
  }
  template <typename V>
  V& get_mutable_value() {
    return const_cast<V&>(get_value<V>());
  }
  template <typename V>
  void set_value(const V& value) {
    internal::AssignValue(&get_mutable_value<V>(), value);
  }

 protected:
  AbstractValue() = default;
  AbstractValue(const AbstractValue&) = default;

 private:
  [[noreturn]] void ThrowBadCast(const std::type_info& wanted) const {
    throw std::logic_error(std::string("AbstractValue: a request for ") + wanted.name() +
                           " does not match the value's type " + type_info().name());
  }
};

template <typename V>
class Value final : public AbstractValue {
 public:
  Value() : value_{} {}
  explicit Value(V value) : value_(std::move(value)) {}

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

}  // namespace loopwright
