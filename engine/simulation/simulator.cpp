#include "engine/simulation/simulator.h"

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "engine/context/cache_hits.h"
#include "engine/stochastic/stochastic_method_list.h"
#include "engine/system/adopt_system.h"
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

// All parts refer to the data of the context, which stays where it is for the simulator's life.
template <typename T>
Simulator<T>::Simulator(const System<T>& system, std::unique_ptr<Context<T>> context)
    : system_(system),
      context_(Prepare(system, std::move(context))),
      data_(context_->data()),
      has_continuous_state_(data_.plan->num_continuous() > 0),
      calendar_(*data_.plan, std::nullopt),
      dynamic_events_(&data_),
      histories_(&data_),
      updates_(&data_),
      guards_(&data_),
      early_readings_(&data_, &guards_) {
  FindPerStepEvents();
}

// The default context, or the given one, which may have been made before the system declared its
// last event.
template <typename T>
std::unique_ptr<Context<T>> Simulator<T>::Prepare(const System<T>& system,
                                                  std::unique_ptr<Context<T>> context) {
  if (context == nullptr) return system.CreateDefaultContext();
  system.ValidateContext(*context);
  internal::AdoptPresentPlan(system, *context);
  return context;
}

template <typename T>
Simulator<T>::~Simulator() = default;

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
  const std::string problem = StochasticMethodProblem(config.stochastic_integrator, *data_.plan);
  if (!problem.empty()) refuse(problem);
  config_ = config;
  if (integrator_access_) integrator_access_->TakeFrom(config_);
  initialized_ = false;
}

// Sorts the per-step events by kind, in build order: those that were declared, and those that
// leaves answer when asked.
template <typename T>
void Simulator<T>::FindPerStepEvents() {
  for (auto* list : {&per_step_publish_, &per_step_discrete_, &per_step_unrestricted_}) {
    list->clear();
  }
  const auto add = [this](int node, const Event<T>* event) {
    auto& list = event->is_publish()                               ? per_step_publish_
                 : event->kind() == EventKind::kUnrestrictedUpdate ? per_step_unrestricted_
                                                                   : per_step_discrete_;
    list.push_back({node, event});
  };
  for (const auto& [node, event] : data_.plan->events) {
    if (event->trigger() == TriggerType::kPerStep) add(node, event);
  }
  for (const auto& [node, event] : dynamic_events_.PerStepEvents()) add(node, event);
}

// Cache hits of stages are not counted one by one: their number follows from how many stages there
// were (cache_hits.h).
template <typename T>
SimulatorStatistics Simulator<T>::statistics() const {
  SimulatorStatistics result = statistics_;
  if (integrator_) {
    const IntegrationStatistics cost = IntegrationCost();
    result.derivative_evaluations = cost.derivative_evaluations;
    if (internal::CountsHits(data_)) {
      result.cache_hits = cost.derivative_evaluations * internal::HitsOfStage(&data_);
    }
    result.rejected_steps = cost.rejected_steps;
    result.jacobian_evaluations = cost.jacobian_evaluations;
    result.factorizations = cost.factorizations;
  }
  result.cache_hits += data_.statistics.cache_hits;
  return result;
}

// --- initialization ---

