#pragma once

#include <cstdint>
#include <vector>

#include "engine/context/context_data.h"
#include "engine/integration/butcher_tableau.h"

namespace loopwright {

/// Takes single steps of an explicit Runge-Kutta method on the continuous state of a context, all
/// of it as one span, and interpolates within the last one. Which step to take is the caller's
/// business.
template <typename T>
class RungeKutta {
 public:
  RungeKutta(const ButcherTableau& method, internal::ContextData<T>* data);

  const ButcherTableau& method() const { return method_; }

  /// What was computed at the start of the next step does not hold any more: something that the
  /// derivatives depend on has changed.
  void Restart() { start_is_evaluated_ = false; }

  /// Tries a step from the context's time `t_sec` and state to t_sec + h_sec, which is `end_sec`
  /// where it is to be hit exactly. Leaves the context there. False where a stage was not finite.
  bool Try(double t_sec, double h_sec, double end_sec);
  /// After Try(): puts the context back to the step's start.
  void TakeBack();
  /// After Try(): ends the step at `t_sec` within it, with the interpolated state.
  void ShortenTo(double t_sec);
  /// After Try(), and ShortenTo() if any: the step is done.
  void Accept();
  /// After Try(): moves the context to a time within the step, on the interpolant, so that witness
  /// functions can be read there.
  void MoveTo(double t_sec);

  /// The root mean square of error_i / (absolute + relative max(|x0_i|, |x1_i|)) of the last try
  /// (Hairer, Nørsett, Wanner: Solving ODEs I, II.4, eq. (4.11)): up to 1 is good.
  double ErrorNorm(double relative, double absolute) const;
  /// A first step size (Solving ODEs I, II.4, algorithm "starting step size"), at most `max_sec`.
  double InitialStep(double t_sec, double relative, double absolute, double max_sec);

  /// The derivatives at the step's start, evaluated where they are not known. False where one is
  /// not finite.
  bool EvaluateStart(double t_sec);
  /// The first continuous leaf with a derivative that is not finite; null where all are.
  const System<T>* FindNonFinite() const;

  /// The continuous leaf whose error is the largest part of ErrorNorm(), or one that is not finite.
  const System<T>* FindWorst(double relative, double absolute) const;

  int64_t num_derivative_evaluations() const { return evaluations_; }

 private:
  void EvaluateStage(int stage, double t_sec);
  double ScaledError(int n, double relative, double absolute) const;
  bool IsFinite(const std::vector<T>& values) const;
  void Interpolate(double theta, T* x);
  void EvaluateEnd();

  const ButcherTableau& method_;
  internal::ContextData<T>& data_;
  int size_;
  std::vector<std::vector<T>> k_;
  std::vector<T> start_, end_, end_derivative_;
  double start_time_ = 0, end_time_ = 0, step_ = 0;
  bool start_is_evaluated_ = false;
  bool end_is_evaluated_ = false;
  bool shortened_ = false;
  int64_t evaluations_ = 0;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(RungeKutta)

}  // namespace loopwright
