#include "engine/studies/monte_carlo_study.h"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <set>
#include <utility>

#include "engine/check/parameter_scope.h"
#include "engine/common/exceptions.h"
#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "engine/run/run_model.h"
#include "engine/run/run_setup.h"
#include "engine/run/signal_recorder.h"
#include "engine/simulation/trace_phase.h"
#include "engine/studies/event_counter.h"
#include "engine/studies/grid.h"
#include "engine/studies/handover.h"
#include "engine/studies/run_block.h"

namespace loopwright {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
// Grid points of a run where nothing says how many.
constexpr double kUsualGridSteps = 100;

RunEnding EndingOf(uint64_t run, const RunOutcome& outcome) {
  return {run, outcome.end, outcome.path, outcome.time, outcome.message};
}

}  // namespace

// What one thread makes runs with.
class MonteCarloStudy::Worker final : public RunMaker {
 public:
  explicit Worker(const MonteCarloStudy& study)
      : study_(study),
        setup_(study.model_, study.options_.run),
        events_(BlocksOfEvents(study.measures_)) {
    const Recording& recording = *setup_.recording();
    for (const MeasureCall& call : study.measures_.calls()) {
      columns_.push_back(FindColumn(recording, call.subject));
    }
    if (events_.is_empty()) return;
    setup_.Watch([this](const TracePhase& phase) { events_.Add(phase); });
  }

  // Makes the runs of a block, one after another, until it is full or nobody wants more. For each
  // run the block gets the values drawn for the random parameters, then the measures, and what the
  // signals were on the grid. A run that was broken off (breaks_off) leaves nothing.
  void Make(RunBlock* block, const std::function<bool()>& goes_on) override {
    for (; block->made < block->asked && goes_on(); ++block->made) {
      const uint64_t run = block->first + block->made;
      const RunOutcome outcome = MakeRun(run);
      if (outcome.end == RunEnd::kStopped) return;
      if (outcome.end != RunEnd::kDone) block->endings.push_back(EndingOf(run, outcome));
      for (const RandomParameter& parameter : study_.model_->random_parameters()) {
        block->values.push_back(parameter.Draw({study_.seed_, study_.model_->SourceRun(run)}));
      }
      Measure(outcome, &block->values);
      AppendOnGrid(has_recording_ ? *setup_.recording() : no_recording_,
                   static_cast<int>(study_.results_.signal_labels.size()), study_.results_.times,
                   &block->on_grid);
    }
  }

 private:
  // The blocks whose events measures ask for; only these are watched.
  static std::set<std::string> BlocksOfEvents(const MeasureFormulas& measures) {
    std::set<std::string> blocks;
    for (const MeasureCall& call : measures.calls()) {
      if (call.kind == MeasureKind::kEvents) blocks.insert(call.subject);
    }
    return blocks;
  }

  // A run that cannot begin (its drawn values make no diagram) has failed at its start. Begin()
  // sets the context to what run number `run` starts from, and Run() advances it. Errors of the
  // file system go on to the caller: the disk being full is no property of one run.
  RunOutcome MakeRun(uint64_t run) {
    has_recording_ = false;
    events_.Restart();
    RunOutcome outcome;
    outcome.end = RunEnd::kFailed;
    try {
      setup_.Begin(run);
      if (setup_.ok()) {
        has_recording_ = true;
        const auto& breaks_off = study_.options_.breaks_off;
        return setup_.Run([&](double, int64_t) { return !breaks_off || !breaks_off(); });
      }
      const auto& found = setup_.diagnostics();
      const auto error = std::ranges::find(found, Severity::kError, &Diagnostic::severity);
      outcome.path = error->path;
      outcome.message = error->text;
    } catch (const FileError&) {
      throw;
    } catch (const std::exception& error) {
      outcome.message = error.what();
    }
    return outcome;
  }

