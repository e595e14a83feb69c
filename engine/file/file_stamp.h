#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace loopwright {

/// Size and time of the last change of a file, by which it is known again without being read.
class FileStamp {
 public:
  /// Of no file.
  FileStamp() = default;
  /// Of the file at `path` as it is now. Take it before reading the file.
  static FileStamp Of(const std::string& path);

  /// Whether the file has the bytes that it had when `earlier` was taken, as far as size and time
  /// tell. False where it had just been changed then: two changes in quick succession may bear the
  /// same time. False as well of no file.
  bool ShowsTheBytesOf(const FileStamp& earlier) const;

 private:
  std::uintmax_t size_ = 0;
  std::filesystem::file_time_type changed_;
  bool exists_ = false;
  bool is_settled_ = false;  // changed long enough before the stamp was taken
};

}  // namespace loopwright
