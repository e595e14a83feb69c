#pragma once

#include <algorithm>
#include <utility>

namespace loopwright {

/// A zero of `function` in [a, b], where it is not positive at a and not negative at b: halved
/// until no double lies between.
template <typename Function>
double Bisect(const Function& function, double a, double b) {
  for (int i = 0; i < 200; ++i) {
    const double middle = a + (b - a) / 2;
    if (middle == a || middle == b) break;
    (function(middle) < 0 ? a : b) = middle;
  }
  return b;
}

/// Where `function` is least in [a, b], of which it has one minimum, to within `tolerance`, or
/// until doubles lie no closer: by the golden section (Press et al.: Numerical Recipes, 10.2).
template <typename Function>
double MinimiseByGoldenSection(const Function& function, double a, double b, double tolerance) {
  constexpr double kGolden = 0.3819660112501051;
  double left = a + kGolden * (b - a), right = b - kGolden * (b - a);
  double at_left = function(left), at_right = function(right);
  while (b - a > tolerance && a < left && left < right && right < b) {
    if (at_left < at_right) {
      b = std::exchange(right, left);
      at_right = at_left;
      left = a + kGolden * (b - a);
      at_left = function(left);
    } else {
      a = std::exchange(left, right);
      at_left = at_right;
      right = b - kGolden * (b - a);
      at_right = function(right);
    }
  }
  return (a + b) / 2;
}

/// The same of a smooth function, whose values may be taken a little beyond the ends: at last by
/// the parabola through three places, which is exact to more digits. Where the function is least at
/// an end, as e^t in [0, 1] is, the lowest place of the parabola may be far outside, and counts for
/// no more than that little.
template <typename Function>
double Minimise(const Function& function, double a, double b) {
  const double near = 1e-4 * (b - a), reach = 4 * near;
  const double middle = MinimiseByGoldenSection(function, a, b, near);
  const double low = function(middle - reach), mid = function(middle);
  const double high = function(middle + reach);
  const double bend = low - 2 * mid + high;
  if (!(bend > 0)) return middle;
  return middle + std::clamp(reach * (low - high) / (2 * bend), -reach, reach);
}

}  // namespace loopwright
