#include "engine/kept_run/verify_run.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "engine/build/build.h"
#include "engine/build/overrides.h"
#include "engine/build/run_changes.h"
#include "engine/common/exceptions.h"
#include "engine/common/same_bits.h"
#include "engine/common/temporary_folder.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "engine/kept_run/hash.h"
#include "engine/kept_run/run_file.h"
#include "engine/recording/recording.h"
#include "engine/run/run_setup.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

namespace fs = std::filesystem;

// Puts the kept files where the diagram looks for them, below a folder of our own. A name that
// leads out of the folder is not written: a file of a run may come from anybody, and must not be
// able to overwrite anything.
void WriteInputs(const std::vector<KeptInput>& inputs, const std::string& folder) {
  for (const KeptInput& input : inputs) {
    const fs::path name = fs::path(input.name).lexically_normal();
    if (name.is_absolute() || name.empty() || *name.begin() == "..") continue;
    const fs::path path = fs::path(folder) / name;
    std::error_code ignored;  // what is wrong with the folder keeps the file from being written
    fs::create_directories(path.parent_path(), ignored);
    WriteFileAtomically(path.string(), input.bytes);
  }
}

// An input that does not hold any more what the run read; empty where all do.
std::string ChangedInput(const KeptRun& kept, const RunSetup& setup) {
  for (const FileRead& read : setup.files_read()) {
    for (const KeptInput& input : kept.start.inputs) {
      if (input.name == read.name && ReadFile(read.file) != input.bytes) {
        return "the file " + read.file + " is not what the run read";
      }
    }
  }
  return "";
}

// Makes the changes of a kept run again, each before the step before which it was made.
class Changes {
 public:
  Changes(const KeptRun& kept, Document document, const BlockRegistry& registry)
      : kept_(kept), running_(std::move(document)), registry_(registry) {}

  // Changes whose step has come are made to the document, and the numbers that differ are set in
  // the run, in the same way as in the editor while it ran. It is called before each step.
  void MakeDue(double time, RunSetup* setup) {
    const int64_t step = next_step_++;
    const auto is_due = [&](const RunNote& note) {
      return note.step >= 0 ? note.step <= step : note.time <= time;
    };
    Document edited = running_;
    const size_t before = next_;
    for (; next_ < kept_.changes.size() && is_due(kept_.changes[next_]); ++next_) {
      const RunNote& note = kept_.changes[next_];
      ApplyOverrides({{note.path, note.after}}, registry_, &edited);
    }
    if (next_ == before) return;
    RunChanges changes =
        FindRunChanges(running_, edited, registry_, kept_.start.options.allow_paths);
    if (!changes.numbers.empty()) setup->ChangeNumbers(std::move(changes.numbers));
    running_ = std::move(changes.taken_over);
  }
  bool has_more() const { return next_ < kept_.changes.size(); }

 private:
  const KeptRun& kept_;
  Document running_;
  const BlockRegistry& registry_;
  size_t next_ = 0;
  int64_t next_step_ = 0;
};

// Where a row is, as in "t = 0.5 s, side +".
std::string Place(const Recording& recording, int64_t row) {
  return "t = " + FormatNumber(recording.time(row)) + " s, side " +
         (recording.side(row) == Side::kAfter ? "+" : "-");
}

// As FormatNumber() does, with a word on what that does not show.
std::string Exactly(double value) {
  const bool is_negative_zero = value == 0 && std::signbit(value);
  return is_negative_zero ? "-0" : FormatNumber(value);
}

// Compares a row bit by bit, since a run that is made again has to be the same to the last bit.
// Empty where it is.
std::string RowDifference(const Recording& kept, const Recording& made, int64_t row) {
  if (!HasSameBits(kept.time(row), made.time(row)) || kept.side(row) != made.side(row)) {
    return "row " + std::to_string(row) + " was of " + Place(kept, row) + "; it is now of " +
           Place(made, row);
  }
  for (int c = 0; c < kept.num_columns(); ++c) {
    const double was = kept.value(row, c);
    const double is = made.value(row, c);
    if (HasSameBits(was, is)) continue;
    return kept.ColumnLabel(c) + " was " + Exactly(was) + " at " + Place(kept, row) +
           "; it is now " + Exactly(is);
  }
  return "";
}

bool HaveSameColumns(const Recording& a, const Recording& b) {
  if (a.num_columns() != b.num_columns()) return false;
  for (int c = 0; c < a.num_columns(); ++c) {
    if (a.ColumnLabel(c) != b.ColumnLabel(c)) return false;
  }
  return true;
}

