#include "engine/integration/radau5.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "engine/integration/radau5_coefficients.h"

namespace loopwright {

namespace {
using namespace radau5;  // NOLINT(google-build-using-namespace)

// Names in the program RADAU5: SAFE, FACR and FACL, QUOT2.
constexpr double kSafety = 0.9;
constexpr double kLeastQuotient = 1. / 8, kGreatestQuotient = 5;  ///< of h and the next h
constexpr double kKeepBelow = 1.2;
constexpr double kShrinkFirst = 0.1;
constexpr double kLeastError = 1e-10, kLeastErrorRemembered = 1e-2;
}  // namespace

Radau5::Radau5(const IntegrationMethodInfo& info, internal::ContextData<double>* data,
               const IntegrationSettings& settings)
    : ImplicitMethod(info, data, settings, 3),
      stage_(size_),
      error_(Vector::Zero(size_)),
      correction_(Vector::Zero(size_)),
      complex_right_(size_) {
  for (int i = 0; i < 3; ++i) {
    for (Vector* v : {&z_[i], &w_[i], &f_[i], &polynomial_[i]}) v->resize(size_);
  }
}

// After a restart the last step's polynomial says nothing about the next.
void Radau5::Forget() {
  has_polynomial_ = false;
  is_first_ = true;
}

// The two matrices for a step of size h: real with γ/h, complex with (α + iβ)/h. They are kept
// while neither the step nor the Jacobian changes. False where one is singular.
bool Radau5::Factorize(double h) {
  if (!jacobian_is_fresh_ && factorized_for_ == h) return true;
  factorized_for_ = h;
  statistics_.factorizations += 2;
  if (real_.Factorize(kGamma / h, jacobian_) &&
      complex_.Factorize({kAlpha / h, kBeta / h}, jacobian_)) {
    return true;
  }
  factorized_for_ = 0;
  return false;
}

// The last step's polynomial at this step's stages. It is the starting value of Newton's
// iteration, and the transformed one with it. Without a last step the increments start at zero.
void Radau5::Extrapolate(double h) {
  if (!has_polynomial_) {
    for (int i = 0; i < 3; ++i) {
      z_[i].setZero();
      w_[i].setZero();
    }
    return;
  }
  const double ratio = h / polynomial_step_;
  for (int i = 0; i < 3; ++i) {
    const double s = kC[i] * ratio;
    z_[i] = s * (polynomial_[0] +
                 (s - (kC[1] - 1)) * (polynomial_[1] + (s - (kC[0] - 1)) * polynomial_[2]));
  }
  for (int i = 0; i < 3; ++i) {
    w_[i] = kTInverse[i][0] * z_[0] + kTInverse[i][1] * z_[1] + kTInverse[i][2] * z_[2];
  }
}

// Simplified Newton on the transformed increments w = T⁻¹ z: each iteration evaluates the three
// stages, solves one real and one complex system, and transforms back.
auto Radau5::Solve() -> Newton {
  const double h = end_time_ - start_time_;
  if (!Factorize(h)) return Newton::kSingular;
  Extrapolate(h);
  BeginNewton();
  const double gamma = kGamma / h, alpha = kAlpha / h, beta = kBeta / h;
  for (;;) {
    for (int i = 0; i < 3; ++i) {
      stage_ = x0_ + z_[i];
      const double t = i == 2 ? end_time_ : start_time_ + kC[i] * h;
      if (!EvaluateAt(t, stage_, &f_[i])) return Newton::kNotFinite;
    }
    // Right sides in the transformed variables; z_ and complex_right_ hold the corrections then.
    z_[0] =
        kTInverse[0][0] * f_[0] + kTInverse[0][1] * f_[1] + kTInverse[0][2] * f_[2] - gamma * w_[0];
    z_[1] = kTInverse[1][0] * f_[0] + kTInverse[1][1] * f_[1] + kTInverse[1][2] * f_[2] -
            (alpha * w_[1] - beta * w_[2]);
    z_[2] = kTInverse[2][0] * f_[0] + kTInverse[2][1] * f_[1] + kTInverse[2][2] * f_[2] -
            (alpha * w_[2] + beta * w_[1]);
    real_.Solve(z_[0], &z_[0]);
    correction_ = z_[0];
    complex_right_.real() = z_[1];
    complex_right_.imag() = z_[2];
    complex_.Solve(complex_right_, &complex_right_);
    z_[1] = complex_right_.real();
    z_[2] = complex_right_.imag();
    double sum = 0;
    for (const Vector& correction : z_) {
      const double norm = WeightedNorm(correction);
      sum += norm * norm;
    }
    for (int i = 0; i < 3; ++i) w_[i] += z_[i];
    for (int i = 0; i < 3; ++i) {
      z_[i] = kT[i][0] * w_[0] + kT[i][1] * w_[1] + kT[i][2] * w_[2];
    }
    const Progress progress = Judge(std::sqrt(sum / 3));
    if (progress == Progress::kDiverged) return Newton::kDiverged;
    if (progress == Progress::kConverged) break;
  }
  end_ = x0_ + z_[2];
  return Newton::kConverged;
}

double Radau5::ScaledError(int n) { return error_[n] * weights_[n]; }

// The error estimate of the header. Where it refuses a first or repeated step, it is filtered by
// one more evaluation, since it is often too large there for stiff systems; the context is at the
// end afterwards.
double Radau5::ErrorNorm() {
  const double h = end_time_ - start_time_;
  stage_ = (kError[0] * z_[0] + kError[1] * z_[1] + kError[2] * z_[2]) / h;
  error_ = stage_ + f0_;
  real_.Solve(error_, &error_);
  double norm = WeightedNorm(error_);
  if (!(norm < 1) && (is_first_ || was_rejected_)) {
    error_ += x0_;
    if (!EvaluateAt(start_time_, error_, &f_[0])) {
      error_ -= x0_;
    } else {
      error_ = f_[0] + stage_;
      real_.Solve(error_, &error_);
      norm = WeightedNorm(error_);
    }
    SetContext(end_time_, end_.data());
  }
  return norm;
}

// h / h_new that the error asks for. More iterations mean a smaller safety factor.
double Radau5::Quotient(double error) const {
  const double safety =
      kSafety * std::min(1., (1. + 2 * kMaxIterations) / (iteration_count_ + 2 * kMaxIterations));
  return std::clamp(std::pow(std::max(error, kLeastError), 0.25) / safety, kLeastQuotient,
                    kGreatestQuotient);
}

// A first step is cut to a tenth, as its size was a guess.
double Radau5::ShrinkAfter(double error) {
  was_rejected_ = true;
  return is_first_ ? kShrinkFirst : 1 / Quotient(error);
}

// Predictive control: the quotient of the last two errors tells how the error will change. A step
// that would change by less than 20 % keeps its size, as that saves two decompositions.
double Radau5::GrowthAfter(double error, bool after_rejection) {
  const double h = end_time_ - start_time_;
  const double bounded = std::max(error, kLeastError);
  double quotient = Quotient(bounded);
  if (accepted_step_ > 0) {
    const double predicted =
        accepted_step_ / h * std::pow(bounded * bounded / accepted_error_, 0.25) / kSafety;
    quotient = std::max(quotient, std::clamp(predicted, kLeastQuotient, kGreatestQuotient));
  }
  accepted_step_ = h;
  accepted_error_ = std::max(kLeastErrorRemembered, bounded);
  double growth = 1 / quotient;
  if (after_rejection) growth = std::min(growth, 1.);
  return has_jacobian_ && growth >= 1 && growth <= kKeepBelow ? 1 : growth;
}

// RADAU5's CONT: divided differences at -1 + c_2, -1 + c_1 and -1, from the end of the step.
void Radau5::SetPolynomial() {
  polynomial_step_ = end_time_ - start_time_;
  polynomial_[0] = (z_[1] - z_[2]) / (kC[1] - 1);
  const double between = kC[0] - kC[1];
  polynomial_[2] = ((z_[0] - z_[1]) / between - z_[0] / kC[0]) / kC[1];
  polynomial_[1] = ((z_[0] - z_[1]) / between - polynomial_[0]) / (kC[0] - 1);
  polynomial_[2] = polynomial_[1] - polynomial_[2];
}

// Newton's form of the polynomial, from the end of the step backwards.
void Radau5::Interpolate(double t_sec, double* x) {
  SetPolynomial();
  const double s = (t_sec - end_time_) / polynomial_step_;
  for (int n = 0; n < size_; ++n) {
    x[n] = end_[n] +
           s * (polynomial_[0][n] +
                (s - (kC[1] - 1)) * (polynomial_[1][n] + (s - (kC[0] - 1)) * polynomial_[2][n]));
  }
}

// A shortened step's polynomial would be prolonged beyond the event that ended it, so it is
// dropped.
void Radau5::Remember(bool is_end_of_try) {
  has_polynomial_ = is_end_of_try;
  if (is_end_of_try) SetPolynomial();
  is_first_ = was_rejected_ = false;
}

}  // namespace loopwright
