#include "engine/run/run_setup.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "engine/build/build.h"
#include "engine/build/overrides.h"
#include "engine/build/random_parameters.h"
#include "engine/check/simulation_values.h"
#include "engine/common/atomic_file.h"
#include "engine/common/exceptions.h"
#include "engine/common/number_format.h"
#include "engine/common/result_file.h"
#include "engine/common/spill_memory.h"
#include "engine/context/context.h"
#include "engine/document/document.h"
#include "engine/file/diagram_files.h"
#include "engine/integration/method_list.h"
#include "engine/recording/recording.h"
#include "engine/recording/results.h"
#include "engine/run/signal_recorder.h"
#include "engine/run/smooth_output.h"
#include "engine/simulation/simulator.h"
#include "engine/stochastic/stochastic_method.h"
#include "engine/system/diagram.h"
#include "engine/system/time_scale.h"

namespace loopwright {
namespace {

// Memory made for rows before the run, so that stepping starts without allocating.
constexpr double kReservedBytes = 4 << 20;
// What each file of results holds in memory during a run; the rest is on the disk already.
constexpr size_t kMostKeptBytes = size_t{64} << 20;

// The document of this run: with the overrides, and the random parameters where it is a run of a
// study. What is overridden is not random.
Document Prepare(const Document& document, const BlockRegistry& registry,
                 const RunOptions& options) {
  Document prepared = document;
  if (options.algebraic_loops) {
    RequireAlgebraicLoops(*options.algebraic_loops);
    prepared.simulation.Set("algebraic_loops", ParameterSetting(*options.algebraic_loops));
  }
  try {
    ApplyOverrides(options.overrides, registry, &prepared);
    if (options.run.has_value()) {
      const uint64_t seed = options.seed.value_or(EvaluateSimulation(prepared, nullptr).seed);
      DrawRandomParameters({seed, *options.run}, &prepared);
      ApplyOverrides(options.overrides, registry, &prepared);
    }
  } catch (const OverrideError& error) {
    throw UsageError(error.what());
  }
  return prepared;
}

SimulatorConfig Configure(const RunSettings& settings) {
  SimulatorConfig config;
  config.integrator = settings.integrator;
  config.accuracy = settings.accuracy;
  config.absolute_tolerance = settings.absolute_tolerance;
  if (settings.max_step > 0) config.max_step = settings.max_step;
  config.fixed_step = settings.fixed_step;
  config.isolate_events = settings.isolate_events;
  config.solve_discontinuities = settings.solve_discontinuities;
  config.log_interval = settings.log_interval;
  config.log_updates = settings.log_updates;
  return config;
}

// The same with the settings of stochastic equations, where there are any.
void ConfigureStochastic(const RunSettings& settings, const Plan<double>& plan,
                         SimulatorConfig* config) {
  if (!HasDiffusion(plan)) return;
  const std::string& name = settings.stochastic_integrator;
  if (FindStochasticMethod(name) == nullptr) {
    throw UsageError("the stochastic integrator \"" + name +
                     "\" is not in this version; there are " + StochasticMethodNames());
  }
  const std::string problem = StochasticMethodProblem(name, plan);
  if (!problem.empty()) throw UsageError(problem);
  config->stochastic_integrator = name;
  if (settings.stochastic_step > 0) config->stochastic_step = settings.stochastic_step;
  config->stochastic_refinement = settings.stochastic_refinement;
}

// The same diagram for automatic differentiation. Built when it is asked for; null where a block is
// not for that scalar.
AutoDiffSource DifferentiatedDiagram(const Document& document, const BlockRegistry& registry,
                                     const BuildOptions& options) {
  return [document, &registry, options]() -> std::shared_ptr<const System<AutoDiff>> {
    return BuildDiagramOf<AutoDiff>(document, registry, options).diagram;
  };
}

// The shortest time scale that a source of the diagram tells, seconds.
double ShortestTimeScale(const Plan<double>& plan) {
  double shortest = std::numeric_limits<double>::infinity();
  for (const System<double>* system : plan.systems) {
    const auto* source = dynamic_cast<const HasTimeScale*>(system);
    if (source != nullptr) shortest = std::min(shortest, source->CalcTimeScale());
  }
  return shortest;
}

std::string PathList(const std::vector<const SystemBase*>& systems) {
  std::string list = "[";
  for (const SystemBase* system : systems) {
    if (list.size() > 1) list += ", ";
    list += nlohmann::json(system->GetSystemPathname()).dump();
  }
  return list + "]";
}

// A number as results have it: what is not finite as a text.
std::string JsonNumber(double value) {
  const std::string text = FormatNumber(value);
  return std::isfinite(value) ? text : '"' + text + '"';
}

std::string CauseList(const std::vector<TraceCause>& causes) {
  std::string list = "[";
  for (const TraceCause& cause : causes) {
    if (list.size() > 1) list += ", ";
    list += "{\"trigger\": \"" + std::string(cause.trigger) + '"';
    if (cause.from_sec) list += ", \"from\": " + JsonNumber(*cause.from_sec);
    if (cause.ended_by != nullptr) list += ", \"ended_by\": \"" + std::string(cause.ended_by) + '"';
    if (cause.block != nullptr) {
      list += ", \"block\": " + nlohmann::json(cause.block->GetSystemPathname()).dump();
    }
    if (cause.period_sec) list += ", \"period\": " + JsonNumber(*cause.period_sec);
    list += "}";
  }
  return list + "]";
}

// {"BLOCK.x": [1, 2], …} of the values before or after.
std::string ValueList(const std::vector<TraceValue>& values,
                      std::vector<double> TraceValue::*which) {
  std::string list = "{";
  for (const TraceValue& value : values) {
    if (list.size() > 1) list += ", ";
    list += nlohmann::json(value.block->GetSystemPathname() + "." + value.name).dump() + ": [";
    const std::vector<double>& numbers = value.*which;
    for (size_t i = 0; i < numbers.size(); ++i) {
      const bool slides = value.name == "mode" && std::isnan(numbers[i]);
      list += (i > 0 ? ", " : "") + (slides ? "\"sliding\"" : JsonNumber(numbers[i]));
    }
    list += "]";
  }
  return list + "}";
}

std::string TraceLine(const TracePhase& phase) {
  return "{\"time\": " + FormatNumber(phase.time) + ", \"phase\": \"" + phase.phase +
         "\", \"blocks\": " + PathList(phase.blocks) + ", \"changed\": " + PathList(phase.changed) +
         ", \"cause\": " + CauseList(phase.causes) +
         ", \"before\": " + ValueList(phase.values, &TraceValue::before) +
         ", \"after\": " + ValueList(phase.values, &TraceValue::after) + "}";
}

}  // namespace

class RunSetup::Implementation {
 public:
  // `document` is the one that Prepare() made.
  Implementation(const Document& document, const BlockRegistry& registry, const RunOptions& options)
      : build_(BuildDiagram(document, registry, {{}, options.allow_paths})),
        files_(document.folder, options.allow_paths) {
    if (!build_.ok()) return;
    settings_ = ResolveSettings(EvaluateSimulation(document, nullptr), options);
    SelectAndRecord(options);
    OpenFiles();
    simulator_ =
        std::make_unique<Simulator<double>>(*build_.diagram, build_.index->initial().Clone());
    SimulatorConfig config = Configure(settings_);
    ConfigureStochastic(settings_, *build_.diagram->plan(), &config);
    simulator_->set_config(config);
    simulator_->set_autodiff_source(
        DifferentiatedDiagram(document, registry, {{}, options.allow_paths}));
    Context<double>& context = simulator_->get_mutable_context();
    context.SetTime(settings_.start_time);
    context.set_random_source({settings_.seed, settings_.run});
    if (options.no_cache) context.DisableCaching();
    if (options.check_cache) context.EnableCacheChecking();
    simulator_->set_warning_handler([this](const SimulatorWarning& warning) {
      warnings_.push_back({warning.time, warning.system->GetSystemPathname(), warning.message});
    });
    simulator_->set_recorder([this](const Context<double>& root, Side side) {
      recorder_->Record(root, side);
      for (FileOutput& output : file_outputs_) output.recorder.Record(root, side);
    });
    if (settings_.smooth_output) RecordBetweenSteps();
  }

