#include "engine/common/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "engine/common/exceptions.h"

namespace loopwright {

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  path_ = (std::filesystem::temp_directory_path(error) / "loopwright-XXXXXX").string();
  if (error) {
    throw FileError("Cannot use the folder for temporary files, which TMPDIR names: " +
                    error.message());
  }
  if (mkdtemp(path_.data()) == nullptr) {
    throw FileError("Cannot make the folder " + path_ + ": " + std::strerror(errno));
  }
}

// What cannot be removed stays: a destructor has nobody to tell.
TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace loopwright
