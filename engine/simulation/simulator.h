#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/branches/mode_choice.h"
#include "engine/branches/sliding_motion.h"
#include "engine/integration/integration_method.h"
#include "engine/recording/side.h"
#include "engine/simulation/cache_state.h"
#include "engine/simulation/dynamic_events.h"
#include "engine/simulation/early_readings.h"
#include "engine/simulation/event_calendar.h"
#include "engine/simulation/guards.h"
#include "engine/simulation/integrators.h"
#include "engine/simulation/partial_look.h"
#include "engine/simulation/rate_update.h"
#include "engine/simulation/realtime_pace.h"
#include "engine/simulation/simulator_config.h"
#include "engine/simulation/simulator_status.h"
#include "engine/simulation/step_histories.h"
#include "engine/simulation/step_interior.h"
#include "engine/simulation/trace_phase.h"
#include "engine/simulation/update_buffer.h"
#include "engine/system/system.h"

namespace loopwright {

template <typename T>
class DiagramIndex;

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
/// Updates due exactly at tmax stay pending: the next AdvanceTo(), or AdvancePendingEvents(), runs
/// them first. Everything is a deterministic function of the context.
template <typename T>
class Simulator {
 public:
  /// `system` must outlive the simulator; without a context its default context is used.
  explicit Simulator(const System<T>& system, std::unique_ptr<Context<T>> context = nullptr);
  /// The same of a system that the simulator keeps; std::logic_error where it is null.
  explicit Simulator(std::unique_ptr<const System<T>> system,
                     std::unique_ptr<Context<T>> context = nullptr);
  ~Simulator();
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(Simulator);

  /// Takes effect at the next Initialize(). std::logic_error names an unknown integrator, a step or
  /// tolerance that is not positive, a method that needs a fixed step and has none, and isolation
  /// switched off without a fixed step, and a stochastic integrator or step that is not for this
  /// system.
  void set_config(const SimulatorConfig& config);
  const SimulatorConfig& config() const { return config_; }

  /// Where the Jacobians of implicit methods come from, and the motion's derivatives where branches
  /// have to be chosen (mode_choice.h). Without one, Jacobians are made of differences, and the
  /// system is converted for that choice where it can be. Takes effect at the next Initialize();
  /// called when it is first needed.
  void set_autodiff_source(AutoDiffSource source) { autodiff_source_ = std::move(source); }

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

  const System<T>& get_system() const { return system_; }
  /// std::logic_error where there is no context.
  const Context<T>& get_context() const {
    LOOPWRIGHT_THROW_UNLESS(has_context());
    return *context_;
  }
  Context<T>& get_mutable_context() {
    LOOPWRIGHT_THROW_UNLESS(has_context());
    return *context_;
  }
  /// Puts another context in the place of this one, which is destroyed; settings stay. The next
  /// advance initializes. Null releases the context. std::logic_error for one of another structure.
  void reset_context(std::unique_ptr<Context<T>> context);
  bool has_context() const { return context_ != nullptr; }
  /// Hands the context over. Until reset_context() the simulator can do nothing: std::logic_error.
  std::unique_ptr<Context<T>> release_context();

  // --- the integrator, by the names of integrators.h ---
  /// Settings and statistics of the method that is used; changed settings take effect at the next
  /// advance.
  const IntegratorBase<T>& get_integrator() const;
  IntegratorBase<T>& get_mutable_integrator();
  /// Makes `Integrator`, for example RungeKutta3Integrator<T>, the method from here on, with fixed
  /// steps of `max_step_sec` where the method has no error control or that is what it does.
  template <class Integrator>
  Integrator& reset_integrator() {
    auto made = std::make_unique<Integrator>(this);
    Integrator& result = *made;
    SetIntegrator(std::move(made));
    return result;
  }
  template <class Integrator>
  Integrator& reset_integrator(double max_step_sec) {
    Integrator& result = reset_integrator<Integrator>();
    result.set_maximum_step_size(max_step_sec);
    return result;
  }

