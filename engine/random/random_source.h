#pragma once

#include <cstdint>

namespace loopwright {

/// Which run of which study: the part of a draw's key that all streams of a context share.
struct RandomSource {
  uint64_t seed = 0;
  uint64_t run = 0;
};

}  // namespace loopwright
