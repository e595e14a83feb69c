#pragma once

#include <algorithm>
#include <cstdlib>

namespace loopwright {

/// How many draws a randomised test makes: `full` of them times LOOPWRIGHT_RANDOM_SCALE, which is
/// 0.05 where it is not set, but no fewer than `least`, which a statistic may need to say anything.
inline int RandomCount(int full, int least = 1) {
  constexpr double kUsualScale = 0.05;
  const char* given = std::getenv("LOOPWRIGHT_RANDOM_SCALE");
  const double scale = given != nullptr ? std::atof(given) : kUsualScale;
  return std::max(least, static_cast<int>(full * scale));
}

/// The seed that a randomised test begins with: LOOPWRIGHT_RANDOM_SEED, or `usual`.
inline int RandomSeed(int usual) {
  const char* given = std::getenv("LOOPWRIGHT_RANDOM_SEED");
  return given != nullptr ? std::atoi(given) : usual;
}

}  // namespace loopwright
