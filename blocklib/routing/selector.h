#pragma once

#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Picks elements of a vector, y[i] = u[indices[i]].
///
///     u → Selector → y (as wide as there are indices)
template <typename T>
class Selector final : public LeafSystem<T> {
 public:
  /// `indices` are counted from 0; std::logic_error where one is no element of u.
  Selector(std::vector<int> indices, int input_width);
  /// From the parameter `indices` and the width of the input.
  explicit Selector(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;

  std::vector<int> indices_;
};

LOOPWRIGHT_DECLARE_CLASS(Selector)

}  // namespace loopwright
