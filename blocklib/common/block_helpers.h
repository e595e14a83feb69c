#pragma once

#include <string>
#include <vector>

#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// The name of the port or variable number `index` (from 0) of a series: `u1`, `u2`, …
///
/// People count ports from 1, as block diagrams do; the code counts from 0.
inline std::string NumberedPort(const std::string& prefix, int index) {
  return prefix + std::to_string(index + 1);
}

/// The widths of all inputs of a block, in the order of its ports, as the diagram's inference of
/// widths found them. Constructors of blocks with any number of inputs are given them.
inline std::vector<int> InputWidths(const BlockArguments& arguments) {
  std::vector<int> widths;
  for (int i = 0; i < arguments.num_inputs(); ++i) widths.push_back(arguments.input_width(i));
  return widths;
}

}  // namespace loopwright
