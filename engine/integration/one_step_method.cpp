#include "engine/integration/one_step_method.h"

#include <algorithm>
#include <cmath>

#include "engine/common/ulp.h"
#include "engine/text/number_format.h"

namespace loopwright {

namespace {
// No step is shorter than this many units in the last place of the time.
constexpr double kLeastSteps = 16;
// Where a step of less than so many fails, no other would do.
constexpr double kTinySteps = 100;
// A step may be longer by this much to land on its target (semantics 9).
constexpr double kStretch = 0.01;
// Of step control, as in DOPRI5.
constexpr double kSafety = 0.9, kBeta = 0.04, kLeastFactor = 0.2, kGreatestFactor = 10;
constexpr double kShrinkWhereNotFinite = 0.1, kShrinkWithoutSolution = 0.5;
constexpr double kLeastError = 1e-10, kLeastErrorRemembered = 1e-4;
}  // namespace

template <typename T>
OneStepMethod<T>::OneStepMethod(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
                                const IntegrationSettings& settings, int error_order)
    : IntegrationMethod<T>(info, data, settings),
      start_(this->size_),
      power_(1. / (error_order + 1)),
      scaled_(this->size_) {}

// What every step begins with, before its size is known.
template <typename T>
void OneStepMethod<T>::Begin(double t_sec) {
  start_time_ = t_sec;
  shortened_ = false;
  EvaluateStart();
}

// After a try that was not finite; puts the context back.
template <typename T>
bool OneStepMethod<T>::FailIfStartIsNotFinite() {
  const T* slope = start_derivative();
  const bool is_finite = IsFinite(slope, this->size_);
  if (is_finite && IsFinite(start_.data(), this->size_)) return false;
  const T* values = is_finite ? start_.data() : slope;
  const T* culprit = std::find_if(values, values + this->size_,
                                  [](const T& value) { return !std::isfinite(ValueOf(value)); });
  const System<T>* leaf = this->LeafOf(static_cast<int>(culprit - values));
  if (is_finite) {
    this->Fail(leaf,
               "its state is not finite: look at its initial value, or at the event that set it");
  } else {
    this->FailNotFinite(leaf);
  }
  this->SetContext(start_time_, start_.data());
  return true;
}

template <typename T>
bool OneStepMethod<T>::TakeFixedStep(double t_sec, double end_sec) {
  Begin(t_sec);
  end_time_ = end_sec;
  const Try outcome = TryStep();
  return outcome == Try::kDone || FailFixedStep(outcome);
}

// What a fixed step from start_time_ to end_time_ fails with; puts the context back. False.
template <typename T>
bool OneStepMethod<T>::FailFixedStep(Try outcome) {
  const System<T>* culprit = nullptr;
  if (outcome == Try::kNotFinite) {
    culprit = FindCulprit();
    if (FailIfStartIsNotFinite()) return false;
  }
  const std::string step = "a step of " + FormatNumber(end_time_ - start_time_) + " s";
  if (outcome == Try::kNotFinite && end_time_ - start_time_ < kTinySteps * Ulp(end_time_)) {
    this->FailNotFiniteLater(culprit);
  } else if (outcome == Try::kNotFinite) {
    this->FailBeyondStart(culprit,
                          step + " leads to values that are not finite: try a smaller one");
  } else {
    this->FailBeyondStart(FindUnsolved(), "Newton's iteration finds no end of " + step +
                                              ": try a smaller one, or error control");
  }
  this->SetContext(start_time_, start_.data());
  return false;
}

// No step from `t_sec` is short enough; the last one ended at `end_sec`.
template <typename T>
void OneStepMethod<T>::FailWithLeastStep(Try last, double end_sec) {
  if (last == Try::kNotFinite) {
    end_time_ = end_sec;
    this->FailNotFiniteLater(FindCulprit());
    this->SetContext(start_time_, start_.data());
  } else if (last == Try::kNoSolution) {
    this->FailIteration(FindUnsolved());
  } else {
    this->FailAccuracy(FindWorst());
  }
}

// Tries steps until the error is within the tolerances: each refused one is followed by a shorter
// one from the same start. What keeps this loop finite is the least step, a few units in the last
// place of the time.
//
// Step control in short (formulas and sources are in the header): the error of a step of size h is
// about c h^q with a c that changes slowly, so that from one try c is known and with it the h at
// which the error norm would be 1, the most that is tolerated. Of that 0.9 is taken, since a try
// that is refused costs as much as a step, and not more than 10 times or less than a fifth of the
// last step, since further away the formula says little. What is wanted of the next step is kept
// from step to step; an event that cuts a step short does not change it, as it tells nothing of
// the error.
template <typename T>
double OneStepMethod<T>::TakeControlledStep(double t_sec, double target_sec, double limit_sec) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  Begin(t_sec);
  const double max_step = this->settings_.max_step;
  if (next_step_ <= 0) {
    // The first step, or the first after a restart.
    next_step_ = InitialStep(std::min(max_step, target_sec - t_sec));
    if (!(next_step_ > 0) && FailIfStartIsNotFinite()) return kNone;
  }
  double wanted = std::min(next_step_, max_step);
  if (limit_sec > 0) wanted = std::min(wanted, limit_sec);
  wanted = std::max(wanted, 4 * kLeastSteps * Ulp(t_sec));  // so that there is a try
  Try outcome = Try::kDone;
  for (;;) {
    // The step lands on the target where that is within its stretch.
    const double last_end = end_time_;
    end_time_ = target_sec - t_sec <= (1 + kStretch) * wanted ? target_sec : t_sec + wanted;
    const double step = end_time_ - t_sec;
    if (end_time_ != target_sec && step < kLeastSteps * Ulp(end_time_)) {
      FailWithLeastStep(outcome, last_end);
      return kNone;
    }
    outcome = TryStep();
    const double error = outcome == Try::kDone ? ErrorNorm() : 0;
    if (outcome == Try::kDone && error <= 1) {
      // By less than rounding, every step may differ from what was wanted.
      was_cut_ = end_time_ == target_sec && step < wanted;
      tried_step_ = step;
      tried_error_ = error;
      return end_time_;
    }
    // It was refused: back to the start, and shorter by what the reason suggests.
    if (outcome == Try::kNotFinite && FailIfStartIsNotFinite()) return kNone;
    this->SetContext(start_time_, start_.data());
    ++this->statistics_.rejected_steps;
    rejected_ = true;
    double factor = kShrinkWhereNotFinite;
    if (outcome == Try::kNoSolution) factor = ShrinkWithoutSolution();
    if (outcome == Try::kDone && std::isfinite(error)) factor = ShrinkAfter(error);
    next_step_ = wanted = step * factor;
  }
}

