#include "engine/control/schur_placement.h"

#include <algorithm>
#include <cmath>

#include "engine/common/exceptions.h"
#include "engine/matrices/decompositions.h"

namespace loopwright {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// What moves a block by less than this part of B moves it by rounding.
constexpr double kMoves = 1e-13;
/// The Schur form that was made is that of A − B K but for this part.
constexpr double kResidual = 1e-9;

// The eigenvalues of a block of one or two rows.
ComplexList EigenvaluesOfBlock(const MatrixXd& S) {
  if (S.rows() == 1) return {S(0, 0)};
  const double middle = (S(0, 0) + S(1, 1)) / 2, half = (S(0, 0) - S(1, 1)) / 2;
  const Complex aside = std::sqrt(Complex(half * half + S(0, 1) * S(1, 0)));
  return {middle - aside, middle + aside};
}

// The rotation after which both diagonal elements of a block are equal.
MatrixXd Levelling(const MatrixXd& S) {
  const double angle = 0.5 * std::atan2(S(1, 1) - S(0, 0), S(0, 1) + S(1, 0));
  MatrixXd turn(2, 2);
  turn << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  return turn;
}

// A block near to S with other eigenvalues, whose sum and product are given: with the diagonal of S
// made level its other elements are b and c, and those of the new block have the product ρ² − π.
MatrixXd NearBlock(const MatrixXd& S, double sum, double product) {
  const MatrixXd turn = Levelling(S);
  const MatrixXd level = turn.transpose() * S * turn;
  const double beside = sum * sum / 4 - product, size = std::sqrt(std::abs(beside));
  double b = level(0, 1), c = level(1, 0);
  double& larger = std::abs(b) >= std::abs(c) ? b : c;
  double& smaller = std::abs(b) >= std::abs(c) ? c : b;
  if (std::abs(larger) < size) larger = std::copysign(size, larger);
  smaller = larger == 0 ? 0 : beside / larger;
  MatrixXd near(2, 2);
  near << sum / 2, b, c, sum / 2;
  return turn * near * turn.transpose();
}

// F for the eigenvalues of S − B F: of one row the shortest; of two rows the shorter one of that
// for a block near to S, which needs inputs in two directions, and of that along the strongest
// direction.
MatrixXd GainOfBlock(const MatrixXd& S, const MatrixXd& B, const ComplexList& wanted) {
  if (S.rows() == 1) return B.transpose() * ((S(0, 0) - wanted[0].real()) / B.squaredNorm());
  const double sum = (wanted[0] + wanted[1]).real(), product = (wanted[0] * wanted[1]).real();
  const auto svd = CalcSingularSystem(B);
  // Ackermann's formula for two states and one input.
  const Eigen::VectorXd b = svd.values[0] * svd.U.col(0);
  MatrixXd reached(2, 2);
  reached << b, S * b;
  const MatrixXd polynomial = S * S - sum * S + product * MatrixXd::Identity(2, 2);
  const FullLu<MatrixXd> lu(reached);
  MatrixXd F;
  if (lu.is_invertible()) F = svd.V.col(0) * (lu.Inverse().row(1) * polynomial);
  if (svd.values.size() == 1 || svd.values[1] == 0) return F;
  const MatrixXd both = SolveRegular(svd.values.asDiagonal().toDenseMatrix(),
                                     svd.U.transpose() * (S - NearBlock(S, sum, product)));
  const MatrixXd other = svd.V.leftCols(2) * both;
  return F.size() > 0 && F.norm() <= other.norm() ? F : other;
}

class SchurPlacement {
 public:
  // Poles that are to stay at what no input moves are not for other blocks.
  SchurPlacement(const MatrixXd& A, const MatrixXd& B, const ComplexList& poles,
                 const ComplexList& unmoved)
      : A_(A), B_(B), left_(poles), K_(MatrixXd::Zero(B.cols(), A.rows())) {
    for (const Complex mode : unmoved) {
      const auto nearest = std::min_element(left_.begin(), left_.end(), [&](Complex a, Complex b) {
        return std::abs(a - mode) < std::abs(b - mode);
      });
      if (nearest != left_.end()) left_.erase(nearest);
    }
  }

