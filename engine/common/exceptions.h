#pragma once

#include <stdexcept>

namespace loopwright {

/// Trouble in the world: a file that cannot be read or written. The text names the path.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A wrong use of the program: an option that names nothing or a value that is impossible. The text
/// says what would be right.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace loopwright
