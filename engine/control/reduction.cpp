#include "engine/control/reduction.h"

#include <algorithm>

#include "engine/common/exceptions.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/lyapunov.h"
#include "engine/matrices/decompositions.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;

/// Coordinates whose first `size` are those that the inputs reach.
struct Staircase {
  MatrixXd basis;
  int size = 0;
};

Staircase ReachedPart(const MatrixXd& A, const MatrixXd& B, double tolerance) {
  const Eigen::Index n = A.rows();
  Staircase result{MatrixXd::Identity(n, n), 0};
  MatrixXd block = B;
  while (result.size < n && block.cols() > 0) {
    // What the newest directions add beyond those that there are.
    const Eigen::Index left = n - result.size;
    const MatrixXd rest = result.basis.rightCols(left).transpose() * block;
    const auto svd = CalcSingularSystem(rest);
    Eigen::Index rank = 0;
    while (rank < svd.values.size() && svd.values[rank] > tolerance) ++rank;
    if (rank == 0) break;
    const MatrixXd turned = result.basis.rightCols(left) * svd.U;
    result.basis.rightCols(left) = turned;
    block = A * turned.leftCols(rank);
    result.size += static_cast<int>(rank);
  }
  return result;
}

LinearModel InBasis(const LinearModel& model, const MatrixXd& left, const MatrixXd& right) {
  LinearModel result =
      MakeModel(left * model.A * right, left * model.B, model.C * right, model.D, model.period_sec);
  result.inputs = model.inputs;
  result.outputs = model.outputs;
  return result;
}

// Inputs, outputs and time in units in which the matrices are of size 1.
LinearModel Normalised(const LinearModel& model) {
  LinearModel scaled = ScaleStates(model);
  const auto unit = [](const MatrixXd& matrix) {
    const double size = matrix.norm();
    return size > 0 ? 1 / size : 1.0;
  };
  scaled.A *= unit(scaled.A);
  for (Eigen::Index j = 0; j < scaled.B.cols(); ++j) scaled.B.col(j) *= unit(scaled.B.col(j));
  for (Eigen::Index i = 0; i < scaled.C.rows(); ++i) scaled.C.row(i) *= unit(scaled.C.row(i));
  return scaled;
}

// L with L Lᵀ = W, W positive semidefinite but for rounding.
MatrixXd SquareRoot(const MatrixXd& W) {
  const SymmetricEigenSystem system = CalcSymmetricEigenSystem(W);
  return system.vectors * system.values.cwiseMax(0).cwiseSqrt().asDiagonal();
}

void RefuseDelays(const LinearModel& model, const char* what) {
  if (!model.has_delays()) return;
  throw UsageError(std::string(what) +
                   " is for models without dead time; replace it with --pade N");
}

}  // namespace

// What the outputs show is what the inputs of the dual model, with Aᵀ and Cᵀ, reach. The minimal
// part is what is left of the reached part when it is asked what of it is shown.
ModelStructure StructureOf(const LinearModel& model, double tolerance) {
  RefuseDelays(model, "minimal");
  const LinearModel scaled = Normalised(model);
  ModelStructure structure;
  const Staircase reached = ReachedPart(scaled.A, scaled.B, tolerance);
  structure.controllable = reached.size;
  structure.observable = ReachedPart(scaled.A.transpose(), scaled.C.transpose(), tolerance).size;
  const MatrixXd basis = reached.basis.leftCols(reached.size);
  const Staircase shown = ReachedPart((basis.transpose() * scaled.A * basis).transpose(),
                                      (scaled.C * basis).transpose(), tolerance);
  const MatrixXd both = basis * shown.basis.leftCols(shown.size);
  structure.minimal = InBasis(ScaleStates(model), both.transpose(), both);
  return structure;
}

// With R Rᵀ and S Sᵀ the Gramians of what is reached and shown, the singular values of Sᵀ R are the
// Hankel singular values: how much energy a state passes on from past inputs to future outputs. The
// two bases, scaled by their roots, make both Gramians the same diagonal matrix, without forming
// either Gramian's inverse (the square-root method). Cutting off the last states then leaves out
// what matters least, with an error of at most twice the sum of what is cut off (Enns, Proc. 23rd
// IEEE CDC (1984) 127-132; Glover, Int. J. Control 39 (1984) 1115-1193).
BalancedModel BalanceAndReduce(const LinearModel& model, int order) {
  RefuseDelays(model, "balanced");
  if (!IsStable(EigenvaluesOf(model.A), model.is_sampled())) {
    throw NoResultError(
        "a model that is not stable has no Hankel singular values; use --method minimal, or "
        "reduce its stable part alone");
  }
  if (order > model.num_states()) {
    throw UsageError("--order: the model has only " + std::to_string(model.num_states()) +
                     " states");
  }
  const LinearModel scaled = ScaleStates(model);
  const bool is_sampled = model.is_sampled();
  const MatrixXd reach =
      SquareRoot(SolveLyapunov(scaled.A, scaled.B * scaled.B.transpose(), is_sampled));
  const MatrixXd show =
      SquareRoot(SolveLyapunov(scaled.A.transpose(), scaled.C.transpose() * scaled.C, is_sampled));
  const auto svd = CalcSingularSystem(MatrixXd(show.transpose() * reach));
  BalancedModel result;
  result.hankel_singular_values = svd.values;
  const Eigen::VectorXd& sigma = result.hankel_singular_values;
  Eigen::Index kept = 0;
  while (kept < sigma.size() && sigma[kept] > 1e-12 * sigma[0]) ++kept;
  if (order >= 0) kept = std::min<Eigen::Index>(kept, order);
  result.error_bound = 2 * sigma.tail(sigma.size() - kept).sum();
  const Eigen::VectorXd root = sigma.head(kept).cwiseSqrt().cwiseInverse();
  const MatrixXd left = root.asDiagonal() * svd.U.leftCols(kept).transpose() * show.transpose();
  const MatrixXd right = reach * svd.V.leftCols(kept) * root.asDiagonal();
  result.reduced = InBasis(scaled, left, right);
  return result;
}

}  // namespace loopwright
