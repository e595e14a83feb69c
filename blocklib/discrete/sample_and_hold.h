#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Samples its input at offset + k*period and holds it, y = x, x⁺ = u⁻, elementwise.
///
///     u → SampleAndHold → y
///
/// Read at the updates it delays by one sample (UnitDelay), read between them it holds the last one
/// (ZeroOrderHold); the two block types differ in nothing else. Numeric parameter 0 is the initial
/// value.
template <typename T>
class SampleAndHold final : public BlockLeaf<T> {
 public:
  /// A single initial value applies to all `width` elements.
  SampleAndHold(double period_sec, double offset_sec, const VectorX<T>& initial_value, int width);
  /// From the parameters `period`, `offset` and `initial_value`.
  explicit SampleAndHold(const BlockArguments& arguments);
};

LOOPWRIGHT_DECLARE_CLASS(SampleAndHold)

}  // namespace loopwright
