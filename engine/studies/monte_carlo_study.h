#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/document/diagnostics.h"
#include "engine/run/run_options.h"
#include "engine/studies/measure_formula.h"
#include "engine/studies/stop_rule.h"
#include "engine/studies/study_results.h"

namespace loopwright {

class BlockRegistry;
class Document;
class RunModel;
class RunSetup;
struct RunBlock;

/// What a study is made of.
struct StudyOptions {
  /// Of every run. `run` is not used. With a grid, its interval takes the place of `log_interval`.
  RunOptions run;
  uint64_t num_runs = 1;
  int num_threads = 0;  ///< 0: as many as the machine has
  int block_runs = 0;   ///< runs that a thread takes at once; 0: chosen. Changes no result.
  bool has_ensemble = false;
  /// Seconds between the times of the ensemble; absent: the log interval, or a hundredth of a run.
  std::optional<double> grid_sec;
  std::optional<StopRule> stop;  ///< ends the study before num_runs
  double confidence = 0.95;      ///< of its interval
  /// Without any, the last value of every recorded signal is a measure, called by its label.
  std::vector<MeasureText> measures;
  /// Asked before each step of each run, on any thread: true ends the runs under way at once, and
  /// the study as where goes_on() says no. Such runs do not count, and are made again when it goes
  /// on. Empty: never.
  std::function<bool()> breaks_off;
};

/// Makes runs of a study, on one thread, with a context and a recording of its own.
class RunMaker {
 public:
  virtual ~RunMaker() = default;
  /// Makes the runs that are asked for, one after another, as long as `goes_on`. FileError.
  virtual void Make(RunBlock* block, const std::function<bool()>& goes_on) = 0;
};

/// What a study asks and tells while it goes on.
struct StudyHooks {
  /// Whether to begin further runs; called on any thread between runs.
  std::function<bool()> goes_on = [] { return true; };
  /// Before a block of runs is taken in, in the order of runs: what each of them left on the grid.
  /// Runs beyond the one that ends the study are in it as well.
  std::function<void(const RunBlock&)> on_made = [](const RunBlock&) {};
  /// After each block of runs, in the order of runs, on one thread after another.
  std::function<void(const StudyResults&)> on_block = [](const StudyResults&) {};
};

/// Many runs of one model, on several threads.
///
///     MonteCarloStudy study(document, BuiltInBlocks(), options);
///     if (study.ok()) study.Advance({});
///     study.results().Measure(0).moments.mean
///
/// Run K is a function of (document, options, seed, K) alone: it is what `loopwright-cli run --run
/// K` makes, with the grid as its log interval. The model is built once and shared; each thread has
/// one context and one recording (RunSetup), and takes blocks of runs one after another. Blocks are
/// handed on in the order of runs whatever finished first, so results are the same to the bit for
/// any number of threads, any size of blocks, and however often a study was broken off and resumed.
/// A run that fails is counted and named (RunEnding), and stops nothing.
class MonteCarloStudy {
 public:
  /// Builds the model. What is wrong with the diagram is in diagnostics(); what is wrong with the
  /// options is a UsageError, with a measure a MeasureError. The registry outlives the study.
  MonteCarloStudy(const Document& document, const BlockRegistry& registry, StudyOptions options);
  ~MonteCarloStudy();
  MonteCarloStudy(const MonteCarloStudy&) = delete;
  MonteCarloStudy& operator=(const MonteCarloStudy&) = delete;

  /// False where the diagram has errors: then there is nothing below but diagnostics().
  bool ok() const { return ok_; }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  /// Where every run needs a diagram of its own, why; else empty.
  std::string StructureNote() const;
  const StudyOptions& options() const { return options_; }

  /// Makes the runs that are missing, fewer where the stop rule is satisfied. When `goes_on` says
  /// no, the runs under way end and count. FileError is thrown on.
  void Advance(const StudyHooks& hooks);

  // What Advance() is made of, for who has runs made elsewhere (engine/cluster):
  /// How many runs are made at once, and what makes them; it must not outlive the study.
  uint64_t RunsOfBlock() const;
  std::unique_ptr<RunMaker> NewMaker() const;
  /// Takes the runs of a block in, which follow those that are there. False where no more are
  /// wanted: the stop rule is satisfied, or the block was broken off.
  bool Take(const RunBlock& block);

  const StudyResults& results() const { return results_; }
  /// Whether it has all its runs, or as many as the stop rule asks for.
  bool is_complete() const { return results_.num_runs >= options_.num_runs || HasEnough(); }
  /// Goes on from results of the same study that were kept.
  void Restore(StudyResults results) { results_ = std::move(results); }

 private:
  class Worker;

  void ReadMeasures(const Document& document);
  /// Whether of every signal nothing but its last value is asked.
  bool NeedsLastRowsAlone() const;
  /// Which signals runs record: those of the options, and what measures ask for.
  void SelectRecorded(const RunSetup& nominal);
  void CheckSubject(std::size_t call, const Document& document) const;
  void FindStopMeasure();
  bool HasEnough() const;

  StudyOptions options_;
  std::shared_ptr<const RunModel> model_;
  bool ok_ = false;
  std::vector<Diagnostic> diagnostics_;
  MeasureFormulas measures_;
  uint64_t seed_ = 0;
  std::size_t stop_measure_ = 0;
  StudyResults results_;
};

}  // namespace loopwright