  // --- pacing: simulated time does not run ahead of the clock ---
  /// Simulated seconds per second of real time, at most, from the present time on; 0 (as it starts)
  /// is as fast as possible. Waits before each step and after the last: where they are long, so are
  /// the waits. std::logic_error for a negative rate.
  void set_target_realtime_rate(double rate);
  double get_target_realtime_rate() const { return pace_.target_rate(); }
  /// Since Initialize(), or the last set_target_realtime_rate(); not a number before.
  double get_actual_realtime_rate() const { return pace_.CalcActualRate(time()); }
  /// Paces by another clock than the machine's.
  void set_realtime_clock(RealtimePace::Clock clock) { pace_.set_clock(std::move(clock)); }

  /// Called at the end of Initialize() and of every step; may end the run.
  void set_monitor(std::function<EventStatus(const Context<T>&)> monitor) {
    monitor_ = std::move(monitor);
  }
  /// Called for every record (semantics 14) with the values of that side in the context.
  void set_recorder(std::function<void(const Context<T>&, Side)> recorder) {
    recorder_ = std::move(recorder);
  }
  /// Called with every accepted step whose inside is known (not of stochastic methods), before the
  /// publishes and the record at its end. The run, its results and all counts are to the bit what
  /// they are without, whatever is evaluated there. `viewed`, unless empty, are all output ports
  /// that are: then a look costs what they depend on, not what there is.
  void set_step_viewer(std::function<void(const StepInterior<T>&)> viewer,
                       std::vector<const OutputPort<T>*> viewed = {}) {
    step_viewer_ = std::move(viewer);
    viewed_signals_ = std::move(viewed);
    partial_look_.reset();
    if (!viewed_signals_.empty()) partial_look_.emplace(&data_, viewed_signals_);
  }
  /// Called before every step; false ends AdvanceTo() with kInterrupted.
  void set_step_callback(std::function<bool()> callback) { step_callback_ = std::move(callback); }
  /// Changes values of the context from outside, such as numeric parameters, at the beginning of
  /// the next step. What it changes counts as an update event at that time: with an old and a new
  /// value of every signal in the record, witness functions that trigger across the jump, and an
  /// integrator that begins anew. May be called by the step callback, before the step that it
  /// announces. Several changes before one step are made in their order.
  void ChangeBeforeNextStep(std::function<void(Context<T>*)> change) {
    if (change_) {
      change = [first = std::move(change_), then = std::move(change)](Context<T>* context) {
        first(context);
        then(context);
      };
    }
    change_ = std::move(change);
  }
  /// Takes back what ChangeBeforeNextStep() has asked for and no step has made yet.
  void ForgetChange() { change_ = nullptr; }
  /// Where a run stands before a step, state and all that its later steps depend on besides: what
  /// a run is taken back to. Of use to the simulator that made it only.
  class Snapshot;
  /// In the step callback of a step (and not where that is one of many made at once): null there,
  /// and where something cannot be copied: implicit methods, algebraic loops, motions that slide,
  /// leaves that say at run time when their next event is.
  std::shared_ptr<const Snapshot> Keep();
  /// About how many bytes a snapshot takes.
  static int64_t BytesOf(const Snapshot& snapshot);
  /// Takes the run back, or forward, to where it stood; not within a callback. The next advance
  /// goes on as the run went on then, to the bit, and begins with the step callback.
  void Restore(const Snapshot& snapshot);

  /// Called for what may not be as it was meant, while the run goes on.
  void set_warning_handler(std::function<void(const SimulatorWarning&)> handler) {
    warning_handler_ = std::move(handler);
  }
  /// Called for every phase of every step. The record is valid during the call; see trace_phase.h
  /// for what it says.
  void set_trace(std::function<void(const TracePhase&)> trace) {
    trace_ = std::move(trace);
    if (trace_ && initialized_) KeepTracedState();
  }

