#include "engine/theory/delayed_stationary.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "engine/linear/linear_model.h"
#include "engine/matrices/decompositions.h"
#include "engine/matrices/matrix_functions.h"
#include "engine/theory/delayed_covariance.h"
#include "engine/theory/kept_model.h"
#include "engine/theory/stationary_covariance.h"

namespace loopwright {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kMostUnknowns = 400;  // of both problems, whose matrices are dense
constexpr Index kMostPieces = 100;    // times states
constexpr double kNoDecay = 1e-9;    // of the size of the equation: a root so near 0 does not decay
constexpr double kSolvable = 1e-11;  // the least reciprocal condition of boundary values

/// Matrices by how many steps of a common time late what they are of is.
using Terms = std::vector<MatrixXd>;

// The derivative at Chebyshev's points x_j = cos(jπ/N) of the polynomial through values there
// (Trefethen: Spectral Methods in MATLAB (2000), 6).
MatrixXd ChebyshevDerivative(Index N) {
  VectorXd x(N + 1), c(N + 1);
  for (Index j = 0; j <= N; ++j) {
    x[j] = std::cos(std::numbers::pi * static_cast<double>(j) / static_cast<double>(N));
    c[j] = (j == 0 || j == N ? 2 : 1) * (j % 2 == 0 ? 1 : -1);
  }
  MatrixXd D = MatrixXd::Zero(N + 1, N + 1);
  for (Index i = 0; i <= N; ++i) {
    for (Index j = 0; j <= N; ++j) {
      if (i == j) continue;
      D(i, j) = c[i] / c[j] / (x[i] - x[j]);
      D(i, i) -= D(i, j);
    }
  }
  return D;
}

// out(block) += factor kron(I, A) where is_left, of vec(A Y), else kron(A, I), of vec(Y Aᵀ).
void AddKronecker(const MatrixXd& A, bool is_left, double factor, Index row, Index column,
                  MatrixXd* out) {
  const Index n = A.rows();
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      for (Index k = 0; k < n; ++k) {
        const Index at_row = is_left ? k * n + i : i * n + k;
        const Index at_column = is_left ? k * n + j : j * n + k;
        (*out)(row + at_row, column + at_column) += factor * A(i, j);
      }
    }
  }
}

/// dx = Σ A_i x(t − i h) dt + dV, y = Σ H_i x(t − i h).
class DelayEquation {
 public:
  explicit DelayEquation(const NoisyModel& noisy)
      : noisy_(noisy), kept_(noisy), size_(kept_.size()), step_sec_(CommonDelayStep(noisy)) {
    const Terms delayed = DelayedTerms();
    const int q = noisy.model.num_delays(), p = noisy.model.num_outputs();
    const MatrixXd shown = noisy.model.D.topRightCorner(p, q);
    for (const MatrixXd& term : delayed) {
      rates_.push_back(kept_.of_delayed * term);
      outputs_.push_back(shown * term);
    }
    rates_.front() += kept_.drift;
    outputs_.front() += kept_.outputs;
    for (const MatrixXd& rate : rates_) {
      if (size_ > 0) scale_ += rate.cwiseAbs().rowwise().sum().maxCoeff();
    }
    DivideSteps();
  }

  DelayedStationary Solve() const {
    const int p = noisy_.model.num_outputs();
    if (size_ == 0) return {MatrixXd::Zero(p, p), 0};
    DelayedStationary found;
    found.decay_per_sec = -RightmostRoot();
    const Terms U = LyapunovMatrices();
    found.covariance = MatrixXd::Zero(p, p);
    for (Index i = 0; i <= latest(); ++i) {
      for (Index j = 0; j <= latest(); ++j) {
        found.covariance += outputs_[i] * U[j - i + latest()] * outputs_[j].transpose();
      }
    }
    found.covariance = WithoutRounding(found.covariance);
    return found;
  }

 private:
  Index latest() const { return static_cast<Index>(rates_.size()) - 1; }

  // What comes out of the dead times, as it follows from x: through chains of them, of which none
  // leads back to itself.
  Terms DelayedTerms() const {
    const Index n = size_;
    const int q = noisy_.model.num_delays();
    Terms delayed = {MatrixXd::Zero(q, n)};
    for (int pass = 0; pass <= q + 1; ++pass) {
      Terms next = {MatrixXd::Zero(q, n)};
      for (std::size_t late = 0; late < delayed.size(); ++late) {
        MatrixXd entered = kept_.through * delayed[late];
        if (late == 0) entered += kept_.entering;
        for (int j = 0; j < q; ++j) {
          if (entered.row(j).isZero(0)) continue;
          const double delay = noisy_.model.delays_sec[j];
          const auto to = late + static_cast<std::size_t>(std::lround(delay / step_sec_));
          if (next.size() <= to) next.resize(to + 1, MatrixXd::Zero(q, n));
          next[to].row(j) = entered.row(j);
        }
      }
      if (next == delayed) return delayed;
      delayed = std::move(next);
    }
    throw NoResultError(noisy_.delays.front() +
                        " is a dead time that feeds itself directly, of which it is not known what "
                        "comes in the end");
  }

