#pragma once

#include <limits>
#include <optional>

namespace loopwright {

class SignalPart;

/// How a signal goes from one value to another, with the names and definitions of MATLAB's
/// `stepinfo` (Control System Toolbox, release R2021b and later): RiseTime is `rise_time`, and so
/// on. Times are seconds from the beginning of the range; a number that does not exist is NaN.
///
/// With the initial value y₀, the final value y₁ and the error e = |y − y₁|:
struct StepInfo {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  double rise_time = kNone;       ///< from 10 % to 90 % of the way from y₀ to y₁
  double transient_time = kNone;  ///< from then on e stays within 2 % of the greatest e
  double settling_time = kNone;   ///< from then on e stays within 2 % of |y₁ − y₀|
  double settling_min = kNone;    ///< the least y once it has risen (to 90 %)
  double settling_max = kNone;    ///< the greatest y once it has risen
  double overshoot = kNone;       ///< how far y goes beyond y₁, per cent of |y₁ − y₀|, or 0
  double undershoot = kNone;      ///< how far y goes to the other side of y₀, per cent, or 0
  double peak = kNone;            ///< the greatest |y|
  double peak_time = kNone;       ///< where |y| is the greatest
};

/// The time, seconds, from which on a signal stays within `band` of `target` to the end of the
/// range; NaN where it ends outside. For example 2 for a ramp of slope 1 from 0 to 3 at 3 s, target
/// 3 and band 1.
double SettledFrom(const SignalPart& part, double target, double band);

/// What stepinfo is told.
struct StepInfoOptions {
  /// y₀; not given: the first value of the range, at an update instant the one before it.
  /// (stepinfo takes 0.)
  std::optional<double> initial_value = std::nullopt;
  /// y₁; not given: the last value of the range.
  std::optional<double> final_value = std::nullopt;
  double settling_threshold = 0.02;
  double rise_lower = 0.1;
  double rise_upper = 0.9;
};

/// Measures a part of a signal as the response to a step. A part without a value, or one that ends
/// where it began (y₀ = y₁, but for rounding errors), has no times, no overshoot and no undershoot.
StepInfo MeasureStep(const SignalPart& part, const StepInfoOptions& options = {});

}  // namespace loopwright
