#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// The angle of the point (x, y) in (-pi, pi] radians, elementwise; 0 of (0, 0).
///
///     y → ┌───────┐
///     x → │ Atan2 │ → angle
///         └───────┘
///
/// An input of one element is spread.
template <typename T>
class Atan2 final : public LeafSystem<T> {
 public:
  /// The widths are equal, or one of them is 1; std::logic_error otherwise.
  Atan2(int y_width, int x_width);
  explicit Atan2(const BlockArguments& arguments);
};

LOOPWRIGHT_DECLARE_CLASS(Atan2)

}  // namespace loopwright
