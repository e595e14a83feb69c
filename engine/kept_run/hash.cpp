#include "engine/kept_run/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <bit>

namespace loopwright {
namespace {

static_assert(std::endian::native == std::endian::little, "files of runs are little-endian");

std::string Hexadecimal(const XXH128_hash_t& hash) {
  constexpr char kDigits[] = "0123456789abcdef";
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, hash);
  std::string text;
  for (const unsigned char byte : bytes.digest) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace

uint64_t Checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string HashOf(std::string_view bytes) {
  return Hexadecimal(XXH3_128bits(bytes.data(), bytes.size()));
}

struct RowDigest::State {
  XXH3_state_t hash;
};

RowDigest::RowDigest() : state_(std::make_unique<State>()) {
  XXH3_INITSTATE(&state_->hash);
  XXH3_128bits_reset(&state_->hash);
}
RowDigest::~RowDigest() = default;

void RowDigest::Add(double time, Side side, std::span<const double> values) {
  const double head[] = {time, static_cast<double>(side)};
  XXH3_128bits_update(&state_->hash, head, sizeof head);
  XXH3_128bits_update(&state_->hash, values.data(), values.size_bytes());
}

std::string RowDigest::value() const { return Hexadecimal(XXH3_128bits_digest(&state_->hash)); }

}  // namespace loopwright
