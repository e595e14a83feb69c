#include "engine/common/result_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace loopwright {
namespace {

// So much of a file is looked at: the names of some ten thousand columns, or as many times.
constexpr size_t kBytesLookedAt = size_t{1} << 20;

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.ends_with(end);
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

// The first bytes of a regular file; nothing of any other. Opening a pipe does not wait.
std::string ReadBegin(const std::string& path) {
  std::string bytes;
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return bytes;
  struct stat status {};
  const bool is_regular = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  while (is_regular && bytes.size() < kBytesLookedAt) {
    char buffer[1 << 14];
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    bytes.append(buffer, count);
  }
  close(descriptor);
  return bytes;
}

// The header is "time,side", perhaps with more names; the second field of the next line, if there
// is one, is a side.
bool IsCsvResult(std::string_view bytes) {
  if (!bytes.starts_with(kCsvResultBegin)) return false;
  bytes.remove_prefix(kCsvResultBegin.size());
  if (!bytes.starts_with('\n') && !bytes.starts_with(',')) return false;
  const size_t line = bytes.find('\n');
  if (line == std::string_view::npos) return bytes.size() > kBytesLookedAt / 2;
  bytes.remove_prefix(line + 1);
  const size_t comma = bytes.find(',');
  if (comma == std::string_view::npos) return bytes.empty();
  bytes.remove_prefix(comma + 1);
  const bool has_side = bytes.starts_with('-') || bytes.starts_with('+');
  return has_side && bytes.size() > 1 && (bytes[1] == ',' || bytes[1] == '\n');
}

// The first list holds the times, numbers alone, and behind it comes the key of the sides. The look
// ends where the bytes end.
bool IsJsonResult(std::string_view bytes) {
  if (!bytes.starts_with(kJsonResultBegin)) return false;
  bytes.remove_prefix(kJsonResultBegin.size());
  const size_t end = std::min(bytes.find(']'), bytes.size());
  const bool are_numbers =
      bytes.substr(0, end).find_first_not_of("0123456789+-.e, ") == std::string_view::npos;
  if (!are_numbers) return false;
  if (end == bytes.size()) return bytes.size() > kBytesLookedAt / 2;
  return bytes.substr(end).starts_with(kJsonResultAfterTimes);
}

bool IsResult(std::string_view bytes) {
  return IsCsvResult(bytes) || IsJsonResult(bytes) || bytes.starts_with(kMatResultBegin);
}

// Whether the key "format" with the value "loopwright" is near the beginning of a file, as in every
// diagram.
bool IsDiagram(std::string_view bytes) {
  constexpr std::string_view kBlank = " \t\r\n";
  constexpr std::string_view kKey = "\"format\"";
  for (size_t at = bytes.find(kKey); at != bytes.npos; at = bytes.find(kKey, at + 1)) {
    const size_t colon = bytes.find_first_not_of(kBlank, at + kKey.size());
    if (colon == bytes.npos || bytes[colon] != ':') continue;
    const size_t value = bytes.find_first_not_of(kBlank, colon + 1);
    if (value != bytes.npos && bytes.substr(value).starts_with("\"loopwright\"")) return true;
  }
  return false;
}

const char* KindOf(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a named pipe";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "a socket";
}

}  // namespace

std::optional<ResultFormat> ResultFormatOf(std::string_view path) {
  if (Lower(path).ends_with(".loop.json")) return std::nullopt;
  if (EndsWith(path, ".csv")) return ResultFormat::kCsv;
  if (EndsWith(path, ".mat")) return ResultFormat::kMat;
  if (EndsWith(path, ".json")) return ResultFormat::kJson;
  return std::nullopt;
}

bool IsResultFile(const std::string& path) { return IsResult(ReadBegin(path)); }

// Keeps a slip of the hand from destroying a file: results replace results, and any other file only
// where the user allows it. A diagram is never replaced.
std::string ObstacleToResults(const std::string& path, bool may_replace) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return "";
  if (!S_ISREG(status.st_mode)) {
    return std::string(KindOf(status.st_mode)) + "; results go to regular files only";
  }
  const std::string bytes = ReadBegin(path);
  if (IsDiagram(bytes)) return "a diagram; name another file";
  if (may_replace || IsResult(bytes)) return "";
  return std::string("a file that no run wrote; name another, or ") + kAllowReplacingRemedy;
}

}  // namespace loopwright
