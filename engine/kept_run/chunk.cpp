#include "engine/kept_run/chunk.h"

#include <zstd.h>

#include <limits>
#include <stdexcept>

#include "engine/common/bytes.h"
#include "engine/kept_run/hash.h"

namespace loopwright {
namespace {

constexpr size_t kKindBytes = 4;
constexpr size_t kHeadBytes = 24;       // kind, length, two checksums
constexpr size_t kHeadChecksumAt = 16;  // of what comes before it
constexpr size_t kMostContent = size_t{1} << 32;
// Level 1 compresses recordings as well as higher ones do, several times as fast.
constexpr int kCompressionLevel = 1;

std::string Compressed(std::string_view content) {
  std::string bytes(ZSTD_compressBound(content.size()), '\0');
  const size_t count =
      ZSTD_compress(bytes.data(), bytes.size(), content.data(), content.size(), kCompressionLevel);
  if (ZSTD_isError(count) != 0 || count > std::numeric_limits<uint32_t>::max()) {
    throw std::length_error("a chunk of a run's file is larger than 4 GB");
  }
  bytes.resize(count);
  return bytes;
}

std::optional<std::string> Decompressed(std::string_view bytes) {
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size >= kMostContent) return std::nullopt;  // also where the frame does not say it
  std::string content(size, '\0');
  const size_t count = ZSTD_decompress(content.data(), content.size(), bytes.data(), bytes.size());
  if (count != size) return std::nullopt;
  return content;
}

}  // namespace

// The head has a checksum of its own: a damaged length would otherwise send the reader anywhere.
std::string PackChunk(std::string_view kind, std::string_view content) {
  const std::string compressed = Compressed(content);
  BytesWriter numbers;
  numbers.Put(static_cast<uint32_t>(compressed.size()));
  numbers.Put(Checksum(compressed));
  const std::string head = std::string(kind) + numbers.bytes();
  BytesWriter checksum;
  checksum.Put(Checksum(head));
  return head + checksum.bytes() + compressed;
}

// Nothing is either the end, or a chunk that is cut off (a crash while it was written), or damage;
// is_damaged() tells the last from the others.
std::optional<Chunk> ChunkReader::Next() {
  const std::string_view rest = bytes_.substr(at_);
  if (rest.size() < kHeadBytes || is_damaged_) return std::nullopt;
  BytesReader head(rest.substr(kKindBytes, kHeadBytes));
  const auto length = head.Get<uint32_t>();
  const auto checksum = head.Get<uint64_t>();
  is_damaged_ = head.Get<uint64_t>() != Checksum(rest.substr(0, kHeadChecksumAt));
  if (is_damaged_ || rest.size() - kHeadBytes < length) return std::nullopt;
  const std::string_view compressed = rest.substr(kHeadBytes, length);
  is_damaged_ = Checksum(compressed) != checksum;
  if (is_damaged_) return std::nullopt;
  std::optional<std::string> content = Decompressed(compressed);
  is_damaged_ = !content.has_value();
  if (is_damaged_) return std::nullopt;
  at_ += kHeadBytes + length;
  return Chunk{rest.substr(0, kKindBytes), std::move(*content)};
}

}  // namespace loopwright
