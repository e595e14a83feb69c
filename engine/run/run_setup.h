#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/build/run_changes.h"
#include "engine/document/diagnostics.h"
#include "engine/run/run_instant.h"
#include "engine/run/run_options.h"
#include "engine/run/run_outcome.h"
#include "engine/run/run_settings.h"

namespace loopwright {

class BlockRegistry;
class Document;
class Recording;
class RunModel;
struct FileRead;
struct TracePhase;

/// Called before every step with the simulated time and the number of steps made; false ends the
/// run.
using StepCallback = std::function<bool(double time, int64_t steps)>;

/// Takes the next line of a trace, without its end.
using TraceSink = std::function<void(const std::string& line)>;

/// A run made ready: a context of the model's diagram, a Simulator with the run's settings, and the
/// recording of the selected signals. The command line and the editor's runs share it, and studies,
/// where each thread makes one run after another with one of these: see Begin().
class RunSetup {
 public:
  /// Builds. What is wrong with the diagram is in diagnostics(); what is wrong with the options is
  /// a UsageError. A FileError is a file that a block writes (FileSink) and that cannot be made, or
  /// may not be replaced (ObstacleToResults()).
  RunSetup(const Document& document, const BlockRegistry& registry, const RunOptions& options);
  /// A run of a model that is there already, made with the same overrides. Of the run number in
  /// `options` it is a run of a study.
  RunSetup(std::shared_ptr<const RunModel> model, const RunOptions& options);
  ~RunSetup();
  RunSetup(const RunSetup&) = delete;
  RunSetup& operator=(const RunSetup&) = delete;

  /// False where the diagram has errors: then there is nothing below but diagnostics().
  bool ok() const;
  /// Errors and warnings of the diagram, sorted by place.
  const std::vector<Diagnostic>& diagnostics() const;

  /// The files that blocks read, before the run.
  const std::vector<FileRead>& files_read() const;

  const RunSettings& settings() const;
  /// What is recorded; grows while Run() goes on. With a recording_limit, on the thread of Run()
  /// only: others are told of new ones.
  std::shared_ptr<const Recording> recording() const;

  /// Called on the thread of Run() where the older rows were thinned, with the recording that takes
  /// the place of recording() from there on.
  using ThinningCallback = std::function<void(std::shared_ptr<const Recording>)>;
  void SetThinningCallback(ThinningCallback callback);

  /// Called on the thread of Run() with each warning as the run meets it; RunOutcome::warnings has
  /// them all.
  void SetWarningCallback(std::function<void(const RunWarning&)> callback);

  /// Writes every phase of every step to `sink` as a line of JSON: time, phase (`initialize`,
  /// `unrestricted`, `discrete`, `mode`, `continuous`, `publish`), blocks, those that changed, the
  /// causes, the state of those that changed before and after, and how an end was isolated
  /// (TracePhase).
  void SetTrace(TraceSink sink);

  /// Tells of every phase of every step, of each run that is made with this object, as far as it is
  /// recorded (SetRecording()). The record is valid during the call. In place of SetTrace().
  void Watch(std::function<void(const TracePhase&)> watcher);

  /// Counts how often a kept value was used again (`cache_hits` of the statistics, see
  /// context/cache_hits.h); without it the count stays 0.
  void CountCacheHits();

  /// During Run(), in its callback: the numeric parameters that these blocks have from the next
  /// step on.
  void ChangeNumbers(std::vector<BlockNumbers> numbers);
  /// Takes back what was asked for so before the next step.
  void ForgetChanges();

  /// Runs from start to stop, once. Whatever goes wrong is in the outcome; only FileError, of a
  /// trace that cannot be written or a disk too full for the results of a FileSink, is thrown.
  RunOutcome Run(const StepCallback& before_step);

  /// @name Going back
  /// A run can be taken back to a step that it has made, and goes on from there as it did the first
  /// time, to the bit. Whoever does that counts steps by the calls of the callback (RunInstant) and
  /// asks for the changes of ChangeNumbers() again.
  /// @{
  /// In the callback of Run() or GoOn(), before anything else: where the run stands. Null where
  /// that cannot be kept (SimulatorSnapshot::Of()).
  std::shared_ptr<const RunSnapshot> Keep(int64_t step);
  /// After Run() or GoOn(), however that ended: goes on from where `from` was kept, or from the
  /// start where that is null, as Run() does.
  RunOutcome GoOn(const RunSnapshot* from, const StepCallback& before_step);
  /// Whether rows are recorded, and phases told; not where they have been already.
  void SetRecording(bool is_recording);
  /// Where the run stands before its step of number `step`, with all signals. In a callback or
  /// after the run. Where it looks inside, the instant has a copy of the context.
  RunInstant ReadInstant(int64_t step, bool looks_inside);
  /// In the callback: the phases of the step that begins are noted in `instant`, which stays until
  /// another is watched; null: none are. Where the last instant was read with a look inside, they
  /// have copies of the context and of what happened to its cache in the step so far.
  void WatchStep(RunInstant* instant);
  /// From here on, updates of this block's state are looked out for, of a subsystem those of what
  /// is in it; an empty path: of none. TakeSampled() says whether there was one since it was asked
  /// last.
  void WatchSamples(const std::string& block);
  bool TakeSampled();
  /// @}

  /// Makes run `run` of the study ready in the place of the one before, with the same options. Its
  /// results are to the bit those of a RunSetup made for that run alone. What was made for the last
  /// run is used again, so recording() is the same object, but where somebody else holds that.
  void Begin(uint64_t run);

  /// After the run: writes the files of blocks that write some, as far as was recorded: all rows,
  /// also where recording() was thinned. FileError.
  void WriteFiles();

  /// Steps made so far.
  int64_t steps() const;
  /// Updates of discrete or unrestricted state made so far, those due at one time once.
  int64_t updates() const;
  /// What the run cost, as JSON: steps, rejected_steps, derivative_evaluations, ...
  std::string StatisticsJson() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace loopwright
