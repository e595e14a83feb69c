#pragma once

#include <cstdint>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// A norm of a vector: the sum of its magnitudes (1), the root of the sum of its squares (2) or its
/// greatest magnitude (inf).
///
///     u → Norm → y (one element)
///
/// Modes (semantics 11): of `1`, and of `2` where u has one element, the sign of each element, 1 or
/// -1; of `inf`, the sign and the number, from 1, of the element that is the greatest. The
/// derivative at u = 0 is taken as 0. Squares neither overflow nor vanish.
/// Modes by hand: as a formula a run takes 2.5 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Norm final : public LeafSystem<T> {
 public:
  enum class Order { kOne, kTwo, kInfinity };
  /// Of a vector of `width` elements.
  Norm(Order order, int width);
  /// From the parameter `order` and the width of the input.
  explicit Norm(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;
  /// The number of the greatest magnitude.
  int Greatest(const T* u) const;

  Order order_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Norm)

}  // namespace loopwright
