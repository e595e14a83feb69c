#pragma once

#include "engine/run/run_settings.h"
#include "engine/simulation/simulator_config.h"

namespace loopwright {

/// The settings of a run as those of its Simulator; of stochastic integration only what does not
/// depend on the system.
SimulatorConfig SimulatorConfigOf(const RunSettings& settings);

}  // namespace loopwright
