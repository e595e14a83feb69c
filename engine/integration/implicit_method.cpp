#include "engine/integration/implicit_method.h"

#include <algorithm>
#include <cmath>

namespace loopwright {

namespace {
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kKeepJacobian = 1e-3;  ///< THET of RADAU5
constexpr double kTooSlow = 0.99;
constexpr double kHalf = 0.5;
}  // namespace

ImplicitMethod::ImplicitMethod(const IntegrationMethodInfo& info,
                               internal::ContextData<double>* data,
                               const IntegrationSettings& settings, int error_order)
    : OneStepMethod<double>(info, data, settings, error_order),
      jacobian_(data, settings.autodiff_system),
      x0_(size_),
      end_(size_),
      weights_(size_),
      f0_(size_),
      kappa_(std::max(10 * kEpsilon / settings.relative,
                      std::min(0.03, std::sqrt(settings.relative)))) {}

void ImplicitMethod::Restart() {
  start_is_evaluated_ = has_jacobian_ = jacobian_is_fresh_ = false;
  Forget();
}

// Only error control needs the derivatives at the start; Newton's iteration does not.
void ImplicitMethod::EvaluateStart() {
  std::copy_n(data_.continuous(), size_, start_.begin());
  if (!settings_.fixed_step) start_derivative();
}

const double* ImplicitMethod::start_derivative() {
  if (!start_is_evaluated_) {
    std::copy_n(start_.begin(), size_, data_.continuous());
    std::copy_n(Evaluate(start_time_), size_, f0_.data());
    start_is_evaluated_ = true;
  }
  return f0_.data();
}

// At the start of the step. False where the derivatives there, or an element, are not finite.
bool ImplicitMethod::MakeJacobian() {
  const double* derivative = start_derivative();
  if (!IsFinite(derivative, size_)) return false;
  SetContext(start_time_, start_.data());
  has_jacobian_ = jacobian_is_fresh_ = jacobian_.Evaluate(derivative, &statistics_);
  return has_jacobian_;
}

bool ImplicitMethod::EvaluateAt(double t_sec, const Vector& x, Vector* derivative) {
  std::copy_n(x.data(), size_, data_.continuous());
  std::copy_n(Evaluate(t_sec), size_, derivative->data());
  return IsFinite(derivative->data(), size_);
}

// From the state at the start, so that they are the same for all tries of a step.
void ImplicitMethod::SetWeights() {
  for (int n = 0; n < size_; ++n) weights_[n] = 1 / Tolerance(start_[n], start_[n]);
}

double ImplicitMethod::WeightedNorm(const Vector& v) const {
  return std::sqrt(v.cwiseProduct(weights_).squaredNorm() / size_);
}

const System<double>* ImplicitMethod::FindUnsolved() {
  return LeafWithGreatest([this](int n) { return Correction(n) * weights_[n]; });
}

// What the last step's convergence says of this one: it is made a little worse by the exponent, as
// in RADAU5.
void ImplicitMethod::BeginNewton() {
  convergence_ = std::pow(std::max(convergence_, kEpsilon), 0.8);
  theta_ = kKeepJacobian;
  iteration_count_ = 0;
  shrink_ = kHalf;
}

// θ is the ratio of two successive corrections, from the third on the geometric mean of the last
// two ratios. With it, the distance to the solution is θ/(1-θ) times the last correction, and what
// the iterations that are left can reach is predicted.
auto ImplicitMethod::Judge(double correction) -> Progress {
  ++iteration_count_;
  if (!std::isfinite(correction)) return Progress::kDiverged;
  if (iteration_count_ > 1) {
    const double ratio = correction / last_correction_;
    theta_ = iteration_count_ == 2 ? ratio : std::sqrt(ratio * last_theta_);
    last_theta_ = ratio;
    if (!(theta_ < kTooSlow)) return Progress::kDiverged;
    convergence_ = theta_ / (1 - theta_);
    const int left = kMaxIterations - 1 - iteration_count_;
    const double reached = convergence_ * correction * std::pow(theta_, left) / kappa_;
    if (convergence_ * correction > kappa_ && (reached >= 1 || left < 0)) {
      const double lack = std::clamp(reached, 1e-4, 20.);
      shrink_ = 0.8 * std::pow(lack, -1. / (4 + std::max(left, 0)));
      return Progress::kDiverged;
    }
  }
  last_correction_ = std::max(correction, kEpsilon);
  return convergence_ * correction <= kappa_ ? Progress::kConverged : Progress::kContinue;
}

// At most two attempts: one with the Jacobian of an earlier step, if there is one, and one with a
// fresh Jacobian. Only where the fresh one fails, too, is the step shorter.
auto ImplicitMethod::TryStep() -> Try {
  std::copy_n(start_.begin(), size_, x0_.data());
  SetWeights();
  for (;;) {
    if (!has_jacobian_ && !MakeJacobian()) return Try::kNotFinite;
    const Newton outcome = Solve();
    if (outcome == Newton::kConverged) break;
    if (jacobian_is_fresh_) {
      return outcome == Newton::kNotFinite ? Try::kNotFinite : Try::kNoSolution;
    }
    has_jacobian_ = false;
  }
  SetContext(end_time_, end_.data());
  return IsFinite(end_.data(), size_) ? Try::kDone : Try::kNotFinite;
}

void ImplicitMethod::MoveTo(double t_sec) {
  if (t_sec == end_time_) return SetContext(t_sec, end_.data());
  if (t_sec == start_time_) return SetContext(t_sec, start_.data());
  Interpolate(t_sec, data_.continuous());
  data_.write_time(t_sec);
  data_.InvalidateTimeAndContinuous();
}

void ImplicitMethod::ShortenTo(double t_sec) {
  MoveTo(t_sec);
  shortened_ = t_sec != end_time_;
}

// The Jacobian is kept for the next step where convergence was quick.
void ImplicitMethod::AcceptEnd(bool is_end_of_try) {
  start_is_evaluated_ = jacobian_is_fresh_ = false;
  if (theta_ > kKeepJacobian) has_jacobian_ = false;
  Remember(is_end_of_try);
}

}  // namespace loopwright
