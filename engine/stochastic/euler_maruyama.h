#pragma once

#include "engine/stochastic/stochastic_method.h"

namespace loopwright {

/// With all functions at the step's start, a step h and the increments ΔW,
///
///     euler_maruyama   x1 = x0 + f h + B ΔW
///     milstein         … + 1/2 (∂b/∂x) b (ΔW² - h), of diagonal noise for each state on its own
///
/// Of strong order 1/2 (1 for additive noise) and 1. Kloeden, Platen: Numerical Solution of
/// Stochastic Differential Equations (1992), 10.2 and 10.3.
template <typename T>
class EulerMaruyama : public StochasticMethod<T> {
 public:
  EulerMaruyama(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
                const StochasticSettings& grid, bool is_milstein)
      : StochasticMethod<T>(info, data, grid),
        is_milstein_(is_milstein),
        noise_(this->num_noise_elements()) {}

 protected:
  bool TryStep(double h) override;
  /// Adds B ΔW, and Milstein's term, to end_; the context is at the start.
  void AddNoiseOfStart(double h);

 private:
  void AddMilsteinTerm(double h);

  const bool is_milstein_;
  std::vector<T> noise_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(EulerMaruyama)

}  // namespace loopwright
