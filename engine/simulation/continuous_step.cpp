// Which steps to take.

#include "engine/simulation/continuous_step.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "engine/common/ulp.h"
#include "engine/loops/loop_solver.h"
#include "engine/stochastic/stochastic_method_list.h"
#include "engine/text/number_format.h"

namespace loopwright {

namespace {
/// A step may be longer by this much to land on an event (semantics 9).
constexpr double kStretch = 0.01;
/// By how much a step may be longer than the largest that a history allows.
constexpr double kHistoryRounding = 1e-9;
/// Where a fixed step leads to values that are not finite, the next try is so much of it …
constexpr double kShorter = 0.25;
/// … but longer than so many units in the last place of the time.
constexpr double kLeastSteps = 16;

/// Of the accuracy, where no absolute tolerance is given.
constexpr double kAbsoluteTolerance = 1e-3;

// To two digits, for texts: "3.3e-09".
std::string TwoDigits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}
}  // namespace

template <typename T>
ContinuousStep<T>::ContinuousStep(SimulatedRun<T>* run, RunTrace<T>* trace,
                                  InstantEvents<T>* events, EventIsolation<T>* isolation,
                                  StepViews<T>* views, StepAnnouncements<T>* announcements)
    : run_(*run),
      data_(run->data),
      trace_(*trace),
      events_(*events),
      isolation_(*isolation),
      views_(*views),
      announcements_(*announcements) {}

// --- the method ---

template <typename T>
void ContinuousStep<T>::Begin() {
  run_.integrator.reset();
  earlier_cost_ = {};
  MakeIntegrator();
}

// A stochastic method where the diagram has noise in its continuous state, else the one that the
// settings name. What the one before has cost is kept.
template <typename T>
void ContinuousStep<T>::MakeIntegrator() {
  if (run_.integrator) earlier_cost_ = IntegrationCost();
  run_.integrator =
      run_.is_stochastic
          ? MakeStochasticMethod<T>(run_.config.stochastic_integrator, &data_,
                                    {.start_sec = run_.time(),
                                     .step_sec = run_.config.stochastic_step,
                                     .refinement = run_.config.stochastic_refinement,
                                     .autodiff_system = run_.given_autodiff_source})
          : MakeIntegrationMethod<T>(run_.config.integrator, &data_,
                                     {.relative = run_.config.accuracy,
                                      .absolute = run_.config.absolute_tolerance.value_or(
                                          kAbsoluteTolerance * run_.config.accuracy),
                                      .max_step = run_.config.max_step,
                                      .creeping_step = run_.config.creeping_step,
                                      .fixed_step = run_.config.fixed_step.has_value(),
                                      .autodiff_system = run_.given_autodiff_source});
}

template <typename T>
IntegrationStatistics ContinuousStep<T>::IntegrationCost() const {
  IntegrationStatistics cost =
      run_.integrator ? run_.integrator->statistics() : IntegrationStatistics();
  cost.ComeAfter(earlier_cost_);
  return cost;
}

/// At the start of a run: of a loop that has another solution beside the one that was found, both
/// are named, since only the start of the search chose between them.
template <typename T>
void ContinuousStep<T>::WarnOfSeveralLoopSolutions() {
  if (!run_.observers.warning_handler || !data_.plan->loops) return;
  for (const internal::Loop& loop : data_.plan->loops->loops) {
    const auto solutions = data_.loops.search(loop).FindOthers();
    if (solutions.others.empty()) continue;
    const int node = data_.plan->entries[loop.unknowns.front().entry].node;
    run_.observers.warning_handler(
        {run_.time(), data_.plan->systems[node],
         "is in an algebraic loop with more than one solution: " + loop.path +
             ". The run begins with " + solutions.present + "; another one is " + solutions.others +
             ". An AlgebraicConstraint in the loop says where to search"});
  }
}

// --- from instant to instant ---

