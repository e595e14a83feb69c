#include "engine/theory/followed_run.h"

#include <utility>

#include "engine/diagram/diagram.h"
#include "engine/random/antithetic.h"
#include "engine/run/run_settings.h"
#include "engine/run/simulator_settings.h"
#include "engine/simulation/simulator.h"
#include "engine/text/number_format.h"

namespace loopwright {

std::string FollowRun(const RunModel& model, RunOptions options, uint64_t run,
                      const std::vector<double>& times, const std::function<bool()>& breaks_off,
                      const RunVisitor& visit) {
  options.run = run;
  std::unique_ptr<Context<double>> context = model.nominal()->index().initial().Clone();
  RunModel::RunParts parts;
  if (run == kMeanRun) {
    parts = model.NominalRun();
  } else {
    const auto scratch = model.MakeScratch();
    parts = model.DrawnRun(options.seed, run, scratch.get(), context.get());
    if (!parts.built->ok()) return "the values that are drawn make no diagram";
    if (parts.built != model.nominal()) context = parts.built->index().initial().Clone();
  }
  const RunSettings settings = ResolveSettings(parts.simulation, options);
  Simulator<double> simulator(*parts.built->result().diagram, std::move(context));
  SimulatorConfig config = SimulatorConfigOf(settings);
  config.ignores_diffusion = settings.run == kMeanRun;
  if (!config.ignores_diffusion) {
    ConfigureStochastic(settings, parts.built->index().plan(), &config);
  }
  simulator.set_config(config);
  simulator.set_autodiff_source([built = parts.built] { return built->Differentiated(); });
  simulator.set_step_callback([&] { return !breaks_off || !breaks_off(); });
  simulator.get_mutable_context().SetTime(times.front());
  simulator.get_mutable_context().set_random_source({settings.seed, settings.run});
  SimulatorStatus status = simulator.TryInitialize();
  for (std::size_t i = 0; status.succeeded() && i < times.size(); ++i) {
    if (i > 0) status = simulator.TryAdvanceTo(times[i]);
    for (const bool is_after : {false, true}) {
      if (is_after && status.succeeded()) status = simulator.TryAdvancePendingEvents();
      if (!status.succeeded()) break;
      if (!visit(i, is_after, {parts.built, simulator.get_context().Clone()})) return {};
    }
  }
  if (status.succeeded() || status.reason() == SimulatorStatus::kInterrupted) return {};
  return "it ends at " + FormatNumber(status.return_time()) + " s: " + status.FormatMessage();
}

}  // namespace loopwright
