#include <iostream>
#include <limits>
#include <memory>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "app/cli/output.h"
#include "blocklib/registry.h"
#include "engine/common/exceptions.h"
#include "engine/kept_run/compare_runs.h"
#include "engine/kept_run/run_file.h"
#include "engine/kept_run/verify_run.h"
#include "engine/recording/parts.h"
#include "engine/recording/recording.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// Tells of a run that has no end: what there is of it is good.
void WarnOfMissingEnd(const std::string& file, const KeptRun& run) {
  if (run.finish.has_value() || !run.damage.empty()) return;
  const int64_t rows = run.recording->size();
  const std::string until = rows == 0
                                ? "before anything was recorded"
                                : "at t = " + FormatNumber(run.recording->time(rows - 1)) + " s";
  std::cerr << file << ": warning: the file ends " << until
            << ", before the run did: the program that wrote it was ended, or still writes\n";
}

// For commands that need a run as a whole: a damaged file is an error, one that only ends early a
// warning.
KeptRun ReadSound(const std::string& file) {
  KeptRun run = ReadRunFile(file);
  if (!run.damage.empty()) throw FileError(file + ": " + run.damage);
  WarnOfMissingEnd(file, run);
  return run;
}

// One list of the record, with the end and the changes behind what was known at the start.
std::string RecordText(const KeptRun& run) {
  std::string text = "{\"start\": " + ToJson(run.start) + ",\"changes\": [";
  for (const RunNote& change : run.changes) {
    text += (&change == run.changes.data() ? "" : ", ") + ToJson(change);
  }
  text += "],\n\"rows\": " + std::to_string(run.recording->size()) + ",\n\"finish\": ";
  return text + (run.finish.has_value() ? ToJson(*run.finish) : "null\n") + "}\n";
}

// Refuses any other word before the file is read.
void RequireSides(const std::optional<std::string>& sides) {
  if (!sides.has_value() || *sides == "rows" || *sides == "columns") return;
  throw UsageError("--sides: \"" + *sides + "\" is neither rows nor columns");
}

// Leaves of a recording what was asked for: first the signals, then the times, then the form.
std::shared_ptr<const Recording> PartToShow(std::shared_ptr<const Recording> recording,
                                            const ShowArguments& arguments) {
  if (!arguments.signal_paths.empty()) {
    recording = KeepSignals(*recording, arguments.signal_paths);
  }
  if (arguments.from.has_value() || arguments.to.has_value()) {
    constexpr double kEver = std::numeric_limits<double>::infinity();
    recording =
        KeepTimes(*recording, arguments.from.value_or(-kEver), arguments.to.value_or(kEver));
  }
  if (arguments.sides == "columns") recording = PutSidesInColumns(*recording);
  return recording;
}

// Where a column differs first, and how far at most, beside its range: so a person sees whether
// that is much.
std::string DifferenceText(const ColumnDifference& column, const std::string& a,
                           const std::string& b) {
  return column.column + ": first at t = " + FormatNumber(column.time) + " s, side " +
         (column.side == Side::kAfter ? "+" : "-") + ": " + FormatNumber(column.a) + " in " + a +
         ", " + FormatNumber(column.b) + " in " + b + "; at most " + FormatNumber(column.largest) +
         " apart, its range is " + FormatNumber(column.range) + '\n';
}

// What only one of the runs has: other times at its ends, and columns.
std::string SpanText(const RecordingComparison& comparison, const std::string& a,
                     const std::string& b) {
  std::string text;
  if (comparison.begin_a != comparison.begin_b) {
    text += "begin: t = " + FormatNumber(comparison.begin_a) + " s in " + a +
            ", t = " + FormatNumber(comparison.begin_b) + " s in " + b + '\n';
  }
  if (comparison.end_a != comparison.end_b) {
    text += "end: t = " + FormatNumber(comparison.end_a) + " s in " + a +
            ", t = " + FormatNumber(comparison.end_b) + " s in " + b + '\n';
  }
  const std::string in_a = ": recorded in " + a + " alone\n";
  const std::string in_b = ": recorded in " + b + " alone\n";
  for (const std::string& column : comparison.only_in_a) text += column + in_a;
  for (const std::string& column : comparison.only_in_b) text += column + in_b;
  return text;
}

}  // namespace

// What could be read of a damaged file is written before the damage is told as an error.
int ShowCommand(const ShowArguments& arguments) {
  const ResultFormat format = FormatOfOutput("--out", arguments.out, arguments.format);
  RequireSides(arguments.sides);
  const KeptRun run = ReadRunFile(arguments.file);
  WarnOfMissingEnd(arguments.file, run);
  const std::shared_ptr<const Recording> shown = PartToShow(run.recording, arguments);
  Output output(arguments.out);
  if (arguments.record) {
    output.Write(RecordText(run));
    output.Commit();
  } else {
    output.WriteResults(*shown, format);
  }
  if (!run.damage.empty()) throw FileError(arguments.file + ": " + run.damage);
  return kDone;
}

// The differences of the columns come first, then those of what was run, which may be their cause.
int CompareCommand(const std::string& a, const std::string& b, double tolerance) {
  const KeptRun run_a = ReadSound(a);
  const KeptRun run_b = ReadSound(b);
  const RecordingComparison comparison =
      CompareRecordings(*run_a.recording, *run_b.recording, tolerance);
  std::string text;
  for (const ColumnDifference& column : comparison.columns) text += DifferenceText(column, a, b);
  text += SpanText(comparison, a, b);
  if (comparison.agree()) {
    text += "the runs agree in " + std::to_string(comparison.num_compared) +
            (comparison.num_compared == 1 ? " column" : " columns");
    text += tolerance > 0 ? ", to " + FormatNumber(tolerance) + " of the range of each\n" : "\n";
  }
  const std::vector<std::string> causes = ListDifferentCauses(run_a, run_b, BuiltInBlocks());
  if (!causes.empty()) text += "what was run differs in\n";
  for (const std::string& cause : causes) text += "  " + cause + '\n';
  WriteStandardOutput(text);
  return comparison.agree() ? kDone : kWrongUsage;
}

// Runs what the file kept once more. Another version of the program may be why it comes out
// otherwise, so that both are named then.
int VerifyCommand(const std::string& file) {
  const KeptRun run = ReadSound(file);
  const RunVerification verification = VerifyRun(run, BuiltInBlocks());
  PrintDiagnostics(run.start.diagram_file, verification.diagnostics, true);
  if (!verification.diagnostics.empty()) return kInvalidDiagram;
  const std::string rows = std::to_string(run.recording->size());
  if (verification.is_same()) {
    WriteStandardOutput("the run comes out the same to the bit, " + rows + " rows\n");
    return kDone;
  }
  std::string text = verification.difference + '\n';
  if (run.start.program != LOOPWRIGHT_VERSION) {
    text += "the run was made by version " + run.start.program + ", this is " + LOOPWRIGHT_VERSION +
            '\n';
  }
  WriteStandardOutput(text);
  return kWrongUsage;
}

}  // namespace loopwright
