#include "engine/branches/sliding_motion.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "engine/branches/size_of.h"
#include "engine/common/few_elements.h"
#include "engine/context/context_data.h"

namespace loopwright {

namespace {
// A search for weights ends where the next change would be smaller than this part of them …
constexpr double kWeightTolerance = 1e-14;
// … or, where rounding does not let it come so far, where changes smaller than this no longer
// shrink.
constexpr double kRoundingTolerance = 1e-8;
constexpr int kMostUpdates = 25;
// The time in which a state returns to its surface, in steps: of the longest, or, where there is
// no limit, of the first.
constexpr double kStepsToReturn = 5;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
}  // namespace

// Weights begin in the middle. All lists are made as long as they will ever be: an evaluation
// within a step takes no memory.
template <typename T>
SlidingMotion<T>::SlidingMotion(Data* data, std::vector<SlidingSurface> surfaces,
                                SlidingBranches branches, AutoDiffCopy<T>* copy,
                                double max_step_sec)
    : internal::Blend<T>(data, std::move(branches.leaves), static_cast<int>(surfaces.size())),
      surfaces_(std::move(surfaces)),
      rates_of_(data, &surfaces_, copy),
      corner_branches_(data, this, &surfaces_, std::move(branches.on_thresholds)),
      search_(data, this, &surfaces_, &rates_of_),
      push_(data, static_cast<int>(surfaces_.size()), copy),
      stabilization_(std::isfinite(max_step_sec) ? 1 / (kStepsToReturn * max_step_sec) : 0),
      eigenvalues_(static_cast<Eigen::Index>(surfaces_.size())),
      solved_at_(kNan) {
  const size_t count = surfaces_.size();
  start_.assign(count, T(0.5));
  for (auto* list : {&rates_, &margins_, &weights_now_, &changes_, &no_weights_}) {
    list->assign(count, T(0));
  }
  slope_.assign(data->plan->num_continuous(), T(0));
  known_.fill({kNan, slope_, slope_, margins_, margins_, false, margins_});
  for (auto* list : {&rates_before_, &step_, &answer_, &row_, &weights_there_}) {
    list->assign(count, 0);
  }
  const auto size = static_cast<Eigen::Index>(count);
  inverse_ = used_inverse_ = sensitivity_ = Eigen::MatrixXd::Zero(size, size);
}

template <typename T>
void SlidingMotion<T>::CalcMargins(std::vector<T>* margins) {
  margins->resize(surfaces_.size());
  rates_of_.CalcMargins(margins);
}

template <typename T>
void SlidingMotion<T>::EvaluateWith(const std::vector<T>& weights) {
  is_evaluated_there_ = false;
  this->SetWeights(weights);
  this->data().EvaluateDerivativesAsHeld();
}

// Where a search begins: at the weights of the last accepted step; or, where the last search was
// at this time, which is mostly at this state too, at its result, but for what another 1/τ changes
// in the rates that are looked for.
template <typename T>
void SlidingMotion<T>::PredictWeights(double stabilization) {
  if (ValueOf(this->data().time) != solved_at_) {
    weights_now_ = start_;
    used_inverse_ = inverse_;
    return;
  }
  const double change = solved_for_ - stabilization;
  if (change == 0) return;
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  for (Eigen::Index s = 0; s < count; ++s) {
    for (Eigen::Index k = 0; k < count; ++k) {
      weights_now_[s] = weights_now_[s] + change * used_inverse_(s, k) * margins_[k];
    }
  }
}

// Weights for which dg/dt = -stabilization g, which the context then has.
template <typename T>
bool SlidingMotion<T>::Solve(double stabilization) {
  const size_t count = surfaces_.size();
  PredictWeights(stabilization);
  solved_at_ = kNan;
  double last_size = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < kMostUpdates; ++iteration) {
    this->SetWeights(weights_now_);
    if (iteration == 0) {
      this->data().EvaluateDerivativesAsHeld();
      rates_of_.CalcMargins(&margins_);
    } else {
      this->EvaluateDerivativesAgain();
    }
    rates_of_.Calc(&rates_);
    for (size_t s = 0; s < count; ++s) rates_[s] = rates_[s] + stabilization * margins_[s];
    double size = CalcChanges();
    if (iteration > 0 && size > kWeightTolerance) {
      ImproveInverse();
      size = CalcChanges();
    }
    if (!std::isfinite(size)) return false;
    const bool is_rounding = size < kRoundingTolerance && size >= 0.5 * last_size;
    if (size <= kWeightTolerance || is_rounding) {
      solved_at_ = ValueOf(this->data().time);
      solved_for_ = stabilization;
      return true;
    }
    last_size = size;
    for (size_t s = 0; s < count; ++s) {
      rates_before_[s] = ValueOf(rates_[s]);
      weights_now_[s] = weights_now_[s] + changes_[s];
      step_[s] = ValueOf(changes_[s]);
    }
  }
  return false;
}

