#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "engine/integration/method_list.h"
#include "engine/integration/piecewise_polynomial.h"
#include "engine/simulation/simulator_config.h"

namespace loopwright {

template <typename T>
class Simulator;
template <typename T>
class System;
template <typename T>
class Context;

/// What a program sees of a Simulator's integrator, under Drake's names: its settings, what it has
/// cost, and its dense output. The method itself is one of method_list.h.
///
/// Settings take effect at the next Initialize(), AdvanceTo() or AdvancePendingEvents(); changed in
/// the midst of a run they start integration anew there, and statistics go on. They are the
/// simulator's config(), which set_config() replaces as a whole. Times in seconds. A program that
/// was written for Drake sets its accuracy with
///
///     simulator.get_mutable_integrator().set_target_accuracy(1e-8);
template <typename T>
class IntegratorBase {
 public:
  virtual ~IntegratorBase() = default;
  IntegratorBase(const IntegratorBase&) = delete;
  IntegratorBase& operator=(const IntegratorBase&) = delete;

  /// The simulator's system and context.
  const System<T>& get_system() const { return simulator_.get_system(); }
  const Context<T>& get_context() const { return simulator_.get_context(); }
  Context<T>* get_mutable_context() { return &simulator_.get_mutable_context(); }
  /// Which method it is.
  const IntegrationMethodInfo& info() const { return *info_; }

  // --- settings ---
  /// The largest step, and with fixed steps the step. std::logic_error unless it is > 0.
  void set_maximum_step_size(double step_sec);
  double get_maximum_step_size() const { return max_step_; }
  /// Relative tolerance of a step's error. std::logic_error unless it is > 0, and for a method
  /// without error control.
  void set_target_accuracy(double accuracy);
  double get_target_accuracy() const { return accuracy_; }
  double get_accuracy_in_use() const { return accuracy_; }
  /// Steps of set_maximum_step_size() without error control. std::logic_error where the method
  /// cannot do as it is asked.
  void set_fixed_step_mode(bool fixed);
  bool get_fixed_step_mode() const { return is_fixed_; }
  /// Whether the method can choose its steps by their error.
  bool supports_error_estimation() const { return info_->has_error_control(); }

  // --- what integration has cost since Initialize(). Sizes of steps are in seconds; those of steps
  // with error control are not a number where there was none. ---
  /// Accepted steps; then evaluations of the derivatives, tries that were refused, Jacobians, and
  /// matrices that were decomposed.
  int64_t get_num_steps_taken() const { return simulator_.statistics().steps; }
  int64_t get_num_derivative_evaluations() const {
    return simulator_.statistics().derivative_evaluations;
  }
  int64_t get_num_step_shrinkages_from_error_control() const {
    return simulator_.statistics().rejected_steps;
  }
  int64_t get_num_jacobian_evaluations() const {
    return simulator_.statistics().jacobian_evaluations;
  }
  int64_t get_num_iteration_matrix_factorizations() const {
    return simulator_.statistics().factorizations;
  }
  /// The first, the last, the largest and the smallest step.
  double get_actual_initial_step_size_taken() const;
  double get_previous_integration_step_size() const;
  double get_largest_step_size_taken() const;
  double get_smallest_adapted_step_size_taken() const {
    return simulator_.continuous_.IntegrationCost().smallest_step;
  }

  // --- dense output: the continuous state as a function of time, kept from the next step on ---
  /// std::logic_error where the system has no continuous state, or output is being kept already.
  void StartDenseIntegration();
  /// Null where none is being kept.
  const trajectories::PiecewisePolynomial<T>* get_dense_output() const {
    return simulator_.views_.dense_output.get();
  }
  /// Hands over what was kept. std::logic_error where nothing was.
  std::unique_ptr<trajectories::PiecewisePolynomial<T>> StopDenseIntegration();

 protected:
  /// A method of method_list.h, with what the simulator is set to otherwise. One that needs fixed
  /// steps makes them.
  IntegratorBase(Simulator<T>* simulator, std::string_view method);

 private:
  friend class Simulator<T>;
  /// Takes over what `config` says.
  void TakeFrom(const SimulatorConfig& config);
  /// `config` with what this says. std::logic_error where steps are fixed and have no size.
  SimulatorConfig AppliedTo(SimulatorConfig config) const;
  void NoteChange() { is_changed_ = true; }

  Simulator<T>& simulator_;
  const IntegrationMethodInfo* info_;
  double max_step_ = 0, accuracy_ = 0;
  bool is_fixed_ = false;
  bool is_changed_ = false;  ///< since the simulator took it over
};

/// Declares the class NAME of the method `method`.
#define LOOPWRIGHT_DECLARE_INTEGRATOR(NAME, method)                                  \
  template <typename T>                                                              \
  class NAME final : public IntegratorBase<T> {                                      \
   public:                                                                           \
    explicit NAME(Simulator<T>* simulator) : IntegratorBase<T>(simulator, method) {} \
  }

LOOPWRIGHT_DECLARE_INTEGRATOR(ExplicitEulerIntegrator, "explicit_euler");
LOOPWRIGHT_DECLARE_INTEGRATOR(SemiExplicitEulerIntegrator, "semi_explicit_euler");
LOOPWRIGHT_DECLARE_INTEGRATOR(RungeKutta2Integrator, "rk2");
LOOPWRIGHT_DECLARE_INTEGRATOR(RungeKutta3Integrator, "rk3");
LOOPWRIGHT_DECLARE_INTEGRATOR(RungeKutta4Integrator, "rk4");
LOOPWRIGHT_DECLARE_INTEGRATOR(RungeKutta5Integrator, "dopri5");
LOOPWRIGHT_DECLARE_INTEGRATOR(BogackiShampine3Integrator, "bogacki_shampine3");
LOOPWRIGHT_DECLARE_INTEGRATOR(ImplicitEulerIntegrator, "implicit_euler");
/// Of three stages and order 5.
LOOPWRIGHT_DECLARE_INTEGRATOR(RadauIntegrator, "radau5");
#undef LOOPWRIGHT_DECLARE_INTEGRATOR

namespace internal {
/// The method that a simulator's config() names.
template <typename T>
class ConfiguredIntegrator final : public IntegratorBase<T> {
 public:
  ConfiguredIntegrator(Simulator<T>* simulator, std::string_view method)
      : IntegratorBase<T>(simulator, method) {}
};
}  // namespace internal

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(IntegratorBase)

}  // namespace loopwright