  MatrixXd Run() {
    const auto schur = CalcRealSchurForm(A_);
    if (!schur) Fail();
    U_ = schur->U;
    T_ = schur->T;
    const Index n = T_.rows();
    Index placed = 0;
    while (placed < n) {
      Index size = BlockBefore(n, placed);
      bool is_split = false;
      if (IsMoved(n - size, size)) {
        if (size == 1 && !HasReal()) size = MakePair(placed);
        is_split = Place(n - size, size);
      }
      for (Index begin = n - size; begin < n; begin += is_split ? 1 : size) {
        const Index rows = is_split ? 1 : size;
        MoveUp(begin, rows, placed);
        placed += rows;
      }
    }
    RequireResult();
    return K_;
  }

 private:
  [[noreturn]] static void Fail() {
    throw NoResultError(
        "the poles cannot be placed: the model is too near to one whose states the inputs do not "
        "reach");
  }

  // The rows of the block that ends before row `end`, of those from `first` on.
  Index BlockBefore(Index end, Index first) const {
    return end - first >= 2 && T_(end - 1, end - 2) != 0 ? 2 : 1;
  }

  bool HasReal() const {
    return std::any_of(left_.begin(), left_.end(), [](Complex p) { return p.imag() == 0; });
  }

  // Only pairs are left, and the last block has one row: it and the next one of one row become a
  // pair, after it has passed those of two rows, which are last then.
  Index MakePair(Index placed) {
    const Index n = T_.rows();
    if (n - 1 - placed < 1) Fail();
    const Index above = BlockBefore(n - 1, placed);
    if (above == 2) Exchange(n - 3, 2, 1);
    return 2;
  }

  // The wanted pole nearest to a value, taken out of those that are left.
  Complex TakeNearest(Complex value, bool is_real) {
    auto best = left_.end();
    for (auto it = left_.begin(); it != left_.end(); ++it) {
      if ((it->imag() == 0) != is_real || (!is_real && it->imag() < 0)) continue;
      if (best == left_.end() || std::abs(*it - value) < std::abs(*best - value)) best = it;
    }
    if (best == left_.end()) Fail();
    const Complex pole = *best;
    left_.erase(best);
    if (is_real) return pole;
    const auto partner = std::find(left_.begin(), left_.end(), std::conj(pole));
    if (partner == left_.end()) Fail();
    left_.erase(partner);
    return pole;
  }

  ComplexList TakeFor(const ComplexList& values) {
    if (values.size() == 1) return {TakeNearest(values[0], true)};
    const bool has_pair =
        std::any_of(left_.begin(), left_.end(), [](Complex p) { return p.imag() > 0; });
    if (!has_pair) return {TakeNearest(values[0], true), TakeNearest(values[1], true)};
    const Complex pole = TakeNearest(values[1].imag() < 0 ? values[0] : values[1], false);
    return {pole, std::conj(pole)};
  }

  MatrixXd InputsOf(Index begin, Index size) const {
    return U_.middleCols(begin, size).transpose() * B_;
  }

  bool IsMoved(Index begin, Index size) const {
    return InputsOf(begin, size).norm() > kMoves * B_.norm();
  }

