#include "engine/simulation/sliding_motion.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "engine/system/leaf_system.h"

namespace loopwright {

namespace {
/// A search for weights ends where the next change would be smaller than this part of them …
constexpr double kWeightTolerance = 1e-14;
/// … or, where rounding does not let it come so far, where changes smaller than this no longer
/// shrink.
constexpr double kRoundingTolerance = 1e-8;
constexpr int kMostIterations = 25;
/// The time in which a state returns to its surface, in steps: of the longest, or, where there is
/// no limit, of the first.
constexpr double kStepsToReturn = 5;
/// A matrix with a smaller reciprocal of its condition number counts as singular.
constexpr double kSingular = 1e-12;

/// Of these rows and columns.
Eigen::MatrixXd Minor(const Eigen::MatrixXd& matrix, const std::vector<int>& rows) {
  const auto count = std::ssize(rows);
  Eigen::MatrixXd minor(count, count);
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < count; ++k) minor(i, k) = matrix(rows[i], rows[k]);
  }
  return minor;
}

double SizeOf(double x) { return std::abs(x); }
double SizeOf(const AutoDiff& x) {
  double size = std::abs(x.value());
  for (const double d : x.derivatives()) size = std::max(size, std::abs(d));
  return size;
}
}  // namespace

template <typename T>
SlidingMotion<T>::SlidingMotion(Data* data, std::vector<SlidingSurface> surfaces,
                                std::vector<internal::BlendedLeaf> leaves, AutoDiffCopy<T>* copy,
                                double max_step_sec)
    : internal::Blend<T>(data, std::move(leaves), static_cast<int>(surfaces.size())),
      surfaces_(std::move(surfaces)),
      copy_(*copy),
      stabilization_(std::isfinite(max_step_sec) ? 1 / (kStepsToReturn * max_step_sec) : 0) {
  const size_t count = surfaces_.size();
  places_.assign(count, kOn);
  start_.assign(count, T(0.5));
  for (auto* list : {&rates_, &margins_, &weights_now_, &changes_, &beside_})
    list->assign(count, T(0));
  series_margins_.assign(count, AutoDiff(0));
  int most = 0;
  for (const int n : data->plan->mode_leaves) most = std::max(most, data->plan->nodes[n].num_modes);
  held_.resize(most);
  sides_.reserve(surfaces_.size());
  state_here_.reserve(data->plan->num_continuous());
  slope_here_.reserve(data->plan->num_continuous());
  leaf_margins_.resize(most);
  leaf_series_.resize(most);
  const auto size = static_cast<Eigen::Index>(count);
  sensitivity_ = inverse_ = used_inverse_ = Eigen::MatrixXd::Zero(size, size);
  rates_before_ = step_ = answer_ = Eigen::VectorXd::Zero(size);
  row_ = Eigen::RowVectorXd::Zero(size);
  push_ = Eigen::MatrixXd::Zero(data->plan->num_continuous(), size);
}

// --- margins and their rates ---

template <typename T>
template <typename U>
void SlidingMotion<T>::CalcMarginsIn(const internal::ContextData<U>& data,
                                     std::vector<U>* margins) {
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    const SidedMode& first = surfaces_[s].branches[0];
    const PlanNode& node = data.plan->nodes[first.node];
    std::copy_n(data.modes.begin() + node.first_mode, node.num_modes, held_.begin());
    for (const SidedMode& branch : surfaces_[s].branches) {
      if (branch.node == first.node) held_[branch.mode - node.first_mode] = branch.sides[1];
    }
    const auto& leaf = static_cast<const LeafSystem<U>&>(*data.plan->systems[first.node]);
    std::vector<U>* scratch = nullptr;
    if constexpr (std::is_same_v<U, T>) {
      scratch = &leaf_margins_;
    } else {
      scratch = &leaf_series_;
    }
    leaf.CalcModeMargins(data.views[first.node], held_.data(), scratch->data());
    (*margins)[s] = (*scratch)[first.mode - node.first_mode];
  }
}

template <typename T>
void SlidingMotion<T>::CalcMargins(std::vector<T>* margins) {
  margins->resize(surfaces_.size());
  CalcMarginsIn(this->data(), margins);
}