// Takes everything back to the beginning of a run, then runs what the header says: initialization
// updates, modes, and the first publishes and record.
template <typename T>
SimulatorStatus Simulator<T>::TryInitialize() {
  CheckHasContext("Initialize");
  TakeIntegratorSettings();
  system_.ValidateContext(*context_);
  if (internal::AdoptPresentPlan(system_, *context_)) rate_updates_.clear();
  // What an earlier run has left is forgotten.
  status_ = SimulatorStatus(time());
  statistics_ = {};
  data_.statistics = {};
  start_time_ = time();
  grid_ = {time(), config_.fixed_step.value_or(0), 0};
  data_.accuracy = config_.accuracy;
  calendar_ = EventCalendar<T>(*data_.plan, config_.log_interval);
  calendar_.Start(time());
  FindPerStepEvents();
  histories_.Find();
  is_stochastic_ = !config_.ignores_diffusion && HasDiffusion(*data_.plan);
  integrator_.reset();
  earlier_cost_ = {};
  MakeIntegrator();
  isolated_times_.assign(config_.max_isolated_events, -std::numeric_limits<double>::infinity());
  isolated_next_ = 0;
  witnessed_.clear();
  guard_history_.clear();
  step_limit_ = 0;
  steps_without_advance_ = 0;
  collapsed_events_ = 0;
  carried_sign_.clear();
  way_to_zero_.clear();
  some_rest_at_zero_ = false;
  recorded_before_ = modes_may_change_ = instant_published_ = step_is_announced_ = false;
  step_is_unfinished_ = false;
  guards_known_at_ = -1;
  StopSliding();
  chatter_.clear();
  mode_choice_.reset();
  resting_modes_.clear();
  asked_zeros_.clear();
  warned_group_.clear();
  crossed_.clear();
  modes_before_at_ = chosen_at_ = std::numeric_limits<double>::quiet_NaN();
  // Now the updates, with branches that follow the values, and after them the modes.
  initialized_ = true;

  data_.modes_held = false;
  data_.MarkAllStale();
  RunInitializationUpdates();
  if (!HasFailed()) RunOrderedInitialization();
  if (HasFailed()) return status_;
  SetInitialModes();
  WarnOfSeveralLoopSolutions();
  guards_.FindWitnessLeaves();
  guards_.CollectWitnesses();
  // Room for all that can come, so that stepping allocates nothing.
  const size_t room = data_.plan->events.size() + 4 * static_cast<size_t>(guards_.size()) + 16;
  guard_history_.reserve(room);
  witnessed_.reserve(room);
  ran_.reserve(room);
  due_.reserve(2 * room);
  for (auto* values : {&guard_before_update_, &carried_sign_, &carried_before_}) {
    values->reserve(room);
  }
  guard_values_.reserve(room);
  for (auto* ways : {&way_to_zero_, &former_way_to_zero_}) ways->reserve(room);
  for (auto* list : {&triggered_, &zeros_, &crossed_, &former_crossed_}) list->reserve(room);
  returns_.reserve(room);
  modes_before_.reserve(data_.modes.size());
  corrections_.reserve(data_.modes.size());
  early_modes_.resize(data_.modes.size());
  phase_changed_.reserve(data_.plan->num_nodes());
  slid_.reserve(data_.plan->num_nodes());
  chatter_.reserve(data_.modes.size());

  // What is due at the start time: publishes now, updates at the beginning of the first step.
  instant_arrived_ = calendar_.next().time == time();
  is_log_time_ = instant_arrived_ && calendar_.next().is_log_time;
  per_step_pending_ = true;
  dynamic_events_.FindLeaves();
  if (!dynamic_events_.empty()) AskForEventsAtStart();
  Publish(TriggerType::kInitialization);
  RecordBefore();
  pace_.Start(time());
  return status_;
}

// All unrestricted ones from the same values, committed, then all discrete ones. They do not count
// in the statistics, which are of the run itself.
template <typename T>
void Simulator<T>::RunInitializationUpdates() {
  if (trace_) KeepTracedState();
  std::vector<int> initialized;
  for (const bool unrestricted : {true, false}) {
    due_.clear();
    for (const auto& [node, event] : data_.plan->events) {
      const bool is_unrestricted = event->kind() == EventKind::kUnrestrictedUpdate;
      if (event->trigger() == TriggerType::kInitialization && !event->is_publish() &&
          is_unrestricted == unrestricted) {
        due_.push_back({node, event});
      }
    }
    RunUpdateKind(unrestricted ? EventKind::kUnrestrictedUpdate : EventKind::kDiscreteUpdate,
                  nullptr);
    if (!due_.empty()) {
      initialized.insert(initialized.end(), updates_.changed().begin(), updates_.changed().end());
    }
    if (HasFailed()) return;
  }
  statistics_.discrete_updates = statistics_.unrestricted_updates = 0;
  const auto& ordered = data_.plan->ordered_initialization_leaves;
  initialized.insert(initialized.end(), ordered.begin(), ordered.end());
  if (trace_) Trace("initialize", initialized, initialized);
}

// Leaf by leaf: the later ones see what the earlier ones became. A relay's first state depends on
// its input, which may come from another relay.
template <typename T>
void Simulator<T>::RunOrderedInitialization() {
  for (const int n : data_.plan->ordered_initialization_leaves) {
    const auto& leaf = static_cast<const LeafSystem<T>&>(*data_.plan->systems[n]);
    updates_.Begin();
    const EventStatus status = updates_.Run(n, *leaf.ordered_initialization());
    StopAfter(status);
    if (status.failed()) return;
    updates_.Commit();
  }
}

// From here on branches are held. Without isolation they follow the values for the whole run.
template <typename T>
void Simulator<T>::SetInitialModes() {
  guards_.WatchModes(config_.isolate_events);
  if (!config_.isolate_events) return;
  data_.modes_held = true;
  for (const int n : data_.plan->mode_leaves) data_.Invalidate(data_.plan->modes_source(n));
  phase_changed_.clear();
  guards_.SetModes([] {}, &phase_changed_);
  if (trace_) KeepTracedState();
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
  system_.ValidateContext(*context_);
  if (initialized_ ? HasFailed() : !TryInitialize().succeeded()) return false;
  status_ = SimulatorStatus(boundary_time);
  // The publishes of a step of no length whose updates ended the run.
  if (std::exchange(step_is_unfinished_, false)) EndStepWithoutAdvance();
  return !ended();
}

