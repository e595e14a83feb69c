#pragma once

#include <functional>
#include <vector>

#include "engine/context/context.h"

namespace loopwright {

/// What ended a step before its time: a witness function or the margin of a branch, whose sign
/// changed there.
struct StepTrigger {
  int node = 0;  ///< whose it is, by its number in the plan
  bool is_witness = false;
  int index = 0;  ///< among the witness functions that the leaf has at that time, or its branches
};

/// An accepted step of a Simulator, for who looks into it: the time from `start_sec` to `end_sec`,
/// in which no event happens and all branches are held.
template <typename T>
struct StepInterior {
  double start_sec = 0;
  double end_sec = 0;
  /// Moves the context to a time of the step, on the integrator's interpolant, and answers it.
  /// Whatever is evaluated there leaves the run as it was. Where the viewer has named the signals
  /// that it evaluates, only these, and what they depend on, are as they are at that time.
  std::function<const Context<T>&(double t_sec)> at;
  std::vector<StepTrigger> ended_by =
      {};  ///< empty: it ended at an event of time, or by its length
};

}  // namespace loopwright
