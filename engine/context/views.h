#pragma once

#include "engine/context/context_data.h"
#include "engine/context/parameters.h"

namespace loopwright::internal {

/// The state that lies in `context`, writable. The caller marks what depends on it out of date. For
/// a diagram it shows the state of its whole subtree. No memory is copied, only pointers to
/// abstract values are gathered.
template <typename T>
State<T> StateOf(const Context<T>& context) {
  // Vector views are kept by the context and shared; only the list of pointers is made here.
  auto& data = context.data();
  const PlanNode& node = context.plan_node();
  std::vector<AbstractValue*> abstract;
  for (int i = 0; i < node.num_abstract_states; ++i) {
    abstract.push_back(data.abstract_states[node.first_abstract_state + i].get());
  }
  return State<T>(&data.value_views.continuous(context.node()),
                  &data.value_views.discrete(context.node()), std::move(abstract));
}

/// The parameters that lie in `context`, writable, likewise. Parameters of a subtree lie one after
/// another in the plan, so a diagram's are those of its parts in order.
template <typename T>
Parameters<T> ParametersOf(const Context<T>& context) {
  auto& data = context.data();
  const PlanNode& node = context.plan_node();
  std::vector<BasicVector<T>*> numeric;
  std::vector<AbstractValue*> abstract;
  for (int i = 0; i < node.num_parameters; ++i) {
    numeric.push_back(&data.value_views.parameter(node.first_parameter + i));
  }
  for (int i = 0; i < node.num_abstract_parameters; ++i) {
    abstract.push_back(data.abstract_parameters[node.first_abstract_parameter + i].get());
  }
  return Parameters<T>(std::move(numeric), std::move(abstract));
}

}  // namespace loopwright::internal
