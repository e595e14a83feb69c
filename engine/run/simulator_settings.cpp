#include "engine/run/simulator_settings.h"

#include <cmath>
#include <string>

#include "engine/common/exceptions.h"
#include "engine/context/context_data.h"
#include "engine/stochastic/stochastic_method_list.h"

namespace loopwright {

// What the settings of a run mean to a simulator.
SimulatorConfig SimulatorConfigOf(const RunSettings& settings) {
  SimulatorConfig config;
  config.integrator = settings.integrator;
  config.accuracy = settings.accuracy;
  config.absolute_tolerance = settings.absolute_tolerance;
  // A million steps and more are what a run seldom is meant to make.
  constexpr double kCreeping = 1e-6;
  const double span = settings.stop_time - settings.start_time;
  if (std::isfinite(span)) config.creeping_step = kCreeping * span;
  if (settings.max_step > 0) config.max_step = settings.max_step;
  config.fixed_step = settings.fixed_step;
  config.isolate_events = settings.isolate_events;
  config.solve_discontinuities = settings.solve_discontinuities;
  config.log_interval = settings.log_interval;
  config.log_updates = settings.log_updates;
  return config;
}

void ConfigureStochastic(const RunSettings& settings, const Plan<double>& plan,
                         SimulatorConfig* config) {
  if (!HasDiffusion(plan)) return;
  const std::string& name = settings.stochastic_integrator;
  const std::string problem = StochasticMethodProblem(name, plan);
  if (!problem.empty()) throw UsageError(problem);
  config->stochastic_integrator = name;
  if (settings.stochastic_step > 0) config->stochastic_step = settings.stochastic_step;
  config->stochastic_refinement = settings.stochastic_refinement;
}

}  // namespace loopwright
