#pragma once

#include <bit>
#include <cstdint>

namespace loopwright {

/// Whether two numbers are one to the last bit: 0 and -0 are not, a NaN and its copy are.
inline bool HasSameBits(double a, double b) {
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

}  // namespace loopwright
