// The continuous part of a step: which steps to take.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "engine/common/ulp.h"
#include "engine/context/cache_overlay.h"
#include "engine/simulation/simulator.h"
#include "engine/text/number_format.h"

namespace loopwright {

namespace {
/// A step may be longer by this much to land on an event (semantics 9).
constexpr double kStretch = 0.01;
/// By how much a step may be longer than the largest that a history allows.
constexpr double kRounding = 1e-9;
/// Where a fixed step leads to values that are not finite, the next try is so much of it …
constexpr double kShorter = 0.25;
/// … but longer than so many units in the last place of the time.
constexpr double kLeastSteps = 16;

// To two digits, for texts: "3.3e-09".
std::string TwoDigits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}
}  // namespace

/// What leaves decided on at run time for now waits with the witnessed events.
template <typename T>
void Simulator<T>::TakeDynamicEvents() {
  if (dynamic_events_.time() > time()) return;
  for (const auto& [node, event] : dynamic_events_.events()) witnessed_.push_back({node, event});
}

/// Leaves may say that something happens at the start time, also those that answer with a time
/// after the one that they are asked at: asked just before the start, they say what is due there.
template <typename T>
void Simulator<T>::AskForEventsAtStart() {
  const T start = data_.time;
  const double before = std::nextafter(ValueOf(start), -std::numeric_limits<double>::infinity());
  context_->PerturbTime(T(before), start);
  dynamic_events_.Ask();
  context_->SetTime(start);
  TakeDynamicEvents();
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

/// After a try from `start` to `end` that stands: ends it where its events are, tells those who
/// want to know of it, and returns the time reached.
template <typename T>
double Simulator<T>::EndStep(double start, double end) {
  const double reached = IsolateEvents(start, end);
  if (sliding_ != nullptr) sliding_->NoteStep(reached - start, &former_surface_margins_);
  if (!is_stochastic_ && !ended()) {
    if (step_viewer_) {
      // What a history or a sliding motion needs besides is not known to the plan.
      const bool is_partial = partial_look_.has_value() && histories_.empty() && !sliding_;
      ShowStep(start, reached, step_viewer_, is_partial ? &*partial_look_ : nullptr);
    }
    if (dense_output_) {
      const auto note = [this](const StepInterior<T>& step) { NoteDenseSegment(step); };
      ShowStep(start, reached, note, nullptr);
    }
  }
  NoteStep(start, reached);
  return reached;
}

/// `look` may be null: then all of the context is moved.
template <typename T>
void Simulator<T>::ShowStep(double start, double end,
                            const std::function<void(const StepInterior<T>&)>& viewer,
                            PartialLook<T>* look) {
  const bool guards_are_known = guards_known_at_ == data_.change_event();
  const internal::CountingPause<T> pause(&data_);
  kept_cache_.Keep(data_);
  integrator_->BeginLook();
  if (look != nullptr && look->Begin(integrator_.get(), end)) {
    kept_cache_.KeepCounts(data_);
    const auto at = [this](double t) -> const Context<T>& {
      partial_look_->MoveTo(t);
      return *context_;
    };
    viewer({start, end, at, TriggersOfStep()});
    look->End();
  } else {
    const auto at = [this](double t) -> const Context<T>& {
      MoveTo(t);
      return *context_;
    };
    viewer({start, end, at, TriggersOfStep()});
    MoveTo(end);
  }
  integrator_->EndLook();
  kept_cache_.Restore(&data_);
  if (guards_are_known) guards_known_at_ = data_.change_event();
}

/// The guards that triggered at the end of the step, for who looks into it.
template <typename T>
std::vector<StepTrigger> Simulator<T>::TriggersOfStep() const {
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

// For leaves that keep a history, as a delay does: they look into the step, and the context is put
// back to its end.
template <typename T>
void Simulator<T>::NoteStep(double start, double end) {
  if (histories_.empty()) return;
  histories_.NoteStep(start, end, [this](double t) { MoveTo(t); });
  MoveTo(end);
}

// The continuous part of a step, from the present time towards the next event or the boundary.
// Where nobody looks in between, many steps of the integrator are made at once.
template <typename T>
void Simulator<T>::Advance(double boundary_time) {
  const auto& next = calendar_.next();
  // An event and the boundary that are one instant happen at the boundary's time.
  if (next.time != boundary_time && IsOneInstant(next.time, boundary_time, next.longest_period)) {
    calendar_.MergeNextWith(boundary_time);
  }
  const double start = time();
  if (!histories_.empty()) {
    if (data_.TakeDerivativesChanged()) {
      RestartIntegration();
      histories_.NoteChange(true);
    }
    histories_.NoteStart();
  }
  if (!dynamic_events_.empty()) {
    dynamic_events_.Ask();
    MergeDynamicEvents(boundary_time);
  }
  // The step ends here at the latest.
  const Target target{std::min({next.time, boundary_time, dynamic_events_.time()})};
  triggered_at_start_ = false;
  if (target.time <= start) {
    instant_arrived_ = calendar_.next().time <= start;
    TakeDynamicEvents();
    CountStepWithoutAdvance();
    return;
  }
  data_.KeepLoopSolutions();
  if (data_.TakeDerivativesChanged()) RestartIntegration();
  const bool is_unwatched = IsUnwatched();
  if (is_unwatched) {
    AdvanceUnwatched(target);
  } else {
    ReadGuardsAtStart();
    data_.plan->loops ? AdvanceWithLoops(target) : AdvanceOneStep(target);
  }
  // An interrupted run has come somewhere, too, and may go on from there.
  if (HasFailed() || triggered_at_start_ || (ended() && time() == start)) return;
  // Time has advanced: what is due at the new time waits for the publishes and the next step.
  steps_without_advance_ = 0;
  recorded_before_ = false;
  per_step_pending_ = true;
  instant_arrived_ = calendar_.next().time == time();
  is_log_time_ = instant_arrived_ && calendar_.next().is_log_time;
  if (instant_arrived_ && calendar_.next().is_corner) data_.NoteChange(true);
  TakeDynamicEvents();
  if (trace_ && has_continuous_state()) {
    Trace("continuous", data_.plan->continuous_leaves, data_.plan->continuous_leaves);
  }
  if (is_unwatched && instant_arrived_ && !ended()) RepeatUpdates(boundary_time);
}

/// Without continuous state: goes on from instant to instant where nothing happens but prepared
/// updates that come again and again, and nobody looks at them.
template <typename T>
void Simulator<T>::RepeatUpdates(double boundary_time) {
  const auto& next = calendar_.next();
  const bool is_seen = next.has_publishes() || (recorder_ && config_.log_updates);
  if (has_continuous_state() || is_seen || !guards_.never() || !next.has_updates()) return;
  const int64_t most = step_callback_ ? 1 : std::numeric_limits<int64_t>::max();
  RateUpdate<T>* prepared = nullptr;
  const auto find_prepared = [&] {
    prepared = FindRateUpdate();
    return prepared != nullptr && prepared->can_repeat();
  };
  while (find_prepared() && calendar_.Repeats(boundary_time)) {
    if (!AnnounceStep()) return;
    // The callback may have changed what is read.
    if (change_ || (step_callback_ && !find_prepared())) {
      step_is_announced_ = true;
      return;
    }
    const int64_t count = prepared->RunRepeatedly(&calendar_, boundary_time, most);
    statistics_.discrete_updates += count;
    statistics_.steps += count;
  }
}

// One step of whatever kind the diagram and the settings call for.
template <typename T>
void Simulator<T>::AdvanceOneStep(const Target& target) {
  if (!has_continuous_state()) {
    AdvanceWithoutState(target);
  } else if (has_fixed_step()) {
    AdvanceFixed(target, false);
  } else {
    AdvanceControlled(target);
  }
  if (!HasFailed() && !triggered_at_start_) ++statistics_.steps;
}

/// Whether nothing happens at the end of a step that is not at an event, and nobody looks then but
/// the step callback.
template <typename T>
bool Simulator<T>::IsUnwatched() const {
  return per_step_publish_.empty() && per_step_discrete_.empty() &&
         per_step_unrestricted_.empty() && dynamic_events_.empty() && histories_.empty() &&
         !data_.plan->loops && !monitor_ && !trace_ && !step_viewer_ && !dense_output_ &&
         !pace_.is_on() && (!recorder_ || config_.log_interval);
}

/// All steps to the target, or to an event before it.
template <typename T>
void Simulator<T>::AdvanceUnwatched(const Target& target) {
  for (;;) {
    has_triggered_ = false;
    if (has_continuous_state() && guards_.size() == 0 && step_limit_ == 0) {
      AdvanceFreely(target);
    } else {
      ReadGuardsAtStart();
      if (CanWatchSteps(target)) {
        AdvanceWatched(target);
      } else {
        AdvanceOneStep(target);
      }
    }
    if (ended() || triggered_at_start_ || has_triggered_ || time() >= target.time) return;
    if ((step_callback_ || step_is_announced_) && !AnnounceStep()) return;
    if (change_) {
      step_is_announced_ = true;
      return;
    }
    if (data_.TakeDerivativesChanged()) RestartIntegration();
  }
}

/// Steps that nothing is looked for in: all at once where nobody asks to be called between them.
template <typename T>
void Simulator<T>::AdvanceFreely(const Target& target) {
  const int64_t most = step_callback_ ? 1 : std::numeric_limits<int64_t>::max();
  int64_t taken = 0;
  const bool done = has_fixed_step()
                        ? integrator_->TakeFixedSteps(target.time, most, &grid_, &taken)
                        : integrator_->TakeControlledSteps(target.time, most, &taken);
  statistics_.steps += taken;
  if (integrator_->is_creeping()) WarnOfCreeping();
  if (!done) FailAt(time(), integrator_->failure().system, integrator_->failure().message);
}

// The context at a time within the step that is being tried.
template <typename T>
void Simulator<T>::MoveTo(double t_sec) {
  if (t_sec == time()) return;  // within a step, time tells where the context is
  if (has_continuous_state()) {
    integrator_->MoveTo(t_sec);
  } else {
    data_.write_time(T(t_sec));
    data_.InvalidateTimeAndContinuous();
  }
  SettleSliding();
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
  const double given_limit = std::exchange(step_limit_, 0);
  BeginChoice();
  for (;;) {
    MoveTo(end);
    const StartingModes modes = CorrectStartingModes(start, end);
    if (EndsAtStart(modes, given_limit)) return;
    if (modes == StartingModes::kRight) break;
  }
  EndStep(start, end);
}

/// A step is about to be tried: nothing is known of the branches that it starts in.
template <typename T>
void Simulator<T>::BeginChoice() {
  modes_are_chosen_ = false;
  num_corrections_ = 0;
  num_slides_at_start_ = 0;
}

/// Whether a step ends where it began. What limited it then limits the next one.
template <typename T>
bool Simulator<T>::EndsAtStart(StartingModes modes, double limit) {
  if (modes == StartingModes::kEventAtStart) step_limit_ = limit;
  return modes == StartingModes::kEventAtStart || modes == StartingModes::kFailed;
}

/// Whether what slides has weights at the end of a try. An event may lie before an end that has
/// none: there a weight would have reached its end.
template <typename T>
bool Simulator<T>::SettlesAtEnd() {
  if (sliding_ == nullptr) return true;
  sliding_->Settle();
  return !sliding_->has_failed();
}

/// A fixed step to `end`; where that fails because of values beyond a guard, a shorter one that
/// leads towards the guard.
template <typename T>
bool Simulator<T>::TakeFixedStep(double start, double* end, bool has_failed) {
  for (;;) {
    const bool is_taken =
        !std::exchange(has_failed, false) && integrator_->TakeFixedStep(start, *end);
    if (is_taken && SettlesAtEnd()) return true;
    if (is_taken ? !isolates_within_steps() : !CanStepAcrossGuard()) return is_taken;
    const double shorter = start + kShorter * (*end - start);
    if (shorter - start < kLeastSteps * Ulp(shorter)) return is_taken;
    if (is_taken) MoveTo(start);
    *end = shorter;
  }
}

/// `has_failed`: this step has been tried already.
template <typename T>
void Simulator<T>::AdvanceFixed(const Target& target, bool has_failed) {
  const double start = time();
  const double grid_end = grid_.NextEnd(target.time);
  double end = grid_end;
  if (step_limit_ > 0 && start + step_limit_ < end) {
    end = grid_.Land(start + step_limit_, target.time);
  }
  const double given_limit = std::exchange(step_limit_, 0);
  if (!histories_.empty()) {
    const double longest = histories_.CalcLargestStep();
    if (end - start > (1 + kRounding) * longest) {
      end = start + longest;
    }
  }
  BeginChoice();
  for (;;) {
    if (!TakeFixedStep(start, &end, std::exchange(has_failed, false))) {
      if (StepAcrossGuard(start, target.time) != StartingModes::kCorrected) return;
      end = grid_end;
      continue;
    }
    SettleSliding();
    const StartingModes modes = CorrectStartingModes(start, end);
    if (EndsAtStart(modes, given_limit)) return;
    if (modes == StartingModes::kRight) break;
  }
  const int64_t isolations = statistics_.witness_isolations;
  const double reached = EndStep(start, end);
  integrator_->Accept();
  if (statistics_.witness_isolations > isolations) {
    grid_.StartAt(reached);
  } else if (reached == target.time || reached == grid_end) {
    grid_.CountStepTo(reached, target.time);
  }
}

// A step with error control. It is taken again where the branches that it started in prove wrong,
// and where it fails beyond a guard it is led up to that guard.
template <typename T>
void Simulator<T>::AdvanceControlled(const Target& target) {
  const double start = time();
  const double given_limit = std::exchange(step_limit_, 0);
  double limit = given_limit;
  if (!histories_.empty()) {
    const double longest = histories_.CalcLargestStep() / (1 + kStretch);
    if (std::isfinite(longest)) limit = limit > 0 ? std::min(limit, longest) : longest;
  }
  double end = 0;
  BeginChoice();
  for (;;) {
    end = integrator_->TakeControlledStep(start, target.time, limit);
    if (std::isnan(end)) {
      if (StepAcrossGuard(start, target.time) != StartingModes::kCorrected) return;
      continue;
    }
    if (!SettlesAtEnd() && kShorter * (end - start) >= kLeastSteps * Ulp(end)) {
      limit = kShorter * (end - start);
      MoveTo(start);
      continue;
    }
    SettleSliding();
    const StartingModes modes = CorrectStartingModes(start, end);
    if (EndsAtStart(modes, given_limit)) return;
    if (modes == StartingModes::kRight) break;
  }
  EndStep(start, end);
  integrator_->Accept();
  if (integrator_->is_creeping()) WarnOfCreeping();
}

/// Once in a run, as the method tells it once.
template <typename T>
void Simulator<T>::WarnOfCreeping() {
  const CreepingSteps<T> steps = integrator_->TakeCreeping();
  if (!warning_handler_ || steps.system == nullptr) return;
  warning_handler_(
      {steps.time, steps.system,
       "error control holds the steps near " + TwoDigits(steps.step) +
           " s, less than a millionth of the run, for the sake of this block's state: the run "
           "creeps. Where the state settles much faster than what is looked at, an integrator for "
           "stiff systems (radau5, cvode_bdf) goes on in longer steps; else loosen the accuracy, "
           "or look for an input that jumps or jitters without events"});
}

template class Simulator<double>;
template class Simulator<AutoDiff>;

}  // namespace loopwright
