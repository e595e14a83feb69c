#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// The backward difference of the last two samples of each element of a signal, y = (x1 - x0)/h
/// with h the period, held between updates: x1⁺ = u⁻, x0⁺ = x1⁻.
///
///     u → DiscreteDerivative → y
///
/// Discrete state 0: all x1, then all x0. Numeric parameters: 0 initial value of both, 1 period
/// (s).
template <typename T>
class DiscreteDerivative final : public BlockLeaf<T> {
 public:
  /// A single initial value applies to all `width` elements.
  DiscreteDerivative(const Known<T>& period_sec, double offset_sec, const VectorX<T>& initial_value,
                     int width);
  /// From the parameters `period`, `offset` and `initial_value`.
  explicit DiscreteDerivative(const BlockArguments& arguments);

 private:
  enum Parameter { kInitialValue, kPeriod };
};

LOOPWRIGHT_DECLARE_CLASS(DiscreteDerivative)

}  // namespace loopwright
