#include "engine/branches/sliding_branches.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/branches/add_once.h"
#include "engine/branches/corner_neighbourhood.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

namespace {

// A branch whose margin is smaller may be beside its threshold by what rounding and the location
// of an event leave.
constexpr double kNear = 1e-6;
// One whose margin is smaller stands on it.
constexpr double kOnThreshold = 1e-9;

// Holds one choice of sides after the other.
template <typename T>
class Corners {
 public:
  Corners(internal::ContextData<T>* data, const std::vector<SlidingSurface>& surfaces,
          const std::vector<ChosenBranch>& chosen)
      : data_(*data),
        surfaces_(surfaces),
        chosen_(chosen),
        kept_(data->modes),
        is_free_(kept_.size(), 1) {
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

  // The modes of the whole diagram with the surfaces on these sides: branches on a surface follow
  // its side, and all others what they then read.
  const std::vector<int64_t>& Hold(const std::vector<char>& sides) {
    sides_ = sides;
    std::vector<int64_t> modes = kept_;
    for (size_t s = 0; s < surfaces_.size(); ++s) {
      for (const SidedMode& branch : surfaces_[s].branches) {
        modes[branch.mode] = branch.sides[sides[s] != 0 ? 1 : 0];
      }
    }
    Take(modes);
    constexpr int kMostPasses = 8;
    for (int pass = 0; pass < kMostPasses && LetOthersFollow(); ++pass) continue;
    NoteApart();
    return data_.modes;
  }

  // What was found in all corners that have been held.
  const std::vector<CornerMode>& on_thresholds() const { return on_thresholds_; }
  const std::vector<UndecidedMode>& undecided() const { return undecided_; }
  const std::vector<int>& apart() const { return apart_; }

 private:
  void Take(const std::vector<int64_t>& modes) {
    data_.modes = modes;
    for (const int n : data_.plan->mode_leaves) data_.Invalidate(data_.plan->modes_source(n));
  }

  bool LetOthersFollow() {
    bool has_changed = false;
    for (const int n : data_.plan->mode_leaves) {
      const PlanNode& node = data_.plan->nodes[n];
      int64_t* held = data_.modes.data() + node.first_mode;
      CalcBranches(n);
      std::vector<std::pair<int, int64_t>> changes;
      for (int i = 0; i < node.num_modes; ++i) {
        if (!is_free_[node.first_mode + i]) continue;
        const int64_t entered = FindEntered(n, i);
        if (entered != held[i]) changes.emplace_back(i, entered);
      }
      for (const auto& [i, mode] : changes) held[i] = mode;
      if (!changes.empty()) data_.Invalidate(data_.plan->modes_source(n));
      has_changed |= !changes.empty();
    }
    return has_changed;
  }

  // Margins and branches of a leaf at the present time and state.
  void CalcBranches(int node) {
    const auto& leaf = static_cast<const LeafSystem<T>&>(*data_.plan->systems[node]);
    const int64_t* held = data_.modes.data() + data_.plan->nodes[node].first_mode;
    leaf.CalcModeMargins(data_.views[node], held, margins_.data());
    leaf.CalcModesBeside(data_.views[node], held, modes_.data());
  }

  // The branch of a leaf's mode in the corner that is held, after CalcBranches(). One that is
  // beyond its threshold is that of the value; one that is on it was chosen by where the motion
  // leads, but for a threshold that lasts, where the value counts.
  int64_t FindEntered(int node, int index) {
    const int mode = data_.plan->nodes[node].first_mode + index;
    const int64_t held = data_.modes[mode];
    const int64_t present = modes_[index];
    const double margin = ValueOf(margins_[index]);
    if (std::abs(margin) > kNear) return margin > 0 ? held : present;
    CornerNeighbourhood<T> around(&data_, surfaces_, node, index);
    int64_t entered = held;
    if (const std::optional<double> side = around.FindSide(sides_, margin)) {
      NoteOnThreshold(mode);
      if (*side < 0) entered = around.FindBranchWithin(sides_);
    } else if (margin == 0 && around.is_flat()) {
      entered = present;
    } else {
      if (std::abs(margin) <= kOnThreshold) NoteUndecided(mode, around.branches());
      if (const int64_t* choice = FindChosen(mode)) {
        entered = *choice;
      } else if (margin < 0) {
        entered = present;
      } else if (margin == 0) {
        // A branch that is nothing but the threshold, as the 0 of sign, has no other side.
        const int64_t within = around.FindBranchWithin(sides_);
        if (within != held && HoldsInCorner(node, index, within)) entered = within;
      }
    }
    CalcBranches(node);
    return entered;
  }

  // Whether another branch than the one that is held is right all over the corner.
  bool HoldsInCorner(int node, int index, int64_t branch) {
    const int mode = data_.plan->nodes[node].first_mode + index;
    const auto hold = [&](int64_t value) {
      data_.modes[mode] = value;
      data_.Invalidate(data_.plan->modes_source(node));
      CalcBranches(node);
    };
    const int64_t held = data_.modes[mode];
    hold(branch);
    const double margin = ValueOf(margins_[index]);
    const CornerNeighbourhood<T> around(&data_, surfaces_, node, index);
    const std::optional<double> side = around.FindSide(sides_, margin);
    const bool holds = side.has_value() && *side > 0;
    if (holds) NoteOnThreshold(mode);
    hold(held);
    return holds;
  }

  // The surfaces' branches that are away from their thresholds in this corner.
  void NoteApart() {
    for (const SlidingSurface& surface : surfaces_) {
      for (const SidedMode& branch : surface.branches) {
        CalcBranches(branch.node);
        const double margin =
            ValueOf(margins_[branch.mode - data_.plan->nodes[branch.node].first_mode]);
        if (std::abs(margin) > kNear) AddOnce(branch.mode, &apart_);
      }
    }
  }

  const int64_t* FindChosen(int mode) const {
    const auto at = std::find_if(chosen_.begin(), chosen_.end(),
                                 [mode](const ChosenBranch& c) { return c.mode == mode; });
    return at == chosen_.end() ? nullptr : &at->branch;
  }

  void NoteUndecided(int mode, const std::vector<int64_t>& branches) {
    auto at = std::find_if(undecided_.begin(), undecided_.end(),
                           [mode](const UndecidedMode& u) { return u.mode == mode; });
    if (at == undecided_.end()) at = undecided_.insert(at, {mode, {}});
    for (const int64_t branch : branches) AddOnce(branch, &at->branches);
  }

  void NoteOnThreshold(int mode) { AddOnce(CornerMode{mode, sides_}, &on_thresholds_); }

  internal::ContextData<T>& data_;
  const std::vector<SlidingSurface>& surfaces_;
  const std::vector<ChosenBranch>& chosen_;
  const std::vector<int64_t> kept_;
  std::vector<char> is_free_;  ///< per mode: whether it is on no surface
  std::vector<int64_t> modes_;
  std::vector<T> margins_;
  std::vector<char> sides_;
  std::vector<CornerMode> on_thresholds_;
  std::vector<UndecidedMode> undecided_;
  std::vector<int> apart_;
};

// Whether each mode of an additive leaf is changed by one surface only.
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
                                                   const std::vector<SlidingSurface>& surfaces,
                                                   const std::vector<ChosenBranch>& chosen) {
  const Plan<T>& plan = *data->plan;
  Corners<T> corners(data, surfaces, chosen);
  const size_t count = surfaces.size();
  std::vector<std::vector<int>> surfaces_of(plan.nodes.size());
  std::vector<std::vector<int>> changing_of(plan.nodes.size());
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
          AddOnce(static_cast<int>(s), &surfaces_of[n]);
          AddOnce(i, &changing_of[n]);
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
  result.on_thresholds = corners.on_thresholds();
  result.undecided = corners.undecided();
  result.apart = corners.apart();
  return result;
}

template std::optional<SlidingBranches> FindSlidingBranches(internal::ContextData<double>*,
                                                            const std::vector<SlidingSurface>&,
                                                            const std::vector<ChosenBranch>&);
template std::optional<SlidingBranches> FindSlidingBranches(internal::ContextData<AutoDiff>*,
                                                            const std::vector<SlidingSurface>&,
                                                            const std::vector<ChosenBranch>&);

}  // namespace loopwright
