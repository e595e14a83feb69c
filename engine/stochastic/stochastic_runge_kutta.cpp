#include "engine/stochastic/stochastic_runge_kutta.h"

#include <algorithm>
#include <cmath>

namespace loopwright {
namespace {

// The parts of a step by which Lévy areas are known, as a power of two, at refinement 0.
constexpr int kAreaDepth = 5;

// SRIW1: times of stages, and its tableaux with their zeros left away: Rößler's c0, c1, A0, A1, B0,
// B1, α, β1 ... β4.
constexpr double kTimeOfDrift[] = {0, 0.75, 0, 0};
constexpr double kTimeOfNoise[] = {0, 0.25, 1, 0.25};
constexpr double kDriftInDrift = 0.75;  // A0 and B0 of stage 1 from stage 0
constexpr double kNoiseInDrift = 1.5;
constexpr double kDriftInNoise[4][3] = {{0, 0, 0}, {0.25, 0, 0}, {1, 0, 0}, {0, 0, 0.25}};
constexpr double kNoiseInNoise[4][3] = {{0, 0, 0}, {0.5, 0, 0}, {-1, 0, 0}, {-5, 3, 0.5}};
constexpr double kAlpha[] = {1. / 3, 2. / 3, 0, 0};
constexpr double kBeta1[] = {-1, 4. / 3, 2. / 3, 0};
constexpr double kBeta2[] = {-1, 4. / 3, -1. / 3, 0};
constexpr double kBeta3[] = {2, -4. / 3, -2. / 3, 0};
constexpr double kBeta4[] = {-2, 5. / 3, -2. / 3, 1};

}  // namespace

// --- groups ---

template <typename T>
GroupedNoise<T>::GroupedNoise(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
                              const StochasticSettings& grid)
    : StochasticMethod<T>(info, data, grid),
      noise0_(this->num_noise_elements()),
      noise_(noise0_),
      point_(this->start_),
      is_coupled_(FindNoiseFeedback(*data->plan).node >= 0) {
  for (const NoisyLeaf& leaf : this->leaves()) {
    num_groups_ = is_coupled_ ? num_groups_ + leaf.num_noises
                              : std::max(num_groups_, has_mixed_noise(leaf) ? leaf.num_noises : 1);
  }
}

template <typename T>
bool GroupedNoise<T>::has_mixed_noise() const {
  return std::any_of(this->leaves().begin(), this->leaves().end(),
                     [this](const NoisyLeaf& leaf) { return has_mixed_noise(leaf); });
}

template <typename T>
auto GroupedNoise<T>::ProcessesOf(const NoisyLeaf& leaf, int group) const -> Range {
  const int end = leaf.first_noise + leaf.num_noises;
  if (!has_mixed_noise(leaf)) return group == 0 ? Range{leaf.first_noise, end} : Range{end, end};
  const int process = is_coupled_ ? group : leaf.first_noise + group;
  if (process < leaf.first_noise || process >= end) return {end, end};
  return {process, process + 1};
}

template <typename T>
auto GroupedNoise<T>::BlockOf(const NoisyLeaf& leaf) const -> Range {
  const NoisyLeaf& last = this->leaves().back();
  if (is_coupled_) return {0, last.first_noise + last.num_noises};
  return {leaf.first_noise, leaf.first_noise + leaf.num_noises};
}

// Adds the columns of the processes of one group, those of all leaves.
template <typename T>
void GroupedNoise<T>::AddGroup(int group, const Values& noise, double factor, Values* x) const {
  for (const NoisyLeaf& leaf : this->leaves()) {
    const Range processes = ProcessesOf(leaf, group);
    for (int k = processes.first; k < processes.end; ++k) {
      this->AddColumn(leaf, noise, k - leaf.first_noise, factor, x);
    }
  }
}

// --- SRI1 ---

template <typename T>
Sri1<T>::Sri1(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
              const StochasticSettings& grid)
    : GroupedNoise<T>(info, data, grid) {
  const std::size_t count = this->path().num_processes();
  integrals_.resize(count * count);
  scratch_.resize(count * count);
}

// Only what of the matrix is used: the diagonal, and the blocks of processes that disturb each
// other.
template <typename T>
void Sri1<T>::CalcIntegrals() {
  const int count = this->path().num_processes();
  const int depth = kAreaDepth + this->refinement();
  int done = 0;
  for (const NoisyLeaf& leaf : this->leaves()) {
    const auto block = this->BlockOf(leaf);
    for (int first = std::max(block.first, done); first < block.end;) {
      const int size = this->has_mixed_noise(leaf) ? block.end - first : 1;
      this->path().CalcIteratedIntegrals(first, size, depth, scratch_.data());
      for (int i = 0; i < size; ++i) {
        std::copy_n(scratch_.begin() + i * size, size,
                    integrals_.begin() + (first + i) * count + first);
      }
      first += size;
    }
    done = block.end;
  }
}

// H± of a group. Processes that do not disturb each other have their own double integral only.
template <typename T>
void Sri1<T>::MovePoint(int group, double sign, double h) {
  const int count = this->path().num_processes();
  this->point_ = this->start_;
  for (const NoisyLeaf& leaf : this->leaves()) {
    const auto block = this->BlockOf(leaf);
    for (int l = leaf.first_noise; l < leaf.first_noise + leaf.num_noises; ++l) {
      const int k = !this->has_mixed_noise(leaf) ? l : block.first + group;
      if (k >= block.end) continue;
      this->AddColumn(leaf, this->noise0_, l - leaf.first_noise,
                      sign * integrals_[l * count + k] / std::sqrt(h), &this->point_);
    }
  }
}

// For each group of noises two points beside the start, a little up and down along what the
// iterated integrals say. The difference of the diffusion there stands for its derivative.
template <typename T>
bool Sri1<T>::TryStep(double h) {
  this->EvaluateNoiseHere(&this->noise0_);
  this->end_ = this->start_;
  this->AddScaled(this->drift0_, h, &this->end_);
  this->AddNoise(this->noise0_, this->path().increments(), 1, &this->end_);
  CalcIntegrals();
  for (int group = 0; group < this->num_groups(); ++group) {
    for (const double sign : {1., -1.}) {
      MovePoint(group, sign, h);
      this->EvaluateNoise(this->start_time_, this->point_, &this->noise_);
      this->AddGroup(group, this->noise_, sign * 0.5 * std::sqrt(h), &this->end_);
    }
  }
  return true;
}

// --- Platen's weak method ---

template <typename T>
PlatenWeak2<T>::PlatenWeak2(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
                            const StochasticSettings& grid)
    : GroupedNoise<T>(info, data, grid), drift_(this->start_) {}

template <typename T>
double PlatenWeak2<T>::PairSign(int r, int k) {
  return k > r ? this->path().PairSign(k, r) : -this->path().PairSign(r, k);
}

// The weak scheme of order 2 (Kloeden, Platen: Numerical Solution of Stochastic Differential
// Equations, 15.1): support points are computed first, then drift and noise are averaged over them.
template <typename T>
bool PlatenWeak2<T>::TryStep(double h) {
  this->EvaluateNoiseHere(&this->noise0_);
  const std::vector<double>& dw = this->path().increments();
  this->point_ = this->start_;
  this->AddScaled(this->drift0_, h, &this->point_);
  this->AddNoise(this->noise0_, dw, 1, &this->point_);
  this->EvaluateDrift(this->end_time_, this->point_, &drift_);
  this->end_ = this->start_;
  this->AddScaled(this->drift0_, 0.5 * h, &this->end_);
  this->AddScaled(drift_, 0.5 * h, &this->end_);
  this->AddNoise(this->noise0_, dw, 0.5, &this->end_);
  for (int group = 0; group < this->num_groups(); ++group) {
    for (const double sign : {1., -1.}) {
      AddOwnTerms(group, sign, h);
      if (this->has_mixed_noise()) AddMixedTerms(group, sign, h);
    }
  }
  return true;
}

// What b_k at R+ or R- adds, for the processes of a group.
template <typename T>
void PlatenWeak2<T>::AddOwnTerms(int group, double sign, double h) {
  const double root = std::sqrt(h);
  this->point_ = this->start_;
  this->AddScaled(this->drift0_, h, &this->point_);
  this->AddGroup(group, this->noise0_, sign * root, &this->point_);
  this->EvaluateNoise(this->end_time_, this->point_, &this->noise_);
  for (const NoisyLeaf& leaf : this->leaves()) {
    const auto processes = this->ProcessesOf(leaf, group);
    for (int k = processes.first; k < processes.end; ++k) {
      const double dw = this->path().increments()[k];
      this->AddColumn(leaf, this->noise_, k - leaf.first_noise,
                      0.25 * (dw + sign * (dw * dw - h) / root), &this->end_);
    }
  }
}

// What b_k at U+ or U- of the processes r of a group adds, for the other processes k.
template <typename T>
void PlatenWeak2<T>::AddMixedTerms(int group, double sign, double h) {
  const double root = std::sqrt(h);
  const std::vector<double>& dw = this->path().increments();
  this->point_ = this->start_;
  this->AddGroup(group, this->noise0_, sign * root, &this->point_);
  this->EvaluateNoise(this->start_time_, this->point_, &this->noise_);
  for (const NoisyLeaf& leaf : this->leaves()) {
    if (!this->has_mixed_noise(leaf)) continue;
    const auto block = this->BlockOf(leaf);
    const int r = block.first + group;
    if (r >= block.end) continue;
    for (int k = leaf.first_noise; k < leaf.first_noise + leaf.num_noises; ++k) {
      if (k == r) continue;
      const double dw_k = dw[k];
      const double product = dw_k * dw[r] + PairSign(r, k) * h;
      const int column = k - leaf.first_noise;
      this->AddColumn(leaf, this->noise_, column, 0.25 * (dw_k + sign * product / root),
                      &this->end_);
      this->AddColumn(leaf, this->noise0_, column, -0.25 * dw_k, &this->end_);
    }
  }
}

// --- SRIW1 ---

template <typename T>
Sriw1<T>::Sriw1(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
                const StochasticSettings& grid)
    : StochasticMethod<T>(info, data, grid),
      point_(this->start_),
      time_integrals_(this->path().num_processes()),
      ones_(time_integrals_.size(), 1.),
      weights_(time_integrals_) {
  for (Values& drift : drift_) drift = this->start_;
  for (Values& noise : noise_) noise.resize(this->num_noise_elements());
}

// I₀ = ∫ W dt over the step follows from H and ΔW of the path; `time_integrals_` has I₀/h.
template <typename T>
bool Sriw1<T>::TryStep(double h) {
  const std::vector<double>& areas = this->path().Areas();
  for (std::size_t k = 0; k < areas.size(); ++k) {
    time_integrals_[k] = areas[k] + 0.5 * this->path().increments()[k];
  }
  drift_[0] = this->drift0_;
  this->EvaluateNoiseHere(&noise_[0]);
  for (int stage = 1; stage < kStages; ++stage) AddStage(stage, h);
  this->end_ = this->start_;
  for (int stage = 0; stage < kStages; ++stage) {
    this->AddScaled(drift_[stage], kAlpha[stage] * h, &this->end_);
    SetWeights(stage, h);
    this->AddNoise(noise_[stage], weights_, 1, &this->end_);
  }
  return true;
}

// f of stages 2 and 3 is that of stage 0: their rows are zero.
template <typename T>
void Sriw1<T>::AddStage(int stage, double h) {
  if (stage == 1) {
    point_ = this->start_;
    this->AddScaled(drift_[0], kDriftInDrift * h, &point_);
    this->AddNoise(noise_[0], time_integrals_, kNoiseInDrift, &point_);
    this->EvaluateDrift(this->start_time_ + kTimeOfDrift[stage] * h, point_, &drift_[stage]);
  } else {
    drift_[stage] = drift_[0];
  }
  point_ = this->start_;
  for (int before = 0; before < stage; ++before) {
    this->AddScaled(drift_[before], kDriftInNoise[stage][before] * h, &point_);
    this->AddNoise(noise_[before], ones_, kNoiseInNoise[stage][before] * std::sqrt(h), &point_);
  }
  this->EvaluateNoise(this->start_time_ + kTimeOfNoise[stage] * h, point_, &noise_[stage]);
}

// What each process adds in this stage: w = β1 ΔW + β2 I₁₁/√h + β3 I₀/h + β4 I₁₁₁/h.
template <typename T>
void Sriw1<T>::SetWeights(int stage, double h) {
  const double root = std::sqrt(h);
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    const double dw = this->path().increments()[k];
    const double i11 = 0.5 * (dw * dw - h), i111 = (dw * dw * dw - 3 * h * dw) / 6;
    weights_[k] = kBeta1[stage] * dw + kBeta2[stage] * i11 / root +
                  kBeta3[stage] * time_integrals_[k] + kBeta4[stage] * i111 / h;
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(GroupedNoise)
LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(Sri1)
LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(PlatenWeak2)
LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(Sriw1)

}  // namespace loopwright