template <typename T>
double OneStepMethod<T>::ShrinkAfter(double error) {
  return std::max(kLeastFactor, kSafety * std::pow(error, -power_));
}

template <typename T>
double OneStepMethod<T>::ShrinkWithoutSolution() {
  return kShrinkWithoutSolution;
}

// Gustafsson's PI control: the last error counts besides this one, which damps the zigzag of steps
// that are too long and too short in turn.
template <typename T>
double OneStepMethod<T>::GrowthAfter(double error, bool after_rejection) {
  const double factor = kSafety * std::pow(std::max(error, kLeastError), -(power_ - 0.75 * kBeta)) *
                        std::pow(last_error_, kBeta);
  last_error_ = std::max(error, kLeastErrorRemembered);
  return std::clamp(factor, kLeastFactor, after_rejection ? 1 : kGreatestFactor);
}

template <typename T>
void OneStepMethod<T>::Accept() {
  if (!this->settings_.fixed_step) {
    // What holds a step down has an error of about 1; a hundredth would allow one twice as long.
    constexpr double kHeld = 0.01;
    this->NoteHeldStep(tried_step_, tried_error_ > kHeld && !was_cut_,
                       [this] { return FindWorst(); });
  }
  AcceptEnd(!shortened_);
  if (this->settings_.fixed_step) return;
  this->statistics_.NoteStep(ValueOf(this->data_.time) - start_time_);
  const double wanted = tried_step_ * GrowthAfter(tried_error_, rejected_);
  // A step that was cut short to land on an event says little about how long one may be.
  next_step_ = was_cut_ ? std::max(wanted, next_step_) : wanted;
  rejected_ = false;
}

template <typename T>
double OneStepMethod<T>::ErrorNorm() {
  return NormOf([this](int n) { return ScaledError(n); });
}

template <typename T>
const System<T>* OneStepMethod<T>::FindWorst() {
  return LeafWithGreatest([this](int n) { return ScaledError(n); });
}

// The guess of the first step, as the header cites it: such that an explicit Euler step changes the
// state by a hundredth of its size, corrected by how fast the derivatives change.
template <typename T>
double OneStepMethod<T>::InitialStep(double max_sec) {
  const int size = this->size_;
  const auto norm = [&](const auto& value) {
    return NormOf([&](int n) {
      const double x = ValueOf(start_[n]);
      return value(n) / Tolerance(x, x);
    });
  };
  constexpr double kTiny = 1e-5, kFallback = 1e-6;
  std::copy_n(this->data_.continuous(), size, start_.begin());
  const T* slope = start_derivative();
  const double d0 = norm([&](int n) { return ValueOf(start_[n]); });
  const double d1 = norm([&](int n) { return ValueOf(slope[n]); });
  double h0 = d0 < kTiny || d1 < kTiny ? kFallback : 0.01 * d0 / d1;
  h0 = std::min(h0, max_sec);
  T* x = this->data_.continuous();
  for (int n = 0; n < size; ++n) x[n] = start_[n] + h0 * slope[n];
  const T* there = Evaluate(start_time_ + h0);
  const double d2 = norm([&](int n) { return ValueOf(there[n]) - ValueOf(slope[n]); }) / h0;
  this->SetContext(start_time_, start_.data());
  const double largest = std::max(d1, d2);
  const double h1 = largest <= 1e-15 ? std::max(1e-6, 1e-3 * h0)
                                     : std::pow(0.01 / largest, 1. / this->info_.order);
  const double h = std::min({100 * h0, h1, max_sec});
  return std::isfinite(h) && h > 0 ? h : h0;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(OneStepMethod)

}  // namespace loopwright
