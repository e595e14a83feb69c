#include "engine/common/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "engine/common/exceptions.h"

namespace loopwright {
namespace {

constexpr mode_t kNewFileMode = 0666;  // less what the process's mask takes away

std::string DirectoryOf(const std::string& path) {
  const std::string directory = std::filesystem::path(path).parent_path().string();
  return directory.empty() ? "." : directory;
}

// Makes a file beside `target` that nothing else uses; -1 with errno where it cannot be made.
int OpenBeside(const std::string& target, std::string* name) {
  static std::atomic<unsigned> count{0};
  while (true) {
    *name = DirectoryOf(target) + "/.loopwright-" + std::to_string(getpid()) + "-" +
            std::to_string(count++) + ".tmp";
    const int descriptor =
        open(name->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
}

// A new name lasts through a crash once its directory is on disk, too.
void FlushDirectory(const std::string& directory) {
  const int descriptor = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

}  // namespace

void ThrowCannotWrite(const std::string& path) {
  throw FileError("Cannot write " + path + ": " + std::strerror(errno));
}

void WriteAll(int descriptor, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) ThrowCannotWrite(path);
    bytes.remove_prefix(written);
  }
}

// Writes to a file beside the target, with the target's permissions, which Commit() puts in its
// place. Links are followed, so that the link stays one. A device or a pipe, such as /dev/null,
// cannot be replaced and is written to directly.
AtomicFile::AtomicFile(std::string path) : path_(std::move(path)), target_(path_) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(realpath(path_.c_str(), nullptr),
                                                             &std::free);
  if (resolved != nullptr) target_ = resolved.get();
  struct stat status {};
  const bool exists = stat(target_.c_str(), &status) == 0;
  is_in_place_ = exists && !S_ISREG(status.st_mode);
  if (is_in_place_) {
    descriptor_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) ThrowCannotWrite(path_);
    return;
  }
  if (exists && access(target_.c_str(), W_OK) != 0) ThrowCannotWrite(path_);
  std::string name;
  descriptor_ = OpenBeside(target_, &name);
  if (descriptor_ < 0) ThrowCannotWrite(path_);
  temporary_ = std::move(name);
  if (exists && fchmod(descriptor_, status.st_mode & 07777) != 0) ThrowCannotWrite(path_);
}

// Without Commit() nothing is left behind and the target is as it was.
AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

// The bytes have to be on the disk before the name points to them: after a crash there is either
// the old file or the new one, never an empty one.
void AtomicFile::Commit() {
  if (!is_in_place_ && fsync(descriptor_) != 0) ThrowCannotWrite(path_);
  const int closed = close(std::exchange(descriptor_, -1));
  if (closed != 0) ThrowCannotWrite(path_);
  if (is_in_place_) return;
  if (rename(temporary_.c_str(), target_.c_str()) != 0) ThrowCannotWrite(path_);
  temporary_.clear();
  FlushDirectory(DirectoryOf(target_));
}

}  // namespace loopwright
