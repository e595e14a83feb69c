#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/branches/sliding_surface.h"
#include "engine/context/blend.h"
#include "engine/context/context_data.h"

namespace loopwright {

/// A branch that is on no surface of its own but, in this corner, on the threshold of one. Beside
/// the comparison x > 0, which slides between 0 and 1, sign(x - (x > 0)) is such a one: on the side
/// x < 0 it is sign(x), which is -1 all over that side, however near to zero x is. So its margin
/// says nothing there.
struct CornerMode {
  int mode = 0;             ///< position in the context's modes
  std::vector<char> sides;  ///< of all surfaces

  bool operator==(const CornerMode&) const = default;
};

/// A mode that is on no surface of its own and stands, in some corner, on a threshold that is none
/// of the surfaces', with all branches that it has around there. Beside floor(x), which slides at x
/// = 0, the comparison y > floor(x) at y = 0 is such a one: it is true in the corner x < 0, and in
/// the corner x > 0 both its branches may be right.
struct UndecidedMode {
  int mode = 0;
  std::vector<int64_t> branches;
};

/// The branch of a mode in all corners in which it is undecided.
struct ChosenBranch {
  int mode = 0;
  int64_t branch = 0;
};

/// What the sides of some surfaces mean for the modes of a diagram.
struct SlidingBranches {
  /// The leaves whose modes differ between the sides: those that the surfaces belong to, and those
  /// that follow them (a Switch that a Comparison controls).
  std::vector<internal::BlendedLeaf> leaves;
  /// All modes; those that differ as on side 0 of all surfaces.
  std::vector<int64_t> modes;
  std::vector<CornerMode> on_thresholds;
  std::vector<UndecidedMode> undecided;
  /// Of the surfaces' own branches those whose threshold is elsewhere in some corner: sign(x - r)
  /// is on the surface x = 0 as long as the branch r is 0 in all corners.
  std::vector<int> apart;
};

/// With every choice of sides held, other branches follow: those whose margins are negative then,
/// and of those whose threshold is a surface's the branch that holds all through that corner. Modes
/// that are undecided have the branch that is `chosen` for them, or else stay as they are. Leaves
/// of more surfaces than kMostSurfacesOfLeaf are taken as additive; nothing where several surfaces
/// change one mode of such a leaf. Leaves the modes as they were.
inline constexpr int kMostSurfacesOfLeaf = 6;
template <typename T>
std::optional<SlidingBranches> FindSlidingBranches(internal::ContextData<T>* data,
                                                   const std::vector<SlidingSurface>& surfaces,
                                                   const std::vector<ChosenBranch>& chosen = {});

}  // namespace loopwright
