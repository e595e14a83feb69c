#pragma once

#include <tuple>

#include "engine/simulation/event_isolation.h"
#include "engine/simulation/step_views.h"

namespace loopwright {

/// The continuous part of a run: which steps are taken from one instant to the next, fixed ones, or
/// such whose error is controlled, or, without continuous state, none but in time. Each is tried,
/// corrected where it starts in the wrong branches, ended where an event is isolated in it, and
/// shown to who looks. Where nobody looks, many are made at once.
template <typename T>
class ContinuousStep {
 public:
  /// All must outlive this.
  ContinuousStep(SimulatedRun<T>* run, RunTrace<T>* trace, InstantEvents<T>* events,
                 EventIsolation<T>* isolation, StepViews<T>* views,
                 StepAnnouncements<T>* announcements);

  /// A run begins, from the present time.
  void Begin();
  /// Makes the method anew, after its settings have changed.
  void MakeIntegrator();
  /// What the methods have cost since Begin().
  IntegrationStatistics IntegrationCost() const;

  /// Goes on from the present time to the next event, or the boundary, or an event before: time has
  /// advanced afterwards, unless the run has ended, or what is next is now, or a branch at the
  /// start triggered something (EventIsolation::triggered_at_start()).
  void Advance(double boundary_sec);

  /// At the start of a run: of a loop that has another solution beside the one that was found, both
  /// are named, since only the start of the search chose between them.
  void WarnOfSeveralLoopSolutions();

  /// Everything that a step leaves to the next one.
  auto WhereItStands() { return std::tie(earlier_cost_); }

 private:
  using StartingModes = typename EventIsolation<T>::StartingModes;
  void AdvanceOneStep(double target);
  void AdvanceWithLoops(double target);
  double EndStep(double start, double end);
  void NoteStep(double start, double end);
  void AdvanceWithoutState(double target);
  void AdvanceFixed(double target, bool has_failed);
  void AdvanceControlled(double target);
  bool SettlesAtEnd();
  bool TakeFixedStep(double start, double* end, bool has_failed);
  void AdvanceUnwatched(double target);
  void AdvanceFreely(double target);
  void AdvanceWatched(double target);
  void TraceStep();
  void WarnOfCreeping();

  SimulatedRun<T>& run_;
  internal::ContextData<T>& data_;
  RunTrace<T>& trace_;
  InstantEvents<T>& events_;
  EventIsolation<T>& isolation_;
  StepViews<T>& views_;
  StepAnnouncements<T>& announcements_;
  IntegrationStatistics earlier_cost_;  ///< of methods before the present one
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(ContinuousStep)

}  // namespace loopwright
