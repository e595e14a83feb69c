#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress_bar.h"
#include "app/cli/study_report.h"
#include "app/cli/table_file.h"
#include "app/cluster/load_transport.h"
#include "blocklib/registry.h"
#include "engine/cluster/study_cluster.h"
#include "engine/common/exceptions.h"
#include "engine/studies/checkpoint.h"
#include "engine/studies/variant_studies.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr uint64_t kMostThreads = 1024;

// What the command line says, and for the rest what the file's `study` does.
StudyOptions OptionsOf(const StudyArguments& arguments, const StudyPlan& plan) {
  StudyOptions options;
  options.run = arguments.options;
  options.num_runs = arguments.num_runs.value_or(plan.num_runs.value_or(0));
  if (options.num_runs == 0) {
    throw UsageError("--runs: say how many runs there are to be, at least 1");
  }
  // Checked where it was given; without it the study takes the machine's own number.
  const uint64_t threads = arguments.num_threads.value_or(1);
  if (threads == 0 || threads > kMostThreads) {
    throw UsageError("--threads: \"" + std::to_string(threads) + "\" is not from 1 to " +
                     std::to_string(kMostThreads));
  }
  if (arguments.num_threads) options.num_threads = static_cast<int>(threads);
  if (arguments.grid && !(*arguments.grid > 0)) {
    throw UsageError("--grid: \"" + FormatNumber(*arguments.grid) + "\" is not > 0");
  }
  options.grid_sec = arguments.grid ? arguments.grid : plan.grid_sec;
  options.has_ensemble = arguments.ensemble.has_value();
  options.measures = arguments.measures ? SplitMeasures(*arguments.measures) : plan.measures;
  options.stop = plan.stop;
  options.confidence = arguments.statistics.confidence;
  return options;
}

// Of one process of several: they share processors, so without --threads each has one.
int ThreadsOfProcess(const StudyOptions& options) { return std::max(1, options.num_threads); }

// Keeps what a study knows in a file, so that it can go on after whatever ends it.
class CheckpointFile {
 public:
  // Where --resume says, else beside the file of runs; nowhere where these go to no file.
  CheckpointFile(const StudyArguments& arguments, uint64_t fingerprint)
      : path_(PathOf(arguments)), fingerprint_(fingerprint) {}

  void Resume(const std::string& from, const VariantStudies& studies) const {
    auto results = ReadCheckpoint(from, fingerprint_, studies.results());
    if (!results) return;
    for (std::size_t i = 0; i < results->size(); ++i) {
      MonteCarloStudy& study = *studies.studies()[i];
      if ((*results)[i].num_runs > study.options().num_runs) {
        throw UsageError("--resume: " + from + " has " + CountOfRuns((*results)[i].num_runs) +
                         " already; --runs must be at least that");
      }
      study.Restore(std::move((*results)[i]));
    }
  }

  // Every tenth of a second, or less often, so that all together take at most a hundredth of the
  // time, also where the next one takes twice as long as the last: they grow with the study.
  void WriteWhenDue(const std::vector<const StudyResults*>& results) {
    const auto begin = std::chrono::steady_clock::now();
    if (path_.empty() || begin < next_) return;
    Write(results);
    const auto end = std::chrono::steady_clock::now();
    spent_ += end - begin;
    next_ = std::max(end + kInterval, start_ + 100 * (spent_ + 2 * (end - begin)));
  }

  void Write(const std::vector<const StudyResults*>& results) const {
    if (!path_.empty()) WriteCheckpoint(path_, fingerprint_, results);
  }

  // When all is written that the study was made for.
  void Remove() const {
    std::error_code error;
    if (!path_.empty()) std::filesystem::remove(path_, error);
  }

  const std::string& path() const { return path_; }

 private:
  static constexpr std::chrono::milliseconds kInterval{100};

  static std::string PathOf(const StudyArguments& arguments) {
    if (arguments.resume) return *arguments.resume;
    std::error_code error;
    const bool is_file = arguments.out != "-" && !std::filesystem::is_other(arguments.out, error);
    return is_file ? arguments.out + ".checkpoint" : "";
  }

  const std::string path_;
  const uint64_t fingerprint_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point next_ = start_ + kInterval;
  std::chrono::steady_clock::duration spent_{0};
};