  RunOutcome Run(const StepCallback& before_step) {
    simulator_->set_step_callback([this, &before_step] {
      return before_step(simulator_->get_context().get_time(), simulator_->get_num_steps_taken());
    });
    RunOutcome outcome;
    try {
      outcome = Outcome(Advance());
    } catch (const FileError&) {
      throw;
    } catch (const std::bad_alloc&) {
      outcome = Failure("memory is used up; record fewer signals, or with a log interval");
    } catch (const std::exception& error) {
      outcome = Failure(error.what());
    }
    simulator_->set_step_callback(nullptr);
    outcome.non_finite = FirstNonFinite();
    outcome.warnings = warnings_;
    wall_seconds_ =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    return outcome;
  }

  void ChangeNumbers(std::vector<BlockNumbers> numbers) {
    simulator_->ChangeBeforeNextStep(
        [index = build_.index, numbers = std::move(numbers)](Context<double>* root) {
          for (const BlockNumbers& block : numbers) {
            const auto parameters =
                index->quantities(QuantityKind::kParameter, index->FindLeaf(block.block));
            for (size_t g = 0; g < block.groups.size(); ++g) {
              index->Write(root, parameters[g], block.groups[g]);
            }
          }
        });
  }

  void WriteFiles() {
    for (FileOutput& output : file_outputs_) {
      RequireFreeWay(output.block, output.file->path());  // it may have come since the start
      WriteResults(*output.recorder.recording(), *ResultFormatOf(output.file->path()),
                   output.file.get());
    }
  }