// At least one step, also where the boundary is the present time: its updates run then.
template <typename T>
SimulatorStatus Simulator<T>::TryAdvanceTo(double boundary_time) {
  CheckHasContext("AdvanceTo");
  TakeIntegratorSettings();
  if (!(boundary_time >= time())) {
    throw std::runtime_error("Simulator::AdvanceTo(): the boundary time " +
                             FormatNumber(boundary_time) + " s lies before the present time, " +
                             FormatNumber(time()) + " s");
  }
  if (!ResumeOrInitialize(boundary_time)) return status_;
  do {
    is_between_steps_ = true;
    const bool goes_on = AnnounceStep();
    is_between_steps_ = false;
    if (!goes_on) break;
    Step(boundary_time);
  } while (!ended() && time() < boundary_time);
  if (!ended()) pace_.Wait(time());
  return status_;
}

/// Calls the step callback, once before each step; false where that ends the run.
template <typename T>
bool Simulator<T>::AnnounceStep() {
  pace_.Wait(time());
  if (std::exchange(step_is_announced_, false) || !step_callback_ || step_callback_()) return true;
  status_.SetInterrupted(time());
  return false;
}

// A step without its continuous part. Where nothing is updated, all that can be seen has been
// published already: at the end of the step before, or of Initialize().
template <typename T>
SimulatorStatus Simulator<T>::TryAdvancePendingEvents() {
  CheckHasContext("AdvancePendingEvents");
  TakeIntegratorSettings();
  if (!ResumeOrInitialize(time())) return status_;
  ReadGuardsBeforeUpdate();
  const bool updated = RunUpdates(FindPendingUpdates());
  if (HasFailed()) return status_;
  const bool changed = SetModes() || updated;
  FinishUpdate(changed);
  step_is_unfinished_ = changed && ended();
  if (changed && !ended()) Publish(TriggerType::kPerStep);
  return status_;
}

/// Makes the change that was asked for from outside; returns whether there was one.
template <typename T>
bool Simulator<T>::ApplyChange() {
  if (!change_) return false;
  ReadGuardsBeforeUpdate();
  if (RecordsPairs()) RecordBefore();
  if (!histories_.empty()) histories_.NoteOtherEvents();
  std::exchange(change_, nullptr)(context_.get());
  return true;
}

// One step as in the header's pseudocode: the change from outside, updates, modes, record, and then
// time. Guards are read before whatever may change values, so that crossings of the jump can be
// found. A step in which a witness triggered across an update ends without time advancing.
template <typename T>
void Simulator<T>::Step(double boundary_time) {
  const bool was_changed = ApplyChange();
  const PendingUpdates pending = FindPendingUpdates();
  const bool may_change = modes_may_change_ || pending.any() || was_changed;
  if (may_change && !was_changed) ReadGuardsBeforeUpdate();
  const bool updated = RunUpdates(pending) || was_changed;
  if (HasFailed()) return;
  const bool changed = (may_change && SetModes()) || updated;
  if (changed) {
    const bool triggered = FinishUpdate(changed);
    step_is_unfinished_ = triggered && ended();
    if (ended()) return;
    if (triggered) {
      EndStepWithoutAdvance();
      return;
    }
  }
  const double before = time();
  Advance(boundary_time);
  if (ended()) return;
  if (triggered_at_start_) {
    EndStepWithoutAdvance();
    return;
  }
  Publish(TriggerType::kPerStep);
  const bool is_record_time = !config_.log_interval || is_log_time_ || time() == boundary_time;
  if (time() > before && (is_record_time || ended())) RecordBefore();
}

// Semantics 8: blocks that trigger each other at one instant for ever are named, and the run fails.
template <typename T>
void Simulator<T>::CountStepWithoutAdvance() {
  if (++steps_without_advance_ <= config_.max_steps_without_advance) return;
  std::vector<int> nodes;
  for (const PendingEvent& e : witnessed_) nodes.push_back(e.node);
  for (const auto* list : {&calendar_.next().discrete, &calendar_.next().unrestricted}) {
    for (const int event : *list) {
      if (instant_arrived_) nodes.push_back(data_.plan->events[event].node);
    }
  }
  std::string blocks;
  for (const int n : nodes) {
    blocks += (blocks.empty() ? "" : ", ") + data_.plan->systems[n]->GetSystemPathname();
  }
  FailAt(time(), nodes.empty() ? nullptr : data_.plan->systems[nodes[0]],
         std::to_string(config_.max_steps_without_advance) +
             " steps were made without time advancing: each event triggers the next. Blocks "
             "involved: " +
             blocks + ". Give one of them a delay or a hysteresis");
}

/// The publishes of a step of zero length. A run that they end has its last record after the
/// update that led to them, also where that was not recorded.
template <typename T>
void Simulator<T>::EndStepWithoutAdvance() {
  CountStepWithoutAdvance();
  if (ended()) return;
  Publish(TriggerType::kPerStep);
  if (ended() && !RecordsPairs()) RecordLast();
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(Simulator)

}  // namespace loopwright
