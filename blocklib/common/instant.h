#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace loopwright {

/// Whether the time `a` lies before `b` and is not the same instant (semantics 5: times that differ
/// by at most 1e-12 of a period, or 8 units in the last place, are one). Seconds; infinite times
/// are compared as they are.
///
/// Sources and delays ask this where a plain `<` would take two computations of one instant, such
/// as 3*0.1 and 0.3, for two.
inline bool IsBefore(double a_sec, double b_sec, double period_sec = 0) {
  const double ulp =
      std::numeric_limits<double>::epsilon() *
      std::max({std::abs(a_sec), std::abs(b_sec), std::numeric_limits<double>::min()});
  if (std::isinf(a_sec) || std::isinf(b_sec)) return a_sec < b_sec;
  return b_sec - a_sec > std::max(1e-12 * period_sec, 8 * ulp);
}

}  // namespace loopwright
