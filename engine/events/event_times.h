#pragma once

#include <cstdint>
#include <vector>

namespace loopwright {

/// So many periods after its first time the time of a periodic event is still known exactly: beyond
/// 2^53 not every whole number is a double.
inline constexpr double kMostExactPeriods = 0x1p53;

/// The times of an event that happens more than once but not periodically, such as the breakpoints
/// of a table.
class EventTimes {
 public:
  /// `times_sec` are finite and strictly increasing, in seconds. A period > 0, which must be longer
  /// than from the first to the last of them, repeats them for ever in both directions of time:
  /// time number n*size + j, n any whole number, is fma(n, period_sec, times_sec[j]). Throws
  /// std::logic_error.
  explicit EventTimes(std::vector<double> times_sec, double period_sec = 0);

  const std::vector<double>& times_sec() const { return times_sec_; }
  /// 0 where the times do not repeat.
  double period_sec() const { return period_sec_; }

  /// Time number `number`; infinity beyond the last.
  double time_sec(int64_t number) const;
  /// The number of the first time that is not before `start_sec`: later, or the same instant
  /// (semantics 5). Beyond the last where there is none.
  int64_t FirstDue(double start_sec) const;

 private:
  std::vector<double> times_sec_;
  double period_sec_;
};

}  // namespace loopwright
