#pragma once

#include <cstdint>
#include <string>

#include "engine/blocks/block_arguments.h"
#include "engine/expression/operation.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Compares two signals elementwise: y = 1 where u1 OPERATOR u2 is true, else 0.
///
///     u1 → ┌────────────┐
///     u2 → │ Comparison │ → y
///          └────────────┘
///
/// Each element has a mode (semantics 11): its truth. Between continuous signals `==` is true only
/// while they are held equal; that they cross is no event. An input of one element is spread.
/// Modes by hand: as a formula a run takes 2.7 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Comparison final : public LeafSystem<T> {
 public:
  /// `op` is one of < <= == != >= >; std::logic_error otherwise.
  Comparison(const std::string& op, int u1_width, int u2_width);
  /// From the parameter `operator` and the widths of the inputs.
  explicit Comparison(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;

  Operation operation_;
  int u1_stride_;
  int u2_stride_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Comparison)

}  // namespace loopwright
