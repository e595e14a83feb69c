#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/context/basic_vector.h"
#include "engine/context/continuous_state.h"
#include "engine/context/discrete_values.h"
#include "engine/context/fixed_input_port_value.h"
#include "engine/context/parameters.h"
#include "engine/context/state.h"

namespace loopwright::internal {

template <typename T>
class ContextData;

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
  /// Of systems that have no cache entries for them, the energies and powers that were asked for
  /// last: four places a node.
  std::unordered_map<int, T> energies;
};

/// The objects through which authors and programs see the values of a context: the state of a node
/// as a ContinuousState, a parameter as a BasicVector of the class that it was declared with. They
/// show what lies in the context's arrays and own none of it, and each is made when it is first
/// asked for. What the engine computes by kernels asks for none.
///
/// They point into the arrays, so a copied context makes its own.
template <typename T>
class ValueViews {
 public:
  /// `data` is the context that this is a part of.
  explicit ValueViews(ContextData<T>* data) : data_(*data) {}
  ValueViews(const ValueViews&) = delete;
  ValueViews& operator=(const ValueViews&) = delete;

  /// The continuous state of a node and its subtree, and its time derivatives, up to date or not.
  ContinuousState<T>& continuous(int node);
  ContinuousState<T>& derivatives(int node);
  /// The discrete state of a node and its subtree.
  DiscreteValues<T>& discrete(int node);
  /// A numeric parameter and a vector entry, by their numbers in the plan.
  BasicVector<T>& parameter(int parameter);
  BasicVector<T>& entry(int entry);
  /// What an input port reads; null where it has no value.
  const BasicVector<T>* input(int input);
  /// Those that few programs ask for.
  RareViews<T>& rare();
  /// Forgets all but the rare ones. Nobody may use one any more.
  void Drop();

  /// New views of a node's state at `x`, where an array begins that is laid out as the arena: that
  /// of the context or a buffer. Values have the subclass of BasicVector that they were declared
  /// with.
  std::unique_ptr<ContinuousState<T>> MakeContinuous(int node, T* x) const;
  std::unique_ptr<DiscreteValues<T>> MakeDiscrete(int node, T* x) const;

 private:
  ContextData<T>& data_;
  // By node, parameter and entry; empty until one of them is asked for.
  std::vector<std::unique_ptr<ContinuousState<T>>> continuous_, derivatives_;
  std::vector<std::unique_ptr<DiscreteValues<T>>> discrete_;
  std::vector<std::unique_ptr<BasicVector<T>>> parameters_, entries_;
  std::unique_ptr<RareViews<T>> rare_;  ///< null until something is asked for
};

LOOPWRIGHT_DECLARE_CLASS(ValueViews)

}  // namespace loopwright::internal
