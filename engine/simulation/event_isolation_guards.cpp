#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/common/ulp.h"
#include "engine/simulation/event_isolation.h"
#include "engine/traits/rests.h"

// Modes and witness functions within a step (semantics 10 and 11): see the header.

namespace loopwright {

namespace {
/// Where margins that are zero at the start are read to find out whether they stay so, as parts of
/// the step.
constexpr double kPointsAtRest[] = {0x1p-20, 0x1p-10, 0x1p-5, 0.5, 1};
/// A step along the derivatives at its start is first so many units in the last place of the time …
constexpr double kFirstUlps = 16;
/// … and at most so long, relative to the time (or 1 s).
constexpr double kLongestAcross = 1e-11;
/// How often what is read of a step may correct the branches that it starts in.
constexpr int kMostCorrections = 10;
/// No branch has this number.
constexpr int64_t kNeverRested = std::numeric_limits<int64_t>::min();
}  // namespace

/// After a try: whether the branches that the step was taken with are right where some margins are
/// zero at its start. Where they are not, the context is back at the start with those that are.
/// That is a changed mode like every other: it is recorded, other branches follow, and witnesses
/// can trigger across it.
///
/// ModeChoice says which they are. A zero that it has found to last is only looked at in the step.
template <typename T>
typename EventIsolation<T>::StartingModes EventIsolation<T>::LookAtStartingModes(double start,
                                                                                 double end) {
  return LookAtStartingModes(start, end, [this](double t) { run_.MoveTo(t); });
}

/// The same with another way to move within the step.
template <typename T>
template <typename Move>
typename EventIsolation<T>::StartingModes EventIsolation<T>::LookAtStartingModes(
    double start, double end, const Move& move_to) {
  if (modes_are_chosen_) return StartingModes::kRight;
  corrections_.clear();
  zeros_.clear();
  bool some_are_zero = false;
  for (int g = guards_.num_witnesses(); g < guards_.size(); ++g) {
    if (guard_values_[g].now != 0 ||
        (run_.sliding && run_.sliding->Governs(guards_.mode_position(g)))) {
      continue;
    }
    some_are_zero = true;
    if (CanLeaveZero(g)) zeros_.push_back(g);
  }
  if (!some_are_zero) return StartingModes::kRight;
  const bool are_known_to_rest =
      std::all_of(zeros_.begin(), zeros_.end(), [this](int g) { return IsKnownToRest(g); });
  // Without one that can leave it, the step need not be looked into.
  if (zeros_.empty() ||
      (are_known_to_rest && !LeaveZero(start, end, move_to) && AreInTheirBranches())) {
    NoteChosenSigns();
    return StartingModes::kRight;
  }
  move_to(start);
  const auto answer = ChooseModes(start);
  if (answer == ModeChoice<T>::Answer::kUnknown) {
    ReadCorrections(start, end, move_to);
    if (corrections_.empty()) {
      move_to(start);
      WarnIfSeveral(start);
      move_to(end);
      return StartingModes::kRight;
    }
    if (++num_corrections_ <= kMostCorrections) return TakeCorrections(move_to, start);
    move_to(start);
    return SlideFromReadings(start);
  }
  if (answer == ModeChoice<T>::Answer::kNone || answer == ModeChoice<T>::Answer::kTooMany) {
    return SlideFromChoice(start, answer == ModeChoice<T>::Answer::kTooMany);
  }
  modes_are_chosen_ = true;
  chosen_at_ = start;
  modes_chosen_ = mode_choice_->undecided();
  if (!corrections_.empty()) return TakeCorrections(move_to, start);
  NoteChosenSigns();
  move_to(end);
  return StartingModes::kRight;
}

/// Whether a margin that is zero now can be another number before the next event.
template <typename T>
bool EventIsolation<T>::CanLeaveZero(int guard) {
  MakeModeChoice();
  return mode_choice_->can_move(guards_.node(guard));
}

/// Ready to ask, with what slides now.
template <typename T>
void EventIsolation<T>::MakeModeChoice() {
  if (!mode_choice_) mode_choice_.emplace(&data_, run_.autodiff_source());
  mode_choice_->set_sliding(run_.sliding);
}

template <typename T>
bool EventIsolation<T>::IsKnownToRest(int guard) const {
  const int mode = guards_.mode_position(guard);
  return !resting_modes_.empty() && resting_modes_[mode] == data_.modes[mode];
}

/// Whether the margins in zeros_, which are zero still, are so in a branch that their threshold
/// belongs to: floor(u) has the margin 0 in the branch 0 at u = 0 and at u = 1.
template <typename T>
bool EventIsolation<T>::AreInTheirBranches() {
  int last_node = -1;
  const int64_t* branches = nullptr;
  for (const int g : zeros_) {
    const int n = guards_.node(g), mode = guards_.mode_position(g);
    if (n != last_node) branches = guards_.CalcModesBesideHeld(n);
    last_node = n;
    if (branches[mode - data_.plan->nodes[n].first_mode] != data_.modes[mode]) return false;
  }
  return true;
}

/// Whether one of the margins in zeros_ is another number at some point of the step.
template <typename T>
template <typename Move>
bool EventIsolation<T>::LeaveZero(double start, double end, const Move& move_to) {
  for (const double part : kPointsAtRest) {
    move_to(part == 1 ? end : start + part * (end - start));
    int last_node = -1;
    const T* margins = nullptr;
    for (const int g : zeros_) {
      const int n = guards_.node(g);
      if (n != last_node) margins = guards_.CalcMarginsOf(n);
      last_node = n;
      const int index = guards_.mode_position(g) - data_.plan->nodes[n].first_mode;
      if (ValueOf(margins[index]) != 0) return true;
    }
  }
  return false;
}

/// At the start of a step: chooses for the margins in zeros_, and notes in corrections_ and
/// early_modes_ which branches become others.
template <typename T>
typename ModeChoice<T>::Answer EventIsolation<T>::ChooseModes(double start) {
  undecided_.clear();
  for (const int g : zeros_) undecided_.push_back(guards_.mode_position(g));
  MakeModeChoice();
  const std::vector<int64_t>& old = modes_before_at_ == start ? modes_before_ : data_.modes;
  typename ModeChoice<T>::Answer answer{};
  try {
    answer = mode_choice_->Choose(undecided_, old);
  } catch (const std::exception&) {
    // What cannot be evaluated in the other scalar is read from the step.
    return ModeChoice<T>::Answer::kUnknown;
  }
  if (run_.sliding != nullptr) run_.sliding->NoteChange();
  if (answer == ModeChoice<T>::Answer::kSeveral) WarnOfSeveral(start);
  if (answer != ModeChoice<T>::Answer::kOne && answer != ModeChoice<T>::Answer::kSeveral) {
    return answer;
  }
  early_modes_ = mode_choice_->modes();
  for (const int n : data_.plan->mode_leaves) {
    const PlanNode& node = data_.plan->nodes[n];
    for (int mode = node.first_mode; mode < node.first_mode + node.num_modes; ++mode) {
      if (early_modes_[mode] != data_.modes[mode]) corrections_.push_back({n, mode});
    }
  }
  if (resting_modes_.empty()) resting_modes_.assign(data_.modes.size(), kNeverRested);
  for (const int mode : undecided_) {
    resting_modes_[mode] = mode_choice_->rests(mode) ? early_modes_[mode] : kNeverRested;
  }
  return answer;
}

/// Margins of chosen branches count as what they are on the inside of the branch, until they are
/// something else.
template <typename T>
void EventIsolation<T>::NoteChosenSigns() {
  for (int g = guards_.num_witnesses(); g < guards_.size(); ++g) {
    if (guard_values_[g].now == 0) carried_sign_[g] = std::numeric_limits<double>::min();
  }
}

/// Where no series tells: the branch that agrees with the first reading that can be believed; where
/// the margin stays zero, the branch that the values at the start ask for.
template <typename T>
template <typename Move>
void EventIsolation<T>::ReadCorrections(double start, double end, const Move& move_to) {
  const auto move_to_part = [&](double part) {
    move_to(part == 1 ? end : start + part * (end - start));
  };
  for (const auto& reading : early_readings_.Read(zeros_, end - start, move_to_part)) {
    double& carried = carried_sign_[reading.guard];
    // Nobody has to find out again, from rounding, that it is inside its branch.
    if (reading.value > 0 && carried == 0) carried = std::numeric_limits<double>::min();
    // What was above zero before and is below it now is a crossing like every other.
    const bool is_crossing = reading.value < 0 && carried > 0;
    if (!(reading.value <= 0) || is_crossing) continue;
    move_to_part(reading.part);
    NoteCorrection(reading.guard);
  }
}

/// The branches in corrections_ become those in early_modes_, at the start of the step. Other
/// branches of the same leaf that can then not be right become those at that point as well.
template <typename T>
template <typename Move>
typename EventIsolation<T>::StartingModes EventIsolation<T>::TakeCorrections(const Move& move_to,
                                                                             double start) {
  move_to(start);
  ReadBeforeUpdate();
  if (records_.RecordsPairs()) records_.RecordBefore();
  phase_changed_.clear();
  for (const auto& [node, mode] : corrections_) {
    data_.modes[mode] = early_modes_[mode];
    data_.Invalidate(data_.plan->modes_source(node));
    phase_changed_.push_back(node);
  }
  if (!modes_are_chosen_) {
    for (const int node : phase_changed_) guards_.SettleModes(node, early_modes_.data());
  }
  events_.ForgetRun();
  slid_.clear();
  const StartingModes modes = FinishCorrection();
  if (modes == StartingModes::kCorrected && modes_are_chosen_) NoteChosenSigns();
  return modes;
}

/// The branches at the start of a step have just been changed: those that follow from them become
/// others too, and the step begins anew, unless the change triggers a witness.
template <typename T>
auto EventIsolation<T>::FinishCorrection() -> StartingModes {
  SettleBranches([] {});
  if (run_.HasFailed()) return StartingModes::kFailed;
  if (trace_.is_on()) trace_.TellOfBranches(phase_changed_);
  triggered_at_start_ = FinishUpdate(true);
  if (triggered_at_start_) return StartingModes::kEventAtStart;
  run_.histories.NoteStart();
  ReadGuards();
  return StartingModes::kCorrected;
}

/// Notes that a held branch is another one at the present place in the step, if it is.
template <typename T>
void EventIsolation<T>::NoteCorrection(int guard) {
  const int mode = guards_.mode_position(guard);
  const int n = guards_.node(guard);
  const PlanNode& node = data_.plan->nodes[n];
  std::copy_n(guards_.CalcModesOf(n), node.num_modes, early_modes_.begin() + node.first_mode);
  if (early_modes_[mode] != data_.modes[mode]) corrections_.push_back({n, mode});
}

/// The guards' values here, with which a step starts.
template <typename T>
void EventIsolation<T>::ReadGuards() {
  guard_values_.resize(guards_.size());
  carried_sign_.resize(guards_.size());
  guards_.Read([this](int g, double value) { guard_values_[g].now = value; });
}

/// … or those of the end of the last one, where nothing has changed since.
template <typename T>
void EventIsolation<T>::ReadAtStart() {
  if (!are_known() || std::ssize(guard_values_) != guards_.size()) ReadGuards();
  guards_known_at_ = -1;
}

/// Looks at the guards in step after step, up to the first in which one triggers or becomes zero.
template <typename T>
class EventIsolation<T>::GuardWatch final : public StepWatch {
 public:
  explicit GuardWatch(EventIsolation* isolation)
      : StepWatch(isolation->run_.isolates_within_steps()
                      ? isolation->run_.config.witness_points + 1
                      : 1),
        isolation_(*isolation) {
    isolation_.returns_.clear();
    if (!isolation_.run_.isolates_within_steps()) isolation_.crossed_.clear();
    if (!isolation_.crossed_.empty() && SomeMayReturn()) LookEarlyInNextStep();
  }

