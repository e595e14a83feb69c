#include "engine/run/run_setup.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <new>
#include <optional>
#include <utility>

#include "engine/build/build.h"
#include "engine/check/simulation_values.h"
#include "engine/common/exceptions.h"
#include "engine/context/cache_overlay.h"
#include "engine/context/context_data.h"
#include "engine/diagram/diagram.h"
#include "engine/document/document.h"
#include "engine/integration/method_list.h"
#include "engine/recording/recording.h"
#include "engine/run/instant_context.h"
#include "engine/run/run_costs.h"
#include "engine/run/run_model.h"
#include "engine/run/run_watch.h"
#include "engine/run/signal_recorder.h"
#include "engine/run/simulator_outcome.h"
#include "engine/run/simulator_settings.h"
#include "engine/run/smooth_output.h"
#include "engine/run/trace_line.h"
#include "engine/run/written_files.h"
#include "engine/simulation/simulator.h"
#include "engine/simulation/simulator_snapshot.h"
#include "engine/text/number_format.h"
#include "engine/traits/time_scale.h"

namespace loopwright {
namespace {

// Gives a context the values that the diagram begins with. So a context that has been used serves
// the next run of a study.
void TakeInitialValues(const Context<double>& initial, Context<double>* context) {
  const auto& from = initial.data();
  auto& to = context->data();
  to.time = from.time;
  to.true_time.reset();
  std::copy_n(from.arena.begin(), from.plan->parameters_end, to.arena.begin());
  for (size_t i = 0; i < from.abstract_states.size(); ++i) {
    to.abstract_states[i]->SetFrom(*from.abstract_states[i]);
  }
  for (size_t i = 0; i < from.abstract_parameters.size(); ++i) {
    to.abstract_parameters[i]->SetFrom(*from.abstract_parameters[i]);
  }
  to.modes = from.modes;
  to.modes_held = false;
  to.random = from.random;
  to.InvalidateAllButInputs();
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

}  // namespace

// Everything that a run needs, in the order in which it refers to each other: the built document,
// recorder, files, simulator.
class RunSetup::Implementation {
 public:
  Implementation(std::shared_ptr<const RunModel> model, RunOptions options)
      : model_(std::move(model)), options_(std::move(options)), scratch_(model_->MakeScratch()) {
    std::unique_ptr<Context<double>> context = NewContext(*model_->nominal());
    const RunModel::RunParts parts =
        options_.run ? model_->DrawnRun(options_.seed, *options_.run, scratch_.get(), context.get())
                     : model_->NominalRun();
    Make(parts, std::move(context));
  }

  // Makes ready for another run of a study. Where the last one ended well, its diagram, simulator
  // and memory are used again, and only values are drawn; otherwise all is made anew.
  void Begin(uint64_t run) {
    options_.run = run;
    if (!CanBeginAgain()) {
      std::unique_ptr<Context<double>> context = NewContext(*model_->nominal());
      const auto parts = model_->DrawnRun(options_.seed, run, scratch_.get(), context.get());
      return Make(parts, std::move(context));
    }
    Context<double>& context = simulator_->get_mutable_context();
    TakeInitialValues(built_->index().initial(), &context);
    const auto parts = model_->DrawnRun(options_.seed, run, scratch_.get(), &context);
    settings_.run = run;
    if (parts.built != built_ || ResolveSettings(parts.simulation, options_) != settings_) {
      return Make(parts, parts.built == built_ ? context.Clone() : nullptr);
    }
    SetTimeAndStreams(&context);
    recorder_->Restart();
    if (smooth_output_) smooth_output_->Restart();
    warnings_.clear();
    has_run_ = false;
  }

  // Whatever is thrown becomes an outcome with a message, but for errors of files, which are told
  // as such.
  RunOutcome Run(const StepCallback& before_step) {
    return RunFrom(before_step, [this] { return Advance(); });
  }

