#include "engine/theory/noise_reach.h"

#include <utility>

#include "engine/common/reachable.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;

// Row j: what of z comes to dead time j that is no state, through others as well.
MatrixXd DependencesOfDelays(const NoisyModel& noisy) {
  const int q = noisy.model.num_delays();
  const MatrixXd entering = noisy.EnteringMatrix().cwiseAbs();
  const MatrixXd through = noisy.model.D.bottomRightCorner(q, q).cwiseAbs();
  MatrixXd follows = entering;
  for (int i = 0; i < q; ++i) follows = (entering + through * follows).eval();
  return follows;
}

// Row i: the sizes of what element i of z follows from, at any instant.
MatrixXd Dependences(const NoisyModel& noisy) {
  const HybridModel& model = noisy.model;
  const auto n = static_cast<Eigen::Index>(model.num_states());
  const int q = model.num_delays();
  const MatrixXd of_delays = DependencesOfDelays(noisy);
  MatrixXd follows = noisy.DriftMatrix().cwiseAbs();
  if (q > 0) follows.topRows(n) += model.B.rightCols(q).cwiseAbs() * of_delays;
  for (const auto& update : model.updates) {
    for (Eigen::Index row = 0; row < std::ssize(update.rows); ++row) {
      auto of_state = follows.row(update.rows[row]);
      of_state.head(n) += update.E.row(row).cwiseAbs();
      of_state.tail(noisy.size() - n) += update.F.row(row).head(noisy.size() - n).cwiseAbs();
      if (q > 0) of_state += update.F.row(row).tail(q).cwiseAbs() * of_delays;
    }
  }
  return follows;
}

// Elements with noise of their own, or with a random start.
std::vector<int> DrawnElements(const NoisyModel& noisy) {
  std::vector<int> drawn;
  for (int i = 0; i < noisy.model.num_states(); ++i) {
    if (noisy.intensity(i, i) > 0) drawn.push_back(i);
  }
  for (size_t i = 0; i < noisy.held.size(); ++i) {
    drawn.push_back(noisy.model.num_states() + static_cast<int>(i));
  }
  return drawn;
}

// What can be come to from `start` along steps i → j where step(i, j) is not 0.
std::vector<bool> ReachFrom(std::vector<int> start, const MatrixXd& step) {
  std::vector<bool> is_there(step.rows());
  const auto successors = [&](int i) {
    std::vector<int> reached;
    for (int j = 0; j < step.cols(); ++j) {
      if (step(i, j) != 0) reached.push_back(j);
    }
    return reached;
  };
  MarkReachable(std::move(start), successors, &is_there);
  return is_there;
}

}  // namespace

NoiseReach::NoiseReach(const NoisyModel& noisy) {
  const HybridModel& model = noisy.model;
  const MatrixXd follows = Dependences(noisy);
  MatrixXd outputs = noisy.OutputMatrix().cwiseAbs();
  if (const int q = model.num_delays(); q > 0) {
    outputs += model.D.topRightCorner(outputs.rows(), q).cwiseAbs() * DependencesOfDelays(noisy);
  }
  is_reached_ = ReachFrom(DrawnElements(noisy), follows.transpose());
  std::vector<int> seen;
  for (int i = 0; i < noisy.size(); ++i) {
    if (!outputs.col(i).isZero(0)) seen.push_back(i);
  }
  is_seen_ = ReachFrom(std::move(seen), follows);
}

std::vector<int> NoiseReach::kept() const {
  std::vector<int> kept;
  for (size_t i = 0; i < is_seen_.size(); ++i) {
    if (is_reached_[i] && is_seen_[i]) kept.push_back(static_cast<int>(i));
  }
  return kept;
}

void DropUnreached(NoisyModel* noisy) {
  const NoiseReach reach(*noisy);
  HybridModel& model = noisy->model;
  for (int i = 0; i < model.num_states(); ++i) {
    if (reach.IsReached(i)) continue;
    model.A.col(i).setZero();
    model.C.col(i).setZero();
    for (auto& update : model.updates) update.E.col(i).setZero();
  }
}

}  // namespace loopwright
