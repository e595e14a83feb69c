#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loopwright {

/// @name The kinds of chunks in the file of a run
/// resources/docs/run-file.md says what each holds.
/// @{
inline constexpr std::string_view kBeginChunk = "BEGN";
inline constexpr std::string_view kRowsChunk = "ROWS";
inline constexpr std::string_view kEditChunk = "EDIT";
inline constexpr std::string_view kEndChunk = "ENDS";
/// @}

/// A chunk as it lies in the file: its head (kind, length, checksum of the content, checksum of the
/// head) and `content`, compressed.
std::string PackChunk(std::string_view kind, std::string_view content);

struct Chunk {
  std::string_view kind;
  std::string content;
};

/// Takes the chunks out of the bytes of a file, one after the other.
class ChunkReader {
 public:
  /// From byte `at` of `bytes`, which outlive the reader.
  ChunkReader(std::string_view bytes, size_t at) : bytes_(bytes), at_(at) {}

  /// The next chunk. Nothing at the end of the file, also where it ends in the middle of a chunk,
  /// as it does when the program that wrote it was ended; and nothing from a damaged chunk on.
  std::optional<Chunk> Next();

  /// Where the next chunk begins: how far the file was read.
  size_t offset() const { return at_; }
  /// Whether the chunk at offset() is there as a whole, but not as it was written.
  bool is_damaged() const { return is_damaged_; }

 private:
  std::string_view bytes_;
  size_t at_;
  bool is_damaged_ = false;
};

}  // namespace loopwright
