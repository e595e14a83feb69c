#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/context/abstract_values.h"
#include "engine/context/basic_vector.h"

namespace loopwright {

/// The numeric and abstract parameters of a system: a view on a context, or its own. Numeric
/// parameters are vectors that a run may change (a gain), abstract ones values of any type (a
/// table). Obtain one from Context::get_parameters(); System::SetDefaultParameters() is given one
/// to write to.
template <typename T>
class Parameters {
 public:
  /// Without any parameters.
  Parameters() = default;
  /// A view: what is pointed to must outlive it.
  Parameters(std::vector<BasicVector<T>*> numeric, std::vector<AbstractValue*> abstract)
      : numeric_(std::move(numeric)), abstract_(std::move(abstract)) {}
  /// Values of its own.
  Parameters(std::vector<std::unique_ptr<BasicVector<T>>> numeric,
             std::vector<std::unique_ptr<AbstractValue>> abstract)
      : abstract_(std::move(abstract)), owned_(std::move(numeric)) {
    for (const auto& vector : owned_) numeric_.push_back(vector.get());
  }

  /// Each numeric parameter is a vector, "group" in Drake's words.
  int num_numeric_parameter_groups() const { return static_cast<int>(numeric_.size()); }
  /// std::out_of_range for an index that is not there, here and below. Writing through this view
  /// marks nothing: the context's own functions do that when they hand it out.
  const BasicVector<T>& get_numeric_parameter(int index) const { return *numeric_.at(index); }
  BasicVector<T>& get_mutable_numeric_parameter(int index) { return *numeric_.at(index); }
  /// Abstract parameters are counted by themselves.
  int num_abstract_parameters() const { return abstract_.size(); }
  /// All abstract parameters as a list, or one by its index.
  const AbstractValues& get_abstract_parameters() const { return abstract_; }
  AbstractValues& get_mutable_abstract_parameters() { return abstract_; }
  const AbstractValue& get_abstract_parameter(int index) const {
    return abstract_.get_value(index);
  }
  AbstractValue& get_mutable_abstract_parameter(int index) {
    return abstract_.get_mutable_value(index);
  }
  /// As a V; std::logic_error where it is of another type.
  template <typename V>
  const V& get_abstract_parameter(int index) const {
    return get_abstract_parameter(index).template get_value<V>();
  }
  template <typename V>
  V& get_mutable_abstract_parameter(int index) {
    return get_mutable_abstract_parameter(index).template get_mutable_value<V>();
  }

  /// Copies the values, vector by vector. What throws says what differs: std::runtime_error the
  /// numbers of vectors, std::out_of_range their sizes, std::logic_error the abstract values.
  void SetFrom(const Parameters& other) {
    LOOPWRIGHT_THROW_UNLESS(other.numeric_.size() == numeric_.size());
    for (size_t i = 0; i < numeric_.size(); ++i) numeric_[i]->SetFrom(*other.numeric_[i]);
    abstract_.SetFrom(other.abstract_);
  }
  /// A copy that owns its values.
  std::unique_ptr<Parameters<T>> Clone() const {
    std::vector<std::unique_ptr<BasicVector<T>>> numeric;
    std::vector<std::unique_ptr<AbstractValue>> abstract;
    for (const BasicVector<T>* vector : numeric_) numeric.push_back(vector->Clone());
    for (int i = 0; i < abstract_.size(); ++i) abstract.push_back(abstract_.get_value(i).Clone());
    return std::make_unique<Parameters<T>>(std::move(numeric), std::move(abstract));
  }

 private:
  /// Each points into a context, or to an element of owned_.
  std::vector<BasicVector<T>*> numeric_;
  AbstractValues abstract_;
  std::vector<std::unique_ptr<BasicVector<T>>> owned_;
};

}  // namespace loopwright
