#pragma once

#include <string>
#include <string_view>

#include "blocklib/nonlinear/lookup_table_1d.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/expression/expression_scalar.h"

namespace loopwright {

/// The parameter `extrapolation`: how it is described, and what it is in a block.
ParameterDescriptor ExtrapolationParameter();
TableExtrapolation ExtrapolationOf(const BlockArguments& arguments);

/// "1 element", "3 elements".
std::string CountElements(int count);

/// Adds a problem for breakpoints that are none, or not finite, or too far apart to subtract.
void ValidateBreakpoints(const BlockArguments& arguments, std::string_view parameter,
                         ArgumentProblems* problems);

/// Whether `u` is outside [first, last] by more than what a located corner may be off: an input
/// that is limited to the range of the table stays in it.
template <typename T>
BoolOf<T> IsOutsideTable(const T& u, double first, double last) {
  constexpr double kPartOfRange = 1e-11;
  const double off = kPartOfRange * (last - first);
  return u < T(first - off) || u > T(last + off);
}

/// What to say where element `element` of `width` elements of an input is outside [first, last].
std::string OutsideTable(std::string_view input, int element, int width, double value, double first,
                         double last);

}  // namespace loopwright
