#pragma once

#include <span>
#include <vector>

namespace loopwright {

/// The slopes at `knots` of the cubic spline through the points (knots[i], values[i]): twice
/// continuously differentiable, with the not-a-knot condition, so that points of a cubic polynomial
/// give that polynomial (C. de Boor, A Practical Guide to Splines, chapter IV). Three points give
/// the parabola, two the line, one the slope 0. Knots increase strictly; there are as many values.
std::vector<double> SplineSlopes(std::span<const double> knots, std::span<const double> values);

/// The cubic polynomial with the values y0, y1 and the slopes m0, m1 (doubles) at the ends of an
/// interval of length `h`, at `x` from its beginning; exactly y0 at x = 0.
template <typename T>
T HermiteCubic(const T& x, double h, double y0, double y1, double m0, double m1) {
  const double slope = (y1 - y0) / h;
  const T s = x / h;
  return y0 + x * (m0 + s * ((3 * slope - 2 * m0 - m1) + s * (m0 + m1 - 2 * slope)));
}

}  // namespace loopwright
