#pragma once

#include <cstdint>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Rounds each element of a signal to a multiple of an interval, y = interval*round(u/interval),
/// ties away from zero.
///
///     u → Quantizer → y
///
/// Each element has a mode (semantics 11): the multiple; so every jump is located. From 2^53
/// intervals on, where they are finer than numbers are, y = u. Numeric parameter 0 is the interval.
/// Modes by hand: as a formula a run takes 2.5 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Quantizer final : public LeafSystem<T> {
 public:
  /// `interval` is positive and finite.
  Quantizer(const T& interval, int width);
  /// From the parameter `interval`.
  explicit Quantizer(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Quantizer)

}  // namespace loopwright
