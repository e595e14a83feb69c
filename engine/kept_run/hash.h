#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/recording/side.h"

namespace loopwright {

/// XXH3 of 64 bits: tells a chunk that was damaged on the disk. It is no defence against forgery.
uint64_t Checksum(std::string_view bytes);

/// XXH3 of 128 bits as 32 hexadecimal digits: what `xxhsum -H2 FILE` prints for a file of these
/// bytes.
std::string HashOf(std::string_view bytes);

/// The digest of a recording, added to row after row: the same hash of the rows one after the
/// other, each its time (seconds), its side (-1 or 1) and its values, as little-endian doubles of 8
/// bytes. Two runs with the same digest recorded the same bits.
class RowDigest {
 public:
  RowDigest();
  ~RowDigest();
  RowDigest(const RowDigest&) = delete;
  RowDigest& operator=(const RowDigest&) = delete;

  void Add(double time, Side side, std::span<const double> values);
  /// Of the rows so far.
  std::string value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace loopwright
