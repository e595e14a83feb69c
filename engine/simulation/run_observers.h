#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "engine/events/event_status.h"
#include "engine/recording/side.h"
#include "engine/simulation/simulator_status.h"
#include "engine/simulation/step_interior.h"
#include "engine/system/ports.h"

namespace loopwright {

/// Whom a run tells what, and what is asked of it before its next step. Functions may be empty.
template <typename T>
struct RunObservers {
  std::function<EventStatus(const Context<T>&)> monitor;
  std::function<void(const Context<T>&, Side)> recorder;
  std::function<void(const StepInterior<T>&)> step_viewer;
  std::vector<const OutputPort<T>*> viewed_signals;  ///< all that it evaluates; empty: unknown
  int64_t num_viewers = 0;                           ///< that were set so far
  std::function<bool()> step_callback;
  std::function<void(Context<T>*)> change;  ///< to be made before the next step
  std::function<void(const SimulatorWarning&)> warning_handler;
};

/// The part of a Simulator through which programs follow a run and reach into it.
template <typename T>
class ObservedRun {
 public:
  /// Called at the end of Initialize() and of every step; may end the run.
  void set_monitor(std::function<EventStatus(const Context<T>&)> monitor) {
    observers_.monitor = std::move(monitor);
  }
  /// Called for every record (semantics 14) with the values of that side in the context.
  void set_recorder(std::function<void(const Context<T>&, Side)> recorder) {
    observers_.recorder = std::move(recorder);
  }
  /// Called with every accepted step whose inside is known (not of stochastic methods), before the
  /// publishes and the record at its end. The run, its results and all counts are to the bit what
  /// they are without, whatever is evaluated there. `viewed`, unless empty, are all output ports
  /// that are: then a look costs what they depend on, not what there is.
  void set_step_viewer(std::function<void(const StepInterior<T>&)> viewer,
                       std::vector<const OutputPort<T>*> viewed = {}) {
    observers_.step_viewer = std::move(viewer);
    observers_.viewed_signals = std::move(viewed);
    ++observers_.num_viewers;
  }
  /// Called before every step; false ends AdvanceTo() with kInterrupted.
  void set_step_callback(const std::function<bool()>& callback) {
    observers_.step_callback = callback;
  }
  /// Changes values of the context from outside, such as numeric parameters, at the beginning of
  /// the next step. What it changes counts as an update event at that time: with an old and a new
  /// value of every signal in the record, witness functions that trigger across the jump, and an
  /// integrator that begins anew. May be called by the step callback, before the step that it
  /// announces. Several changes before one step are made in their order.
  void ChangeBeforeNextStep(std::function<void(Context<T>*)> change) {
    if (observers_.change) {
      change = [first = std::move(observers_.change),
                then = std::move(change)](Context<T>* context) {
        first(context);
        then(context);
      };
    }
    observers_.change = std::move(change);
  }
  /// Takes back what ChangeBeforeNextStep() has asked for and no step has made yet.
  void ForgetChange() { observers_.change = nullptr; }
  /// Called for what may not be as it was meant, while the run goes on.
  void set_warning_handler(const std::function<void(const SimulatorWarning&)>& handler) {
    observers_.warning_handler = handler;
  }

 protected:
  ObservedRun() = default;
  ~ObservedRun() = default;

  RunObservers<T> observers_;
};

}  // namespace loopwright
