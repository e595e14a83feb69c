#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/common/csv_reader.h"
#include "engine/document/file_folder.h"
#include "engine/file/file_stamp.h"
#include "engine/file/signal_file.h"

namespace loopwright {

/// What the refusal of a file outside the diagram's folder says would be right.
inline constexpr char kAllowPathsRemedy[] = "allow other paths with --allow-paths";

/// A file that a block reads.
struct FileRead {
  std::string name;  ///< as the diagram names it
  std::string file;  ///< its absolute path
};

/// The files that the blocks of a diagram may read and write: those in the folder of the diagram's
/// own file and below, those that the user named, or all where that is allowed. All functions may
/// be called by several threads at once.
///
/// What is wrong with a path or a file is a std::invalid_argument, whose text continues "`path` ".
class DiagramFiles {
 public:
  /// With `allow_all` every file may be used, and replaced by a run.
  DiagramFiles(FileFolder folder, bool allow_all);

  /// Whether they are those of this folder, with all that is allowed in it.
  bool AreOf(const FileFolder& folder, bool allow_all) const;
  /// Whether a run may replace the file, a path of Resolve(), though none wrote it.
  bool MayReplace(const std::string& file) const;

  /// The absolute path of the file that `path` means, symbolic links and `..` resolved. Whether
  /// there is such a file does not matter.
  std::string Resolve(const std::string& path) const;
  /// The same of a file that a run writes. Its name, and that of what a link leads to, must be one
  /// of results (ResultFormatOf()). What is there now does not matter (see ObstacleToResults()).
  std::string ResolveWritten(const std::string& path) const;

  /// The signal in a CSV file (see ParseSignalFile()). It is read once, and again after
  /// LookAgain() where size or time of the file's last change are others.
  std::shared_ptr<const SignalFile> ReadSignal(const std::string& path,
                                               const std::string& columns) const;

  /// The files that were read since the last LookAgain(), each once.
  std::vector<FileRead> ListFilesRead() const;

  /// The files may have changed since they were read. Those that were not asked for since the last
  /// time are forgotten.
  void LookAgain();
  /// How often a block asked for a file, and how often one was read.
  std::int64_t num_uses() const { return num_uses_; }
  std::int64_t num_reads() const { return num_reads_; }

 private:
  struct SignalRead {
    std::string path;  // as it was asked for
    FileStamp stamp;
    bool is_current = false;  // looked at since the last LookAgain()
    std::shared_ptr<const SignalFile> signal;
    std::optional<CsvError> error;  // in place of a signal
  };
  void Read(const std::string& path, const std::string& file, const std::string& columns,
            SignalRead* read) const;

  FileFolder folder_;
  bool allow_all_;
  mutable std::atomic<std::int64_t> num_uses_ = 0;
  mutable std::atomic<std::int64_t> num_reads_ = 0;
  mutable std::mutex mutex_;
  mutable std::map<std::pair<std::string, std::string>, SignalRead> read_;  // by file and columns
};

}  // namespace loopwright
