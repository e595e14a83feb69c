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

/// Memory for CalcSurfaceMargin(), kept so that nothing is allocated in a step.
template <typename T>
struct SurfaceScratch {
  std::vector<int64_t> modes;
  std::vector<T> margins;
};

/// g(t, x) of a surface at the context's time and state: positive on its side 1, negative on its
/// side 0.
template <typename T>
T CalcSurfaceMargin(const internal::ContextData<T>& data, const SlidingSurface& surface,
                    SurfaceScratch<T>* scratch);

/// A branch that is on no surface of its own but, in this corner, on the threshold of one. Beside
/// the comparison x > 0, which slides between 0 and 1, sign(x - (x > 0)) is such a one: on the side
/// x < 0 it is sign(x), which is -1 all over that side, however near to zero x is. So its margin
/// says nothing there.
struct CornerMode {
  int mode = 0;             ///< position in the context's modes
  std::vector<char> sides;  ///< of all surfaces
};

/// What the sides of some surfaces mean for the modes of a diagram.
struct SlidingBranches {
  /// The leaves whose modes differ between the sides: those that the surfaces belong to, and those
  /// that follow them (a Switch that a Comparison controls).
  std::vector<internal::BlendedLeaf> leaves;
  /// All modes; those that differ as on side 0 of all surfaces.
  std::vector<int64_t> modes;
  std::vector<CornerMode> on_thresholds;
};

/// With every choice of sides held, other branches follow: those whose margins are negative then,
/// and of those whose threshold is a surface's the branch that holds all through that corner.
/// Leaves of more surfaces than kMostSurfacesOfLeaf are taken as additive; nothing where several
/// surfaces change one mode of such a leaf. Leaves the modes as they were.
inline constexpr int kMostSurfacesOfLeaf = 6;
template <typename T>
std::optional<SlidingBranches> FindSlidingBranches(internal::ContextData<T>* data,
                                                   const std::vector<SlidingSurface>& surfaces);

extern template double CalcSurfaceMargin(const internal::ContextData<double>&,
                                         const SlidingSurface&, SurfaceScratch<double>*);
extern template AutoDiff CalcSurfaceMargin(const internal::ContextData<AutoDiff>&,
                                           const SlidingSurface&, SurfaceScratch<AutoDiff>*);
extern template std::optional<SlidingBranches> FindSlidingBranches(
    internal::ContextData<double>*, const std::vector<SlidingSurface>&);
extern template std::optional<SlidingBranches> FindSlidingBranches(
    internal::ContextData<AutoDiff>*, const std::vector<SlidingSurface>&);

}  // namespace loopwright
