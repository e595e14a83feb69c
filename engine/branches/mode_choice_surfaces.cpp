#include "engine/branches/mode_choice.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/branches/add_once.h"
#include "engine/context/blend.h"
#include "engine/random/direction.h"

// The surfaces that thresholds lie on, and what the branches are on both sides of each.

namespace loopwright {

namespace {
// So many random directions tell surfaces apart, and the sides of each.
constexpr int kSurfaceDirections = 12;
// Directions of two margins are one where the cosine of the angle between them is 1 but for this.
constexpr double kSameDirection = 1e-9;
}  // namespace

// Fills in the sides that are not known, from what the branches are in random directions. Takes
// away those that are the same in all, and those that stand on no threshold beside the surfaces
// but follow others: round(2 sign(x)) at x = 0 is on none where sign(x) is -1 or 1.
template <typename T>
void ModeChoice<T>::FindSides(std::vector<SidedMode>* branches, bool* are_found) {
  internal::ContextData<AutoDiff>& data = copy_.data();
  const Modes kept = data.modes;
  std::vector<std::vector<int64_t>> seen(branches->size());
  std::vector<char> follows(branches->size(), 0);
  uint64_t random = 0xD1B54A32D192ED03;
  for (int direction = 0; direction < kSurfaceDirections; ++direction) {
    const uint64_t before = random;
    for (const double sign : {1., -1.}) {
      random = before;
      Disturb(sign, data.plan->num_continuous(), &random);
      HoldBranchesOfValues();
      for (size_t i = 0; i < branches->size(); ++i) {
        const SidedMode& branch = (*branches)[i];
        const int first = data.plan->nodes[branch.node].first_mode;
        AddOnce(data.modes[branch.mode], &seen[i]);
        leaf(branch.node)
            .CalcModeMargins(data.views[branch.node], data.modes.data() + first, margins_.data());
        follows[i] |= margins_[branch.mode - first].value() != 0;
      }
    }
  }
  HoldModes(kept);
  *are_found = true;
  for (size_t i = 0; i < branches->size(); ++i) {
    SidedMode& branch = (*branches)[i];
    if (branch.sides[0] != branch.sides[1] || follows[i] != 0) continue;
    if (seen[i].size() > 2) *are_found = false;
    branch.sides[0] = seen[i].front();
    branch.sides[1] = seen[i].back();
  }
  std::erase_if(*branches, [](const SidedMode& b) { return b.sides[0] == b.sides[1]; });
}

// All branches become those of the present values, and are held as these.
template <typename T>
void ModeChoice<T>::HoldBranchesOfValues() {
  internal::ContextData<AutoDiff>& data = copy_.data();
  data.modes_held = false;
  data.MarkAllStale();
  Modes modes = data.modes;
  for (const int n : data.plan->mode_leaves) {
    leaf(n).CalcModes(data.views[n], modes.data() + data.plan->nodes[n].first_mode);
  }
  HoldModes(modes);
}

// Branches of several blocks may stand on one and the same threshold, as sign(v) in two friction
// blocks does. Their margins then move in proportion in every direction, which is how they are put
// together: as unit vectors in some random directions, they are the same or opposite.
template <typename T>
std::optional<std::vector<SlidingSurface>> ModeChoice<T>::FindSurfaces(
    std::vector<SidedMode> branches) {
  if (!copy_.Update()) return std::nullopt;
  bool are_found = false;
  FindSides(&branches, &are_found);
  if (!are_found) return std::nullopt;
  // How the margin of side 1 moves in each direction.
  const auto count = std::ssize(branches);
  Eigen::MatrixXd moves(count, kSurfaceDirections);
  uint64_t random = 0xA0761D6478BD642F;
  for (int direction = 0; direction < kSurfaceDirections; ++direction) {
    Disturb(1, copy_.data().plan->num_continuous(), &random);
    for (int i = 0; i < count; ++i) {
      const PlanNode& node = data_.plan->nodes[branches[i].node];
      std::vector<int64_t> held(copy_.data().modes.begin() + node.first_mode,
                                copy_.data().modes.begin() + node.first_mode + node.num_modes);
      held[branches[i].mode - node.first_mode] = branches[i].sides[1];
      leaf(branches[i].node)
          .CalcModeMargins(copy_.data().views[branches[i].node], held.data(), margins_.data());
      moves(i, direction) = margins_[branches[i].mode - node.first_mode].coefficient(1);
    }
  }
  std::vector<SlidingSurface> surfaces;
  std::vector<int> first_of;
  for (int i = 0; i < count; ++i) {
    const double size = moves.row(i).norm();
    if (!(size > 0) || !std::isfinite(size)) return std::nullopt;
    moves.row(i) /= size;
    const auto shared = std::find_if(first_of.begin(), first_of.end(), [&](int first) {
      return std::abs(moves.row(first).dot(moves.row(i))) > 1 - kSameDirection;
    });
    if (shared == first_of.end()) {
      first_of.push_back(i);
      surfaces.push_back({{branches[i]}});
      continue;
    }
    SidedMode branch = branches[i];
    if (moves.row(*shared).dot(moves.row(i)) < 0) std::swap(branch.sides[0], branch.sides[1]);
    surfaces[shared - first_of.begin()].branches.push_back(branch);
  }
  return surfaces;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(ModeChoice)

}  // namespace loopwright
