#pragma once

#include <string>

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Sums each element of its input, x⁺ = x⁻ + gain h u⁻ with h the period, and shows
/// y = x + w gain h u: the rule of rectangles forwards (w = 0), backwards (w = 1) or the
/// trapezoidal rule (w = 1/2). With w > 0 the output follows the input between updates too.
///
///     u → DiscreteIntegrator → y
///
/// Numeric parameters: 0 initial value, 1 [gain, h (s), w].
template <typename T>
class DiscreteIntegrator final : public BlockLeaf<T> {
 public:
  enum class Method { kForward, kBackward, kTrapezoidal };
  /// A single initial value applies to all `width` elements.
  DiscreteIntegrator(Method method, const T& gain, const Known<T>& period_sec, double offset_sec,
                     const VectorX<T>& initial_value, int width);
  /// From the parameters `method`, `gain`, `period`, `offset` and `initial_value`.
  explicit DiscreteIntegrator(const BlockArguments& arguments);
};

LOOPWRIGHT_DECLARE_CLASS(DiscreteIntegrator)

}  // namespace loopwright
