#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/events/event_kinds.h"
#include "engine/events/witness_function.h"
#include "engine/inspection/instant_reader.h"
#include "engine/run/run_instant.h"

namespace loopwright {

/// Which events of an instant are over where a step has come to.
struct StepProgress {
  bool unrestricted_over = false, discrete_over = false, publishes_over = false;
};

/// Of an instant after its first `phase` phases; 0 is before the step. What was published when the
/// last step came here is over then, and updates are still to come.
StepProgress ProgressOf(const RunInstant& instant, int phase);

/// An event of a block, and when it comes next.
struct InspectedEvent {
  /// What it does: publishes, updates discrete state, …; nothing where it only ends a step.
  std::optional<EventKind> kind;
  TriggerType trigger = TriggerType::kUnknown;
  bool is_corner = false;   ///< integration starts anew, and nothing else happens
  bool is_dynamic = false;  ///< the block says at run time when it comes
  double period_sec = 0;    ///< 0: it is not periodic
  /// Simulated seconds; infinite where none is to come or where it depends on what happens.
  double next_sec = std::numeric_limits<double>::infinity();
  // Of a witness function: what it is called, its value now (not a number where it cannot be
  // computed), and the crossings that count.
  std::string witness;
  double witness_value = 0;
  WitnessFunctionDirection direction = WitnessFunctionDirection::kNone;
};

/// All events of a block with the next time of each, at the instant of `reader`.
std::vector<InspectedEvent> EventsOf(const InstantReader& reader, int node,
                                     const StepProgress& progress);

}  // namespace loopwright
