// What programs have access to besides running: the integrator, the pace, and another context.

#include <memory>
#include <stdexcept>
#include <utility>

#include "engine/simulation/simulator.h"

namespace loopwright {

namespace {
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
        const_cast<Simulator<T>*>(this), run_.config.integrator);
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
  set_config(integrator_access_->AppliedTo(run_.config));
  initialized_ = was_initialized;
  if (!initialized_) return;
  run_.data.accuracy = run_.config.accuracy;
  run_.data.Invalidate(run_.data.plan->accuracy_source());
  run_.grid = {run_.time(), run_.config.fixed_step.value_or(0), 0};
  continuous_.MakeIntegrator();
}

// --- the pace ---

template <typename T>
void Simulator<T>::set_target_realtime_rate(double rate) {
  announcements_.pace.set_target_rate(rate);
  if (initialized_) announcements_.pace.Start(run_.time());
}

// --- the context ---

// Says what is missing to those who ask a simulator for its context after release_context().
template <typename T>
void Simulator<T>::CheckHasContext(const char* function) const {
  if (has_context()) return;
  throw std::logic_error(std::string("Simulator::") + function +
                         "(): there is no context: give one with reset_context()");
}

// What slides goes on to show the combination that it has, without the simulator that solved it.
template <typename T>
std::unique_ptr<Context<T>> Simulator<T>::release_context() {
  if (run_.sliding != nullptr) {
    run_.data.SetBlend(std::make_unique<internal::Blend<T>>(&run_.data, *run_.sliding));
    run_.sliding = nullptr;
  }
  return std::move(run_.context);
}

/// All parts of a simulator refer to the values in its context. So another simulator is made in
/// the place of this one, with the same settings; where that fails, one with the context of before.
template <typename T>
void Simulator<T>::reset_context(std::unique_ptr<Context<T>> context) {
  if (context == nullptr) {
    run_.context.reset();
    return;
  }
  run_.system.ValidateContext(*context);
  this->observers_.change = nullptr;
  struct {
    std::unique_ptr<const System<T>> owned_system;
    const System<T>& system;
    std::unique_ptr<Context<T>> context;
    SimulatorConfig config;
    AutoDiffSource autodiff_source;
    std::unique_ptr<IntegratorBase<T>> integrator_access;
    RealtimePace pace;
    RunObservers<T> observers;
    std::function<void(const TracePhase&)> trace;
  } kept{std::move(owned_system_),
         run_.system,
         std::move(run_.context),
         run_.config,
         std::move(run_.given_autodiff_source),
         std::move(integrator_access_),
         std::move(announcements_.pace),
         std::move(this->observers_),
         trace_.TakeHandler()};
  const auto make = [&](std::unique_ptr<Context<T>> of) {
    Simulator<T>* made = std::construct_at(this, kept.system, std::move(of));
    made->owned_system_ = std::move(kept.owned_system);
    made->run_.config = kept.config;
    made->run_.given_autodiff_source = std::move(kept.autodiff_source);
    made->integrator_access_ = std::move(kept.integrator_access);
    made->announcements_.pace = std::move(kept.pace);
    made->observers_ = std::move(kept.observers);
    made->trace_.set_handler(std::move(kept.trace));
  };
  std::destroy_at(this);
  try {
    make(std::move(context));
  } catch (...) {
    const bool had_context = kept.context != nullptr;
    make(std::move(kept.context));
    if (!had_context) run_.context.reset();
    throw;
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(Simulator)

}  // namespace loopwright
