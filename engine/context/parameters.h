#pragma once

#include <utility>
#include <vector>

#include "engine/common/value.h"
#include "engine/context/basic_vector.h"

namespace loopwright {

/// The numeric and abstract parameters of a system: a view on a context.
template <typename T>
class Parameters {
 public:
  Parameters(std::vector<BasicVector<T>*> numeric, std::vector<AbstractValue*> abstract)
      : numeric_(std::move(numeric)), abstract_(std::move(abstract)) {}

  int num_numeric_parameter_groups() const { return static_cast<int>(numeric_.size()); }
  const BasicVector<T>& get_numeric_parameter(int index) const { return *numeric_.at(index); }
  BasicVector<T>& get_mutable_numeric_parameter(int index) { return *numeric_.at(index); }
  int num_abstract_parameters() const { return static_cast<int>(abstract_.size()); }
  const AbstractValue& get_abstract_parameter(int index) const { return *abstract_.at(index); }
  AbstractValue& get_mutable_abstract_parameter(int index) { return *abstract_.at(index); }

 private:
  std::vector<BasicVector<T>*> numeric_;
  std::vector<AbstractValue*> abstract_;
};

}  // namespace loopwright
