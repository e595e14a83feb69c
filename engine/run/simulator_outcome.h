#pragma once

#include "engine/run/run_outcome.h"

namespace loopwright {

class SimulatorStatus;
class SystemBase;

/// A simulator's status as the outcome of a run. The whole diagram, `root`, is no block to point
/// at.
RunOutcome OutcomeOf(const SimulatorStatus& status, const SystemBase* root);

}  // namespace loopwright
