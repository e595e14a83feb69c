// What a run says of its algebraic loops.

#include <string>

#include "engine/loops/loop_solver.h"
#include "engine/simulation/simulator.h"

namespace loopwright {

/// At the start of a run: of a loop that has another solution beside the one that was found, both
/// are named, since only the start of the search chose between them.
template <typename T>
void Simulator<T>::WarnOfSeveralLoopSolutions() {
  if (!warning_handler_ || !data_.plan->loops) return;
  for (const internal::Loop& loop : data_.plan->loops->loops) {
    const auto solutions = data_.loop_search(loop).FindOthers();
    if (solutions.others.empty()) continue;
    const int node = data_.plan->entries[loop.unknowns.front().entry].node;
    warning_handler_({time(), data_.plan->systems[node],
                      "is in an algebraic loop with more than one solution: " + loop.path +
                          ". The run begins with " + solutions.present + "; another one is " +
                          solutions.others +
                          ". An AlgebraicConstraint in the loop says where to search"});
  }
}

/// A step that is tried may lead to where an algebraic loop has no solution: then it is too long.
/// Where no step is short enough, the loop is to blame.
template <typename T>
void Simulator<T>::AdvanceWithLoops(const Target& target) {
  data_.TolerateLoopFailures(true);
  try {
    AdvanceOneStep(target);
  } catch (...) {
    data_.TolerateLoopFailures(false);
    throw;
  }
  data_.TolerateLoopFailures(false);
  if (HasFailed() && !data_.loop_failure.empty()) throw AlgebraicLoopError(data_.loop_failure);
}

template class Simulator<double>;
template class Simulator<AutoDiff>;

}  // namespace loopwright
