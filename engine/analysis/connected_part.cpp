#include "engine/analysis/connected_part.h"

#include <string>

#include "engine/linear/connected_states.h"

namespace loopwright {

// What an element of state becomes may follow from how it flows and from each of its updates. Dead
// times count as further states.
HybridModel ConnectedPart(const HybridModel& model) {
  const Eigen::Index n = model.num_states(), q = model.num_delays();
  const Eigen::Index m = model.num_inputs(), p = model.num_outputs();
  const auto size = [](const Eigen::MatrixXd& matrix) { return matrix.cwiseAbs(); };
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n + q, n + q), B(n + q, m), C(p, n + q);
  A.topLeftCorner(n, n) = size(model.A);
  A.topRightCorner(n, q) = size(model.B).rightCols(q);
  A.bottomLeftCorner(q, n) = size(model.C).bottomRows(q);
  A.bottomRightCorner(q, q) = size(model.D).bottomRightCorner(q, q);
  B << size(model.B).leftCols(m), size(model.D).bottomLeftCorner(q, m);
  C << size(model.C).topRows(p), size(model.D).topRightCorner(p, q);
  for (const HybridUpdate<double>& update : model.updates) {
    for (size_t r = 0; r < update.rows.size(); ++r) {
      const auto row = static_cast<Eigen::Index>(r);
      A.row(update.rows[r]).head(n) += update.E.row(row).cwiseAbs();
      A.row(update.rows[r]).tail(q) += update.F.row(row).tail(q).cwiseAbs();
      B.row(update.rows[r]) += update.F.row(row).head(m).cwiseAbs();
    }
  }
  std::vector<int> kept = ConnectedStates(A, B, C);
  std::erase_if(kept, [n](int state) { return state >= n; });
  HybridModel part = model;
  KeepStates(kept, &part);
  return part;
}

// The continuous states stay the first. A ramp without its state is no ramp; what a ramp serves is
// never dropped before it, as it is moved and shown by it.
void KeepStates(const std::vector<int>& kept, HybridModel* model) {
  if (static_cast<int>(kept.size()) == model->num_states()) return;
  std::vector<int> place(static_cast<size_t>(model->num_states()), -1);
  std::vector<std::string> names;
  int num_continuous = 0;
  for (size_t i = 0; i < kept.size(); ++i) {
    place[kept[i]] = static_cast<int>(i);
    names.push_back(model->states[kept[i]]);
    if (kept[i] < model->num_continuous) ++num_continuous;
  }
  model->num_continuous = num_continuous;
  model->states = names;
  model->A = Eigen::MatrixXd(model->A(kept, kept));
  model->B = Eigen::MatrixXd(model->B(kept, Eigen::all));
  model->C = Eigen::MatrixXd(model->C(Eigen::all, kept));
  std::erase_if(model->ramps, [&](const HybridRamp& ramp) { return place[ramp.ramp] < 0; });
  for (HybridRamp& ramp : model->ramps) {
    ramp.ramp = place[ramp.ramp];
    ramp.source = place[ramp.source];
  }
  for (HybridUpdate<double>& update : model->updates) {
    std::vector<int> rows, from;
    for (size_t r = 0; r < update.rows.size(); ++r) {
      if (place[update.rows[r]] < 0) continue;
      rows.push_back(place[update.rows[r]]);
      from.push_back(static_cast<int>(r));
    }
    update.E = Eigen::MatrixXd(update.E(from, kept));
    update.F = Eigen::MatrixXd(update.F(from, Eigen::all));
    update.rows = rows;
  }
}

}  // namespace loopwright