  /// What the run has cost since Initialize(): steps, updates, evaluations and the like.
  SimulatorStatistics statistics() const;
  int64_t get_num_steps_taken() const { return statistics_.steps; }
  int64_t get_num_publishes() const { return statistics_.publishes; }
  int64_t get_num_discrete_updates() const { return statistics_.discrete_updates; }
  int64_t get_num_unrestricted_updates() const { return statistics_.unrestricted_updates; }

 private:
  friend class IntegratorBase<T>;
  using Data = internal::ContextData<T>;
  /// An event to run: number in the plan's list, or one of a witness function.
  struct PendingEvent {
    int node;
    const Event<T>* event;
  };

  /// Which kinds of updates are due.
  struct PendingUpdates {
    bool unrestricted = false, discrete = false;
    bool any() const { return unrestricted || discrete; }
  };

  /// Of the context, in seconds.
  double time() const { return ValueOf(data_.time); }
  bool has_continuous_state() const { return has_continuous_state_; }
  bool ended() const { return !status_.succeeded(); }
  static SimulatorStatus ThrowIfFailed(SimulatorStatus status);
  static std::unique_ptr<Context<T>> Prepare(const System<T>& system,
                                             std::unique_ptr<Context<T>> context);
  bool HasFailed() const { return status_.reason() == SimulatorStatus::kEventHandlerFailed; }
  /// Whether witness functions and branches are looked for within steps.
  bool isolates_within_steps() const { return config_.isolate_events && !is_stochastic_; }
  bool has_fixed_step() const { return config_.fixed_step && !is_stochastic_; }

  /// std::logic_error, naming the function, where the context was released.
  void CheckHasContext(const char* function) const;
  void SetIntegrator(std::unique_ptr<IntegratorBase<T>> integrator);
  /// What is made at the beginning of a run, and when settings change.
  void TakeIntegratorSettings();
  void MakeIntegrator();
  IntegrationStatistics IntegrationCost() const;
  void NoteDenseSegment(const StepInterior<T>& step);

  void FindPerStepEvents();
  void RunInitializationUpdates();
  void RunOrderedInitialization();
  void SetInitialModes();
  void WarnOfSeveralLoopSolutions();

  // One step.
  bool ResumeOrInitialize(double boundary_time);
  bool AnnounceStep();
  auto WhereItStands();
  void Step(double boundary_time);
  bool ApplyChange();
  bool RunUpdates(PendingUpdates pending);
  bool RunUpdateKind(EventKind kind, const char* phase);
  PendingUpdates FindPendingUpdates() const;
  RateUpdate<T>* FindRateUpdate();
  void GatherUpdates(bool unrestricted);
  bool SetModes();
  void ReadGuardsBeforeUpdate();
  void CarrySignsAcrossUpdate();
  bool FinishUpdate(bool updated);
  void RestartIntegration();
  bool FindTriggersAcrossUpdate();
  bool TriggersAcrossUpdate(int guard, double before, double now);
  void NoteGuardsLeavingZero();
  void Advance(double boundary_time);
  void Publish(TriggerType first);
  void StopAfter(const EventStatus& status);
  void CountStepWithoutAdvance();
  void EndStepWithoutAdvance();