  /// Where that was.
  const std::optional<StepPoint>& last() const { return last_; }

 private:
  /// Whether a witness that has triggered is still beyond zero at the start of the step. Where its
  /// event has put it back to the side from which alone it triggers, as a ball's does that starts
  /// its next flight at once, no return can be missed (see LookForReturns()).
  [[gnu::noinline]] bool SomeMayReturn() const {
    const auto& guards = isolation_.guards_;
    return std::any_of(isolation_.crossed_.begin(), isolation_.crossed_.end(), [&](int g) {
      const double now = isolation_.guard_values_[g].now;
      return now != 0 && (!guards.Triggers(g, now, -now) || guards.Triggers(g, -now, now));
    });
  }
  bool LookAt(const StepPoint& point) final { return isolation_.LookAtGuards() || !IsLast(point); }
  bool LookEarly(double time_sec) final { return isolation_.LookForReturns(time_sec); }
  [[gnu::noinline]] bool IsLast(const StepPoint& point) {
    const bool is_end = point.time == point.end;
    const bool is_last = !isolation_.triggered_.empty() || (is_end && isolation_.SomeGuardIsZero());
    if (is_last) last_ = point;
    return is_last;
  }

  EventIsolation& isolation_;
  std::optional<StepPoint> last_;
};

/// After an accepted try from `start` to `end`: looks for guards that trigger, ends the step just
/// after the earliest, and returns the time reached.
template <typename T>
double EventIsolation<T>::IsolateEvents(double start, double end) {
  has_triggered_ = false;
  if (guards_.size() == 0) return end;
  if (SomeGuardIsZero()) GiveSigns(start, end);
  triggered_.clear();
  GuardWatch watch(this);
  watch.LookInto(
      start, end, [this](double t) { run_.MoveTo(t); }, [this, end] { run_.MoveTo(end); });
  crossed_.clear();
  has_triggered_ = !triggered_.empty();
  const double reached = has_triggered_ ? EndStepAtTriggers(*watch.last()) : end;
  NoteGuardsAtEnd();
  return reached;
}

/// The guards' values are known at the end of the step, with which the next one may start.
template <typename T>
void EventIsolation<T>::NoteGuardsAtEnd() {
  guards_known_at_ = data_.change_event();
  // A zero at the end counts as the sign before it, but not one that lasts.
  double* carried = carried_sign_.data();
  for (const GuardValue& value : guard_values_) {
    *carried++ = value.now != 0 ? value.now : value.before;
  }
  if (some_rest_at_zero_) NoteGuardsLeavingZero();
}

/// Reads the guards at the next point of a step. True where none can have triggered; otherwise
/// triggered_, which was empty, tells which have.
template <typename T>
inline bool EventIsolation<T>::LookAtGuards() {
  GuardValue* next = guard_values_.data();
  bool have_kept_signs = true;
  guards_.ReadWitnesses([&](int, double now) { have_kept_signs &= (next++)->Keep(now); });
  if (guards_.num_modes() > 0) have_kept_signs &= LookAtMargins();
  if (!have_kept_signs) [[unlikely]]
    LookForTriggers();
  return have_kept_signs;
}

template <typename T>
[[gnu::noinline]] bool EventIsolation<T>::LookAtMargins() {
  bool have_kept_signs = true;
  guards_.ReadMargins([&](int g, double now) { have_kept_signs &= guard_values_[g].Keep(now); });
  return have_kept_signs;
}

/// Apart from the loops that seldom need it.
template <typename T>
[[gnu::noinline]] void EventIsolation<T>::LookForTriggers() {
  for (int g = 0; g < guards_.size(); ++g) {
    const GuardValue& value = guard_values_[g];
    if (guards_.Triggers(g, value.reference, value.now)) triggered_.push_back(g);
  }
}

/// A guard that is zero takes more than a look.
template <typename T>
inline bool EventIsolation<T>::SomeGuardIsZero() const {
  for (const GuardValue& value : guard_values_) {
    if (value.now == 0) return true;
  }
  return false;
}

/// Whether TakeWatchedSteps() applies where steps are fixed. The guards have been read at the
/// start.
template <typename T>
bool EventIsolation<T>::CanWatchFixedSteps(double target) const {
  if (run_.sliding != nullptr) return false;
  const bool is_limited =
      run_.step_limit > 0 && run_.time() + run_.step_limit < run_.grid.NextEnd(target);
  return guards_.size() > 0 && run_.has_continuous_state && run_.isolates_within_steps() &&
         !is_limited && !SomeGuardIsZero();
}

/// Fixed steps with a look at the guards in each, up to the first in which one triggers or becomes
/// zero.
template <typename T>
bool EventIsolation<T>::TakeWatchedSteps(double target, int64_t most) {
  GuardWatch watch(this);
  int64_t taken = 0;
  run_.step_limit = 0;
  triggered_.clear();
  const bool done = run_.integrator->TakeWatchedSteps(target, most, &run_.grid, &watch, &taken);
  run_.statistics.steps += taken;
  if (!watch.looks_early()) crossed_.clear();
  const auto& last = watch.last();
  if (done && last) {
    has_triggered_ = !triggered_.empty();
    if (has_triggered_) {
      run_.grid.StartAt(EndStepAtTriggers(*last));
    } else {
      run_.grid.CountStepTo(last->end, target);
    }
    run_.integrator->Accept();
    if (!run_.HasFailed()) ++run_.statistics.steps;
  }
  NoteGuardsAtEnd();
  return done;
}

/// Whether a step that failed may have failed because a held branch, or what a witness would have
/// ended, was evaluated beyond its end: `-sqrt(max(x, 0))` beyond x = 0.
template <typename T>
bool EventIsolation<T>::CanStepAcrossGuard() const {
  return guards_.size() > 0 && run_.isolates_within_steps() &&
         run_.integrator->failure().is_beyond_start;
}

/// No step from `start`, where the context is, was short enough: takes one along the derivatives at
/// the start that is just long enough for a guard to trigger, and ends there as after every event;
/// or corrects the branches at the start. Fails where there is nothing of both.
template <typename T>
auto EventIsolation<T>::StepAcrossGuard(double start, double target) -> StartingModes {
  const IntegrationFailure<T> failure = run_.integrator->failure();
  if (!CanStepAcrossGuard()) {
    run_.FailAt(start, failure.system, failure.message);
    return StartingModes::kRight;
  }
  data_.EvaluateDerivativesAtStage();
  const int size = data_.plan->num_continuous();
  const std::vector<T> x(data_.continuous(), data_.continuous() + size);
  const std::vector<T> slope(data_.derivatives(), data_.derivatives() + size);
  const auto move_to = [&](double t) {
    for (int n = 0; n < size; ++n) data_.continuous()[n] = x[n] + (t - start) * slope[n];
    data_.write_time(T(t));
    data_.InvalidateTimeAndContinuous();
  };
  const double longest = kLongestAcross * std::max(1., std::abs(start));
  const StartingModes modes =
      LookAtStartingModes(start, std::min(start + longest, target), move_to);
  if (modes != StartingModes::kRight) return modes;
  for (GuardValue& value : guard_values_) {
    if (value.now == 0) value.now = carried_sign_[&value - guard_values_.data()];
  }
  const std::vector<GuardValue> values = guard_values_;
  triggered_.clear();
  double length = kFirstUlps * Ulp(start);
  double end = start;
  while (triggered_.empty() && length <= longest && end < target) {
    end = std::min(start + length, target);
    length *= 4;
    guard_values_ = values;
    move_to(end);
    LookAtGuards();
  }
  if (triggered_.empty()) {
    move_to(start);
    run_.FailAt(start, failure.system, failure.message);
    return modes;
  }
  if (!run_.histories.empty()) {
    run_.histories.NoteStep(start, end, move_to);
    move_to(end);
  }
  has_triggered_ = true;
  NoteTriggers(end);
  NoteGuardsAtEnd();
  run_.RestartIntegration();
  run_.grid.StartAt(end);
  return modes;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(EventIsolation)

}  // namespace loopwright
