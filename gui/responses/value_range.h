#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gui/figures/paper_axis.h"

namespace loopwright {

/// From the least to the greatest of the values that were taken; those without bound count for
/// nothing.
struct ValueRange {
  double lower = std::numeric_limits<double>::infinity();
  double upper = -std::numeric_limits<double>::infinity();

  void take(double value) {
    if (!std::isfinite(value)) return;
    lower = std::min(lower, value);
    upper = std::max(upper, value);
  }
  void takeAll(const std::vector<double>& values) {
    for (const double value : values) take(value);
  }
  /// The range on an axis, with room around it, as part of it.
  void setOn(PaperAxis* axis, double room) const {
    if (lower > upper) return;
    double around = room * (upper - lower);
    if (around < 1e-9 * std::max(std::abs(lower), std::abs(upper)) || around == 0) {
      around = lower == 0 ? 1 : std::abs(lower) / 2;
    }
    axis->lower = lower - around;
    axis->upper = upper + around;
  }
};

}  // namespace loopwright