// -B r, by which the weights change; how large the largest change is, relative to its weight.
template <typename T>
double SlidingMotion<T>::CalcChanges() {
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  double size = 0;
  for (Eigen::Index s = 0; s < count; ++s) {
    T change(0);
    for (Eigen::Index k = 0; k < count; ++k) change = change - used_inverse_(s, k) * rates_[k];
    changes_[s] = change;
    const double part = SizeOf(change) / std::max(1., SizeOf(weights_now_[s]));
    // Not std::max(): what is no number has to be the result.
    if (!(part <= size)) size = part;
  }
  return size;
}

// Broyden's: with the last change s of the weights and what it changed in the rates, y, the
// inverse B becomes B + (s - B y) sᵀ B / (sᵀ B y), which takes y to s.
template <typename T>
void SlidingMotion<T>::ImproveInverse() {
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  Eigen::MatrixXd& inverse = used_inverse_;
  double scale = 0;
  for (Eigen::Index s = 0; s < count; ++s) {
    answer_[s] = row_[s] = 0;
    for (Eigen::Index k = 0; k < count; ++k) {
      answer_[s] += inverse(s, k) * (ValueOf(rates_[k]) - rates_before_[k]);
      row_[s] += step_[k] * inverse(k, s);
    }
    scale += step_[s] * answer_[s];
  }
  if (scale == 0 || !std::isfinite(scale)) return;
  for (Eigen::Index s = 0; s < count; ++s) {
    const double part = (step_[s] - answer_[s]) / scale;
    for (Eigen::Index k = 0; k < count; ++k) inverse(s, k) += part * row_[k];
  }
}

// Looks whether weights push the state by a constant matrix. Numbers that are differentiated are
// not pushed so: the factors may depend on what they are differentiated by.
template <typename T>
bool SlidingMotion<T>::FindPush() {
  if constexpr (!std::is_same_v<T, double>) return false;
  push_is_known_ = true;
  is_pushed_constantly_ = push_.Find();
  rates_of_.NoteCopyUsed();
  if (!is_pushed_constantly_ || !rates_of_.IsAffine()) return false;
  const Eigen::MatrixXd& matrix = push_.matrix();
  Eigen::MatrixXd sensitivity(matrix.cols(), matrix.cols());
  for (Eigen::Index s = 0; s < matrix.cols(); ++s) {
    sensitivity.col(s) = rates_of_.CalcAlong(matrix.col(s));
  }
  // Where its symmetric part is negative definite the surfaces attract with all weights.
  const Eigen::MatrixXd symmetric = -sensitivity - sensitivity.transpose();
  may_repel_ = Eigen::LLT<Eigen::MatrixXd>(symmetric).info() != Eigen::Success;
  push_sensitivity_ = sensitivity;
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(sensitivity);
  is_pushed_constantly_ = lu.isInvertible();
  if (!is_pushed_constantly_) return false;
  // Where the push turns out not to be constant, a search begins with what it was.
  inverse_ = used_inverse_ = lu.inverse();
  push_inverse_.clear();
  for (const auto& row : inverse_.rowwise()) {
    push_inverse_.insert(push_inverse_.end(), row.begin(), row.end());
  }
  pushed_.clear();
  pushes_.clear();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    if (matrix.row(i).isZero(0)) continue;
    pushed_.push_back(static_cast<int>(i));
    for (Eigen::Index s = 0; s < matrix.cols(); ++s) pushes_.push_back(matrix(i, s));
  }
  return true;
}

// Solve() where MaySolveByPush(). The derivatives are found, and the weights are in weights_now_,
// but not set. False where the derivatives of side 0 are no numbers, or a margin turns out to
// bend: MaySolveByPush() is false then.
template <typename T>
bool SlidingMotion<T>::SolveByPush(double stabilization) {
  const Side0* const here = FindSide0();
  solved_at_ = kNan;
  if (here == nullptr) return false;
  const size_t count = weights_now_.size();
  bool are_finite = true;
  const double* inverse = push_inverse_.data();
  for (size_t s = 0; s < count; ++s) {
    T weight(0);
    for (size_t k = 0; k < count; ++k) {
      const T rate = ReadAlone(here->rates[k]) + stabilization * here->margins[k];
      weight = weight - *inverse++ * rate;
    }
    weights_now_[s] = weight;
    are_finite &= std::isfinite(ValueOf(weight));
  }
  if (!are_finite) return false;
  T* const slope = this->data().arena.data() + here->slope.size();
  const double* push = pushes_.data();
  for (const int i : pushed_) {
    for (const T& weight : weights_now_) slope[i] = slope[i] + *push++ * weight;
  }
  return true;
}

