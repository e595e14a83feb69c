#include "engine/branches/branch_order.h"

#include <utility>

#include "engine/common/cycles.h"
#include "engine/expression/default_scalars.h"

namespace loopwright {

namespace {

// The graph whose nodes are the entries of a plan, then its sources, then for each system what
// decides its branches: "in" of it.
template <typename T>
class DecisionGraph {
 public:
  explicit DecisionGraph(const Plan<T>& plan) : plan_(plan) {
    for (int s = 0; s < plan.num_sources(); ++s)
      AddDependents(plan.source_dependents, s, source(s));
    for (int e = 0; e < plan.num_entries(); ++e) AddDependents(plan.entry_dependents, e, e);
    for (size_t i = 0; i < plan.continuous_leaves.size(); ++i) {
      const int n = plan.continuous_leaves[i];
      for (const int moved : {plan.q_source(n), plan.v_source(n), plan.z_source(n)}) {
        edges_.emplace_back(plan.derivative_entry[i], source(moved));
        // A state that a leaf reads directly is seen only there.
        edges_.emplace_back(source(moved), in(n));
      }
    }
    for (const int n : plan.mode_leaves) edges_.emplace_back(in(n), source(plan.modes_source(n)));
  }

  BranchOrder Order() const {
    const std::vector<int> parts = NumberStrongParts(in(plan_.num_nodes()), edges_);
    BranchOrder order;
    for (int n = 0; n < plan_.num_nodes(); ++n) {
      // Parts are numbered from what depends on others to what they depend on.
      order.place.push_back(-parts[in(n)]);
      order.feeds_itself.push_back(parts[in(n)] == parts[source(plan_.modes_source(n))]);
    }
    return order;
  }

 private:
  int source(int number) const { return plan_.num_entries() + number; }
  int in(int node) const { return plan_.num_entries() + plan_.num_sources() + node; }

  // What a leaf computes depends on what its branches do. So these depend on all that it computes
  // from, but on themselves and on what it has computed of them.
  void AddDependents(const Adjacency& dependents, int row, int from) {
    for (const int e : dependents[row]) {
      const int n = plan_.entries[e].node;
      edges_.emplace_back(from, e);
      const bool is_own = from < plan_.num_entries() ? plan_.entries[from].node == n
                                                     : from == source(plan_.modes_source(n));
      if (!is_own) edges_.emplace_back(from, in(n));
    }
  }

  const Plan<T>& plan_;
  std::vector<std::pair<int, int>> edges_;
};

}  // namespace

template <typename T>
BranchOrder FindBranchOrder(const Plan<T>& plan) {
  return DecisionGraph<T>(plan).Order();
}

template BranchOrder FindBranchOrder(const Plan<double>&);
template BranchOrder FindBranchOrder(const Plan<AutoDiff>&);

}  // namespace loopwright
