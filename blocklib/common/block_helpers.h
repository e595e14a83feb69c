#pragma once

#include <string>

namespace loopwright {

/// The name of the port or variable number `index` (from 0) of a series: `u1`, `u2`, …
inline std::string NumberedPort(const std::string& prefix, int index) {
  return prefix + std::to_string(index + 1);
}

}  // namespace loopwright