  // The block of `size` rows from `begin` on, the last one, gets its poles. Two real ones make two
  // blocks of it: then the answer is true.
  bool Place(Index begin, Index size) {
    const MatrixXd S = T_.block(begin, begin, size, size);
    const ComplexList wanted = TakeFor(EigenvaluesOfBlock(S));
    const MatrixXd F = GainOfBlock(S, InputsOf(begin, size), wanted);
    if (F.size() == 0 || !F.allFinite()) Fail();
    T_.middleCols(begin, size) -= U_.transpose() * B_ * F;
    K_ += F * U_.middleCols(begin, size).transpose();
    if (size == 1 || wanted[0].imag() != 0) return false;
    // The eigenvector of the first pole takes the first place.
    const MatrixXd moved = T_.block(begin, begin, size, size);
    const double pole = wanted[0].real();
    const Eigen::Vector2d one(moved(0, 1), pole - moved(0, 0)),
        other(pole - moved(1, 1), moved(1, 0));
    MatrixXd space = one.norm() > other.norm() ? one : other;
    if (space.norm() == 0) space = Eigen::Vector2d::UnitX();
    Turn(begin, CalcQ(space));
    T_(begin + 1, begin) = 0;
    return true;
  }

  // The rows and columns from `begin` on in another orthogonal basis.
  void Turn(Index begin, const MatrixXd& Q) {
    T_.middleCols(begin, Q.rows()) = MatrixXd(T_.middleCols(begin, Q.rows()) * Q);
    T_.middleRows(begin, Q.rows()) = MatrixXd(Q.transpose() * T_.middleRows(begin, Q.rows()));
    U_.middleCols(begin, Q.rows()) = MatrixXd(U_.middleCols(begin, Q.rows()) * Q);
  }

  // To those that have their poles already. Where a block has the same eigenvalues as this one, it
  // is taken for it from there on, and this one for a block without poles.
  void MoveUp(Index begin, Index size, Index placed) {
    while (begin > placed) {
      const Index above = BlockBefore(begin, placed);
      Exchange(begin - above, above, size);
      begin -= above;
    }
  }

  // Exchanges the block of `above` rows from `begin` on with that of `below` rows behind it:
  // S₁ X − X S₂ = S₁₂ tells the space of S₂, and an orthogonal basis of it takes the first place.
  void Exchange(Index begin, Index above, Index below) {
    const Index size = above + below;
    const MatrixXd S1 = T_.block(begin, begin, above, above);
    const MatrixXd S2 = T_.block(begin + above, begin + above, below, below);
    const MatrixXd between = T_.block(begin, begin + above, above, below);
    MatrixXd equations = MatrixXd::Zero(above * below, above * below);
    for (Index j = 0; j < below; ++j) {
      equations.block(j * above, j * above, above, above) = S1;
      for (Index i = 0; i < below; ++i) {
        equations.block(j * above, i * above, above, above) -=
            S2(i, j) * MatrixXd::Identity(above, above);
      }
    }
    const FullLu<MatrixXd> lu(equations);
    MatrixXd space = MatrixXd::Zero(size, below);
    const Eigen::Map<const Eigen::VectorXd> right(between.data(), above * below);
    const MatrixXd X = lu.is_invertible() ? lu.Solve(MatrixXd(right)) : MatrixXd();
    if (X.size() == 0 || !X.allFinite()) {
      if (above != below) Fail();
      return;  // equal eigenvalues
    }
    space.topRows(above) = -Eigen::Map<const MatrixXd>(X.data(), above, below);
    space.bottomRows(below).setIdentity();
    Turn(begin, CalcQ(space));
    T_.block(begin + below, begin, above, below).setZero();
  }

  void RequireResult() const {
    const MatrixXd closed = A_ - B_ * K_;
    const double size = A_.norm() + B_.norm() * K_.norm();
    const double miss = (U_.transpose() * closed * U_ - T_).norm();
    if (!(miss <= kResidual * size)) Fail();
  }

  const MatrixXd &A_, &B_;
  ComplexList left_;  ///< poles that no block has yet
  MatrixXd K_, U_, T_;
};

}  // namespace

MatrixXd PlaceBySchurForm(const MatrixXd& A, const MatrixXd& B, const ComplexList& poles,
                          const ComplexList& unmoved) {
  if (A.rows() == 0) return MatrixXd::Zero(B.cols(), 0);
  return SchurPlacement(A, B, poles, unmoved).Run();
}

}  // namespace loopwright
