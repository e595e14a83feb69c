#pragma once

#include <cstdint>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Limits each element of a signal, y = min(max(u, lower), upper).
///
///     u → Saturation → y
///
/// Each element has a mode (semantics 11): -1 at the lower limit, 0 in between, 1 at the upper.
/// Numeric parameters: 0 lower, 1 upper.
/// Modes by hand: as a formula a run takes 2.1 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Saturation final : public LeafSystem<T> {
 public:
  /// An input or limit of one element is spread; lower must not be above upper.
  Saturation(const VectorX<T>& lower, const VectorX<T>& upper, int input_width);
  /// Drake's form: limits for each element.
  Saturation(const VectorX<T>& lower, const VectorX<T>& upper)
      : Saturation(lower, upper, static_cast<int>(lower.size())) {}
  /// From the parameters `lower` and `upper` and the width of the input.
  explicit Saturation(const BlockArguments& arguments);

 private:
  enum Parameter { kLower, kUpper };
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;

  int input_stride_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Saturation)

}  // namespace loopwright
