#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace loopwright {

/// The crossover that a margin of a loop belongs to: the one whose own margin is nearest to it;
/// null where there is none, or the margin is infinite.
template <typename Crossing>
const Crossing* crossingOf(const std::vector<Crossing>& all, double Crossing::*margin,
                           double value) {
  const auto found = std::min_element(all.begin(), all.end(), [&](const auto& a, const auto& b) {
    return std::abs(a.*margin - value) < std::abs(b.*margin - value);
  });
  return found == all.end() || !std::isfinite(value) ? nullptr : &*found;
}

}  // namespace loopwright
