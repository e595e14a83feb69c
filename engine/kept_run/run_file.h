#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/kept_run/run_record.h"

namespace loopwright {

class Recording;

/// What a run's file begins with, and the version of its form that this program writes, the newest
/// one that it reads.
inline constexpr std::string_view kRunFileSignature = "LOOPRUN\n";
inline constexpr uint32_t kRunFileVersion = 1;

/// A run as its file holds it, or as the editor keeps it without one.
struct KeptRun {
  RunStart start;
  std::shared_ptr<const Recording> recording;
  std::vector<RunNote> changes;  ///< made while the run went on, in their order
  /// Absent where the file has no end: the program that wrote it was ended, or still writes.
  std::optional<RunFinish> finish;
  /// Where a part of the file is damaged, what and where: all above is what stands before it. Else
  /// empty.
  std::string damage;
};

/// The run in the bytes of a file, which errors call `name`. A file that was cut anywhere behind
/// its first chunk gives what was written up to there. FileError: it is no file of a run, or one of
/// a newer version, or nothing of it can be read.
KeptRun ReadRun(std::string_view bytes, const std::string& name);

/// The same of the file at `path`.
KeptRun ReadRunFile(const std::string& path);

}  // namespace loopwright
