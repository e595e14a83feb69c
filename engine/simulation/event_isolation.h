#pragma once

#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#include "engine/branches/mode_choice.h"
#include "engine/branches/sliding_motion.h"
#include "engine/simulation/early_readings.h"
#include "engine/simulation/guards.h"
#include "engine/simulation/instant_events.h"
#include "engine/simulation/run_records.h"
#include "engine/simulation/run_trace.h"

namespace loopwright {

/// What ends a step before its time, and which branches hold in it (semantics 10 and 11).
///
/// A *guard* is a function whose sign is watched: a witness function, or the margin of a held
/// branch of min, abs, if and the like. A step goes like this:
///
///     ReadAtStart()            the guards at its start
///     … the step is tried …
///     CorrectStartingModes()   of guards that are zero there: the branches that the motion leads
///                              into; if others were held, the step is tried again with these, or
///                              slides along the threshold, or the run fails
///     IsolateEvents()          guards that have changed their sign: the step ends just behind the
///                              first, known to a tolerance
///
/// Events that come ever closer together limit the next step, and where time cannot tell them
/// apart, or no choice of branches lasts, the run fails and names the blocks.
///
/// At an update the guards may jump: ReadBeforeUpdate(), the update, SetModes(), FinishUpdate().
///
/// Held branches: within a step every min, abs, if and the like stays on one branch, so that what
/// is integrated is smooth and a method keeps its order. The margin of a branch is positive where
/// it is the right one and falls through zero where another would be; that ends the step like the
/// change of sign of a witness function. At the new time the branch is chosen anew from the values,
/// and the next step goes on with it.
///
/// What is hard is a step that starts exactly on a threshold, where the margin is 0 and the values
/// do not tell which branch the motion enters. The step is tried with the branches that hold, and
/// looked at: a margin that becomes negative shows that another branch is right. ModeChoice finds
/// which, from the derivatives of the motion; the context goes back to the start, and the step is
/// tried again. Where every branch leads into the other one, the motion slides along the threshold
/// (SlidingMotion). A margin that stays 0, as of a body at rest, is only looked at.
template <typename T>
class EventIsolation {
 public:
  /// What came of the look at the branches that a tried step starts in.
  enum class StartingModes {
    kRight,         ///< the step stands
    kCorrected,     ///< the context is back at the start with other branches: try again
    kEventAtStart,  ///< … and that triggered a witness: the step ends where it began
    kFailed         ///< there are no branches that are right
  };

  /// All must outlive this.
  EventIsolation(SimulatedRun<T>* run, RunRecords<T>* records, RunTrace<T>* trace,
                 InstantEvents<T>* events);

  // --- a run begins ---
  /// What an earlier run has left is forgotten; branches follow the values until HoldBranches().
  void Begin();
  /// From here on branches are held, those of the present values. Without isolation they follow the
  /// values for the whole run.
  void HoldBranches();
  /// Finds the guards, and makes room, so that stepping allocates nothing.
  void FindGuards();

  // --- an update, at one instant ---
  /// Before whatever may change values.
  void ReadBeforeUpdate() {
    if (!never()) ReadGuardsBeforeUpdate();
  }
  /// Whether branches may be others without an update.
  bool modes_may_change() const { return modes_may_change_; }
  /// Branches become those of the present values. Where one has been chattering, the motion slides
  /// on its surface from here on. Returns whether any changed.
  bool SetModes() {
    modes_may_change_ = false;
    return run_.config.isolate_events && !data_.plan->mode_leaves.empty() && SetHeldModes();
  }
  /// After the updates and modes of one instant, if there were any: makes the record, and finds
  /// witnesses that trigger across the change. Returns whether one does.
  bool FinishUpdate(bool changed);

