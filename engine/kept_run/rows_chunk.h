#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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

}  // namespace loopwright