// How a run ended, in words: "terminated at t = 2 s by stop (limit reached)".
std::string Ending(const RunOutcome& outcome) {
  std::string text(ToText(outcome.end));
  text += " at t = " + FormatNumber(outcome.time) + " s";
  if (!outcome.path.empty()) text += " by " + outcome.path;
  if (!outcome.message.empty()) text += " (" + outcome.message + ")";
  return text;
}

// The first row that differs, else a run that is shorter or longer than it was, else another end. A
// record without a finish is of a run that was cut off; there only what was recorded counts.
std::string FirstDifference(const KeptRun& kept, const Recording& made, const RunOutcome& outcome) {
  const int64_t rows = std::min(kept.recording->size(), made.size());
  for (int64_t row = 0; row < rows; ++row) {
    std::string difference = RowDifference(*kept.recording, made, row);
    if (!difference.empty()) return difference;
  }
  if (made.size() < kept.recording->size()) {
    return Place(*kept.recording, rows) + " was recorded; the run now ends before, " +
           Ending(outcome);
  }
  if (!kept.finish.has_value()) return "";
  if (made.size() > rows) return Place(made, rows) + " is recorded now, and was not";
  const std::string was = Ending(kept.finish->outcome);
  const std::string is = Ending(outcome);
  return was == is ? "" : "the run was " + was + "; it is now " + is;
}

// Whether the rows in the file are those that were recorded. It is asked first: of a file that was
// altered, it would be wrong to say that the run comes out differently. Rows that were never in a
// file have no digest, and were not altered.
std::string DigestDifference(const KeptRun& kept) {
  if (!kept.finish.has_value() || kept.finish->digest.empty()) return "";
  const Recording& recording = *kept.recording;
  RowDigest digest;
  std::vector<double> row(recording.num_columns());
  for (int64_t r = 0; r < recording.size(); ++r) {
    recording.ReadRow(r, row.data());
    digest.Add(recording.time(r), recording.side(r), row);
  }
  if (digest.value() == kept.finish->digest) return "";
  return "the rows in the file have the digest " + digest.value() + ", its record says " +
         kept.finish->digest;
}

// Runs, and says what comes out differently.
std::string MakeAgain(const KeptRun& kept, const Document& document, const BlockRegistry& registry,
                      const std::stop_token& stop, RunSetup* setup) {
  if (!HaveSameColumns(*kept.recording, *setup->recording())) {
    return "the run records other signals now";
  }
  Changes changes(kept, document, registry);
  const bool was_stopped = kept.finish.has_value() && kept.finish->outcome.end == RunEnd::kStopped;
  const RunOutcome outcome = setup->Run([&](double time, int64_t) {
    changes.MakeDue(time, setup);
    if (stop.stop_requested()) return false;
    if (was_stopped) return time < kept.finish->outcome.time;
    return kept.finish.has_value() || setup->recording()->size() < kept.recording->size();
  });
  std::string difference = FirstDifference(kept, *setup->recording(), outcome);
  // Where a file was cut, it may be between a change and the first rows that show it.
  const bool is_whole = kept.finish.has_value();
  if (difference.empty() && is_whole && changes.has_more()) {
    return "the run ends before its last change";
  }
  return difference;
}

}  // namespace

// From the file alone: its diagram, its inputs in a folder for temporary files, and its options.
// Files outside of that folder (of absolute paths) are read as the run read them, and compared with
// what was kept.
RunVerification VerifyRun(const KeptRun& kept, const BlockRegistry& registry,
                          const std::stop_token& stop) {
  RunVerification verification;
  verification.difference = DigestDifference(kept);
  if (!verification.difference.empty()) return verification;
  LoadResult loaded = LoadDocument(kept.start.diagram_text, registry);
  if (!loaded.document.has_value()) {
    verification.diagnostics = std::move(loaded.diagnostics);
    return verification;
  }
  const TemporaryFolder folder;
  WriteInputs(kept.start.inputs, folder.path());
  loaded.document->folder.path = folder.path();
  RunOptions options = kept.start.options;
  options.no_files = true;
  RunSetup setup(*loaded.document, registry, options);
  if (!setup.ok()) {
    verification.diagnostics = setup.diagnostics();
    return verification;
  }
  verification.difference = ChangedInput(kept, setup);
  if (!verification.difference.empty()) return verification;
  verification.difference = MakeAgain(kept, *loaded.document, registry, stop, &setup);
  return verification;
}

}  // namespace loopwright
