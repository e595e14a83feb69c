#include "engine/common/one_instant.h"

#include <algorithm>
#include <cmath>

#include "engine/common/ulp.h"

namespace loopwright {

bool IsOneInstant(double a_sec, double b_sec, double period_sec) {
  constexpr double kRelative = 1e-12;
  constexpr double kUlps = 8;
  const double size = std::max(std::abs(a_sec), std::abs(b_sec));
  // An ulp is at most 2^-52 of the number: nearly all pairs are told apart by that alone.
  if (std::isinf(size)) return a_sec == b_sec;
  const double distance = std::abs(a_sec - b_sec);
  if (distance > kRelative * period_sec && distance > kUlps * 0x1p-52 * size) return false;
  return distance <= std::max(kRelative * period_sec, kUlps * Ulp(size));
}

}  // namespace loopwright
