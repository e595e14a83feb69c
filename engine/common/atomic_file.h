#pragma once

#include <string>
#include <string_view>

namespace loopwright {

/// Throws FileError: `path` cannot be written, for the reason in errno.
[[noreturn]] void ThrowCannotWrite(const std::string& path);
/// Writes all of the bytes to an open file, whose name is `path`. Throws as above.
void WriteAll(int descriptor, std::string_view bytes, const std::string& path);

/// A file that appears whole or not at all: what is written goes to a new file beside `path`,
/// which Commit() flushes to disk and renames over it. Without Commit() `path` stays as it was. A
/// path that is there and is not a regular file (a pipe, a device) is written in place, and of a
/// symbolic link the file it leads to is replaced.
///
/// Every function throws FileError, with the path and the system's reason.
class AtomicFile {
 public:
  /// Makes the new file, so a place where nothing can be written is found here.
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void Write(std::string_view bytes) { WriteAll(descriptor_, bytes, path_); }
  void Commit();

  const std::string& path() const { return path_; }
  /// Whether what is written goes to the path itself, which is no regular file.
  bool is_in_place() const { return is_in_place_; }
  /// The name of what Commit() puts in place, for a library that opens its files itself.
  const std::string& written_path() const { return temporary_.empty() ? target_ : temporary_; }

 private:
  std::string path_;
  std::string target_;     // path_ with symbolic links resolved
  std::string temporary_;  // empty where the target is written in place, and after Commit()
  int descriptor_ = -1;
  bool is_in_place_ = false;
};

}  // namespace loopwright
