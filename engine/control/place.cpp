#include "engine/control/place.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/common/exceptions.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/polynomial.h"
#include "engine/matrices/decompositions.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
constexpr int kSweeps = 100;
constexpr int kStarts = 12;
/// The poles that come out must be those asked for to this part of the largest.
constexpr double kReached = 1e-5;

std::string NumberText(Complex value) {
  return FormatNumber(value.real()) +
         (value.imag() == 0
              ? ""
              : (value.imag() < 0 ? " - " : " + ") + FormatNumber(std::abs(value.imag())) + "i");
}

void RequirePairs(const ComplexList& poles, Eigen::Index count) {
  if (static_cast<Eigen::Index>(poles.size()) != count) {
    throw UsageError("--poles: the model has " + std::to_string(count) + " states, but here are " +
                     std::to_string(poles.size()) + " poles");
  }
  for (const Complex pole : poles) {
    const auto same = std::count(poles.begin(), poles.end(), pole);
    if (same != std::count(poles.begin(), poles.end(), std::conj(pole))) {
      throw UsageError("--poles: " + NumberText(pole) +
                       " is there without its conjugate; complex poles come in pairs");
    }
  }
}

// A mode that no input moves stays where it is.
void RequireControllable(const MatrixXd& A, const MatrixXd& B, const ComplexList& poles) {
  const Eigen::Index n = A.rows();
  for (const Complex mode : EigenvaluesOf(A)) {
    MatrixXcd test(n, n + B.cols());
    test << A.cast<Complex>() - mode * MatrixXcd::Identity(n, n), B.cast<Complex>();
    const Eigen::VectorXd sigma = CalcSingularValues(test);
    const bool is_moved = sigma[n - 1] > 1e-13 * sigma[0];
    const bool is_wanted = std::any_of(poles.begin(), poles.end(), [&](Complex pole) {
      return std::abs(pole - mode) <= 1e-8 * std::max(1.0, std::abs(mode));
    });
    if (!is_moved && !is_wanted) {
      throw NoResultError("no input moves the mode at " + NumberText(mode) +
                          ": it stays whatever the gain is. Put it among the poles, or reduce the "
                          "model to its controllable part");
    }
  }
}

double ConditionOf(MatrixXcd vectors) {
  vectors.colwise().normalize();
  const Eigen::VectorXd sigma = CalcSingularValues(vectors);
  return sigma[sigma.size() - 1] > 0 ? sigma[0] / sigma[sigma.size() - 1]
                                     : std::numeric_limits<double>::infinity();
}

/// The eigenvectors that A − B K can have for each eigenvalue, and the choice among them.
class Eigenvectors {
 public:
  Eigenvectors(const MatrixXd& A, const MatrixXd& B, const ComplexList& poles)
      : A_(A), B_(B), poles_(poles), vectors_(A.rows(), A.rows()) {
    const auto qr = CalcPivotedQr(B);
    rank_ = qr.rank;
    unreached_ = qr.Q.rightCols(A.rows() - rank_);
    for (size_t i = 0; i < poles.size(); ++i) spaces_.push_back(SpaceOf(poles[i]));
    Start(0);
  }

  // From several starts, since the sweeps end at the nearest best choice.
  void Improve() {
    double least = std::numeric_limits<double>::infinity();
    for (int start = 0; start < kStarts; ++start) {
      Start(start);
      double last = least;
      for (int sweep = 0; sweep < kSweeps; ++sweep) {
        for (size_t i = 0; i < poles_.size(); ++i) Turn(static_cast<int>(i));
        const double condition = ConditionOf(vectors_);
        if (condition < least) {
          best_ = vectors_;
          least = condition;
        }
        if (sweep > 20 && std::abs(condition - last) <= 1e-6 * last) break;
        last = condition;
      }
    }
    if (best_.size() > 0) vectors_ = best_;
  }

  MatrixXd Gain() const {
    Eigen::VectorXcd values(static_cast<Eigen::Index>(poles_.size()));
    for (size_t i = 0; i < poles_.size(); ++i) values[static_cast<Eigen::Index>(i)] = poles_[i];
    const MatrixXcd closed = vectors_ * values.asDiagonal() * FullLu<MatrixXcd>(vectors_).Inverse();
    return SolveLeastSquares(B_, A_ - closed.real());
  }

  double condition() const { return ConditionOf(vectors_); }

 private:
  // x with (A − λ) x in the space of B.
  MatrixXcd SpaceOf(Complex pole) const {
    const Eigen::Index n = A_.rows();
    if (unreached_.cols() == 0) return MatrixXcd::Identity(n, n);
    const MatrixXcd constraint = unreached_.transpose().cast<Complex>() *
                                 (A_.cast<Complex>() - pole * MatrixXcd::Identity(n, n));
    return CalcPivotedQr(MatrixXcd(constraint.adjoint())).Q.rightCols(n - unreached_.cols());
  }

  // A vector of each space, made different for equal eigenvalues.
  void Start(int number) {
    for (size_t i = 0; i < poles_.size(); ++i) {
      const MatrixXcd& space = spaces_[i];
      VectorXcd weights(space.cols());
      for (Eigen::Index k = 0; k < weights.size(); ++k) {
        const double phase = 1 + 2.3 * static_cast<double>(k) + 1.7 * static_cast<double>(i);
        weights[k] = std::cos(phase * (1 + number));
      }
      SetVector(static_cast<int>(i), space * weights);
    }
  }

