#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/common/few_elements.h"
#include "engine/context/context_data.h"
#include "engine/integration/jacobian.h"
#include "engine/integration/method_list.h"

namespace loopwright {

/// What a method is asked to keep to. Times in seconds.
struct IntegrationSettings {
  double relative = 1e-6;  ///< tolerance of a step's error, relative to the state's size
  double absolute = 1e-9;  ///< what is added to that
  double max_step = std::numeric_limits<double>::infinity();
  double creeping_step = 0;        ///< steps that stay below this are told of; 0: none
  bool fixed_step = false;         ///< the caller chooses every step
  AutoDiffSource autodiff_system;  ///< for the Jacobians of implicit methods; may be empty
};

/// What integration has cost since the method was made.
struct IntegrationStatistics {
  int64_t derivative_evaluations = 0;
  int64_t rejected_steps = 0;
  int64_t jacobian_evaluations = 0;
  int64_t factorizations = 0;  ///< of matrices, in Newton's method
  // Sizes of accepted steps with error control, s; not a number before there was one.
  double first_step = std::numeric_limits<double>::quiet_NaN();
  double last_step = std::numeric_limits<double>::quiet_NaN();
  double largest_step = std::numeric_limits<double>::quiet_NaN();
  double smallest_step = std::numeric_limits<double>::quiet_NaN();

  void NoteStep(double size_sec) {
    last_step = size_sec;
    if (std::isnan(first_step)) first_step = largest_step = smallest_step = size_sec;
    largest_step = std::max(largest_step, size_sec);
    smallest_step = std::min(smallest_step, size_sec);
  }
  /// These are those of a method that went on after another one, `earlier`.
  void ComeAfter(const IntegrationStatistics& earlier) {
    derivative_evaluations += earlier.derivative_evaluations;
    rejected_steps += earlier.rejected_steps;
    jacobian_evaluations += earlier.jacobian_evaluations;
    factorizations += earlier.factorizations;
    if (std::isnan(earlier.first_step)) return;
    const double last = last_step;
    NoteStep(earlier.largest_step);
    NoteStep(earlier.smallest_step);
    first_step = earlier.first_step;
    last_step = std::isnan(last) ? earlier.last_step : last;
  }
};

/// Why no step could be made.
template <typename T>
struct IntegrationFailure {
  const System<T>* system = nullptr;  ///< a leaf that is to blame; null where none is known
  std::string message;
  /// The start is finite, but what a step finds after it is not, or solves no equations.
  bool is_beyond_start = false;
};

/// Steps that error control holds down, one after the other, without growing.
template <typename T>
struct CreepingSteps {
  const System<T>* system = nullptr;  ///< the leaf whose error does; null where none is known
  double time = 0;                    ///< where that was certain, seconds
  double step = 0;                    ///< seconds
};

/// The ends of fixed steps, start + k step: by multiplication, never summed up. Times in seconds.
struct StepGrid {
  /// Where the next step ends: at `target_sec` where that is nearer, or further by no more than 1 %
  /// of a step (semantics 9).
  double NextEnd(double target_sec) const {
    return Land(start + static_cast<double>(taken + 1) * step, target_sec);
  }
  double Land(double end_sec, double target_sec) const {
    constexpr double kStretch = 0.01;
    return target_sec - end_sec <= kStretch * step ? target_sec : end_sec;
  }
  /// A step was made; at the target, counting starts anew.
  void CountStepTo(double end_sec, double target_sec) {
    if (end_sec == target_sec) {
      StartAt(end_sec);
    } else {
      ++taken;
    }
  }
  void StartAt(double t_sec) {
    start = t_sec;
    taken = 0;
  }

  double start = 0;
  double step = 0;
  int64_t taken = 0;  ///< steps since `start`
};

/// A point of a step that was tried, where the context is. Times in seconds.
struct StepPoint {
  double start, end;  ///< of the step
  double before;      ///< the point before this one; the start for the first
  double time;
};

/// Looks into steps while they are taken.
class StepWatch {
 public:
  /// Looks at so many points of each step, equally far apart; the last is its end.
  explicit StepWatch(int points) : points_(points) {}
  virtual ~StepWatch() = default;
  StepWatch(const StepWatch&) = delete;
  StepWatch& operator=(const StepWatch&) = delete;

