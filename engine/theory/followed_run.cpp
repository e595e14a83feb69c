#include "engine/theory/followed_run.h"

#include <utility>

#include "engine/diagram/diagram.h"
#include "engine/random/antithetic.h"
#include "engine/run/run_settings.h"
#include "engine/run/simulator_settings.h"
#include "engine/simulation/simulator.h"
#include "engine/text/number_format.h"

namespace loopwright {

FollowedRun::FollowedRun(const RunModel& model, RunOptions options, uint64_t run)
    : options_(std::move(options)) {
  options_.run = run;
  context_ = model.nominal()->index().initial().Clone();
  if (run == kMeanRun) {
    parts_ = model.NominalRun();
    return;
  }
  const auto scratch = model.MakeScratch();
  parts_ = model.DrawnRun(options_.seed, run, scratch.get(), context_.get());
  if (parts_.built == model.nominal() || !parts_.built->ok()) return;
  context_ = parts_.built->index().initial().Clone();
}

std::string FollowedRun::Follow(const std::vector<double>& times,
                                const std::function<bool()>& breaks_off, const Visitor& visit) {
  if (!parts_.built->ok()) return "the values that are drawn make no diagram";
  const RunSettings settings = ResolveSettings(parts_.simulation, options_);
  Simulator<double> simulator(*parts_.built->result().diagram, std::move(context_));
  SimulatorConfig config = SimulatorConfigOf(settings);
  config.ignores_diffusion = settings.run == kMeanRun;
  if (!config.ignores_diffusion) {
    ConfigureStochastic(settings, parts_.built->index().plan(), &config);
  }
  simulator.set_config(config);
  simulator.set_autodiff_source([built = parts_.built] { return built->Differentiated(); });
  simulator.set_step_callback([&] { return !breaks_off || !breaks_off(); });
  simulator.get_mutable_context().SetTime(times.front());
  simulator.get_mutable_context().set_random_source({settings.seed, settings.run});
  SimulatorStatus status = simulator.TryInitialize();
  for (std::size_t i = 0; status.succeeded() && i < times.size(); ++i) {
    if (i > 0) status = simulator.TryAdvanceTo(times[i]);
    for (const bool is_after : {false, true}) {
      if (is_after && status.succeeded()) status = simulator.TryAdvancePendingEvents();
      if (!status.succeeded()) break;
      if (!visit(i, is_after, {parts_.built, simulator.get_context().Clone()})) return {};
    }
  }
  if (status.succeeded() || status.reason() == SimulatorStatus::kInterrupted) return {};
  return "it ends at " + FormatNumber(status.return_time()) + " s: " + status.FormatMessage();
}

}  // namespace loopwright
