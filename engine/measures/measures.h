#pragma once

#include <cstdint>
#include <limits>

namespace loopwright {

class SignalPart;

/// What can be said of a signal between two times in one number each. A number that does not exist
/// (the mean of nothing, the period of what does not repeat) is NaN.
struct Measures {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  double start = kNone;  ///< seconds: where the signal has its first value in the range
  double end = kNone;    ///< and its last one
  double first = kNone;
  double last = kNone;
  double mean = kNone;  ///< over time, of the held steps or the straight lines
  double rms = kNone;   ///< the root of the mean of the square over time
  double least = kNone;
  double least_time = kNone;  ///< seconds: where it is the first time
  double greatest = kNone;
  double greatest_time = kNone;
  double period = kNone;  ///< seconds, see MeasurePeriod()
  double frequency() const { return 1 / period; }
};

/// Measures a part of a signal: exactly where it is held, and of a continuous one exactly those of
/// the straight lines through its samples. Gaps (values that are not finite) count for nothing.
Measures Measure(const SignalPart& part);

/// The first time, seconds, at which a signal comes to a level from either side; NaN where it never
/// does. What begins on the level has not come to it.
double FirstCrossing(const SignalPart& part, double level);

/// How often a signal rises from below a level to it. Of a signal that is 0 or 1, with the level
/// 0.5, how often it becomes 1.
int64_t CountRises(const SignalPart& part, double level);

/// The mean time between the rises of a signal through the middle between its least value and its
/// greatest one, seconds, as oscilloscopes measure it (IEEE Std 181: the mid-reference level). A
/// rise counts once the signal has been a tenth of its whole swing below the middle and then gets
/// as far above it, so that noise around the middle is no period. Where it rises less than twice
/// the falls are taken; NaN where it does not fall twice either.
double MeasurePeriod(const SignalPart& part, double least, double greatest);

}  // namespace loopwright
