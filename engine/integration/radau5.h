#pragma once

#include "engine/integration/implicit_method.h"

namespace loopwright {

/// The three-stage Radau IIA method of order 5, as the program RADAU5 implements it (Hairer,
/// Wanner: Solving ODEs II, IV.8): simplified Newton on the stages' increments, transformed so that
/// one real and one complex system of the state's size are solved instead of one three times as
/// large.
///
/// Starting values are the last step's collocation polynomial, prolonged; after a Restart() or a
/// step that was shortened, zero. Error estimate of order 3: (I γ0/h - J)^-1 (f0 + (e1 z1 + e2 z2 +
/// e3 z3)/h), and once more with f(t0, x0 + err) where it is too large at a first or repeated step.
/// Step control is Gustafsson's predictive one (IV.8, eq. (8.23) to (8.25)): h_new/h is within
/// [1/5, 8], with a safety factor of 0.9 (2 m + 1)/(2 m + iterations), m = 7; a step that would
/// change by a factor within [1, 1.2] keeps its size, and with it the decompositions. First step:
/// as in OneStepMethod, but a rejected first one is tried again with a tenth. Dense output is the
/// collocation polynomial through x0 and the three stages, of order 3.
///
/// Tolerances hold for the error estimate as they are; RADAU5's transformation of them is not made.
class Radau5 final : public ImplicitMethod {
 public:
  Radau5(const IntegrationMethodInfo& info, internal::ContextData<double>* data,
         const IntegrationSettings& settings);

 protected:
  double ScaledError(int n) final;
  double ErrorNorm() final;
  double GrowthAfter(double error, bool after_rejection) final;
  double ShrinkAfter(double error) final;
  Newton Solve() final;
  double Correction(int n) const final { return correction_[n]; }
  void Interpolate(double t_sec, double* x) final;
  void Forget() final;
  void Remember(bool is_end_of_try) final;

 private:
  bool Factorize(double h);
  void Extrapolate(double h);
  void SetPolynomial();
  double Quotient(double error) const;

  NewtonMatrix<double> real_;
  NewtonMatrix<std::complex<double>> complex_;
  double factorized_for_ = 0;  ///< the step; 0: for none
  Vector z_[3];                ///< the stages' increments
  Vector w_[3];                ///< … transformed
  Vector f_[3], stage_, error_;
  Vector correction_;  ///< the last one of the real component of w_
  Eigen::VectorXcd complex_right_;
  /// Newton's form of the collocation polynomial, from the end of the step.
  Vector polynomial_[3];
  double polynomial_step_ = 0;
  bool has_polynomial_ = false;
  bool is_first_ = true;
  bool was_rejected_ = false;
  // Of predictive control: the step before the last, and its error.
  double accepted_step_ = 0, accepted_error_ = 0;
};

}  // namespace loopwright
