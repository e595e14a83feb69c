#include "engine/sparse/sparse_response.h"

#include <cmath>
#include <limits>

#include "engine/matrices/decompositions.h"

namespace loopwright {
namespace {

using Eigen::MatrixXcd;

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// The derivative by ω of what CloseDelays() makes of G, whose own derivative is `slope`: with w = Δ
// z and z = (I − Gzw Δ)⁻¹ Gzu u both z and w = Δ z are derived as products.
MatrixXcd SlopeBehindDelays(const MatrixXcd& G, const MatrixXcd& slope, double frequency,
                            const std::vector<double>& delays_sec) {
  const auto q = static_cast<Eigen::Index>(delays_sec.size());
  const Eigen::Index p = G.rows() - q, m = G.cols() - q;
  if (q == 0 || !G.allFinite()) return slope.topLeftCorner(p, m);
  MatrixXcd turn = MatrixXcd::Zero(q, q), turning = MatrixXcd::Zero(q, q);
  for (Eigen::Index i = 0; i < q; ++i) {
    turn(i, i) = std::polar(1.0, -frequency * delays_sec[i]);
    turning(i, i) = Complex(0, -delays_sec[i]) * turn(i, i);
  }
  const MatrixXcd Gzw = G.bottomRightCorner(q, q), of_Gzw = slope.bottomRightCorner(q, q);
  const MatrixXcd loop = MatrixXcd::Identity(q, q) - Gzw * turn;
  const MatrixXcd z = SolveRegular(loop, MatrixXcd(G.bottomLeftCorner(q, m)));
  const MatrixXcd of_z = SolveRegular(
      loop, MatrixXcd(slope.bottomLeftCorner(q, m) + (of_Gzw * turn + Gzw * turning) * z));
  return slope.topLeftCorner(p, m) + slope.topRightCorner(p, q) * (turn * z) +
         G.topRightCorner(p, q) * (turning * z + turn * of_z);
}

}  // namespace

SparseResponse::SparseResponse(const SparseModel& model)
    : factors_(model.A),
      B_(MatrixXcd(Eigen::MatrixXd(model.B).cast<Complex>())),
      C_(model.C.cast<Complex>()),
      D_(MatrixXcd(Eigen::MatrixXd(model.D).cast<Complex>())),
      period_sec_(model.period_sec),
      delays_sec_(model.delays_sec) {}

MatrixXcd SparseResponse::At(double frequency) {
  const Complex point =
      period_sec_ > 0 ? std::polar(1.0, frequency * period_sec_) : Complex(0, frequency);
  if (!factors_.Set(point)) {
    return CloseDelays(MatrixXcd::Constant(D_.rows(), D_.cols(), kUnbounded), frequency,
                       delays_sec_);
  }
  return CloseDelays(C_ * factors_.Solve(B_) + D_, frequency, delays_sec_);
}

// With M = s I − A the derivative of C M⁻¹ B by s is −C M⁻¹ M⁻¹ B.
SparseResponse::Slope SparseResponse::WithSlopeAt(double frequency) {
  const Complex point =
      period_sec_ > 0 ? std::polar(1.0, frequency * period_sec_) : Complex(0, frequency);
  const Complex by_frequency = period_sec_ > 0 ? Complex(0, period_sec_) * point : Complex(0, 1);
  if (!factors_.Set(point)) {
    const MatrixXcd nothing = MatrixXcd::Constant(D_.rows(), D_.cols(), kUnbounded);
    return {CloseDelays(nothing, frequency, delays_sec_),
            SlopeBehindDelays(nothing, nothing, frequency, delays_sec_)};
  }
  const MatrixXcd states = factors_.Solve(B_);
  const MatrixXcd G = C_ * states + D_;
  const MatrixXcd slope = C_ * factors_.Solve(states) * -by_frequency;
  return {CloseDelays(G, frequency, delays_sec_),
          SlopeBehindDelays(G, slope, frequency, delays_sec_)};
}

SparseBode BodeOf(const SparseModel& model, const std::vector<double>& frequencies) {
  SparseResponse evaluate(model);
  SparseBode bode;
  // d arg G = Im (dG / G).
  const auto angle_of = [](const SparseResponse::Slope& at) {
    const Complex value = at.value(0, 0);
    return AngleWithSlope{std::arg(value), (at.slope(0, 0) / value).imag()};
  };
  std::vector<AngleWithSlope> angles;
  for (const double frequency : frequencies) {
    const SparseResponse::Slope at = evaluate.WithSlopeAt(frequency);
    bode.response.push_back(at.value(0, 0));
    angles.push_back(angle_of(at));
  }
  bode.phase = FollowPhase(frequencies, angles, [&](double frequency) {
    return angle_of(evaluate.WithSlopeAt(frequency));
  });
  return bode;
}

}  // namespace loopwright