/// dg/dt of all surfaces at the context's time and state, whose derivatives are up to date. Of a
/// margin with a constant gradient that is a sum of derivatives and, where it depends on time, what
/// it has at these derivatives beside that sum: found for the first of several weights only.
template <typename T>
void SlidingMotion<T>::CalcRates(bool is_first, std::vector<T>* rates) {
  if (!gradient_is_current_) FindGradient();
  if (!is_affine_ || (is_first && !is_autonomous_)) {
    if (!(std::is_same_v<T, double> && has_copy_ && CalcRatesBySeries(rates))) {
      CalcRatesByDifferences(rates);
    }
  }
  if (!is_affine_) return;
  const T* slope = this->data().derivatives();
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    T sum(0);
    for (const auto& [element, factor] : gradient_[s]) sum = sum + factor * slope[element];
    if (!is_autonomous_ && is_first) {
      beside_[s] = (*rates)[s] - sum;
    } else {
      (*rates)[s] = is_autonomous_ ? sum : beside_[s] + sum;
    }
  }
}

/// Finds out whether the margins are linear in state (and do not depend on time): then their
/// gradients are the same numbers to the bit at other times and states too, which are taken at
/// random. That a function of the library's kind agrees there by chance has the probability zero.
template <typename T>
void SlidingMotion<T>::FindGradient() {
  constexpr int kMostStates = 256, kPoints = 3;
  is_affine_ = is_autonomous_ = false;
  gradient_is_current_ = true;
  const Data& own = this->data();
  const int size = own.plan->num_continuous();
  if (size > kMostStates || !UpdateCopy()) return;
  Eigen::MatrixXd& here = gradient_here_;
  Eigen::MatrixXd& there = gradient_there_;
  uint64_t random = 0x2545F4914F6CDD1D;
  for (int point = 0; point < kPoints; ++point) {
    CalcGradient(point == 0 ? nullptr : &random, &there);
    if (!there.allFinite() || (point > 0 && there.leftCols(size) != here.leftCols(size))) return;
    is_autonomous_ = (point == 0 || is_autonomous_) && there.col(size).isZero(0);
    if (point == 0) here = there;
  }
  is_affine_ = true;
  gradient_.resize(surfaces_.size());
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    gradient_[s].clear();
    for (int i = 0; i < size; ++i) {
      const double factor = here(static_cast<Eigen::Index>(s), i);
      if (factor != 0) gradient_[s].emplace_back(i, factor);
    }
  }
}

/// One row per surface: the derivatives of its margin by all states and, last, by time; at the
/// present time and state, or beside them at random.
template <typename T>
void SlidingMotion<T>::CalcGradient(uint64_t* random, Eigen::MatrixXd* gradient) {
  const Data& own = this->data();
  internal::ContextData<AutoDiff>& data = copy_.data();
  const int size = own.plan->num_continuous();
  const auto aside = [random](double value) {
    if (random == nullptr) return value;
    // Knuth's MMIX generator.
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return value + (1 + std::abs(value)) * (static_cast<double>(*random >> 11) * 0x1p-52 - 1);
  };
  for (int i = 0; i < size; ++i)
    data.continuous()[i] = AutoDiff(aside(ValueOf(own.continuous()[i])));
  data.write_time(AutoDiff(aside(ValueOf(own.time))));
  gradient->resize(static_cast<Eigen::Index>(surfaces_.size()), size + 1);
  for (int base = 0; base <= size; base += AutoDiff::kDerivatives) {
    const int end = std::min(base + AutoDiff::kDerivatives, size + 1);
    const auto seed = [&](double by) {
      for (int i = base; i < end; ++i) {
        AutoDiff& x = i < size ? data.continuous()[i] : data.time;
        x.derivatives()[static_cast<size_t>(i - base)] = by;
      }
      data.InvalidateTimeAndContinuous();
    };
    seed(1);
    CalcMarginsIn(copy_.data(), &series_margins_);
    for (int i = base; i < end; ++i) {
      for (Eigen::Index s = 0; s < gradient->rows(); ++s) {
        (*gradient)(s, i) = series_margins_[s].derivatives()[static_cast<size_t>(i - base)];
      }
    }
    seed(0);
  }
  copy_is_current_ = false;
}

