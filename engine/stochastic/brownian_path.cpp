#include "engine/stochastic/brownian_path.h"

#include <cmath>

#include "engine/random/draw.h"

namespace loopwright {

BrownianPath::BrownianPath(uint64_t stream_key, int num_processes)
    : stream_key_(stream_key),
      rest_(static_cast<size_t>(num_processes)),
      step_(static_cast<size_t>(num_processes)) {}

void BrownianPath::Enter(RandomSource source, const CellPart& part, double cell_sec) {
  splits_ = 0;
  for (size_t i = 0; i < rest_.size(); ++i) {
    const uint64_t draw = Draw(part, i);
    double length = cell_sec;
    double increment = std::sqrt(length) * GaussianDraw(source, stream_key_, draw);
    for (int depth = 0; depth < part.level; ++depth) {
      const uint64_t below = part.index >> (part.level - depth - 1);
      const uint64_t node = (uint64_t{1} << depth) + (below >> 1);
      const double bridge =
          0.5 * std::sqrt(length) * GaussianDraw(source, stream_key_, {draw, 0, node});
      increment = 0.5 * increment + ((below & 1) == 0 ? bridge : -bridge);
      length *= 0.5;
    }
    rest_[i] = increment;
  }
}

// Given W(0) = 0 and W(r) = w, W(s) is normal with mean w s/r and variance s (r - s)/r.
void BrownianPath::Split(RandomSource source, const CellPart& part, double step_sec,
                         double rest_sec) {
  ++splits_;
  const double deviation = std::sqrt(step_sec * (rest_sec - step_sec) / rest_sec);
  for (size_t i = 0; i < rest_.size(); ++i) {
    step_[i] = rest_[i] * (step_sec / rest_sec) +
               deviation * GaussianDraw(source, stream_key_, {Draw(part, i), splits_, part.node()});
    rest_[i] -= step_[i];
  }
}

}  // namespace loopwright
