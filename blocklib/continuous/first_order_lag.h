#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// A first-order low-pass for each element of a signal, time_constant*dy/dt + y = gain*u.
///
///     u → FirstOrderLag → y
///
/// Numeric parameters: 0 time constant (s), 1 gain, 2 initial value.
template <typename T>
class FirstOrderLag final : public BlockLeaf<T> {
 public:
  /// The time constant must be > 0; a single initial value applies to all `width` elements.
  FirstOrderLag(const T& time_constant_sec, const T& gain, const VectorX<T>& initial_value,
                int width);
  /// From the parameters `time_constant`, `gain` and `initial_value`.
  explicit FirstOrderLag(const BlockArguments& arguments);

 private:
  enum Parameter { kTimeConstant, kGain, kInitialValue };
};

LOOPWRIGHT_DECLARE_CLASS(FirstOrderLag)

}  // namespace loopwright
