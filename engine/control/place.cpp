#include "engine/control/place.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/common/exceptions.h"
#include "engine/control/schur_placement.h"
#include "engine/linear/eigenvalues.h"
#include "engine/matrices/decompositions.h"

namespace loopwright {
namespace {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
constexpr int kSweeps = 100;
constexpr int kStarts = 12;
/// The poles that come out must be those asked for to this part of the largest, and of those that
/// there were.
constexpr double kReached = 1e-5;

void RequirePairs(const ComplexList& poles, Eigen::Index count) {
  if (static_cast<Eigen::Index>(poles.size()) != count) {
    throw UsageError("--poles: as many poles as states are needed, " + std::to_string(count) +
                     ", but here are " + std::to_string(poles.size()));
  }
  for (const Complex pole : poles) {
    if (!std::isfinite(pole.real()) || !std::isfinite(pole.imag())) {
      throw UsageError("--poles: each must be a finite number");
    }
    const auto same = std::count(poles.begin(), poles.end(), pole);
    if (same != std::count(poles.begin(), poles.end(), std::conj(pole))) {
      throw UsageError("--poles: " + ComplexText(pole) +
                       " is there without its conjugate; complex poles come in pairs");
    }
  }
}

// A mode that no input moves stays where it is: those are the answer.
ComplexList FindUnmoved(const MatrixXd& A, const MatrixXd& B, const ComplexList& modes,
                        const ComplexList& poles) {
  const Eigen::Index n = A.rows();
  const double rounding = 1e-13 * LargestSize(modes);
  ComplexList unmoved;
  for (const Complex mode : modes) {
    MatrixXcd test(n, n + B.cols());
    test << A.cast<Complex>() - mode * MatrixXcd::Identity(n, n), B.cast<Complex>();
    const Eigen::VectorXd sigma = CalcSingularValues(test);
    const bool is_moved = sigma[n - 1] > 1e-13 * sigma[0];
    if (is_moved) continue;
    const bool is_wanted = std::any_of(poles.begin(), poles.end(), [&](Complex pole) {
      return std::abs(pole - mode) <= 1e-8 * std::abs(mode) + rounding;
    });
    if (!is_wanted) {
      throw NoResultError("no input moves the mode at " + ComplexText(mode) +
                          ": it stays whatever the gain is. Put it among the poles, or reduce the "
                          "model to its controllable part");
    }
    unmoved.push_back(mode);
  }
  return unmoved;
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
    unreached_ = qr.Q.rightCols(A.rows() - qr.rank);  // all, where there are no inputs
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
  // A basis of all x that can be eigenvectors with this eigenvalue λ: the input can make A x − λ x
  // only where that lies in the space that the columns of B span.
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
    const Complex pole = poles_[i];
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
    const Complex pole = poles_[i];
    int before = 0;
    for (int j = 0; j < i; ++j) before += poles_[j] == pole ? 1 : 0;
    for (size_t j = 0; j < poles_.size(); ++j) {
      if (poles_[j] == std::conj(pole) && before-- == 0) return static_cast<int>(j);
    }
    return i;
  }

  // All but one vector, or one pair, by real columns: of a pair its real and its imaginary part.
  MatrixXd Others(int i) const {
    const int partner = PartnerOf(i);
    MatrixXd others(vectors_.rows(), vectors_.cols() - (partner == i ? 1 : 2));
    Eigen::Index count = 0;
    for (int j = 0; j < vectors_.cols(); ++j) {
      if (j == i || j == partner || poles_[j].imag() > 0) continue;
      others.col(count++) = vectors_.col(j).real();
      if (poles_[j].imag() < 0) others.col(count++) = vectors_.col(j).imag();
    }
    return others;
  }

