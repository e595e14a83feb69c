#pragma once

#include <functional>
#include <utility>

namespace loopwright {

/// Keeps simulated time from running ahead of a clock: with a rate of r, r simulated seconds take
/// at least one second of the clock. Where computing takes longer the simulation falls behind and
/// catches up as soon as it can.
class RealtimePace {
 public:
  /// Seconds on a clock that never goes back, and what waits until a time on it.
  struct Clock {
    std::function<double()> now_sec;
    std::function<void(double clock_sec)> sleep_until;
  };

  /// Paces by the machine's steady clock.
  RealtimePace();
  /// Paces by another clock, from Start() on.
  void set_clock(Clock clock) { clock_ = std::move(clock); }

  /// Simulated seconds for each second of the clock; 0: as fast as possible. std::logic_error for a
  /// negative rate or one that is not finite.
  void set_target_rate(double rate);
  double target_rate() const { return target_rate_; }
  bool is_on() const { return target_rate_ > 0; }

  /// Simulated time is `time_sec` now: both times are counted from here.
  void Start(double time_sec);
  /// Waits until the clock has come as far as it should at this simulated time.
  void Wait(double time_sec) const;
  /// Simulated seconds per second of the clock since Start(); not a number before, and as long as
  /// the clock has not moved.
  double CalcActualRate(double time_sec) const;

 private:
  Clock clock_;
  double target_rate_ = 0;
  bool is_started_ = false;
  double start_time_sec_ = 0, start_clock_sec_ = 0;
};

}  // namespace loopwright
