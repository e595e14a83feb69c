#pragma once

#include "engine/integration/jacobian.h"
#include "engine/integration/newton_matrix.h"
#include "engine/stochastic/euler_maruyama.h"

namespace loopwright {

/// The methods of Euler and Maruyama and of Milstein with the drift at the end of the step, for
/// stiff systems: with all else at the start,
///
///     drift_implicit_euler      x1 = x0 + f(t1, x1) h + B ΔW
///     drift_implicit_milstein   … + 1/2 (∂b/∂x) b (ΔW² - h)
///
/// Of the same strong orders as these, and bounded however large h is where f pulls back: for
/// dx = -λ x dt + dW one step multiplies x by 1/(1 + λ h), an explicit one by 1 - λ h. Noise that
/// itself is stiff (large ∂b/∂x) is not helped. Kloeden, Platen: Numerical Solution of Stochastic
/// Differential Equations (1992), 12.2.
///
/// x1 comes from Newton's iteration from the explicit step, with the Jacobian of f at the start of
/// the step.
class DriftImplicit final : public EulerMaruyama<double> {
 public:
  DriftImplicit(const IntegrationMethodInfo& info, internal::ContextData<double>* data,
                const StochasticSettings& grid, bool is_milstein);

 private:
  bool TryStep(double h) override;
  bool Iterate(double h);

  StateJacobian jacobian_;
  NewtonMatrix<double> matrix_;
  std::vector<double> explicit_part_, drift_;
  Eigen::VectorXd correction_;
};

}  // namespace loopwright
