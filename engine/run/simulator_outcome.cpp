#include "engine/run/simulator_outcome.h"

#include "engine/simulation/simulator_status.h"
#include "engine/system/system_base.h"

namespace loopwright {

RunOutcome OutcomeOf(const SimulatorStatus& status, const SystemBase* root) {
  RunOutcome outcome;
  switch (status.reason()) {
    case SimulatorStatus::kReachedBoundaryTime:
      outcome.end = RunEnd::kDone;
      break;
    case SimulatorStatus::kReachedTerminationCondition:
      outcome.end = RunEnd::kTerminated;
      break;
    case SimulatorStatus::kEventHandlerFailed:
      outcome.end = RunEnd::kFailed;
      break;
    case SimulatorStatus::kInterrupted:
      outcome.end = RunEnd::kStopped;
      break;
  }
  outcome.message = status.message();
  if (status.system() != nullptr && status.system() != root) {
    outcome.path = status.system()->GetSystemPathname();
  }
  outcome.time = status.return_time();
  return outcome;
}

}  // namespace loopwright
