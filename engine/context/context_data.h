#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/context/context.h"
#include "engine/context/context_inputs.h"
#include "engine/context/kernel.h"
#include "engine/context/loop.h"
#include "engine/context/plan.h"
#include "engine/context/value_views.h"

namespace loopwright::internal {

template <typename T>
class CacheOverlay;
template <typename T>
class Blend;
template <typename T>
class CacheSwitches;
template <typename T>
class LoopSolver;

/// The flat arrays behind a root context and all its views, and the evaluation of cache entries.
///
/// Invariant: an entry that is out of date has only entries downstream that are out of date too.
/// So marking stops at the first entry that is stale already, and a change costs what it makes
/// stale. Most entries have one dependent and one prerequisite: marking and evaluating follow such
/// a chain in a loop. Evaluation brings all prerequisites up to date first, with a stack of its own
/// where it nests deeply, so that its depth does not grow with the diagram.
template <typename T>
class ContextData {
 public:
  using Flag = EvaluationFlag;
  using enum EvaluationFlag;
  /// For the whole context: values are kept; computed at every evaluation; or kept, computed again
  /// at each use and compared.
  enum class Caching { kOn, kOff, kChecked };
  /// For tests and benchmarks: how often a kept value was used again, and one was computed.
  struct Statistics {
    int64_t cache_hits = 0;
    int64_t computations = 0;
  };

  /// Values are 0 and abstract states null until System::AllocateContext() fills them.
  explicit ContextData(std::shared_ptr<const Plan<T>> plan);
  ContextData(const ContextData& other);
  ContextData& operator=(const ContextData&) = delete;
  ~ContextData();

  // --- evaluation ---
  /// The value of an entry is up to date after this.
  void Evaluate(int entry) {
    const uint8_t flag = flags[entry];
    if (flag == 0) return;
    if (flag == kCounted) {
      ++statistics.cache_hits;
    } else {
      EvaluateTheLongWay(entry);
    }
  }
  /// Where the value of a vector entry lies, up to date or not.
  const T* entry_data(int entry) const { return arena.data() + plan->entries[entry].offset; }
  T* entry_data(int entry) { return arena.data() + plan->entries[entry].offset; }

  /// All time derivatives, after time or continuous state were written with write_time() and
  /// continuous(): the plan's schedule where it applies.
  [[gnu::always_inline]] void EvaluateDerivativesAtStage() {
    if (stage_is_prepared_ || PrepareStage()) RunStage();
  }
  /// The derivatives with the weights of a blend as they are: what a blend evaluates.
  void EvaluateDerivativesAsHeld();
  /// What combines some leaves' values of several branches (blend.h); null where nothing does.
  Blend<T>* blend() const { return blend_.get(); }
  void SetBlend(std::unique_ptr<Blend<T>> blend);
  /// The computation of an entry, bound to this context until binding_version() grows.
  const BoundKernel<T>& operation(int entry) {
    if (operations_.empty()) BindAll();
    return operations_[entry];
  }
  /// Whether all inputs that `kernel`, one of node `node`'s, is known to read have a value.
  bool HasInputsOf(int node, const Kernel<T>& kernel) const;
  /// What such a kernel is in this context, writing to `out`; it must have its inputs. Formulas
  /// that are bound for it are put into `formulas`, which must live as long as the operation.
  BoundKernel<T> BindKernel(int node, const Kernel<T>& kernel, T* out,
                            std::unique_ptr<const BoundTape>* formulas) const;
  /// Grows when bound operations have to be bound anew.
  int64_t binding_version() const { return binding_version_; }
  /// Brings those of `entries` up to date that are not, where each comes after what it depends on;
  /// `operations` are theirs.
  void EvaluateInOrder(const std::vector<int>& entries,
                       const std::vector<BoundKernel<T>>& operations);
  /// All time derivatives through the cache.
  void EvaluateDerivatives();
  /// Writing these marks nothing: for integrators, whose stages call InvalidateTimeAndContinuous()
  /// or EvaluateDerivativesAtStage() themselves.
  void write_time(const T& value) { time = value; }
  T* continuous() { return arena.data(); }
  const T* continuous() const { return arena.data(); }
  /// As many elements as continuous(), in the same order.
  const T* derivatives() const { return arena.data() + plan->num_continuous(); }

