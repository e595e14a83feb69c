#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/simulation/continuous_step.h"
#include "engine/simulation/event_isolation.h"
#include "engine/simulation/instant_events.h"
#include "engine/simulation/integrators.h"
#include "engine/simulation/run_observers.h"
#include "engine/simulation/run_records.h"
#include "engine/simulation/run_trace.h"
#include "engine/simulation/simulated_run.h"
#include "engine/simulation/step_views.h"
#include "engine/system/system.h"

namespace loopwright {

template <typename T>
class SimulatorSnapshot;

/// Advances a hybrid system through time:
///
///     Initialize(t0, x0):
///         unrestricted, then discrete initialization updates             x0 → x⁻(t0)
///         modes are set from x⁻(t0), in feedthrough order
///         publish: initialization, per-step and timed publishes due at t0; monitor; record `-`
///
///     Step(t, x⁻(t), tmax):
///         x*(t)  ← all unrestricted updates due at t, from x⁻(t)
///         xd⁺(t) ← all discrete updates due at t, from x*(t)             x⁺(t)
///         modes  ← set from x⁺(t), then held to the end of the step; record both sides
///         te     ← min(next timed event, tmax)
///         one accepted integrator step from x⁺(t), ending at te or earlier; a witness that
///             triggers ends it at the isolated time
///         publish: per-step, timed and witnessed publishes due at the new time; monitor; record
///
///     AdvanceTo(tmax): at least one Step, then Steps while t < tmax.
///
/// It directs its parts, which are named in simulated_run.h: InstantEvents runs updates and
/// publishes, EventIsolation sets modes and ends a step, ContinuousStep makes it.
///
/// Updates due exactly at tmax stay pending: the next AdvanceTo(), or AdvancePendingEvents(), runs
/// them first. Everything is a deterministic function of the context.
template <typename T>
class Simulator : public ObservedRun<T> {
 public:
  /// `system` must outlive the simulator; without a context its default context is used.
  explicit Simulator(const System<T>& system, std::unique_ptr<Context<T>> context = nullptr);
  /// The same of a system that the simulator keeps; std::logic_error where it is null.
  explicit Simulator(std::unique_ptr<const System<T>> system,
                     std::unique_ptr<Context<T>> context = nullptr);
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(Simulator);

  /// Takes effect at the next Initialize(). std::logic_error names an unknown integrator, a step or
  /// tolerance that is not positive, a method that needs a fixed step and has none, and isolation
  /// switched off without a fixed step, and a stochastic integrator or step that is not for this
  /// system.
  void set_config(const SimulatorConfig& config);
  const SimulatorConfig& config() const { return run_.config; }

  /// Where the Jacobians of implicit methods come from, and the motion's derivatives where branches
  /// have to be chosen (mode_choice.h). Without one, Jacobians are made of differences, and the
  /// system is converted for that choice where it can be. Takes effect at the next Initialize();
  /// called when it is first needed.
  void set_autodiff_source(const AutoDiffSource& source) { run_.given_autodiff_source = source; }

  // --- advancing. A failure (of an event handler, a derivative, a step) is a std::runtime_error
  // with the text of SimulatorStatus::FormatMessage(); the answer tells whether the run was ended
  // or interrupted before the boundary time. Then it can go on: what was pending is pending still.
  // After a failure it cannot, without another Initialize(). Try… is the same with failure as an
  // answer, too: for those that show it to somebody.
  SimulatorStatus Initialize() { return ThrowIfFailed(TryInitialize()); }
  [[nodiscard]] SimulatorStatus TryInitialize();
  /// Initializes first where that was not done. std::runtime_error unless `boundary_time` (seconds)
  /// >= the context's time.
  SimulatorStatus AdvanceTo(double boundary_time) {
    return ThrowIfFailed(TryAdvanceTo(boundary_time));
  }
  [[nodiscard]] SimulatorStatus TryAdvanceTo(double boundary_time);
  /// Runs the updates that are pending at the present time, then publishes; a second call runs
  /// nothing again.
  SimulatorStatus AdvancePendingEvents() { return ThrowIfFailed(TryAdvancePendingEvents()); }
  [[nodiscard]] SimulatorStatus TryAdvancePendingEvents();

