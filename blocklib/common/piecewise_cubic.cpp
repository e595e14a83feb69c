#include "blocklib/common/piecewise_cubic.h"

#include <algorithm>
#include <cmath>

#include "blocklib/common/cubic_spline.h"
#include "engine/common/checks.h"

namespace loopwright {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// The slopes of the chords between neighbouring points.
VectorXd Chords(const VectorXd& x, const VectorXd& y) {
  const Index n = x.size();
  return (y.tail(n - 1) - y.head(n - 1)).cwiseQuotient(x.tail(n - 1) - x.head(n - 1));
}

// The slopes of the cubic spline through the points, in Eigen's types.
VectorXd NotAKnotSlopes(const VectorXd& x, const VectorXd& y) {
  const std::vector<double> slopes = SplineSlopes({x.data(), static_cast<size_t>(x.size())},
                                                  {y.data(), static_cast<size_t>(y.size())});
  return Eigen::Map<const VectorXd>(slopes.data(), x.size());
}

}  // namespace

// Appends a piece. Its degree is noted, so that a constant piece gives its value even where s is
// infinite: inf * 0 would be no number.
void PiecewiseCubic::Add(double origin, double c0, double c1, double c2, double c3) {
  pieces_.push_back({origin, {c0, c1, c2, c3}, c3 != 0 ? 3 : c2 != 0 ? 2 : c1 != 0 ? 1 : 0});
}

// Constant pieces that meet half way between two points. The halves are added separately, as the
// sum of two large breakpoints may overflow.
void PiecewiseCubic::AddNearest(const VectorXd& breakpoints, const VectorXd& values) {
  for (Index i = 0; i < values.size(); ++i) {
    if (i > 0) bounds_.push_back(0.5 * breakpoints[i - 1] + 0.5 * breakpoints[i]);
    Add(breakpoints[i], values[i], 0, 0, 0);
  }
}

// The cubics with the values and slopes at the points (Hermite).
void PiecewiseCubic::AddCubics(const VectorXd& breakpoints, const VectorXd& values,
                               const VectorXd& slopes) {
  const VectorXd chords = Chords(breakpoints, values);
  for (Index i = 0; i + 1 < values.size(); ++i) {
    if (i > 0) bounds_.push_back(breakpoints[i]);
    const double h = breakpoints[i + 1] - breakpoints[i];
    const double bend = (slopes[i] + slopes[i + 1] - 2 * chords[i]) / h;
    Add(breakpoints[i], values[i], slopes[i], (chords[i] - slopes[i]) / h - bend, bend / h);
  }
}

// First the pieces between the points, which reach to infinity on both sides. Unless they are the
// wanted extrapolation themselves, two more are put around them: one before the first point and one
// behind the last, with slope zero or the end slopes. The first of them is appended and then
// rotated to the front.
PiecewiseCubic PiecewiseCubic::Interpolate(const VectorXd& breakpoints, const VectorXd& values,
                                           Interpolation interpolation,
                                           Extrapolation extrapolation) {
  const Index n = breakpoints.size();
  LOOPWRIGHT_THROW_UNLESS(n > 0 && values.size() == n);
  PiecewiseCubic result;
  if (n == 1) {
    result.Add(breakpoints[0], values[0], 0, 0, 0);
    return result;
  }
  const VectorXd chords = Chords(breakpoints, values);
  double first_slope = chords[0];
  double last_slope = chords[n - 2];
  if (interpolation == Interpolation::kNearest) {
    result.AddNearest(breakpoints, values);
    if (extrapolation == Extrapolation::kHold) return result;
  } else if (interpolation == Interpolation::kLinear) {
    for (Index i = 0; i + 1 < n; ++i) {
      if (i > 0) result.bounds_.push_back(breakpoints[i]);
      result.Add(breakpoints[i], values[i], chords[i], 0, 0);
    }
    if (extrapolation == Extrapolation::kLinear) return result;
  } else {
    const VectorXd slopes = NotAKnotSlopes(breakpoints, values);
    first_slope = slopes[0];
    last_slope = slopes[n - 1];
    result.AddCubics(breakpoints, values, slopes);
  }
  if (extrapolation == Extrapolation::kHold) first_slope = last_slope = 0;
  result.bounds_.insert(result.bounds_.begin(), breakpoints[0]);
  result.bounds_.push_back(breakpoints[n - 1]);
  result.Add(breakpoints[n - 1], values[n - 1], last_slope, 0, 0);
  result.Add(breakpoints[0], values[0], first_slope, 0, 0);
  std::rotate(result.pieces_.begin(), result.pieces_.end() - 1, result.pieces_.end());
  return result;
}

bool PiecewiseCubic::is_finite() const {
  return std::all_of(pieces_.begin(), pieces_.end(), [](const Piece& piece) {
    return std::all_of(std::begin(piece.c), std::end(piece.c),
                       [](double c) { return std::isfinite(c); });
  });
}

// The number of bounds that are not above u.
int64_t PiecewiseCubic::FindPiece(double u) const {
  return std::upper_bound(bounds_.begin(), bounds_.end(), u) - bounds_.begin();
}

}  // namespace loopwright
