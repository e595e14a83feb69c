#include "engine/common/spill_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "engine/common/exceptions.h"

namespace loopwright {
namespace {

// The file grows by so much, or by what is asked for where that is more.
constexpr size_t kSegmentBytes = size_t{16} << 20;

}  // namespace

SpillMemory::SpillMemory(std::string folder, size_t kept_bytes)
    : folder_(std::move(folder)), kept_bytes_left_(kept_bytes) {}

SpillMemory::~SpillMemory() {
  for (const Segment& segment : segments_) munmap(segment.memory, segment.bytes);
  if (descriptor_ >= 0) close(descriptor_);
}

// Ordinary memory as long as there is some left to keep, then pieces of a file that is mapped into
// memory, which the system can write out when memory becomes short.
double* SpillMemory::Allocate(size_t count) {
  const size_t bytes = count * sizeof(double);
  if (bytes <= kept_bytes_left_) {
    kept_bytes_left_ -= bytes;
    kept_.push_back(std::make_unique_for_overwrite<double[]>(count));
    return kept_.back().get();
  }
  kept_bytes_left_ = 0;
  if (segments_.empty() || used_bytes_ + bytes > segments_.back().bytes) {
    MapSegment(std::max(bytes, kSegmentBytes));
  }
  double* const place = segments_.back().memory + used_bytes_ / sizeof(double);
  used_bytes_ += bytes;
  return place;
}

// The file grows by a segment. Its place on the disk is taken at once: a disk that is full is told
// here, not when something is written.
void SpillMemory::MapSegment(size_t bytes) {
  if (descriptor_ < 0) {
    std::string name = folder_ + "/.loopwright-XXXXXX";
    descriptor_ = mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0) Fail();
    unlink(name.c_str());
  }
  const size_t page = sysconf(_SC_PAGESIZE);
  bytes = (bytes + page - 1) / page * page;
  const off_t begin = spilled_bytes_;
  errno = posix_fallocate(descriptor_, begin, static_cast<off_t>(bytes));
  if (errno != 0) Fail();
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, begin);
  if (memory == MAP_FAILED) Fail();
  // What is full is hardly looked at before the end: it need not stay in memory.
  if (segments_.size() > 1) {
    const Segment& full = segments_[segments_.size() - 2];
    madvise(full.memory, full.bytes, MADV_DONTNEED);
  }
  segments_.push_back({static_cast<double*>(memory), bytes});
  spilled_bytes_ += static_cast<int64_t>(bytes);
  used_bytes_ = 0;
}

void SpillMemory::Fail() const {
  throw FileError("Cannot keep results in " + folder_ + ": " +
                  std::generic_category().message(errno));
}

}  // namespace loopwright
