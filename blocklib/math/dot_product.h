#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// The inner product of two vectors, y = u1'*u2, summed from the first element to the last.
///
///     u1 → ┌────────────┐
///     u2 → │ DotProduct │ → y (one element)
///          └────────────┘
///
/// An input of one element is spread.
template <typename T>
class DotProduct final : public LeafSystem<T> {
 public:
  /// The widths are equal, or one of them is 1; std::logic_error otherwise.
  DotProduct(int u1_width, int u2_width);
  explicit DotProduct(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;

  int u1_stride_;
  int u2_stride_;
  int count_;
};

LOOPWRIGHT_DECLARE_CLASS(DotProduct)

}  // namespace loopwright
