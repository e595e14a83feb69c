#include "engine/common/growing_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace loopwright {

// The first bytes go in atomically, so a file that is there has at least its head. What follows is
// appended, and after a crash the file ends somewhere in it.
GrowingFile::GrowingFile(std::string path, std::string_view first_bytes) : path_(std::move(path)) {
  AtomicFile file(path_);
  file.Write(first_bytes);
  file.Commit();
  descriptor_ = open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0) ThrowCannotWrite(path_);
}

GrowingFile::~GrowingFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

// Flushes to the disk; a pipe or device has none.
void GrowingFile::Finish() {
  struct stat status {};
  const bool is_regular = fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  if (is_regular && fsync(descriptor_) != 0) ThrowCannotWrite(path_);
  if (close(std::exchange(descriptor_, -1)) != 0) ThrowCannotWrite(path_);
}

}  // namespace loopwright