  // The vector, or pair, with which the determinant of all is greatest, as far as its space allows.
  void Turn(int i) {
    const Complex pole = poles_[i];
    if (pole.imag() > 0) return;
    const MatrixXcd& space = spaces_[i];
    const MatrixXd others = Others(i);
    const Eigen::Index n = vectors_.rows(), left = n - others.cols();
    const MatrixXd away =
        left == n ? MatrixXd::Identity(n, n) : MatrixXd(CalcQ(others).rightCols(left));
    if (pole.imag() == 0) {
      const VectorXcd inside = space * (space.adjoint() * away.col(0).cast<Complex>());
      if (inside.norm() > 1e-12) SetVector(i, inside);
      return;
    }
    const VectorXcd u = away.col(0).cast<Complex>() + Complex(0, 1) * away.col(1).cast<Complex>();
    const VectorXcd weights = FarthestPair(space.adjoint() * u, space.adjoint() * u.conjugate());
    if (weights.norm() > 1e-12) SetVector(i, space * weights);
  }

  // z of length 1 with the greatest | |aᴴz|² − |bᴴz|² |, which is the area that the real and the
  // imaginary part of x = S z span in the plane that is left to them: the eigenvector of the
  // Hermitian a aᴴ − b bᴴ with the larger eigenvalue, in the plane of a and b.
  static VectorXcd FarthestPair(const VectorXcd& a, const VectorXcd& b) {
    const double size = a.norm();
    if (size < 1e-12) return b;
    VectorXcd first = a / size;
    const Complex along = first.dot(b);
    VectorXcd second = b - along * first;
    const double aside = second.norm();
    if (aside < 1e-12) return first;
    second /= aside;
    const double p = size * size - std::norm(along), r = -aside * aside;
    const Complex q = -along * aside;
    const double middle = (p + r) / 2, half = std::hypot((p - r) / 2, std::abs(q));
    const double value = middle + std::copysign(half, middle);
    const bool is_first = std::abs(value - p) > std::abs(value - r);
    return is_first ? VectorXcd(q * first + (value - p) * second)
                    : VectorXcd((value - r) * first + std::conj(q) * second);
  }

  const MatrixXd &A_, &B_;
  const ComplexList& poles_;
  MatrixXd unreached_;
  std::vector<MatrixXcd> spaces_;
  MatrixXcd vectors_, best_;
};

// Pairs each wanted pole with the nearest that is left: how far the worst pair is apart. The order
// in which eigenvalues come says nothing, so they cannot be compared one by one.
double WorstMiss(const ComplexList& reached, const ComplexList& wanted) {
  double worst = 0;
  ComplexList left = reached;
  for (const Complex pole : wanted) {
    const auto nearest = std::min_element(left.begin(), left.end(), [&](Complex a, Complex b) {
      return std::abs(a - pole) < std::abs(b - pole);
    });
    worst = std::max(worst, std::abs(*nearest - pole));
    left.erase(nearest);
  }
  return worst;
}

}  // namespace

// With one input the gain is unique, with several there is freedom, which method 0 uses to make the
// eigenvectors as independent as can be. It needs an eigenvector for each pole; an eigenvalue has
// at most as many independent ones as there are inputs, so a pole more often than that goes by the
// Schur form. The result is tested whichever way it came.
PolePlacement PlacePoles(const MatrixXd& A, const MatrixXd& B, const ComplexList& wanted) {
  ComplexList poles = wanted;
  RequirePairs(poles, A.rows());
  SortEigenvalues(&poles);
  const ComplexList modes = EigenvaluesOf(A), unmoved = FindUnmoved(A, B, modes, poles);
  PolePlacement result;
  result.K = MatrixXd::Zero(B.cols(), A.rows());
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
    result.K = PlaceBySchurForm(A, B, poles, unmoved);
    result.condition = std::numeric_limits<double>::infinity();
    if (most == 1) result.condition = Eigenvectors(A, B, poles).condition();
  }
  result.poles = EigenvaluesOf(MatrixXd(A - B * result.K));
  // An eigenvalue k times over moves with the k-th root of rounding.
  const double allowed = most == 1 ? kReached : std::pow(1e-10, 1.0 / static_cast<double>(most));
  const double unit = std::max(LargestSize(poles), LargestSize(modes));
  if (!(WorstMiss(result.poles, poles) <= allowed * unit)) {
    throw NoResultError(
        "the poles cannot be placed: rounding moves them too far. Place fewer, or "
        "nearer to those that there are");
  }
  return result;
}

}  // namespace loopwright
