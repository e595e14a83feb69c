#include "engine/sparse/sparse_response.h"

#include <limits>
#include <utility>

#include "engine/matrices/decompositions.h"

namespace loopwright {
namespace {

using Eigen::MatrixXcd;

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// Coefficients of a power series.
using Series = std::vector<MatrixXcd>;

// Of a product, as far as those of its factors go.
Series Times(const Series& left, const Series& right) {
  Series product;
  for (size_t k = 0; k < left.size(); ++k) {
    MatrixXcd sum = left[0] * right[k];
    for (size_t i = 1; i <= k; ++i) sum += left[i] * right[k - i];
    product.push_back(std::move(sum));
  }
  return product;
}

// What CloseDelays() makes of a response whose Taylor coefficients are G: with w = Δ z and
// z = (I − Gzw Δ)⁻¹ Gzu u each coefficient of z follows from those before it.
Series BehindDelays(const Series& G, double frequency, const std::vector<double>& delays_sec) {
  const auto q = static_cast<Eigen::Index>(delays_sec.size());
  const Eigen::Index p = G[0].rows() - q, m = G[0].cols() - q;
  Series closed, turn, Gyw, Gzw, z;
  for (size_t k = 0; k < G.size(); ++k) {
    closed.push_back(G[k].topLeftCorner(p, m));
    Gyw.push_back(G[k].topRightCorner(p, q));
    Gzw.push_back(G[k].bottomRightCorner(q, q));
    MatrixXcd next = MatrixXcd::Zero(q, q);
    for (Eigen::Index i = 0; i < q; ++i) {
      const double delay = delays_sec[i];
      next(i, i) = k == 0 ? std::polar(1.0, -frequency * delay)
                          : turn[k - 1](i, i) * Complex(0, -delay / static_cast<double>(k));
    }
    turn.push_back(std::move(next));
  }
  if (q == 0 || !G[0].allFinite()) return closed;
  const Series around = Times(Gzw, turn);
  const MatrixXcd loop = MatrixXcd::Identity(q, q) - around[0];
  for (size_t k = 0; k < G.size(); ++k) {
    MatrixXcd known = G[k].bottomLeftCorner(q, m);
    for (size_t i = 1; i <= k; ++i) known += around[i] * z[k - i];
    z.push_back(SolveRegular(loop, known));
  }
  const Series through = Times(Gyw, Times(turn, z));
  for (size_t k = 0; k < G.size(); ++k) closed[k] += through[k];
  return closed;
}

}  // namespace

SparseResponse::SparseResponse(const SparseModel& model)
    : factors_(model.A),
      B_(MatrixXcd(Eigen::MatrixXd(model.B).cast<Complex>())),
      C_(model.C.cast<Complex>()),
      D_(MatrixXcd(Eigen::MatrixXd(model.D).cast<Complex>())),
      period_sec_(model.period_sec),
      delays_sec_(model.delays_sec) {}

// Where jω is a pole, the response is infinite, also through the dead times behind it.
MatrixXcd SparseResponse::At(double frequency) {
  const Complex point =
      period_sec_ > 0 ? std::polar(1.0, frequency * period_sec_) : Complex(0, frequency);
  if (!factors_.Set(point)) {
    return CloseDelays(MatrixXcd::Constant(D_.rows(), D_.cols(), kUnbounded), frequency,
                       delays_sec_);
  }
  return CloseDelays(C_ * factors_.Solve(B_) + D_, frequency, delays_sec_);
}

// With M = s I − A the response at s + σ is D + Σ (−1)ᵏ C M^(−k−1) B σᵏ. σ is a series in δ of its
// own, jδ, or of a sampled model e^(jωT) (e^(jδT) − 1), which is put into it by Horner's rule.
std::vector<MatrixXcd> SparseResponse::TaylorAt(double frequency, int order) {
  const bool is_sampled = period_sec_ > 0;
  const Complex point =
      is_sampled ? std::polar(1.0, frequency * period_sec_) : Complex(0, frequency);
  const auto count = static_cast<size_t>(order) + 1;
  if (!factors_.Set(point)) {
    return BehindDelays(Series(count, MatrixXcd::Constant(D_.rows(), D_.cols(), kUnbounded)),
                        frequency, delays_sec_);
  }
  Series by_point;
  ComplexList moved = {0, is_sampled ? point * Complex(0, period_sec_) : Complex(0, 1)};
  MatrixXcd states = factors_.Solve(B_);
  by_point.push_back(C_ * states + D_);
  while (by_point.size() < count) {
    states = factors_.Solve(-states);
    by_point.push_back(C_ * states);
  }
  while (moved.size() < count) {
    const auto k = static_cast<double>(moved.size());
    moved.push_back(is_sampled ? moved.back() * Complex(0, period_sec_ / k) : Complex(0));
  }
  Series response(count, MatrixXcd::Zero(D_.rows(), D_.cols()));
  for (size_t of = count; of-- > 0;) {
    for (size_t k = count; k-- > 0;) {
      MatrixXcd sum = MatrixXcd::Zero(D_.rows(), D_.cols());
      for (size_t i = 1; i <= k; ++i) sum += moved[i] * response[k - i];
      response[k] = std::move(sum);
    }
    response[0] += by_point[of];
  }
  return BehindDelays(response, frequency, delays_sec_);
}

// The phase is followed by the Taylor series of the response at each frequency. Their coefficients
// cost one solution each with the same factors, which is little beside the factors themselves.
SparseBode BodeOf(const SparseModel& model, const std::vector<double>& frequencies) {
  constexpr int kRates = 4;
  SparseResponse evaluate(model);
  const auto at = [&](double frequency) {
    ComplexList taylor;
    for (const MatrixXcd& coefficient : evaluate.TaylorAt(frequency, kRates)) {
      taylor.push_back(coefficient(0, 0));
    }
    return LocalResponseOf(taylor);
  };
  SparseBode bode;
  std::vector<LocalResponse> responses;
  for (const double frequency : frequencies) {
    responses.push_back(at(frequency));
    bode.response.push_back(responses.back().value);
  }
  bode.phase = FollowPhase(frequencies, responses, at);
  return bode;
}

}  // namespace loopwright
