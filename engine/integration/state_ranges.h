#pragma once

#include <array>
#include <vector>

#include "engine/context/plan.h"

namespace loopwright {

/// The elements of one kind of state of a leaf (q, v or z) in the whole continuous state, which has
/// the q of all leaves first, then all v, then all z.
struct StateRange {
  int source;  ///< of the plan, which stands for them
  int begin, count;
};

/// Those of q, v and z.
template <typename T>
std::array<StateRange, 3> StateRangesOf(const Plan<T>& plan, int leaf) {
  const PlanNode& node = plan.nodes[leaf];
  return {StateRange{plan.q_source(leaf), node.q, node.nq},
          StateRange{plan.v_source(leaf), plan.num_q + node.v, node.nv},
          StateRange{plan.z_source(leaf), plan.num_q + plan.num_v + node.z, node.nz}};
}

/// All elements of a leaf's state, in this order.
template <typename T>
std::vector<int> StateElementsOf(const Plan<T>& plan, int leaf) {
  std::vector<int> elements;
  for (const StateRange& range : StateRangesOf(plan, leaf)) {
    for (int n = 0; n < range.count; ++n) elements.push_back(range.begin + n);
  }
  return elements;
}

}  // namespace loopwright
