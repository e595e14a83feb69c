#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "engine/common/atomic_file.h"
#include "engine/common/exceptions.h"
#include "engine/file/load.h"
#include "engine/file/save.h"

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

 private:
  int number_;
};

[[noreturn]] void ThrowCannotRead(const std::string& path) {
  throw FileError("Cannot read " + path + ": " + std::strerror(errno));
}

// Reads to the end, however long that is: the size that the system tells is only used to reserve
// memory, since it is 0 for pipes and may change meanwhile.
std::string ReadAll(const Descriptor& file, const std::string& path) {
  std::string bytes;
  struct stat status {};
  if (fstat(file.number(), &status) == 0 && status.st_size > 0) {
    bytes.reserve(static_cast<std::size_t>(status.st_size) + 1);
  }
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = read(file.number(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) ThrowCannotRead(path);
    if (count == 0) return bytes;
    bytes.append(buffer, count);
  }
}

}  // namespace

// Of anything that can be opened, pipes too.
std::string ReadFile(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) ThrowCannotRead(path);
  return ReadAll(file, path);
}

std::optional<std::string> ReadRegularFile(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) return std::nullopt;
  // Even what became a pipe since then does not make the program wait.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number() < 0) ThrowCannotRead(path);
  if (fstat(file.number(), &status) != 0) ThrowCannotRead(path);
  if (!S_ISREG(status.st_mode)) return std::nullopt;
  return ReadAll(file, path);
}

void WriteFileAtomically(const std::string& path, std::string_view bytes) {
  AtomicFile file(path);
  file.Write(bytes);
  file.Commit();
}

}  // namespace loopwright