  // Of a conjugate pair the first decides; it keeps its partner conjugate.
  void SetVector(int i, const VectorXcd& vector) {
    const Complex pole = poles_[static_cast<size_t>(i)];
    if (pole.imag() > 0) return;
    vectors_.col(i) = vector.normalized();
    if (pole.imag() == 0) {
      vectors_.col(i) = VectorXcd(vectors_.col(i).real().cast<Complex>()).normalized();
      return;
    }
    vectors_.col(PartnerOf(i)) = vectors_.col(i).conjugate();
  }

  int PartnerOf(int i) const {
    // Poles are sorted, so the k-th of one kind belongs to the k-th of its conjugates.
    const Complex pole = poles_[static_cast<size_t>(i)];
    int before = 0;
    for (int j = 0; j < i; ++j) before += poles_[static_cast<size_t>(j)] == pole ? 1 : 0;
    for (size_t j = 0; j < poles_.size(); ++j) {
      if (poles_[j] == std::conj(pole) && before-- == 0) return static_cast<int>(j);
    }
    return i;
  }

  void Turn(int i) {
    if (poles_[static_cast<size_t>(i)].imag() > 0) return;
    MatrixXcd others(vectors_.rows(), vectors_.cols() - 1);
    others << vectors_.leftCols(i), vectors_.rightCols(vectors_.cols() - 1 - i);
    const VectorXcd away = CalcQ(others).col(vectors_.cols() - 1);
    const MatrixXcd& space = spaces_[static_cast<size_t>(i)];
    const VectorXcd inside = space * (space.adjoint() * away);
    if (inside.norm() > 1e-12) SetVector(i, inside);
  }

  const MatrixXd &A_, &B_;
  const ComplexList& poles_;
  Eigen::Index rank_ = 0;
  MatrixXd unreached_;
  std::vector<MatrixXcd> spaces_;
  MatrixXcd vectors_, best_;
};

// Ackermann's formula for B v, where v is a combination of the inputs that reaches all states.
MatrixXd GainByOneInput(const MatrixXd& A, const MatrixXd& B, const ComplexList& poles) {
  const Eigen::Index n = A.rows(), m = B.cols();
  const Eigen::VectorXd polynomial = PolynomialOf(poles);
  MatrixXd best;
  double best_condition = 0;
  for (int attempt = 0; attempt < 8; ++attempt) {
    // A first feedback makes the model reachable from one input (Heymann, IEEE Trans. Automat.
    // Contr. 13 (1968) 748-749); the first attempt is without one.
    MatrixXd first = MatrixXd::Zero(m, n);
    Eigen::VectorXd v = Eigen::VectorXd::Ones(m);
    for (Eigen::Index i = 0; attempt > 0 && i < first.size(); ++i) {
      first(i) = std::sin(1.0 + 3.1 * static_cast<double>(i) + attempt) * A.norm() / (B.norm());
    }
    const MatrixXd moved = A - B * first;
    const Eigen::VectorXd b = B * v;
    MatrixXd reached(n, n), power = MatrixXd::Zero(n, n);
    reached.col(0) = b;
    for (Eigen::Index i = 1; i < n; ++i) reached.col(i) = moved * reached.col(i - 1);
    for (const double coefficient : polynomial) {
      power = power * moved + coefficient * MatrixXd::Identity(n, n);
    }
    const FullLu<MatrixXd> lu(reached);
    if (lu.rcond() <= best_condition) continue;
    best_condition = lu.rcond();
    const Eigen::RowVectorXd gain = lu.Inverse().row(n - 1) * power;
    best = first + v * gain;
    if (m == 1) break;
  }
  if (best.size() == 0) {
    throw NoResultError(
        "the poles cannot be placed: the model is too near to one whose states the "
        "inputs do not reach");
  }
  return best;
}

double WorstMiss(const ComplexList& reached, const ComplexList& wanted) {
  double worst = 0, largest = 1e-300;
  ComplexList left = reached;
  for (const Complex pole : wanted) {
    largest = std::max(largest, std::abs(pole));
    const auto nearest = std::min_element(left.begin(), left.end(), [&](Complex a, Complex b) {
      return std::abs(a - pole) < std::abs(b - pole);
    });
    worst = std::max(worst, std::abs(*nearest - pole));
    left.erase(nearest);
  }
  return worst / std::max(largest, 1.0);
}

}  // namespace

PolePlacement PlacePoles(const MatrixXd& A, const MatrixXd& B, const ComplexList& wanted) {
  ComplexList poles = wanted;
  RequirePairs(poles, A.rows());
  SortEigenvalues(&poles);
  RequireControllable(A, B, poles);
  PolePlacement result;
  if (A.rows() == 0) return result;
  std::ptrdiff_t most = 0;
  for (const Complex pole : poles)
    most = std::max(most, std::count(poles.begin(), poles.end(), pole));
  const Eigen::Index rank = CalcPivotedQr(B).rank;
  if (B.cols() > 1 && most <= rank) {
    Eigenvectors vectors(A, B, poles);
    vectors.Improve();
    result.K = vectors.Gain();
    result.condition = vectors.condition();
  } else {
    result.K = GainByOneInput(A, B, poles);
    result.condition = std::numeric_limits<double>::infinity();
    if (most == 1) result.condition = Eigenvectors(A, B, poles).condition();
  }
  result.poles = EigenvaluesOf(MatrixXd(A - B * result.K));
  // An eigenvalue k times over moves with the k-th root of rounding.
  const double allowed = most == 1 ? kReached : std::pow(1e-10, 1.0 / static_cast<double>(most));
  if (!(WorstMiss(result.poles, poles) <= allowed)) {
    throw NoResultError(
        "the poles cannot be placed: rounding moves them too far. Place fewer, or "
        "nearer to those that there are");
  }
  return result;
}

}  // namespace loopwright
