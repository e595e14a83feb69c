#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "engine/common/ulp.h"
#include "engine/simulation/crossing.h"
#include "engine/simulation/event_isolation.h"
#include "engine/text/number_format.h"
#include "engine/traits/rests.h"

// A guard has triggered within a step: the time at which the step ends, and what follows from how
// often that happens.
//
// Isolation: of a step that was tried, guards are read at points within it and at its end. One
// whose sign is another than the last that it had has a zero between two of these points. The
// step's dense output gives the state at any time between, so that the guard can be read there
// without a new step: internal::Narrow() (crossing.h) closes in on the zero by Muller's parabolas,
// with bisection where these do not help, to 1e-13 of the step or a few units in the last place of
// the time. The step then ends at the far end of what is left, where the guard *has* triggered: who
// looks at the state there sees it behind the event and not before it. Of several guards the
// earliest counts; those within the tolerance of it happen together.
//
// A step that starts on a zero needs a sign to compare with: what the guard had before, or else
// that with which it leaves the zero, found from the power series of the motion or read early in
// the step (GiveSigns()).
//
// Chattering and Zeno sequences: events that come ever closer together limit the next step, and
// where time cannot tell them apart, or their intervals shrink by one factor towards a time that
// lies just ahead, or no choice of branches lasts, the run fails and names the blocks.