  std::string StatisticsJson() const;

  void SetThinningCallback(ThinningCallback callback) { on_thinned_ = std::move(callback); }

  const BuildResult& build() const { return build_; }
  const RunSettings& settings() const { return settings_; }
  const SignalRecorder& recorder() const { return *recorder_; }
  Simulator<double>& simulator() { return *simulator_; }

 private:
  // What the run writes to a file, and the file, made before the run.
  struct FileOutput {
    std::string block;
    SignalRecorder recorder;
    std::unique_ptr<AtomicFile> file;
  };

  void RequireFreeWay(const std::string& block, const std::string& file) const {
    const std::string obstacle = ObstacleToResults(file, files_.MayReplace(file));
    if (!obstacle.empty()) {
      throw FileError(block + ": Cannot write " + file + ": it is " + obstacle);
    }
  }

  void OpenFiles() {
    for (const WrittenFile<double>& written : build_.written_files) {
      std::vector<SelectedSignal> selected;
      for (const PortSignal<double>* source : written.sources) selected.push_back({source, -1});
      RequireFreeWay(written.block, written.file);
      try {
        auto file = std::make_unique<AtomicFile>(written.file);
        // A file has all rows, however many: what memory is too small for waits beside it.
        auto memory = std::make_shared<SpillMemory>(
            std::filesystem::path(written.file).parent_path().string(), kMostKeptBytes);
        file_outputs_.push_back({written.block,
                                 SignalRecorder(*build_.index, selected, std::move(memory)),
                                 std::move(file)});
      } catch (const FileError& error) {
        throw FileError(written.block + ": " + error.what());
      }
      Reserve(&file_outputs_.back().recorder);
    }
  }

  static void Reserve(SignalRecorder* recorder) {
    const double row_bytes = recorder->recording()->bytes_per_row();
    recorder->Reserve(1 + static_cast<int64_t>(kReservedBytes / row_bytes));
  }

  void SelectAndRecord(const RunOptions& options) {
    size_t left_out = 0;
    const auto selected = SelectSignals(build_.index->port_signals(), options, &left_out);
    if (left_out > 0) {
      build_.diagnostics.push_back(MakeDiagnostic(
          DiagnosticCode::kSignalsLeftOut, {}, "",
          {std::to_string(selected.size()), std::to_string(selected.size() + left_out)}));
      SortByPlace(&build_.diagnostics);
    }
    recorder_ = std::make_unique<SignalRecorder>(*build_.index, selected);
    Reserve(recorder_.get());
    if (!options.recording_limit) return;
    recorder_->LimitMemory(*options.recording_limit,
                           [this](const std::shared_ptr<const Recording>& recording) {
                             if (on_thinned_) on_thinned_(recording);
                           });
  }

  void RecordBetweenSteps() {
    std::vector<SignalRecorder*> recorders{recorder_.get()};
    for (FileOutput& output : file_outputs_) recorders.push_back(&output.recorder);
    std::vector<const OutputPort<double>*> ports;
    for (const SignalRecorder* recorder : recorders) {
      const auto own = recorder->ports();
      ports.insert(ports.end(), own.begin(), own.end());
    }
    const Plan<double>& plan = *build_.diagram->plan();
    // Steps of an integrator are stretches already.
    const bool has_stretches = plan.num_continuous() == 0 && settings_.max_step > 0;
    smooth_output_ = std::make_unique<SmoothOutput>(
        std::move(recorders), ShortestTimeScale(plan),
        has_stretches ? settings_.max_step : std::numeric_limits<double>::infinity());
    if (!smooth_output_->has_work()) return;
    simulator_->set_step_viewer(
        [this](const StepInterior<double>& step) { smooth_output_->RecordStep(step); },
        std::move(ports));
  }

  // A run whose stop equals its start only initializes.
  SimulatorStatus Advance() {
    began_ = std::chrono::steady_clock::now();
    SimulatorStatus status = simulator_->TryInitialize();
    began_ = std::chrono::steady_clock::now();
    if (!status.succeeded() || settings_.stop_time == settings_.start_time) return status;
    return simulator_->TryAdvanceTo(settings_.stop_time);
  }

