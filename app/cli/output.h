#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/common/atomic_file.h"
#include "engine/common/result_file.h"

namespace loopwright {

class Recording;

/// The format of what goes to `out`, a file or, named "-", standard output: what --format says
/// (csv, mat or json), else the end of the name, else CSV where there is no name. `option` is the
/// one that names `out`. UsageError.
ResultFormat FormatOfOutput(const std::string& option, const std::string& out,
                            const std::optional<std::string>& format);

/// A file or, named "-", standard output. A file is made at once, so that a place that cannot be
/// written is found before the run. Every function throws FileError.
class Output {
 public:
  /// `path` names a file, which keeps its old content until Commit(), or is "-".
  explicit Output(const std::string& path);
  /// Appends bytes.
  void Write(std::string_view text);
  /// Puts the new content in the file's place, whole; without it the file stays as it was.
  void Commit();
  /// What Commit() puts in place, for a library that opens its files itself; empty where that is
  /// standard output.
  std::string written_path() const { return file_ != nullptr ? file_->written_path() : ""; }
  /// Writes all that a run recorded, and commits.
  void WriteResults(const Recording& recording, ResultFormat format);

 private:
  std::unique_ptr<AtomicFile> file_;
};

}  // namespace loopwright
