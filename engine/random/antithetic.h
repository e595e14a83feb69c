#pragma once

#include <cstdint>

namespace loopwright {

/// Runs come in antithetic pairs: of run 2k and run 2k + 1 the draws are those of the source's run
/// k and their mirror images, u and 1 - u, x and -x. What rises with every draw in one of a pair
/// falls in the other, so the mean over pairs has less spread than over runs drawn apart.
///
/// Hammersley, Morton: A new Monte Carlo technique: antithetic variates (1956).

/// In the number of a RandomSource's run: the draws are mirrored.
inline constexpr uint64_t kMirroredRun = uint64_t{1} << 63;

/// In the place of that number: every draw is its mean. So a run shows what a linear diagram does
/// on average.
inline constexpr uint64_t kMeanRun = ~uint64_t{0};

/// The run of the RandomSource that run `run` draws from.
constexpr uint64_t AntitheticRun(uint64_t run) {
  return run / 2 | (run % 2 == 0 ? 0 : kMirroredRun);
}

}  // namespace loopwright
