#include "engine/common/growing_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/common/atomic_file.h"
#include "engine/common/exceptions.h"

namespace loopwright {

// The first bytes go in atomically, so a file that is there has at least its head. What follows is
// appended, and after a crash the file ends somewhere in it.
GrowingFile::GrowingFile(std::string path, std::string_view first_bytes) : path_(std::move(path)) {
  AtomicFile file(path_);
  file.Write(first_bytes);
  file.Commit();
  descriptor_ = open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0) Fail();
}

GrowingFile::~GrowingFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

void GrowingFile::Append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) Fail();
    bytes.remove_prefix(written);
  }
}

// Flushes to the disk; a pipe or device has none.
void GrowingFile::Finish() {
  struct stat status {};
  const bool is_regular = fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  if (is_regular && fsync(descriptor_) != 0) Fail();
  if (close(std::exchange(descriptor_, -1)) != 0) Fail();
}

void GrowingFile::Fail() const {
  throw FileError("Cannot write " + path_ + ": " + std::strerror(errno));
}

}  // namespace loopwright
