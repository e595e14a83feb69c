#include "engine/integration/implicit_euler.h"

namespace loopwright {

namespace {
// A step that would grow by less than this keeps its size, and with it the decomposition.
constexpr double kKeepBelow = 1.2;
}  // namespace

ImplicitEuler::ImplicitEuler(const IntegrationMethodInfo& info, internal::ContextData<double>* data,
                             const IntegrationSettings& settings)
    : ImplicitMethod(info, data, settings, 1),
      f_(size_),
      correction_(Vector::Zero(size_)),
      error_(Vector::Zero(size_)),
      slope_(size_) {}

// Newton's iteration for x1 = x0 + h f(t1, x1), which starts from the last step's slope where that
// is known.
auto ImplicitEuler::Solve() -> Newton {
  const double h = end_time_ - start_time_;
  if (jacobian_is_fresh_ || factorized_for_ != h) {
    factorized_for_ = h;
    ++statistics_.factorizations;
    if (!matrix_.Factorize(1 / h, jacobian_)) return Newton::kSingular;
  }
  end_ = x0_;
  if (has_slope_) end_ += h * slope_;
  BeginNewton();
  for (;;) {
    if (!EvaluateAt(end_time_, end_, &f_)) return Newton::kNotFinite;
    correction_ = f_ - (end_ - x0_) / h;
    matrix_.Solve(correction_, &correction_);
    end_ += correction_;
    const Progress progress = Judge(WeightedNorm(correction_));
    if (progress == Progress::kDiverged) return Newton::kDiverged;
    if (progress == Progress::kConverged) return Newton::kConverged;
  }
}

double ImplicitEuler::ScaledError(int n) { return error_[n] / Tolerance(x0_[n], end_[n]); }

// Half the difference to the explicit step, filtered by the matrix, so that stiff parts which have
// died out do not count.
double ImplicitEuler::ErrorNorm() {
  error_ = 0.5 * (f0_ - (end_ - x0_) / (end_time_ - start_time_));
  matrix_.Solve(error_, &error_);
  return OneStepMethod<double>::ErrorNorm();
}

double ImplicitEuler::GrowthAfter(double error, bool after_rejection) {
  const double growth = OneStepMethod<double>::GrowthAfter(error, after_rejection);
  return has_jacobian_ && growth >= 1 && growth <= kKeepBelow ? 1 : growth;
}

void ImplicitEuler::Interpolate(double t_sec, double* x) {
  const double theta = (t_sec - start_time_) / (end_time_ - start_time_);
  for (int n = 0; n < size_; ++n) x[n] = x0_[n] + theta * (end_[n] - x0_[n]);
}

void ImplicitEuler::Remember(bool is_end_of_try) {
  has_slope_ = is_end_of_try;
  slope_ = (end_ - x0_) / (end_time_ - start_time_);
}

}  // namespace loopwright
