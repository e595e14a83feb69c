#pragma once

#include <unordered_map>
#include <vector>

#include "engine/context/plan.h"

namespace loopwright {

/// What follows from a value of a plan, as far as declared prerequisites tell: who asks marks
/// entries, or sources, with targets, and gets those that a change can reach. A target is any
/// number from 0, say of a leaf whose derivatives the entry is. `plan` outlives this.
///
/// An entry that shows a leaf's state, as the output of an Integrator, stands for that state: who
/// reads the one depends on the other.
///
///     DependencyReach reach(plan);
///     for (int i = 0; i < n; ++i) reach.AddTarget(plan.derivative_entry[i], i);
///     reach.FromSource(plan.q_source(leaf));  // whose derivatives depend on q of this leaf
class DependencyReach {
 public:
  explicit DependencyReach(const Plan<double>& plan);

  /// Whoever reaches the entry, or whoever starts at the source, reaches the target.
  void AddTarget(int entry, int target);
  void AddTargetOfSource(int source, int target) { source_targets_[source].push_back(target); }

  /// The targets that a source reaches, ascending, each once.
  std::vector<int> FromSource(int source);
  /// Those that an entry reaches, itself included.
  std::vector<int> FromEntry(int entry);

 private:
  std::vector<int> ShownSources(int entry) const;
  void Visit(const int* begin, const int* end);
  void VisitSource(int source, std::vector<int>* targets);
  std::vector<int> Follow(std::vector<int> targets);

  const Plan<double>& plan_;
  std::unordered_map<int, std::vector<int>> targets_;         ///< by entry
  std::unordered_map<int, std::vector<int>> source_targets_;  ///< by source
  int visit_ = 0;             ///< the number of the visit that goes on
  std::vector<int> visited_;  ///< per entry: the last visit, so that it need not be cleared
  std::vector<int> stack_;
};

}  // namespace loopwright
