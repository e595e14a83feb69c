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
    const auto solutions = data_.loop_solver(loop).FindOthers();
    if (solutions.others.empty()) continue;
    const int node = data_.plan->entries[loop.unknowns.front().entry].node;
    warning_handler_({time(), data_.plan->systems[node],
                      "is in an algebraic loop with more than one solution: " + loop.path +
                          ". The run begins with " + solutions.present + "; another one is " +
                          solutions.others +
                          ". An AlgebraicConstraint in the loop says where to search"});
  }
}

template class Simulator<double>;
template class Simulator<AutoDiff>;

}  // namespace loopwright
