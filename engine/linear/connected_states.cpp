#include "engine/linear/connected_states.h"

#include <utility>

#include "engine/common/cycles.h"

namespace loopwright {

std::vector<int> ConnectedStates(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                                 const Eigen::MatrixXd& C) {
  using Sparse = Eigen::SparseMatrix<double>;
  return ConnectedStates(Sparse(A.sparseView()), Sparse(B.sparseView()), Sparse(C.sparseView()));
}

// A graph of what moves what: the states, and one node each for all inputs and all outputs.
std::vector<int> ConnectedStates(const Eigen::SparseMatrix<double>& A,
                                 const Eigen::SparseMatrix<double>& B,
                                 const Eigen::SparseMatrix<double>& C) {
  using Element = Eigen::SparseMatrix<double>::InnerIterator;
  const int n = static_cast<int>(A.rows()), input = n, output = n + 1;
  std::vector<std::pair<int, int>> forwards, backwards;
  const auto add = [&](int from, int to) {
    forwards.emplace_back(from, to);
    backwards.emplace_back(to, from);
  };
  for (int j = 0; j < n; ++j) {
    for (Element element(A, j); element; ++element) {
      if (element.value() != 0) add(j, static_cast<int>(element.row()));
    }
    for (Element element(C, j); element; ++element) {
      if (element.value() != 0) add(j, output);
    }
  }
  for (int j = 0; j < B.outerSize(); ++j) {
    for (Element element(B, j); element; ++element) {
      if (element.value() != 0) add(input, static_cast<int>(element.row()));
    }
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
  LinearModel part = model;
  SelectStates(ConnectedStates(model.A, model.B, model.C), &part);
  return part;
}

}  // namespace loopwright
