#pragma once

#include <algorithm>
#include <cstdlib>

namespace loopwright {

/// LOOPWRIGHT_RANDOM_SCALE, the part of its draws that a randomised test makes (0.05 where it is
/// not set).
inline double RandomScale() {
  constexpr double kUsualScale = 0.05;
  const char* given = std::getenv("LOOPWRIGHT_RANDOM_SCALE");
  return given != nullptr ? std::atof(given) : kUsualScale;
}

/// How many draws a randomised test makes: the scale's part of `full` of them, and at least one.
inline int RandomCount(int full) { return std::max(1, static_cast<int>(full * RandomScale())); }

/// Whether a statistic of draws is to be judged. With less than the usual scale, under the
/// sanitizers, a test runs the code that its draws go through and no more.
inline bool DrawsAreJudged() { return RandomScale() >= 0.05; }

/// How many draws a test makes whose statistic needs all of them: `full`, and a fiftieth of them
/// where draws are not judged.
inline int JudgedCount(int full) { return DrawsAreJudged() ? full : std::max(1, full / 50); }

/// The seed that a randomised test begins with: LOOPWRIGHT_RANDOM_SEED, or `usual`.
inline int RandomSeed(int usual) {
  const char* given = std::getenv("LOOPWRIGHT_RANDOM_SEED");
  return given != nullptr ? std::atoi(given) : usual;
}

}  // namespace loopwright
