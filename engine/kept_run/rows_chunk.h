#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/kept_run/hash.h"

namespace loopwright {

class Recording;

/// How many rows a chunk of a recording with so many columns has at most: about a mebibyte.
int64_t MostRowsOfChunk(int columns);

/// Rows [begin, end) of a recording as the content of a chunk, column by column so that values
/// which are like each other lie together. Of each value the difference of its bits to those of the
/// value before it is kept, as a whole number modulo 2⁶⁴, and of these numbers first all lowest
/// bytes, then all second ones, and so on: a signal that is held becomes zeros, one that moves
/// smoothly has its high bytes nearly alike, and both are then compressed well. No bit is lost.
std::string EncodeRows(const Recording& recording, int64_t begin, int64_t end);

/// Appends the rows of such a content to `recording`. False, and nothing appended, where it is none
/// that goes on where the recording ends.
bool DecodeRows(std::string_view content, Recording* recording);

/// Makes chunks of the rows of a recording, in their order, and the digest of them all.
class RowsPacker {
 public:
  explicit RowsPacker(int columns);

  /// Hands the rows up to `end` that were not packed yet to `write`, a chunk at a time.
  void Pack(const Recording& recording, int64_t end,
            const std::function<void(std::string_view)>& write);
  /// How many rows were packed.
  int64_t rows() const { return rows_; }
  int64_t most_rows_of_chunk() const { return most_rows_; }
  /// Of the rows that were packed.
  std::string digest() const { return digest_.value(); }

 private:
  int64_t rows_ = 0;
  int64_t most_rows_;
  RowDigest digest_;
  std::vector<double> row_;
};

}  // namespace loopwright
