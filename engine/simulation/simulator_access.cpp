// What programs have access to besides running: the integrator, the pace, dense output, and another
// context.

#include <memory>
#include <stdexcept>
#include <utility>

#include "engine/simulation/simulator.h"
#include "engine/stochastic/stochastic_method_list.h"

namespace loopwright {

namespace {
/// Of the accuracy, where no absolute tolerance is given.
constexpr double kAbsoluteTolerance = 1e-3;

// The system, or an error, before any member is made of it.
template <typename T>
const System<T>& Existing(const std::unique_ptr<const System<T>>& system) {
  LOOPWRIGHT_THROW_UNLESS(system != nullptr);
  return *system;
}
}  // namespace

template <typename T>
Simulator<T>::Simulator(std::unique_ptr<const System<T>> system,
                        std::unique_ptr<Context<T>> context)
    : Simulator(Existing(system), std::move(context)) {
  owned_system_ = std::move(system);
}

// --- the integrator ---

// Made when it is first asked for: most programs use set_config() only.
template <typename T>
const IntegratorBase<T>& Simulator<T>::get_integrator() const {
  if (!integrator_access_) {
    integrator_access_ = std::make_unique<internal::ConfiguredIntegrator<T>>(
        const_cast<Simulator<T>*>(this), config_.integrator);
  }
  return *integrator_access_;
}
template <typename T>
IntegratorBase<T>& Simulator<T>::get_mutable_integrator() {
  return const_cast<IntegratorBase<T>&>(get_integrator());
}
template <typename T>
void Simulator<T>::SetIntegrator(std::unique_ptr<IntegratorBase<T>> integrator) {
  integrator->NoteChange();
  integrator_access_ = std::move(integrator);
}

/// What was set through get_mutable_integrator() since the last call. In the midst of a run the
/// method is made anew.
template <typename T>
void Simulator<T>::TakeIntegratorSettings() {
  if (!integrator_access_ || !std::exchange(integrator_access_->is_changed_, false)) return;
  const bool was_initialized = initialized_;
  set_config(integrator_access_->AppliedTo(config_));
  initialized_ = was_initialized;
  if (!initialized_) return;
  data_.accuracy = config_.accuracy;
  data_.Invalidate(data_.plan->accuracy_source());
  grid_ = {time(), config_.fixed_step.value_or(0), 0};
  MakeIntegrator();
}

// A stochastic method where the diagram has noise in its continuous state, else the one that the
// settings name. What the one before has cost is kept.
template <typename T>
void Simulator<T>::MakeIntegrator() {
  if (integrator_) earlier_cost_ = IntegrationCost();
  integrator_ = is_stochastic_
                    ? MakeStochasticMethod<T>(config_.stochastic_integrator, &data_,
                                              {.start_sec = time(),
                                               .step_sec = config_.stochastic_step,
                                               .refinement = config_.stochastic_refinement,
                                               .autodiff_system = autodiff_source_})
                    : MakeIntegrationMethod<T>(config_.integrator, &data_,
                                               {.relative = config_.accuracy,
                                                .absolute = config_.absolute_tolerance.value_or(
                                                    kAbsoluteTolerance * config_.accuracy),
                                                .max_step = config_.max_step,
                                                .creeping_step = config_.creeping_step,
                                                .fixed_step = config_.fixed_step.has_value(),
                                                .autodiff_system = autodiff_source_});
}

template <typename T>
IntegrationStatistics Simulator<T>::IntegrationCost() const {
  IntegrationStatistics cost = integrator_ ? integrator_->statistics() : IntegrationStatistics();
  cost.ComeAfter(earlier_cost_);
  return cost;
}

// Values and derivatives at both ends make a cubic segment of the dense output.
template <typename T>
void Simulator<T>::NoteDenseSegment(const StepInterior<T>& step) {
  const auto state = [&](double t) {
    return step.at(t).get_continuous_state_vector().CopyToVector();
  };
  const auto derivatives = [&](double t) {
    return system_.EvalTimeDerivatives(step.at(t)).CopyToVector();
  };
  dense_output_->Append(step.start_sec, step.end_sec, state(step.start_sec),
                        derivatives(step.start_sec), state(step.end_sec),
                        derivatives(step.end_sec));
}

// --- the pace ---

template <typename T>
void Simulator<T>::set_target_realtime_rate(double rate) {
  pace_.set_target_rate(rate);
  if (initialized_) pace_.Start(time());
}

// --- the context ---

// For after release_context().
template <typename T>
void Simulator<T>::CheckHasContext(const char* function) const {
  if (has_context()) return;
  throw std::logic_error(std::string("Simulator::") + function +
                         "(): there is no context: give one with reset_context()");
}

/// The system in the scalar that a choice of branches is made in: this one, the one that was given,
/// or this one converted.
template <typename T>
AutoDiffSource Simulator<T>::autodiff_source() {
  using Result = std::shared_ptr<const System<AutoDiff>>;
  if constexpr (std::is_same_v<T, AutoDiff>) {
    return [this] { return Result(Result(), &system_); };
  } else {
    if (autodiff_source_) return autodiff_source_;
    return [this] { return Result(system_.ToAutoDiffXdMaybe()); };
  }
}

// What slides goes on to show the combination that it has, without the simulator that solved it.
template <typename T>
std::unique_ptr<Context<T>> Simulator<T>::release_context() {
  if (sliding_ != nullptr) {
    data_.SetBlend(std::make_unique<internal::Blend<T>>(&data_, *sliding_));
    sliding_ = nullptr;
  }
  return std::move(context_);
}

/// All parts of a simulator refer to the values in its context. So another simulator is made in
/// the place of this one, with the same settings; where that fails, one with the context of before.
template <typename T>
void Simulator<T>::reset_context(std::unique_ptr<Context<T>> context) {
  if (context == nullptr) {
    context_.reset();
    return;
  }
  system_.ValidateContext(*context);
  struct {
    std::unique_ptr<const System<T>> owned_system;
    const System<T>& system;
    std::unique_ptr<Context<T>> context;
    SimulatorConfig config;
    AutoDiffSource autodiff_source;
    std::unique_ptr<IntegratorBase<T>> integrator_access;
    RealtimePace pace;
    std::function<EventStatus(const Context<T>&)> monitor;
    std::function<void(const Context<T>&, Side)> recorder;
    std::function<void(const StepInterior<T>&)> step_viewer;
    std::vector<const OutputPort<T>*> viewed_signals;
    std::function<bool()> step_callback;
    std::function<void(const SimulatorWarning&)> warning_handler;
    std::function<void(const TracePhase&)> trace;
  } kept{std::move(owned_system_),
         system_,
         std::move(context_),
         config_,
         std::move(autodiff_source_),
         std::move(integrator_access_),
         std::move(pace_),
         std::move(monitor_),
         std::move(recorder_),
         std::move(step_viewer_),
         std::move(viewed_signals_),
         std::move(step_callback_),
         std::move(warning_handler_),
         std::move(trace_)};
  const auto make = [&](std::unique_ptr<Context<T>> of) {
    Simulator<T>* made = std::construct_at(this, kept.system, std::move(of));
    made->owned_system_ = std::move(kept.owned_system);
    made->config_ = kept.config;
    made->autodiff_source_ = std::move(kept.autodiff_source);
    made->integrator_access_ = std::move(kept.integrator_access);
    made->pace_ = std::move(kept.pace);
    made->monitor_ = std::move(kept.monitor);
    made->recorder_ = std::move(kept.recorder);
    made->set_step_viewer(std::move(kept.step_viewer), std::move(kept.viewed_signals));
    made->step_callback_ = std::move(kept.step_callback);
    made->warning_handler_ = std::move(kept.warning_handler);
    made->trace_ = std::move(kept.trace);
  };
  std::destroy_at(this);
  try {
    make(std::move(context));
  } catch (...) {
    const bool had_context = kept.context != nullptr;
    make(std::move(kept.context));
    if (!had_context) context_.reset();
    throw;
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(Simulator)

}  // namespace loopwright