// Where nobody looks in between, many steps of the integrator are made at once.
template <typename T>
void ContinuousStep<T>::Advance(double boundary_sec) {
  events_.MergeWithBoundary(boundary_sec);
  const double start = run_.time();
  if (!run_.histories.empty()) {
    if (data_.TakeDerivativesChanged()) {
      run_.RestartIntegration();
      run_.histories.NoteChange(true);
    }
    run_.histories.NoteStart();
  }
  const double target = events_.FindTarget(boundary_sec);
  isolation_.BeginAdvance();
  if (target <= start) {
    events_.ArriveWithoutStep();
    return;
  }
  if (data_.plan->loops) data_.loops.Keep();
  if (data_.TakeDerivativesChanged()) run_.RestartIntegration();
  // Whether nothing happens at the end of a step that is not at an event, and nobody looks then but
  // the step callback.
  const RunObservers<T>& observers = run_.observers;
  const bool is_unwatched = !events_.has_events_of_steps() && run_.histories.empty() &&
                            !data_.plan->loops && !observers.monitor && !trace_.is_on() &&
                            !views_.is_on() && !announcements_.pace.is_on() &&
                            (!observers.recorder || run_.config.log_interval);
  if (is_unwatched) {
    AdvanceUnwatched(target);
  } else {
    isolation_.ReadAtStart();
    data_.plan->loops ? AdvanceWithLoops(target) : AdvanceOneStep(target);
  }
  // An interrupted run has come somewhere, too, and may go on from there.
  if (run_.HasFailed() || isolation_.triggered_at_start() ||
      (run_.ended() && run_.time() == start)) {
    return;
  }
  events_.ArriveAfterStep();
  if (trace_.is_on() && run_.has_continuous_state) TraceStep();
  if (is_unwatched && !run_.has_continuous_state && events_.has_arrived() && !run_.ended() &&
      isolation_.never()) {
    events_.RepeatUpdates(boundary_sec, &announcements_);
  }
}

// Tells of the continuous part: what it ended for, a guard, an event, the boundary of the run, or
// its length alone.
template <typename T>
void ContinuousStep<T>::TraceStep() {
  TraceCause cause{"step", nullptr, {}, trace_.last_time(), "length"};
  if (const SystemBase* block = isolation_.TriggeredBlock()) {
    cause.ended_by = "witness";
    cause.block = block;
  } else if (events_.is_at_event()) {
    cause.ended_by = "event";
  } else if (run_.time() == run_.status.return_time()) {
    cause.ended_by = "boundary";
  }
  std::vector<TraceReading> readings;
  if (isolation_.has_triggered()) readings = isolation_.readings();
  const std::vector<int>& leaves = data_.plan->continuous_leaves;
  trace_.Tell("continuous", leaves, leaves, {cause}, std::move(readings));
}

// One step of whatever kind the diagram and the settings call for.
template <typename T>
void ContinuousStep<T>::AdvanceOneStep(double target) {
  if (!run_.has_continuous_state) {
    AdvanceWithoutState(target);
  } else if (run_.has_fixed_step()) {
    AdvanceFixed(target, false);
  } else {
    AdvanceControlled(target);
  }
  if (!run_.HasFailed() && !isolation_.triggered_at_start()) ++run_.statistics.steps;
}

/// A step that is tried may lead to where an algebraic loop has no solution: then it is too long.
/// Where no step is short enough, the loop is to blame.
template <typename T>
void ContinuousStep<T>::AdvanceWithLoops(double target) {
  data_.loops.Tolerate(true);
  try {
    AdvanceOneStep(target);
  } catch (...) {
    data_.loops.Tolerate(false);
    throw;
  }
  data_.loops.Tolerate(false);
  if (run_.HasFailed() && !data_.loops.failure.empty())
    throw AlgebraicLoopError(data_.loops.failure);
}

/// All steps to the target, or to an event before it.
template <typename T>
void ContinuousStep<T>::AdvanceUnwatched(double target) {
  for (;;) {
    isolation_.ForgetTriggers();
    if (run_.has_continuous_state && isolation_.empty() && run_.step_limit == 0) {
      AdvanceFreely(target);
    } else {
      isolation_.ReadAtStart();
      if (isolation_.CanWatchSteps(target)) {
        AdvanceWatched(target);
      } else {
        AdvanceOneStep(target);
      }
    }
    if (run_.ended() || isolation_.triggered_at_start() || isolation_.has_triggered() ||
        run_.time() >= target)
      return;
    if (announcements_.has_to_announce() && !announcements_.Announce()) return;
    // The callback may have asked for a change or a trace: the step that comes is one of its own.
    if (run_.observers.change || trace_.is_on()) {
      announcements_.set_is_announced(true);
      return;
    }
    if (data_.TakeDerivativesChanged()) run_.RestartIntegration();
  }
}