template <typename T>
bool SlidingMotion<T>::IsAt(const Side0& known) const {
  const Data& data = this->data();
  if (known.time != ValueOf(data.time)) return false;
  return std::equal(known.state.begin(), known.state.end(), data.continuous(),
                    [](const T& a, const T& b) { return ValueOf(a) == ValueOf(b); });
}

// At the context's time and state, whose derivatives are those of side 0 after this. Null where a
// margin turns out to bend.
template <typename T>
auto SlidingMotion<T>::FindSide0() -> const Side0* {
  for (size_t i = 0; i < known_.size(); ++i) {
    if (!IsAt(known_[i])) continue;
    is_evaluated_there_ &= i == last_known_;
    last_known_ = i;
    const std::vector<T>& slope = known_[i].slope;
    CopyElements(slope.data(), static_cast<int>(slope.size()),
                 this->data().arena.data() + slope.size());
    return &known_[i];
  }
  last_known_ = 1 - last_known_;
  Side0& here = known_[last_known_];
  here.time = kNan;
  here.is_compared = false;
  this->EvaluateSide0();
  rates_of_.Calc(&here.rates, &here.margins);
  if (!rates_of_.IsAffine()) return nullptr;
  const Data& data = this->data();
  const int size = data.plan->num_continuous();
  CopyElements(data.continuous(), size, here.state.data());
  CopyElements(data.derivatives(), size, here.slope.data());
  here.time = ValueOf(data.time);
  is_evaluated_there_ = true;
  return &here;
}

// After SolveByPush(0) here: where the push turns out not to be constant, weights are searched for
// from now on. What the margins are computed of is at hand now, as it is not at the end of a step
// whose middle was looked at: they are kept.
template <typename T>
void SlidingMotion<T>::CheckPush() {
  is_checked_ = true;
  const bool is_right = IsPushRight();
  is_evaluated_there_ = false;
  if (is_right) {
    Side0& here = known_[last_known_];
    CalcMargins(&here.true_margins);
    here.is_compared = true;
    return;
  }
  is_pushed_constantly_ = false;
  has_failed_ = !Solve(0);
}

// Whether the derivatives, evaluated on both sides, are what the constant push makes of those of
// side 0.
template <typename T>
bool SlidingMotion<T>::IsPushRight() {
  constexpr double kRounding = 1e-9;
  Data& data = this->data();
  CopyElements(data.derivatives(), static_cast<int>(slope_.size()), slope_.data());
  if (is_evaluated_there_) {
    this->EvaluateDerivativesAgain();
  } else {
    data.EvaluateDerivativesAsHeld();
  }
  double size = 1;
  for (const int i : pushed_) size = std::max(size, std::abs(ValueOf(slope_[i])));
  for (size_t i = 0; i < slope_.size(); ++i) {
    const double difference = ValueOf(slope_[i]) - ValueOf(data.derivatives()[i]);
    if (!(std::abs(difference) <= kRounding * size)) return false;
  }
  return true;
}

// The weights for which dg/dt = -stabilization g, by the constant push where there is one. Where
// it turns out here that a margin bends, they are searched for. False where there are none.
template <typename T>
bool SlidingMotion<T>::FindWeightsHere(double stabilization) {
  if (MaySolveByPush()) {
    if (SolveByPush(stabilization)) return true;
    if (MaySolveByPush()) return false;
  }
  return Solve(stabilization);
}

// For a stage of an integrator, which asks for nothing but the derivatives: what depends on
// weights besides is theirs after Settle() only.
template <typename T>
void SlidingMotion<T>::EvaluateDerivatives() {
  settled_at_ = -1;
  if (FindWeightsHere(stabilization_)) {
    if (MaySolveByPush()) {
      this->KeepWeights(weights_now_);
      is_checked_ &= !is_evaluated_there_;
    }
    return;
  }
  // A step whose derivatives are no numbers is refused.
  std::fill(weights_now_.begin(), weights_now_.end(), T(kNan));
  EvaluateWith(weights_now_);
}

// What is shown and recorded needs the weights at the present values, without the way back to the
// surface that derivatives within a step have. Nothing is done where they are up to date already.
template <typename T>
void SlidingMotion<T>::Settle() {
  if (settled_at_ == this->data().change_event()) return;
  has_failed_ = !FindWeightsHere(0);
  if (!has_failed_ && MaySolveByPush()) {
    this->SetWeights(weights_now_);
    if (!is_checked_) CheckPush();
  }
  if (!has_failed_ && (may_repel_ || !MaySolveByPush())) NoteAttraction();
  LookAtCorners();
  settled_at_ = this->data().change_event();
}

