#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "engine/common/growing_file.h"
#include "engine/kept_run/rows_chunk.h"

namespace loopwright {

class Recording;
struct KeptRun;
struct RunNote;
struct RunOutcome;
struct RunStart;

/// The end of the name of a run's file.
inline constexpr char kRunFileEnding[] = ".loop-run";

/// Writes the file of a run while the run goes on (resources/docs/run-file.md). The file is a whole
/// one from the beginning: it can be opened at any time and after a crash, and has then what was
/// written until then.
///
/// All functions throw FileError. They are called on the thread of the run.
class RunFileWriter {
 public:
  /// Makes the file, in the place of one that is there.
  RunFileWriter(const std::string& path, const RunStart& start);

  /// Between steps: writes the rows that `recording` has got, once they are enough for a chunk or
  /// have waited for a second. It is the same recording every time, without a thinned part.
  void Follow(const Recording& recording);
  /// Between steps: writes the rows that there are, and then what was changed.
  void AddChange(const Recording& recording, const RunNote& note);
  /// After the run: writes the rows that are left and how the run ended.
  void Finish(const Recording& recording, const RunOutcome& outcome);

 private:
  using Clock = std::chrono::steady_clock;

  void WriteRows(const Recording& recording, int64_t end);

  GrowingFile file_;
  RowsPacker rows_;
  Clock::time_point last_;  // when rows were written
};

/// Writes a run that is over as a file, whole or not at all, in the place of one that is there.
/// FileError, also where older rows of its recording were thinned: such a run cannot be made again.
void SaveRun(const KeptRun& run, const std::string& path);

}  // namespace loopwright