  int points() const { return points_; }
  /// Whether the next step is looked into early, too.
  bool looks_early() const { return looks_early_; }
  /// Looks at the points of a step that was tried; `move_within(time_sec)` and `move_to_end()` move
  /// the context there. False where no other step may follow.
  template <class MoveWithin, class MoveToEnd>
  bool LookInto(double start_sec, double end_sec, const MoveWithin& move_within,
                const MoveToEnd& move_to_end) {
    const int points = points_;
    StepPoint at{start_sec, end_sec, start_sec, start_sec};
    if (std::exchange(looks_early_, false)) {
      for (const double part : kEarlyParts) {
        const double time = start_sec + part * (end_sec - start_sec);
        move_within(time);
        if (!LookEarly(time)) break;
      }
    }
    for (int point = 1; point < points; ++point) {
      at.before = at.time;
      at.time = start_sec + (end_sec - start_sec) * point / points;
      move_within(at.time);
      if (!LookAt(at)) return false;
    }
    at.before = at.time;
    at.time = end_sec;
    move_to_end();
    return LookAt(at);
  }

 protected:
  /// In the next step LookEarly() is called before all other looks, and in no step after it.
  void LookEarlyInNextStep() { looks_early_ = true; }

 private:
  /// Where a step is looked into early, as parts of it, in this order.
  static constexpr double kEarlyParts[] = {0x1p-10, 0x1p-20};

  /// False where no other step may follow; later points of this one are not looked at then.
  virtual bool LookAt(const StepPoint& point) = 0;
  /// The context is at a time shortly after the start of a step. False where that was enough.
  virtual bool LookEarly(double /*time_sec*/) { return false; }

  const int points_;
  bool looks_early_ = false;
};

/// Advances the continuous state of a context, all of it as one span, by one step at a time, and
/// interpolates within the last one. A step is tried, looked at, and accepted:
///
///     TakeFixedStep() or TakeControlledStep()    the context is at the step's end
///     MoveTo(), as often as needed               … anywhere within the step
///     ShortenTo()                                … where the step now ends
///     Accept()                                   the step stands
///
/// Without Accept(), a step that is taken from the same start again replaces the last one; MoveTo()
/// the start first.
///
/// The caller says with Restart() when anything that the derivatives depend on has changed in
/// between; only then is what the method knows of the past forgotten.
template <typename T>
class IntegrationMethod {
 public:
  virtual ~IntegrationMethod() = default;
  IntegrationMethod(const IntegrationMethod&) = delete;
  IntegrationMethod& operator=(const IntegrationMethod&) = delete;

  /// The method's name and order, what it was asked to keep to, and what it has cost so far.
  const IntegrationMethodInfo& info() const { return info_; }
  const IntegrationSettings& settings() const { return settings_; }
  const IntegrationStatistics& statistics() const { return statistics_; }
  /// Of the last step that was refused.
  const IntegrationFailure<T>& failure() const { return failure_; }

  /// So many steps below IntegrationSettings::creeping_step make it certain that a run creeps. A
  /// start with tiny steps that grow is over before, also one over many powers of ten.
  static constexpr int kCreepingSteps = 20000;
  /// Whether they were made, and TakeCreeping() has not been called since. Once in a run.
  bool is_creeping() const { return creeping_.has_value(); }
  CreepingSteps<T> TakeCreeping() { return *std::exchange(creeping_, std::nullopt); }

  /// Something that the derivatives depend on, or the state itself, is not what the last step left.
  virtual void Restart() = 0;

  /// What a method remembers from one step to the next: the size of the next step, slopes, ...
  class Memory {
   public:
    virtual ~Memory() = default;
  };
  /// A copy of it, between two steps; null where the method has what cannot be copied (factorized
  /// matrices, a library's own memory).
  virtual std::unique_ptr<Memory> Keep() { return nullptr; }
  /// Remembers again what Keep() of this same method gave. The context is as it was then.
  virtual void Recall(const Memory& /*memory*/) {}

  /// A step from the context's time `t_sec` and state to `end_sec`. False where it is impossible:
  /// the context is back at the start, and failure() says why.
  virtual bool TakeFixedStep(double t_sec, double end_sec) = 0;
  /// A step whose estimated error is within the tolerances: to `target_sec`, which is hit exactly,
  /// or to a time before it. No longer than `limit_sec` (0: no limit) but for a stretch of 1 % to
  /// hit the target. Returns where it ends; not a number where no step is possible: the context is
  /// back at the start, and failure() says why.
  virtual double TakeControlledStep(double t_sec, double target_sec, double limit_sec) = 0;

  // Steps, one accepted after the other: from the context's time to
  // `target_sec`, or `most` of them. `taken` is how many were made. False where the next one is
  // impossible: the context is at its start, and failure() says why.
  /// The steps of `grid`, which counts them.
  virtual bool TakeFixedSteps(double target_sec, int64_t most, StepGrid* grid, int64_t* taken);
  virtual bool TakeControlledSteps(double target_sec, int64_t most, int64_t* taken);
  /// The steps of `grid`, with a look into each. The one that the watch says is the last is left
  /// as it was tried: it is not accepted and not counted.
  virtual bool TakeWatchedSteps(double target_sec, int64_t most, StepGrid* grid, StepWatch* watch,
                                int64_t* taken);