/// False where there is no such system.
template <typename T>
bool SlidingMotion<T>::UpdateCopy() {
  if (copy_is_current_) return true;
  try {
    has_copy_ = copy_.Update();
  } catch (const std::exception&) {
    has_copy_ = false;
  }
  copy_is_current_ = has_copy_;
  return has_copy_;
}

template <typename T>
bool SlidingMotion<T>::CalcRatesBySeries(std::vector<T>* rates) {
  if (!UpdateCopy()) return false;
  const Data& own = this->data();
  internal::ContextData<AutoDiff>& data = copy_.data();
  AutoDiff time = AutoDiff::Series(ValueOf(own.time));
  time.set_coefficient(1, 1);
  data.write_time(time);
  for (int i = 0; i < own.plan->num_continuous(); ++i) {
    AutoDiff& x = data.continuous()[i];
    x = AutoDiff::Series(ValueOf(own.continuous()[i]));
    x.set_coefficient(1, ValueOf(own.derivatives()[i]));
  }
  data.InvalidateTimeAndContinuous();
  if constexpr (std::is_same_v<T, double>) {
    CalcMarginsIn(data, &series_margins_);
    for (size_t s = 0; s < surfaces_.size(); ++s) {
      (*rates)[s] = series_margins_[s].coefficient(1);
    }
  }
  return true;
}

/// From state_here_ at `start` along slope_here_.
template <typename T>
void SlidingMotion<T>::MoveAlong(double start, double duration) {
  Data& data = this->data();
  for (size_t i = 0; i < state_here_.size(); ++i) {
    data.continuous()[i] = state_here_[i] + duration * slope_here_[i];
  }
  data.write_time(T(start + duration));
  data.InvalidateTimeAndContinuous();
}

/// By the central difference of fourth order, over a part of the last step.
template <typename T>
void SlidingMotion<T>::CalcRatesByDifferences(std::vector<T>* rates) {
  Data& data = this->data();
  const int size = data.plan->num_continuous();
  state_here_.assign(data.continuous(), data.continuous() + size);
  slope_here_.assign(data.derivatives(), data.derivatives() + size);
  const double start = ValueOf(data.time);
  const double step = last_step_ > 0 ? last_step_ / 64 : 1e-4;
  std::fill(rates->begin(), rates->end(), T(0));
  constexpr std::pair<double, double> kPoints[] = {
      {-2, 1. / 12}, {-1, -8. / 12}, {1, 8. / 12}, {2, -1. / 12}};
  for (const auto& [point, factor] : kPoints) {
    MoveAlong(start, point * step);
    CalcMarginsIn(data, &margins_);
    for (size_t s = 0; s < surfaces_.size(); ++s) {
      (*rates)[s] = (*rates)[s] + factor / step * margins_[s];
    }
  }
  MoveAlong(start, 0);
  data.EvaluateDerivativesAsHeld();
}

template <typename T>
void SlidingMotion<T>::EvaluateWith(const std::vector<T>& weights) {
  this->SetWeights(weights);
  this->data().EvaluateDerivativesAsHeld();
}

// --- the weights of an instant ---

/// Weights for which dg/dt = -stabilization g, which the context then has.
template <typename T>
bool SlidingMotion<T>::Solve(double stabilization) {
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  Eigen::MatrixXd& inverse = used_inverse_;
  inverse = inverse_;
  weights_now_ = start_;
  std::vector<T>& weights = weights_now_;
  double last_size = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    this->SetWeights(weights);
    if (iteration == 0) {
      this->data().EvaluateDerivativesAsHeld();
    } else {
      this->EvaluateDerivativesAgain();
    }
    CalcRates(iteration == 0, &rates_);
    if (stabilization > 0) {
      // Differences leave the margins of another point there.
      if (iteration == 0 || !is_affine_) CalcMarginsIn(this->data(), &margins_);
      for (Eigen::Index s = 0; s < count; ++s) {
        rates_[s] = rates_[s] + stabilization * margins_[s];
      }
    }
    double size = CalcChanges();
    if (iteration > 0 && size > kWeightTolerance) {
      ImproveInverse();
      size = CalcChanges();
    }
    for (Eigen::Index s = 0; s < count; ++s) rates_before_[s] = ValueOf(rates_[s]);
    if (!std::isfinite(size)) break;
    const bool is_rounding = size < kRoundingTolerance && size >= 0.5 * last_size;
    if (size <= kWeightTolerance || is_rounding) return true;
    last_size = size;
    for (Eigen::Index s = 0; s < count; ++s) {
      weights[s] = weights[s] + changes_[s];
      step_[s] = ValueOf(changes_[s]);
    }
  }
  return false;
}