  // The continuous part.
  struct Target {
    double time;  ///< of the next event or boundary
  };
  /// The declarations below follow the order of the sources: simulator.cpp, simulator_updates.cpp,
  /// simulator_continuous.cpp, simulator_guards.cpp, simulator_sliding.cpp, simulator_triggers.cpp,
  /// simulator_records.cpp. Each is explained where it is defined.
  void AskForEventsAtStart();
  void TakeDynamicEvents();
  void AdvanceOneStep(const Target& target);
  void AdvanceWithLoops(const Target& target);
  void MergeDynamicEvents(double boundary_time);
  void NoteCauses();
  double EndStep(double start, double end);
  void ShowStep(double start, double end, const std::function<void(const StepInterior<T>&)>& viewer,
                PartialLook<T>* look);
  std::vector<StepTrigger> TriggersOfStep() const;
  void NoteStep(double start, double end);
  void AdvanceWithoutState(const Target& target);
  void AdvanceFixed(const Target& target, bool has_failed);
  void AdvanceControlled(const Target& target);
  bool SettlesAtEnd();
  bool TakeFixedStep(double start, double* end, bool has_failed);
  bool CanStepAcrossGuard() const;
  bool IsUnwatched() const;
  void AdvanceUnwatched(const Target& target);
  void AdvanceFreely(const Target& target);
  bool SomeGuardIsZero() const;
  bool CanWatchSteps(const Target& target) const;
  void AdvanceWatched(const Target& target);
  void RepeatUpdates(double boundary_time);
  /// What came of the look at the branches that a tried step starts in.
  enum class StartingModes {
    kRight,         ///< the step stands
    kCorrected,     ///< the context is back at the start with other branches: try again
    kEventAtStart,  ///< … and that triggered a witness: the step ends where it began
    kFailed         ///< there are no branches that are right
  };
  StartingModes CorrectStartingModes(double start, double end) {
    // A stochastic step is read at its ends only.
    if (guards_.num_modes() == 0 || is_stochastic_) return StartingModes::kRight;
    return LookAtStartingModes(start, end);
  }
  StartingModes LookAtStartingModes(double start, double end);
  template <typename Move>
  StartingModes LookAtStartingModes(double start, double end, const Move& move_to);
  void BeginChoice();
  bool EndsAtStart(StartingModes modes, double limit);
  bool CanLeaveZero(int guard);
  bool IsKnownToRest(int guard) const;
  bool AreInTheirBranches();
  const std::vector<int>* ModesChosenNow() const;
  bool SettleBranches(const std::function<void()>& before_first_change);
  void KeepCrossed();
  template <typename Move>
  bool LeaveZero(double start, double end, const Move& move_to);
  typename ModeChoice<T>::Answer ChooseModes(double start);
  void NoteChosenSigns();
  std::string PathsOf(const std::vector<int>& nodes) const;
  void FailWithoutChoice(double start, const std::vector<int>& group, bool are_many);
  void WarnOfCreeping();
  void WarnOfSeveral(double start);
  void WarnIfSeveral(double start);
  template <typename Move>
  void ReadCorrections(double start, double end, const Move& move_to);
  template <typename Move>
  StartingModes TakeCorrections(const Move& move_to, double start);
  AutoDiffSource autodiff_source();
  void MakeModeChoice();
  // Sliding.
  using Place = typename SlidingMotion<T>::Place;
  /// The motion along surfaces on which branches change (semantics 11).
  void NoteChatter(int guard, double t);
  void ForgetChatter();
  bool SlideAtChatter();
  std::vector<SlidingSurface> FindSurfaces(const std::vector<SidedMode>& branches);
  StartingModes SlideFromReadings(double start);
  StartingModes SlideFromChoice(double start, bool are_many);
  StartingModes SlideFromStart(double start, const std::vector<SlidingSurface>& surfaces,
                               const std::vector<int>& group, bool are_many);
  bool SlideAlong(std::vector<SlidingSurface> surfaces);
  bool InstallSliding(std::vector<SlidingSurface> surfaces, std::vector<Place> places);
  void TakeSides(const std::vector<SlidingSurface>& surfaces, const std::vector<Place>& places,
                 std::vector<SlidingSurface>* remaining);
  void TakeModes(const std::vector<int64_t>& modes);
  std::vector<SidedMode> TakeApart(const std::vector<SlidingSurface>& surfaces);
  bool ReviewSliding();
  bool HasLeftSurfaces();
  void StopSliding();
  void WarnOfSeveralSlides(const std::vector<SlidingSurface>& surfaces, const OtherChoices& others);
  void NoteSlid(int node);
  void SettleSliding() {
    if (sliding_ != nullptr) SettleWeights();
  }
  void SettleWeights();
  StartingModes StepAcrossGuard(double start, double target);
  void ReadGuards();
  void ReadGuardsAtStart();
  /// Looks for sign changes of guards within a tried step, and ends it at the first.
  double IsolateEvents(double start, double end);
  double EndStepAtTriggers(const StepPoint& point);
  void NoteGuardsAtEnd();
  void NoteCorrection(int guard);
  void GiveSigns(double start, double end);
  void FindLeavingSigns(double start);
  bool LookForReturns(double t);
  bool LookAtGuards();
  bool LookAtMargins();
  void LookForTriggers();
  class GuardWatch;
  double NarrowTriggers(const StepPoint& point);
  int FindFirstTriggered() const;
  void ReadGuardsAtTriggers();
  void MoveTo(double t_sec);
  void FailAt(double t, const SystemBase* system, std::string message);
  void NoteTriggers(double t);
  void LimitNextStepAfter(int guard, double t);

