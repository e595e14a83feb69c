#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/system/system.h"

namespace loopwright {

/// Why something ran in a phase.
struct TraceCause {
  /// Of an event: `initialization`, `per_step`, `periodic`, `timed`, `witness`. Else `start` (of
  /// the run), `branch` (one of a block's changed), `log` (a log time), `step` (time goes on).
  const char* trigger = "";
  const SystemBase* block = nullptr;  ///< whose event or branch; null: nobody's
  std::optional<double> period_sec;   ///< of a periodic event
  /// Of a step: where it began, and what it ended at: an `event` that time brings, a `witness` or
  /// branch (of `block`), the `boundary` that the run goes to, or its own `length`.
  std::optional<double> from_sec;
  const char* ended_by = nullptr;
  /// Of an update: its Event<T>, in the scalar of the run; valid during the call.
  const void* event = nullptr;
};

/// A vector of a block's state, or its branches (`mode`), before a phase and after it. A branch on
/// which the motion slides is not a number.
struct TraceValue {
  const SystemBase* block = nullptr;
  std::string name;  ///< as in equations: x, q, v, z, xd0, …, or mode
  std::vector<double> before;
  std::vector<double> after;
};

/// A look at a guard (a witness function, or the margin to another branch) of a block while the
/// instant was isolated at which it changes its sign.
struct TraceReading {
  const SystemBase* block = nullptr;
  double time = 0;  ///< of the motion looked at, seconds
  double value = 0;
};

/// A phase of a step, for a trace: what ran, in which blocks, why, and what it changed.
struct TracePhase {
  double time = 0;
  /// `initialize`, `unrestricted`, `discrete`, `mode`, `continuous` or `publish`.
  const char* phase = "";
  std::vector<const SystemBase*> blocks;
  std::vector<const SystemBase*> changed;
  std::vector<TraceCause> causes;
  /// Of the blocks that changed: the state of the kind that the phase can change. State that is no
  /// numbers is left out.
  std::vector<TraceValue> values;
  /// Of a continuous part that a guard ended: how its end was found, look by look.
  std::vector<TraceReading> readings;
};

}  // namespace loopwright
