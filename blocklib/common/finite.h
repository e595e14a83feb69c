#pragma once

#include <initializer_list>
#include <string_view>

#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Adds a problem for each of these numbers, vectors and matrices that has an infinite element: for
/// parameters with which a formula would give no number (0*inf, inf - inf).
void RequireFinite(const BlockArguments& arguments,
                   std::initializer_list<std::string_view> parameters, ArgumentProblems* problems);

/// Adds a problem for each of these vectors and matrices that has no element, where a block needs
/// at least one.
void RequireElements(const BlockArguments& arguments,
                     std::initializer_list<std::string_view> parameters,
                     ArgumentProblems* problems);

}  // namespace loopwright