  // Without measures of its own, the study measures the last value of each recorded signal. Else
  // the calls in the formulas, such as greatest(plant.y), are evaluated on the recording first, and
  // then the formulas with their values. A value that a run does not have is not a number.
  void Measure(const RunOutcome& outcome, std::vector<double>* values) {
    const auto& calls = study_.measures_.calls();
    const Recording& recording = has_recording_ ? *setup_.recording() : no_recording_;
    if (study_.measures_.size() == 0) {
      const bool is_there = outcome.end != RunEnd::kFailed && recording.size() > 0;
      for (std::size_t i = 0; i < study_.results_.measures.size(); ++i) {
        values->push_back(is_there ? recording.value(recording.size() - 1, static_cast<int>(i))
                                   : kMissing);
      }
      return;
    }
    of_calls_.clear();
    for (std::size_t i = 0; i < calls.size(); ++i) {
      of_calls_.push_back(
          EvaluateMeasure(calls[i], recording, columns_[i], outcome, events_).value_or(kMissing));
    }
    const std::vector<double> measures = study_.measures_.Evaluate(of_calls_);
    values->insert(values->end(), measures.begin(), measures.end());
  }

  const MonteCarloStudy& study_;
  RunSetup setup_;
  EventCounter events_;
  // Stands for the recording of a run that could not begin.
  const Recording no_recording_{std::vector<RecordedSignal>()};
  bool has_recording_ = false;
  std::vector<int> columns_;
  std::vector<double> of_calls_;
};

// A nominal run is set up, and never made: it tells whether the diagram can run at all, and which
// signals there are. What the study records is then fixed, once for all runs.
MonteCarloStudy::MonteCarloStudy(const Document& document, const BlockRegistry& registry,
                                 StudyOptions options)
    : options_(std::move(options)) {
  RunOptions& run = options_.run;
  run.is_study = true;
  run.run.reset();
  if (options_.grid_sec) run.log_interval = options_.grid_sec;
  model_ = std::make_shared<const RunModel>(document, registry, run);
  const RunSetup nominal(model_, run);
  diagnostics_ = nominal.diagnostics();
  ok_ = nominal.ok();
  if (!ok_) return;
  const RunSettings& settings = nominal.settings();
  seed_ = settings.seed;
  for (const RandomParameter& parameter : model_->random_parameters()) {
    results_.parameters.push_back(parameter.path);
  }
  SelectRecorded(nominal);
  ReadMeasures(document);
  FindStopMeasure();
  // Then rows between the ends of steps are of no use, and the last is the same without them.
  if (NeedsLastRowsAlone()) run.output = "steps";
  results_.is_antithetic = document.study && document.study->antithetic.value_or(false);
  if (!options_.has_ensemble) return;
  const double duration = settings.stop_time - settings.start_time;
  if (!settings.log_interval && duration > 0) run.log_interval = duration / kUsualGridSteps;
  results_.times = GridTimes(settings.start_time, settings.stop_time,
                             settings.log_interval.value_or(run.log_interval.value_or(1)));
  results_.ensemble =
      Ensemble(2 * results_.times.size() * results_.signal_labels.size(), results_.is_antithetic);
}

MonteCarloStudy::~MonteCarloStudy() = default;

std::string MonteCarloStudy::StructureNote() const { return model_->StructureNote(); }

// Replaces the options' choice of signals (some, or all) by the list of paths that it came to, to
// which the signals of measures can be added.
void MonteCarloStudy::SelectRecorded(const RunSetup& nominal) {
  const std::shared_ptr<const Recording> recording = nominal.recording();
  options_.run.all_signals = false;
  options_.run.signal_paths.clear();
  for (const RecordedSignal& signal : recording->recorded_signals()) {
    options_.run.signal_paths.push_back(signal.path);
  }
  for (int column = 0; column < recording->num_columns(); ++column) {
    results_.signal_labels.push_back(recording->ColumnLabel(column));
  }
}

