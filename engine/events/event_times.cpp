#include "engine/events/event_times.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "engine/common/one_instant.h"
#include "engine/text/number_format.h"

namespace loopwright {

// The comparison is written so that a time that is not a number is refused as well.
EventTimes::EventTimes(std::vector<double> times_sec, double period_sec)
    : times_sec_(std::move(times_sec)), period_sec_(period_sec) {
  const auto is_wrong = [](double a, double b) { return !(a < b) || !std::isfinite(b); };
  const bool increasing =
      std::adjacent_find(times_sec_.begin(), times_sec_.end(), is_wrong) == times_sec_.end() &&
      (times_sec_.empty() || std::isfinite(times_sec_.front()));
  if (!increasing) throw std::logic_error("EventTimes: the times must be finite and increase");
  if (period_sec == 0 || times_sec_.empty()) return;
  if (!(period_sec > times_sec_.back() - times_sec_.front()) || !std::isfinite(period_sec)) {
    throw std::logic_error("EventTimes: the period must be longer than the times last");
  }
}

// With 3 times a period, number -1 is the last time of the cycle before: cycle -1, element 2. C++
// rounds quotients towards zero, so negative numbers need one less.
double EventTimes::time_sec(int64_t number) const {
  const auto size = static_cast<int64_t>(times_sec_.size());
  if (period_sec_ == 0 || size == 0) {
    return number < size ? times_sec_[std::max<int64_t>(number, 0)]
                         : std::numeric_limits<double>::infinity();
  }
  const int64_t cycle = number / size - (number % size < 0 ? 1 : 0);
  return std::fma(static_cast<double>(cycle), period_sec_, times_sec_[number - cycle * size]);
}

// Finds the cycle by a division and the place in it by bisection, and then moves by single steps to
// where it belongs, since the division is rounded.
int64_t EventTimes::FirstDue(double start_sec) const {
  if (times_sec_.empty()) return 0;
  int64_t number = 0;
  double start_in_cycle = start_sec;
  if (period_sec_ > 0) {
    const double cycle = std::floor((start_sec - times_sec_.front()) / period_sec_);
    if (!(std::abs(cycle) < kMostExactPeriods / static_cast<double>(times_sec_.size()))) {
      throw std::runtime_error("a table of " + FormatNumber(period_sec_) +
                               " s is too short to be repeated in a run that starts at " +
                               FormatNumber(start_sec) + " s: its events cannot be counted");
    }
    start_in_cycle = std::fma(-cycle, period_sec_, start_sec);
    number = static_cast<int64_t>(cycle) * static_cast<int64_t>(times_sec_.size());
  }
  number +=
      std::lower_bound(times_sec_.begin(), times_sec_.end(), start_in_cycle) - times_sec_.begin();
  // Rounding may have put it off by one, and one before may be the same instant.
  const auto is_due = [&](int64_t k) {
    const double time = time_sec(k);
    return time >= start_sec || IsOneInstant(time, start_sec, period_sec_);
  };
  const bool repeats = period_sec_ > 0;
  while ((repeats || number > 0) && is_due(number - 1)) --number;
  while (!is_due(number)) ++number;
  return number;
}

}  // namespace loopwright
