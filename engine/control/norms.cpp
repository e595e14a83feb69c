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
#include "engine/linear/zeros.h"
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

// Frequencies, ascending, among which are all those at which a singular value of the response is
// `gain`. There G(jω) u = gain v and G(jω)ᴴ v = gain u, with the states x and p of G and of its
// adjoint
//
//     s x = A x + B u,  s p = −Aᵀ p − Cᵀ v,  0 = Bᵀ p + Dᵀ v − gain u,  0 = C x + D u − gain v,
//
// so that they are zeros of a model with the inputs u and v. The customary Hamiltonian matrix is
// what is left of it without u and v: a gain near to one of D hardly determines these, and rounding
// moved the frequencies of a peak until none was left. Which of the zeros are on the imaginary axis
// rounding may hide as well; the others do no harm.
std::vector<double> FrequenciesOfGain(const LinearModel& c, double gain) {
  const int n = c.num_states(), m = c.num_inputs(), p = c.num_outputs();
  MatrixXd A = MatrixXd::Zero(2 * n, 2 * n), B = MatrixXd::Zero(2 * n, m + p);
  MatrixXd C = MatrixXd::Zero(m + p, 2 * n), D = -MatrixXd::Identity(m + p, m + p);
  A.topLeftCorner(n, n) = c.A;
  A.bottomRightCorner(n, n) = -c.A.transpose();
  B.topLeftCorner(n, m) = c.B / std::sqrt(gain);
  B.bottomRightCorner(n, p) = -c.C.transpose() / std::sqrt(gain);
  C.topRightCorner(m, n) = c.B.transpose() / std::sqrt(gain);
  C.bottomLeftCorner(p, n) = c.C / std::sqrt(gain);
  D.topRightCorner(m, p) = c.D.transpose() / gain;
  D.bottomLeftCorner(p, m) = c.D / gain;
  std::vector<double> frequencies;
  for (const Complex zero : ZerosOf(MakeModel(A, B, C, D)).zeros) {
    if (zero.imag() >= 0 && std::isfinite(zero.imag())) frequencies.push_back(zero.imag());
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
  const auto take = [&](double w, double least = 0) {
    const double gain = gain_at(w);
    if (std::isfinite(gain) && gain > std::max(peak.norm, least)) peak = {gain, w};
  };
  take(0);
  for (const Complex pole : EigenvaluesOf(c.A)) {
    take(std::abs(pole.imag()));
    take(std::abs(pole));
  }
  // Of an ill-scaled model rounding may move the frequencies below.
  constexpr int kFirstLooks = 60;
  const FrequencyRange range = InterestingRange(c);
  for (const double w : LogarithmicFrequencies(range.from, range.to, kFirstLooks)) take(w);
  constexpr int kMostRounds = 30;
  for (int round = 0; round < kMostRounds && peak.norm > 0; ++round) {
    const double level = peak.norm * (1 + 1e-9);
    const std::vector<double> at = FrequenciesOfGain(c, level);
    for (size_t i = 0; i + 1 < at.size(); ++i) take((at[i] + at[i + 1]) / 2, level);
    for (const double w : at) take(w, level);
    if (peak.norm <= level) break;
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
