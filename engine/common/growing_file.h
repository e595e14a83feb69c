#pragma once

#include <string>
#include <string_view>

#include "engine/common/atomic_file.h"

namespace loopwright {

/// A file that others may read while it grows. It appears with its first bytes in it, in the place
/// of what had that path before (AtomicFile); from then on each Append() makes it longer. What was
/// appended stays when the program crashes.
///
/// Every function throws FileError, with the path and the system's reason.
class GrowingFile {
 public:
  /// Makes or replaces the file. `first_bytes` are in it before anybody can see it.
  GrowingFile(std::string path, std::string_view first_bytes);
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  /// Hands the bytes to the system, which keeps them when the program crashes; only Finish() makes
  /// sure that they are on the disk.
  void Append(std::string_view bytes) { WriteAll(descriptor_, bytes, path_); }
  /// Closes the file when all of it is on the disk. Nothing is appended any more.
  void Finish();

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace loopwright
