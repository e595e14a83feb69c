#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/document/diagnostics.h"
#include "engine/document/document.h"
#include "engine/run/run_options.h"
#include "engine/studies/study_tables.h"

namespace loopwright {

/// Arguments of `run`.
struct RunArguments {
  std::string file;
  std::string out = "-";  ///< RESULT.csv, .mat or .json, a device, or - for standard output
  std::optional<std::string> format;    ///< csv, mat or json; absent: as `out` says, else csv
  std::optional<std::string> stats;     ///< FILE.json or -
  std::optional<std::string> trace;     ///< FILE.jsonl
  std::optional<std::string> save_run;  ///< RUN.loop-run
  bool quiet = false;
  RunOptions options;
};

/// Arguments of `montecarlo`.
struct StudyArguments {
  std::string file;
  std::optional<uint64_t> num_runs;     ///< absent: as the file says
  std::optional<uint64_t> num_threads;  ///< absent: as many as the machine has
  std::string out = "-";                ///< RUNS.csv, .mat or .json, a device, or -
  std::optional<std::string> ensemble;  ///< likewise
  std::optional<std::string> format;    ///< csv, mat or json
  std::optional<double> grid;           ///< seconds
  std::optional<std::string> measures;  ///< NAME=FORMULA; ...
  std::optional<std::string> variants;  ///< NAME=EXPR, ...; NAME=EXPR, ...
  std::optional<std::string> resume;    ///< a checkpoint, which need not be there yet
  EnsembleStatistics statistics;
  bool quiet = false;
  RunOptions options;
};

/// Arguments of `covariance`.
struct CovarianceArguments {
  std::string file;
  std::string out = "-";              ///< COVARIANCE.csv, .mat or .json, a device, or -
  std::optional<std::string> format;  ///< csv, mat or json
  std::optional<double> grid;         ///< seconds
  std::vector<double> times;          ///< seconds; empty: those of the grid
  bool is_stationary = false;         ///< over one period, what all comes to in the end
  bool quiet = false;
  RunOptions options;
};

/// Arguments of `show`.
struct ShowArguments {
  std::string file;  ///< RUN.loop-run
  std::string out = "-";
  std::optional<std::string> format;
  std::vector<std::string> signal_paths;  ///< empty: all
  std::optional<double> from, to;         ///< seconds, both included; absent: from and to the ends
  std::optional<std::string> sides;       ///< rows or columns; absent: rows
  bool record = false;                    ///< what the run was, in place of its results
};

// Every command returns an exit code (exit_codes.h), and throws FileError for exit code 4 and
// UsageError for exit code 1.
int RunCommand(const RunArguments& arguments);
/// Runs a diagram many times with other draws, and writes a table of the runs and statistics over
/// them.
int MonteCarloCommand(const StudyArguments& arguments);
/// Computes mean and covariance of signals over all runs of a study without making them.
int CovarianceCommand(const CovarianceArguments& arguments);
/// Checks a diagram without running it; `allow_paths` lets blocks use files outside its folder.
int CheckCommand(const std::string& file, bool json, bool allow_paths);
/// Lists the block types, as JSON where `json` is set.
int BlocksCommand(bool json);
/// Prints the equations of a diagram, as LaTeX where `latex` is set.
int EquationsCommand(const std::string& file, bool latex, bool allow_paths);
/// Prints the JSON schema of diagram files.
int SchemaCommand();
/// Brings a file into canonical form, or with `check` only says whether it is.
int FormatCommand(const std::string& file, bool check);
/// Lays the blocks of all levels out and writes the file; only those without a layout where
/// `missing_only` is set.
int ArrangeCommand(const std::string& file, bool missing_only);
/// What changed between two diagrams, on standard output; kWrongUsage where something did besides
/// the layout.
int DiffCommand(const std::string& before, const std::string& after);
int GraphvizCommand(const std::string& file, bool allow_paths);
int ShowCommand(const ShowArguments& arguments);
/// Whether two kept runs agree within `tolerance` (0 or more) times the range of each signal.
int CompareCommand(const std::string& a, const std::string& b, double tolerance);
int VerifyCommand(const std::string& file);

/// Prints diagnostics on standard error; warnings only where `warnings` is set.
void PrintDiagnostics(const std::string& file, const std::vector<Diagnostic>& diagnostics,
                      bool warnings);

/// Loads a diagram, prints what is wrong with it, and returns nothing where it has errors. `text`
/// (may be null) gets what the file holds.
std::optional<Document> LoadOrPrint(const std::string& file, bool warnings,
                                    std::string* text = nullptr);

/// Writes to standard output; throws FileError where it cannot.
void WriteStandardOutput(std::string_view text);

}  // namespace loopwright
