#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "engine/common/one_instant.h"
#include "engine/context/plan.h"
#include "engine/events/event.h"

namespace loopwright {

/// The timed events of a diagram. Events of one period and offset form a rate group; a heap of
/// groups gives the next instant, so a step costs what is due in it. A time is computed from its
/// number, fma(k, period, offset), and never added up, so that 0.01 s and 0.03 s meet for ever
/// (semantics 5).
template <typename T>
class EventCalendar {
 public:
  /// What happens at one instant. Events are numbers in the plan's list, in build order.
  struct Instant {
    /// Seconds; infinity where nothing is to come.
    double time = std::numeric_limits<double>::infinity();
    double longest_period = 0;
    bool is_log_time = false;
    /// A step ends here and integration starts anew.
    bool is_corner = false;
    std::vector<int> publish, discrete, unrestricted;
    std::vector<int> groups;

    /// Whether anything is due that changes state, or that only looks.
    bool has_updates() const { return !discrete.empty() || !unrestricted.empty(); }
    bool has_publishes() const { return is_log_time || !publish.empty(); }
  };

  /// The events of `plan`, and log times at multiples of the interval, where there is one.
  EventCalendar(const Plan<T>& plan, std::optional<double> log_interval_sec);

  /// Goes to the first instant at or after `start_sec`. std::runtime_error where a period is so
  /// short that its number at that time is beyond 2^53.
  void Start(double start_sec);
  /// What is due next; it stays until Advance().
  const Instant& next() const { return next_; }
  /// The time of next() is this one instead, which is the same instant.
  void MergeNextWith(double time_sec) { next_.time = time_sec; }
  /// Goes to the instant after next().
  void Advance();
  /// Whether the rate group of next() comes alone, and comes again alone before `limit_sec`: what
  /// happens then is what next() says already.
  bool Repeats(double limit_sec) const { return RepeatTime(limit_sec) < limit_sec; }
  /// Advance() where that is so; returns whether it is.
  bool Repeat(double limit_sec);
  /// A time before which Repeat(limit_sec) is certain to be true for the rate group of next(): no
  /// other group's time, nor the limit, is so near that it could be the same instant. Seconds;
  /// minus infinity where nothing is certain.
  double AloneUntil(double limit_sec) const;
  /// Repeat() before AloneUntil(), without looking at anything else: a loop at one rate goes from
  /// instant to instant with one multiplication. (That makes "10 kHz loop alone" of
  /// loopwright_benchmarks, idle_blocks, faster by more than a fifth.)
  bool RepeatBefore(double alone_until_sec) {
    if (!(next_.time < alone_until_sec)) return false;
    Group& group = groups_[next_.groups.front()];
    const double time = group.TimeOf(group.k + 1);
    if (!(time < alone_until_sec)) return false;
    ++group.k;
    next_.time = group.time = time;
    return true;
  }

 private:
  struct Group {
    double period = 0;  ///< infinity: once, at `offset`
    double offset = 0;
    const EventTimes* times = nullptr;  ///< in place of period and offset
    bool is_log = false;
    bool is_corner = false;
    /// Of log times alone: the longest period of all else. How far apart two times may be and still
    /// be one instant follows from how fast things happen, and not from how seldom they are logged.
    double most_instant_scale = std::numeric_limits<double>::infinity();
    std::vector<int> publish, discrete, unrestricted;
    int64_t k = 0;
    double time = 0;

    double TimeOf(int64_t number) const {
      return std::fma(static_cast<double>(number), period, offset);
    }
    double finite_period() const {
      if (times != nullptr) return times->period_sec();
      return period < std::numeric_limits<double>::infinity() ? period : 0;
    }
    /// The period that counts for IsOneInstant(), seconds.
    double instant_scale() const { return std::min(finite_period(), most_instant_scale); }
  };
  /// The time of the next instant where Repeats() is true; infinity where it is not.
  double RepeatTime(double limit_sec) const;
  /// See the source.
  void StartListed(int group, double start_sec);
  void Schedule(int group);
  void Collect();
  void MergeInto(const std::vector<int>& events, std::vector<int>* all);

  std::vector<Group> groups_;
  std::vector<int> heap_;  ///< numbers of groups, the earliest at the front
  Instant next_;
  std::vector<int> merged_;  ///< scratch of MergeInto()
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(EventCalendar)

}  // namespace loopwright
