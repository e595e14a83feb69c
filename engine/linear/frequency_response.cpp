#include "engine/linear/frequency_response.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "engine/linear/eigenvalues.h"
#include "engine/matrices/decompositions.h"

namespace loopwright {
namespace {

using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double SizeOf(Complex value) { return std::abs(value.real()) + std::abs(value.imag()); }

// Solves (p I − H) X = B, H upper Hessenberg, by elimination with the larger of two rows as pivot;
// nothing where p is an eigenvalue. Rows lie together in memory, as all work is on them.
std::optional<Eigen::MatrixXcd> SolveHessenberg(const RowMajorMatrix& H, const Eigen::MatrixXcd& B,
                                                Complex point) {
  using Rows = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Index n = H.rows();
  Rows M(n, n);  // what is below the first subdiagonal is never looked at
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index used = std::min(n, n - i + 1);
    M.row(i).tail(used) = -H.row(i).tail(used).cast<Complex>();
    M(i, i) += point;
  }
  Eigen::MatrixXcd X = B;
  for (Eigen::Index k = 0; k + 1 < n; ++k) {
    if (SizeOf(M(k + 1, k)) > SizeOf(M(k, k))) {
      M.row(k).tail(n - k).swap(M.row(k + 1).tail(n - k));
      X.row(k).swap(X.row(k + 1));
    }
    if (M(k, k) == 0.0) continue;
    const Complex factor = M(k + 1, k) / M(k, k);
    if (factor == 0.0) continue;
    M.row(k + 1).tail(n - k - 1) -= factor * M.row(k).tail(n - k - 1);
    X.row(k + 1) -= factor * X.row(k);
  }
  for (Eigen::Index k = n; k-- > 0;) {
    if (M(k, k) == 0.0) return {};
    const Eigen::Index rest = n - k - 1;
    for (Eigen::Index column = 0; column < X.cols(); ++column) {
      const Complex known =
          M.row(k).tail(rest).transpose().cwiseProduct(X.col(column).tail(rest)).sum();
      X(k, column) = (X(k, column) - known) / M(k, k);
    }
  }
  return X;
}

}  // namespace

FrequencyResponse::FrequencyResponse(const LinearModel& model)
    : D_(model.D.cast<Complex>()), period_sec_(model.period_sec), delays_sec_(model.delays_sec) {
  const LinearModel scaled = ScaleStates(model);
  if (model.num_states() == 0) {
    hessenberg_ = scaled.A;
    B_ = scaled.B.cast<Complex>();
    C_ = scaled.C.cast<Complex>();
    return;
  }
  const HessenbergForm form = CalcHessenbergForm(scaled.A);
  hessenberg_ = form.H;
  B_ = Eigen::MatrixXd(form.Q.transpose() * scaled.B).cast<Complex>();
  C_ = Eigen::MatrixXd(scaled.C * form.Q).cast<Complex>();
}

Eigen::MatrixXcd FrequencyResponse::AtPoint(Complex point) const {
  if (hessenberg_.rows() == 0) return D_;
  const std::optional<Eigen::MatrixXcd> states = SolveHessenberg(hessenberg_, B_, point);
  if (!states) return Eigen::MatrixXcd::Constant(D_.rows(), D_.cols(), kInfinity);
  return C_ * *states + D_;
}

Eigen::MatrixXcd FrequencyResponse::At(double frequency) const {
  const Complex point =
      period_sec_ > 0 ? std::polar(1.0, frequency * period_sec_) : Complex(0, frequency);
  return CloseDelays(AtPoint(point), frequency, delays_sec_);
}

Eigen::MatrixXcd CloseDelays(const Eigen::MatrixXcd& G, double frequency,
                             const std::vector<double>& delays_sec) {
  const auto q = static_cast<Eigen::Index>(delays_sec.size());
  // At a pole all is without bound; a loop of dead times around it cannot be solved.
  if (q == 0 || !G.allFinite()) return G.topLeftCorner(G.rows() - q, G.cols() - q);
  const Eigen::Index p = G.rows() - q, m = G.cols() - q;
  Eigen::VectorXcd turn(q);
  for (Eigen::Index i = 0; i < q; ++i) turn[i] = std::polar(1.0, -frequency * delays_sec[i]);
  // z = Gzu u + Gzw w, w = turn z.
  const Eigen::MatrixXcd loop =
      Eigen::MatrixXcd::Identity(q, q) - G.bottomRightCorner(q, q) * turn.asDiagonal();
  const Eigen::MatrixXcd z = SolveRegular(loop, G.bottomLeftCorner(q, m));
  return G.topLeftCorner(p, m) + G.topRightCorner(p, q) * (turn.asDiagonal() * z);
}

std::vector<double> LogarithmicFrequencies(double from, double to, int count) {
  std::vector<double> frequencies;
  for (int i = 0; i < count; ++i) {
    const double part = count == 1 ? 0 : static_cast<double>(i) / (count - 1);
    frequencies.push_back(from * std::pow(to / from, part));
  }
  return frequencies;
}

FrequencyRange InterestingRange(const LinearModel& model) {
  return InterestingRange(EigenvaluesOf(model.A), model.period_sec, model.delays_sec);
}

FrequencyRange InterestingRange(const ComplexList& poles, double period_sec,
                                const std::vector<double>& delays_sec) {
  // An eigenvalue 1 of a map is met to about the root of rounding where it is a double one.
  constexpr double kIntegratorOfMap = 1e-7, kIntegrator = 1e-12;
  const bool is_sampled = period_sec > 0;
  std::vector<double> frequencies;
  for (const Complex pole : poles) {
    frequencies.push_back(is_sampled ? std::abs(std::log(pole)) / period_sec : std::abs(pole));
  }
  for (const double delay : delays_sec) frequencies.push_back(1 / delay);
  std::erase_if(frequencies, [](double frequency) { return !std::isfinite(frequency); });
  double slowest = kInfinity, fastest = 0;
  for (const double frequency : frequencies) fastest = std::max(fastest, frequency);
  const double least = is_sampled ? kIntegratorOfMap / period_sec : kIntegrator * fastest;
  for (const double frequency : frequencies) {
    if (frequency > least) slowest = std::min(slowest, frequency);
  }
  if (!std::isfinite(slowest)) slowest = fastest = is_sampled ? 0.1 / period_sec : 1;
  FrequencyRange range{slowest / 10, fastest * 10};
  if (is_sampled) {
    range.to = std::numbers::pi / period_sec;
    range.from = std::min(range.from, range.to / 1000);
  }
  return range;
}

}  // namespace loopwright
