#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/branches/sliding_motion.h"
#include "engine/integration/integration_method.h"
#include "engine/simulation/realtime_pace.h"
#include "engine/simulation/run_observers.h"
#include "engine/simulation/simulator_config.h"
#include "engine/simulation/simulator_status.h"
#include "engine/system/system.h"
#include "engine/updates/step_histories.h"

namespace loopwright {

/// What the parts of a Simulator share: the system and its context, the settings, how far the run
/// has come and what it has cost, and what moves the context. Each part adds what it alone knows:
///
///     InstantEvents    what is due at an instant, and its updates
///     EventIsolation   guards within a step, and the branches that are held
///     ContinuousStep   which steps are taken from one instant to the next
///     RunRecords, RunTrace, StepViews    what of it is told to others
///
/// All parts refer to the data of the context, which stays where it is for the simulator's life.
template <typename T>
struct SimulatedRun {
  /// Takes the context over, the system's default one where it is null. `observers` must outlive
  /// this.
  SimulatedRun(const System<T>& of_system, std::unique_ptr<Context<T>> of_context,
               RunObservers<T>* of_observers);
  SimulatedRun(const SimulatedRun&) = delete;
  SimulatedRun& operator=(const SimulatedRun&) = delete;

  /// A run begins, from the present time: nothing has been done and nothing has cost anything.
  void Begin();

  // --- what is asked again and again ---
  /// Of the context, in seconds.
  double time() const { return ValueOf(data.time); }
  /// Whether the run goes no further: at its boundary it does.
  bool ended() const { return !status.succeeded(); }
  bool HasFailed() const { return status.reason() == SimulatorStatus::kEventHandlerFailed; }
  /// Whether witness functions and branches are looked for within steps.
  bool isolates_within_steps() const { return config.isolate_events && !is_stochastic; }
  bool has_fixed_step() const { return config.fixed_step && !is_stochastic; }
  /// The system in the scalar that a choice of branches is made in: this one, the one that was
  /// given, or this one converted.
  AutoDiffSource autodiff_source();
  /// The paths of some nodes' systems, for people.
  std::string PathsOf(const std::vector<int>& nodes) const;

  // --- how it ends ---
  /// A failure ends the run in any case; a termination only where nothing has ended it yet.
  void StopAfter(const EventStatus& answer);
  void FailAt(double t_sec, const SystemBase* of_system, std::string message) {
    status.SetEventHandlerFailed(t_sec, of_system, std::move(message));
  }

  // --- what moves the context ---
  /// To a time within the step that is being tried.
  void MoveTo(double t_sec);
  /// What the integrator knows of the past no longer holds. Restarts before the first step do not
  /// count.
  void RestartIntegration();
  /// The weights of what slides, if anything does, are those of the present time and state.
  void SettleSliding() {
    if (sliding != nullptr) SettleWeights();
  }

  const System<T>& system;
  std::unique_ptr<Context<T>> context;
  internal::ContextData<T>& data;
  const bool has_continuous_state;
  const RunObservers<T>& observers;
  SimulatorConfig config;
  SimulatorStatus status{0};
  SimulatorStatistics statistics;
  bool is_stochastic = false;      ///< some continuous state follows a stochastic equation
  bool next_is_announced = false;  ///< see StepAnnouncements::is_announced()
  double start_time = 0;
  AutoDiffSource given_autodiff_source;
  std::unique_ptr<IntegrationMethod<T>> integrator;
  StepGrid grid;                        ///< of fixed steps, from the last event
  double step_limit = 0;                ///< of the next trial only, after an event; 0: none
  SlidingMotion<T>* sliding = nullptr;  ///< the context's blend; null while nothing slides
  StepHistories<T> histories;

 private:
  void SettleWeights();
};

/// Calls back before each step, and keeps the pace with the clock.
template <typename T>
class StepAnnouncements {
 public:
  explicit StepAnnouncements(SimulatedRun<T>* run) : run_(*run) {}

  /// Before a step, once; false where the callback ends the run.
  bool Announce() {
    pace.Wait(run_.time());
    const auto& callback = run_.observers.step_callback;
    if (std::exchange(run_.next_is_announced, false) || !callback || callback()) return true;
    run_.status.SetInterrupted(run_.time());
    return false;
  }
  /// Whether the callback was called for a step that is still to come: it is not called again.
  bool is_announced() const { return run_.next_is_announced; }
  void set_is_announced(bool is_announced) { run_.next_is_announced = is_announced; }
  /// Whether anybody wants to be called, or has been, before the step that comes.
  bool has_to_announce() const { return run_.observers.step_callback || is_announced(); }
  /// How many steps may be made at once.
  int64_t most_steps() const {
    return run_.observers.step_callback ? 1 : std::numeric_limits<int64_t>::max();
  }

  RealtimePace pace;

 private:
  SimulatedRun<T>& run_;
};

extern template struct SimulatedRun<double>;
extern template struct SimulatedRun<AutoDiff>;

}  // namespace loopwright
