#pragma once

#include <cstdint>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Rounds each element of a signal to a whole number.
///
///     u → Rounding → y
///
/// `nearest` takes ties away from zero, `truncate` drops the fraction. Each element has a mode
/// (semantics 11): the whole number; so every jump is located. From 2^53 on, where every number is
/// whole, y = u.
/// Modes by hand: as a formula a run takes 2.6 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Rounding final : public LeafSystem<T> {
 public:
  enum class Function { kNearest, kFloor, kCeil, kTruncate };
  /// For a signal of `width` elements.
  Rounding(Function function, int width);
  /// From the parameter `function` and the width of the input.
  explicit Rounding(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;

  Function function_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Rounding)

}  // namespace loopwright