  // Parts of a step, so short that exponentials over one are harmless, as far as there is room.
  void DivideSteps() {
    constexpr double kHarmless = 3;
    if (rates_.size() == 1) {
      rates_.emplace_back(MatrixXd::Zero(size_, size_));
      outputs_.emplace_back(MatrixXd::Zero(outputs_.front().rows(), size_));
    }
    const Index states = std::max<Index>(1, latest() * size_);
    const Index most =
        std::min(kMostUnknowns / (2 * states * std::max<Index>(1, size_)), kMostPieces / states);
    if (most < 1) {
      throw NoResultError("behind dead times that are together " + std::to_string(latest()) +
                          " times the longest one that divides them, " + std::to_string(size_) +
                          " states are too many for what comes in the end");
    }
    const auto wanted = static_cast<Index>(std::ceil(scale_ * step_sec_ / kHarmless));
    const Index parts = std::clamp<Index>(wanted, 1, most);
    if (parts == 1) return;
    step_sec_ /= static_cast<double>(parts);
    for (Terms* terms : {&rates_, &outputs_}) {
      const MatrixXd nothing = MatrixXd::Zero(terms->front().rows(), size_);
      Terms spread((static_cast<Index>(terms->size()) - 1) * parts + 1, nothing);
      for (std::size_t i = 0; i < terms->size(); ++i) {
        spread[i * static_cast<std::size_t>(parts)] = (*terms)[i];
      }
      *terms = std::move(spread);
    }
  }

  // The real part of the root that decays slowest. Values of the solution at points of the last
  // pieces, the present first: those behind it move as their polynomial does.
  double RightmostRoot() const {
    constexpr Index kFewest = 6, kMost = 20;
    const Index n = size_, M = latest();
    const Index N = std::clamp<Index>(kMostUnknowns / (2 * n * M), kFewest, kMost);
    const MatrixXd D = 2 / step_sec_ * ChebyshevDerivative(N);
    MatrixXd G = MatrixXd::Zero((M * N + 1) * n, (M * N + 1) * n);
    for (Index i = 0; i <= M; ++i) G.block(0, i * N * n, n, n) = rates_[i];
    for (Index g = 1; g <= M * N; ++g) {
      const Index piece = (g - 1) / N, within = g - piece * N;
      for (Index c = 0; c <= N; ++c) {
        G.block(g * n, (piece * N + c) * n, n, n).diagonal().setConstant(D(within, c));
      }
    }
    const auto roots = CalcEigenvalues(G);
    if (!roots) RefuseScaling();
    Index rightmost = 0;
    roots->real().maxCoeff(&rightmost);
    const Complex root = (*roots)[rightmost];
    if (root.real() >= -kNoDecay * scale_) {
      throw NoResultError("there is no stationary covariance: the eigenvalue " +
                          EigenvalueText(root) + " 1/s, around the dead time " +
                          noisy_.delays.front() + ", does not decay");
    }
    return root.real();
  }

  // The delay Lyapunov matrices U(k h) for k = −M … M, which follow from one linear equation.
  Terms LyapunovMatrices() const {
    const Index n = size_, M = latest(), block = n * n, total = 2 * M * block;
    const auto at = [&](Index k) { return (k + M) * block; };
    MatrixXd flow = MatrixXd::Zero(total, total);
    for (Index i = 0; i <= M; ++i) {
      for (Index k = 0; k < M; ++k) {
        AddKronecker(rates_[i], true, 1, at(k), at(k - i), &flow);
        AddKronecker(rates_[i], false, -1, at(-k - 1), at(-k - 1 + i), &flow);
      }
    }
    const MatrixXd over = Exponential(MatrixXd(flow * step_sec_));
    MatrixXd equations = MatrixXd::Zero(total, total);
    VectorXd right = VectorXd::Zero(total);
    const Index joined = total - block;
    equations.topRows(joined) = over.topRows(joined);
    equations.topRightCorner(joined, joined).diagonal().array() -= 1;
    MatrixXd balance = MatrixXd::Zero(block, total);
    for (Index i = 0; i <= M; ++i) AddKronecker(rates_[i], true, 1, 0, at(-i), &balance);
    for (Index a = 0; a < n; ++a) {
      for (Index b = 0; b < n; ++b) {
        const Index row = joined + b * n + a;
        if (a <= b) {
          equations.row(row) = balance.row(b * n + a) + balance.row(a * n + b);
          right[row] = -kept_.intensity(a, b);
        } else {  // U(0) is symmetric.
          equations(row, at(0) + b * n + a) = 1;
          equations(row, at(0) + a * n + b) = -1;
        }
      }
    }
    const FullLu<MatrixXd> lu(equations);
    if (!(lu.rcond() > kSolvable)) {
      throw NoResultError("what comes in the end behind the dead time " + noisy_.delays.front() +
                          " is not found: the diagram is too fast for it");
    }
    const VectorXd start = lu.Solve(right);
    Terms U;
    for (Index k = -M; k < M; ++k) {
      U.emplace_back(Eigen::Map<const MatrixXd>(start.data() + at(k), n, n));
    }
    const VectorXd last = over.bottomRows(block) * start;
    U.emplace_back(Eigen::Map<const MatrixXd>(last.data(), n, n));
    return U;
  }

  const NoisyModel& noisy_;
  const KeptModel kept_;
  const Index size_;
  double step_sec_;
  Terms rates_, outputs_;  // A_i and H_i
  double scale_ = 0;       // of the rates, 1/s
};

}  // namespace

DelayedStationary CalcDelayedStationary(const NoisyModel& noisy) {
  return DelayEquation(noisy).Solve();
}

}  // namespace loopwright
