#pragma once

#include <string>

#include "engine/analysis/hybrid_model.h"
#include "engine/analysis/linearisation.h"
#include "engine/linear/linear_model.h"

namespace loopwright {

/// What a controller block controls, without states that are in no connection with it.
struct ControlledPart {
  HybridModel model;      ///< of a sampled block its periods begin with updates of the block
  double period_sec = 0;  ///< of the block; 0 of a continuous one
};

/// The diagram without a block that controls it: from `output`, a signal such as the block's own
/// output, which is cut, to the signal that the block reads. Errors as FindOperatingPoint() and
/// Linearise().
ControlledPart LineariseWithout(const Document& document, const BlockRegistry& registry,
                                PointOptions options, const std::string& block,
                                const std::string& output);

/// The block by itself, from the signal that it reads to the one that it puts out, `output`. Errors
/// as LineariseWithout().
HybridModel LineariseAlone(const Document& document, const BlockRegistry& registry,
                           PointOptions options, const std::string& block,
                           const std::string& output);

/// What sees the inputs of a plant at the instants at which a block of its period is updated.
enum class InputUse {
  kHeld,    ///< they act from there on, as on a continuous plant
  kSampled  ///< updates at these instants read what they were before, as a hold does
};

/// Of the inputs of a sampled plant. UsageError, which begins with `what`, where both is so.
InputUse UseOf(const HybridModel& plant, const std::string& what);

/// The process that a PID block sees, negative, so that its gains are those of the textbooks.
/// `seen` is the model of the part, as ToLinearModel() makes it with outputs read before updates.
/// UsageError where the block's formula is of another rate than that of what it controls.
LinearModel ProcessSeenByPid(const ControlledPart& part, const std::string& block,
                             LinearModel seen);

}  // namespace loopwright
