#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/progress_bar.h"
#include "blocklib/registry.h"
#include "engine/common/exceptions.h"
#include "engine/studies/confidence.h"
#include "engine/studies/monte_carlo_study.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr uint64_t kMostThreads = 1024;

/// One of the two tables that a study writes.
class TableFile {
 public:
  TableFile(const std::string& option, const std::string& path,
            const std::optional<std::string>& format)
      : format_(FormatOfOutput(option, path, format)), output_(path) {}

  void Write(const Table& table) {
    const TableSink sink = [this](std::string_view bytes) { output_.Write(bytes); };
    if (format_ == ResultFormat::kJson) {
      WriteTableJson(table, sink);
    } else {
      WriteTableCsv(table, sink);
    }
    output_.Commit();
  }

 private:
  const ResultFormat format_;
  Output output_;
};

StudyOptions OptionsOf(const StudyArguments& arguments) {
  StudyOptions options;
  options.run = arguments.options;
  if (!arguments.num_runs || *arguments.num_runs == 0) {
    throw UsageError("--runs: say how many runs there are to be, at least 1");
  }
  options.num_runs = *arguments.num_runs;
  const uint64_t threads = arguments.num_threads.value_or(1);
  if (threads == 0 || threads > kMostThreads) {
    throw UsageError("--threads: \"" + std::to_string(threads) + "\" is not from 1 to " +
                     std::to_string(kMostThreads));
  }
  if (arguments.num_threads) options.num_threads = static_cast<int>(threads);
  if (arguments.grid && !(*arguments.grid > 0)) {
    throw UsageError("--grid: \"" + FormatNumber(*arguments.grid) + "\" is not > 0");
  }
  options.grid_sec = arguments.grid;
  options.has_ensemble = arguments.ensemble.has_value();
  if (arguments.measures) options.measures = SplitMeasures(*arguments.measures);
  return options;
}

/// How far a study is, with its speed and the time that is left.
class StudyProgress {
 public:
  StudyProgress(uint64_t begin, uint64_t num_runs, bool visible)
      : bar_(visible),
        begin_(begin),
        num_runs_(num_runs),
        start_(std::chrono::steady_clock::now()) {}

  void Show(uint64_t done) {
    if (!bar_.IsDue()) return;
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const double speed = static_cast<double>(done - begin_) / seconds;
    const double left = static_cast<double>(num_runs_ - done) / speed;
    bar_.Draw(static_cast<double>(done) / static_cast<double>(num_runs_),
              std::to_string(done) + " runs, " + Rounded(speed) + " a second, " + Rounded(left) +
                  " s left");
  }

 private:
  static std::string Rounded(double value) {
    const double scale = value < 10 ? 10 : 1;
    return FormatNumber(std::round(value * scale) / scale);
  }

  ProgressBar bar_;
  const uint64_t begin_, num_runs_;
  const std::chrono::steady_clock::time_point start_;
};

// With as many digits as a person takes in.
std::string Short(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string Count(uint64_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// What a person has to know of a study besides its tables.
void PrintNotes(const StudyResults& results, double confidence) {
  for (std::size_t i = 0; i < results.measures.size(); ++i) {
    const SampleSummary sample = results.Measure(i);
    const uint64_t missing = results.num_runs - sample.moments.count;
    std::cerr << results.measures[i] << ": ";
    if (sample.moments.count > 0) {
      std::cerr << "mean " << Short(sample.moments.mean);
      if (sample.moments.count > 1) {
        std::cerr << " +- " << Short(MeanHalfWidth(sample.moments, confidence))
                  << ", standard deviation " << Short(sample.moments.standard_deviation());
      }
      std::cerr << ", from " << Short(sample.moments.least) << " to "
                << Short(sample.moments.greatest);
    }
    if (missing > 0) {
      std::cerr << (sample.moments.count > 0 ? "; " : "") << "not in "
                << Count(missing, "run", "runs");
    }
    std::cerr << '\n';
  }
}

void PrintFailures(const StudyResults& results) {
  const uint64_t failed = results.num_failed();
  if (failed == 0) return;
  const auto first =
      std::find_if(results.endings.begin(), results.endings.end(),
                   [](const RunEnding& ending) { return ending.end == RunEnd::kFailed; });
  std::cerr << failed << " of " << Count(results.num_runs, "run", "runs")
            << " failed; the first, run " << first->run << ", at t = " << FormatNumber(first->time)
            << " s" << (first->block.empty() ? "" : " in " + first->block) << ": " << first->reason
            << '\n';
}

int Finish(const StudyArguments& arguments, const StudyResults& results, uint64_t asked) {
  if (!arguments.quiet) PrintNotes(results, arguments.statistics.confidence);
  PrintFailures(results);
  if (results.num_runs < asked) {
    std::cerr << "interrupted after " << Count(results.num_runs, "run", "runs") << " of " << asked
              << '\n';
    return kInterrupted;
  }
  return results.num_failed() == results.num_runs ? kRunFailed : kDone;
}

}  // namespace

int MonteCarloCommand(const StudyArguments& arguments) {
  const StudyOptions options = OptionsOf(arguments);
  const std::optional<Document> document = LoadOrPrint(arguments.file, !arguments.quiet);
  if (!document.has_value()) return kInvalidDiagram;
  std::optional<MonteCarloStudy> study;
  try {
    study.emplace(*document, BuiltInBlocks(), options);
  } catch (const MeasureError& error) {
    throw UsageError("--measures: " + options.measures[error.index()].name + ": " + error.what());
  }
  PrintDiagnostics(arguments.file, study->diagnostics(), !arguments.quiet);
  if (!study->ok()) return kInvalidDiagram;
  const std::string note = study->StructureNote();
  if (!arguments.quiet && !note.empty()) std::cerr << note << '\n';

  CatchInterrupts();
  TableFile runs("--out", arguments.out, arguments.format);
  std::optional<TableFile> ensemble;
  if (arguments.ensemble) ensemble.emplace("--ensemble", *arguments.ensemble, arguments.format);
  {
    StudyProgress progress(study->results().num_runs, options.num_runs,
                           !arguments.quiet && isatty(STDERR_FILENO) == 1);
    StudyHooks hooks;
    hooks.goes_on = [] { return !WasInterrupted(); };
    hooks.on_block = [&](const StudyResults& results) { progress.Show(results.num_runs); };
    study->Advance(hooks);
  }
  const StudyResults& results = study->results();
  runs.Write(RunsTable(results));
  if (ensemble) ensemble->Write(EnsembleTable(results, arguments.statistics));
  return Finish(arguments, results, options.num_runs);
}

}  // namespace loopwright