  // The same with another way to begin.
  template <typename Begin>
  RunOutcome RunFrom(const StepCallback& before_step, const Begin& advance) {
    simulator_->set_step_callback([this, &before_step] {
      return before_step(simulator_->get_context().get_time(), simulator_->get_num_steps_taken());
    });
    RunOutcome outcome;
    try {
      outcome = OutcomeOf(advance(), build().diagram.get());
    } catch (const FileError&) {
      simulator_->set_step_callback(nullptr);  // It refers to what ends with this call.
      throw;
    } catch (const std::bad_alloc&) {
      outcome = Failure("memory is used up; record fewer signals, or with a log interval");
    } catch (const std::exception& error) {
      outcome = Failure(error.what());
    }
    simulator_->set_step_callback(nullptr);
    outcome.non_finite = FirstNonFinite();
    outcome.warnings = warnings_;
    has_run_ = true;
    ended_well_ = outcome.end == RunEnd::kDone || outcome.end == RunEnd::kTerminated;
    wall_seconds_ =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    return outcome;
  }

  std::shared_ptr<const RunSnapshot> Keep(int64_t step) {
    auto state = SimulatorSnapshot<double>::Of(simulator_.get());
    if (state == nullptr) return nullptr;
    const int64_t bytes = state->bytes();
    return std::make_shared<const RunSnapshot>(
        RunSnapshot{step, simulator_->get_context().get_time(), bytes, std::move(state)});
  }

  RunOutcome GoOn(const RunSnapshot* from, const StepCallback& before_step) {
    return RunFrom(before_step, [this, from] {
      if (from == nullptr) {
        TakeStart();
        return Advance();
      }
      using State = SimulatorSnapshot<double>;
      static_cast<const State*>(from->state.get())->Restore(simulator_.get());
      return simulator_->TryAdvanceTo(settings_.stop_time);
    });
  }

  void SetRecording(bool is_recording) {
    is_recording_ = is_recording;
    ApplyWatching();
    CountCosts(is_recording);
  }

  // What is read for who looks at the run is no cost of it.
  RunInstant ReadInstant(int64_t step, bool looks_inside) {
    CountCosts(false);
    RunInstant instant = watch_->Read(step, simulator_->get_context(), looks_inside);
    if (costs_) instant.costs = costs_->Costs();
    CountCosts(is_recording_);
    return instant;
  }

  void WatchStep(RunInstant* instant) {
    if (watch_->WatchStep(instant)) ApplyWatching();
    if (watch_->needs_counts()) {
      StartCountingStep(simulator_->get_context());
    } else {
      StopCountingStep(simulator_->get_context());
    }
  }
  void WatchSamples(const std::string& block) {
    watch_->WatchSamples(block);
    ApplyWatching();
  }
  bool TakeSampled() { return watch_->TakeSampled(); }

  // Parameters that a user edits while the run goes on; they change at the beginning of the next
  // step.
  void ChangeNumbers(std::vector<BlockNumbers> numbers) {
    simulator_->ChangeBeforeNextStep(
        [index = build().index, numbers = std::move(numbers)](Context<double>* root) {
          for (const BlockNumbers& block : numbers) {
            const auto parameters =
                index->quantities(QuantityKind::kParameter, index->FindLeaf(block.block));
            for (size_t g = 0; g < block.groups.size(); ++g) {
              index->Write(root, parameters[g], block.groups[g]);
            }
          }
        });
  }

  // There are none where the document has errors.
  void WriteFiles() {
    if (files_) files_->Write();
  }

  std::string StatisticsJson() const;

  void SetThinningCallback(ThinningCallback callback) { on_thinned_ = std::move(callback); }
  void SetWarningCallback(std::function<void(const RunWarning&)> callback) {
    on_warning_ = std::move(callback);
  }
  // What is watched is kept here, as the simulator may not be made yet, or be made again.
  void Watch(std::function<void(const TracePhase&)> watcher) {
    watcher_ = std::move(watcher);
    ApplyWatching();
  }
  void CountCacheHits() {
    counts_hits_ = true;
    ApplyWatching();
  }

