#pragma once

#include <vector>

#include "engine/linear/frequency_response.h"
#include "engine/linear/phase.h"
#include "engine/linear/sparse_model.h"
#include "engine/sparse/shifted_factors.h"

namespace loopwright {

/// The frequency response of a sparse model, dead times exact: what FrequencyResponse is for dense
/// ones. A frequency costs about what it takes to eliminate in A once.
class SparseResponse {
 public:
  /// UsageError where this program was built without KLU.
  explicit SparseResponse(const SparseModel& model);

  /// The matrix outputs × inputs at ω rad/s; infinite where jω, or e^(jωT), is a pole.
  Eigen::MatrixXcd At(double frequency);

  /// The Taylor coefficients of At(ω + δ) = Σ [k] δᵏ, up to that of δ^order; the first is At().
  /// Each costs a solution more.
  std::vector<Eigen::MatrixXcd> TaylorAt(double frequency, int order);

  const ShiftedFactors& factors() const { return factors_; }

 private:
  ShiftedFactors factors_;
  Eigen::MatrixXcd B_;
  Eigen::SparseMatrix<Complex> C_;
  Eigen::MatrixXcd D_;
  double period_sec_;
  std::vector<double> delays_sec_;
};

/// Values and phase of a sparse model of one input and one output.
struct SparseBode {
  ComplexList response;
  FollowedPhase phase;
};
SparseBode BodeOf(const SparseModel& model, const std::vector<double>& frequencies);

}  // namespace loopwright
