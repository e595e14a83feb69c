#pragma once

#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// Evaluates the frequency response of a model, dead times exact. The state is scaled and brought
/// into Hessenberg form once, so that a frequency costs n² operations for each input (Laub, IEEE
/// Trans. Automat. Contr. 26 (1981) 407-408).
class FrequencyResponse {
 public:
  explicit FrequencyResponse(const LinearModel& model);

  /// The matrix outputs × inputs at ω rad/s; infinite where jω, or e^(jωT), is a pole.
  Eigen::MatrixXcd At(double frequency) const;
  /// … at any s or z of a model without dead times.
  Eigen::MatrixXcd AtPoint(Complex point) const;

 private:
  Eigen::MatrixXd negative_;  ///< −A in Hessenberg form
  Eigen::MatrixXd B_;
  Eigen::MatrixXcd C_, D_;
  double period_sec_;
  std::vector<double> delays_sec_;
};

/// What is left of a response of outputs × inputs at ω rad/s when its last outputs come back as its
/// last inputs through these dead times. Where it is not finite, at a pole, only they are taken
/// away.
Eigen::MatrixXcd CloseDelays(const Eigen::MatrixXcd& response, double frequency,
                             const std::vector<double>& delays_sec);

/// Frequencies (rad/s) from w1 to w2, evenly on the logarithmic scale.
std::vector<double> LogarithmicFrequencies(double from, double to, int count);

/// Where a model's response changes: from a decade below the slowest pole or dead time to a decade
/// beyond the fastest, of a sampled model up to half the sampling frequency. What differs from an
/// integrator only as rounding does, as 1 − 2⁻⁵² in z, counts as one, which has no frequency.
struct FrequencyRange {
  double from = 0.1, to = 10;
};
FrequencyRange InterestingRange(const LinearModel& model);
/// The same of a model with these poles; `period_sec` is 0 of a continuous one.
FrequencyRange InterestingRange(const ComplexList& poles, double period_sec,
                                const std::vector<double>& delays_sec);

}  // namespace loopwright
