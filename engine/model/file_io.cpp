#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>

#include "engine/common/exceptions.h"
#include "engine/model/load.h"
#include "engine/model/save.h"

namespace loopwright {
namespace {

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  bool Close() {
    const int number = number_;
    number_ = -1;
    return close(number) == 0;
  }

 private:
  int number_;
};

[[noreturn]] void ThrowFileError(const std::string& what, const std::string& path) {
  throw FileError(what + ' ' + path + ": " + std::strerror(errno));
}

bool WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Creates a file in `directory` that nothing else uses; its name is left in `path`.
int CreateTemporary(const std::string& directory, std::string* path) {
  static std::atomic<unsigned> count{0};
  while (true) {
    *path = directory + "/.loopwright-" + std::to_string(getpid()) + '-' + std::to_string(count++) +
            ".tmp";
    const int file = open(path->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST) return file;
  }
}

// Gives the new file the permissions of the one that it replaces, if there is one.
bool CopyPermissions(const std::string& from, int to) {
  struct stat status {};
  if (stat(from.c_str(), &status) != 0) return errno == ENOENT;
  return fchmod(to, status.st_mode & 07777) == 0;
}

// The file that `path` leads to through symbolic links.
std::string ResolveLinks(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

}  // namespace

std::string ReadFile(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) ThrowFileError("Cannot read", path);
  std::string bytes;
  struct stat status {};
  if (fstat(file.number(), &status) == 0 && status.st_size > 0) {
    bytes.reserve(static_cast<std::size_t>(status.st_size) + 1);
  }
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = read(file.number(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) ThrowFileError("Cannot read", path);
    if (count == 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(count));
  }
}

void WriteFileAtomically(const std::string& path, std::string_view bytes) {
  const std::string target = ResolveLinks(path);
  std::string directory = std::filesystem::path(target).parent_path().string();
  if (directory.empty()) directory = ".";
  std::string temporary;
  Descriptor file(CreateTemporary(directory, &temporary));
  if (file.number() < 0) ThrowFileError("Cannot write", path);
  const bool written = WriteAll(file.number(), bytes) && CopyPermissions(target, file.number()) &&
                       fsync(file.number()) == 0 && file.Close() &&
                       rename(temporary.c_str(), target.c_str()) == 0;
  if (!written) {
    const int reason = errno;
    unlink(temporary.c_str());
    errno = reason;
    ThrowFileError("Cannot write", path);
  }
  // The new name lasts through a crash once the directory is on disk, too.
  const Descriptor parent(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.number() >= 0) fsync(parent.number());
}

}  // namespace loopwright
