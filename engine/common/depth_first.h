#pragma once

#include <vector>

namespace loopwright {

/// How far a walk has come with a node.
enum class VisitState {
  kNew,
  kOpen,  ///< the walk has come in, but not yet out again: on the path to where it stands
  kDone
};

/// A node on the path of a walk, and the number of the edge to try next.
struct VisitStep {
  int node;
  int next;
};

/// Walks depth first through what can be reached from `start` and is new in `states`, which has an
/// element a node, and marks it as done. Without recursion, so paths may be of any length.
///
///  - successor(node, i): the node at the end of edge i = 0, 1, ... of a node; -1 behind the last
///  - back(path, node): the last edge tried of the last node of `path` leads to `node`, which is on
///    the path: the nodes from there on are a cycle
///  - done(node): all that can be reached from the node is done; so each node comes after all that
///    it leads to, but where these are in a cycle with it
template <typename Successor, typename Back, typename Done>
void WalkDepthFirst(int start, std::vector<VisitState>* states, Successor successor, Back back,
                    Done done) {
  const auto state = [states](int node) -> VisitState& { return (*states)[node]; };
  // The path from `start` to where the walk stands takes the place of calls of a recursion.
  std::vector<VisitStep> path;
  const auto open = [&](int node) {
    state(node) = VisitState::kOpen;
    path.push_back({node, 0});
  };
  if (state(start) == VisitState::kNew) open(start);
  while (!path.empty()) {
    const int node = path.back().node;
    const int to = successor(node, path.back().next);
    if (to < 0) {
      done(node);
      state(node) = VisitState::kDone;
      path.pop_back();
      continue;
    }
    ++path.back().next;
    if (state(to) == VisitState::kNew) {
      open(to);
    } else if (state(to) == VisitState::kOpen) {
      back(path, to);
    }
  }
}

}  // namespace loopwright
