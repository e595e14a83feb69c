#include "engine/theory/stationary_covariance.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <string>
#include <utility>

#include "engine/common/one_instant.h"
#include "engine/linear/linear_model.h"
#include "engine/linear/lyapunov.h"
#include "engine/matrices/decompositions.h"
#include "engine/text/number_format.h"
#include "engine/theory/noise_reach.h"

namespace loopwright {
namespace {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;

// How near to the boundary of stability a mode does not decay. Two eigenvalues that are equal come
// out of their computation wrong by the root of rounding, but to opposite sides.
constexpr double kBoundary = 1e-10;
// Of a number, as far as it is nothing but that error.
constexpr double kRootOfRounding = 1e-7;
// Of a square form of a vector and a matrix of size 1: what is nothing but rounding.
constexpr double kNothing = 1e-12;

// The least reciprocal condition of eigenvectors that span the space.
constexpr double kSpanned = 1e-9;

// Within a period; as the decimal number that it is but for rounding, where it is one: 0.05 of 0.15
// and 0.1.
double Wrapped(double time, double period_sec) {
  constexpr int kDigits = 13;
  constexpr double kRounding = 8 * 0x1p-52;
  const double rest = std::fmod(time, period_sec);
  if (IsOneInstant(rest, period_sec, period_sec) || IsOneInstant(rest, 0, period_sec)) return 0;
  const double scale = std::pow(10.0, kDigits - std::floor(std::log10(period_sec)));
  const double decimal = std::round(rest * scale) / scale;
  return std::abs(decimal - rest) <= kRounding * std::max(time, period_sec) ? decimal : rest;
}

/// The modes of M that do not decay.
class LastingModes {
 public:
  LastingModes(const NoisyModel& noisy, const PeriodicCovariance& periodic, std::vector<int> kept)
      : noisy_(noisy),
        is_sampled_(periodic.period_sec > 0),
        period_sec_(periodic.period_sec),
        kept_(std::move(kept)),
        M_(periodic.M(kept_, kept_)),
        R_(periodic.R(kept_, kept_)),
        seen_(periodic.seen(kept_, kept_)) {}

  // The covariance of those elements of the state that noise reaches and signals depend on.
  StationaryState Solve() {
    size_ = is_sampled_ ? 1 : M_.cwiseAbs().rowwise().sum().maxCoeff();
    const auto right = CalcEigenSystem(M_), left = CalcEigenSystem(M_.transpose());
    if (!right || !left) RefuseScaling();
    const MatrixXcd V = LastingOf(*right);
    if (V.cols() == 0) return {SolveLyapunov(M_, R_, is_sampled_), M_};
    const MatrixXd lasting = Projector(V, LastingOf(*left).transpose());
    const MatrixXd decaying = MatrixXd::Identity(M_.rows(), M_.cols()) - lasting;
    const MatrixXd decay = decaying * M_ * decaying;
    MatrixXd M = decay;
    if (!is_sampled_) M -= size_ * lasting;  // Else it would not decay in M either.
    return {SolveLyapunov(M, decaying * R_ * decaying.transpose(), is_sampled_), decay};
  }

 private:
  bool IsLasting(Complex value) const {
    return is_sampled_ ? std::abs(value) >= 1 - kBoundary : value.real() >= -kBoundary * size_;
  }

  // The eigenvectors of lasting modes, and their values in `lasting_`.
  MatrixXcd LastingOf(const EigenSystem& system) {
    std::vector<int> columns;
    lasting_.clear();
    for (int k = 0; k < static_cast<int>(system.values.size()); ++k) {
      if (!IsLasting(system.values[k])) continue;
      columns.push_back(k);
      lasting_.push_back(system.values[k]);
    }
    return system.vectors(Eigen::all, columns);
  }

  // Onto the lasting modes, whose eigenvectors are the columns of V, along the others, on which the
  // rows of W are 0. Each has to be of no account. Where W V is singular modes add up in each
  // other, as in chains of integrators.
  MatrixXd Projector(const MatrixXcd& V, const MatrixXcd& W) const {
    if (W.rows() != V.cols()) Refuse(lasting_.front(), V.col(0));
    const FullLu<MatrixXcd> lu(W * V);
    if (!(lu.rcond() > kSpanned)) Refuse(lasting_.front(), V.col(0));
    const MatrixXcd dual = lu.Solve(W);
    for (Eigen::Index k = 0; k < V.cols(); ++k) {
      const Eigen::VectorXcd v = V.col(k), w = dual.row(k).adjoint();
      if (!IsSomething(R_, w) || !IsSomething(seen_, v)) continue;
      Refuse((w.adjoint() * M_ * v)(0, 0), v);
    }
    return (V * dual).real();
  }