/// Steps that nothing is looked for in: all at once where nobody asks to be called between them.
template <typename T>
void ContinuousStep<T>::AdvanceFreely(double target) {
  const int64_t most = announcements_.most_steps();
  int64_t taken = 0;
  const bool done = run_.has_fixed_step()
                        ? run_.integrator->TakeFixedSteps(target, most, &run_.grid, &taken)
                        : run_.integrator->TakeControlledSteps(target, most, &taken);
  run_.statistics.steps += taken;
  if (run_.integrator->is_creeping()) WarnOfCreeping();
  if (!done)
    run_.FailAt(run_.time(), run_.integrator->failure().system, run_.integrator->failure().message);
}

/// Fixed steps with a look at the guards in each. One that cannot be taken so is tried once more as
/// a step of its own, shorter where that helps.
template <typename T>
void ContinuousStep<T>::AdvanceWatched(double target) {
  if (isolation_.TakeWatchedSteps(target, announcements_.most_steps())) return;
  isolation_.ReadAtStart();
  AdvanceFixed(target, true);
  if (!run_.HasFailed() && !isolation_.triggered_at_start()) ++run_.statistics.steps;
}

// --- one step ---

/// After a try from `start` to `end` that stands: ends it where its events are, tells those who
/// want to know of it, and returns the time reached.
template <typename T>
double ContinuousStep<T>::EndStep(double start, double end) {
  const double reached = isolation_.IsolateEvents(start, end);
  isolation_.NoteStep(reached - start);
  if (!run_.is_stochastic && !run_.ended() && views_.is_on()) {
    const bool guards_are_known = isolation_.are_known();
    views_.Show(start, reached, isolation_.TriggersOfStep());
    if (guards_are_known) isolation_.set_are_known(true);
  }
  NoteStep(start, reached);
  return reached;
}

// For leaves that keep a history, as a delay does: they look into the step, and the context is put
// back to its end.
template <typename T>
void ContinuousStep<T>::NoteStep(double start, double end) {
  if (run_.histories.empty()) return;
  run_.histories.NoteStep(start, end, [this](double t) { run_.MoveTo(t); });
  run_.MoveTo(end);
}

// Time jumps to the next event; where guards watch, in steps they can watch over.
template <typename T>
void ContinuousStep<T>::AdvanceWithoutState(double target) {
  const double start = run_.time();
  double end = target;
  if (!isolation_.empty()) {
    const double limit = run_.step_limit > 0 ? std::min(run_.step_limit, run_.config.max_step)
                                             : run_.config.max_step;
    if (end - start > (1 + kStretch) * limit) end = start + limit;
  }
  const double longest = run_.histories.CalcLargestStep();
  if (end - start > (1 + kHistoryRounding) * longest) end = start + longest;
  const double given_limit = std::exchange(run_.step_limit, 0);
  isolation_.BeginChoice();
  for (;;) {
    run_.MoveTo(end);
    const StartingModes modes = isolation_.CorrectStartingModes(start, end);
    if (isolation_.EndsAtStart(modes, given_limit)) return;
    if (modes == StartingModes::kRight) break;
  }
  EndStep(start, end);
}

/// Whether what slides has weights at the end of a try. An event may lie before an end that has
/// none: there a weight would have reached its end.
template <typename T>
bool ContinuousStep<T>::SettlesAtEnd() {
  if (run_.sliding == nullptr) return true;
  run_.sliding->Settle();
  return !run_.sliding->has_failed();
}

