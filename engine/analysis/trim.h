#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/linearisation.h"

namespace loopwright {

/// What an equilibrium is asked for beside rest.
struct TrimOptions {
  /// Inports (`u.y`) and parameters of blocks (`BLOCK.NAME`) that may change, NAME or NAME=LO..HI.
  std::vector<std::string> frees;
  /// Values that signals have, SIGNAL=EXPR; of a signal of several elements a vector.
  std::vector<std::string> targets;
};

struct NamedValue {
  std::string name;
  double value = 0;
};

/// An equilibrium of a hybrid system: all derivatives are 0 and no periodic update changes
/// anything. The time, and the state of sources and noises, stand still.
struct Equilibrium {
  std::vector<NamedValue> states, inputs;
  double residual = 0;                    ///< the largest of the equations
  std::vector<std::string> at_bounds;     ///< of the frees, those that are at a bound
  std::vector<std::string> stands_still;  ///< state that was no unknown
};

/// Moves the point to an equilibrium near to it, by the method of Levenberg and Marquardt with
/// bounds (Moré, Lecture Notes in Mathematics 630 (1978) 105-116) on exact Jacobians: where there
/// are more unknowns than equations it is one near to the start. Where it stalls, it begins again
/// at the end of a run from the start. A Relay, and what else only events set, stands at the
/// equilibrium as it would in a run that begins there. NoResultError tells the nearest
/// that was reached; UsageError names a free or target that is not there, or that no unknown
/// reaches.
Equilibrium FindEquilibrium(const TrimOptions& options, OperatingPoint* point);

}  // namespace loopwright