  // --- a step ---
  /// A step is about to be made; nothing has triggered in it.
  void BeginAdvance() { triggered_at_start_ = false; }
  void ForgetTriggers() { has_triggered_ = false; }
  /// The guards' values where a step starts, or those of the end of the last one, where nothing has
  /// changed since.
  void ReadAtStart();
  /// A step is about to be tried: nothing is known of the branches that it starts in.
  void BeginChoice() {
    modes_are_chosen_ = false;
    num_corrections_ = 0;
    num_slides_at_start_ = 0;
  }
  /// After a try: see StartingModes.
  StartingModes CorrectStartingModes(double start, double end) {
    // A stochastic step is read at its ends only.
    if (guards_.num_modes() == 0 || run_.is_stochastic) return StartingModes::kRight;
    return LookAtStartingModes(start, end);
  }
  /// Whether a step ends where it began. What limited it then limits the next one.
  bool EndsAtStart(StartingModes modes, double limit) {
    if (modes == StartingModes::kEventAtStart) run_.step_limit = limit;
    return modes == StartingModes::kEventAtStart || modes == StartingModes::kFailed;
  }
  /// Whether a step that failed may have failed because a held branch, or what a witness would have
  /// ended, was evaluated beyond its end: `-sqrt(max(x, 0))` beyond x = 0.
  bool CanStepAcrossGuard() const;
  /// No step from `start`, where the context is, was short enough: takes one along the derivatives
  /// at the start that is just long enough for a guard to trigger, and ends there as after every
  /// event; or corrects the branches at the start. Fails where there is nothing of both.
  StartingModes StepAcrossGuard(double start, double target);
  /// After an accepted try from `start` to `end`: looks for guards that trigger, ends the step just
  /// after the earliest, and returns the time reached.
  double IsolateEvents(double start, double end);
  /// Whether TakeWatchedSteps() applies. The guards have been read at the start.
  bool CanWatchSteps(double target) const {
    return run_.has_fixed_step() && CanWatchFixedSteps(target);
  }
  /// Fixed steps with a look at the guards in each, up to the first in which one triggers or
  /// becomes zero; at most so many. False where a step cannot be taken, from the start of which on
  /// it is to be tried otherwise.
  bool TakeWatchedSteps(double target, int64_t most);
  /// A step of this length has been made: what slides is told.
  void NoteStep(double length) {
    if (run_.sliding != nullptr) run_.sliding->NoteStep(length, &former_surface_margins_);
  }

  // --- what others ask ---
  /// Whether there is no guard now, or in any state.
  bool empty() const { return guards_.size() == 0; }
  bool never() const { return guards_.never(); }
  /// Whether the last step was ended by a guard, and whose; null where it was not.
  bool has_triggered() const { return has_triggered_; }
  const SystemBase* TriggeredBlock() const {
    if (!has_triggered_ || triggered_.empty()) return nullptr;
    return data_.plan->systems[guards_.node(triggered_[0])];
  }
  /// The guards that triggered at the end of the last step, for who looks into it.
  std::vector<StepTrigger> TriggersOfStep() const;
  /// Whether a corrected branch triggered a witness at the start of the step.
  bool triggered_at_start() const { return triggered_at_start_; }
  /// How the end of the last step was found, look by look, where that is traced.
  const std::vector<TraceReading>& readings() const { return traced_readings_; }
  /// Whether the guards' values are those of the context as it is, and that they are so again.
  bool are_known() const { return guards_known_at_ == data_.change_event(); }
  void set_are_known(bool are_known) { guards_known_at_ = are_known ? data_.change_event() : -1; }
  void StopSliding() {
    data_.SetBlend(nullptr);
    run_.sliding = nullptr;
  }

  /// Everything that a step leaves to the next one, but the guards themselves.
  auto WhereItStands() {
    return std::tie(modes_may_change_, triggered_at_start_, collapsed_events_, guard_values_,
                    guard_before_update_, carried_sign_, carried_before_, way_to_zero_,
                    former_way_to_zero_, some_rest_at_zero_, triggered_, crossed_, former_crossed_,
                    returns_, zeros_, has_triggered_, modes_before_, modes_before_at_, chosen_at_,
                    modes_chosen_, modes_are_chosen_, num_corrections_, undecided_, resting_modes_,
                    asked_zeros_, asked_modes_, chatter_, slid_, sliding_modes_, has_left_,
                    surface_margins_, former_surface_margins_, warned_group_, corrections_,
                    num_slides_at_start_, early_modes_, guard_history_, isolated_times_,
                    isolated_next_);
  }
  Guards<T>& guards() { return guards_; }

