#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/branches/point_aside.h"
#include "engine/branches/sliding_surface.h"

namespace loopwright {

/// How the margin of a mode that is beside its threshold and those of some surfaces change around
/// the present time and state, by differences along random directions, with the branches that the
/// context holds.
///
/// Where the first is a sum of the others, each times a factor, its threshold is one of the
/// surfaces', and it has one sign all over a corner if all its terms have: that decides, and not
/// its value, which is beside zero by rounding. For example sign(x) follows the surface x > 0.
template <typename T>
class CornerNeighbourhood {
 public:
  /// Of the mode `index` of the leaf `node`. The context is as before afterwards.
  CornerNeighbourhood(internal::ContextData<T>* data, const std::vector<SlidingSurface>& surfaces,
                      int node, int index);

  /// Whether the margin is the same everywhere.
  bool is_flat() const { return is_flat_; }
  /// All branches that the mode has around here, each once.
  const std::vector<int64_t>& branches() const { return branches_; }

  /// The sign of the margin all over the corner with these sides, where its threshold is one of the
  /// surfaces'; `margin` is its value.
  std::optional<double> FindSide(const std::vector<char>& sides, double margin) const;
  /// The mode's branch at a point well within the corner with these sides.
  int64_t FindBranchWithin(const std::vector<char>& sides);

 private:
  struct Look {
    double margin = 0;
    int64_t branch = 0;
  };
  Look LookAtMode();
  Eigen::RowVectorXd CalcSurfaceMargins();

  internal::ContextData<T>& data_;
  const std::vector<SlidingSurface>& surfaces_;
  const int node_, index_;
  const PointAside<T> point_;
  Eigen::MatrixXd directions_;  ///< one column each: of time and state
  /// What margins change by along each direction: of the surfaces, and of the mode.
  Eigen::MatrixXd surface_changes_;
  Eigen::VectorXd changes_;
  Eigen::RowVectorXd surface_margins_;
  bool is_flat_ = true;
  std::vector<int64_t> branches_;
  // Scratch.
  std::vector<int64_t> modes_;
  std::vector<T> margins_;
  SurfaceScratch<T> scratch_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(CornerNeighbourhood)

}  // namespace loopwright
