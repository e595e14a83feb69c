#include "engine/analysis/linearisation.h"
#include "engine/analysis/trim.h"
#include "engine/common/exceptions.h"
#include "engine/diagram/diagram.h"
#include "engine/run/run_settings.h"
#include "engine/run/simulator_settings.h"
#include "engine/simulation/simulator.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// Runs to the time, as `run` would.
std::unique_ptr<Context<double>> RunTo(const RunModel& model, const PointOptions& options) {
  const RunModel::RunParts parts = model.NominalRun();
  RunOptions run;
  run.stop_time = *options.time_sec;
  const double start = parts.simulation.start_time;
  if (*options.time_sec < start) {
    throw UsageError("--time: a time from the run's start on is needed, " + FormatNumber(start) +
                     " s, not " + FormatNumber(*options.time_sec) + " s");
  }
  const RunSettings settings = ResolveSettings(parts.simulation, run);
  Simulator<double> simulator(*parts.built->result().diagram,
                              parts.built->index().initial().Clone());
  simulator.set_config(SimulatorConfigOf(settings));
  simulator.set_autodiff_source([built = parts.built] { return built->Differentiated(); });
  simulator.get_mutable_context().SetTime(settings.start_time);
  simulator.get_mutable_context().set_random_source({settings.seed, settings.run});
  const auto require = [&](const SimulatorStatus& status) {
    if (status.reason() == SimulatorStatus::kEventHandlerFailed) {
      throw NoResultError("the run to " + FormatNumber(*options.time_sec) +
                          " s failed: " + status.FormatMessage());
    }
  };
  require(simulator.TryInitialize());
  if (*options.time_sec > settings.start_time) require(simulator.TryAdvanceTo(*options.time_sec));
  if (!options.is_before_updates) require(simulator.TryAdvancePendingEvents());
  return simulator.release_context();
}

}  // namespace

OperatingPoint FindOperatingPoint(const Document& document, const BlockRegistry& registry,
                                  const PointOptions& options) {
  RunOptions run;
  run.overrides = options.overrides;
  run.allow_paths = options.allow_paths;
  const RunModel model(document, registry, run);
  OperatingPoint point{model.nominal(), nullptr};
  if (!point.built->ok()) throw InvalidDiagramError(point.built->result().diagnostics);
  point.context = options.time_sec ? RunTo(model, options) : point.built->index().initial().Clone();
  if (options.trim) {
    FindEquilibrium({options.frees, options.targets, options.allow_paths}, registry, &point);
  }
  return point;
}

}  // namespace loopwright
