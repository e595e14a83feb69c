#include "engine/branches/corner_branches.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/branches/add_once.h"
#include "engine/branches/point_aside.h"
#include "engine/context/context_data.h"
#include "engine/random/direction.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// All memory that a step needs is taken here, as large as the largest leaf asks for.
template <typename T>
CornerBranches<T>::CornerBranches(internal::ContextData<T>* data, internal::Blend<T>* blend,
                                  const std::vector<SlidingSurface>* surfaces,
                                  std::vector<CornerMode> on_thresholds)
    : data_(*data), blend_(*blend), surfaces_(*surfaces), on_thresholds_(std::move(on_thresholds)) {
  int most = 0;
  for (const int n : data->plan->mode_leaves) most = std::max(most, data->plan->nodes[n].num_modes);
  held_.resize(most);
  leaf_margins_.resize(most);
  sides_.reserve(surfaces->size());
}

// First which surfaces reach which leaf: those of a combined leaf itself, and those of the leaves
// that its inputs follow from. Then, of these leaves, the modes whose margins differ between
// corners; the others see none of it and are held as everywhere.
template <typename T>
bool CornerBranches<T>::Find() {
  const Plan<T>& plan = *data_.plan;
  std::vector<std::vector<int>> surfaces_of(plan.nodes.size());
  for (const internal::BlendedLeaf& leaf : blend_.leaves()) {
    std::vector<char> is_behind(plan.num_entries(), 0);
    for (const int e : blend_.FindDependents(leaf.node)) is_behind[e] = 1;
    for (const int n : plan.mode_leaves) {
      const PlanNode& node = plan.nodes[n];
      bool depends = n == leaf.node;
      for (int i = node.first_input; i < node.first_input + node.num_inputs; ++i) {
        const int entry = data_.inputs.entry(i);
        depends |= entry >= 0 && is_behind[entry];
      }
      if (!depends) continue;
      for (const int s : leaf.surfaces) AddOnce(s, &surfaces_of[n]);
    }
  }
  for (const int n : plan.mode_leaves) {
    if (surfaces_of[n].empty()) continue;
    Watched watched{n, surfaces_of[n], {}, {}};
    if (!DependOnCorners(&watched)) continue;
    // There would be too many corners to watch.
    if (std::ssize(watched.surfaces) > kMostSurfacesOfLeaf) return false;
    watched_.push_back(std::move(watched));
  }
  return true;
}

// Calls visit(margins) with the margins of the leaf's modes in each corner of the surfaces that
// they depend on, or, where these are many, in those in which one surface alone is on side 1; the
// weights are others afterwards.
template <typename T>
template <typename Visit>
void CornerBranches<T>::VisitCorners(const Watched& watched, const Visit& visit) {
  const PlanNode& node = data_.plan->nodes[watched.node];
  const auto& leaf = static_cast<const LeafSystem<T>&>(*data_.plan->systems[watched.node]);
  const internal::BlendedLeaf* const blended = blend_.FindLeaf(watched.node);
  corner_weights_ = blend_.weights();
  const auto count = std::ssize(watched.surfaces);
  const bool are_many = count > kMostSurfacesOfLeaf;
  const auto num_corners = are_many ? 1 + count : int64_t{1} << count;
  for (int64_t corner = 0; corner < num_corners; ++corner) {
    for (int64_t i = 0; i < count; ++i) {
      const bool is_one = are_many ? corner == 1 + i : (corner >> i & 1) != 0;
      corner_weights_[watched.surfaces[i]] = T(is_one ? 1 : 0);
    }
    blend_.SetWeights(corner_weights_);
    std::copy_n(data_.modes.begin() + node.first_mode, node.num_modes, held_.begin());
    if (blended != nullptr) {
      sides_.clear();
      for (const int s : blended->surfaces) {
        sides_.push_back(static_cast<char>(ValueOf(corner_weights_[s]) == 1));
      }
      for (size_t i = 0; i < blended->changing.size(); ++i) {
        held_[blended->changing[i]] = blended->ModeAt(sides_, i);
      }
    }
    leaf.CalcModeMargins(data_.views[watched.node], held_.data(), leaf_margins_.data());
    visit(leaf_margins_);
  }
}

