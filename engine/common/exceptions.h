#pragma once

#include <stdexcept>

namespace loopwright {

/// Trouble in the world: a file that cannot be read or written. The text names the path.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace loopwright
