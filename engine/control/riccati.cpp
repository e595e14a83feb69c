#include "engine/control/riccati.h"

#include <Eigen/Cholesky>
#include <Eigen/Jacobi>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/common/exceptions.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/lyapunov.h"
#include "engine/matrices/decompositions.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;
constexpr int kMostDoublings = 60;
constexpr int kMostNewtonSteps = 30;
constexpr double kRiccatiResidual = 1e-9;

MatrixXd Symmetric(const MatrixXd& matrix) { return (matrix + matrix.transpose()) / 2; }

// A mode that is not stable and that no input moves (of a filter: no output shows).
void RequireStabilisable(const MatrixXd& A, const MatrixXd& B, bool is_sampled,
                         const RiccatiNames& names) {
  const Eigen::Index n = A.rows();
  for (const Complex pole : EigenvaluesOf(A)) {
    if (IsStable({pole}, is_sampled)) continue;
    Eigen::MatrixXcd test(n, n + B.cols());
    test << A.cast<Complex>() - pole * Eigen::MatrixXcd::Identity(n, n), B.cast<Complex>();
    for (Eigen::Index i = 0; i < n; ++i) {
      const double size = test.row(i).norm();
      if (size > 0) test.row(i) /= size;
    }
    const auto svd = CalcSingularSystem(test);
    if (svd.values[n - 1] > 1e-13) continue;
    std::string states;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (std::abs(svd.U(i, n - 1)) < 0.1) continue;
      const size_t k = i;
      states += (states.empty() ? "" : ", ") +
                (k < names.states.size() ? names.states[k] : "x" + std::to_string(i + 1));
    }
    throw NoResultError((names.is_filter ? "there is no filter: the mode at "
                                         : "there is no stabilising solution: the mode at ") +
                        ComplexText(pole) + " is not stable, and no " +
                        (names.is_filter ? "output shows it" : "input moves it") + " (states " +
                        states + ")");
  }
}

// S is of the size of R |pole|² for a mode that grows by |pole| from one sample to the next, and
// R + Bᵀ S B keeps nothing of R where the square is beyond all digits: of two inputs one would be
// left without use, of a filter the covariance behind a measurement would be 0.
void RequireKeptDigits(const MatrixXd& A, const RiccatiNames& names) {
  constexpr double kMostGrowth = 1e7;
  for (const Complex pole : EigenvaluesOf(A)) {
    if (std::abs(pole) <= kMostGrowth) continue;
    throw NoResultError(std::string("a mode of the model grows by a factor of ") +
                        FormatNumber(std::abs(pole)) + " over one period, and rounding leaves " +
                        "nothing of " + (names.is_filter ? "the measured noise" : "R") +
                        " beside its square; choose a shorter period");
  }
}

/// The equation without cross term: A, G = B R⁻¹ Bᵀ, H.
struct Reduced {
  MatrixXd A, G, H;
};

Reduced WithoutCrossTerm(const MatrixXd& A, const MatrixXd& B, const QuadraticCost& cost) {
  const Eigen::LDLT<MatrixXd> R(cost.R);
  return {A - B * R.solve(cost.N.transpose()), Symmetric(B * R.solve(B.transpose())),
          Symmetric(cost.Q - cost.N * R.solve(cost.N.transpose()))};
}

// X = H∞ of A ← A (I + G H)⁻¹ A, G ← G + A (I + G H)⁻¹ G Aᵀ, H ← H + Aᵀ H (I + G H)⁻¹ A.
std::optional<MatrixXd> Double(Reduced p) {
  const MatrixXd I = MatrixXd::Identity(p.A.rows(), p.A.rows());
  for (int i = 0; i < kMostDoublings; ++i) {
    MatrixXd both(p.A.rows(), 2 * p.A.cols());
    both << p.A, p.G;
    both = SolveRegular(MatrixXd(I + p.G * p.H), both);
    const MatrixXd moved = both.leftCols(p.A.cols()), grown = both.rightCols(p.A.cols());
    const MatrixXd added = Symmetric(p.A.transpose() * p.H * moved);
    Reduced next{p.A * moved, p.G + Symmetric(p.A * grown * p.A.transpose()), p.H + added};
    if (!next.H.allFinite() || !next.G.allFinite()) return {};
    const bool is_done = added.norm() <= 1e-16 * next.H.norm();
    p = std::move(next);
    if (is_done) return p.H;
  }
  return {};
}

