#pragma once

#include <string>

namespace loopwright {

/// A new, empty folder for temporary files, in the one that the environment variable TMPDIR names,
/// else in /tmp. It goes with this object, with all that is in it.
///
///     const TemporaryFolder folder;
///     WriteFileAtomically(folder.path() + "/input.csv", bytes);
class TemporaryFolder {
 public:
  /// FileError where it cannot be made, with the reason.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace loopwright
