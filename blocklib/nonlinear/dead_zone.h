#pragma once

#include <cstdint>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Zero inside a band, elementwise: y = u - upper above it, 0 inside, u - lower below it.
///
///     u → DeadZone → y
///
/// Each element has a mode (semantics 11): -1 below, 0 inside, 1 above. Numeric parameters: 0
/// lower, 1 upper.
/// Modes by hand: as a formula a run takes 3.4 times as long (resources/docs/decisions/modes.md).
template <typename T>
class DeadZone final : public LeafSystem<T> {
 public:
  /// `lower` must not be above `upper`.
  DeadZone(const T& lower, const T& upper, int width);
  /// From the parameters `lower` and `upper`.
  explicit DeadZone(const BlockArguments& arguments);

 private:
  enum Parameter { kLower, kUpper };
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(DeadZone)

}  // namespace loopwright