/// -B r, by which the weights change; how large the largest change is, relative to its weight.
template <typename T>
double SlidingMotion<T>::CalcChanges() {
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  double size = 0;
  for (Eigen::Index s = 0; s < count; ++s) {
    T change(0);
    for (Eigen::Index k = 0; k < count; ++k) change = change - used_inverse_(s, k) * rates_[k];
    changes_[s] = change;
    size = std::max(size, SizeOf(change) / std::max(1., SizeOf(weights_now_[s])));
  }
  return size;
}

/// Broyden's: with the last change s of the weights and what it changed in the rates, y, the
/// inverse B becomes B + (s - B y) sᵀ B / (sᵀ B y), which takes y to s.
template <typename T>
void SlidingMotion<T>::ImproveInverse() {
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  for (Eigen::Index s = 0; s < count; ++s) {
    rates_before_[s] = ValueOf(rates_[s]) - rates_before_[s];
  }
  answer_.noalias() = used_inverse_ * rates_before_;
  row_.noalias() = step_.transpose() * used_inverse_;
  const double scale = step_.dot(answer_);
  if (scale == 0 || !std::isfinite(scale)) return;
  answer_ = (step_ - answer_) / scale;
  used_inverse_.noalias() += answer_ * row_;
}

template <typename T>
void SlidingMotion<T>::EvaluateDerivatives() {
  // A step whose derivatives are no numbers is refused.
  if (Solve(stabilization_)) return;
  std::fill(weights_now_.begin(), weights_now_.end(), T(std::numeric_limits<double>::quiet_NaN()));
  EvaluateWith(weights_now_);
}

template <typename T>
void SlidingMotion<T>::Settle() {
  if (settled_at_ == this->data().change_event()) return;
  has_failed_ = !Solve(0);
  if (!governed_.empty() && !has_failed_) CalcGovernedMargins();
  settled_at_ = this->data().change_event();
}

template <typename T>
void SlidingMotion<T>::NoteChange() {
  // What the margins are computed of may be other branches, too.
  copy_is_current_ = gradient_is_current_ = false;
  settled_at_ = -1;
}

template <typename T>
void SlidingMotion<T>::NoteStep(double step_sec) {
  Settle();
  start_ = this->weights();
  inverse_ = used_inverse_;
  last_step_ = step_sec;
  if (stabilization_ == 0) stabilization_ = 1 / (kStepsToReturn * step_sec);
}

// --- branches beside those on the surfaces ---

template <typename T>
bool SlidingMotion<T>::Governs(int mode) const {
  if (this->Combines(mode)) return true;
  for (const Governed& governed : governed_) {
    const int first = this->data().plan->nodes[governed.node].first_mode;
    for (const int i : governed.modes) {
      if (first + i == mode) return true;
    }
  }
  return false;
}

template <typename T>
double SlidingMotion<T>::CalcMargin(int mode) const {
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    const double weight = ValueOf(this->weights()[s]);
    for (const SidedMode& branch : surfaces_[s].branches) {
      if (branch.mode == mode) return std::min(weight, 1 - weight);
    }
  }
  for (const Governed& governed : governed_) {
    const int first = this->data().plan->nodes[governed.node].first_mode;
    for (size_t i = 0; i < governed.modes.size(); ++i) {
      if (first + governed.modes[i] != mode) continue;
      // On its threshold it is still in its branch, until it leaves it.
      const double margin = governed.margins[i];
      return margin == 0 ? std::numeric_limits<double>::min() : margin;
    }
  }
  return std::numeric_limits<double>::infinity();
}

