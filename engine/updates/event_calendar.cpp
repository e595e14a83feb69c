#include "engine/updates/event_calendar.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>

#include "engine/text/number_format.h"

namespace loopwright {

// Sorts the plan's timed events into groups of one period and offset, or one list of times. Log
// times are a group, too, which may share its instants with events.
template <typename T>
EventCalendar<T>::EventCalendar(const Plan<T>& plan, std::optional<double> log_interval_sec) {
  std::map<std::tuple<double, double, const EventTimes*>, int> numbers;
  const auto group_of = [&](double period, double offset, const EventTimes* times) -> Group& {
    const auto [at, is_new] = numbers.emplace(std::tuple(period, offset, times), groups_.size());
    if (is_new) {
      groups_.emplace_back();
      groups_.back().period = period;
      groups_.back().offset = offset;
      groups_.back().times = times;
    }
    return groups_[at->second];
  };
  for (size_t i = 0; i < plan.events.size(); ++i) {
    const Event<T>& event = *plan.events[i].event;
    if (event.trigger() != TriggerType::kPeriodic && event.trigger() != TriggerType::kTimed) {
      continue;
    }
    Group& group = group_of(event.period_sec(), event.offset_sec(), event.times().get());
    if (event.is_corner()) {
      group.is_corner = true;
      continue;
    }
    auto& list = event.is_publish()                               ? group.publish
                 : event.kind() == EventKind::kUnrestrictedUpdate ? group.unrestricted
                                                                  : group.discrete;
    list.push_back(static_cast<int>(i));
  }
  // Logging alone never makes two events one instant that would not be one without it.
  if (log_interval_sec) {
    double longest = 0;
    for (const Group& group : groups_) longest = std::max(longest, group.finite_period());
    const size_t others = groups_.size();
    Group& log = group_of(*log_interval_sec, 0, nullptr);
    log.is_log = true;
    if (groups_.size() > others) log.most_instant_scale = longest;
  }
  heap_.reserve(groups_.size());
  // No later instant needs more room than all groups together.
  size_t events = 0;
  for (const Group& group : groups_) {
    events += group.publish.size() + group.discrete.size() + group.unrestricted.size();
  }
  for (auto* list : {&next_.publish, &next_.discrete, &next_.unrestricted, &merged_}) {
    list->reserve(events);
  }
  next_.groups.reserve(groups_.size());
}

// Each group goes to its first time that is not before the start, or the same instant.
template <typename T>
void EventCalendar<T>::Start(double start_sec) {
  heap_.clear();
  for (size_t g = 0; g < groups_.size(); ++g) {
    Group& group = groups_[g];
    if (group.times != nullptr) {
      StartListed(static_cast<int>(g), start_sec);
      continue;
    }
    const auto is_due = [&](double time) {
      return time >= start_sec || IsOneInstant(time, start_sec, group.instant_scale());
    };
    group.k = 0;
    group.time = group.offset;
    if (group.finite_period() > 0) {
      // Near the first one, then step to it exactly: the division may be off by one either way.
      const double periods = std::floor((start_sec - group.offset) / group.period) - 1;
      if (periods > kMostExactPeriods) {
        throw std::runtime_error("a period of " + FormatNumber(group.period) +
                                 " s is too short for a run that starts at " +
                                 FormatNumber(start_sec) + " s: its events cannot be counted");
      }
      group.k = std::max<int64_t>(0, static_cast<int64_t>(periods));
      do {
        group.time = group.TimeOf(group.k);
      } while (!is_due(group.time) && ++group.k > 0);
    } else if (!is_due(group.time)) {
      continue;
    }
    Schedule(static_cast<int>(g));
  }
  Collect();
  if (IsOneInstant(next_.time, start_sec, next_.longest_period)) next_.time = start_sec;
}

// A group with a list of times, which may have ended already.
template <typename T>
void EventCalendar<T>::StartListed(int g, double start_sec) {
  Group& group = groups_[g];
  group.k = group.times->FirstDue(start_sec);
  group.time = group.times->time_sec(group.k);
  if (std::isfinite(group.time)) Schedule(g);
}

// Puts a group into the heap, the earliest at the front.
template <typename T>
void EventCalendar<T>::Schedule(int group) {
  heap_.push_back(group);
  std::push_heap(heap_.begin(), heap_.end(),
                 [this](int a, int b) { return groups_[a].time > groups_[b].time; });
}

// The next time of the group that comes alone now, if that is before any other group and before the
// limit.
template <typename T>
double EventCalendar<T>::RepeatTime(double limit_sec) const {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  if (next_.groups.size() != 1) return kNever;
  const Group& group = groups_[next_.groups.front()];
  if (group.times != nullptr || group.finite_period() == 0) return kNever;
  const double time = group.TimeOf(group.k + 1), scale = group.instant_scale();
  if (!(time < limit_sec) || IsOneInstant(time, limit_sec, scale)) return kNever;
  if (heap_.empty()) return time;
  const Group& other = groups_[heap_.front()];
  const double longest = std::max(scale, other.instant_scale());
  return time < other.time && !IsOneInstant(time, other.time, longest) ? time : kNever;
}

// The shortest way to the next instant: no group leaves or enters the heap.
template <typename T>
bool EventCalendar<T>::Repeat(double limit_sec) {
  const double time = RepeatTime(limit_sec);
  if (!(time < limit_sec)) return false;
  Group& group = groups_[next_.groups.front()];
  ++group.k;
  next_.time = group.time = time;
  return true;
}

template <typename T>
double EventCalendar<T>::AloneUntil(double limit_sec) const {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  if (next_.groups.size() != 1) return -kNever;
  const Group& group = groups_[next_.groups.front()];
  if (group.times != nullptr || group.finite_period() == 0) return -kNever;
  double nearest = limit_sec, scale = group.instant_scale();
  if (!heap_.empty()) {
    const Group& other = groups_[heap_.front()];
    nearest = std::min(nearest, other.time);
    scale = std::max(scale, other.instant_scale());
  }
  // Twice what IsOneInstant() allows, since this is rounded, too.
  return nearest == kNever ? nearest : nearest - 2 * internal::InstantTolerance(nearest, scale);
}

// A group of one event is not put back. The number k grows by one, and the time follows from it by
// one multiplication, so that times never drift.
template <typename T>
void EventCalendar<T>::Advance() {
  if (Repeat(std::numeric_limits<double>::infinity())) return;
  for (const int g : next_.groups) {
    Group& group = groups_[g];
    if (group.times == nullptr && group.finite_period() == 0) continue;
    ++group.k;
    if (group.times != nullptr) {
      group.time = group.times->time_sec(group.k);
      if (std::isfinite(group.time)) Schedule(g);
      continue;
    }
    group.time = group.TimeOf(group.k);
    Schedule(g);
  }
  Collect();
}

// Takes the earliest group and all that are at the same instant. Of groups with different periods
// at one instant, the time of the longest period counts (semantics 5).
template <typename T>
void EventCalendar<T>::Collect() {
  next_.groups.clear();
  next_.publish.clear();
  next_.discrete.clear();
  next_.unrestricted.clear();
  next_.is_log_time = false;
  next_.is_corner = false;
  next_.longest_period = 0;
  next_.time = std::numeric_limits<double>::infinity();
  if (heap_.empty()) return;
  const double earliest = groups_[heap_.front()].time;
  while (!heap_.empty()) {
    const Group& group = groups_[heap_.front()];
    const double period = group.instant_scale();
    const bool is_first = next_.groups.empty();
    if (!is_first && !IsOneInstant(earliest, group.time, std::max(period, next_.longest_period))) {
      break;
    }
    if (is_first || period > next_.longest_period) {
      next_.time = group.time;
      next_.longest_period = period;
    }
    next_.groups.push_back(heap_.front());
    next_.is_log_time |= group.is_log;
    next_.is_corner |= group.is_corner;
    MergeInto(group.publish, &next_.publish);
    MergeInto(group.discrete, &next_.discrete);
    MergeInto(group.unrestricted, &next_.unrestricted);
    std::pop_heap(heap_.begin(), heap_.end(),
                  [this](int a, int b) { return groups_[a].time > groups_[b].time; });
    heap_.pop_back();
  }
}

// Both are in build order. Appending is enough where all of one list come before the other.
template <typename T>
void EventCalendar<T>::MergeInto(const std::vector<int>& events, std::vector<int>* all) {
  if (all->empty() || events.empty() || all->back() < events.front()) {
    all->insert(all->end(), events.begin(), events.end());
    return;
  }
  merged_.resize(all->size() + events.size());
  std::merge(all->begin(), all->end(), events.begin(), events.end(), merged_.begin());
  all->swap(merged_);
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(EventCalendar)

}  // namespace loopwright