// S = U₂ U₁⁻¹, where [U₁; U₂] spans the stable eigenvectors of the Hamiltonian matrix: its complex
// Schur form with these first. G and H are made alike in size, which scales S.
std::optional<MatrixXd> FromStableSpace(const Reduced& p) {
  const Eigen::Index n = p.A.rows();
  const double G = p.G.norm(), H = p.H.norm();
  const double scale = G > 0 && H > 0 ? std::sqrt(H / G) : 1;
  MatrixXd hamiltonian(2 * n, 2 * n);
  hamiltonian << p.A, -p.G * scale, -p.H / scale, -p.A.transpose();
  auto schur = CalcSchurForm(hamiltonian);
  if (!schur) return {};
  Eigen::MatrixXcd &T = schur->T, &U = schur->U;
  for (Eigen::Index sorted = 0; sorted < n; ++sorted) {
    Eigen::Index found = sorted;
    while (found < 2 * n && T(found, found).real() >= 0) ++found;
    if (found == 2 * n) return {};
    for (Eigen::Index k = found; k-- > sorted;) {
      Eigen::JacobiRotation<Complex> rotation;
      rotation.makeGivens(T(k, k + 1), T(k + 1, k + 1) - T(k, k));
      T.rightCols(2 * n - k).applyOnTheLeft(k, k + 1, rotation.adjoint());
      T.topRows(k + 2).applyOnTheRight(k, k + 1, rotation);
      U.applyOnTheRight(k, k + 1, rotation);
    }
  }
  const FullLu<Eigen::MatrixXcd> upper(U.topLeftCorner(n, n).adjoint());
  if (!upper.is_invertible()) return {};
  const Eigen::MatrixXcd S = upper.Solve(U.bottomLeftCorner(n, n).adjoint()).adjoint();
  return Symmetric(S.real() * scale);
}

/// The equation, its residual at S and the gain.
class Equation {
 public:
  Equation(const MatrixXd& A, const MatrixXd& B, const QuadraticCost& cost, bool is_sampled)
      : A_(A), B_(B), cost_(cost), is_sampled_(is_sampled) {}

  MatrixXd GainOf(const MatrixXd& S) const {
    if (!is_sampled_) return cost_.R.ldlt().solve(B_.transpose() * S + cost_.N.transpose());
    const MatrixXd weight = Symmetric(cost_.R + B_.transpose() * S * B_);
    return weight.ldlt().solve(B_.transpose() * S * A_ + cost_.N.transpose());
  }

  // The cost of the gain K: Q − N K − Kᵀ Nᵀ + Kᵀ R K, which its Lyapunov equation sums up.
  MatrixXd CostOf(const MatrixXd& K) const {
    const MatrixXd cross = cost_.N * K;
    return Symmetric(cost_.Q - cross - cross.transpose() + K.transpose() * cost_.R * K);
  }

  MatrixXd ResidualOf(const MatrixXd& S, const MatrixXd& K) const {
    const MatrixXd closed = A_ - B_ * K;
    return is_sampled_ ? MatrixXd(closed.transpose() * S * closed - S + CostOf(K))
                       : MatrixXd(closed.transpose() * S + S * closed + CostOf(K));
  }

  ComplexList PolesWith(const MatrixXd& K) const { return EigenvaluesOf(MatrixXd(A_ - B_ * K)); }

  // Whether A − B K is stable by much more than rounding in it, which is proof enough that all
  // modes can be stabilised: one that no input moves would still be where it was. That is much less
  // work than to look at each mode.
  bool IsSurelyStabilisedBy(const MatrixXd& K) const {
    constexpr double kMuchMore = 1000 * std::numeric_limits<double>::epsilon();
    const double rounding = kMuchMore * (A_.norm() + B_.norm() * K.norm());
    if (!std::isfinite(rounding)) return false;
    const ComplexList poles = PolesWith(K);
    return std::all_of(poles.begin(), poles.end(), [&](Complex pole) {
      return (is_sampled_ ? std::abs(pole) - 1 : pole.real()) < -rounding;
    });
  }

  // Newton's steps from S while the residual falls; by less than half it falls in rounding alone.
  MatrixXd Refine(MatrixXd S) const {
    MatrixXd K = GainOf(S);
    double size = RelativeResidual(S, K);
    for (int i = 0; i < kMostNewtonSteps && size > 0; ++i) {
      // Rounding alone is left of a residual in the end, and rounding is not symmetric.
      const MatrixXd residual = Symmetric(ResidualOf(S, K));
      const MatrixXd next =
          Symmetric(S + SolveLyapunov((A_ - B_ * K).transpose(), residual, is_sampled_));
      const MatrixXd next_gain = GainOf(next);
      const double next_size = RelativeResidual(next, next_gain);
      if (!(next_size < size)) break;
      const bool is_rounding = next_size > size / 2;
      S = next;
      K = next_gain;
      size = next_size;
      if (is_rounding) break;
    }
    return S;
  }

  // Whether what S and K leave of the equation is as small as rounding in its largest terms.
  bool IsSolution(const MatrixXd& S, const MatrixXd& K) const {
    // stableNorm(), as a square may be beyond all numbers; what then is infinite is no solution.
    const double size = SizesOf(S, K).stableNorm();
    return std::isfinite(size) && ResidualOf(S, K).stableNorm() <= kRiccatiResidual * size;
  }

 private:
  // What the elements of the residual are made of.
  MatrixXd SizesOf(const MatrixXd& S, const MatrixXd& K) const {
    const MatrixXd closed = (A_ - B_ * K).cwiseAbs(), size = S.cwiseAbs();
    const MatrixXd terms = (is_sampled_ ? MatrixXd(closed.transpose() * size * closed + size)
                                        : MatrixXd(2 * closed.transpose() * size)) +
                           CostOf(K).cwiseAbs();
    return terms + terms.transpose();
  }