  std::optional<NonFiniteValue> FirstNonFinite() const {
    std::optional<NonFiniteValue> first = recorder_->non_finite();
    for (const FileOutput& output : file_outputs_) {
      const std::optional<NonFiniteValue>& other = output.recorder.non_finite();
      if (other.has_value() && (!first.has_value() || other->time < first->time)) first = other;
    }
    return first;
  }

  RunOutcome Outcome(const SimulatorStatus& status) const {
    RunOutcome outcome;
    switch (status.reason()) {
      case SimulatorStatus::kReachedBoundaryTime:
        outcome.end = RunEnd::kDone;
        break;
      case SimulatorStatus::kReachedTerminationCondition:
        outcome.end = RunEnd::kTerminated;
        break;
      case SimulatorStatus::kEventHandlerFailed:
        outcome.end = RunEnd::kFailed;
        break;
      case SimulatorStatus::kInterrupted:
        outcome.end = RunEnd::kStopped;
        break;
    }
    outcome.message = status.message();
    if (status.system() != nullptr && status.system() != build_.diagram.get()) {
      outcome.path = status.system()->GetSystemPathname();
    }
    outcome.time = status.return_time();
    return outcome;
  }

  RunOutcome Failure(const std::string& message) const {
    RunOutcome outcome;
    outcome.end = RunEnd::kFailed;
    outcome.message = message;
    outcome.time = simulator_->get_context().get_time();
    return outcome;
  }

  BuildResult build_;
  const DiagramFiles files_;
  RunSettings settings_;
  std::unique_ptr<SignalRecorder> recorder_;
  std::vector<FileOutput> file_outputs_;
  std::unique_ptr<SmoothOutput> smooth_output_;
  ThinningCallback on_thinned_;
  std::unique_ptr<Simulator<double>> simulator_;
  std::chrono::steady_clock::time_point began_;  // of stepping
  std::vector<RunWarning> warnings_;
  double wall_seconds_ = 0;
};

std::string RunSetup::Implementation::StatisticsJson() const {
  const SimulatorStatistics statistics = simulator_->statistics();
  const std::pair<const char*, int64_t> counts[] = {
      {"steps", statistics.steps},
      {"rejected_steps", statistics.rejected_steps},
      {"derivative_evaluations", statistics.derivative_evaluations},
      {"output_evaluations", statistics.output_evaluations},
      {"cache_hits", statistics.cache_hits},
      {"discrete_updates", statistics.discrete_updates},
      {"unrestricted_updates", statistics.unrestricted_updates},
      {"publishes", statistics.publishes},
      {"witness_isolations", statistics.witness_isolations},
      {"restarts", statistics.restarts}};
  std::string json = "{";
  for (const auto& [name, count] : counts) {
    json += "\"" + std::string(name) + "\": " + std::to_string(count) + ", ";
  }
  return json + "\"wall_seconds\": " + FormatNumber(wall_seconds_) + "}\n";
}

RunSetup::RunSetup(const Document& document, const BlockRegistry& registry,
                   const RunOptions& options)
    : implementation_(std::make_unique<Implementation>(Prepare(document, registry, options),
                                                       registry, options)) {}
RunSetup::~RunSetup() = default;

bool RunSetup::ok() const { return implementation_->build().ok(); }
const std::vector<Diagnostic>& RunSetup::diagnostics() const {
  return implementation_->build().diagnostics;
}
const RunSettings& RunSetup::settings() const { return implementation_->settings(); }
std::shared_ptr<const Recording> RunSetup::recording() const {
  return implementation_->recorder().recording();
}
void RunSetup::SetThinningCallback(ThinningCallback callback) {
  implementation_->SetThinningCallback(std::move(callback));
}
void RunSetup::SetTrace(TraceSink sink) {
  implementation_->simulator().set_trace(
      [sink = std::move(sink)](const TracePhase& phase) { sink(TraceLine(phase)); });
}
void RunSetup::CountCacheHits() {
  implementation_->simulator().get_mutable_context().data().SetCounting(true);
}
RunOutcome RunSetup::Run(const StepCallback& before_step) {
  return implementation_->Run(before_step);
}
void RunSetup::ChangeNumbers(std::vector<BlockNumbers> numbers) {
  implementation_->ChangeNumbers(std::move(numbers));
}
void RunSetup::WriteFiles() { implementation_->WriteFiles(); }
int64_t RunSetup::steps() const { return implementation_->simulator().get_num_steps_taken(); }
std::string RunSetup::StatisticsJson() const { return implementation_->StatisticsJson(); }

}  // namespace loopwright
