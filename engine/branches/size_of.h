#pragma once

#include <algorithm>
#include <cmath>

#include "engine/scalar/autodiff.h"

namespace loopwright {

/// How large a number is, and, of an AutoDiff, the largest of its value and its derivatives: a
/// search that ends when this is small has found the derivatives of its solution as well.
inline double SizeOf(double x) { return std::abs(x); }
inline double SizeOf(const AutoDiff& x) {
  double size = std::abs(x.value());
  for (const double d : x.derivatives()) size = std::max(size, std::abs(d));
  return size;
}

}  // namespace loopwright
