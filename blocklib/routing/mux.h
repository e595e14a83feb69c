#pragma once

#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Joins signals into one vector, in order.
///
///     u1 → ┌─────┐
///     …    │ Mux │ → y (sum of the inputs' widths)
///     un → └─────┘
template <typename T>
class Mux final : public LeafSystem<T> {
 public:
  /// The width of each input.
  explicit Mux(const std::vector<int>& widths);
  explicit Mux(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;

  std::vector<int> widths_;
};

/// Splits a vector into parts, in order.
///
///                                ┌───────┐ → y1
///     u (sum of the widths) →    │ Demux │   …
///                                └───────┘ → yn
template <typename T>
class Demux final : public LeafSystem<T> {
 public:
  /// The width of each output.
  explicit Demux(const std::vector<int>& widths);
  explicit Demux(const BlockArguments& arguments);

 private:
  /// One output: `width` elements from `first` on.
  void AddOutput(int index, int first, int width);
};

LOOPWRIGHT_DECLARE_CLASS(Mux)
LOOPWRIGHT_DECLARE_CLASS(Demux)

}  // namespace loopwright
