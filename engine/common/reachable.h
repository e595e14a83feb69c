#pragma once

#include <vector>

namespace loopwright {

/// The search of a directed graph that all others of the kind come down to: marks in `reached`,
/// which has an element a node, the nodes `from` and all that ways along the edges lead to from
/// them. What was marked before stays marked, and is not searched from again.
///
/// `successors(node)` is the range of the nodes at the ends of a node's edges. Each node is looked
/// at once, so that the search is linear in nodes and edges; it has no recursion.
template <typename Successors, typename Flags>
void MarkReachable(std::vector<int> from, const Successors& successors, Flags* reached) {
  for (const int node : from) (*reached)[node] = true;
  while (!from.empty()) {
    const int node = from.back();
    from.pop_back();
    for (const int next : successors(node)) {
      if ((*reached)[next]) continue;
      (*reached)[next] = true;
      from.push_back(next);
    }
  }
}

}  // namespace loopwright
