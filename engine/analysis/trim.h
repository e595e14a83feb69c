#pragma once

#include <string>
#include <vector>

#include "engine/analysis/linearisation.h"

namespace loopwright {

/// What an equilibrium is asked for beside rest.
struct TrimOptions {
  /// Inports (`u.y`) and parameters of blocks (`BLOCK.NAME`) or of the diagram (`NAME`) that may
  /// change, NAME or NAME=LO..HI; of a state, which changes anyway, its bounds.
  std::vector<std::string> frees;
  /// Values that signals have, SIGNAL=EXPR; of a signal of several elements a vector.
  std::vector<std::string> targets;
  bool allow_paths = false;  ///< as the diagram was built with
};

struct NamedValue {
  std::string name;
  double value = 0;
};

/// An equilibrium of a hybrid system: all derivatives are 0, no periodic update changes anything,
/// and dead times put out what goes into them. The time, and the state of sources and noises, stand
/// still.
struct Equilibrium {
  std::vector<NamedValue> states, inputs;
  std::vector<NamedValue> delayed;        ///< what dead times put out, as their initial values
  double residual = 0;                    ///< the largest of the equations
  std::vector<std::string> at_bounds;     ///< of the unknowns, those that are at a bound
  std::vector<std::string> stands_still;  ///< state that was no unknown
};

/// Moves the point to an equilibrium near to it, by the method of Levenberg and Marquardt with
/// bounds (Moré, Lecture Notes in Mathematics 630 (1978) 105-116) on exact Jacobians: where there
/// are more unknowns than equations it is one near to the start. Where it stalls, it begins again
/// at the end of a run from the start. A Relay, and what else only events set, stands at the
/// equilibrium as it would in a run that begins there. NoResultError tells the nearest
/// that was reached; UsageError names a free or target that is not there, or that no unknown
/// reaches.
Equilibrium FindEquilibrium(const TrimOptions& options, const BlockRegistry& registry,
                            OperatingPoint* point);

}  // namespace loopwright
