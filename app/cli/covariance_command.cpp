#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/table_file.h"
#include "blocklib/registry.h"
#include "engine/analysis/linearisation.h"
#include "engine/common/exceptions.h"
#include "engine/run/run_settings.h"
#include "engine/studies/grid.h"
#include "engine/studies/study_plan.h"
#include "engine/text/number_format.h"
#include "engine/theory/stationary_theory.h"

namespace loopwright {
namespace {

constexpr double kUsualGridSteps = 100;

// The times of --times, which may come in any order, or of a grid: that of --grid, of the file's
// study, or a hundredth of the run.
std::vector<double> AskedTimes(const CovarianceArguments& arguments, const RunSettings& settings,
                               std::optional<double> grid_of_file) {
  if (!arguments.times.empty()) {
    if (arguments.grid) throw UsageError("--times: there is --grid as well; give one of them");
    std::vector<double> times = arguments.times;
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    if (times.front() < settings.start_time) {
      throw UsageError("--times: " + FormatNumber(times.front()) +
                       " s is before the start of the run, " + FormatNumber(settings.start_time) +
                       " s");
    }
    return times;
  }
  if (arguments.grid && !(*arguments.grid > 0)) {
    throw UsageError("--grid: \"" + FormatNumber(*arguments.grid) + "\" is not > 0");
  }
  const double duration = settings.stop_time - settings.start_time;
  const std::optional<double> grid = arguments.grid ? arguments.grid : grid_of_file;
  if (!grid && !(duration > 0)) return {settings.start_time};
  return GridTimes(settings.start_time, settings.stop_time,
                   grid.value_or(duration / kUsualGridSteps));
}

// Two rows for each of `asked` (of the times of the theory, or all of them), before and after the
// updates, with the columns of an ensemble that theory has: mean and deviation of each signal; then
// its covariance with itself and all that come after it. The last column says of each row whether
// it is exact, so that no format leaves it out.
Table CovarianceTable(const EnsembleTheory& theory, const std::vector<double>& asked) {
  Table table{{"time", {}, {}}, {"side", {}, {}}};
  const auto count = static_cast<int>(theory.signals.size());
  for (int a = 0; a < count; ++a) {
    const std::string& name = theory.signals[a];
    table.push_back({name + ":mean", {}, {}});
    table.push_back({name + ":standard_deviation", {}, {}});
    for (int b = a; b < count; ++b) {
      table.push_back({name + ":covariance:" + theory.signals[b], {}, {}});
    }
  }
  table.push_back({"theory", {}, {}});
  const std::string kind = theory.is_exact ? "exact" : "approximate: " + theory.reason;
  for (std::size_t i = 0; i < theory.size(); ++i) {
    const double time = theory.times[i / 2];
    if (!std::binary_search(asked.begin(), asked.end(), time)) continue;
    table[0].numbers.push_back(time);
    table[1].texts.emplace_back(i % 2 == 0 ? "-" : "+");
    std::size_t column = 2;
    for (int a = 0; a < count; ++a) {
      table[column++].numbers.push_back(theory.Mean(i, a));
      table[column++].numbers.push_back(theory.Deviation(i, a));
      for (int b = a; b < count; ++b) {
        table[column++].numbers.push_back(theory.covariances[i](a, b));
      }
    }
    table[column].texts.push_back(kind);
  }
  return table;
}

// What is to be known of a result besides its numbers, on standard error.
void PrintNotes(const EnsembleTheory& theory) {
  if (theory.is_exact) return;
  std::cerr << "mean and covariance are approximate, of the diagram made linear along its mean: "
            << theory.reason << '\n';
}

void PrintStationaryNotes(const StationaryTheory& stationary) {
  PrintNotes(stationary.theory);
  if (stationary.period_sec > 0) {
    std::cerr << "all repeats after " << FormatNumber(stationary.period_sec)
              << " s, the common period of the rates; times are those within it\n";
  }
  if (!stationary.no_mean.empty()) std::cerr << stationary.no_mean << '\n';
}

// The theory that is asked for, as a table; nothing where it was interrupted.
std::optional<Table> FindTable(const CovarianceArguments& arguments, const Document& document,
                               const RunSettings& settings, std::optional<double> grid_of_file) {
  TheoryRequest request;
  request.run = arguments.options;
  request.breaks_off = WasInterrupted;
  if (arguments.is_stationary) {
    if (arguments.grid || !arguments.times.empty()) {
      throw UsageError(
          "--stationary is at the times of the updates in one period; leave --grid and --times "
          "out");
    }
    request.times = {settings.start_time, settings.stop_time};
    const StationaryTheory stationary = CalcStationaryTheory(document, BuiltInBlocks(), request);
    if (!stationary.theory.is_complete) return std::nullopt;
    if (!arguments.quiet) PrintStationaryNotes(stationary);
    return CovarianceTable(stationary.theory, stationary.theory.times);
  }
  const std::vector<double> asked = AskedTimes(arguments, settings, grid_of_file);
  request.times = asked;
  if (asked.front() > settings.start_time) {
    request.times.insert(request.times.begin(), settings.start_time);
  }
  const EnsembleTheory theory = CalcEnsembleTheory(document, BuiltInBlocks(), request);
  if (!theory.is_complete) return std::nullopt;
  if (!arguments.quiet) PrintNotes(theory);
  return CovarianceTable(theory, asked);
}

}  // namespace

// The settings of the run are those of the file with the options in their place, as for `run`.
int CovarianceCommand(const CovarianceArguments& arguments) {
  const std::optional<Document> document = LoadOrPrint(arguments.file, !arguments.quiet);
  if (!document.has_value()) return kInvalidDiagram;
  std::vector<Diagnostic> diagnostics;
  const StudyPlan plan = EvaluateStudy(*document, &diagnostics);
  PrintDiagnostics(arguments.file, diagnostics, !arguments.quiet);
  if (HasErrors(diagnostics)) return kInvalidDiagram;
  const RunModel model(*document, BuiltInBlocks(), arguments.options);
  PrintDiagnostics(arguments.file, model.nominal()->result().diagnostics, !arguments.quiet);
  if (!model.nominal()->ok()) return kInvalidDiagram;
  const RunSettings settings = ResolveSettings(model.NominalRun().simulation, arguments.options);
  CatchInterrupts();
  TableFile file("--out", arguments.out, arguments.format);
  try {
    const std::optional<Table> table = FindTable(arguments, *document, settings, plan.grid_sec);
    if (!table) return kInterrupted;
    file.Write(*table);
  } catch (const InvalidDiagramError& error) {
    PrintDiagnostics(arguments.file, error.diagnostics(), !arguments.quiet);
    return kInvalidDiagram;
  }
  return kDone;
}

}  // namespace loopwright