template <typename T>
bool CornerBranches<T>::IsOnSurface(int mode) const {
  return std::any_of(surfaces_.begin(), surfaces_.end(), [mode](const SlidingSurface& surface) {
    return std::any_of(surface.branches.begin(), surface.branches.end(),
                       [mode](const SidedMode& branch) { return branch.mode == mode; });
  });
}

// Marks the leaf's modes whose margins are not the same in all corners here.
template <typename T>
void CornerBranches<T>::NoteDifferences(const Watched& watched, std::vector<char>* differ) {
  std::vector<double> first;
  VisitCorners(watched, [&](const std::vector<T>& margins) {
    for (size_t i = 0; i < differ->size(); ++i) {
      const double margin = ValueOf(margins[i]);
      if (first.size() < differ->size()) first.push_back(margin);
      (*differ)[i] |= static_cast<char>(margin != first[i]);
    }
  });
}

// Fills in which of the leaf's modes are watched; whether there is any. That margins are the same
// in all corners is asked at another point, too: of round(sign(x)/3), both are as far from the
// next threshold at 0, and only there.
template <typename T>
bool CornerBranches<T>::DependOnCorners(Watched* watched) {
  constexpr double kAside = 1e-7;
  const PlanNode& node = data_.plan->nodes[watched->node];
  std::vector<char> differ(node.num_modes, 0);
  NoteDifferences(*watched, &differ);
  const PointAside<T> here(&data_);
  Eigen::VectorXd direction(here.size());
  uint64_t random = 1;
  for (auto& element : direction) element = kAside * NextDirection(&random);
  here.MoveBy(direction);
  NoteDifferences(*watched, &differ);
  here.MoveBack();
  for (int i = 0; i < node.num_modes; ++i) {
    const int mode = node.first_mode + i;
    if (!IsOnSurface(mode) && (differ[i] != 0 || blend_.Combines(mode))) {
      watched->modes.push_back(i);
    }
  }
  watched->margins.assign(watched->modes.size(), std::numeric_limits<double>::infinity());
  return !watched->modes.empty();
}

// The least margin over all corners decides. A branch on the threshold of a surface in some corner
// says nothing there: which side it is on is what the corner itself says.
template <typename T>
void CornerBranches<T>::CalcMargins() {
  for (Watched& watched : watched_) {
    std::fill(watched.margins.begin(), watched.margins.end(),
              std::numeric_limits<double>::infinity());
    VisitCorners(watched, [&](const std::vector<T>& margins) {
      const int first = data_.plan->nodes[watched.node].first_mode;
      for (size_t i = 0; i < watched.modes.size(); ++i) {
        if (IsOnThreshold(watched, first + watched.modes[i])) continue;
        watched.margins[i] = std::min(watched.margins[i], ValueOf(margins[watched.modes[i]]));
      }
    });
  }
}

// In the corner that corner_weights_ are those of.
template <typename T>
bool CornerBranches<T>::IsOnThreshold(const Watched& watched, int mode) const {
  return std::any_of(on_thresholds_.begin(), on_thresholds_.end(), [&](const CornerMode& known) {
    return known.mode == mode &&
           std::all_of(watched.surfaces.begin(), watched.surfaces.end(), [&](int s) {
             return (ValueOf(corner_weights_[s]) == 1) == (known.sides[s] != 0);
           });
  });
}

// The position of a mode counts over all leaves, that in `watched` within one leaf.
template <typename T>
const double* CornerBranches<T>::FindMargin(int mode) const {
  for (const Watched& watched : watched_) {
    const int first = data_.plan->nodes[watched.node].first_mode;
    const auto end = watched.modes.end();
    const auto at = std::find(watched.modes.begin(), end, mode - first);
    if (at != end) return &watched.margins[at - watched.modes.begin()];
  }
  return nullptr;
}

template <typename T>
bool CornerBranches<T>::HaveLeft() const {
  return std::any_of(watched_.begin(), watched_.end(), [](const Watched& watched) {
    return std::any_of(watched.margins.begin(), watched.margins.end(),
                       [](double margin) { return margin < 0; });
  });
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(CornerBranches)

}  // namespace loopwright
