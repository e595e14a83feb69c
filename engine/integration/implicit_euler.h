#pragma once

#include "engine/integration/implicit_method.h"

namespace loopwright {

/// The implicit Euler method, x1 = x0 + h f(t1, x1), order 1, L-stable.
///
/// Newton's iteration starts on the line through the last step's ends (after a Restart(), or a
/// step that was shortened, at x0). The error estimate is the difference to the trapezoidal rule,
/// (I - h J)^-1 h/2 (f0 - f1), f1 = (x1 - x0)/h, filtered as in Hairer, Wanner: Solving ODEs II,
/// IV.8, so that it stays bounded where f0 belongs to a fast transient. The interpolant is the
/// line, of the order of the method; a cubic would overshoot in such transients. First step and
/// step control are those of OneStepMethod, but that a step which would grow by no more than 1.2
/// keeps its size, and with it the decomposition.
class ImplicitEuler final : public ImplicitMethod {
 public:
  ImplicitEuler(const IntegrationMethodInfo& info, internal::ContextData<double>* data,
                const IntegrationSettings& settings);

 protected:
  double ScaledError(int n) final;
  double ErrorNorm() final;
  double GrowthAfter(double error, bool after_rejection) final;
  Newton Solve() final;
  double Correction(int n) const final { return correction_[n]; }
  void Interpolate(double t_sec, double* x) final;
  void Forget() final { has_slope_ = false; }
  void Remember(bool is_end_of_try) final;

 private:
  NewtonMatrix<double> matrix_;
  double factorized_for_ = 0;  ///< the step; 0: for none
  Vector f_, correction_, error_, slope_;
  bool has_slope_ = false;
};

}  // namespace loopwright
