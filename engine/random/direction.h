#pragma once

#include <cstdint>

namespace loopwright {

/// The next of a sequence of numbers that look random and are the same in each run: uniform in
/// [-1, 1). It serves to look at points beside a given one in no special direction, for example to
/// tell two thresholds apart that meet there; what a diagram draws comes from Philox (draw.h).
/// `state` is any number at the start. The generator is the linear congruential one of MMIX
/// (Knuth, The Art of Computer Programming, volume 2, 3rd edition, section 3.3.4, table 1).
inline double NextDirection(uint64_t* state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<double>(*state >> 11) * 0x1p-52 - 1;
}

}  // namespace loopwright