// Parses the measures, with the diagram's parameters known in them. A signal that a measure asks
// for and nobody chose is recorded as well, but it is not in the results' labels.
void MonteCarloStudy::ReadMeasures(const Document& document) {
  if (options_.measures.empty()) {
    results_.measures = results_.signal_labels;
    return;
  }
  const ParameterScope scope(nullptr, document.parameters, "", nullptr);
  measures_ = MeasureFormulas(options_.measures, scope);
  std::vector<std::string>& recorded = options_.run.signal_paths;
  for (std::size_t i = 0; i < measures_.calls().size(); ++i) {
    CheckSubject(i, document);
    const MeasureCall& call = measures_.calls()[i];
    const bool is_recorded =
        std::find(recorded.begin(), recorded.end(), call.subject) != recorded.end() ||
        std::find(results_.signal_labels.begin(), results_.signal_labels.end(), call.subject) !=
            results_.signal_labels.end();
    if (!call.is_of_block() && !is_recorded) recorded.push_back(call.subject);
  }
  for (std::size_t i = 0; i < measures_.size(); ++i) results_.measures.push_back(measures_.name(i));
}

// Looks at what a measure is of, before the first run: a wrong name is the user's mistake and would
// otherwise make every one of a million runs fail.
void MonteCarloStudy::CheckSubject(std::size_t index, const Document& document) const {
  const MeasureCall& call = measures_.calls()[index];
  const auto fail = [&](const std::string& what) {
    throw MeasureError(measures_.measure_of(index), what);
  };
  if (call.is_of_block()) {
    const std::string function = call.kind == MeasureKind::kFailed ? "failed()" : "count()";
    if (document.FindBlock(call.subject) == nullptr) {
      fail("there is no block \"" + call.subject + "\"; " + function +
           " takes BLOCK or SUBSYSTEM/BLOCK" +
           (call.kind == MeasureKind::kEvents ? ", or a signal and a level" : ""));
    }
    return;
  }
  RunOptions one;
  one.signal_paths = {call.subject};
  try {
    const auto selected = SelectSignals(model_->nominal()->index().port_signals(), one, nullptr);
    const SelectedSignal& first = selected.front();
    if (first.element >= 0 || first.signal->width == 1) return;
    fail(first.signal->path + " has " + std::to_string(first.signal->width) +
         " elements; a measure is of one, such as " + first.signal->path + "[0]");
  } catch (const UsageError& error) {
    fail(error.what());
  }
}

// Blocks are what threads take and what is put in order: large enough that asking costs nothing,
// small enough that all threads end at about one time.
uint64_t MonteCarloStudy::RunsOfBlock() const {
  if (options_.block_runs > 0) return static_cast<uint64_t>(options_.block_runs);
  // Up to kMostRuns runs, fewer where what they leave on the grid would fill the cache.
  constexpr std::size_t kMostRuns = 16, kMostNumbers = std::size_t{1} << 18;
  return std::max<std::size_t>(
      1, std::min(kMostRuns, kMostNumbers / (results_.ensemble.num_cells() + 1)));
}

// True where measures ask only for final values and for what happens in blocks (failures, events),
// and also where there are none, which asks for final values.
bool MonteCarloStudy::NeedsLastRowsAlone() const {
  const auto& calls = measures_.calls();
  return std::all_of(calls.begin(), calls.end(), [](const MeasureCall& call) {
    return call.kind == MeasureKind::kFinal || call.is_of_block();
  });
}

// The number of the measure by which the study stops.
void MonteCarloStudy::FindStopMeasure() {
  if (!options_.stop) return;
  const auto& names = results_.measures;
  const auto found = std::find(names.begin(), names.end(), options_.stop->measure);
  if (found == names.end()) {
    throw UsageError("the stop rule's measure \"" + options_.stop->measure +
                     "\" is none of the study");
  }
  stop_measure_ = static_cast<std::size_t>(found - names.begin());
}

