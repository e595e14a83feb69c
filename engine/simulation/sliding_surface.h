#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/context/blend.h"
#include "engine/context/context_data.h"

namespace loopwright {

/// A branch of a leaf on its threshold, and what it is on the two sides of it. For sign(x) at x = 0
/// the sides are -1 and 1; the value on the threshold itself, 0, is neither.
struct SidedMode {
  int node = 0;  ///< the leaf
  int mode = 0;  ///< position in the context's modes
  int64_t sides[2] = {0, 0};
};

/// A threshold in the space of time and state, with all branches that change there: `x > y` of one
/// block and `y > x` of another share one. Side 1 is where the margin of branches[0], with that
/// branch on its side 1, is positive.
struct SlidingSurface {
  std::vector<SidedMode> branches;
};

/// What the sides of some surfaces mean for the modes of a diagram.
struct SlidingBranches {
  /// The leaves whose modes differ between the sides: those that the surfaces belong to, and those
  /// that follow them (a Switch that a Comparison controls).
  std::vector<internal::BlendedLeaf> leaves;
  /// All modes; those that differ as on side 0 of all surfaces.
  std::vector<int64_t> modes;
};

/// With every choice of sides held, other branches follow whose margins are negative then. Leaves
/// of more surfaces than kMostSurfacesOfLeaf are taken as additive; nothing where several surfaces
/// change one mode of such a leaf. Leaves the modes as they were.
inline constexpr int kMostSurfacesOfLeaf = 6;
template <typename T>
std::optional<SlidingBranches> FindSlidingBranches(internal::ContextData<T>* data,
                                                   const std::vector<SlidingSurface>& surfaces);

extern template std::optional<SlidingBranches> FindSlidingBranches(
    internal::ContextData<double>*, const std::vector<SlidingSurface>&);
extern template std::optional<SlidingBranches> FindSlidingBranches(
    internal::ContextData<AutoDiff>*, const std::vector<SlidingSurface>&);

}  // namespace loopwright
