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
  struct Segment {
    double* memory;
    size_t bytes;
  };
  void MapSegment(size_t bytes);
  [[noreturn]] void Fail() const;

  std::string folder_;
  size_t kept_bytes_left_;
  std::vector<std::unique_ptr<double[]>> kept_;
  int descriptor_ = -1;
  std::vector<Segment> segments_;
  size_t used_bytes_ = 0;  // of the last segment
  int64_t spilled_bytes_ = 0;
};

}  // namespace loopwright
