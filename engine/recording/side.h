#pragma once

#include <cstdint>

namespace loopwright {

/// Which of the two values at an instant: x⁻, before the updates due then (also the ordinary value
/// where nothing is updated), or x⁺, after them. Results write `-` and `+`.
enum class Side : int8_t { kBefore = -1, kAfter = 1 };

}  // namespace loopwright
