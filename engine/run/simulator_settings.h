#pragma once

#include "engine/run/run_settings.h"
#include "engine/simulation/simulator_config.h"

namespace loopwright {

template <typename T>
class Plan;

/// The settings of a run as those of its Simulator; of stochastic integration only what does not
/// depend on the system.
SimulatorConfig SimulatorConfigOf(const RunSettings& settings);

/// Adds the settings of stochastic equations, where the diagram has any. Only then is it asked
/// whether the method can do the equations (UsageError).
void ConfigureStochastic(const RunSettings& settings, const Plan<double>& plan,
                         SimulatorConfig* config);

}  // namespace loopwright
