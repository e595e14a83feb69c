#include "engine/linear/zeros.h"

#include <cmath>
#include <limits>
#include <optional>

#include "engine/linear/eigenvalues.h"
#include "engine/matrices/decompositions.h"

namespace loopwright {
namespace {

struct Pencil {
  Eigen::MatrixXd A, B, C, D;
};

// An orthogonal Q for which Qᵀ times the matrix has its rank many rows on top and zeros below. QR
// with pivoting puts the largest elements first, so that the first one below the tolerance tells
// the rank.
PivotedQr<Eigen::MatrixXd> CompressRows(const Eigen::MatrixXd& matrix, double tolerance) {
  auto qr = CalcPivotedQr(matrix);
  qr.rank = 0;
  while (qr.rank < qr.diagonal.size() && std::abs(qr.diagonal[qr.rank]) > tolerance) ++qr.rank;
  return qr;
}

// Takes away what of the state is fixed by outputs that the inputs do not reach at once, until D
// has as many rows as it has rank.
void ReduceRows(Pencil* pencil, double tolerance) {
  while (true) {
    const auto direct = CompressRows(pencil->D, tolerance);
    const Eigen::Index rank = direct.rank;
    const Eigen::MatrixXd C = direct.Q.transpose() * pencil->C;
    const Eigen::MatrixXd D = direct.Q.transpose() * pencil->D;
    const Eigen::MatrixXd rest = C.bottomRows(C.rows() - rank);
    const auto fixed = CompressRows(rest.transpose(), tolerance);
    pencil->C = C.topRows(rank);
    pencil->D = D.topRows(rank);
    if (fixed.rank == 0) return;
    // The states along the first columns of V are 0 all the time, and so are their derivatives.
    const Eigen::MatrixXd& V = fixed.Q;
    const Eigen::Index removed = fixed.rank, kept = pencil->A.rows() - removed;
    const Eigen::MatrixXd A = V.transpose() * pencil->A * V;
    const Eigen::MatrixXd B = V.transpose() * pencil->B;
    const Eigen::MatrixXd CV = pencil->C * V;
    Pencil next;
    next.A = A.bottomRightCorner(kept, kept);
    next.B = B.bottomRows(kept);
    next.C.resize(rank + removed, kept);
    next.C << CV.rightCols(kept), A.topRightCorner(removed, kept);
    next.D.resize(rank + removed, B.cols());
    next.D << pencil->D, B.topRows(removed);
    *pencil = std::move(next);
  }
}

Pencil Transposed(const Pencil& p) {
  return {p.A.transpose(), p.C.transpose(), p.B.transpose(), p.D.transpose()};
}

// The eigenvalues of A − B D⁻¹ C, without D⁻¹ where D is nearly singular, or so small beside B and
// C, which are about of size 1 as A is, that rounding in the product would be seen in them.
ComplexList ZerosOfRegular(const Pencil& p) {
  const Eigen::Index n = p.A.rows(), m = p.D.rows();
  if (n == 0) return {};
  if (m == 0) return EigenvaluesOf(p.A);
  const FullLu<Eigen::MatrixXd> lu(p.D);
  constexpr double kLeastCondition = 1e-8, kLargestProduct = 1e4;
  if (lu.rcond() > kLeastCondition) {
    const Eigen::MatrixXd product = p.B * lu.Solve(p.C);
    if (product.norm() <= kLargestProduct) return EigenvaluesOf(Eigen::MatrixXd(p.A - product));
  }
  // [C D] Q = [0 R]: on the first columns of Q the outputs are 0.
  Eigen::MatrixXd outputs(m, n + m);
  outputs << p.C, p.D;
  const Eigen::MatrixXd kernel = CalcQ(Eigen::MatrixXd(outputs.transpose())).rightCols(n);
  Eigen::MatrixXd states(n, n + m);
  states << p.A, p.B;
  const Eigen::MatrixXd flow = states * kernel, shape = kernel.topRows(n);
  const std::optional<PencilEigenvalues> values = CalcPencilEigenvalues(flow, shape);
  if (!values) {
    throw NoResultError("the eigenvalues of a matrix were not found: it is too ill-scaled");
  }
  ComplexList zeros;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double beta = values->betas[i];
    if (std::abs(beta) > std::numeric_limits<double>::epsilon() * shape.norm()) {
      zeros.push_back(values->alphas[i] / beta);
    }
  }
  SortEigenvalues(&zeros);
  return zeros;
}

// The model in units of time, inputs and outputs in which everything is of size 1; zeros are then
// in units of `rate`.
Pencil Scaled(const LinearModel& model, double* rate) {
  const LinearModel scaled = ScaleStates(model);
  Pencil p{scaled.A, scaled.B, scaled.C, scaled.D};
  const auto power = [](double size) {
    return size > 0 ? std::ldexp(1.0, static_cast<int>(std::lround(std::log2(size)))) : 1.0;
  };
  *rate = power(p.A.norm());
  p.A /= *rate;
  p.B /= *rate;
  for (Eigen::Index j = 0; j < p.B.cols(); ++j) {
    const double unit = power(std::hypot(p.B.col(j).norm(), p.D.col(j).norm()));
    p.B.col(j) /= unit;
    p.D.col(j) /= unit;
  }
  for (Eigen::Index i = 0; i < p.C.rows(); ++i) {
    const double unit = power(std::hypot(p.C.row(i).norm(), p.D.row(i).norm()));
    p.C.row(i) /= unit;
    p.D.row(i) /= unit;
  }
  return p;
}

}  // namespace

// Once for the rows and once, transposed, for the columns: what is left has as many inputs as
// outputs and a regular D, and its zeros are the eigenvalues of A − B D⁻¹ C. At the edge of the
// tolerance the rank of the columns may be found smaller than that of the rows; then there is once
// more something to take away from the rows. Scaling the time makes A of size 1, so that one
// tolerance fits all; the zeros are scaled back.
SystemZeros ZerosOf(const LinearModel& model) {
  double rate = 1;
  Pencil pencil = Scaled(model, &rate);
  const double size = static_cast<double>(model.A.rows() + model.B.cols() + model.C.rows() + 1);
  const double tolerance = 10 * size * std::numeric_limits<double>::epsilon();
  ReduceRows(&pencil, tolerance);
  do {
    pencil = Transposed(pencil);
    ReduceRows(&pencil, tolerance);
  } while (pencil.D.rows() != pencil.D.cols());
  SystemZeros result;
  result.normal_rank = static_cast<int>(pencil.D.rows());
  result.zeros = ZerosOfRegular(pencil);
  for (Complex& zero : result.zeros) zero *= rate;
  return result;
}

}  // namespace loopwright
