#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Integrates each element of its input, dx/dt = u, y = x, and sets it to x0 where `reset` crosses
/// zero, an isolated event: x⁺ = x0⁻. A `reset` of one element is that of all.
///
///     u     → ResettableIntegrator → y
///     reset →
///     x0    →
///
/// Numeric parameter 0 is the initial value.
template <typename T>
class ResettableIntegrator final : public BlockLeaf<T> {
 public:
  /// How many elements each input has: one, or as many as the state.
  struct Widths {
    int u = 1;
    int reset = 1;
    int x0 = 1;

    /// For the conversion of the block to another scalar, of which none is among them.
    template <typename U>
    typename ResettableIntegrator<U>::Widths As() const {
      return {u, reset, x0};
    }
  };
  /// Inputs and an initial value of one element apply to all `width` elements.
  ResettableIntegrator(WitnessFunctionDirection trigger, const VectorX<T>& initial_value,
                       const Widths& inputs, int width);
  /// From the parameters `trigger` and `initial_value` and the widths of the inputs.
  explicit ResettableIntegrator(const BlockArguments& arguments);

 private:
  enum Input { kU, kReset, kX0 };
};

LOOPWRIGHT_DECLARE_CLASS(ResettableIntegrator)

}  // namespace loopwright
