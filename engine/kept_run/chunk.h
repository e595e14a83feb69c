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

/// @name Numbers in chunks, little-endian
/// @{
void AppendUint32(uint32_t value, std::string* bytes);
void AppendUint64(uint64_t value, std::string* bytes);

/// Takes numbers and texts from the front of bytes; whoever reads beyond their end gets zeros and
/// nothing, and is_good() is false from then on.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  uint32_t Uint32();
  uint64_t Uint64();
  std::string_view Take(uint64_t count);
  bool is_good() const { return is_good_; }
  size_t left() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
  bool is_good_ = true;
};
/// @}

}  // namespace loopwright
