#include "engine/linear/connected_states.h"

#include <string>
#include <utility>

#include "engine/common/cycles.h"

namespace loopwright {

// A graph of what moves what: the states, and one node each for all inputs and all outputs.
std::vector<int> ConnectedStates(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                                 const Eigen::MatrixXd& C) {
  const int n = static_cast<int>(A.rows()), input = n, output = n + 1;
  std::vector<std::pair<int, int>> forwards, backwards;
  const auto add = [&](int from, int to) {
    forwards.emplace_back(from, to);
    backwards.emplace_back(to, from);
  };
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      if (A(i, j) != 0) add(j, i);
    }
    if (!B.row(j).isZero(0)) add(input, j);
    if (!C.col(j).isZero(0)) add(j, output);
  }
  const std::vector<bool> moved = FindReachable(n + 2, forwards, input);
  const std::vector<bool> shown = FindReachable(n + 2, backwards, output);
  std::vector<int> connected;
  for (int i = 0; i < n; ++i) {
    if (moved[i] && shown[i]) connected.push_back(i);
  }
  return connected;
}

LinearModel ConnectedPart(const LinearModel& model) {
  const std::vector<int> kept = ConnectedStates(model.A, model.B, model.C);
  LinearModel part = model;
  part.A = Eigen::MatrixXd(model.A(kept, kept));
  part.B = Eigen::MatrixXd(model.B(kept, Eigen::all));
  part.C = Eigen::MatrixXd(model.C(Eigen::all, kept));
  part.states.clear();
  for (const int state : kept) part.states.push_back(model.states[state]);
  return part;
}

}  // namespace loopwright