  static bool IsSomething(const MatrixXd& form, const Eigen::VectorXcd& v) {
    const double value = std::abs(v.dot(form * v));
    return value > kNothing * v.squaredNorm() * form.cwiseAbs().maxCoeff();
  }

  [[noreturn]] void Refuse(Complex value, const Eigen::VectorXcd& v) const {
    Eigen::Index most = 0;
    v.cwiseAbs().maxCoeff(&most);
    const std::string where =
        is_sampled_ ? " over the common period of " + FormatNumber(period_sec_) + " s" : " 1/s";
    throw NoResultError("there is no stationary covariance: the eigenvalue " +
                        EigenvalueText(value) + where + ", of " + noisy_.NameOf(kept_[most]) +
                        ", does not decay");
  }

  const NoisyModel& noisy_;
  const bool is_sampled_;
  const double period_sec_;
  const std::vector<int> kept_;
  const MatrixXd M_, R_, seen_;
  double size_ = 1;  // of M
  ComplexList lasting_;
};

}  // namespace

void RefuseScaling() {
  throw NoResultError("the eigenvalues were not found: the diagram is too ill-scaled");
}

std::string EigenvalueText(Complex number) {
  const double nothing = kRootOfRounding * std::abs(number);
  const double real = std::abs(number.real()) <= nothing ? 0 : number.real();
  const bool is_real = std::abs(number.imag()) <= nothing;
  char text[80];
  if (is_real) std::snprintf(text, sizeof text, "%.6g", real);
  if (!is_real) std::snprintf(text, sizeof text, "%.6g%+.6gi", real, number.imag());
  return text;
}

std::vector<double> PhasesOf(const NoisyModel& noisy, double period_sec) {
  std::vector<double> phases = {0};
  const auto add = [&](double period, double offset) {
    const auto count = std::lround(period_sec / period);
    for (long k = 0; k < count; ++k) {
      phases.push_back(Wrapped(std::fma(static_cast<double>(k), period, offset), period_sec));
    }
  };
  for (const auto& update : noisy.model.updates) add(update.period_sec, update.offset_sec);
  for (const HeldElement& held : noisy.held) add(held.period_sec, held.offset_sec);
  std::sort(phases.begin(), phases.end());
  const auto is_same = [&](double a, double b) { return IsOneInstant(a, b, period_sec); };
  phases.erase(std::unique(phases.begin(), phases.end(), is_same), phases.end());
  return phases;
}

double CommonPeriodOf(const NoisyModel& noisy) {
  std::vector<double> periods;
  for (const auto& update : noisy.model.updates) periods.push_back(update.period_sec);
  for (const HeldElement& held : noisy.held) periods.push_back(held.period_sec);
  return CommonPeriod(periods);
}

StationaryState SolveStationary(const NoisyModel& noisy, const PeriodicCovariance& periodic) {
  const std::vector<int> kept = NoiseReach(noisy).kept();
  const MatrixXd nothing = MatrixXd::Zero(noisy.size(), noisy.size());
  StationaryState state{nothing, nothing};
  if (kept.empty()) return state;
  const StationaryState of_kept = LastingModes(noisy, periodic, kept).Solve();
  state.covariance(kept, kept) = of_kept.covariance;
  state.decay(kept, kept) = of_kept.decay;
  return state;
}

double SettlingTime(const NoisyModel& noisy, const PeriodicCovariance& periodic, double rest) {
  const NoiseReach reach(noisy);
  std::vector<int> seen;
  for (int i = 0; i < noisy.size(); ++i) {
    if (reach.IsSeen(i)) seen.push_back(i);
  }
  const MatrixXd M = periodic.M(seen, seen);
  if (seen.empty() || !M.allFinite()) return 0;
  const auto values = CalcEigenvalues(M);
  if (!values) return 0;
  double slowest = 0;  // seconds
  for (const Complex value : *values) {
    const bool is_sampled = periodic.period_sec > 0;
    const double decay = is_sampled ? -std::log(std::abs(value)) : -value.real();
    const double boundary = is_sampled ? kBoundary : kBoundary * M.cwiseAbs().maxCoeff();
    if (!(decay > boundary) || !std::isfinite(decay)) continue;
    slowest = std::max(slowest, (is_sampled ? periodic.period_sec : 1) / decay);
  }
  return -std::log(rest) * slowest;
}

}  // namespace loopwright