  // --- invalidation. Changes made together share one change event. ---
  /// Numbers grow from 1; a tracker that has heard of a number ignores it.
  int64_t StartNewChangeEvent() { return ++change_event_; }
  int64_t change_event() const { return change_event_; }
  /// A source (see Plan) has changed.
  void Invalidate(int source) { Invalidate(source, StartNewChangeEvent()); }
  void Invalidate(int source, int64_t change_event);
  /// The continuous state of a node's subtree has changed.
  void InvalidateContinuous(int node) { InvalidateContinuous(node, StartNewChangeEvent()); }
  void InvalidateContinuous(int node, int64_t change_event);
  /// Time and all continuous state have changed. While an integrator runs, nothing that depends on
  /// them is fresh but what its stages compute, and this costs nearly nothing.
  [[gnu::always_inline]] void InvalidateTimeAndContinuous() {
    if (scheduled_fresh_ || other_fresh_ || overlay_) {
      MarkTimeAndContinuousStale();
    } else {
      StartNewChangeEvent();
    }
  }
  /// Marks `entries`, which are all that a change of some sources makes stale.
  void MarkStale(const std::vector<int>& entries);
  void MarkAllStale();
  /// Time, accuracy, state and parameters of the whole tree have changed.
  void InvalidateAllButInputs();
  Caching caching() const { return caching_; }
  /// Whether an entry is computed by every evaluation.
  bool is_disabled(int entry) const {
    return caching_ == Caching::kOff || (flags[entry] & kDisabled) != 0;
  }
  /// What the cache has beyond flags and values: made when first asked for.
  CacheOverlay<T>& get_overlay();
  bool has_overlay() const { return overlay_ != nullptr; }
  /// To be called when an entry's abstract value is another object than before.
  void Rebind(int entry);
  /// Takes the plan of another system of equal structure, which computes everything anew.
  void AdoptPlan(std::shared_ptr<const Plan<T>> other);
  /// All views look up anew where their values lie and which system is theirs.
  void BindViews();
  /// How often an entry was computed.
  int64_t serial_number(int entry) const {
    const bool scheduled = plan->stage_roles[entry] == Plan<T>::StageRole::kScheduled;
    return serial_numbers[entry] + (scheduled ? schedule_runs_ : 0);
  }
  /// Whether continuous state, or anything else but time that its derivatives depend on, was
  /// changed since the last call; stages of an integrator do not count.
  bool TakeDerivativesChanged() { return std::exchange(derivatives_changed_, false); }
  /// A change that was not made through Invalidate(); whether derivatives depend on it.
  void NoteChange(bool affects_derivatives) { derivatives_changed_ |= affects_derivatives; }
  /// Caching is on, nothing is checked or counted, and there is no overlay.
  bool is_plain() const { return caching_ == Caching::kOn && !counting_ && !overlay_; }

  std::shared_ptr<const Plan<T>> plan;
  T time{0};
  std::optional<T> true_time;  ///< while `time` is perturbed
  std::optional<double> accuracy;
  std::vector<T> arena;
  std::vector<uint8_t> flags;  ///< of entries; then that of fixed inputs and of missing ones
  std::vector<int64_t> serial_numbers;
  std::vector<std::unique_ptr<AbstractValue>> abstract_states, abstract_parameters;
  std::vector<std::unique_ptr<AbstractValue>> abstract_entries;  ///< per entry; null for vectors
  std::vector<int64_t> modes;
  bool modes_held = false;
  SharedByTree shared{&statistics.cache_hits, &modes_held, &modes, plan->num_continuous()};
  RandomSource random;
  LoopSolutions<T> loops{this};
  ContextInputs<T> inputs{this};
  std::vector<Context<T>> views;  ///< one per node
  Context<T>* root = nullptr;     ///< that owns this
  Statistics statistics;
  ValueViews<T> value_views{this};  ///< objects that show values

