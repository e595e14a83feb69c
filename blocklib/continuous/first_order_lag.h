#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// A first-order low-pass for each element of a signal, time_constant*dy/dt + y = gain*u.
///
///     u → FirstOrderLag → y
///
/// Numeric parameters: 0 time constant (s), 1 gain, 2 initial value.
template <typename T>
class FirstOrderLag final : public LeafSystem<T> {
 public:
  /// The time constant must be > 0; a single initial value applies to all `width` elements.
  FirstOrderLag(const T& time_constant_sec, const T& gain, const VectorX<T>& initial_value,
                int width);
  /// From the parameters `time_constant`, `gain` and `initial_value`.
  explicit FirstOrderLag(const BlockArguments& arguments);

 private:
  enum Parameter { kTimeConstant, kGain, kInitialValue };
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(FirstOrderLag)

}  // namespace loopwright