// After weights were found, where S may be another or others of its weights may repel.
template <typename T>
void SlidingMotion<T>::NoteAttraction() {
  if (MaySolveByPush()) {
    sensitivity_ = push_sensitivity_;
  } else {
    FindSensitivity();
  }
  attraction_ = std::numeric_limits<double>::infinity();
  if (!sensitivity_.allFinite()) return;
  std::transform(this->weights().begin(), this->weights().end(), weights_there_.begin(),
                 [](const T& weight) { return ValueOf(weight); });
  attraction_ = CalcAttraction(weights_there_, &sensitivity_, &eigenvalues_);
}

// After Solve(0), which has made all rates zero: so those with one other weight each are the
// columns of S, times the change.
template <typename T>
void SlidingMotion<T>::FindSensitivity() {
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  for (Eigen::Index s = 0; s < count; ++s) {
    const T kept = weights_now_[s];
    const double change = ValueOf(kept) <= 0.5 ? 0.5 : -0.5;
    weights_now_[s] = kept + change;
    this->SetWeights(weights_now_);
    this->EvaluateDerivativesAgain();
    rates_of_.Calc(&rates_);
    for (Eigen::Index k = 0; k < count; ++k) sensitivity_(k, s) = ValueOf(rates_[k]) / change;
    weights_now_[s] = kept;
  }
  this->SetWeights(weights_now_);
  this->EvaluateDerivativesAgain();
}

// After weights were found: the margins of branches in their corners.
template <typename T>
void SlidingMotion<T>::LookAtCorners() {
  if (corner_branches_.are_none() || has_failed_) return;
  corner_branches_.CalcMargins();
  EvaluateWith(weights_now_);
}

template <typename T>
void SlidingMotion<T>::NoteChange() {
  // What the margins are computed of may be other branches, too.
  rates_of_.NoteChange();
  push_is_known_ = is_checked_ = may_repel_ = false;
  attraction_ = std::numeric_limits<double>::infinity();
  solved_at_ = kNan;
  ForgetKnown();
}

template <typename T>
void SlidingMotion<T>::NoteCorner() {
  rates_of_.NoteCorner();
  ForgetKnown();
}

template <typename T>
void SlidingMotion<T>::ForgetKnown() {
  is_evaluated_there_ = false;
  settled_at_ = -1;
  for (Side0& known : known_) known.time = kNan;
}

template <typename T>
void SlidingMotion<T>::NoteStep(double step_sec, std::vector<T>* margins) {
  Settle();
  const Side0& known = known_[last_known_];
  if (known.is_compared && IsAt(known)) {
    margins->resize(surfaces_.size());
    CopyElements(known.true_margins.data(), static_cast<int>(margins->size()), margins->data());
  } else {
    CalcMargins(margins);
  }
  // With these weights the rates are zero.
  if (!has_failed_ && MaySolveByPush() && !rates_of_.AgreesHere(no_weights_, *margins)) {
    has_failed_ = !Solve(0);
    LookAtCorners();
  }
  settled_at_ = this->data().change_event();
  CopyElements(this->weights().data(), static_cast<int>(start_.size()), start_.data());
  // A push that is constant has left both as they are.
  if (!MaySolveByPush()) inverse_ = used_inverse_;
  rates_of_.NoteStep(step_sec);
  if (stabilization_ == 0) stabilization_ = 1 / (kStepsToReturn * step_sec);
}

template <typename T>
bool SlidingMotion<T>::Governs(int mode) const {
  return this->Combines(mode) || corner_branches_.FindMargin(mode) != nullptr;
}

template <typename T>
double SlidingMotion<T>::CalcMargin(int mode) const {
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    const double weight = ValueOf(this->weights()[s]);
    for (const SidedMode& branch : surfaces_[s].branches) {
      if (branch.mode == mode) return std::min({weight, 1 - weight, attraction_});
    }
  }
  const double* const margin = corner_branches_.FindMargin(mode);
  if (margin == nullptr) return std::numeric_limits<double>::infinity();
  // On its threshold it is still in its branch, until it leaves it.
  return *margin == 0 ? std::numeric_limits<double>::min() : *margin;
}

// Tests first whether the class applies at all: the rates must be functions of the weights, there
// must be few enough branches to watch, and sums of combined leaves must be right.
template <typename T>
bool SlidingMotion<T>::FindWeights(const std::vector<Place>& places) {
  NoteChange();
  if (search_.MarginsDependOnWeights() || !corner_branches_.Find() || !this->AreSumsRight()) {
    return false;
  }
  if (!search_.Find(places)) return false;
  inverse_ = search_.CalcInverse();
  start_ = search_.weights();
  return true;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(SlidingMotion)

}  // namespace loopwright
