#pragma once

#include <string>
#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Multiplies and divides signals elementwise, from the first to the last; with `/` in the first
/// place y begins with 1/u1. A division by zero gives IEEE's result.
///
///     u1 → ┌─────────┐
///     …    │ Product │ → y
///     un → └─────────┘
///
/// An input of one element is spread.
template <typename T>
class Product final : public LeafSystem<T> {
 public:
  /// `operators` has a '*' or '/' for each input, `widths` the width of each: 1 or a common one.
  Product(const std::string& operators, const std::vector<int>& widths);
  /// From the parameter `operators` and the widths of the inputs.
  explicit Product(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;

  struct Input {
    bool divides;
    int stride;
  };

  std::vector<Input> inputs_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Product)

}  // namespace loopwright
