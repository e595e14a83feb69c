#pragma once

#include <memory>
#include <vector>

#include "engine/common/value.h"
#include "engine/context/continuous_state.h"
#include "engine/context/discrete_values.h"

namespace loopwright {

/// All of a system's state: what an unrestricted update may change.
template <typename T>
class State {
 public:
  State(ContinuousState<T>* xc, DiscreteValues<T>* xd, std::vector<AbstractValue*> xa)
      : xc_(xc), xd_(xd), xa_(std::move(xa)) {}

  const ContinuousState<T>& get_continuous_state() const { return *xc_; }
  ContinuousState<T>& get_mutable_continuous_state() { return *xc_; }
  const DiscreteValues<T>& get_discrete_state() const { return *xd_; }
  DiscreteValues<T>& get_mutable_discrete_state() { return *xd_; }
  const BasicVector<T>& get_discrete_state(int group) const { return xd_->get_vector(group); }
  BasicVector<T>& get_mutable_discrete_state(int group) { return xd_->get_mutable_vector(group); }
  int num_abstract_states() const { return static_cast<int>(xa_.size()); }
  template <typename V>
  const V& get_abstract_state(int index) const {
    return xa_.at(index)->template get_value<V>();
  }
  template <typename V>
  V& get_mutable_abstract_state(int index) {
    return xa_.at(index)->template get_mutable_value<V>();
  }
  AbstractValue& get_mutable_abstract_value(int index) { return *xa_.at(index); }

 private:
  ContinuousState<T>* xc_;
  DiscreteValues<T>* xd_;
  std::vector<AbstractValue*> xa_;
};

}  // namespace loopwright