  // Recording.
  bool RecordsPairs() const;
  void RecordBefore();
  void RecordAfter();
  void RecordLast();
  void Trace(const char* phase, const std::vector<int>& blocks, const std::vector<int>& changed);
  void AddCauses(const std::vector<int>& blocks, TracePhase* record) const;
  TraceCause CauseOfStep() const;
  void AddValues(int node, TracePhase* record) const;
  const DiagramIndex<T>& index() const;
  double ShownMode(int mode) const;
  void KeepTracedState();

  std::unique_ptr<const System<T>> owned_system_;  ///< null: the caller keeps it
  const System<T>& system_;
  std::unique_ptr<Context<T>> context_;
  Data& data_;
  const bool has_continuous_state_;
  SimulatorConfig config_;
  SimulatorStatus status_{0};
  SimulatorStatistics statistics_;
  bool initialized_ = false;
  bool is_stochastic_ = false;  ///< some continuous state follows a stochastic equation

  EventCalendar<T> calendar_;
  DynamicEvents<T> dynamic_events_;
  StepHistories<T> histories_;
  UpdateBuffer<T> updates_;
  /// By the discrete updates of an instant; null: they cannot be prepared.
  std::vector<std::pair<std::vector<int>, std::unique_ptr<RateUpdate<T>>>> rate_updates_;
  Guards<T> guards_;
  EarlyReadings<T> early_readings_;
  AutoDiffSource autodiff_source_;
  std::unique_ptr<IntegrationMethod<T>> integrator_;
  IntegrationStatistics earlier_cost_;  ///< of methods before integrator_, since Initialize()
  mutable std::unique_ptr<IntegratorBase<T>> integrator_access_;  ///< made when it is asked for
  std::unique_ptr<trajectories::PiecewisePolynomial<T>> dense_output_;
  RealtimePace pace_;
  std::vector<PendingEvent> per_step_publish_, per_step_discrete_, per_step_unrestricted_;

  std::function<EventStatus(const Context<T>&)> monitor_;
  std::function<void(const Context<T>&, Side)> recorder_;
  std::function<void(const StepInterior<T>&)> step_viewer_;
  std::vector<const OutputPort<T>*> viewed_signals_;  ///< all that it evaluates; empty: unknown
  std::optional<PartialLook<T>> partial_look_;        ///< of these, if any
  internal::CacheState<T> kept_cache_;                ///< while a step is shown
  std::function<bool()> step_callback_;
  std::function<void(Context<T>*)> change_;  ///< to be made before the next step
  std::function<void(const SimulatorWarning&)> warning_handler_;
  std::function<void(const TracePhase&)> trace_;
  mutable std::shared_ptr<const DiagramIndex<T>> index_;  ///< made for the first trace
  // The state at the last phase that was traced.
  std::vector<T> traced_state_;
  std::vector<double> traced_modes_;
  double traced_time_ = 0;
  std::vector<TraceReading> traced_readings_;  ///< of the last isolation

