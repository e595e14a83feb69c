#include "engine/file/file_stamp.h"

#include <chrono>
#include <system_error>

namespace loopwright {
namespace {

// The coarsest clock of the file systems in use (FAT) counts in steps of two seconds.
constexpr std::chrono::seconds kCoarsestClock{2};

}  // namespace

FileStamp FileStamp::Of(const std::string& path) {
  FileStamp stamp;
  std::error_code no_size;
  std::error_code no_time;
  stamp.size_ = std::filesystem::file_size(path, no_size);
  stamp.changed_ = std::filesystem::last_write_time(path, no_time);
  stamp.exists_ = !no_size && !no_time;
  stamp.is_settled_ =
      stamp.exists_ &&
      std::filesystem::file_time_type::clock::now() - stamp.changed_ > kCoarsestClock;
  return stamp;
}

bool FileStamp::ShowsTheBytesOf(const FileStamp& earlier) const {
  return exists_ && earlier.is_settled_ && size_ == earlier.size_ && changed_ == earlier.changed_;
}

}  // namespace loopwright