  // Each element against the sizes of what it is made of.
  double RelativeResidual(const MatrixXd& S, const MatrixXd& K) const {
    const MatrixXd residual = ResidualOf(S, K).cwiseAbs(), both = SizesOf(S, K);
    double largest = 0;
    for (Eigen::Index i = 0; i < residual.size(); ++i) {
      if (residual(i) > 0) largest = std::max(largest, residual(i) / both(i));
    }
    return largest;
  }

  const MatrixXd &A_, &B_;
  const QuadraticCost& cost_;
  const bool is_sampled_;
};

}  // namespace

// A weight is symmetric but for rounding, as products of matrices are. The least eigenvalue decides
// between definite and semidefinite; one that is negative only as rounding makes it counts as 0.
void RequireWeight(const char* name, const MatrixXd& matrix, Eigen::Index size, bool is_definite) {
  const std::string text = name;
  if (matrix.rows() != size || matrix.cols() != size) {
    throw UsageError(text + " is " + std::to_string(matrix.rows()) + " by " +
                     std::to_string(matrix.cols()) + ", but here it must be " +
                     std::to_string(size) + " by " + std::to_string(size));
  }
  if (!matrix.allFinite()) throw UsageError(text + " has an element that is not a finite number");
  const double norm = matrix.norm();
  if ((matrix - matrix.transpose()).norm() > 1e-12 * norm) {
    throw UsageError(text + " is not symmetric; a weight must be");
  }
  if (size == 0) return;
  const double least = CalcSymmetricEigenvalues(matrix)[0];
  if (is_definite ? !(least > 0) : least < -1e-12 * norm) {
    throw UsageError(text + " has the eigenvalue " + FormatNumber(least) +
                     "; it must be positive " + (is_definite ? "definite" : "semidefinite"));
  }
}

namespace {

// Why no solution was found though every mode can be stabilised.
[[noreturn]] void RefuseCost(const QuadraticCost& cost, const RiccatiNames& names) {
  if (names.is_filter) {
    throw NoResultError(
        "there is no filter: noise does not reach a mode on the boundary of stability; give the "
        "states of that mode some");
  }
  const Eigen::Index n = cost.Q.rows(), m = cost.R.rows();
  MatrixXd whole(n + m, n + m);
  whole << cost.Q, cost.N, cost.N.transpose(), cost.R;
  const double least = CalcSymmetricEigenvalues(whole)[0];
  if (least < -1e-12 * whole.norm()) {
    throw NoResultError("there is no stabilising solution: [Q N; N' R] has the eigenvalue " +
                        FormatNumber(least) + "; choose a smaller N, or larger Q and R");
  }
  throw NoResultError(
      "there is no stabilising solution: a mode on the boundary of stability is "
      "not seen by Q; give the states of that mode a weight");
}

}  // namespace

// First a solution by the direct method of its time, then Newton steps, then the test: the poles
// have to be stable and the residual small. Which error it is where there is no solution is asked
// only then: a mode on or outside the boundary that no input moves, or else one that the cost does
// not see.
QuadraticRegulator SolveRiccati(const MatrixXd& A, const MatrixXd& B, const QuadraticCost& given,
                                bool is_sampled, const RiccatiNames& names) {
  QuadraticCost cost = given;
  if (cost.N.size() == 0) cost.N = MatrixXd::Zero(A.rows(), B.cols());
  RequireWeight("Q", cost.Q, A.rows(), false);
  RequireWeight("R", cost.R, B.cols(), true);
  if (cost.N.rows() != A.rows() || cost.N.cols() != B.cols()) {
    throw UsageError("N is " + std::to_string(cost.N.rows()) + " by " +
                     std::to_string(cost.N.cols()) + ", but here it must be " +
                     std::to_string(A.rows()) + " by " + std::to_string(B.cols()));
  }
  if (A.rows() == 0) return {MatrixXd(B.cols(), 0), MatrixXd(0, 0), {}};
  if (is_sampled) RequireKeptDigits(A, names);
  const Equation equation(A, B, cost, is_sampled);
  const Reduced reduced = WithoutCrossTerm(A, B, cost);
  const auto first = is_sampled ? Double(reduced) : FromStableSpace(reduced);
  if (!first || !equation.IsSurelyStabilisedBy(equation.GainOf(*first))) {
    RequireStabilisable(A, B, is_sampled, names);
  }
  QuadraticRegulator result;
  if (first) {
    result.S = equation.Refine(*first);
    result.K = equation.GainOf(result.S);
    result.poles = equation.PolesWith(result.K);
  }
  const bool is_solved = first && IsStable(result.poles, is_sampled);
  if (!is_solved || !equation.IsSolution(result.S, result.K)) RefuseCost(cost, names);
  return result;
}

}  // namespace loopwright