  const BuildResult& build() const { return built_->result(); }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  const RunSettings& settings() const { return settings_; }
  const SignalRecorder& recorder() const { return *recorder_; }
  Simulator<double>& simulator() { return *simulator_; }

 private:
  // Null where the document has errors.
  static std::unique_ptr<Context<double>> NewContext(const BuiltDocument& built) {
    return built.ok() ? built.index().initial().Clone() : nullptr;
  }

  // Makes everything anew. `context` is that of the run where its diagram is the nominal one.
  void Make(const RunModel::RunParts& parts, std::unique_ptr<Context<double>> context) {
    if (parts.built != model_->nominal()) context = NewContext(*parts.built);
    simulator_.reset();  // It refers to what follows.
    smooth_output_.reset();
    files_.reset();
    recorder_.reset();
    watch_.reset();
    built_ = parts.built;
    diagnostics_ = build().diagnostics;
    warnings_.clear();
    has_run_ = false;
    if (!build().ok()) return;
    // From here on in the order in which these refer to each other.
    settings_ = ResolveSettings(parts.simulation, options_);
    SelectAndRecord(options_);
    watch_ = std::make_unique<RunWatch>(built_);
    files_ = std::make_unique<WrittenFiles>(build(), built_->document().folder, options_);
    if (context == nullptr) context = NewContext(*built_);
    simulator_ = std::make_unique<Simulator<double>>(*build().diagram, std::move(context));
    SimulatorConfig config = SimulatorConfigOf(settings_);
    ConfigureStochastic(settings_, built_->index().plan(), &config);
    simulator_->set_config(config);
    // Built when a method asks for derivatives, which most runs do not need.
    simulator_->set_autodiff_source([built = built_] { return built->Differentiated(); });
    Context<double>& own = simulator_->get_mutable_context();
    SetTimeAndStreams(&own);
    if (options_.no_cache) own.DisableCaching();
    if (options_.check_cache) own.EnableCacheChecking();
    simulator_->set_warning_handler([this](const SimulatorWarning& warning) {
      if (!is_recording_) return;  // They are known.
      warnings_.push_back({warning.time, warning.system->GetSystemPathname(), warning.message});
      if (on_warning_) on_warning_(warnings_.back());
    });
    simulator_->set_recorder([this](const Context<double>& root, Side side) {
      if (is_recording_) {
        recorder_->Record(root, side);
        files_->Record(root, side);
      }
      if (side == Side::kAfter) watch_->NoteAfter(root);
    });
    if (settings_.smooth_output) RecordBetweenSteps();
    ApplyWatching();
    if (options_.counts_costs) costs_.emplace(own.data().plan);
    CountCosts(true);
  }

  // From here on, or no longer, where somebody wants to know them.
  void CountCosts(bool counts) {
    if (!costs_) return;
    counts ? costs_->Start(simulator_->get_context()) : costs_->Stop(simulator_->get_context());
  }

  // Start time, and which random numbers the run draws.
  void SetTimeAndStreams(Context<double>* context) const {
    context->SetTime(settings_.start_time);
    context->set_random_source({settings_.seed, model_->SourceRun(settings_.run)});
  }

  // What a user asked to watch holds for each simulator that is made.
  void ApplyWatching() {
    if (simulator_ == nullptr) return;
    if (counts_hits_)
      internal::CacheSwitches<double>(&simulator_->get_mutable_context().data()).SetCounting(true);
    const bool tells = watcher_ && is_recording_;
    if (!tells && !watch_->needs_phases()) return simulator_->set_trace(nullptr);
    simulator_->set_trace([this, tells](const TracePhase& phase) {
      if (tells) watcher_(phase);
      if (watch_->needs_phases()) watch_->NotePhase(phase, simulator_->get_context());
    });
  }

  // The context as it was before the run.
  void TakeStart() {
    simulator_->ForgetChange();
    Context<double>& context = simulator_->get_mutable_context();
    TakeInitialValues(built_->index().initial(), &context);
    context.data().loops.starts = built_->index().initial().data().loops.starts;
    SetTimeAndStreams(&context);
  }

