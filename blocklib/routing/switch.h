#pragma once

#include <cstdint>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Passes u1 where control >= threshold, else u2, elementwise.
///
///     u1      → ┌────────┐
///     control → │ Switch │ → y
///     u2      → └────────┘
///
/// An input of one element is spread. Each element of the control has a mode (semantics 11): 1
/// where u1 passes, 0 where u2 does. Numeric parameter 0 is the threshold.
/// Modes by hand: as a formula a run takes 2.2 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Switch final : public LeafSystem<T> {
 public:
  /// The widths are equal or 1; std::logic_error otherwise.
  Switch(const T& threshold, int u1_width, int control_width, int u2_width);
  /// From the parameter `threshold` and the widths of the inputs.
  explicit Switch(const BlockArguments& arguments);

 private:
  enum Input { kU1, kControl, kU2 };
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;

  int u1_stride_;
  int u2_stride_;
  int control_stride_;
  int control_width_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Switch)

}  // namespace loopwright