template <typename T>
bool SlidingMotion<T>::HasOtherBranches() const {
  return std::any_of(governed_.begin(), governed_.end(), [](const Governed& governed) {
    return std::any_of(governed.margins.begin(), governed.margins.end(),
                       [](double margin) { return margin < 0; });
  });
}

/// Finds the branches that depend on the sides of surfaces without being on one: those that are
/// combined, and those of the leaves behind what is combined whose margins differ between corners.
/// False where they are too many to be watched.
template <typename T>
bool SlidingMotion<T>::FindGoverned() {
  const Data& data = this->data();
  const Plan<T>& plan = *data.plan;
  std::vector<std::vector<int>> surfaces_of(plan.nodes.size());
  for (const internal::BlendedLeaf& leaf : this->leaves()) {
    std::vector<char> is_behind(plan.num_entries(), 0);
    for (const int e : this->FindDependents(leaf.node)) is_behind[e] = 1;
    for (const int n : plan.mode_leaves) {
      const PlanNode& node = plan.nodes[n];
      bool depends = n == leaf.node;
      for (int i = node.first_input; i < node.first_input + node.num_inputs; ++i) {
        const int entry = data.input_entry(i);
        depends |= entry >= 0 && is_behind[entry];
      }
      for (const int s : leaf.surfaces) {
        std::vector<int>& list = surfaces_of[n];
        if (depends && std::find(list.begin(), list.end(), s) == list.end()) list.push_back(s);
      }
    }
  }
  for (const int n : plan.mode_leaves) {
    if (surfaces_of[n].empty()) continue;
    Governed governed{n, surfaces_of[n], {}, {}};
    if (!DependOnCorners(&governed)) continue;
    // There would be too many corners to watch.
    if (std::ssize(governed.surfaces) > kMostSurfacesOfLeaf) return false;
    governed_.push_back(std::move(governed));
  }
  return true;
}

/// Calls visit(margins) with the margins of the leaf's modes in each corner of the surfaces that
/// they depend on, or, where these are many, in those in which one surface alone is on side 1; the
/// weights are others afterwards.
template <typename T>
template <typename Visit>
void SlidingMotion<T>::VisitCorners(const Governed& governed, const Visit& visit) {
  Data& data = this->data();
  const PlanNode& node = data.plan->nodes[governed.node];
  const auto& leaf = static_cast<const LeafSystem<T>&>(*data.plan->systems[governed.node]);
  const internal::BlendedLeaf* const blended = this->FindLeaf(governed.node);
  corner_weights_ = weights_now_;
  const auto count = std::ssize(governed.surfaces);
  const bool are_many = count > kMostSurfacesOfLeaf;
  const auto num_corners = are_many ? 1 + count : int64_t{1} << count;
  for (int64_t corner = 0; corner < num_corners; ++corner) {
    for (int64_t i = 0; i < count; ++i) {
      const bool is_one = are_many ? corner == 1 + i : (corner >> i & 1) != 0;
      corner_weights_[governed.surfaces[i]] = T(is_one ? 1 : 0);
    }
    this->SetWeights(corner_weights_);
    std::copy_n(data.modes.begin() + node.first_mode, node.num_modes, held_.begin());
    if (blended != nullptr) {
      sides_.clear();
      for (const int s : blended->surfaces) {
        sides_.push_back(static_cast<char>(ValueOf(corner_weights_[s]) == 1));
      }
      for (size_t i = 0; i < blended->changing.size(); ++i) {
        held_[blended->changing[i]] = blended->ModeAt(sides_, i);
      }
    }
    leaf.CalcModeMargins(data.views[governed.node], held_.data(), leaf_margins_.data());
    visit(leaf_margins_);
  }
}

