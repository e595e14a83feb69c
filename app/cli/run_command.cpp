#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "app/cli/progress_bar.h"
#include "blocklib/registry.h"
#include "engine/common/atomic_file.h"
#include "engine/common/exceptions.h"
#include "engine/common/result_file.h"
#include "engine/recording/recording.h"
#include "engine/recording/results.h"
#include "engine/run/run_failure.h"
#include "engine/run/run_setup.h"

namespace loopwright {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void HandleInterrupt(int) { interrupted = 1; }

// The first interrupt ends the run after its step; a second one kills the program.
void CatchInterrupts() {
  struct sigaction action {};
  action.sa_handler = HandleInterrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

ResultFormat NamedFormat(const std::string& format) {
  if (format == "csv") return ResultFormat::kCsv;
  if (format == "mat") return ResultFormat::kMat;
  if (format == "json") return ResultFormat::kJson;
  throw UsageError("--format: there is no format \"" + format + "\"; there are csv, mat and json");
}

// Standard output, or a pipe or device that is there already: its name says nothing of a format.
bool IsNoFile(const std::string& out) {
  std::error_code error;
  const auto status = std::filesystem::status(out, error);
  return out == "-" ||
         (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
          !std::filesystem::is_directory(status));
}

// What --format says, else the end of the name, else CSV where there is no name.
ResultFormat FormatOf(const RunArguments& arguments) {
  const std::string& out = arguments.out;
  const std::optional<ResultFormat> by_name = ResultFormatOf(out);
  if (arguments.format.has_value()) {
    const ResultFormat format = NamedFormat(*arguments.format);
    if (by_name.has_value() && *by_name != format) {
      throw UsageError("--format: " + *arguments.format + " is not what the name \"" + out +
                       "\" of --out says");
    }
    return format;
  }
  if (by_name.has_value()) return *by_name;
  if (IsNoFile(out)) return ResultFormat::kCsv;
  throw UsageError("--out: \"" + out +
                   "\" names no format of results; it must end in .csv, .mat or .json, or be -, or "
                   "--format says it");
}

// A file or, named "-", standard output. A file is made at once, so that a place that cannot be
// written is found before the run.
class Output {
 public:
  explicit Output(const std::string& path) {
    if (path != "-") file_ = std::make_unique<AtomicFile>(path);
  }
  void Write(std::string_view text) {
    if (file_ != nullptr) {
      file_->Write(text);
    } else {
      WriteStandardOutput(text);
    }
  }
  void Commit() {
    if (file_ != nullptr) file_->Commit();
  }
  void WriteResults(const Recording& recording, ResultFormat format) {
    if (file_ != nullptr) {
      loopwright::WriteResults(recording, format, file_.get());
    } else {
      loopwright::WriteResults(recording, format, WriteStandardOutput);
    }
  }

 private:
  std::unique_ptr<AtomicFile> file_;
};

// Collects lines of the trace into larger writes.
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

RunOutcome RunWithProgress(const RunArguments& arguments, RunSetup* setup) {
  ProgressBar bar(setup->settings().start_time, setup->settings().stop_time,
                  !arguments.quiet && isatty(STDERR_FILENO) == 1);
  return setup->Run([&bar](double time, int64_t) {
    bar.Show(time);
    return interrupted == 0;
  });
}

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

int RunCommand(const RunArguments& arguments) {
  const ResultFormat format = FormatOf(arguments);
  const std::optional<Document> document = LoadOrPrint(arguments.file, !arguments.quiet);
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
  const RunOutcome outcome = RunWithProgress(arguments, &setup);
  results.WriteResults(*setup.recording(), format);
  setup.WriteFiles();
  if (statistics.has_value()) {
    statistics->Write(setup.StatisticsJson());
    statistics->Commit();
  }
  if (trace.has_value()) trace->Commit();
  return Report(arguments, *document, outcome);
}

}  // namespace loopwright
