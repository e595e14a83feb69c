#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/simulation/simulator.h"

namespace loopwright {

/// Where a run stands before a step, state and all that its later steps depend on besides: what a
/// run is taken back to. It is a copy of the time, state, parameters and branches of the context,
/// of what the integrator remembers, the event calendar, and what is known of guards. Values that
/// are computed from these are not in it: they are marked as out of date and computed again, with
/// the same result to the bit. So a snapshot takes about twice the memory of the state, and a few
/// hundred of them cost nothing beside the recording.
///
/// Of use to the simulator that it was made of only.
template <typename T>
class SimulatorSnapshot {
 public:
  ~SimulatorSnapshot();
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(SimulatorSnapshot);

  /// In the step callback of a step (and not where that is one of many made at once): null there,
  /// and where something cannot be copied: implicit methods, algebraic loops, motions that slide,
  /// leaves that say at run time when their next event is.
  static std::shared_ptr<const SimulatorSnapshot> Of(Simulator<T>* simulator);
  /// About how many bytes it takes.
  int64_t bytes() const;
  /// Takes the run back, or forward, to where it stood; not within a callback. The next advance
  /// goes on as the run went on then, to the bit, and begins with the step callback.
  void Restore(Simulator<T>* simulator) const;

 private:
  explicit SimulatorSnapshot(Simulator<T>* of);
  bool IsWhole(const Simulator<T>& of) const;
  /// Everything that a step leaves to the next one, of all parts of the simulator.
  struct Stand;

  std::unique_ptr<const Stand> stand_;
  StepHistories<T> histories_;
  Guards<T> guards_;
  T time_;
  std::vector<T> values_;  ///< of the arena: state, derivatives, parameters
  std::vector<int64_t> modes_;
  bool modes_held_;
  bool guards_are_known_;
  bool derivatives_changed_;
  std::vector<std::unique_ptr<AbstractValue>> abstract_;
  std::unique_ptr<typename IntegrationMethod<T>::Memory> integration_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(SimulatorSnapshot)

}  // namespace loopwright
