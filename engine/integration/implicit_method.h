#pragma once

#include "engine/integration/jacobian.h"
#include "engine/integration/newton_matrix.h"
#include "engine/integration/one_step_method.h"

namespace loopwright {

/// What implicit one-step methods share: the Jacobian and when it is made anew, the derivatives at
/// the step's start, and when Newton's iteration has converged.
///
/// Simplified Newton, with the rules of the program RADAU5 (Hairer, Wanner: Solving ODEs II, IV.8):
/// at most 7 iterations; with θ the ratio of successive corrections, in the weighted root mean
/// square norm of the error estimate, it ends where θ/(1-θ) ‖Δ‖ <= κ, and gives up where θ >= 0.99
/// or the remaining iterations cannot reach κ = max(10 ε / relative, min(0.03, sqrt(relative))).
/// Where it gives up with an old Jacobian, the Jacobian is made anew; with a fresh one the step is
/// halved, or shrunk by what the missing convergence suggests. The Jacobian is kept from step to
/// step while θ <= 0.001, and never over a Restart(). Without error control it works to the same
/// tolerances.
class ImplicitMethod : public OneStepMethod<double> {
 public:
  void Restart() final;

 protected:
  using Vector = Eigen::VectorXd;

  ImplicitMethod(const IntegrationMethodInfo& info, internal::ContextData<double>* data,
                 const IntegrationSettings& settings, int error_order);

  /// Evaluates only where error control needs it.
  void EvaluateStart() final;
  const double* start_derivative() final;
  Try TryStep() final;
  double ShrinkWithoutSolution() final { return shrink_; }
  void MoveTo(double t_sec) final;
  void ShortenTo(double t_sec) final;
  void AcceptEnd(bool is_end_of_try) final;
  const System<double>* FindUnsolved() final;

  /// How Newton's iteration ended: at a solution, away from one, at numbers that are not finite, or
  /// at a matrix that cannot be inverted.
  enum class Newton { kConverged, kDiverged, kNotFinite, kSingular };
  /// From start_ to end_time_, with jacobian_ as it is; sets end_, and iteration_count_.
  virtual Newton Solve() = 0;
  /// The last correction of element n in Solve().
  virtual double Correction(int n) const = 0;
  /// x at a time within the step, but for its ends.
  virtual void Interpolate(double t_sec, double* x) = 0;
  /// Forgets what the last steps say about the next.
  virtual void Forget() = 0;
  /// The step that ends at end_time_ stands; `is_end_of_try` where it was not shortened.
  virtual void Remember(bool is_end_of_try) = 0;

  /// Derivatives at t_sec with the state x, in the context; false where one is not finite.
  bool EvaluateAt(double t_sec, const Vector& x, Vector* derivative);
  void BeginNewton();
  /// After each iteration, with the norm of its correction: whether to go on.
  enum class Progress { kContinue, kConverged, kDiverged };
  Progress Judge(double correction);
  /// Weights of the norm: 1 / (absolute + relative |x_i|) at the start.
  void SetWeights();
  double WeightedNorm(const Vector& v) const;

  StateJacobian jacobian_;
  bool jacobian_is_fresh_ = false;  ///< it is that of this step's start
  bool has_jacobian_ = false;
  Vector x0_, end_, weights_, f0_;
  int iteration_count_ = 0;
  static constexpr int kMaxIterations = 7;

 private:
  bool MakeJacobian();

  bool start_is_evaluated_ = false;
  double convergence_ = 1;  ///< θ/(1-θ) of the last iteration
  double theta_ = 0, last_theta_ = 0, last_correction_ = 0;
  double shrink_ = 0.5;
  const double kappa_;
};

}  // namespace loopwright
