#include "engine/branches/sliding_surface.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/random/direction.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

template <typename T>
T CalcSurfaceMargin(const internal::ContextData<T>& data, const SlidingSurface& surface,
                    SurfaceScratch<T>* scratch) {
  const SidedMode& first = surface.branches[0];
  const PlanNode& node = data.plan->nodes[first.node];
  const auto held = data.modes.begin() + node.first_mode;
  scratch->modes.assign(held, held + node.num_modes);
  scratch->margins.resize(node.num_modes);
  for (const SidedMode& branch : surface.branches) {
    if (branch.node == first.node) scratch->modes[branch.mode - node.first_mode] = branch.sides[1];
  }
  static_cast<const LeafSystem<T>&>(*data.plan->systems[first.node])
      .CalcModeMargins(data.views[first.node], scratch->modes.data(), scratch->margins.data());
  return scratch->margins[first.mode - node.first_mode];
}

namespace {

/// A branch whose margin is smaller may be beside its threshold by what rounding and the location
/// of an event leave.
constexpr double kNear = 1e-6;

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
    return data_.modes;
  }

  /// What was found in all corners that have been held.
  const std::vector<CornerMode>& on_thresholds() const { return on_thresholds_; }

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

  /// Margins and branches of a leaf at the present time and state.
  void CalcBranches(int node) {
    const auto& leaf = static_cast<const LeafSystem<T>&>(*data_.plan->systems[node]);
    const int64_t* held = data_.modes.data() + data_.plan->nodes[node].first_mode;
    leaf.CalcModeMargins(data_.views[node], held, margins_.data());
    leaf.CalcModesBeside(data_.views[node], held, modes_.data());
  }

  /// The branch of a leaf's mode in the corner that is held, after CalcBranches(). One that is
  /// beyond its threshold is that of the value; one that is on it was chosen by where the motion
  /// leads, but for a threshold that lasts, where the value counts.
  int64_t FindEntered(int node, int index) {
    const int mode = data_.plan->nodes[node].first_mode + index;
    const int64_t held = data_.modes[mode];
    const int64_t present = modes_[index];
    const double margin = ValueOf(margins_[index]);
    if (std::abs(margin) > kNear) return margin > 0 ? held : present;
    const Neighbourhood around(this, node, index);
    int64_t entered = held;
    if (const std::optional<double> side = around.FindSide(sides_, margin)) {
      NoteOnThreshold(mode);
      if (*side < 0) entered = FindWithin(around, node, index);
    } else if (margin < 0 || (margin == 0 && around.is_flat())) {
      entered = present;
    } else if (margin == 0) {
      // A branch that is nothing but the threshold, as the 0 of sign, has no other side.
      const int64_t within = FindWithin(around, node, index);
      if (within != held && HoldsInCorner(node, index, within)) entered = within;
    }
    CalcBranches(node);
    return entered;
  }

  class Neighbourhood;

  /// The branch of a mode well within the corner.
  int64_t FindWithin(const Neighbourhood& around, int node, int index) {
    around.MoveInto(sides_);
    CalcBranches(node);
    const int64_t branch = modes_[index];
    around.MoveBack();
    return branch;
  }

  /// Whether another branch than the one that is held is right all over the corner.
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
    const std::optional<double> side = Neighbourhood(this, node, index).FindSide(sides_, margin);
    const bool holds = side.has_value() && *side > 0;
    if (holds) NoteOnThreshold(mode);
    hold(held);
    return holds;
  }

  /// How the margin of a mode that is beside its threshold and those of the surfaces change around
  /// the present time and state, by differences along random directions. Where the first is a sum
  /// of the others, each times a factor, its threshold is one of the surfaces', and it has one sign
  /// all over a corner if all its terms have: that decides, and not its value, which is beside zero
  /// by rounding. For example sign(x) follows the surface x > 0.
  class Neighbourhood {
   public:
    Neighbourhood(Corners* corners, int node, int index)
        : corners_(*corners),
          data_(corners->data_),
          time_(data_.time),
          x_(data_.continuous(), data_.continuous() + data_.plan->num_continuous()) {
      const auto num_surfaces = std::ssize(corners->surfaces_);
      const auto num_directions = num_surfaces + kMoreDirections;
      directions_.resize(std::ssize(x_) + 1, num_directions);
      surface_changes_.resize(num_directions, num_surfaces);
      changes_.resize(num_directions);
      margins_ = corners->CalcSurfaceMargins();
      const double here = ValueOf(corners->margins_[index]);
      uint64_t random = 0;
      for (Eigen::Index k = 0; k < num_directions; ++k) {
        for (auto& element : directions_.col(k)) element = NextDirection(&random);
        for (const double sign : {1., -1.}) {
          MoveBy(sign * directions_.col(k));
          corners->CalcBranches(node);
          const double part = 0.5 * sign;
          const double there = ValueOf(corners->margins_[index]);
          is_flat_ &= there == here;
          const double change = part * there;
          changes_[k] = sign > 0 ? change : changes_[k] + change;
          const Eigen::RowVectorXd changes = part * corners->CalcSurfaceMargins();
          if (sign > 0) surface_changes_.row(k).setZero();
          surface_changes_.row(k) += changes;
        }
      }
      MoveBack();
    }

    /// Whether the margin is the same everywhere.
    bool is_flat() const { return is_flat_; }

    /// The sign of the margin all over the corner with these sides, where its threshold is one of
    /// the surfaces'; `margin` is its value.
    std::optional<double> FindSide(const std::vector<char>& sides, double margin) const {
      constexpr double kSame = 1e-5, kLeast = 1e-6;
      const double size = changes_.cwiseAbs().maxCoeff();
      if (!(size > 0) || !std::isfinite(size) || !surface_changes_.allFinite()) return {};
      const Eigen::VectorXd factors = surface_changes_.colPivHouseholderQr().solve(changes_);
      if (!factors.allFinite()) return {};
      const double beside = (surface_changes_ * factors - changes_).cwiseAbs().maxCoeff();
      if (beside > kSame * size || std::abs(margin - margins_.dot(factors)) > kSame * size)
        return {};
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

    /// To a point well within the corner with these sides.
    void MoveInto(const std::vector<char>& sides) const {
      Eigen::VectorXd wanted(std::ssize(sides));
      for (Eigen::Index s = 0; s < wanted.size(); ++s) {
        const double size = surface_changes_.col(s).cwiseAbs().maxCoeff();
        wanted[s] = (sides[s] != 0 ? size : -size) - margins_[s];
      }
      const Eigen::MatrixXd to_surfaces = surface_changes_.transpose();
      MoveBy(directions_ * to_surfaces.colPivHouseholderQr().solve(wanted));
    }

    void MoveBack() const {
      data_.write_time(time_);
      std::copy(x_.begin(), x_.end(), data_.continuous());
      data_.InvalidateTimeAndContinuous();
    }

   private:
    static constexpr int kMoreDirections = 8;
    static constexpr double kAside = 1e-7;

    void MoveBy(const Eigen::VectorXd& direction) const {
      using std::abs;
      data_.write_time(time_ + kAside * direction[0]);
      for (size_t i = 0; i < x_.size(); ++i) {
        data_.continuous()[i] =
            x_[i] + kAside * direction[static_cast<Eigen::Index>(i) + 1] * (1 + abs(x_[i]));
      }
      data_.InvalidateTimeAndContinuous();
    }

    Corners& corners_;
    internal::ContextData<T>& data_;
    const T time_;
    const std::vector<T> x_;
    Eigen::MatrixXd directions_;  ///< one column each: of time and state
    /// What margins change by along each direction: of the surfaces, and of the mode.
    Eigen::MatrixXd surface_changes_;
    Eigen::VectorXd changes_;
    bool is_flat_ = true;
    Eigen::RowVectorXd margins_;  ///< of the surfaces
  };

  /// One per surface, with the corner's modes.
  Eigen::RowVectorXd CalcSurfaceMargins() {
    Eigen::RowVectorXd margins(std::ssize(surfaces_));
    for (Eigen::Index s = 0; s < margins.size(); ++s) {
      margins[s] = ValueOf(CalcSurfaceMargin(data_, surfaces_[s], &scratch_));
    }
    return margins;
  }

  void NoteOnThreshold(int mode) {
    const auto is_it = [&](const CornerMode& known) {
      return known.mode == mode && known.sides == sides_;
    };
    if (std::none_of(on_thresholds_.begin(), on_thresholds_.end(), is_it)) {
      on_thresholds_.push_back({mode, sides_});
    }
  }

  internal::ContextData<T>& data_;
  const std::vector<SlidingSurface>& surfaces_;
  const std::vector<int64_t> kept_;
  std::vector<char> is_free_;  ///< per mode: whether it is on no surface
  std::vector<int64_t> modes_;
  std::vector<T> margins_;
  std::vector<char> sides_;
  std::vector<CornerMode> on_thresholds_;
  SurfaceScratch<T> scratch_;
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
  result.on_thresholds = corners.on_thresholds();
  return result;
}

template double CalcSurfaceMargin(const internal::ContextData<double>&, const SlidingSurface&,
                                  SurfaceScratch<double>*);
template AutoDiff CalcSurfaceMargin(const internal::ContextData<AutoDiff>&, const SlidingSurface&,
                                    SurfaceScratch<AutoDiff>*);
template std::optional<SlidingBranches> FindSlidingBranches(internal::ContextData<double>*,
                                                            const std::vector<SlidingSurface>&);
template std::optional<SlidingBranches> FindSlidingBranches(internal::ContextData<AutoDiff>*,
                                                            const std::vector<SlidingSurface>&);

}  // namespace loopwright
