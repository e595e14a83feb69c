#pragma once

#include <vector>

#include "engine/common/few_elements.h"
#include "engine/integration/integration_method.h"
#include "engine/integration/root_mean_square.h"

namespace loopwright {

/// A method whose every step starts from nothing but the state: tries of any size, and the control
/// of their sizes.
///
/// First step: the algorithm "starting step size" of Hairer, Nørsett, Wanner: Solving ODEs I, II.4:
/// a guess h0 = 0.01 ‖x‖ / ‖ẋ‖, an Euler step to see ‖ẍ‖, then h = (0.01 / max(‖ẋ‖, ‖ẍ‖))^(1/p), at
/// most 100 h0.
/// Error norm: the root mean square of error_i / (absolute + relative max(|x0_i|, |x1_i|)), eq.
/// (4.11) there; a step is accepted where it is up to 1. It does not depend on the order of the
/// elements.
/// Step control: that of the program DOPRI5 (there, IV.2: Gustafsson's PI control with β = 0.04):
/// h_new = h clamp(0.9 err^-(1/q - 0.75 β) err_last^β, 0.2, 10), 1/q with q - 1 the order of the
/// estimate; after a rejection h_new = h max(0.2, 0.9 err^-1/q), and the step that follows it does
/// not grow. A step with values that are not finite is tried again with a tenth of its size.
/// Stretching: a step may be up to 1 % longer to hit its target. One that was cut to hit it does
/// not make the next one shorter.
template <typename T>
class OneStepMethod : public IntegrationMethod<T> {
 public:
  bool TakeFixedStep(double t_sec, double end_sec) override;
  double TakeControlledStep(double t_sec, double target_sec, double limit_sec) final;
  void Accept() override;

 protected:
  /// How a try of a step ended.
  enum class Try {
    kDone,       ///< the context is at the end
    kNotFinite,  ///< at a stage or at the end
    kNoSolution  ///< of the stages' equations
  };

  OneStepMethod(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
                const IntegrationSettings& settings, int error_order);

  /// Evaluates start_derivative() where it is not known. The context is at the start.
  virtual void EvaluateStart() = 0;
  /// The derivatives at the step's start.
  virtual const T* start_derivative() = 0;
  /// From the context's state at start_time_, where EvaluateStart() has been called, to end_time_;
  /// moves the context there. Keeps the state in start_ before it changes it.
  virtual Try TryStep() = 0;
  /// After a try that was not finite: the leaf to blame. May leave the context anywhere.
  virtual const System<T>* FindCulprit() { return this->FindNonFinite(); }
  /// After a try whose equations were not solved: the leaf to blame, null where none is known.
  virtual const System<T>* FindUnsolved() { return nullptr; }
  /// error_i / (absolute + relative max(|x0_i|, |x1_i|)) of the last try, for element n.
  virtual double ScaledError(int n) = 0;
  /// The norm of ScaledError() of the last try: it is accepted up to 1.
  virtual double ErrorNorm();
  /// The step was accepted; whether it ends where the last try ended.
  virtual void AcceptEnd(bool is_end_of_try) = 0;
  /// What to multiply a step by that is tried again: its error norm was `error` (> 1, or not
  /// finite), or its equations were not solved.
  virtual double ShrinkAfter(double error);
  virtual double ShrinkWithoutSolution();
  /// What to multiply a step by after one whose error norm was `error` (<= 1).
  virtual double GrowthAfter(double error, bool after_rejection);

  double Tolerance(double x0, double x1) const {
    return this->settings_.absolute +
           this->settings_.relative * std::max(std::abs(x0), std::abs(x1));
  }
  /// Evaluates the derivatives at the context's time and state.
  [[gnu::always_inline]] const T* Evaluate(double t_sec) {
    this->data_.write_time(T(t_sec));
    this->data_.EvaluateDerivativesAtStage();
    ++this->statistics_.derivative_evaluations;
    return this->data_.continuous() + this->size_;  // as derivatives(), without asking the plan
  }
  static bool IsFinite(const T* values, int size) {
    // Sums that are not finite as soon as one term is not; four, so that they do not wait for each
    // other.
    double sums[4] = {};
    int n = 0;
    for (; n + 4 <= size; n += 4) {
      for (int i = 0; i < 4; ++i) sums[i] += 0 * ValueOf(values[n + i]);
    }
    for (; n < size; ++n) sums[0] += 0 * ValueOf(values[n]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]) == 0;
  }
  bool FailFixedStep(Try outcome);
  /// The root mean square of scaled(n) over all elements n.
  template <class Scaled>
  double NormOf(const Scaled& scaled) {
    for (int n = 0; n < this->size_; ++n) scaled_[n] = scaled(n);
    return RootMeanSquare(scaled_);
  }

  /// The leaf of the element n with the greatest |scaled(n)|, or of the first that is not finite;
  /// null where all are 0.
  template <class Scaled>
  const System<T>* LeafWithGreatest(const Scaled& scaled) const {
    int worst = 0;
    double greatest = 0;
    for (int n = 0; n < this->size_; ++n) {
      const double size = std::abs(scaled(n));
      if (size <= greatest) continue;
      worst = n;
      greatest = size;
      if (!std::isfinite(size)) break;
    }
    return greatest == 0 ? nullptr : this->LeafOf(worst);
  }

  /// What every one of these methods remembers, for Keep() and Recall().
  auto RememberedByAll() {
    return std::tie(this->statistics_, start_, start_time_, end_time_, shortened_, next_step_,
                    tried_step_, tried_error_, was_cut_, last_error_, rejected_);
  }

  std::vector<T> start_;
  double start_time_ = 0, end_time_ = 0;
  bool shortened_ = false;

 private:
  void Begin(double t_sec);
  bool FailIfStartIsNotFinite();
  void FailWithLeastStep(Try last, double end_sec);
  double InitialStep(double max_sec);
  const System<T>* FindWorst();

  const double power_;  ///< 1 / q
  double next_step_ = 0;
  double tried_step_ = 0, tried_error_ = 0;
  bool was_cut_ = false;  ///< the last try, to hit the target
  double last_error_ = 1e-4;
  std::vector<double> scaled_;  ///< of a norm that is being computed
  bool rejected_ = false;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(OneStepMethod)

}  // namespace loopwright