  // Where the run stands between two steps.
  bool instant_arrived_ = false;    ///< the calendar's next instant is now; its updates are due
  bool instant_published_ = false;  ///< … and its publishes have been done
  bool per_step_pending_ = false;
  bool modes_may_change_ = false;
  bool recorded_before_ = false;  ///< there is a `-` record since time last advanced
  bool is_log_time_ = false;
  bool step_is_unfinished_ = false;  ///< ended between the updates and publishes of no length
  bool step_is_announced_ = false;   ///< the callback was called for a step that is still to come
  bool is_between_steps_ = false;    ///< the callback is called for a step that begins
  double start_time_ = 0;
  std::vector<PendingEvent> witnessed_;  ///< triggered, their events not yet run
  std::vector<PendingEvent> ran_;        ///< those that ran in the last updates
  bool triggered_at_start_ = false;      ///< a corrected branch triggered a witness
  int64_t steps_without_advance_ = 0;

  // Step size.
  StepGrid grid_;             ///< of fixed steps, from the last event
  double step_limit_ = 0;     ///< of the next trial only, after a witnessed event; 0: none
  int collapsed_events_ = 0;  ///< in a row, closer together than time can well tell apart

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
  /// A guard on the other side of zero, early in a step that starts just behind a crossing.
  struct Return {
    int guard;
    double time, value;
  };
  std::vector<Return> returns_;
  std::vector<int> zeros_;    ///< guards that are zero at its start
  std::vector<int> leaving_;  ///< … and become another number in it
  /// The guards that were zero, and the branches, when it was last asked whether other branches
  /// would be right too.
  std::vector<int> asked_zeros_;
  std::vector<int64_t> asked_modes_;
  bool has_triggered_ = false;  ///< whether that step was ended by one
  std::vector<int64_t> modes_before_;
  double modes_before_at_ = 0;                ///< the time of modes_before_
  std::optional<ModeChoice<T>> mode_choice_;  ///< made when a margin is zero
  double chosen_at_ = 0;  ///< the time of the last choice; not a number before there is one
  std::vector<int> modes_chosen_;  ///< the branches of that choice, ascending
  bool modes_are_chosen_ = false;  ///< at the start of the present step
  int num_corrections_ = 0;        ///< of the start of the present step, as read from it
  int num_slides_at_start_ = 0;    ///< of the present step
  std::vector<int> undecided_;     ///< modes
  /// Per mode: the branch whose margin was zero and found to stay so; empty until there is one.
  std::vector<int64_t> resting_modes_;
  SlidingMotion<T>* sliding_ = nullptr;  ///< the context's blend; null while nothing slides
  std::vector<SidedMode> chatter_;       ///< branches that were left and entered again at once
  std::vector<int> slid_;                ///< leaves whose branches change at this instant
  std::vector<int64_t> sliding_modes_;   ///< all branches when it began to slide as it does
  std::vector<char> has_left_;           ///< per surface
  std::vector<T> surface_margins_, former_surface_margins_;
  std::vector<int> warned_group_;  ///< of which it was said that several motions are possible
  struct Correction {
    int node, mode;
  };
  std::vector<Correction> corrections_;  ///< modes to correct
  std::vector<int64_t> early_modes_;     ///< what they become: branches early in the step
  struct GuardHistory {
    const void* guard = nullptr;
    double last = 0;      ///< time of its last event
    double interval = 0;  ///< between the last two
    double factor = 1;    ///< by which that had shrunk
    int num_alike = 0;    ///< intervals in a row that have shrunk by about this

    double NoteInterval(double next);
  };
  std::vector<GuardHistory> guard_history_;
  std::vector<double> isolated_times_;  ///< the latest, as a ring
  size_t isolated_next_ = 0;

  // Scratch of one phase.
  std::vector<PendingEvent> due_;
  std::vector<int> phase_blocks_, phase_changed_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(Simulator)

}  // namespace loopwright
