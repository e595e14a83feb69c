#include "engine/simulation/integrators.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "engine/simulation/simulator.h"
#include "engine/stochastic/stochastic_method_list.h"

namespace loopwright {

namespace {
// Errors begin with the method's name, as users know it.
[[noreturn]] void Refuse(const IntegrationMethodInfo& info, const std::string& text) {
  throw std::logic_error("Integrator " + std::string(info.name) + ": " + text);
}
}  // namespace

// Starts from what the simulator is set to, with this method in place of its own.
template <typename T>
IntegratorBase<T>::IntegratorBase(Simulator<T>* simulator, std::string_view method)
    : simulator_(*simulator), info_(FindIntegrationMethod(method)) {
  LOOPWRIGHT_THROW_UNLESS(info_ != nullptr);
  TakeFrom(simulator_.config());
  info_ = FindIntegrationMethod(method);
  if (!info_->has_error_control()) is_fixed_ = true;
  if (!info_->can_be_fixed()) is_fixed_ = false;
}

// --- settings ---

// Each setter checks, notes, and lets the simulator find out at its next advance.
template <typename T>
void IntegratorBase<T>::set_maximum_step_size(double step_sec) {
  if (!(step_sec > 0)) Refuse(*info_, "the largest step must be > 0");
  max_step_ = step_sec;
  NoteChange();
}
template <typename T>
void IntegratorBase<T>::set_target_accuracy(double accuracy) {
  if (!info_->has_error_control()) Refuse(*info_, "it has no error control: it has no accuracy");
  if (!(accuracy > 0)) Refuse(*info_, "the accuracy must be > 0");
  accuracy_ = accuracy;
  NoteChange();
}
// Some methods choose their steps themselves, others have no error estimate to choose by.
template <typename T>
void IntegratorBase<T>::set_fixed_step_mode(bool fixed) {
  if (fixed && !info_->can_be_fixed()) Refuse(*info_, "it chooses its own steps");
  if (!fixed && !info_->has_error_control()) Refuse(*info_, "it has no error control");
  is_fixed_ = fixed;
  NoteChange();
}
// With fixed steps the largest step is the step.
template <typename T>
void IntegratorBase<T>::TakeFrom(const SimulatorConfig& config) {
  info_ = FindIntegrationMethod(config.integrator);
  is_fixed_ = config.fixed_step.has_value();
  max_step_ = config.fixed_step.value_or(config.max_step);
  accuracy_ = config.accuracy;
  is_changed_ = false;
}
// The settings of the simulator with those of this object in their place.
template <typename T>
SimulatorConfig IntegratorBase<T>::AppliedTo(SimulatorConfig config) const {
  if (is_fixed_ && !std::isfinite(max_step_)) {
    Refuse(*info_, "its fixed steps have no size: call set_maximum_step_size()");
  }
  config.integrator = info_->name;
  config.accuracy = accuracy_;
  config.fixed_step.reset();
  if (is_fixed_) {
    config.fixed_step = max_step_;
  } else {
    config.max_step = max_step_;
  }
  return config;
}

// --- statistics ---

template <typename T>
double IntegratorBase<T>::get_actual_initial_step_size_taken() const {
  return is_fixed_ ? get_largest_step_size_taken()
                   : simulator_.continuous_.IntegrationCost().first_step;
}
template <typename T>
double IntegratorBase<T>::get_previous_integration_step_size() const {
  return is_fixed_ ? get_largest_step_size_taken()
                   : simulator_.continuous_.IntegrationCost().last_step;
}
// Fixed steps are not measured: their size is what was set, once there was one.
template <typename T>
double IntegratorBase<T>::get_largest_step_size_taken() const {
  if (!is_fixed_) return simulator_.continuous_.IntegrationCost().largest_step;
  return get_num_steps_taken() > 0 ? max_step_ : std::numeric_limits<double>::quiet_NaN();
}

// --- dense output ---

// Dense output is kept from the next step on. Refused where there is no continuous state, or noise
// in it.
template <typename T>
void IntegratorBase<T>::StartDenseIntegration() {
  if (simulator_.get_context().num_continuous_states() == 0) {
    Refuse(*info_, "there is no continuous state to keep dense output of");
  }
  if (HasDiffusion(*simulator_.run_.data.plan)) {
    Refuse(*info_, "what a stochastic method does within a step is not known");
  }
  if (simulator_.views_.dense_output) Refuse(*info_, "dense output is being kept already");
  simulator_.views_.dense_output = std::make_unique<trajectories::PiecewisePolynomial<T>>();
}
template <typename T>
std::unique_ptr<trajectories::PiecewisePolynomial<T>> IntegratorBase<T>::StopDenseIntegration() {
  if (!simulator_.views_.dense_output) Refuse(*info_, "no dense output is being kept");
  return std::move(simulator_.views_.dense_output);
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(IntegratorBase)

}  // namespace loopwright
