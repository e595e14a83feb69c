#pragma once

#include <memory>
#include <unordered_map>

#include "engine/context/fixed_input_port_value.h"
#include "engine/context/parameters.h"
#include "engine/context/state.h"

namespace loopwright::internal {

/// Objects of a context that few programs ask for, by node or input port, made when they do. They
/// only show what lies in the context's arrays, so a clone starts without them.
template <typename T>
struct RareViews {
  template <typename V>
  using ByNumber = std::unordered_map<int, std::unique_ptr<V>>;

  /// By node: what get_state() and get_parameters() returned.
  ByNumber<State<T>> states;
  ByNumber<Parameters<T>> parameters;
  ByNumber<BasicVector<T>> fixed_inputs;         ///< of a port whose model is of a subclass
  ByNumber<FixedInputPortValue> fixed_values;    ///< what InputPort::FixValue() returned
  ByNumber<DiscreteValues<T>> periodic_updates;  ///< results of EvalUniquePeriodicDiscreteUpdate()
};

}  // namespace loopwright::internal