// The rule is asked at certain counts of runs only (IsStopCount), which do not depend on threads
// and blocks. So a study ends after the same number of runs on any machine.
bool MonteCarloStudy::HasEnough() const {
  return options_.stop && IsStopCount(results_.num_runs) &&
         IsEnough(*options_.stop, results_.MeasureValues(stop_measure_), options_.confidence,
                  results_.is_antithetic);
}

// The runs come in their order, whoever made them. What a block has made beyond the run that
// satisfied the stop rule is thrown away.
bool MonteCarloStudy::Take(const RunBlock& block) {
  const std::size_t num_values = results_.num_values();
  const std::size_t num_cells = results_.ensemble.num_cells();
  auto ending = block.endings.begin();
  for (uint64_t i = 0; i < block.made; ++i) {
    const double* values = block.values.data() + i * num_values;
    results_.values.insert(results_.values.end(), values, values + num_values);
    if (ending != block.endings.end() && ending->run == results_.num_runs) {
      results_.endings.push_back(*ending++);
    }
    results_.ensemble.Append(std::span(block.on_grid).subspan(i * num_cells, num_cells));
    ++results_.num_runs;
    if (HasEnough()) return false;
  }
  return block.made == block.asked;
}

std::unique_ptr<RunMaker> MonteCarloStudy::NewMaker() const {
  return std::make_unique<Worker>(*this);
}

// A pipeline of three stages: one hands out blocks of runs in order, threads make them in parallel,
// and one takes them in, again in order. Twice as many blocks as threads are under way, so that a
// slow block does not leave the other threads waiting.
//
// What orders the stages is within TBB, where the thread sanitizer does not see it: hence Handover.
void MonteCarloStudy::Advance(const StudyHooks& hooks) {
  if (is_complete()) return;
  const int num_threads =
      options_.num_threads > 0 ? options_.num_threads : tbb::info::default_concurrency();
  const uint64_t runs_of_block = RunsOfBlock();
  uint64_t next = results_.num_runs;
  std::atomic<bool> stopped{false};
  tbb::enumerable_thread_specific<std::unique_ptr<RunMaker>> makers;
  std::vector<RunBlock> blocks(2 * static_cast<std::size_t>(num_threads));  // under way, in turn
  std::size_t num_handed_out = 0;
  const auto hand_out = tbb::make_filter<void, RunBlock*>(
      tbb::filter_mode::serial_in_order, [&](tbb::flow_control& flow) -> RunBlock* {
        const Handover handover;
        if (stopped || next >= options_.num_runs || !hooks.goes_on()) {
          flow.stop();
          return nullptr;
        }
        RunBlock* const block = &blocks[num_handed_out++ % blocks.size()];
        *block = RunBlock();
        block->first = next;
        block->asked = std::min(runs_of_block, options_.num_runs - next);
        next += block->asked;
        return block;
      });
  const auto make =
      tbb::make_filter<RunBlock*, RunBlock*>(tbb::filter_mode::parallel, [&](RunBlock* block) {
        const Handover handover;
        std::unique_ptr<RunMaker>& maker = makers.local();
        if (maker == nullptr) maker = NewMaker();
        maker->Make(block, hooks.goes_on);
        return block;
      });
  // Of runs behind a gap, left by a block that was broken off, nothing is taken.
  const auto take_in = [&](const RunBlock* block) {
    const Handover handover;
    if (stopped) return;
    hooks.on_made(*block);
    stopped = !Take(*block);
    hooks.on_block(results_);
  };
  const auto take = tbb::make_filter<RunBlock*, void>(tbb::filter_mode::serial_in_order, take_in);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, num_threads);
  tbb::task_arena arena(num_threads);
  const Handover handover;
  arena.execute([&] { tbb::parallel_pipeline(blocks.size(), hand_out & make & take); });
}

}  // namespace loopwright