/// A fixed step to `end`; where that fails because of values beyond a guard, a shorter one that
/// leads towards the guard.
template <typename T>
bool ContinuousStep<T>::TakeFixedStep(double start, double* end, bool has_failed) {
  for (;;) {
    const bool is_taken =
        !std::exchange(has_failed, false) && run_.integrator->TakeFixedStep(start, *end);
    if (is_taken && SettlesAtEnd()) return true;
    if (is_taken ? !run_.isolates_within_steps() : !isolation_.CanStepAcrossGuard())
      return is_taken;
    const double shorter = start + kShorter * (*end - start);
    if (shorter - start < kLeastSteps * Ulp(shorter)) return is_taken;
    if (is_taken) run_.MoveTo(start);
    *end = shorter;
  }
}

/// `has_failed`: this step has been tried already.
template <typename T>
void ContinuousStep<T>::AdvanceFixed(double target, bool has_failed) {
  const double start = run_.time();
  const double grid_end = run_.grid.NextEnd(target);
  double end = grid_end;
  if (run_.step_limit > 0 && start + run_.step_limit < end) {
    end = run_.grid.Land(start + run_.step_limit, target);
  }
  const double given_limit = std::exchange(run_.step_limit, 0);
  if (!run_.histories.empty()) {
    const double longest = run_.histories.CalcLargestStep();
    if (end - start > (1 + kHistoryRounding) * longest) {
      end = start + longest;
    }
  }
  isolation_.BeginChoice();
  for (;;) {
    if (!TakeFixedStep(start, &end, std::exchange(has_failed, false))) {
      if (isolation_.StepAcrossGuard(start, target) != StartingModes::kCorrected) return;
      end = grid_end;
      continue;
    }
    run_.SettleSliding();
    const StartingModes modes = isolation_.CorrectStartingModes(start, end);
    if (isolation_.EndsAtStart(modes, given_limit)) return;
    if (modes == StartingModes::kRight) break;
  }
  const int64_t isolations = run_.statistics.witness_isolations;
  const double reached = EndStep(start, end);
  run_.integrator->Accept();
  if (run_.statistics.witness_isolations > isolations) {
    run_.grid.StartAt(reached);
  } else if (reached == target || reached == grid_end) {
    run_.grid.CountStepTo(reached, target);
  }
}

// A step with error control. It is taken again where the branches that it started in prove wrong,
// and where it fails beyond a guard it is led up to that guard.
template <typename T>
void ContinuousStep<T>::AdvanceControlled(double target) {
  const double start = run_.time();
  const double given_limit = std::exchange(run_.step_limit, 0);
  double limit = given_limit;
  if (!run_.histories.empty()) {
    const double longest = run_.histories.CalcLargestStep() / (1 + kStretch);
    if (std::isfinite(longest)) limit = limit > 0 ? std::min(limit, longest) : longest;
  }
  double end = 0;
  isolation_.BeginChoice();
  for (;;) {
    end = run_.integrator->TakeControlledStep(start, target, limit);
    if (std::isnan(end)) {
      if (isolation_.StepAcrossGuard(start, target) != StartingModes::kCorrected) return;
      continue;
    }
    if (!SettlesAtEnd() && kShorter * (end - start) >= kLeastSteps * Ulp(end)) {
      limit = kShorter * (end - start);
      run_.MoveTo(start);
      continue;
    }
    run_.SettleSliding();
    const StartingModes modes = isolation_.CorrectStartingModes(start, end);
    if (isolation_.EndsAtStart(modes, given_limit)) return;
    if (modes == StartingModes::kRight) break;
  }
  EndStep(start, end);
  run_.integrator->Accept();
  if (run_.integrator->is_creeping()) WarnOfCreeping();
}

/// Once in a run, as the method tells it once.
template <typename T>
void ContinuousStep<T>::WarnOfCreeping() {
  const CreepingSteps<T> steps = run_.integrator->TakeCreeping();
  if (!run_.observers.warning_handler || steps.system == nullptr) return;
  run_.observers.warning_handler(
      {steps.time, steps.system,
       "error control holds the steps near " + TwoDigits(steps.step) +
           " s, less than a millionth of the run, for the sake of this block's state: the run "
           "creeps. Where the state settles much faster than what is looked at, an integrator for "
           "stiff systems (radau5, cvode_bdf) goes on in longer steps; else loosen the accuracy, "
           "or look for an input that jumps or jitters without events"});
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(ContinuousStep)

}  // namespace loopwright
