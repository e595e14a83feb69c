#include "engine/branches/corner_neighbourhood.h"

#include <Eigen/QR>
#include <cmath>

#include "engine/branches/add_once.h"
#include "engine/random/direction.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

namespace {
constexpr double kAside = 1e-7;
// There are so many more directions than surfaces.
constexpr int kMoreDirections = 8;
}  // namespace

// Central differences along random directions: what a margin changes by from one side of the point
// to the other, half of it. Eight directions more than surfaces are taken, so that FindSide() can
// tell a true sum of surfaces from one that only fits. A step of 1e-7 keeps half of the digits.
template <typename T>
CornerNeighbourhood<T>::CornerNeighbourhood(internal::ContextData<T>* data,
                                            const std::vector<SlidingSurface>& surfaces, int node,
                                            int index)
    : data_(*data), surfaces_(surfaces), node_(node), index_(index), point_(data) {
  modes_.resize(data->plan->nodes[node].num_modes);
  margins_.resize(modes_.size());
  const auto num_surfaces = std::ssize(surfaces);
  const auto num_directions = num_surfaces + kMoreDirections;
  directions_.resize(point_.size(), num_directions);
  surface_changes_.setZero(num_directions, num_surfaces);
  changes_.setZero(num_directions);
  surface_margins_ = CalcSurfaceMargins();
  const double here = LookAtMode().margin;
  uint64_t random = 0;
  for (Eigen::Index k = 0; k < num_directions; ++k) {
    for (auto& element : directions_.col(k)) element = kAside * NextDirection(&random);
    for (const double sign : {1., -1.}) {
      point_.MoveBy(sign * directions_.col(k));
      const Look there = LookAtMode();
      is_flat_ &= there.margin == here;
      changes_[k] += 0.5 * sign * there.margin;
      surface_changes_.row(k) += 0.5 * sign * CalcSurfaceMargins();
      AddOnce(there.branch, &branches_);
    }
  }
  point_.MoveBack();
}

// Its margin and branch at the context's time and state.
template <typename T>
auto CornerNeighbourhood<T>::LookAtMode() -> Look {
  const auto& leaf = static_cast<const LeafSystem<T>&>(*data_.plan->systems[node_]);
  const int64_t* held = data_.modes.data() + data_.plan->nodes[node_].first_mode;
  leaf.CalcModeMargins(data_.views[node_], held, margins_.data());
  leaf.CalcModesBeside(data_.views[node_], held, modes_.data());
  return {ValueOf(margins_[index_]), modes_[index_]};
}

// The margins of all surfaces at the context's present time and state.
template <typename T>
Eigen::RowVectorXd CornerNeighbourhood<T>::CalcSurfaceMargins() {
  Eigen::RowVectorXd margins(std::ssize(surfaces_));
  for (Eigen::Index s = 0; s < margins.size(); ++s) {
    margins[s] = ValueOf(CalcSurfaceMargin(data_, surfaces_[s], &scratch_));
  }
  return margins;
}

// Least squares give the factors by which the margin is a sum of the surfaces' margins. The fit has
// to hold along all directions and for the values themselves; then each term has the sign of its
// side, and the sum has a sign only where no two terms that matter differ.
template <typename T>
std::optional<double> CornerNeighbourhood<T>::FindSide(const std::vector<char>& sides,
                                                       double margin) const {
  constexpr double kSame = 1e-5, kLeast = 1e-6;
  const double size = changes_.cwiseAbs().maxCoeff();
  if (!(size > 0) || !std::isfinite(size) || !surface_changes_.allFinite()) return {};
  const Eigen::VectorXd factors = surface_changes_.colPivHouseholderQr().solve(changes_);
  if (!factors.allFinite()) return {};
  const double beside = (surface_changes_ * factors - changes_).cwiseAbs().maxCoeff();
  if (beside > kSame * size || std::abs(margin - surface_margins_.dot(factors)) > kSame * size) {
    return {};
  }
  double side = 0;
  for (Eigen::Index s = 0; s < factors.size(); ++s) {
    const double change = factors[s] * surface_changes_.col(s).cwiseAbs().maxCoeff();
    if (std::abs(change) < kLeast * size) continue;
    const double term = (change > 0) == (sides[s] != 0) ? 1 : -1;
    if (side * term < 0) return {};
    side = term;
  }
  return side != 0 ? std::optional(side) : std::nullopt;
}

// A linear step moves the point so far that each surface's margin has the sign of its side, about
// as large as the differences that were taken, and the branch is read there.
template <typename T>
int64_t CornerNeighbourhood<T>::FindBranchWithin(const std::vector<char>& sides) {
  Eigen::VectorXd wanted(std::ssize(sides));
  for (Eigen::Index s = 0; s < wanted.size(); ++s) {
    const double size = surface_changes_.col(s).cwiseAbs().maxCoeff();
    wanted[s] = (sides[s] != 0 ? size : -size) - surface_margins_[s];
  }
  const Eigen::MatrixXd to_surfaces = surface_changes_.transpose();
  point_.MoveBy(directions_ * to_surfaces.colPivHouseholderQr().solve(wanted));
  const int64_t branch = LookAtMode().branch;
  point_.MoveBack();
  return branch;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(CornerNeighbourhood)

}  // namespace loopwright
