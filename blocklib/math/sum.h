#pragma once

#include <string>
#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Adds and subtracts signals elementwise, y = ±u1 ±u2 …, from the first to the last.
///
///     u1 → ┌─────┐
///     …    │ Sum │ → y
///     un → └─────┘
///
/// An input of one element is added to every element.
template <typename T>
class Sum final : public LeafSystem<T> {
 public:
  /// `signs` has a '+' or '-' for each input, `widths` the width of each: 1 or a common one.
  Sum(const std::string& signs, const std::vector<int>& widths);
  /// From the parameter `signs` and the widths of the inputs.
  explicit Sum(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;

  struct Input {
    bool is_negative;
    int stride;
  };

  std::vector<Input> inputs_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Sum)

}  // namespace loopwright