  // Whether what the last run has made can be used by the next: not after a run that was broken off
  // somewhere, and not where files are written or loops remember where their solution was.
  bool CanBeginAgain() const {
    return simulator_ != nullptr && built_ == model_->nominal() && (!has_run_ || ended_well_) &&
           built_->index().plan().loops == nullptr && files_->recorders().empty();
  }

  // Which signals are recorded; a note says how many were left out.
  void SelectAndRecord(const RunOptions& options) {
    size_t left_out = 0;
    const auto selected = SelectSignals(build().index->port_signals(), options, &left_out);
    if (left_out > 0) {
      diagnostics_.push_back(MakeDiagnostic(
          DiagnosticCode::kSignalsLeftOut, {}, "",
          {std::to_string(selected.size()), std::to_string(selected.size() + left_out)}));
      SortByPlace(&diagnostics_);
    }
    recorder_ = std::make_unique<SignalRecorder>(built_->index(), selected);
    recorder_->ReserveUsual();
    // A long run keeps its memory within the limit by thinning old rows; who shows them is told.
    if (!options.recording_limit) return;
    recorder_->LimitMemory(*options.recording_limit,
                           [this](const std::shared_ptr<const Recording>& recording) {
                             if (on_thinned_) on_thinned_(recording);
                           });
  }

  // Rows between the ends of steps make curves smooth, where steps are long.
  void RecordBetweenSteps() {
    std::vector<SignalRecorder*> recorders{recorder_.get()};
    for (SignalRecorder* recorder : files_->recorders()) recorders.push_back(recorder);
    std::vector<const OutputPort<double>*> ports;
    for (const SignalRecorder* recorder : recorders) {
      const auto own = recorder->ports();
      ports.insert(ports.end(), own.begin(), own.end());
    }
    const Plan<double>& plan = built_->index().plan();
    // Steps of an integrator are stretches already.
    const bool has_stretches = plan.num_continuous() == 0 && settings_.max_step > 0;
    smooth_output_ = std::make_unique<SmoothOutput>(
        std::move(recorders), ShortestTimeScale(plan),
        has_stretches ? settings_.max_step : std::numeric_limits<double>::infinity());
    if (!smooth_output_->has_work()) return;
    simulator_->set_step_viewer(
        [this](const StepInterior<double>& step) {
          if (is_recording_) smooth_output_->RecordStep(step);
        },
        std::move(ports));
  }

  // A run whose stop equals its start only initializes.
  SimulatorStatus Advance() {
    // Initialization may fail, so the clock starts twice: its time does not count where it
    // succeeds.
    began_ = std::chrono::steady_clock::now();
    SimulatorStatus status = simulator_->TryInitialize();
    began_ = std::chrono::steady_clock::now();
    if (!status.succeeded() || settings_.stop_time == settings_.start_time) return status;
    return simulator_->TryAdvanceTo(settings_.stop_time);
  }

  // Of the recorded signals and those that are written to files, the earlier one.
  std::optional<NonFiniteValue> FirstNonFinite() const {
    const std::optional<NonFiniteValue>& first = recorder_->non_finite();
    const std::optional<NonFiniteValue> other = files_->FirstNonFinite();
    return other && (!first || other->time < first->time) ? other : first;
  }

  RunOutcome Failure(const std::string& message) const {
    RunOutcome outcome;
    outcome.end = RunEnd::kFailed;
    outcome.message = message;
    outcome.time = simulator_->get_context().get_time();
    return outcome;
  }