// How far a study is, with its speed and the time that is left.
class StudyProgress {
 public:
  StudyProgress(const VariantStudies& studies, bool visible) : bar_(visible), studies_(studies) {
    for (const auto& study : studies.studies()) num_runs_ += study->options().num_runs;
    begin_ = Done();
  }

  // Draws how many runs are done, how many a second that is, and how long the rest will take at
  // this speed.
  void Show() {
    if (!bar_.IsDue()) return;
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const uint64_t done = Done();
    const double speed = static_cast<double>(done - begin_) / seconds;
    const double left = static_cast<double>(num_runs_ - done) / speed;
    bar_.Draw(
        static_cast<double>(done) / static_cast<double>(num_runs_),
        CountOfRuns(done) + ", " + Rounded(speed) + " a second, " + Rounded(left) + " s left");
  }

 private:
  uint64_t Done() const {
    uint64_t done = 0;
    for (const StudyResults* results : studies_.results()) done += results->num_runs;
    return done;
  }
  // One digit behind the point below ten, none above: as much as a glance takes in.
  static std::string Rounded(double value) {
    const double scale = value < 10 ? 10 : 1;
    return FormatNumber(std::round(value * scale) / scale);
  }

  ProgressBar bar_;
  const VariantStudies& studies_;
  uint64_t num_runs_ = 0, begin_ = 0;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Makes the runs of one study after the other, with other processes where there is a cluster. After
// each block of runs it shows how far they are and keeps a checkpoint where one is due. After an
// interrupt no further runs begin.
void MakeRuns(const VariantStudies& studies, bool visible, ClusterLeader* cluster,
              CheckpointFile* checkpoint) {
  StudyProgress progress(studies, visible);
  StudyHooks hooks;
  hooks.goes_on = [] { return !WasInterrupted(); };
  hooks.on_block = [&](const StudyResults&) {
    progress.Show();
    checkpoint->WriteWhenDue(studies.results());
  };
  for (std::size_t i = 0; i < studies.studies().size(); ++i) {
    MonteCarloStudy& study = *studies.studies()[i];
    if (cluster == nullptr) {
      study.Advance(hooks);
    } else {
      cluster->Advance(studies, i, ThreadsOfProcess(study.options()), hooks);
    }
  }
  // After an interrupt the others are left alone until all is written: a launcher ends all where
  // one ends early.
  if (cluster != nullptr && !WasInterrupted()) cluster->End(true);
}

// One table for all variants, stacked with their names; that of a file without variants stands
// alone.
template <typename MakeTable>
Table TableOf(const VariantStudies& studies, const MakeTable& make_table) {
  std::vector<Table> tables;
  for (const StudyResults* results : studies.results()) tables.push_back(make_table(*results));
  if (tables.size() == 1 && studies.names()[0].empty()) return std::move(tables[0]);
  return StackVariants(studies.names(), std::move(tables));
}

// Prints what is to be said at the end, and answers the exit code: a study counts as failed only
// where no run of it came to its end. An interrupted one leaves its checkpoint and says how to go
// on.
int Finish(const StudyArguments& arguments, const VariantStudies& studies,
           const CheckpointFile& checkpoint) {
  if (!arguments.quiet) PrintMeasures(studies, arguments.statistics.confidence);
  PrintFailures(studies);
  uint64_t done = 0, failed = 0;
  for (const StudyResults* results : studies.results()) {
    done += results->num_runs;
    failed += results->num_failed();
  }
  if (studies.is_complete()) {
    checkpoint.Remove();
    return failed == done ? kRunFailed : kDone;
  }
  checkpoint.Write(studies.results());
  std::cerr << "interrupted after " << CountOfRuns(done);
  if (!checkpoint.path().empty()) std::cerr << "; --resume " << checkpoint.path() << " goes on";
  std::cerr << '\n';
  return WasTerminated() ? kRunFailed : kInterrupted;
}

// The studies of the file's variants or of those on the command line, built; nothing, with
// diagnostics printed, where something in the file is wrong.
std::optional<VariantStudies> BuildStudies(const StudyArguments& arguments,
                                           const Document& document, const StudyPlan& plan,
                                           const StudyOptions& options) {
  const std::vector<NamedVariant> variants =
      arguments.variants ? SplitVariants(*arguments.variants) : plan.variants;
  std::optional<VariantStudies> studies;
  try {
    studies.emplace(document, BuiltInBlocks(), options, variants, !arguments.measures,
                    !arguments.variants);
  } catch (const MeasureError& error) {
    throw UsageError("--measures: " + options.measures[error.index()].name + ": " + error.what());
  }
  PrintDiagnostics(arguments.file, studies->diagnostics(), !arguments.quiet);
  if (HasErrors(studies->diagnostics())) return std::nullopt;
  // Why every run needs a diagram of its own, where it does: such a study takes longer.
  const std::string note = studies->studies()[0]->StructureNote();
  if (!arguments.quiet && !note.empty()) std::cerr << note << '\n';
  return studies;
}

// What a study is made of, in each of the processes that make it.
struct PreparedStudy {
  VariantStudies studies;
  uint64_t fingerprint;
};

// Nothing, with diagnostics printed, where something in the file is wrong.
std::optional<PreparedStudy> Prepare(const StudyArguments& arguments) {
  const std::optional<Document> document = LoadOrPrint(arguments.file, !arguments.quiet);
  if (!document.has_value()) return std::nullopt;
  std::vector<Diagnostic> diagnostics;
  const StudyPlan plan = EvaluateStudy(*document, &diagnostics);
  PrintDiagnostics(arguments.file, diagnostics, !arguments.quiet);
  if (HasErrors(diagnostics)) return std::nullopt;
  const StudyOptions options = OptionsOf(arguments, plan);
  std::optional<VariantStudies> studies = BuildStudies(arguments, *document, plan, options);
  if (!studies) return std::nullopt;
  return PreparedStudy{std::move(*studies),
                       StudyFingerprint(*document, options, arguments.variants.value_or(""))};
}

// Makes runs for rank 0, which says all that is to be said.
int ServeStudies(StudyArguments arguments, MessageTransport* transport) {
  ClusterMember member(transport);
  const std::optional<uint64_t> fingerprint = member.AwaitBegin();
  if (!fingerprint) return kDone;
  arguments.quiet = true;
  std::string problem = "it cannot use " + arguments.file;
  try {
    const std::optional<PreparedStudy> study = Prepare(arguments);
    if (study && study->fingerprint == *fingerprint) {
      member.Serve(study->studies, ThreadsOfProcess(study->studies.studies()[0]->options()));
      return kDone;
    }
    if (study) problem = arguments.file + " or an option is another there than for rank 0";
  } catch (const std::exception& error) {
    problem = error.what();
  }
  member.Refuse(problem);
  return kDone;
}

}  // namespace

