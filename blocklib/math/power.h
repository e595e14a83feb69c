#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Raises each element of a signal to a constant power, y = u^exponent.
///
///     u → ConstantPower → y
///
/// A negative number to a power that is not whole is NaN, as it is in formulas. Numeric parameter 0
/// is the exponent.
template <typename T>
class ConstantPower final : public LeafSystem<T> {
 public:
  /// For a signal of `width` elements.
  ConstantPower(const T& exponent, int width);
  explicit ConstantPower(const BlockArguments& arguments);
};

LOOPWRIGHT_DECLARE_CLASS(ConstantPower)

}  // namespace loopwright
