#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace loopwright {

/// Memory for what may grow beyond what the machine has. The first part of it is ordinary memory;
/// what comes then lies in a file that has no name, mapped into memory: the system writes it out
/// when it needs memory for something else, and reads it back where it is looked at again.
/// Nothing is given back before all is.
class SpillMemory {
 public:
  /// The file is made in `folder`, when more than `kept_bytes` are asked for.
  SpillMemory(std::string folder, size_t kept_bytes);
  ~SpillMemory();
  SpillMemory(const SpillMemory&) = delete;
  SpillMemory& operator=(const SpillMemory&) = delete;

  /// Memory for `count` numbers, whose values are undefined. Throws FileError, with the folder and
  /// the system's reason, where the disk is full or takes no such file.
  double* Allocate(size_t count);

  /// Bytes of the file.
  int64_t spilled_bytes() const { return spilled_bytes_; }

 private:
  /// A piece of the file in memory. Pieces stay where they are, so pointers into them stay valid.
  struct Segment {
    double* memory;
    size_t bytes;
  };
  /// Adds a segment of so many bytes, rounded up to whole pages, and makes it the last one.
  void MapSegment(size_t bytes);
  [[noreturn]] void Fail() const;

  std::string folder_;
  /// Ordinary memory that may still be asked for, and what was given of it.
  size_t kept_bytes_left_;
  std::vector<std::unique_ptr<double[]>> kept_;
  /// The file, which is made when it is needed and has no name: it goes with the program, however
  /// that ends.
  int descriptor_ = -1;
  std::vector<Segment> segments_;
  size_t used_bytes_ = 0;  // of the last segment
  int64_t spilled_bytes_ = 0;
};

}  // namespace loopwright