  /// The context at a time within the step, on the interpolant, so that witness functions can be
  /// read there.
  virtual void MoveTo(double t_sec) = 0;
  /// What MoveTo() does between these two leaves no trace: not in the counts, nor in what the next
  /// step starts from. The context ends where it began.
  virtual void BeginLook() { kept_statistics_ = statistics_; }
  virtual void EndLook() { statistics_ = kept_statistics_; }
  /// After BeginLook(), where the context is at `end_sec`, before looks by MoveElements(): whether
  /// the method can do that for a step that ends there.
  virtual bool PrepareElements(double /*end_sec*/) { return false; }
  /// These elements of the continuous state are those at a time within the step; nothing else in
  /// the context changes. After PrepareElements() said that it is possible.
  virtual void MoveElements(double /*t_sec*/, const std::vector<int>& /*elements*/) {}
  /// The step ends at a time within it, with the interpolated state.
  virtual void ShortenTo(double t_sec) = 0;
  /// The step is done.
  virtual void Accept() = 0;

 protected:
  /// A memory that is a copy of some members of the method: Keep() is then
  /// `return this->CopyOf(std::tie(a_, b_));`, and Recall() `this->PutBack(memory, std::tie(...))`.
  template <class... Values>
  static std::unique_ptr<Memory> CopyOf(const std::tuple<Values&...>& members) {
    return std::make_unique<Copies<Values...>>(members);
  }
  template <class... Values>
  static void PutBack(const Memory& memory, std::tuple<Values&...> members) {
    members = static_cast<const Copies<Values...>&>(memory).values;
  }

  IntegrationMethod(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
                    const IntegrationSettings& settings)
      : data_(*data), info_(info), settings_(settings), size_(data->plan->num_continuous()) {}

  /// The context at `t_sec` with the state in `x`.
  void SetContext(double t_sec, const T* x) {
    CopyElements(x, size_, data_.continuous());
    data_.write_time(T(t_sec));
    data_.InvalidateTimeAndContinuous();
  }
  /// The first continuous leaf whose derivative, as last evaluated, is not finite; null where all
  /// are.
  const System<T>* FindNonFinite() const;
  /// The leaf that element `n` of the continuous state belongs to.
  const System<T>* LeafOf(int n) const;
  /// Note why a step is impossible, and which leaf is to blame; null where that is not known.
  void Fail(const System<T>* system, std::string message) {
    failure_ = {system, std::move(message), false};
  }
  void FailBeyondStart(const System<T>* system, std::string message) {
    failure_ = {system, std::move(message), true};
  }
  // Failures that several methods know.
  void FailNotFinite(const System<T>* system);
  /// The start is finite, but no step from there.
  void FailNotFiniteLater(const System<T>* system);
  /// The equations of an implicit step were not solved, however short it was.
  void FailIteration(const System<T>* system);
  /// No step is short enough for the accuracy.
  void FailAccuracy(const System<T>* system);

  /// A step of this size stands. `is_held`: its error allowed no longer one; it did not just end at
  /// an event. `find_worst()` finds the leaf with the greatest error.
  template <class FindWorst>
  void NoteHeldStep(double step_sec, bool is_held, const FindWorst& find_worst) {
    if (!(step_sec < settings_.creeping_step)) {
      num_held_ = 0;
      return;
    }
    if (!is_held || has_crept_) return;
    if (num_held_ == 0 || step_sec > 2 * first_held_) {
      num_held_ = 0;
      first_held_ = step_sec;
    }
    if (++num_held_ < kCreepingSteps) return;
    has_crept_ = true;
    creeping_ = CreepingSteps<T>{find_worst(), ValueOf(data_.time), step_sec};
  }

  internal::ContextData<T>& data_;
  const IntegrationMethodInfo& info_;
  const IntegrationSettings settings_;
  const int size_;  ///< elements of the continuous state
  IntegrationStatistics statistics_;

 private:
  template <class... Values>
  struct Copies final : Memory {
    explicit Copies(const std::tuple<Values&...>& members) : values(members) {}
    std::tuple<Values...> values;
  };

  IntegrationStatistics kept_statistics_;  ///< at BeginLook()
  // Of steps that were held down, since one was not or was more than twice as long as the first.
  int num_held_ = 0;
  double first_held_ = 0;
  bool has_crept_ = false;
  std::optional<CreepingSteps<T>> creeping_;
  IntegrationFailure<T> failure_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(IntegrationMethod)

}  // namespace loopwright
