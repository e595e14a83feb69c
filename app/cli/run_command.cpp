#include <unistd.h>

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/progress_bar.h"
#include "blocklib/registry.h"
#include "engine/common/exceptions.h"
#include "engine/kept_run/run_file_writer.h"
#include "engine/kept_run/run_record.h"
#include "engine/recording/recording.h"
#include "engine/run/run_failure.h"
#include "engine/run/run_setup.h"
#include "engine/simulation/realtime_pace.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// Collects lines of the trace into larger writes. A run writes some lines for every step; single
// writes would cost more than the run.
class TraceWriter {
 public:
  explicit TraceWriter(const std::string& path) : output_(path) {}
  void Line(const std::string& line) {
    lines_ += line;
    lines_ += '\n';
    if (lines_.size() >= kBytes) Flush();
  }
  void Commit() {
    Flush();
    output_.Commit();
  }

 private:
  static constexpr size_t kBytes = size_t{1} << 16;
  void Flush() {
    output_.Write(lines_);
    lines_.clear();
  }

  Output output_;
  std::string lines_;
};

// Asked before the run: after an hour of it, a wrong name would be a pity.
void RequireRunFileName(const std::string& path) {
  if (path.size() > std::string_view(kRunFileEnding).size() && path.ends_with(kRunFileEnding)) {
    return;
  }
  throw UsageError("--save-run: \"" + path + "\" must end in " + kRunFileEnding +
                   ", the ending of kept runs");
}

// `kept` (may be null) gets the rows as they come.
RunOutcome RunWithProgress(const RunArguments& arguments, RunSetup* setup, RunFileWriter* kept) {
  const double start = setup->settings().start_time, stop = setup->settings().stop_time;
  ProgressBar bar(!arguments.quiet && isatty(STDERR_FILENO) == 1);
  // A diagram's own pace is for those who watch; here it is kept where it is asked for.
  RealtimePace pace;
  if (arguments.options.realtime_rate) pace.set_target_rate(setup->settings().realtime_rate);
  pace.Start(start);
  return setup->Run([&](double time, int64_t) {
    if (bar.IsDue()) {
      const double rounded = std::round(time * 1e3) / 1e3;
      bar.Draw((time - start) / (stop - start), "t = " + FormatNumber(rounded) + " s");
    }
    if (kept != nullptr) kept->Follow(*setup->recording());
    if (pace.is_on()) pace.Wait(time);
    return !WasInterrupted();
  });
}

// Says what the user has to know of how the run ended, and finds the exit code for it. What is
// wrong is told with --quiet too.
int Report(const RunArguments& arguments, const Document& document, const RunOutcome& outcome) {
  PrintDiagnostics(arguments.file, RunWarnings(document, outcome), !arguments.quiet);
  if (outcome.non_finite.has_value()) {
    PrintDiagnostics(arguments.file, {NonFiniteWarning(document, *outcome.non_finite)},
                     !arguments.quiet);
  }
  switch (outcome.end) {
    case RunEnd::kTerminated:
      PrintDiagnostics(arguments.file, {RunTermination(document, outcome)}, !arguments.quiet);
      return kDone;
    case RunEnd::kFailed:
      PrintDiagnostics(arguments.file, {RunFailure(document, outcome)}, true);
      return kRunFailed;
    case RunEnd::kStopped:
      PrintDiagnostics(arguments.file, {RunInterruption(outcome)}, !arguments.quiet);
      return kInterrupted;
    default:
      return kDone;
  }
}

}  // namespace

// What is wrong with the options, the diagram or the files that are to be written is told before
// the run begins. Results of a run that failed are written as far as they go, since they show what
// led to it.
int RunCommand(const RunArguments& arguments) {
  const ResultFormat format = FormatOfOutput("--out", arguments.out, arguments.format);
  if (arguments.save_run.has_value()) RequireRunFileName(*arguments.save_run);
  std::string text;
  const std::optional<Document> document = LoadOrPrint(arguments.file, !arguments.quiet, &text);
  if (!document.has_value()) return kInvalidDiagram;
  RunSetup setup(*document, BuiltInBlocks(), arguments.options);
  PrintDiagnostics(arguments.file, setup.diagnostics(), !arguments.quiet);
  if (!setup.ok()) return kInvalidDiagram;

  CatchInterrupts();
  Output results(arguments.out);
  std::optional<Output> statistics;
  if (arguments.stats.has_value()) {
    statistics.emplace(*arguments.stats);
    setup.CountCacheHits();
  }
  std::optional<TraceWriter> trace;
  if (arguments.trace.has_value()) {
    trace.emplace(*arguments.trace);
    setup.SetTrace([&trace](const std::string& line) { trace->Line(line); });
  }
  std::optional<RunFileWriter> kept;
  if (arguments.save_run.has_value()) {
    kept.emplace(*arguments.save_run, DescribeStart(setup, arguments.options, arguments.file,
                                                    std::move(text), LOOPWRIGHT_VERSION));
  }
  const RunOutcome outcome =
      RunWithProgress(arguments, &setup, kept.has_value() ? &*kept : nullptr);
  results.WriteResults(*setup.recording(), format);
  if (kept.has_value()) kept->Finish(*setup.recording(), outcome);
  setup.WriteFiles();
  if (statistics.has_value()) {
    statistics->Write(setup.StatisticsJson());
    statistics->Commit();
  }
  if (trace.has_value()) trace->Commit();
  return Report(arguments, *document, outcome);
}

}  // namespace loopwright
