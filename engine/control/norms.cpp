#include "engine/control/norms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "engine/common/exceptions.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/lyapunov.h"
#include "engine/linear/minimum.h"
#include "engine/matrices/decompositions.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

void RefuseDelays(const LinearModel& model) {
  if (!model.has_delays()) return;
  throw UsageError("norms are of models without dead time; replace it with --pade N");
}

double LargestSingularValue(const Eigen::MatrixXcd& matrix) {
  if (matrix.size() == 0) return 0;
  if (!matrix.allFinite()) return kInfinity;
  return CalcSingularValues(matrix)[0];
}

// z = (1 + s)/(1 − s): frequencies ω of s are tan(ωT/2). Nothing where rounding does not tell a
// pole from −1.
std::optional<LinearModel> AsContinuous(const LinearModel& model) {
  const int n = model.num_states();
  const MatrixXd I = MatrixXd::Identity(n, n);
  const FullLu<MatrixXd> lu(I + model.A);
  if (!lu.is_invertible()) return {};
  const double root = std::sqrt(2.0);
  return MakeModel(lu.Solve(model.A - I), lu.Solve(model.B) * root, model.C * lu.Inverse() * root,
                   model.D - model.C * lu.Solve(model.B));
}

// The frequencies at which a singular value of the response is `gain`, ascending.
std::vector<double> FrequenciesOfGain(const LinearModel& c, double gain) {
  const MatrixXd R =
      gain * gain * MatrixXd::Identity(c.D.cols(), c.D.cols()) - c.D.transpose() * c.D;
  const MatrixXd inverse = FullLu<MatrixXd>(R).Inverse();
  const MatrixXd flow = c.A + c.B * inverse * c.D.transpose() * c.C;
  const MatrixXd S = MatrixXd::Identity(c.D.rows(), c.D.rows()) + c.D * inverse * c.D.transpose();
  const int n = c.num_states();
  MatrixXd hamiltonian(2 * n, 2 * n);
  hamiltonian << flow, c.B * inverse * c.B.transpose(), -c.C.transpose() * S * c.C,
      -flow.transpose();
  std::vector<double> frequencies;
  for (const Complex value : EigenvaluesOf(hamiltonian)) {
    if (value.imag() >= 0 && std::abs(value.real()) <= 1e-7 * std::abs(value)) {
      frequencies.push_back(value.imag());
    }
  }
  std::sort(frequencies.begin(), frequencies.end());
  return frequencies;
}

}  // namespace

// The square of the norm is the variance of the output under white noise of intensity 1: B Bᵀ is
// the noise on the states, W their covariance, and C W Cᵀ that of the output. A continuous model
// with a direct gain lets the noise through itself, whose variance is infinite.
double H2Norm(const LinearModel& model) {
  RefuseDelays(model);
  const bool is_sampled = model.is_sampled();
  if (!IsStable(EigenvaluesOf(model.A), is_sampled)) return kInfinity;
  if (!is_sampled && !model.D.isZero(0)) return kInfinity;
  const LinearModel scaled = ScaleStates(model);
  const MatrixXd W = SolveLyapunov(scaled.A, scaled.B * scaled.B.transpose(), is_sampled);
  const double square = (scaled.C * W * scaled.C.transpose()).trace() + model.D.squaredNorm();
  const double rounding = 1e-10 * W.norm() * scaled.C.squaredNorm();
  if (!(square >= -rounding)) return kInfinity;
  return std::sqrt(std::max(0.0, square));
}

// A gain γ is reached at some frequency exactly where the Hamiltonian matrix of γ has imaginary
// eigenvalues. So each round asks at which frequencies the response has the largest gain found so
// far. Between two neighbours of these it lies above or below γ; the largest gain at the midpoints
// is the next γ, and when no frequency is left, there is no greater gain. It begins at 0, at
// infinity and near each pole, where resonances have their peaks.
PeakGain HInfinityNorm(const LinearModel& model) {
  RefuseDelays(model);
  const ComplexList poles = EigenvaluesOf(model.A);
  for (const Complex pole : poles) {
    const double distance = model.is_sampled() ? std::abs(pole) - 1 : pole.real();
    if (std::abs(distance) > 1e-14 * std::max(std::abs(pole), 1e-300)) continue;
    const double at =
        model.is_sampled() ? std::abs(std::arg(pole)) / model.period_sec : std::abs(pole.imag());
    return {kInfinity, at};
  }
  const LinearModel scaled = ScaleStates(model);
  const std::optional<LinearModel> mapped =
      model.is_sampled() ? AsContinuous(scaled) : std::optional(scaled);
  if (!mapped) return {kInfinity, std::numbers::pi / model.period_sec};
  const LinearModel c = ScaleStates(*mapped);
  const FrequencyResponse response(c);
  const auto gain_at = [&](double w) { return LargestSingularValue(response.At(w)); };
  PeakGain peak{LargestSingularValue(c.D.cast<Complex>()), kInfinity};
  const auto take = [&](double w) {
    const double gain = gain_at(w);
    if (std::isfinite(gain) && gain > peak.norm) peak = {gain, w};
  };
  take(0);
  for (const Complex pole : EigenvaluesOf(c.A)) {
    take(std::abs(pole.imag()));
    take(std::abs(pole));
  }
  constexpr int kMostRounds = 30;
  for (int round = 0; round < kMostRounds && peak.norm > 0; ++round) {
    const std::vector<double> at = FrequenciesOfGain(c, peak.norm * (1 + 1e-9));
    const double before = peak.norm;
    for (size_t i = 0; i + 1 < at.size(); ++i) take((at[i] + at[i + 1]) / 2);
    for (const double w : at) take(w);
    if (peak.norm <= before * (1 + 1e-9)) break;
  }
  if (peak.frequency > 0 && std::isfinite(peak.frequency)) {
    take(Minimise([&](double w) { return -gain_at(w); }, peak.frequency * (1 - 1e-3),
                  peak.frequency * (1 + 1e-3)));
  }
  if (model.is_sampled()) {
    peak.frequency = std::isfinite(peak.frequency)
                         ? 2 * std::atan(peak.frequency) / model.period_sec
                         : std::numbers::pi / model.period_sec;
  }
  return peak;
}

}  // namespace loopwright
