#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "engine/model/signal_file.h"

namespace loopwright {

/// What the refusal of a file outside the diagram's folder says would be right.
inline constexpr char kAllowPathsRemedy[] = "allow other paths with --allow-paths";

/// The files that the blocks of a diagram may read and write: those in the folder of the diagram's
/// own file and below, or all where that is allowed. All functions may be called by several threads
/// at once.
///
/// What is wrong with a path or a file is a std::invalid_argument, whose text continues "`path` ".
class DiagramFiles {
 public:
  /// `folder` is where relative paths start; empty for a diagram without a file.
  DiagramFiles(std::string folder, bool allow_outside);

  /// The absolute path of the file that `path` means, symbolic links and `..` resolved. Whether
  /// there is such a file does not matter.
  std::string Resolve(const std::string& path) const;

  /// The signal in a CSV file (see ParseSignalFile()). It is read once.
  std::shared_ptr<const SignalFile> ReadSignal(const std::string& path,
                                               const std::string& columns) const;

 private:
  std::string folder_;
  bool allow_outside_;
  mutable std::mutex mutex_;
  mutable std::map<std::pair<std::string, std::string>, std::shared_ptr<const SignalFile>> read_;
};

}  // namespace loopwright
