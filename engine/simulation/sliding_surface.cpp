#include "engine/simulation/sliding_surface.h"

#include <algorithm>
#include <cmath>

#include "engine/system/leaf_system.h"

namespace loopwright {

namespace {

/// Holds one choice of sides after the other.
template <typename T>
class Corners {
 public:
  Corners(internal::ContextData<T>* data, const std::vector<SlidingSurface>& surfaces)
      : data_(*data), surfaces_(surfaces), kept_(data->modes), is_free_(kept_.size(), 1) {
    int most = 0;
    for (const int n : data_.plan->mode_leaves) {
      most = std::max(most, data_.plan->nodes[n].num_modes);
    }
    modes_.resize(most);
    margins_.resize(most);
    for (const SlidingSurface& surface : surfaces) {
      for (const SidedMode& branch : surface.branches) is_free_[branch.mode] = 0;
    }
  }
  ~Corners() { Take(kept_); }
  Corners(const Corners&) = delete;
  Corners& operator=(const Corners&) = delete;

  /// All modes with these sides.
  const std::vector<int64_t>& Hold(const std::vector<char>& sides) {
    std::vector<int64_t> modes = kept_;
    for (size_t s = 0; s < surfaces_.size(); ++s) {
      for (const SidedMode& branch : surfaces_[s].branches) {
        modes[branch.mode] = branch.sides[static_cast<size_t>(sides[s])];
      }
    }
    Take(modes);
    constexpr int kMostPasses = 8;
    for (int pass = 0; pass < kMostPasses && LetOthersFollow(); ++pass) continue;
    return data_.modes;
  }

 private:
  void Take(const std::vector<int64_t>& modes) {
    data_.modes = modes;
    for (const int n : data_.plan->mode_leaves) data_.Invalidate(data_.plan->modes_source(n));
  }

  bool LetOthersFollow() {
    bool has_changed = false;
    for (const int n : data_.plan->mode_leaves) {
      const PlanNode& node = data_.plan->nodes[n];
      const auto& leaf = static_cast<const LeafSystem<T>&>(*data_.plan->systems[n]);
      int64_t* held = data_.modes.data() + node.first_mode;
      leaf.CalcModeMargins(data_.views[n], held, margins_.data());
      leaf.CalcModesBeside(data_.views[n], held, modes_.data());
      bool has_leaf_changed = false;
      for (int i = 0; i < node.num_modes; ++i) {
        if (held[i] == modes_[i] || !is_free_[node.first_mode + i]) continue;
        const double margin = ValueOf(margins_[i]);
        if (margin > 0 || (margin == 0 && !StaysZero(n, i))) continue;
        held[i] = modes_[i];
        has_leaf_changed = true;
      }
      if (has_leaf_changed) data_.Invalidate(data_.plan->modes_source(n));
      has_changed |= has_leaf_changed;
    }
    return has_changed;
  }

  /// Whether a margin that is zero is so for other states and times too: it does not move, and the
  /// branch is that of the value. Otherwise it was chosen by where it moves.
  bool StaysZero(int node, int index) {
    using std::abs;
    constexpr double kAside = 1e-7;
    const auto& leaf = static_cast<const LeafSystem<T>&>(*data_.plan->systems[node]);
    const int size = data_.plan->num_continuous();
    const std::vector<T> x(data_.continuous(), data_.continuous() + size);
    const T time = data_.time;
    std::vector<T> margins(margins_.size());
    bool stays = true;
    for (const double sign : {-1., 1.}) {
      data_.write_time(time + sign * kAside);
      for (int i = 0; i < size; ++i) {
        data_.continuous()[i] = x[i] + sign * kAside * (1 + 0.1 * i) * (1 + abs(x[i]));
      }
      data_.InvalidateTimeAndContinuous();
      leaf.CalcModeMargins(data_.views[node],
                           data_.modes.data() + data_.plan->nodes[node].first_mode, margins.data());
      stays &= ValueOf(margins[index]) == 0;
    }
    data_.write_time(time);
    std::copy(x.begin(), x.end(), data_.continuous());
    data_.InvalidateTimeAndContinuous();
    return stays;
  }

