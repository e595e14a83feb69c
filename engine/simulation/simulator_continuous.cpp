// The continuous part of a step: which step to take, and the isolation of events in it.

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/common/number_format.h"
#include "engine/simulation/simulator.h"

namespace loopwright {

namespace {
/// No step is shorter than this many units in the last place of the time.
constexpr double kLeastSteps = 16;
/// A step may be longer by this much to land on an event (semantics 9).
constexpr double kStretch = 0.01;
/// By how much a step may be longer than the largest that a history allows.
constexpr double kRounding = 1e-9;
/// Where a guard that is zero at the start is read to find out its sign, as parts of the step.
constexpr double kEarlyPoints[] = {0x1p-20, 0x1p-10, 0x1p-5, 0.5, 1};
/// How often one step's starting modes are corrected before they are taken as they are.
constexpr int kMaxModeCorrections = 10;

/// So many events in a row closer together than that end the run.
constexpr int kMostCollapsedEvents = 10;
const char* const kZenoAdvice =
    "Give it a hysteresis, a least time between events or a state of rest";

double Ulp(double t) {
  const double size = std::abs(t);
  return std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
}
}  // namespace

/// What leaves decided on at run time for now waits with the witnessed events.
template <typename T>
void Simulator<T>::TakeDynamicEvents() {
  if (dynamic_events_.time() > time()) return;
  for (const auto& [node, event] : dynamic_events_.events()) witnessed_.push_back({node, event});
}

/// What leaves decided on at run time happens with what is timed, or with the end of the run, where
/// both are one instant (semantics 5).
template <typename T>
void Simulator<T>::MergeDynamicEvents(double boundary_time) {
  const auto& next = calendar_.next();
  if (IsOneInstant(dynamic_events_.time(), next.time, next.longest_period)) {
    dynamic_events_.MergeWith(next.time);
  } else if (IsOneInstant(dynamic_events_.time(), boundary_time, 0)) {
    dynamic_events_.MergeWith(boundary_time);
  }
}

template <typename T>
void Simulator<T>::NoteStep(double start, double end) {
  if (histories_.empty()) return;
  histories_.NoteStep(start, end, [this](double t) { MoveTo(t); });
  MoveTo(end);
}

template <typename T>
void Simulator<T>::Advance(double boundary_time) {
  const auto& next = calendar_.next();
  if (next.time != boundary_time && IsOneInstant(next.time, boundary_time, next.longest_period)) {
    calendar_.MergeNextWith(boundary_time);
  }
  const double start = time();
  if (!histories_.empty()) {
    if (data_.TakeDerivativesChanged()) {
      integrator_->Restart();
      histories_.NoteChange(true);
    }
    histories_.NoteStart();
  }
  dynamic_events_.Ask();
  MergeDynamicEvents(boundary_time);
  const Target target{std::min({next.time, boundary_time, dynamic_events_.time()})};
  triggered_at_start_ = false;
  if (target.time <= start) {
    instant_arrived_ = calendar_.next().time <= start;
    TakeDynamicEvents();
    CountStepWithoutAdvance();
    return;
  }
  if (data_.TakeDerivativesChanged()) integrator_->Restart();
  if (guards_.size() > 0) {
    if (guards_known_at_ == data_.change_event() && std::ssize(guard_now_) == guards_.size()) {
      guard_start_ = guard_now_;
    } else {
      guard_start_.resize(guards_.size());
      guards_.Evaluate(guard_start_.data());
    }
  }
  if (!has_continuous_state()) {
    AdvanceWithoutState(target);
  } else if (config_.fixed_step) {
    AdvanceFixed(target);
  } else {
    AdvanceControlled(target);
  }
  if (status_.reason() == SimulatorStatus::kEventHandlerFailed || triggered_at_start_) return;
  ++statistics_.steps;
  steps_without_advance_ = 0;
  recorded_before_ = false;
  per_step_pending_ = true;
  instant_arrived_ = calendar_.next().time == time();
  is_log_time_ = instant_arrived_ && calendar_.next().is_log_time;
  TakeDynamicEvents();
  if (trace_ && has_continuous_state()) {
    Trace("continuous", data_.plan->continuous_leaves, data_.plan->continuous_leaves);
  }
}

template <typename T>
void Simulator<T>::MoveTo(double t_sec) {
  if (t_sec == time()) return;  // within a step, time tells where the context is
  if (has_continuous_state()) {
    integrator_->MoveTo(t_sec);
  } else {
    data_.write_time(T(t_sec));
    data_.InvalidateTimeAndContinuous();
  }
}

// Time jumps to the next event; where guards watch, in steps they can watch over.
template <typename T>
void Simulator<T>::AdvanceWithoutState(const Target& target) {
  const double start = time();
  double end = target.time;
  if (guards_.size() > 0) {
    const double limit =
        step_limit_ > 0 ? std::min(step_limit_, config_.max_step) : config_.max_step;
    if (end - start > (1 + kStretch) * limit) end = start + limit;
  }
  const double longest = histories_.CalcLargestStep();
  if (end - start > (1 + kRounding) * longest) end = start + longest;
  step_limit_ = 0;
  for (int correction = 0;; ++correction) {
    MoveTo(end);
    if (correction == kMaxModeCorrections) break;
    const StartingModes modes = CorrectStartingModes(start, end);
    if (modes == StartingModes::kEventAtStart) return;
    if (modes == StartingModes::kRight) break;
  }
  NoteStep(start, IsolateEvents(start, end));
}

template <typename T>
void Simulator<T>::AdvanceFixed(const Target& target) {
  const double start = time();
  const double step = *config_.fixed_step;
  double end = grid_start_ + static_cast<double>(grid_index_ + 1) * step;
  bool is_limited = step_limit_ > 0 && start + step_limit_ < end;
  if (is_limited) end = start + step_limit_;
  step_limit_ = 0;
  if (target.time - end <= kStretch * step) end = target.time;
  const double longest = histories_.CalcLargestStep();
  if (end - start > (1 + kRounding) * longest) {
    end = start + longest;
    is_limited = true;
  }
  for (int correction = 0;; ++correction) {
    if (!integrator_->TakeFixedStep(start, end)) {
      FailAt(start, integrator_->failure().system, integrator_->failure().message);
      return;
    }
    if (correction == kMaxModeCorrections) break;
    const StartingModes modes = CorrectStartingModes(start, end);
    if (modes == StartingModes::kEventAtStart) return;
    if (modes == StartingModes::kRight) break;
  }
  const int64_t isolations = statistics_.witness_isolations;
  const double reached = IsolateEvents(start, end);
  NoteStep(start, reached);
  integrator_->Accept();
  if (reached == target.time || statistics_.witness_isolations > isolations) {
    grid_start_ = reached;
    grid_index_ = 0;
  } else if (!is_limited) {
    ++grid_index_;
  }
}

template <typename T>
void Simulator<T>::AdvanceControlled(const Target& target) {
  const double start = time();
  double limit = std::exchange(step_limit_, 0);
  const double longest = histories_.CalcLargestStep() / (1 + kStretch);
  if (std::isfinite(longest)) limit = limit > 0 ? std::min(limit, longest) : longest;
  double end = 0;
  for (int correction = 0;; ++correction) {
    end = integrator_->TakeControlledStep(start, target.time, limit);
    if (std::isnan(end)) {
      FailAt(start, integrator_->failure().system, integrator_->failure().message);
      return;
    }
    if (correction == kMaxModeCorrections) break;
    const StartingModes modes = CorrectStartingModes(start, end);
    if (modes == StartingModes::kEventAtStart) return;
    if (modes == StartingModes::kRight) break;
  }
  NoteStep(start, IsolateEvents(start, end));
  integrator_->Accept();
}

// --- modes and witness functions ---

/// After a try: where a branch's margin is zero at the start, was not above it before, and the step
/// leaves the branch, the branch that agrees with the first point where the margin is not zero is
/// taken instead. That is a changed mode like every other: it is recorded, other branches follow,
/// and witnesses can trigger across it.
template <typename T>
typename Simulator<T>::StartingModes Simulator<T>::CorrectStartingModes(double start, double end) {
  corrections_.clear();
  for (int g = guards_.num_witnesses(); g < guards_.size(); ++g) {
    if (guard_start_[g] != 0) continue;
    if (g < std::ssize(carried_sign_) && carried_sign_[g] > 0) continue;
    double value = 0;
    for (const double part : kEarlyPoints) {
      MoveTo(part == 1 ? end : start + part * (end - start));
      value = guards_.EvaluateOne(g);
      if (value != 0) break;
    }
    if (!(value < 0)) continue;
    const int mode = guards_.mode_position(g);
    const int n = guards_.node(g);
    const int64_t branch = guards_.CalcModesOf(n)[mode - data_.plan->nodes[n].first_mode];
    if (branch != data_.modes[mode]) corrections_.emplace_back(mode, branch);
  }
  if (corrections_.empty()) return StartingModes::kRight;

  MoveTo(start);
  ReadGuardsBeforeUpdate();
  if (RecordsPairs()) RecordBefore();
  phase_changed_.clear();
  for (const auto& [mode, branch] : corrections_) {
    data_.modes[mode] = branch;
    const auto leaf =
        std::find_if(data_.plan->mode_leaves.begin(), data_.plan->mode_leaves.end(), [&](int n) {
          const PlanNode& node = data_.plan->nodes[n];
          return mode >= node.first_mode && mode < node.first_mode + node.num_modes;
        });
    data_.Invalidate(data_.plan->modes_source(*leaf));
    phase_changed_.push_back(*leaf);
  }
  ran_.clear();
  guards_.SetModes([] {}, &phase_changed_);
  if (trace_) Trace("mode", phase_changed_, phase_changed_);
  triggered_at_start_ = FinishUpdate(true);
  if (triggered_at_start_) return StartingModes::kEventAtStart;
  histories_.NoteStart();
  guard_start_.resize(guards_.size());
  guards_.Evaluate(guard_start_.data());
  return StartingModes::kCorrected;
}

namespace {

/// Narrows [*low, *high], where `value(*low)` has not triggered and `value(*high)` has, down to
/// `tolerance`: the Illinois method (Dowell and Jarratt, BIT 11 (1971) 168-174), with a bisection
/// whenever three steps have not halved the bracket, so that a jump is found as well.
template <typename Value, typename HasTriggered>
void NarrowCrossing(double* low, double* high, double f_low, double f_high, double tolerance,
                    const Value& value, const HasTriggered& has_triggered) {
  int kept_end = 0;
  int since_halved = 0;
  double halved_width = *high - *low;
  while (*high - *low > tolerance) {
    double t = *low + 0.5 * (*high - *low);
    if (since_halved < 3 && f_low != f_high) {
      const double secant = *high - f_high * (*high - *low) / (f_high - f_low);
      // Not closer to an end than would be of use.
      t = std::clamp(secant, *low + 0.5 * tolerance, *high - 0.5 * tolerance);
    }
    if (t <= *low || t >= *high) break;
    const double f = value(t);
    if (has_triggered(f)) {
      *high = t;
      f_high = f;
      if (kept_end == -1) f_low *= 0.5;
      kept_end = -1;
    } else {
      *low = t;
      f_low = f;
      if (kept_end == 1) f_high *= 0.5;
      kept_end = 1;
    }
    ++since_halved;
    if (*high - *low <= 0.5 * halved_width) {
      halved_width = *high - *low;
      since_halved = 0;
    } else if (since_halved > 3) {
      since_halved = 0;
      halved_width = *high - *low;
    }
  }
}

}  // namespace

/// After an accepted try from `start` to `end`: looks for guards that trigger, ends the step just
/// after the earliest, and returns the time reached.
template <typename T>
double Simulator<T>::IsolateEvents(double start, double end) {
  const int count = guards_.size();
  if (count == 0) return end;
  guard_now_.resize(count);
  triggered_.assign(count, 0);
  carried_sign_.resize(count, 0);  // none yet at the first step

  // The value that each guard is compared with: where it is zero at the start, the sign that it had
  // before, or else its first value that is not zero.
  std::vector<double>& reference = guard_start_;
  guard_last_sample_ = guard_start_;
  for (int g = 0; g < count; ++g) {
    if (reference[g] != 0) continue;
    if (carried_sign_[g] != 0) {
      reference[g] = carried_sign_[g];
      continue;
    }
    if (!config_.isolate_events) continue;
    for (const double part : kEarlyPoints) {
      MoveTo(part == 1 ? end : start + part * (end - start));
      reference[g] = guards_.EvaluateOne(g);
      if (reference[g] != 0) break;
    }
  }

  double low = start, high = end;
  bool any = false;
  const int points = config_.isolate_events ? config_.witness_points + 1 : 1;
  for (int point = 1; point <= points && !any; ++point) {
    high = point == points ? end : start + (end - start) * point / points;
    MoveTo(high);
    guards_.Evaluate(guard_now_.data());
    for (int g = 0; g < count; ++g) {
      triggered_[g] = guards_.Triggers(g, reference[g], guard_now_[g]);
      any |= triggered_[g] != 0;
    }
    if (any) break;
    low = high;
    for (int g = 0; g < count; ++g) {
      if (guard_now_[g] != 0) reference[g] = guard_now_[g];
    }
    if (point < points) guard_last_sample_ = guard_now_;
  }
  if (any && config_.isolate_events) {
    const double tolerance = std::max(4 * Ulp(end), 1e-13 * (end - start));
    double earliest = high;
    for (int g = 0; g < count; ++g) {
      if (!triggered_[g]) continue;
      const auto value = [&](double t) {
        MoveTo(t);
        return guards_.EvaluateOne(g);
      };
      const auto has_triggered = [&](double f) { return guards_.Triggers(g, reference[g], f); };
      const double at_end = value(earliest);
      if (!has_triggered(at_end)) continue;
      double from = low;
      NarrowCrossing(&from, &earliest, reference[g], at_end, tolerance, value, has_triggered);
    }
    // Those within the tolerance happen together.
    high = std::min(
        earliest + (std::count(triggered_.begin(), triggered_.end(), 1) > 1 ? tolerance : 0), high);
    if (has_continuous_state()) {
      integrator_->ShortenTo(high);
    } else {
      MoveTo(high);
    }
    guards_.Evaluate(guard_now_.data());
    for (int g = 0; g < count; ++g) {
      triggered_[g] = guards_.Triggers(g, reference[g], guard_now_[g]);
    }
    ++statistics_.witness_isolations;
  }
  if (any) NoteTriggers(high);
  guards_known_at_ = data_.change_event();
  // A zero at the end counts as the sign before it, but not one that lasts.
  for (int g = 0; g < count; ++g) {
    carried_sign_[g] = guard_now_[g] != 0 ? guard_now_[g] : guard_last_sample_[g];
  }
  return high;
}

template <typename T>
void Simulator<T>::NoteTriggers(double t) {
  const SystemBase* block = nullptr;
  for (int g = 0; g < guards_.size(); ++g) {
    if (!triggered_[g]) continue;
    block = data_.plan->systems[guards_.node(g)];
    if (guards_.is_witness(g)) {
      const Event<T>* event = guards_.witness(g).get_event();
      if (event != nullptr) witnessed_.push_back({guards_.node(g), event});
    } else {
      modes_may_change_ = true;
    }
    if (config_.isolate_events) LimitNextStepAfter(g, t);
  }
  if (!config_.isolate_events || isolated_times_.empty()) return;
  const double window = std::max(1., std::abs(status_.boundary_time() - start_time_)) / 1e6;
  const double oldest = isolated_times_[isolated_next_];
  isolated_times_[isolated_next_] = t;
  isolated_next_ = (isolated_next_ + 1) % isolated_times_.size();
  if (t - oldest < window) {
    FailAt(t, block,
           "more than " + std::to_string(config_.max_isolated_events) + " events within " +
               FormatNumber(window) + " s (chattering). " + kZenoAdvice);
  }
}

/// The next trial step is at most half of the time between a guard's last two events.
template <typename T>
void Simulator<T>::LimitNextStepAfter(int guard, double t) {
  const void* key = guards_.is_witness(guard)
                        ? static_cast<const void*>(&guards_.witness(guard))
                        : static_cast<const void*>(&data_.modes[guard - guards_.num_witnesses()]);
  const auto found = std::find_if(guard_history_.begin(), guard_history_.end(),
                                  [&](const GuardHistory& h) { return h.guard == key; });
  if (found == guard_history_.end()) {
    guard_history_.push_back({key, t});
    return;
  }
  const double interval = t - found->last;
  found->last = t;
  double limit = 0.5 * interval;
  if (limit < kLeastSteps * Ulp(t)) {
    limit = kLeastSteps * Ulp(t);
    if (++collapsed_events_ > kMostCollapsedEvents) {
      FailAt(t, data_.plan->systems[guards_.node(guard)],
             std::string("its events come ever closer together, until time cannot tell them apart "
                         "(a Zeno sequence). ") +
                 kZenoAdvice);
    }
  } else {
    collapsed_events_ = 0;
  }
  step_limit_ = step_limit_ > 0 ? std::min(step_limit_, limit) : limit;
}

template class Simulator<double>;
template class Simulator<AutoDiff>;

}  // namespace loopwright