/// Fills in which of the leaf's modes are governed; whether there is any.
template <typename T>
bool SlidingMotion<T>::DependOnCorners(Governed* governed) {
  const PlanNode& node = this->data().plan->nodes[governed->node];
  std::vector<std::vector<double>> seen;
  VisitCorners(*governed, [&](const std::vector<T>& margins) {
    std::vector<double>& values = seen.emplace_back();
    for (int i = 0; i < node.num_modes; ++i) values.push_back(ValueOf(margins[i]));
  });
  for (int i = 0; i < node.num_modes; ++i) {
    const int mode = node.first_mode + i;
    const bool is_on_surface =
        std::any_of(surfaces_.begin(), surfaces_.end(), [mode](const SlidingSurface& surface) {
          return std::any_of(surface.branches.begin(), surface.branches.end(),
                             [mode](const SidedMode& branch) { return branch.mode == mode; });
        });
    const bool differs = std::any_of(seen.begin(), seen.end(), [&](const std::vector<double>& row) {
      return row[i] != seen[0][i];
    });
    if (!is_on_surface && (differs || this->Combines(mode))) governed->modes.push_back(i);
  }
  governed->margins.assign(governed->modes.size(), std::numeric_limits<double>::infinity());
  return !governed->modes.empty();
}

template <typename T>
void SlidingMotion<T>::CalcGovernedMargins() {
  for (Governed& governed : governed_) {
    std::fill(governed.margins.begin(), governed.margins.end(),
              std::numeric_limits<double>::infinity());
    VisitCorners(governed, [&](const std::vector<T>& margins) {
      for (size_t i = 0; i < governed.modes.size(); ++i) {
        governed.margins[i] = std::min(governed.margins[i], ValueOf(margins[governed.modes[i]]));
      }
    });
  }
  EvaluateWith(weights_now_);
}

// --- where the motion goes from an instant ---

/// Whether a margin is another number with other weights, or in other branches of the same leaf:
/// then it jumps itself, and its rate is no function of the weights.
template <typename T>
bool SlidingMotion<T>::MarginsDependOnWeights() {
  Data& data = this->data();
  const std::vector<T> middle(surfaces_.size(), T(0.5));
  EvaluateWith(middle);
  CalcMarginsIn(data, &margins_);
  const std::vector<T> there = margins_;
  const auto are_others = [&] {
    CalcMarginsIn(data, &margins_);
    return !std::equal(there.begin(), there.end(), margins_.begin(),
                       [](const T& a, const T& b) { return ValueOf(a) == ValueOf(b); });
  };
  const std::vector<int64_t> modes = data.modes;
  bool some_depend = false;
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    std::vector<T> weights = middle;
    weights[s] = T(0.25);
    EvaluateWith(weights);
    some_depend |= are_others();
    for (const auto side : {0, 1}) {
      for (const SidedMode& branch : surfaces_[s].branches) {
        data.modes[branch.mode] = branch.sides[side];
      }
      some_depend |= are_others();
    }
    data.modes = modes;
  }
  return some_depend;
}

/// S and ∂f/∂w, by differences: both are linear in each weight where values are used linearly.
template <typename T>
void SlidingMotion<T>::CalcSensitivity(const std::vector<T>& weights) {
  Data& data = this->data();
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  const int size = data.plan->num_continuous();
  EvaluateWith(weights);
  CalcRates(true, &rates_);
  const std::vector<T> rates = rates_;
  const std::vector<T> slope(data.derivatives(), data.derivatives() + size);
  for (Eigen::Index s = 0; s < count; ++s) {
    std::vector<T> moved = weights;
    const double change = ValueOf(weights[s]) <= 0.5 ? 0.5 : -0.5;
    moved[s] = moved[s] + change;
    EvaluateWith(moved);
    CalcRates(true, &rates_);
    for (Eigen::Index k = 0; k < count; ++k) {
      sensitivity_(k, s) = ValueOf(rates_[k] - rates[k]) / change;
    }
    for (int i = 0; i < size; ++i) {
      push_(i, s) = ValueOf(data.derivatives()[i] - slope[i]) / change;
    }
  }
}

