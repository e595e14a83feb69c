#pragma once

#include <Eigen/Core>
#include <map>

namespace loopwright {

/// What dz = F z dt + dV, Cov(dV) = Q dt, does over a time h: z → Φ z + w with Φ = e^(F h) and
/// Cov(w) = ∫ e^(F s) Q e^(Fᵀ s) ds.
struct FlowStep {
  Eigen::MatrixXd phi, added;
};

/// Steps of one system, each computed once: both come from one exponential (van Loan, IEEE Trans.
/// Automat. Contr. 23 (1978) 395-404), of a step so short that it is harmless, and by doubling:
/// over 2h it is Φ Φ and R + Φ R Φᵀ.
class FlowSteps {
 public:
  FlowSteps(Eigen::MatrixXd drift, Eigen::MatrixXd intensity);
  /// Over `duration_sec` > 0; durations are one that differ by no more than `rounding_sec`.
  const FlowStep& Over(double duration_sec, double rounding_sec);

 private:
  Eigen::MatrixXd drift_, intensity_;
  std::map<double, FlowStep> steps_;  // by their duration
};

}  // namespace loopwright