  const std::shared_ptr<const RunModel> model_;
  RunOptions options_;
  const std::unique_ptr<RunModel::Scratch> scratch_;
  std::shared_ptr<const BuiltDocument> built_;  ///< of this run
  std::vector<Diagnostic> diagnostics_;
  RunSettings settings_;
  std::unique_ptr<SignalRecorder> recorder_;
  std::unique_ptr<WrittenFiles> files_;
  std::unique_ptr<SmoothOutput> smooth_output_;
  std::unique_ptr<RunWatch> watch_;
  std::optional<CostCounter> costs_;  ///< where they are counted
  bool is_recording_ = true;
  std::function<void(const TracePhase&)> watcher_;
  bool counts_hits_ = false;
  bool has_run_ = false, ended_well_ = false;  ///< the run made ready last
  ThinningCallback on_thinned_;
  std::unique_ptr<Simulator<double>> simulator_;
  std::chrono::steady_clock::time_point began_;  // of stepping
  std::vector<RunWarning> warnings_;
  std::function<void(const RunWarning&)> on_warning_;
  double wall_seconds_ = 0;
};

// What the run has cost, in a fixed order; the time of the clock comes last, as it differs from run
// to run.
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

// A model of its own, for who makes one run; studies share one model between their runs.
RunSetup::RunSetup(const Document& document, const BlockRegistry& registry,
                   const RunOptions& options)
    : RunSetup(std::make_shared<const RunModel>(document, registry, options), options) {}
RunSetup::RunSetup(std::shared_ptr<const RunModel> model, const RunOptions& options)
    : implementation_(std::make_unique<Implementation>(std::move(model), options)) {}
RunSetup::~RunSetup() = default;

bool RunSetup::ok() const { return implementation_->build().ok(); }
const std::vector<Diagnostic>& RunSetup::diagnostics() const {
  return implementation_->diagnostics();
}
const std::vector<FileRead>& RunSetup::files_read() const {
  return implementation_->build().files_read;
}

const RunSettings& RunSetup::settings() const { return implementation_->settings(); }
std::shared_ptr<const Recording> RunSetup::recording() const {
  return implementation_->recorder().recording();
}
void RunSetup::SetThinningCallback(ThinningCallback callback) {
  implementation_->SetThinningCallback(std::move(callback));
}
void RunSetup::SetWarningCallback(std::function<void(const RunWarning&)> callback) {
  implementation_->SetWarningCallback(std::move(callback));
}
void RunSetup::SetTrace(TraceSink sink) {
  Watch([sink = std::move(sink)](const TracePhase& phase) { sink(TraceLine(phase)); });
}
void RunSetup::Watch(std::function<void(const TracePhase&)> watcher) {
  implementation_->Watch(std::move(watcher));
}
void RunSetup::CountCacheHits() { implementation_->CountCacheHits(); }
void RunSetup::Begin(uint64_t run) { implementation_->Begin(run); }
RunOutcome RunSetup::Run(const StepCallback& before_step) {
  return implementation_->Run(before_step);
}
std::shared_ptr<const RunSnapshot> RunSetup::Keep(int64_t step) {
  return implementation_->Keep(step);
}
RunOutcome RunSetup::GoOn(const RunSnapshot* from, const StepCallback& before_step) {
  return implementation_->GoOn(from, before_step);
}
void RunSetup::SetRecording(bool is_recording) { implementation_->SetRecording(is_recording); }
RunInstant RunSetup::ReadInstant(int64_t step, bool looks_inside) {
  return implementation_->ReadInstant(step, looks_inside);
}
void RunSetup::WatchStep(RunInstant* instant) { implementation_->WatchStep(instant); }
void RunSetup::WatchSamples(const std::string& block) { implementation_->WatchSamples(block); }
bool RunSetup::TakeSampled() { return implementation_->TakeSampled(); }
void RunSetup::ChangeNumbers(std::vector<BlockNumbers> numbers) {
  implementation_->ChangeNumbers(std::move(numbers));
}
void RunSetup::ForgetChanges() { implementation_->simulator().ForgetChange(); }
void RunSetup::WriteFiles() { implementation_->WriteFiles(); }
int64_t RunSetup::steps() const { return implementation_->simulator().get_num_steps_taken(); }
int64_t RunSetup::updates() const {
  const Simulator<double>& simulator = implementation_->simulator();
  return simulator.get_num_discrete_updates() + simulator.get_num_unrestricted_updates();
}
std::string RunSetup::StatisticsJson() const { return implementation_->StatisticsJson(); }

}  // namespace loopwright
