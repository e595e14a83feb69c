#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace loopwright {

/// A unit in the last place: from |x| to the next greater double. Not a number where `x` is not
/// finite.
inline double Ulp(double x) {
  const double size = std::abs(x);
  return std::bit_cast<double>(std::bit_cast<uint64_t>(size) + 1) - size;
}

}  // namespace loopwright
