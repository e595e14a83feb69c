#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Samples its input where its trigger crosses zero, an isolated event, and holds it: x⁺ = u⁻,
/// y = x, elementwise. A trigger of one element is that of all.
///
///     u       → TriggeredSampler → y
///     trigger →
///
/// Numeric parameter 0 is the initial value.
template <typename T>
class TriggeredSampler final : public BlockLeaf<T> {
 public:
  /// Inputs and an initial value of one element apply to all `width` elements.
  TriggeredSampler(WitnessFunctionDirection edge, const VectorX<T>& initial_value, int input_width,
                   int trigger_width, int width);
  /// From the parameters `edge` and `initial_value` and the widths of the inputs.
  explicit TriggeredSampler(const BlockArguments& arguments);

 private:
  enum Input { kU, kTrigger };
};

LOOPWRIGHT_DECLARE_CLASS(TriggeredSampler)

}  // namespace loopwright