  const System<T>& get_system() const { return run_.system; }
  /// std::logic_error where there is no context.
  const Context<T>& get_context() const {
    LOOPWRIGHT_THROW_UNLESS(has_context());
    return *run_.context;
  }
  Context<T>& get_mutable_context() {
    LOOPWRIGHT_THROW_UNLESS(has_context());
    return *run_.context;
  }
  /// Puts another context in the place of this one, which is destroyed; settings stay. The next
  /// advance initializes. Null releases the context. std::logic_error for one of another structure.
  void reset_context(std::unique_ptr<Context<T>> context);
  bool has_context() const { return run_.context != nullptr; }
  /// Hands the context over. Until reset_context() the simulator can do nothing: std::logic_error.
  std::unique_ptr<Context<T>> release_context();

  // --- the integrator, by the names of integrators.h ---
  /// Settings and statistics of the method that is used; changed settings take effect at the next
  /// advance.
  const IntegratorBase<T>& get_integrator() const;
  IntegratorBase<T>& get_mutable_integrator();
  /// Makes `Integrator`, for example RungeKutta3Integrator<T>, the method from here on. With a
  /// step, that is the largest, and the fixed one where the method has no error control or that is
  /// what it does.
  template <class Integrator>
  Integrator& reset_integrator(std::optional<double> max_step_sec = std::nullopt) {
    auto made = std::make_unique<Integrator>(this);
    Integrator& result = *made;
    SetIntegrator(std::move(made));
    if (max_step_sec) result.set_maximum_step_size(*max_step_sec);
    return result;
  }

  // --- pacing: simulated time does not run ahead of the clock ---
  /// Simulated seconds per second of real time, at most, from the present time on; 0 (as it starts)
  /// is as fast as possible. Waits before each step and after the last: where they are long, so are
  /// the waits. std::logic_error for a negative rate.
  void set_target_realtime_rate(double rate);
  double get_target_realtime_rate() const { return announcements_.pace.target_rate(); }
  /// Since Initialize(), or the last set_target_realtime_rate(); not a number before.
  double get_actual_realtime_rate() const {
    return announcements_.pace.CalcActualRate(run_.time());
  }
  /// Paces by another clock than the machine's.
  void set_realtime_clock(RealtimePace::Clock clock) {
    announcements_.pace.set_clock(std::move(clock));
  }

  /// Called for every phase of every step, from the step that comes on where it is set by the
  /// step callback. The record is valid during the call; see trace_phase.h for what it says.
  void set_trace(std::function<void(const TracePhase&)> trace) {
    trace_.set_handler(std::move(trace));
    if (trace_.is_on() && initialized_) trace_.KeepState();
  }

  /// What the run has cost since Initialize(): steps, updates, evaluations and the like.
  SimulatorStatistics statistics() const;
  int64_t get_num_steps_taken() const { return run_.statistics.steps; }
  int64_t get_num_publishes() const { return run_.statistics.publishes; }
  int64_t get_num_discrete_updates() const { return run_.statistics.discrete_updates; }
  int64_t get_num_unrestricted_updates() const { return run_.statistics.unrestricted_updates; }

 private:
  friend class IntegratorBase<T>;
  friend class SimulatorSnapshot<T>;

  static SimulatorStatus ThrowIfFailed(SimulatorStatus status);
  /// std::logic_error, naming the function, where the context was released.
  void CheckHasContext(const char* function) const;
  void SetIntegrator(std::unique_ptr<IntegratorBase<T>> integrator);
  void TakeIntegratorSettings();
  bool ResumeOrInitialize(double boundary_time);
  void Step(double boundary_time);
  bool ApplyChange();
  void EndStepWithoutAdvance();
  auto WhereItStands();

  std::unique_ptr<const System<T>> owned_system_;  ///< null: the caller keeps it
  SimulatedRun<T> run_;
  RunRecords<T> records_;
  RunTrace<T> trace_;
  InstantEvents<T> events_;
  EventIsolation<T> isolation_;
  StepViews<T> views_;
  StepAnnouncements<T> announcements_;
  ContinuousStep<T> continuous_;
  mutable std::unique_ptr<IntegratorBase<T>> integrator_access_;  ///< made when it is asked for

  bool initialized_ = false;
  bool step_is_unfinished_ = false;  ///< ended between the updates and publishes of no length
  bool is_between_steps_ = false;    ///< the callback is called for a step that begins
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(Simulator)

}  // namespace loopwright
