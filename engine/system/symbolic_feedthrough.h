#pragma once

#include <map>
#include <set>

#include "engine/expression/default_scalars.h"

namespace loopwright {

template <typename T>
class LeafSystem;

namespace internal {

// Which inputs an output depends on at once, its direct feedthrough, follows from what its author
// said that it depends on. Where nothing was said, it may depend on everything, and every loop
// through the leaf would be an algebraic one. But a leaf that can be converted to symbolic
// expressions shows what its outputs are made of: they are computed once with a variable for each
// number that a context has, and an input whose variables are not in the result does not count.
// After Drake's SystemSymbolicInspector.

/// By cache entry, the inputs that the symbolic form of those vector outputs reads whose
/// prerequisites were left at the default. What it says nothing of is left out: leaves with values
/// that are not numbers, or without a symbolic form, and outputs that cannot be computed with it.
template <typename T>
std::map<int, std::set<int>> FindSymbolicInputs(const LeafSystem<T>& leaf);

}  // namespace internal
}  // namespace loopwright
