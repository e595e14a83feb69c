#pragma once

#include <vector>

#include "engine/context/plan.h"

namespace loopwright {

/// Which leaves' branches depend on those of which others, by what is computed from what, through
/// time derivatives and the states that they move. In a chain of Saturations each has a place of
/// its own behind that of the one before it; a relay that acts on the plant whose output it reads
/// feeds itself, and all that lies on this way with it has the same place.
struct BranchOrder {
  /// Per node of the plan (those without branches have one, too, that means nothing): leaves of one
  /// place depend on each other, and what a leaf depends on has the same or a lesser place.
  std::vector<int> place;
  /// Per node: whether what a leaf's branches do comes back to what decides them.
  std::vector<char> feeds_itself;
};

/// From a plan; takes time and memory in proportion to its entries and sources.
template <typename T>
BranchOrder FindBranchOrder(const Plan<T>& plan);

}  // namespace loopwright
