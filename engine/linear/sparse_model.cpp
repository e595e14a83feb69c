#include "engine/linear/sparse_model.h"

#include "engine/linear/connected_states.h"

namespace loopwright {
namespace {

constexpr int kMostStatesByPoles = 200;
/// A matrix is sparse where at most one element in so many is not 0.
constexpr Eigen::Index kSparseness = 10;

}  // namespace

SparseModel ToSparse(const LinearModel& model) {
  SparseModel sparse;
  sparse.A = model.A.sparseView();
  sparse.B = model.B.sparseView();
  sparse.C = model.C.sparseView();
  sparse.D = model.D.sparseView();
  sparse.TakeNames(model);
  return sparse;
}

bool MayBeLarge(int num_states) { return num_states > kMostStatesByPoles; }

bool IsLarge(const SparseModel& model) {
  if (!MayBeLarge(model.num_states())) return false;
  const Eigen::Index n = model.num_states();
  return n > kMostDenseStates || model.A.nonZeros() * kSparseness <= n * n;
}

// A matrix of units picks the rows and columns.
void KeepStates(const std::vector<int>& kept, SparseModel* model) {
  if (std::ssize(kept) == model->A.rows()) return;
  SparseModel::Sparse pick(static_cast<Eigen::Index>(kept.size()), model->num_states());
  std::vector<Eigen::Triplet<double>> units;
  std::vector<std::string> names;
  for (size_t i = 0; i < kept.size(); ++i) {
    units.emplace_back(static_cast<int>(i), kept[i], 1);
    names.push_back(model->states[kept[i]]);
  }
  pick.setFromTriplets(units.begin(), units.end());
  const SparseModel::Sparse unpick = pick.transpose();
  model->A = SparseModel::Sparse(pick * model->A) * unpick;
  model->B = SparseModel::Sparse(pick * model->B);
  model->C = SparseModel::Sparse(model->C * unpick);
  model->states = std::move(names);
}

SparseModel ConnectedPart(const SparseModel& model) {
  SparseModel part = model;
  KeepStates(ConnectedStates(model.A, model.B, model.C), &part);
  return part;
}

}  // namespace loopwright