 private:
  friend class LoopSolver<T>;
  friend class LoopSolutions<T>;
  friend class ContextInputs<T>;
  friend class CacheSwitches<T>;
  friend class Context<T>;
  struct StackGuard;
  struct DepthGuard;
  /// Evaluations nest so deep by recursion; deeper ones use a stack of their own.
  static constexpr int kDeepestRecursion = 200;
  void EvaluateTheLongWay(int entry);
  void MakeViews();
  void ReserveStacks();
  struct Chain;
  /// Whether an entry is out of date, and shortcuts may be taken to compute it.
  bool IsPlainlyStale(int entry) const { return !overlay_ && IsOnlyStale(entry); }
  /// Whether an entry is out of date and nothing else.
  bool IsOnlyStale(int entry) const { return (flags[entry] & ~kCounted) == kStale; }
  void Pull(int entry);
  void BringUpToDate(int entry);
  void EvaluateWithStack(int entry);
  /// Where nothing is kept from one outermost evaluation to the next, values are computed once in
  /// each.
  bool NeedsComputation(int entry) const {
    const uint8_t flag = flags[entry];
    if (flag & kStale) return true;
    return (caching_ == Caching::kOff || (flag & kDisabled)) &&
           (computed_in_.empty() || computed_in_[entry] != epoch_);
  }
  /// Whether no other entry takes part in computing one.
  bool IsSourceKernel(int entry) const {
    return !operations_[entry].evaluates_inputs &&
           plan->entry_prerequisites.only(entry) == Adjacency::kEmpty;
  }
  BoundKernel<T> BindEntry(int entry);
  BoundKernel<T> BindPlainly(int entry);
  void BindStage();
  bool PrepareStage();
  bool PrepareStagePlainly();
  bool PrepareStageTheLongWay();
  /// Everything that the derivatives need and that changes is computed anew, in order, whether it
  /// was up to date or not; what they need besides is brought up to date only after it was made
  /// stale.
  [[gnu::always_inline]] void RunStage() {
    scheduled_fresh_ = true;
    const BoundKernel<T>* operation = stage_operations_.data();
    const BoundKernel<T>* const end = operation + stage_operations_.size();
    try {
      for (; operation != end; ++operation) operation->run(*operation);
    } catch (...) {
      MarkAllStale();  // some were marked up to date and are not
      throw;
    }
    ++schedule_runs_;
  }
  /// Something was computed that is no part of a stage.
  void NoteComputation() {
    scheduled_fresh_ = other_fresh_ = true;
    stage_is_prepared_ = false;
  }
  void RequireBinding() {
    ++binding_version_;
    stage_is_prepared_ = false;
  }
  void ForgetConstants() {
    constants_known_ = false;
    stage_is_prepared_ = false;
  }
  void MarkTimeAndContinuousStale();
  void NoteTimeAndContinuousChange();
  void BindAll();
  void Compute(int entry);
  void CheckHit(int entry);
  [[noreturn]] void ThrowNeedsItself(int entry) const;
  void MarkChain(int entry);
  void MarkRow(const Adjacency& dependents, int row);

  Caching caching_ = Caching::kOn;
  bool counting_ = false;
  bool checking_ = false;
  bool derivatives_changed_ = true;
  // What EvaluateDerivativesAtStage() and InvalidateTimeAndContinuous() may take for granted.
  bool stage_is_prepared_ = false;  ///< all below is as a stage needs it
  bool constants_known_ = false;    ///< entries of role kConstant are fresh, but for to_refresh_
  bool scheduled_fresh_ = true;     ///< some of role kScheduled may be fresh
  bool other_fresh_ = true;         ///< … or of role kOther
  std::vector<int> to_refresh_;     ///< of role kConstant, made stale
  int64_t schedule_runs_ = 0;
  int64_t binding_version_ = 1;
  int64_t bound_version_ = 0;                     ///< of stage_operations_
  std::vector<BoundKernel<T>> operations_;        ///< per entry; none until the first evaluation
  std::vector<BoundKernel<T>> stage_operations_;  ///< of the plan's derivative schedule
  /// Formulas of operations_, by entry.
  std::unordered_map<int, std::unique_ptr<const BoundTape>> formulas_;
  int depth_ = 0;
  int64_t change_event_ = 0;
  std::unique_ptr<CacheOverlay<T>> overlay_;
  std::unique_ptr<Blend<T>> blend_;
  int64_t epoch_ = 0;                 ///< counts outermost evaluations that take the long way
  std::vector<int64_t> computed_in_;  ///< per entry: its epoch; empty until it matters
  std::vector<int> stack_;
  std::vector<int> invalidation_stack_;
};

LOOPWRIGHT_DECLARE_CLASS(ContextData)

}  // namespace loopwright::internal