namespace loopwright {

namespace {
/// Where a guard that is zero at the start is read to find out whether it leaves zero, as parts of
/// the step.
constexpr double kEarlyPoints[] = {0x1p-20, 0x1p-10, 0x1p-5, 0.5, 1};
/// After an event the next step is at least so many units in the last place of the time.
constexpr double kLeastUlps = 16;
/// So many events in a row closer together than that end the run.
constexpr int kMostCollapsedEvents = 10;
/// So many intervals in a row that shrink by one factor, not by more than kLargestFactor, and equal
/// but for a part of kSameFactor, are a Zeno sequence. It ends the run where what is left of it is
/// shorter than kZenoResolution of the time (or of 1 s). A ball of size 1 that flies for so long
/// rises by 1e-14, which rounding just shows; later impacts would be lost in it.
constexpr int kZenoEvents = 10;
constexpr double kLargestFactor = 0.999;
constexpr double kSameFactor = 0.05;
constexpr double kZenoResolution = 1e-7;

/// What helps where events have no end. A branch that is left and entered again at once is slid
/// along where discontinuities are solved, which `config` may have switched off.
std::string ZenoAdvice(bool is_branch, const SimulatorConfig& config) {
  std::string advice = "Give it a hysteresis, a least time between events or a state of rest";
  if (is_branch && !config.solve_discontinuities) {
    advice += ", or set \"discontinuities\" to \"solve\"";
  }
  return advice;
}

}  // namespace

/// Guards that are zero at the start are compared with the sign that they had before, or else with
/// that with which they leave zero.
template <typename T>
void EventIsolation<T>::GiveSigns(double start, double end) {
  zeros_.clear();
  leaving_.clear();
  for (int g = 0; g < guards_.size(); ++g) {
    if (guard_values_[g].now != 0) continue;
    guard_values_[g].reference = carried_sign_[g];
    if (carried_sign_[g] == 0) zeros_.push_back(g);
  }
  if (!run_.isolates_within_steps()) return;
  const auto move_to_part = [&](double part) {
    run_.MoveTo(part == 1 ? end : start + part * (end - start));
  };
  for (const double part : kEarlyPoints) {
    if (zeros_.empty()) break;
    move_to_part(part);
    std::erase_if(zeros_, [this](int g) {
      guard_values_[g].reference = guards_.EvaluateOne(g);
      if (guard_values_[g].reference == 0) return false;
      leaving_.push_back(g);
      return true;
    });
  }
  // That one leaves zero is certain, but not to which side: so early in a step, what is read of
  // t^3 is off by more than it is.
  if (!leaving_.empty()) FindLeavingSigns(start);
  if (leaving_.empty()) return;
  for (const auto& reading : early_readings_.Read(leaving_, end - start, move_to_part)) {
    guard_values_[reading.guard].reference = reading.value;
  }
}

/// The witnesses in leaving_ get the signs that the series of the motion tells, and are taken out
/// of it where it does.
template <typename T>
void EventIsolation<T>::FindLeavingSigns(double start) {
  const auto is_witness = [this](int g) { return guards_.is_witness(g); };
  if (std::none_of(leaving_.begin(), leaving_.end(), is_witness)) return;
  run_.MoveTo(start);
  MakeModeChoice();
  try {
    if (mode_choice_->FollowPresent()) {
      std::erase_if(leaving_, [&](int g) {
        if (!is_witness(g)) return false;
        const int sign = mode_choice_->FindSign(guards_.node(g), guards_.witness_index(g));
        double& reference = guard_values_[g].reference;
        if (sign != 0) reference = std::copysign(reference, sign);
        return sign != 0;
      });
    }
  } catch (const std::exception&) {
    // What cannot be evaluated in the other scalar is read from the step.
  }
  if (run_.sliding != nullptr) run_.sliding->NoteChange();
}

/// A step ends just behind a crossing, where the witness is a little beyond zero. What its event
/// did may send it back at once, as a ball is that rebounds, and it may come again before the first
/// point at which it is read: then it would look as if it had never left. So it is read early in
/// the next step too, where the context now is, and what is found there is where the next crossing
/// is looked for from. Returns whether there is one left that has not come back.
template <typename T>
bool EventIsolation<T>::LookForReturns(double t) {
  std::erase_if(crossed_, [&](int g) {
    GuardValue& value = guard_values_[g];
    if (value.now == 0) return true;
    const double there = guards_.EvaluateOne(g);
    if (!(there * value.now < 0)) return false;
    value.now = there;
    returns_.push_back({g, t, there});
    return true;
  });
  return !crossed_.empty();
}

/// Guards have triggered at a point of a step, and had not at the point before: returns the time at
/// which the step now ends.
template <typename T>
double EventIsolation<T>::EndStepAtTriggers(const StepPoint& point) {
  const double reached = run_.isolates_within_steps() ? NarrowTriggers(point) : point.time;
  NoteTriggers(reached);
  return reached;
}

/// Ends the step just after the earliest trigger, known to a tolerance, and returns that time.
///
/// One guard of those that have triggered is narrowed down: at one end of a short interval it has
/// triggered, at the other not yet. Whoever has triggered at that other end was earlier, and one of
/// these is narrowed next, until there is none. So many guards that trigger at one time, or shortly
/// one after the other, cost a few looks at all of them, and not one look at all for each.
template <typename T>
double EventIsolation<T>::NarrowTriggers(const StepPoint& point) {
  using Point = internal::Crossing::Point;
  const double tolerance = std::max(4 * Ulp(point.end), 1e-13 * (point.end - point.start));
  double earliest = point.time;
  const bool are_several = triggered_.size() > 1;
  traced_readings_.clear();
  while (!triggered_.empty()) {
    const int g = FindFirstTriggered();
    const GuardValue& known = guard_values_[g];
    const auto value = [&](double t) {
      run_.MoveTo(t);
      const double read = guards_.EvaluateOne(g);
      if (trace_.is_on())
        traced_readings_.push_back({data_.plan->systems[guards_.node(g)], t, read});
      return read;
    };
    const auto has_triggered = [&](double f) { return guards_.Triggers(g, known.reference, f); };
    const Point low{point.before, known.reference};
    internal::Crossing crossing{low, {earliest, known.now}, low};
    if (point.before == point.start) {
      const auto found = std::ranges::find(returns_, g, &Return::guard);
      if (found != returns_.end() && found->time > point.start && found->time < earliest) {
        crossing.low = crossing.third = {found->time, found->value};
      }
    }
    // The point before `before`, as far from it; within the step only.
    const double third = 2 * point.before - point.time;
    if (point.before > point.start) crossing.third = {third, known.earlier};
    internal::Narrow(&crossing, tolerance, value, has_triggered);
    earliest = crossing.high.time;
    if (triggered_.size() == 1 || crossing.low.time <= point.before) break;
    run_.MoveTo(crossing.low.time);
    ReadGuardsAtTriggers();
    if (!triggered_.empty()) earliest = crossing.low.time;
  }
  // Those within the tolerance happen together.
  if (are_several) earliest = std::min(earliest + tolerance, point.time);
  if (run_.has_continuous_state) {
    run_.integrator->ShortenTo(earliest);
  } else {
    run_.MoveTo(earliest);
  }
  run_.SettleSliding();
  if (guards_.size() > 1) ReadGuardsAtTriggers();
  ++run_.statistics.witness_isolations;
  return earliest;
}

/// Of the guards in triggered_, the one whose line from the value that it is compared with to the
/// present one is the first to be zero.
template <typename T>
int EventIsolation<T>::FindFirstTriggered() const {
  return *std::ranges::min_element(triggered_, {}, [this](int g) {
    const GuardValue& value = guard_values_[g];
    return value.reference / (value.reference - value.now);
  });
}

/// All guards where the step now ends, and which of them trigger there.
template <typename T>
void EventIsolation<T>::ReadGuardsAtTriggers() {
  triggered_.clear();
  guards_.Read([this](int g, double now) {
    guard_values_[g].now = now;
    if (guards_.Triggers(g, guard_values_[g].reference, now)) triggered_.push_back(g);
  });
}

template <typename T>
void EventIsolation<T>::NoteTriggers(double t) {
  const SystemBase* block = nullptr;
  bool is_branch = false;  // of the last one
  for (const int g : triggered_) {
    block = data_.plan->systems[guards_.node(g)];
    is_branch = !guards_.is_witness(g);
    if (guards_.is_witness(g)) {
      const Event<T>* event = guards_.witness(g).get_event();
      if (event != nullptr) events_.AddWitnessed(guards_.node(g), event);
      crossed_.push_back(g);
    } else {
      modes_may_change_ = true;
    }
    if (!run_.isolates_within_steps()) continue;
    // That a weight reaches its end says nothing of how often a threshold is crossed.
    if (is_branch && run_.sliding && run_.sliding->Governs(guards_.mode_position(g))) continue;
    if (is_branch) NoteChatter(g, t);
    LimitNextStepAfter(g, t);
  }
  if (!run_.isolates_within_steps() || isolated_times_.empty()) return;
  const double window = std::max(1., std::abs(run_.status.boundary_time() - run_.start_time)) / 1e6;
  const double oldest = isolated_times_[isolated_next_];
  isolated_times_[isolated_next_] = t;
  if (++isolated_next_ == isolated_times_.size()) isolated_next_ = 0;
  if (t - oldest < window) {
    run_.FailAt(t, block,
                "more than " + std::to_string(run_.config.max_isolated_events) + " events within " +
                    FormatNumber(window) + " s (chattering). " +
                    ZenoAdvice(is_branch, run_.config));
  }
}

/// Notes the time between two events of a guard and returns how long the events will go on for, if
/// their intervals shrink as they have done: of a ball that keeps the part r of its speed at each
/// impact, each flight takes r times the last one, and all flights together interval r / (1 - r),
/// the sum of a geometric series. Infinite as long as fewer than kZenoEvents have shrunk by one
/// factor.
template <typename T>
double EventIsolation<T>::GuardHistory::NoteInterval(double next) {
  const double next_factor = interval > 0 ? next / interval : 1;
  const bool is_alike = std::abs(next_factor - factor) <= kSameFactor * factor;
  num_alike = is_alike && next_factor < kLargestFactor ? num_alike + 1 : 0;
  interval = next;
  factor = next_factor;
  if (num_alike < kZenoEvents) return std::numeric_limits<double>::infinity();
  return next * factor / (1 - factor);
}

/// The next trial step is at most half of the time between a guard's last two events.
template <typename T>
void EventIsolation<T>::LimitNextStepAfter(int guard, double t) {
  const void* key = guards_.is_witness(guard)
                        ? static_cast<const void*>(&guards_.witness(guard))
                        : static_cast<const void*>(&data_.modes[guards_.mode_position(guard)]);
  const auto found = std::ranges::find(guard_history_, key, &GuardHistory::guard);
  if (found == guard_history_.end()) {
    guard_history_.push_back({.guard = key, .last = t});
    return;
  }
  const double interval = t - found->last;
  found->last = t;
  if (const double rest = found->NoteInterval(interval);
      rest < kZenoResolution * std::max(1., std::abs(t)) &&
      dynamic_cast<const ComesToRest*>(data_.plan->systems[guards_.node(guard)]) == nullptr) {
    run_.FailAt(
        t + rest, data_.plan->systems[guards_.node(guard)],
        "its events come ever closer together: " + std::to_string(kZenoEvents) +
            " intervals in a row have shrunk by one factor, and all that would follow lie before "
            "this time (a Zeno sequence). " +
            ZenoAdvice(!guards_.is_witness(guard), run_.config));
    return;
  }
  double limit = 0.5 * interval;
  if (limit < kLeastUlps * Ulp(t)) {
    limit = kLeastUlps * Ulp(t);
    if (++collapsed_events_ > kMostCollapsedEvents) {
      run_.FailAt(
          t, data_.plan->systems[guards_.node(guard)],
          std::string("its events come ever closer together, until time cannot tell them apart "
                      "(a Zeno sequence). ") +
              ZenoAdvice(!guards_.is_witness(guard), run_.config));
    }
  } else {
    collapsed_events_ = 0;
  }
  run_.step_limit = run_.step_limit > 0 ? std::min(run_.step_limit, limit) : limit;
}

template <typename T>
void EventIsolation<T>::FailWithoutChoice(double start, const std::vector<int>& group,
                                          bool are_many) {
  const SystemBase* system = data_.plan->systems[group[0]];
  const std::string others =
      group.size() > 1 ? " Blocks involved: " + run_.PathsOf(group) + "." : "";
  run_.FailAt(start, system,
              (are_many ? "no choice of branches was found with which the motion stays in them"
                        : "with each of its branches the motion leads into another one at once") +
                  std::string(" (chattering).") + others + " " + ZenoAdvice(true, run_.config));
}

/// Once for each group in a run.
template <typename T>
void EventIsolation<T>::WarnOfSeveral(double start) {
  const std::vector<int>& group = mode_choice_->group();
  if (!run_.observers.warning_handler || group == warned_group_) return;
  warned_group_ = group;
  run_.observers.warning_handler(
      {start, data_.plan->systems[group[0]],
       "stands on a threshold, from which more than one motion is possible; it goes on "
       "with the branches that it had. Blocks involved: " +
           run_.PathsOf(group) + "; other branches: " + mode_choice_->others().text()});
}

/// After branches that depend on the past of a signal were found right by readings, which tell
/// nothing of other ones: once as long as the same margins stay zero in the same branches.
template <typename T>
void EventIsolation<T>::WarnIfSeveral(double start) {
  if (!run_.observers.warning_handler || (zeros_ == asked_zeros_ && data_.modes == asked_modes_))
    return;
  asked_zeros_ = zeros_;
  asked_modes_ = data_.modes;
  try {
    const auto answer = mode_choice_->Choose(undecided_, data_.modes, true);
    if (answer == ModeChoice<T>::Answer::kSeveral) WarnOfSeveral(start);
  } catch (const std::exception&) {
    // What cannot be evaluated in the other scalar has no other branches that are known.
  }
  if (run_.sliding != nullptr) run_.sliding->NoteChange();
}

template <typename T>
std::vector<StepTrigger> EventIsolation<T>::TriggersOfStep() const {
  std::vector<StepTrigger> triggers;
  if (!has_triggered_) return triggers;
  for (const int g : triggered_) {
    const int node = guards_.node(g);
    const bool is_witness = guards_.is_witness(g);
    const int index = is_witness ? guards_.witness_index(g)
                                 : guards_.mode_position(g) - data_.plan->nodes[node].first_mode;
    triggers.push_back({node, is_witness, index});
  }
  return triggers;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(EventIsolation)

}  // namespace loopwright
