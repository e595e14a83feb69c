#pragma once

#include <cstdint>
#include <vector>

#include "engine/branches/sliding_branches.h"
#include "engine/context/blend.h"

namespace loopwright {

/// Branches that are on no surface on which the motion slides, but depend on its sides. Beside
/// sign(x), which slides at x = 0 between -1 and 1, the branch of abs(sign(x) + 0.5) is such a one:
/// its argument is -0.5 on one side and 1.5 on the other. In each corner (blend.h) the branch is
/// held as it is there, and the corners' values are combined. That is right as long as the branch
/// stays the same in every corner: its margin here is the least one that it has in any.
template <typename T>
class CornerBranches {
 public:
  /// `blend`, of the context `data`, and `surfaces` must outlive this. Those `on_thresholds` of
  /// surfaces are not watched in their corners.
  CornerBranches(internal::ContextData<T>* data, internal::Blend<T>* blend,
                 const std::vector<SlidingSurface>* surfaces,
                 std::vector<CornerMode> on_thresholds);

  /// Finds them, at the context's time and state: those that are combined, and those of the leaves
  /// behind what is combined whose margins differ between corners. False where they are too many to
  /// be watched.
  bool Find();
  /// Whether there are none: then there is nothing to be calculated.
  bool are_none() const { return watched_.empty(); }
  /// Margins at the context's time and state. The weights are others afterwards.
  void CalcMargins();
  /// Null where the mode, by its position in the context, is none of them; else its margin when it
  /// was last calculated, infinite before.
  const double* FindMargin(int mode) const;
  /// Whether a branch has left what is held in some corner.
  bool HaveLeft() const;

 private:
  struct Watched {
    int node = 0;
    std::vector<int> surfaces;    ///< on whose sides they depend
    std::vector<int> modes;       ///< which of the leaf's
    std::vector<double> margins;  ///< of these
  };

  bool DependOnCorners(Watched* watched);
  void NoteDifferences(const Watched& watched, std::vector<char>* differ);
  bool IsOnSurface(int mode) const;
  bool IsOnThreshold(const Watched& watched, int mode) const;
  template <typename Visit>
  void VisitCorners(const Watched& watched, const Visit& visit);

  internal::ContextData<T>& data_;
  internal::Blend<T>& blend_;
  const std::vector<SlidingSurface>& surfaces_;
  const std::vector<CornerMode> on_thresholds_;
  std::vector<Watched> watched_;
  // Scratch.
  std::vector<T> corner_weights_, leaf_margins_;
  std::vector<int64_t> held_;
  std::vector<char> sides_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(CornerBranches)

}  // namespace loopwright
