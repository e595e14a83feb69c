#pragma once

#include <optional>

#include "engine/control/riccati.h"
#include "engine/linear/transfer_function.h"

namespace loopwright {

/// A regulator for held inputs of a continuous model: the cost over a period is exact, with its
/// cross term.
struct SampledCost {
  Eigen::MatrixXd Phi, Gamma;  ///< the model over a period
  QuadraticCost cost;          ///< Qd, Rd, Nd
};

/// van Loan, IEEE Trans. Automat. Contr. 23 (1978) 395-404. NoResultError where the model grows
/// beyond all numbers over a period.
SampledCost SampleCost(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                       const QuadraticCost& cost, double period_sec);

/// A regulator for the inputs of a model; `sampled` is what a continuous one with a period becomes.
struct RegulatorDesign {
  QuadraticRegulator regulator;
  std::optional<SampledCost> sampled;
};

/// With a period, of a continuous model, the inputs are held and the cost is that over continuous
/// time; 0: the model's own time. Errors as SolveRiccati() and SampleCost().
RegulatorDesign DesignRegulator(const LinearModel& model, const QuadraticCost& cost,
                                double period_sec);

/// A Kalman filter. Noise of covariance (continuous: intensity) Q comes through B, that of the
/// measurements has R.
struct KalmanDesign {
  Eigen::MatrixXd L;       ///< x̂⁺ = A x̂ + B u + L (y − C x̂)
  Eigen::MatrixXd M;       ///< sampled: the gain of the correction by a measurement, L = A M
  Eigen::MatrixXd P, Z;    ///< covariance of the prediction; sampled: after a measurement
  Eigen::MatrixXd Qd, Rd;  ///< of a continuous model with a period: what they become over it
  ComplexList poles;
  double period_sec = 0;
};

/// With a period, of a continuous model, R becomes R/h: the measurement is averaged over a period.
KalmanDesign DesignKalman(const LinearModel& model, const Eigen::MatrixXd& Q,
                          const Eigen::MatrixXd& R, double period_sec);

/// u = −H y with H = K (s − A + B K + L C − L D K)⁻¹ L; W is the covariance of noise on the states,
/// V of the measurements.
struct LqgDesign {
  Eigen::MatrixXd K, L;
  Eigen::MatrixXd M;       ///< sampled: the gain of the correction by a measurement, L = A M
  ComplexList poles;       ///< of A − B K and of A − L C
  LinearModel controller;  ///< sampled: of the measurements up to the last sample
};
LqgDesign DesignLqg(const LinearModel& model, const QuadraticCost& cost, const Eigen::MatrixXd& W,
                    const Eigen::MatrixXd& V);

/// The filter as a system of [u; y] whose outputs are the estimated states, shown after its
/// updates: of samples the estimate that the present one has corrected, from what the last one and
/// what was held since have come to,
///
///     x̂⁺ = (1 − M C)(A x̂ + B u) + M y
///
/// with u as it was up to here. `model` is that of the design, over its period if it has one; where
/// that is sampled, D is 0.
LinearModel FilterOf(const LinearModel& model, const KalmanDesign& design);

/// The controller for u = −H y of a sampled model with D = 0 whose output, shown after its update,
/// follows from the estimate that the present sample has corrected, u = −K x̂ with
///
///     x̂⁺ = (1 − M C)(A − B K) x̂ + M y
LinearModel FilteredController(const LinearModel& plant, const LqgDesign& design);

/// What the loop of `plant` with a controller costs in the mean: E[xᵀQx + uᵀRu + 2 xᵀNu] at rest in
/// noise of covariance W on the states and V of the measurements (continuous: their intensities; a
/// sampled model: for each sample). With W = 1 and V = 0 that is also the whole cost of coming to
/// rest, summed over starts with each state at 1: of a regulator the trace of S. The controller
/// reads y and puts out u. Infinite where the loop is not stable, and where noise of infinite power
/// reaches u at once. One period for both, and no dead times.
double MeanCost(const LinearModel& plant, const QuadraticCost& cost, const Eigen::MatrixXd& W,
                const Eigen::MatrixXd& V, const LinearModel& controller);

}  // namespace loopwright
