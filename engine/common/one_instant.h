#pragma once

#include <algorithm>
#include <cmath>

namespace loopwright {

namespace internal {
/// Two times are one instant where they are closer than this part of the period …
inline constexpr double kInstantPart = 1e-12;
/// … or than so many units in the last place of the later one.
inline constexpr double kInstantUlps = 8;
/// IsOneInstant() of times that are so close that the size of a unit in the last place decides, or
/// one of which is infinite.
bool IsOneInstantClosely(double a_sec, double b_sec, double period_sec);
/// Times that lie farther apart than this are never one instant, seconds. `time_sec` is the larger
/// one in size.
[[gnu::always_inline]] inline double InstantTolerance(double time_sec, double period_sec) {
  // A unit in the last place is at most 2^-52 of the number.
  return std::max(kInstantPart * period_sec, kInstantUlps * 0x1p-52 * std::abs(time_sec));
}
}  // namespace internal

/// Whether two times are one instant (semantics 5), where `period_sec` is the longer of the
/// periods of what happens then; 0 where nothing periodic does.
///
/// What tells nearly all pairs apart is always in line, as it is a part of the loop from one
/// instant to the next: a sampled loop of four blocks takes 6 % longer where it is called
/// (benchmark idle_blocks, "10 kHz loop alone").
[[gnu::always_inline]] inline bool IsOneInstant(double a_sec, double b_sec, double period_sec) {
  const double size = std::max(std::abs(a_sec), std::abs(b_sec));
  if (std::abs(a_sec - b_sec) > internal::InstantTolerance(size, period_sec)) return false;
  return internal::IsOneInstantClosely(a_sec, b_sec, period_sec);
}

/// A time counted from the beginning of its period, 0 ≤ t < `period_sec`; what is one instant with
/// a beginning, on either side of it, is at 0. Of 0.5 and −0.1 in a period of 0.2: 0.1 for both.
double TimeInPeriod(double time_sec, double period_sec);

}  // namespace loopwright