  internal::ContextData<T>& data_;
  const std::vector<SlidingSurface>& surfaces_;
  const std::vector<int64_t> kept_;
  std::vector<char> is_free_;  ///< per mode: whether it is on no surface
  std::vector<int64_t> modes_;
  std::vector<T> margins_;
};

/// Whether each mode of an additive leaf is changed by one surface only.
bool IsSeparable(const internal::BlendedLeaf& leaf) {
  for (size_t i = 0; i < leaf.changing.size(); ++i) {
    int count = 0;
    for (int row = 1; row < leaf.num_rows(); ++row) count += leaf.mode(row, i) != leaf.mode(0, i);
    if (count > 1) return false;
  }
  return true;
}

}  // namespace

// Which surfaces a leaf depends on is found by turning one after the other to its other side, once
// with all others on side 0 and once on side 1; then all corners of these are looked at.
template <typename T>
std::optional<SlidingBranches> FindSlidingBranches(internal::ContextData<T>* data,
                                                   const std::vector<SlidingSurface>& surfaces) {
  const Plan<T>& plan = *data->plan;
  Corners<T> corners(data, surfaces);
  const size_t count = surfaces.size();
  std::vector<std::vector<int>> surfaces_of(plan.nodes.size());
  std::vector<std::vector<int>> changing_of(plan.nodes.size());
  const auto add = [](std::vector<int>* list, int value) {
    if (std::find(list->begin(), list->end(), value) == list->end()) list->push_back(value);
  };
  for (const char base : {char{0}, char{1}}) {
    const std::vector<int64_t> start = corners.Hold(std::vector<char>(count, base));
    for (size_t s = 0; s < count; ++s) {
      std::vector<char> sides(count, base);
      sides[s] = static_cast<char>(1 - base);
      const std::vector<int64_t>& turned = corners.Hold(sides);
      for (const int n : plan.mode_leaves) {
        const PlanNode& node = plan.nodes[n];
        for (int i = 0; i < node.num_modes; ++i) {
          if (turned[node.first_mode + i] == start[node.first_mode + i]) continue;
          add(&surfaces_of[n], static_cast<int>(s));
          add(&changing_of[n], i);
        }
      }
    }
  }
  SlidingBranches result;
  result.modes = corners.Hold(std::vector<char>(count, 0));
  for (const int n : plan.mode_leaves) {
    if (surfaces_of[n].empty()) continue;
    internal::BlendedLeaf leaf{n, surfaces_of[n], changing_of[n], {}, false};
    leaf.is_additive = std::ssize(leaf.surfaces) > kMostSurfacesOfLeaf;
    std::sort(leaf.surfaces.begin(), leaf.surfaces.end());
    for (int row = 0; row < leaf.num_rows(); ++row) {
      std::vector<char> sides(count, 0);
      for (int i = 0; i < std::ssize(leaf.surfaces); ++i) {
        const bool is_one = leaf.is_additive ? row == 1 + i : (row >> i & 1) != 0;
        sides[leaf.surfaces[i]] = static_cast<char>(is_one ? 1 : 0);
      }
      const std::vector<int64_t>& modes = corners.Hold(sides);
      for (const int i : leaf.changing) leaf.modes.push_back(modes[plan.nodes[n].first_mode + i]);
    }
    if (leaf.is_additive && !IsSeparable(leaf)) return std::nullopt;
    result.leaves.push_back(std::move(leaf));
  }
  return result;
}

template std::optional<SlidingBranches> FindSlidingBranches(internal::ContextData<double>*,
                                                            const std::vector<SlidingSurface>&);
template std::optional<SlidingBranches> FindSlidingBranches(internal::ContextData<AutoDiff>*,
                                                            const std::vector<SlidingSurface>&);

}  // namespace loopwright