/// Weights of the surfaces that are slid on, with the others at 0 or 1, and the rates in rates_.
/// False where these have no solution.
template <typename T>
bool SlidingMotion<T>::SolveInside(std::vector<T>* weights) {
  std::vector<int> inside;
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    if (places_[s] == kOn) {
      inside.push_back(static_cast<int>(s));
    } else {
      (*weights)[s] = T(places_[s] == kSide1 ? 1 : 0);
    }
  }
  const auto count = std::ssize(inside);
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    CalcSensitivity(*weights);
    EvaluateWith(*weights);
    CalcRates(true, &rates_);
    if (count == 0) return true;
    Eigen::VectorXd right(count);
    for (int i = 0; i < count; ++i) right[i] = -ValueOf(rates_[inside[i]]);
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(Minor(sensitivity_, inside));
    if (!lu.isInvertible() || !(lu.rcond() > kSingular)) return false;
    const Eigen::VectorXd change = lu.solve(right);
    if (!change.allFinite()) return false;
    double size = 0;
    for (int i = 0; i < count; ++i) {
      (*weights)[inside[i]] = (*weights)[inside[i]] + change[i];
      size = std::max(size,
                      std::abs(change[i]) / std::max(1., std::abs(ValueOf((*weights)[inside[i]]))));
    }
    if (size <= 1e-12) {
      EvaluateWith(*weights);
      CalcRates(true, &rates_);
      return true;
    }
  }
  return false;
}

/// Corrects the places of surfaces that contradict, or of the first alone; false where none does.
template <typename T>
bool SlidingMotion<T>::CorrectPlaces(const std::vector<T>& weights, bool only_first) {
  const double tolerance = 1e-12 * std::max(sensitivity_.cwiseAbs().maxCoeff(), 1e-300);
  bool has_changed = false;
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    const double weight = ValueOf(weights[s]), rate = ValueOf(rates_[s]);
    const Place before = places_[s];
    if (before == kOn && weight < 0) places_[s] = kSide0;
    if (before == kOn && weight > 1) places_[s] = kSide1;
    if (before == kSide0 && rate > tolerance) places_[s] = kOn;
    if (before == kSide1 && rate < -tolerance) places_[s] = kOn;
    has_changed |= places_[s] != before;
    if (has_changed && only_first) return true;
  }
  return has_changed;
}

/// Whether no other places can be found: -S is a P-matrix, one whose principal minors are all
/// positive (Cottle, Pang, Stone, The Linear Complementarity Problem, SIAM 2009, theorem 3.3.7). It
/// is one where its symmetric part is positive definite.
template <typename T>
bool SlidingMotion<T>::IsUnique() const {
  constexpr int kMostMinors = 10;
  const Eigen::MatrixXd negative = -sensitivity_;
  const Eigen::MatrixXd symmetric = negative + negative.transpose();
  if (Eigen::LLT<Eigen::MatrixXd>(symmetric).info() == Eigen::Success) return true;
  const auto count = std::ssize(surfaces_);
  if (count > kMostMinors) return false;
  for (int64_t subset = 1; subset < int64_t{1} << count; ++subset) {
    std::vector<int> rows;
    for (int i = 0; i < count; ++i) {
      if ((subset >> i & 1) != 0) rows.push_back(i);
    }
    if (!(Minor(negative, rows).determinant() > 0)) return false;
  }
  return true;
}

/// Whether a motion beside the surfaces that are slid on comes back to all of them: the real parts
/// of the eigenvalues of their part of S are negative.
template <typename T>
bool SlidingMotion<T>::IsAttractive() const {
  std::vector<int> rows;
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    if (places_[s] == kOn) rows.push_back(static_cast<int>(s));
  }
  if (rows.empty()) return true;
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(Minor(sensitivity_, rows), false);
  return solver.info() == Eigen::Success && solver.eigenvalues().real().maxCoeff() < 0;
}

/// One solution, from places_ on; false where none is found.
template <typename T>
bool SlidingMotion<T>::FindOne(std::vector<T>* weights) {
  const auto count = static_cast<int>(surfaces_.size());
  const int most_passes = 16 + 8 * count * count;
  for (int pass = 0; pass < most_passes; ++pass) {
    if (!SolveInside(weights)) return false;
    if (!CorrectPlaces(*weights, pass > 2 * count)) return true;
  }
  return false;
}

