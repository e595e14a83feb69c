#pragma once

#include <memory>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// A constant of any type, not only a vector: an input of another type is fed from it.
///
///     ConstantValueSource → y0
template <typename T>
class ConstantValueSource final : public LeafSystem<T> {
 public:
  /// The value is copied; all contexts show that copy.
  explicit ConstantValueSource(const AbstractValue& value)
      : LeafSystem<T>(SystemTypeTag<ConstantValueSource>{}), value_(value.Clone()) {
    this->DeclareAbstractOutputPort(
        kUseDefaultName, [this] { return value_->Clone(); },
        [this](const Context<T>&, AbstractValue* y) { y->SetFrom(*value_); },
        {this->nothing_ticket()});
  }
  template <typename U>
  explicit ConstantValueSource(const ConstantValueSource<U>& other)
      : ConstantValueSource(other.value()) {}

  /// The constant itself.
  const AbstractValue& value() const { return *value_; }

 private:
  const std::unique_ptr<AbstractValue> value_;
};

}  // namespace loopwright