 private:
  using Place = typename SlidingMotion<T>::Place;
  class GuardWatch;
  /// A guard on the other side of zero, early in a step that starts just behind a crossing.
  struct Return {
    int guard;
    double time, value;
  };
  struct Correction {
    int node, mode;
  };
  struct GuardHistory {
    const void* guard = nullptr;
    double last = 0;      ///< time of its last event
    double interval = 0;  ///< between the last two
    double factor = 1;    ///< by which that had shrunk
    int num_alike = 0;    ///< intervals in a row that have shrunk by about this

    double NoteInterval(double next);
  };

  // The declarations below follow the order of the sources, event_isolation_updates.cpp, …_guards,
  // …_sliding and …_triggers. Each is explained where it is defined.

  // Across updates.
  void ReadGuardsBeforeUpdate();
  bool SetHeldModes();
  void CarrySignsAcrossUpdate();
  void KeepCrossed();
  const std::vector<int>* ModesChosenNow() const;
  bool SettleBranches(const std::function<void()>& before_first_change);
  bool TriggersAcrossUpdate(int guard, double before, double now);
  void NoteGuardsLeavingZero();
  bool FindTriggersAcrossUpdate();

  // The branches that a step starts in.
  StartingModes LookAtStartingModes(double start, double end);
  template <typename Move>
  StartingModes LookAtStartingModes(double start, double end, const Move& move_to);
  bool CanLeaveZero(int guard);
  void MakeModeChoice();
  bool IsKnownToRest(int guard) const;
  bool AreInTheirBranches();
  template <typename Move>
  bool LeaveZero(double start, double end, const Move& move_to);
  typename ModeChoice<T>::Answer ChooseModes(double start);
  void NoteChosenSigns();
  template <typename Move>
  void ReadCorrections(double start, double end, const Move& move_to);
  template <typename Move>
  StartingModes TakeCorrections(const Move& move_to, double start);
  StartingModes FinishCorrection();
  void NoteCorrection(int guard);

  // The guards within a step.
  bool CanWatchFixedSteps(double target) const;
  void ReadGuards();
  void NoteGuardsAtEnd();
  bool LookAtGuards();
  bool LookAtMargins();
  void LookForTriggers();
  bool SomeGuardIsZero() const;

  // The motion along surfaces on which branches change.
  void NoteSlid(int node);
  void NoteChatter(int guard, double t);
  bool SlideAtChatter();
  std::vector<SlidingSurface> FindSurfaces(const std::vector<SidedMode>& branches);
  StartingModes SlideFromReadings(double start);
  StartingModes SlideFromChoice(double start, bool are_many);
  StartingModes SlideFromStart(double start, const std::vector<SlidingSurface>& surfaces,
                               const std::vector<int>& group, bool are_many);
  bool SlideAlong(std::vector<SlidingSurface> surfaces);
  bool InstallSliding(std::vector<SlidingSurface> surfaces, std::vector<Place> places);
  void ForgetChatter();
  void WarnOfSeveralSlides(const std::vector<SlidingSurface>& surfaces, const OtherChoices& others);
  void TakeModes(const std::vector<int64_t>& modes);
  void TakeSides(const std::vector<SlidingSurface>& surfaces, const std::vector<Place>& places,
                 std::vector<SlidingSurface>* remaining);
  std::vector<SidedMode> TakeApart(const std::vector<SlidingSurface>& surfaces);
  bool ReviewSliding();
  std::vector<SlidingSurface> LeaveSurfaces();
  std::vector<Place> PlacesOfWeights() const;
  bool HasLeftSurfaces();