/// All solutions that attract, by trying all places; how many, with the first in places_ and
/// `weights`.
template <typename T>
int SlidingMotion<T>::FindAll(std::vector<T>* weights) {
  constexpr Place kPlaces[] = {kOn, kSide0, kSide1};
  int found = 0;
  std::vector<Place> first;
  int64_t num_choices = 1;
  for (size_t s = 0; s < surfaces_.size(); ++s) num_choices *= std::ssize(kPlaces);
  for (int64_t choice = 0; choice < num_choices; ++choice) {
    int64_t rest = choice;
    for (Place& place : places_) {
      place = kPlaces[rest % std::ssize(kPlaces)];
      rest /= std::ssize(kPlaces);
    }
    const std::vector<Place> tried = places_;
    std::fill(weights->begin(), weights->end(), T(0.5));
    if (!SolveInside(weights) || CorrectPlaces(*weights, true)) continue;
    if (IsAttractive() && found++ == 0) first = tried;
  }
  if (found == 0) return 0;
  places_ = first;
  std::fill(weights->begin(), weights->end(), T(0.5));
  SolveInside(weights);
  return found;
}

template <typename T>
bool SlidingMotion<T>::FindWeights(const std::vector<Place>& places) {
  constexpr size_t kMostSurfacesOfAll = 5;
  NoteChange();
  are_several_ = false;
  places_ = places;
  if (MarginsDependOnWeights() || !FindGoverned() || !this->AreSumsRight()) return false;
  std::vector<T> weights(surfaces_.size(), T(0.5));
  if (!FindOne(&weights) || !IsUnique() || !IsAttractive()) {
    if (surfaces_.size() > kMostSurfacesOfAll) return false;
    const int found = FindAll(&weights);
    if (found == 0) return false;
    are_several_ = found > 1;
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(sensitivity_);
  if (lu.isInvertible()) inverse_ = lu.inverse();
  start_ = weights;
  return true;
}

/// Moves the state so that the margins grow by so much; false where that is impossible.
template <typename T>
bool SlidingMotion<T>::Push(const std::vector<T>& missing) {
  Data& data = this->data();
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  const Eigen::MatrixXd matrix = push_ * inverse_;
  if (!matrix.allFinite()) return false;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    T& x = data.continuous()[i];
    for (Eigen::Index s = 0; s < count; ++s) x = x + matrix(i, s) * missing[s];
  }
  data.InvalidateContinuous(0);
  return true;
}

// Derivatives of the margins are made zero with their values: that is how the instant at which the
// state came to the surface depends on what it is differentiated by.
template <typename T>
bool SlidingMotion<T>::PutOnSides() {
  Data& data = this->data();
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  constexpr int kMostTries = 14, kTriesForZero = 3;
  // What is put beside a surface is further from it than what is put on one, so that this does not
  // undo that.
  constexpr double kOnSurface = 1e-15, kBeside = 1e-14;
  constexpr double kFurthest = 1e-6;
  const double furthest = kFurthest * std::max(1., sensitivity_.cwiseAbs().maxCoeff());
  std::vector<T> missing(surfaces_.size(), T(0));
  double beyond = kBeside;
  for (int tries = 0; tries < kMostTries; ++tries, beyond *= 4) {
    CalcMarginsIn(data, &margins_);
    bool are_right = true, are_zero = true;
    for (Eigen::Index s = 0; s < count; ++s) {
      const double margin = ValueOf(margins_[s]);
      // Not on the surface at all: another branch has moved it away.
      if (!(std::abs(margin) < furthest)) return false;
      const double wanted = places_[s] == kOn ? 0 : places_[s] == kSide1 ? beyond : -beyond;
      const bool is_right = places_[s] == kOn || margin * wanted > 0;
      are_right &= is_right;
      are_zero &= places_[s] != kOn || SizeOf(margins_[s]) <= kOnSurface;
      missing[s] = is_right && places_[s] != kOn ? T(0) : wanted - margins_[s];
    }
    if (are_right && (are_zero || tries >= kTriesForZero)) return true;
    if (!Push(missing)) return false;
  }
  return false;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(SlidingMotion)

}  // namespace loopwright
