#pragma once

#include <string>

#include "engine/analysis/hybrid_model.h"

namespace loopwright {

/// What sees the inputs of a plant at the instants at which a block of its period is updated.
enum class InputUse {
  kHeld,    ///< they act from there on, as on a continuous plant
  kSampled  ///< updates at these instants read what they were before, as a hold does
};

/// Of the inputs of a sampled plant. UsageError, which begins with `what`, where both is so.
InputUse UseOf(const HybridModel& plant, const std::string& what);

}  // namespace loopwright
