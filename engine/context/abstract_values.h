#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/common/value.h"

namespace loopwright {

/// A list of abstract values, of a context or its own. An abstract value is one of any type behind
/// a common base class: a block that keeps a queue has a `Value<std::deque<double>>` here. Lists of
/// them are a system's abstract state and its abstract parameters.
class AbstractValues {
 public:
  AbstractValues() = default;
  /// A view on values that must outlive it.
  explicit AbstractValues(std::vector<AbstractValue*> values) : values_(std::move(values)) {}
  /// Values of its own.
  explicit AbstractValues(std::vector<std::unique_ptr<AbstractValue>> values)
      : owned_(std::move(values)) {
    for (const auto& value : owned_) values_.push_back(value.get());
  }
  /// A single value of its own.
  explicit AbstractValues(std::unique_ptr<AbstractValue> value) {
    owned_.push_back(std::move(value));
    values_.push_back(owned_.back().get());
  }
  /// Not copied by itself: whether a copy should be a view or own its values, Clone() says.
  AbstractValues(AbstractValues&&) = default;
  AbstractValues& operator=(AbstractValues&&) = default;

  int size() const { return static_cast<int>(values_.size()); }
  /// std::out_of_range for an index that is not there.
  const AbstractValue& get_value(int index) const { return *values_.at(index); }
  /// To write through; it is the caller who marks what depends on it.
  AbstractValue& get_mutable_value(int index) { return *values_.at(index); }
  /// Copies the values, one by one. std::logic_error where their number differs, with nothing
  /// copied, or at the first one whose type differs, with those before it copied.
  void SetFrom(const AbstractValues& other);
  /// A copy that owns its values, also where this is a view.
  std::unique_ptr<AbstractValues> Clone() const;

 private:
  /// All of them, whoever owns them.
  std::vector<AbstractValue*> values_;
  /// Empty where this is a view.
  std::vector<std::unique_ptr<AbstractValue>> owned_;
};

inline void AbstractValues::SetFrom(const AbstractValues& other) {
  if (other.size() != size()) {
    throw std::logic_error("AbstractValues::SetFrom(): there are " + std::to_string(size()) +
                           " values here and " + std::to_string(other.size()) + " there");
  }
  for (int i = 0; i < size(); ++i) values_[i]->SetFrom(*other.values_[i]);
}

inline std::unique_ptr<AbstractValues> AbstractValues::Clone() const {
  std::vector<std::unique_ptr<AbstractValue>> copies;
  copies.reserve(values_.size());
  for (const AbstractValue* value : values_) copies.push_back(value->Clone());
  return std::make_unique<AbstractValues>(std::move(copies));
}

}  // namespace loopwright