// Both tables are opened before the first run, and written when the last one is done or the study
// was interrupted: what has been run until then counts.
int MonteCarloCommand(const StudyArguments& arguments) {
  const ClusterPlace place = JoinCluster();
  if (!place.problem.empty() && place.is_leader) throw FileError(place.problem);
  if (!place.problem.empty()) return kFileTrouble;
  if (!place.is_leader) return ServeStudies(arguments, place.transport.get());
  std::optional<ClusterLeader> cluster;
  if (place.transport) cluster.emplace(place.transport.get());
  const std::optional<PreparedStudy> prepared = Prepare(arguments);
  if (!prepared) return kInvalidDiagram;
  const VariantStudies* studies = &prepared->studies;

  CheckpointFile checkpoint(arguments, prepared->fingerprint);
  if (arguments.resume) checkpoint.Resume(*arguments.resume, *studies);
  CatchInterrupts(cluster.has_value());
  TableFile runs("--out", arguments.out, arguments.format);
  std::optional<TableFile> ensemble;
  if (arguments.ensemble) ensemble.emplace("--ensemble", *arguments.ensemble, arguments.format);
  if (cluster) cluster->Begin(prepared->fingerprint);
  MakeRuns(*studies, !arguments.quiet && isatty(STDERR_FILENO) == 1, cluster ? &*cluster : nullptr,
           &checkpoint);
  if (cluster && !arguments.quiet) {
    for (const std::string& note : cluster->notes()) std::cerr << note << '\n';
  }
  try {
    runs.Write(TableOf(*studies, RunsTable));
    if (ensemble) {
      ensemble->Write(TableOf(*studies, [&](const StudyResults& results) {
        return EnsembleTable(results, arguments.statistics);
      }));
    }
  } catch (const FileError&) {
    checkpoint.Write(studies->results());
    throw;
  }
  return Finish(arguments, *studies, checkpoint);
}

}  // namespace loopwright
