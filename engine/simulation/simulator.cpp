#include "engine/simulation/simulator.h"

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "engine/context/cache_hits.h"
#include "engine/stochastic/stochastic_method_list.h"
#include "engine/system/plan_maker.h"
#include "engine/text/number_format.h"

namespace loopwright {

// Who, what, when and why in one line: "plant/tank: failed at t = 2.5 s: the tank overflows".
std::string SimulatorStatus::FormatMessage() const {
  const std::string at = " at t = " + FormatNumber(return_time_) + " s";
  std::string who = system_ == nullptr ? "" : system_->GetSystemPathname();
  if (!who.empty()) who += ": ";
  switch (reason_) {
    case kReachedBoundaryTime:
      return "reached the boundary time, " + FormatNumber(boundary_time_) + " s";
    case kReachedTerminationCondition:
      return who + "ended the run" + at + (message_.empty() ? "" : ": " + message_);
    case kEventHandlerFailed:
      return who + "failed" + at + ": " + message_;
    case kInterrupted:
      return "interrupted" + at;
  }
  return {};
}

template <typename T>
Simulator<T>::Simulator(const System<T>& system, std::unique_ptr<Context<T>> context)
    : run_(system, std::move(context), &this->observers_),
      records_(&run_),
      trace_(&run_),
      events_(&run_, &records_, &trace_),
      isolation_(&run_, &records_, &trace_, &events_),
      views_(&run_),
      announcements_(&run_),
      continuous_(&run_, &trace_, &events_, &isolation_, &views_, &announcements_) {}

// Everything is examined before anything is taken over. Comparisons are written so that a setting
// that is not a number is refused.
template <typename T>
void Simulator<T>::set_config(const SimulatorConfig& config) {
  const IntegrationMethodInfo* method = FindIntegrationMethod(config.integrator);
  const auto refuse = [](const std::string& text) { throw std::logic_error("Simulator: " + text); };
  if (method == nullptr) {
    refuse("there is no integrator '" + config.integrator + "'; there are " +
           IntegrationMethodNames());
  }
  if (!(config.accuracy > 0)) refuse("the accuracy must be > 0");
  if (config.absolute_tolerance && !(*config.absolute_tolerance > 0)) {
    refuse("the absolute tolerance must be > 0");
  }
  if (!(config.max_step > 0)) refuse("the largest step must be > 0");
  if (config.fixed_step && !(*config.fixed_step > 0)) refuse("the fixed step must be > 0");
  if (config.log_interval && !(*config.log_interval > 0)) refuse("the log interval must be > 0");
  if (!method->has_error_control() && !config.fixed_step) {
    refuse(config.integrator + " has no error estimate: it needs a fixed step");
  }
  if (!method->takes_any_scalar && !std::is_same_v<T, double>) {
    refuse(config.integrator + " integrates systems of double only");
  }
  if (!method->can_be_fixed() && config.fixed_step) {
    refuse(config.integrator + " chooses its own steps: it cannot have a fixed step");
  }
  if (!config.isolate_events && !config.fixed_step) {
    refuse("events must be isolated unless the step is fixed");
  }
  if (FindStochasticMethod(config.stochastic_integrator) == nullptr) {
    refuse("there is no stochastic integrator '" + config.stochastic_integrator + "'; there are " +
           StochasticMethodNames());
  }
  if (!(config.stochastic_step > 0)) refuse("the stochastic step must be > 0");
  const std::string problem =
      StochasticMethodProblem(config.stochastic_integrator, *run_.data.plan);
  if (!problem.empty()) refuse(problem);
  run_.config = config;
  if (integrator_access_) integrator_access_->TakeFrom(run_.config);
  initialized_ = false;
}

// Cache hits of stages are not counted one by one: their number follows from how many stages there
// were (cache_hits.h).
template <typename T>
SimulatorStatistics Simulator<T>::statistics() const {
  SimulatorStatistics result = run_.statistics;
  internal::ContextData<T>& data = run_.data;
  if (run_.integrator) {
    const IntegrationStatistics cost = continuous_.IntegrationCost();
    result.derivative_evaluations = cost.derivative_evaluations;
    if (internal::CountsHits(data)) {
      result.cache_hits = cost.derivative_evaluations * internal::HitsOfStage(&data);
    }
    result.rejected_steps = cost.rejected_steps;
    result.jacobian_evaluations = cost.jacobian_evaluations;
    result.factorizations = cost.factorizations;
  }
  result.cache_hits += data.statistics.cache_hits;
  return result;
}

// Takes everything back to the beginning of a run, then runs what the header says: initialization
// updates, with branches that follow the values, modes, and the first publishes and record.
template <typename T>
SimulatorStatus Simulator<T>::TryInitialize() {
  CheckHasContext("Initialize");
  TakeIntegratorSettings();
  run_.system.ValidateContext(*run_.context);
  if (internal::AdoptPresentPlan(run_.system, *run_.context)) events_.ForgetPlan();
  // What an earlier run has left is forgotten.
  run_.Begin();
  events_.Begin();
  continuous_.Begin();
  isolation_.Begin();
  records_.Begin();
  announcements_.set_is_announced(false);
  step_is_unfinished_ = false;
  initialized_ = true;

  events_.RunInitialization();
  if (run_.HasFailed()) return run_.status;
  isolation_.HoldBranches();
  continuous_.WarnOfSeveralLoopSolutions();
  isolation_.FindGuards();
  events_.ArriveAtStart();
  events_.Publish(TriggerType::kInitialization);
  records_.RecordBefore();
  announcements_.pace.Start(run_.time());
  return run_.status;
}

// --- advancing ---

// The difference between AdvanceTo() and TryAdvanceTo() and their like.
template <typename T>
SimulatorStatus Simulator<T>::ThrowIfFailed(SimulatorStatus status) {
  if (status.reason() == SimulatorStatus::kEventHandlerFailed) {
    throw std::runtime_error(status.FormatMessage());
  }
  return status;
}

/// Makes a run that was ended or interrupted go on; false where it ended in being initialized, or
/// has failed, and so there is nothing to do.
template <typename T>
bool Simulator<T>::ResumeOrInitialize(double boundary_time) {
  run_.system.ValidateContext(*run_.context);
  if (initialized_ ? run_.HasFailed() : !TryInitialize().succeeded()) return false;
  run_.status = SimulatorStatus(boundary_time);
  // The publishes of a step of no length whose updates ended the run.
  if (std::exchange(step_is_unfinished_, false)) EndStepWithoutAdvance();
  return !run_.ended();
}

// At least one step, also where the boundary is the present time: its updates run then.
template <typename T>
SimulatorStatus Simulator<T>::TryAdvanceTo(double boundary_time) {
  CheckHasContext("AdvanceTo");
  TakeIntegratorSettings();
  if (!(boundary_time >= run_.time())) {
    throw std::runtime_error("Simulator::AdvanceTo(): the boundary time " +
                             FormatNumber(boundary_time) + " s lies before the present time, " +
                             FormatNumber(run_.time()) + " s");
  }
  if (!ResumeOrInitialize(boundary_time)) return run_.status;
  do {
    is_between_steps_ = true;
    const bool goes_on = announcements_.Announce();
    is_between_steps_ = false;
    if (!goes_on) break;
    Step(boundary_time);
  } while (!run_.ended() && run_.time() < boundary_time);
  if (!run_.ended()) announcements_.pace.Wait(run_.time());
  return run_.status;
}

// A step without its continuous part. Where nothing is updated, all that can be seen has been
// published already: at the end of the step before, or of Initialize().
template <typename T>
SimulatorStatus Simulator<T>::TryAdvancePendingEvents() {
  CheckHasContext("AdvancePendingEvents");
  TakeIntegratorSettings();
  if (!ResumeOrInitialize(run_.time())) return run_.status;
  isolation_.ReadBeforeUpdate();
  const bool updated = events_.RunUpdates(events_.FindPendingUpdates());
  if (run_.HasFailed()) return run_.status;
  const bool changed = isolation_.SetModes() || updated;
  isolation_.FinishUpdate(changed);
  step_is_unfinished_ = changed && run_.ended();
  if (changed && !run_.ended()) events_.Publish(TriggerType::kPerStep);
  return run_.status;
}

/// Makes the change that was asked for from outside; returns whether there was one.
template <typename T>
bool Simulator<T>::ApplyChange() {
  auto& change = this->observers_.change;
  if (!change) return false;
  isolation_.ReadBeforeUpdate();
  if (records_.RecordsPairs()) records_.RecordBefore();
  if (!run_.histories.empty()) run_.histories.NoteOtherEvents();
  std::exchange(change, nullptr)(run_.context.get());
  return true;
}

// One step as in the header's pseudocode: the change from outside, updates, modes, record, and then
// time. Guards are read before whatever may change values, so that crossings of the jump can be
// found. A step in which a witness triggered across an update ends without time advancing.
template <typename T>
void Simulator<T>::Step(double boundary_time) {
  const bool was_changed = ApplyChange();
  const auto pending = events_.FindPendingUpdates();
  const bool may_change = isolation_.modes_may_change() || pending.any() || was_changed;
  if (may_change && !was_changed) isolation_.ReadBeforeUpdate();
  const bool updated = events_.RunUpdates(pending) || was_changed;
  if (run_.HasFailed()) return;
  const bool changed = (may_change && isolation_.SetModes()) || updated;
  if (changed) {
    const bool triggered = isolation_.FinishUpdate(changed);
    step_is_unfinished_ = triggered && run_.ended();
    if (run_.ended()) return;
    if (triggered) {
      EndStepWithoutAdvance();
      return;
    }
  }
  const double before = run_.time();
  continuous_.Advance(boundary_time);
  if (run_.ended()) return;
  if (isolation_.triggered_at_start()) {
    EndStepWithoutAdvance();
    return;
  }
  events_.Publish(TriggerType::kPerStep);
  const bool is_record_time =
      !run_.config.log_interval || records_.is_log_time() || run_.time() == boundary_time;
  if (run_.time() > before && (is_record_time || run_.ended())) records_.RecordBefore();
}

/// The publishes of a step of zero length. A run that they end has its last record after the
/// update that led to them, also where that was not recorded.
template <typename T>
void Simulator<T>::EndStepWithoutAdvance() {
  events_.CountStepWithoutAdvance();
  if (run_.ended()) return;
  events_.Publish(TriggerType::kPerStep);
  if (run_.ended() && !records_.RecordsPairs()) records_.RecordLast();
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(Simulator)

}  // namespace loopwright
