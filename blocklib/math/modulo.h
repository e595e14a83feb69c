#pragma once

#include <cstdint>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// The remainder of a division, elementwise: y = u - n*|divisor| in [0, |divisor|), n a whole
/// number.
///
///     u → Modulo → y
///
/// Each element has a mode (semantics 11): n; so every jump is located. Where a remainder is
/// rounded to |divisor|, y is the number before it. Numeric parameter 0 is the divisor.
/// Modes by hand: as a formula a run takes 2.0 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Modulo final : public LeafSystem<T> {
 public:
  /// `divisor` is not 0.
  Modulo(const T& divisor, int width);
  /// From the parameter `divisor` and the width of the input.
  explicit Modulo(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Modulo)

}  // namespace loopwright
