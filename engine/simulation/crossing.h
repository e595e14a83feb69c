#pragma once

#include <cmath>

namespace loopwright::internal {

/// Where a function of time changes its sign: between `low`, where it has not, and `high`, where it
/// has. A third point, outside of these two, helps to find out more; it is `low` where there is
/// none. Times in seconds. A simulator has one for each witness function that changed its sign
/// within a step; `low` and `high` are then two of the points at which the step was read.
struct Crossing {
  /// A reading of the function.
  struct Point {
    double time, value;
  };
  Point low, high, third;

  /// The crossing lies in (low, high], so this is how far it is from being known.
  double width() const { return high.time - low.time; }

  /// A zero, and the slope there.
  struct Zero {
    double time, slope;
  };
  /// Of the parabola through the three points, between `low` and `high` (Muller's method:
  /// Mathematical Tables and Other Aids to Computation 10 (1956) 208-215), or of the line where
  /// there is no third or its numbers are too large. Not a number where a value is not finite.
  Zero Estimate() const {
    // low.value + b s + c s², s from `low`; b, c and all else times a scale > 0, which spares
    // divisions.
    const double w = width(), rise = high.value - low.value;
    double scale = w, b = rise, c = 0;
    if (third.time != low.time) {
      const double d = third.time - low.time, third_rise = third.value - low.value;
      scale = w * d * (d - w);
      b = rise * d * d - third_rise * w * w;
      c = third_rise * w - rise * d;
    }
    const double scaled = scale * low.value;
    const double slope = std::copysign(std::sqrt(b * b - 4 * c * scaled), low.value);
    const double t = low.time + 2 * scaled / (slope - b);
    if (std::isnan(t)) [[unlikely]]
      return {low.time - low.value / rise * w, rise / w};
    return {t, slope / scale};
  }

  /// A new reading takes the place of the end whose sign it has; that end becomes the third point.
  void Replace(bool has_triggered, Point at) {
    Point& end = has_triggered ? high : low;
    third = end;
    end = at;
  }
};

/// Narrows the crossing down to `tolerance_sec`: by estimates, and by a bisection whenever three of
/// them (after the first bisection, one) have not halved it, so that a jump is found as well.
/// `value(t)` is the function, `has_triggered(value)` whether it has changed its sign. An estimate
/// is read a little before itself. Where that is nearly zero, the next reading is a little after:
/// the one does not wait for the other then, and the last one is at `high`. For example sin(t)
/// between 3 and 3.3 s with a tolerance of 1e-13 s takes a handful of readings, where bisection
/// alone would take about 40.
template <typename Value, typename HasTriggered>
void Narrow(Crossing* crossing, double tolerance_sec, const Value& value,
            const HasTriggered& has_triggered) {
  // So many estimates before a bisection.
  constexpr int kMostEstimates = 3;
  const double margin = 0.4 * tolerance_sec;
  const auto read = [&](double t) {
    const double f = value(t);
    crossing->Replace(has_triggered(f), {t, f});
    return f;
  };
  int estimates_left = kMostEstimates;
  double halved = 0.5 * crossing->width();
  // Each pass takes one reading, or two close to each other.
  while (crossing->width() > tolerance_sec) {
    const double low = crossing->low.time, high = crossing->high.time;
    const Crossing::Zero zero = crossing->Estimate();
    const bool bisects = estimates_left-- == 0 || std::isnan(zero.time);
    double t = zero.time - margin;
    // The reading stays away from the ends, so that each one narrows the interval.
    bool is_estimate = false;
    if (bisects) {
      t = low + 0.5 * (high - low);
      estimates_left = 1;
    } else if (t < low + margin) {
      t = low + 2 * margin;
    } else if (t > high - 2 * margin) {
      t = high - 2 * margin;
    } else {
      is_estimate = true;
    }
    // There is no number between them.
    if (t <= low || t >= high) return;
    const double f = read(t);
    // The estimate is good: the second reading closes the interval from the other side.
    if (is_estimate && std::abs(f) < std::abs(zero.slope) * tolerance_sec) {
      const double other = crossing->high.time == t ? t - 2 * margin : t + 2 * margin;
      if (other > crossing->low.time && other < crossing->high.time) read(other);
    }
    if (crossing->width() <= halved) {
      halved = 0.5 * crossing->width();
      if (!bisects) estimates_left = kMostEstimates;
    }
  }
}

}  // namespace loopwright::internal
