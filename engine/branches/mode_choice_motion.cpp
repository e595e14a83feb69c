#include "engine/branches/mode_choice.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/context/blend.h"
#include "engine/random/direction.h"

// One choice of branches, tried out: the motion that follows from it as a power series in time, and
// whether the margins of the group stay on the right side of zero along it.

namespace loopwright {

namespace {
// Whether the coefficients up to the first that is not zero are finite.
bool IsFiniteToFirst(const AutoDiff& series) {
  for (int k = 0; k <= AutoDiff::kDerivatives; ++k) {
    if (!std::isfinite(series.coefficient(k))) return false;
    if (series.coefficient(k) != 0) break;
  }
  return true;
}
}  // namespace

// The motion with a choice for the branches of a group.
template <typename T>
auto ModeChoice<T>::Follow(const std::vector<int>& group, const Modes& choice) -> Motion {
  Motion motion;
  copy_.Update();
  Modes modes = chosen_;
  for (size_t i = 0; i < group.size(); ++i) modes[group[i]] = choice[i];
  HoldModes(modes);
  LetOthersFollow();
  ExpandMotion();
  motion.all = copy_.data().modes;
  motion.is_known = NoteMargins(group);
  if (!motion.is_known) return motion;
  internal::ContextData<AutoDiff>& data = copy_.data();
  motion.is_consistent = true;
  int last_node = -1;
  for (size_t i = 0; i < group.size(); ++i) {
    const int n = node_of(group[i]);
    if (n != last_node) CalcModesOf(n);
    last_node = n;
    motion.entered.push_back(leaf_modes_[group[i] - data.plan->nodes[n].first_mode]);
    motion.is_consistent &= motion.entered.back() == choice[i];
  }
  for (int i = 0; i < data.plan->num_continuous(); ++i) {
    for (int k = 1; k <= AutoDiff::kDerivatives; ++k) {
      motion.series.push_back(data.continuous()[i].coefficient(k));
    }
  }
  return motion;
}

// All branches of the copy are given from outside from here on, and nothing that was computed with
// others counts.
template <typename T>
void ModeChoice<T>::HoldModes(const Modes& modes) {
  internal::ContextData<AutoDiff>& data = copy_.data();
  data.modes = modes;
  data.modes_held = true;
  data.MarkAllStale();
}

// Decided branches that the choice changes, as a comparison of its value does, and those which it
// brings to a threshold: these are undecided then.
template <typename T>
void ModeChoice<T>::LetOthersFollow() {
  internal::ContextData<AutoDiff>& data = copy_.data();
  for (const int n : data.plan->mode_leaves) {
    const PlanNode& node = data.plan->nodes[n];
    int64_t* held = data.modes.data() + node.first_mode;
    // Once for each branch of the leaf that another one of it feeds, at the most.
    bool has_changed = true;
    for (int pass = 0; pass < node.num_modes && has_changed; ++pass) {
      CalcModesOf(n);
      has_changed = false;
      for (int i = 0; i < node.num_modes; ++i) {
        if (held[i] == leaf_modes_[i] || IsUndecided(node.first_mode + i)) continue;
        if (Slides(node.first_mode + i)) continue;
        held[i] = leaf_modes_[i];
        has_changed = true;
      }
      if (has_changed) data.Invalidate(data.plan->modes_source(n));
    }
    leaf(n).CalcModeMargins(data.views[n], held, margins_.data());
    for (int i = 0; i < node.num_modes; ++i) {
      const int mode = node.first_mode + i;
      if (margins_[i].value() == 0 && can_move(n) && !IsUndecided(mode) && !Slides(mode)) {
        newly_undecided_.push_back(mode);
      }
    }
  }
}

// Time and continuous state become the series of the motion.
template <typename T>
void ModeChoice<T>::ExpandMotion() {
  internal::ContextData<AutoDiff>& data = copy_.data();
  AutoDiff time = AutoDiff::Series(data.time.value());
  time.set_coefficient(1, 1);
  data.write_time(time);
  AutoDiff* x = data.continuous();
  const int size = data.plan->num_continuous();
  for (int i = 0; i < size; ++i) x[i] = AutoDiff::Series(x[i].value());
  for (int k = 0; k < AutoDiff::kDerivatives && size > 0; ++k) {
    TakeCoefficients(k);
    if (sliding_ != nullptr) CorrectWeights(k);
  }
  data.InvalidateTimeAndContinuous();
}

// The coefficients of t^(k + 1) of the state from those of t^k of its derivatives.
template <typename T>
void ModeChoice<T>::TakeCoefficients(int k) {
  internal::ContextData<AutoDiff>& data = copy_.data();
  AutoDiff* x = data.continuous();
  data.EvaluateDerivativesAtStage();
  const AutoDiff* slope = data.derivatives();
  for (int i = 0; i < data.plan->num_continuous(); ++i) {
    x[i].set_coefficient(k + 1, slope[i].coefficient(k) / (k + 1));
  }
}

// Where other branches slide, the coefficients of t^k of the weights are those with which the
// coefficients of t^(k + 1) of their margins are zero: these depend on them as the rates of the
// margins do on the weights, so one correction by the inverse of that matrix would do if it were
// exact.
template <typename T>
void ModeChoice<T>::CorrectWeights(int k) {
  constexpr int kMostCorrections = 4;
  internal::ContextData<AutoDiff>& data = copy_.data();
  std::vector<AutoDiff> weights = data.blend()->weights();
  const auto count = std::ssize(weights);
  for (AutoDiff& weight : weights) {
    if (!weight.is_series()) weight = AutoDiff::Series(weight.value());
  }
  Eigen::VectorXd rates(count);
  SurfaceScratch<AutoDiff> scratch;
  for (int correction = 0; correction < kMostCorrections; ++correction) {
    data.InvalidateTimeAndContinuous();
    for (int s = 0; s < count; ++s) {
      const AutoDiff margin = CalcSurfaceMargin(data, sliding_->surfaces()[s], &scratch);
      rates[s] = (k + 1) * margin.coefficient(k + 1);
    }
    if (rates.isZero(0) || !rates.allFinite()) return;
    const Eigen::VectorXd change = sliding_->inverse_sensitivity() * rates;
    for (int s = 0; s < count; ++s) {
      weights[s].set_coefficient(k, weights[s].coefficient(k) - change[s]);
    }
    data.blend()->SetWeights(weights);
    TakeCoefficients(k);
  }
}

// Notes which margins of a group stay zero; false where a coefficient up to the first that is not
// zero is not finite.
template <typename T>
bool ModeChoice<T>::NoteMargins(const std::vector<int>& group) {
  internal::ContextData<AutoDiff>& data = copy_.data();
  int last_node = -1;
  for (size_t i = 0; i < group.size(); ++i) {
    const int n = node_of(group[i]);
    const int first = data.plan->nodes[n].first_mode;
    if (n != last_node) {
      leaf(n).CalcModeMargins(data.views[n], data.modes.data() + first, margins_.data());
    }
    last_node = n;
    const AutoDiff& margin = margins_[group[i] - first];
    if (!IsFiniteToFirst(margin)) return false;
    rests_[group[i]] = series::Order(margin, AutoDiff(0)) == 0;
  }
  return true;
}

// What depends on the past of a signal is not told apart here.
template <typename T>
bool ModeChoice<T>::FollowPresent() {
  if (has_histories_ || !copy_.Update()) return false;
  HoldModes(data_.modes);
  ExpandMotion();
  return true;
}

// The sign of the first coefficient of the power series along the motion that is not 0; 0 where
// none is known.
template <typename T>
int ModeChoice<T>::FindSign(int node, int index) {
  const Context<AutoDiff>& context = copy_.data().views[node];
  witnesses_.clear();
  leaf(node).CollectWitnessFunctions(context, &witnesses_);
  if (index >= std::ssize(witnesses_)) return 0;
  const AutoDiff value = witnesses_[index]->CalcWitnessValue(context);
  return IsFiniteToFirst(value) ? series::Order(value, AutoDiff(0)) : 0;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(ModeChoice)

}  // namespace loopwright