  // Guards that have triggered.
  void GiveSigns(double start, double end);
  void FindLeavingSigns(double start);
  bool LookForReturns(double t);
  double EndStepAtTriggers(const StepPoint& point);
  double NarrowTriggers(const StepPoint& point);
  int FindFirstTriggered() const;
  void ReadGuardsAtTriggers();
  void NoteTriggers(double t);
  void LimitNextStepAfter(int guard, double t);
  void FailWithoutChoice(double start, const std::vector<int>& group, bool are_many);
  void WarnOfSeveral(double start);
  void WarnIfSeveral(double start);

  SimulatedRun<T>& run_;
  internal::ContextData<T>& data_;
  RunRecords<T>& records_;
  RunTrace<T>& trace_;
  InstantEvents<T>& events_;
  Guards<T> guards_;
  EarlyReadings<T> early_readings_;

  bool modes_may_change_ = false;
  bool triggered_at_start_ = false;  ///< a corrected branch triggered a witness
  int collapsed_events_ = 0;         ///< in a row, closer together than time can well tell apart

  std::vector<GuardValue> guard_values_;
  std::vector<double> guard_before_update_;
  int64_t guards_known_at_ = -1;  ///< the context's change event that guard_values_ belong to
  /// Per guard the sign that a zero at the start of the next continuous part still counts as; 0
  /// where there is none.
  std::vector<double> carried_sign_, carried_before_;
  /// Per guard, where an update triggered it by bringing it to zero and it is still there: whether
  /// it came from below (1) or above (-1). Going on the same way does not trigger it again.
  std::vector<signed char> way_to_zero_, former_way_to_zero_;
  bool some_rest_at_zero_ = false;  ///< whether there is any
  std::vector<int> triggered_;      ///< guards, in the last step
  std::vector<int> crossed_;        ///< witnesses that triggered at the end of the last step
  std::vector<int> former_crossed_;
  std::vector<Return> returns_;
  std::vector<int> zeros_;                     ///< guards that are zero at its start
  std::vector<int> leaving_;                   ///< … and become another number in it
  bool has_triggered_ = false;                 ///< whether that step was ended by one
  std::vector<TraceReading> traced_readings_;  ///< of the last isolation

  std::optional<ModeChoice<T>> mode_choice_;  ///< made when a margin is zero
  /// The guards that were zero, and the branches, when it was last asked whether other branches
  /// would be right too.
  std::vector<int> asked_zeros_;
  std::vector<int64_t> asked_modes_;
  std::vector<int64_t> modes_before_;
  double modes_before_at_ = 0;  ///< the time of modes_before_
  double chosen_at_ = 0;        ///< the time of the last choice; not a number before there is one
  std::vector<int> modes_chosen_;  ///< the branches of that choice, ascending
  bool modes_are_chosen_ = false;  ///< at the start of the present step
  int num_corrections_ = 0;        ///< of the start of the present step, as read from it
  int num_slides_at_start_ = 0;    ///< of the present step
  std::vector<int> undecided_;     ///< modes
  /// Per mode: the branch whose margin was zero and found to stay so; empty until there is one.
  std::vector<int64_t> resting_modes_;
  std::vector<Correction> corrections_;  ///< modes to correct
  std::vector<int64_t> early_modes_;     ///< what they become: branches early in the step

  std::vector<SidedMode> chatter_;      ///< branches that were left and entered again at once
  std::vector<int> slid_;               ///< leaves whose branches change at this instant
  std::vector<int64_t> sliding_modes_;  ///< all branches when it began to slide as it does
  std::vector<char> has_left_;          ///< per surface
  std::vector<T> surface_margins_, former_surface_margins_;
  std::vector<int> warned_group_;  ///< of which it was said that several motions are possible

  std::vector<GuardHistory> guard_history_;
  std::vector<double> isolated_times_;  ///< the latest, as a ring
  size_t isolated_next_ = 0;
  std::vector<int> phase_changed_;  ///< leaves; scratch of one phase
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(EventIsolation)

}  // namespace loopwright
