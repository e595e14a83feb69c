#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/context/context.h"
#include "engine/context/plan.h"

namespace loopwright::internal {

/// The flat arrays behind a root context and all its views, and the evaluation of cache entries.
///
/// Invariant: an entry that is out of date has only entries downstream that are out of date too.
/// So marking stops at the first entry that is stale already, and a change costs what it makes
/// stale. Evaluation brings all prerequisites up to date first, with a stack of its own, so its
/// depth does not grow with the diagram.
template <typename T>
class ContextData {
 public:
  enum Flag : uint8_t {
    kStale = 1,
    kInProgress = 2,
    kDisabled = 4,
    kNotPlain = 8  ///< caching is off or checked: every Eval takes the long way
  };
  enum class Caching { kOn, kOff, kChecked };
  struct FixedInput {
    BasicVector<T> vector;
    std::unique_ptr<AbstractValue> abstract;
  };
  struct Statistics {
    int64_t cache_hits = 0;
    int64_t computations = 0;
  };

  explicit ContextData(std::shared_ptr<const Plan<T>> plan);
  ContextData(const ContextData& other);
  ContextData& operator=(const ContextData&) = delete;

  // --- evaluation ---
  /// The value of an entry is up to date after this.
  void Evaluate(int entry) {
    if (flags[entry] == 0) {
      ++statistics.cache_hits;
    } else {
      EvaluateTheLongWay(entry);
    }
  }
  const T* entry_data(int entry) const { return arena.data() + plan->entries[entry].offset; }
  T* entry_data(int entry) { return arena.data() + plan->entries[entry].offset; }

  /// All time derivatives, after time or continuous state were written with write_time() and
  /// continuous(): the plan's schedule where it applies.
  void EvaluateDerivativesAtStage();
  /// All time derivatives through the cache.
  void EvaluateDerivatives();
  void write_time(const T& value) { time = value; }
  T* continuous() { return arena.data(); }
  const T* continuous() const { return arena.data(); }
  const T* derivatives() const { return arena.data() + plan->num_continuous(); }

  // --- invalidation ---
  void Invalidate(int source);
  void InvalidateContinuous(int node);
  void InvalidateTimeAndContinuous();
  void MarkAllStale();
  void SetCaching(Caching mode);
  Caching caching() const { return caching_; }
  /// Whether continuous state, or anything else but time that its derivatives depend on, was
  /// changed since the last call; stages of an integrator do not count.
  bool TakeDerivativesChanged() { return std::exchange(derivatives_changed_, false); }

  // --- inputs ---
  void FixInput(int input, FixedInput value);
  /// What an input port without an entry reads: fixed there or at an enclosing diagram's port.
  const FixedInput* fixed_value(int input) const;

  // --- views, made when first asked for ---
  ContinuousState<T>& continuous_view(int node);
  ContinuousState<T>& derivative_view(int node);
  DiscreteValues<T>& discrete_view(int node);
  BasicVector<T>& parameter_view(int parameter);
  BasicVector<T>& entry_view(int entry);
  const BasicVector<T>* input_view(int input);

  std::shared_ptr<const Plan<T>> plan;
  T time{0};
  std::optional<double> accuracy;
  std::vector<T> arena;
  std::vector<uint8_t> flags;
  std::vector<int64_t> serial_numbers;
  std::vector<std::unique_ptr<AbstractValue>> abstract_states, abstract_parameters;
  std::vector<std::unique_ptr<AbstractValue>> abstract_entries;  ///< per entry; null for vectors
  std::vector<int64_t> modes;
  bool modes_held = false;
  RandomSource random;
  std::vector<const T*> input_data;  ///< per input port: where its value lies, null where none
  std::vector<int> input_entry;      ///< per input port: the entry that makes it, -1 where none
  std::unordered_map<int, FixedInput> fixed_inputs;
  std::vector<Context<T>> views;  ///< one per node
  Statistics statistics;

 private:
  struct StackGuard;
  void BindInputs();
  void ReserveStacks();
  void EvaluateTheLongWay(int entry);
  bool NeedsComputation(int entry) const {
    return caching_ == Caching::kOff ? computed_in_[entry] != epoch_
                                     : (flags[entry] & (kStale | kDisabled)) != 0;
  }
  void Compute(int entry);
  void CheckHit(int entry);

  Caching caching_ = Caching::kOn;
  bool stage_ready_ = false;  ///< EvaluateDerivativesAtStage() may run the schedule
  bool checking_ = false;
  bool derivatives_changed_ = true;
  int depth_ = 0;
  int64_t epoch_ = 0;                      ///< counts outermost evaluations while caching is off
  std::vector<int64_t> computed_in_;       ///< per entry: its epoch
  std::unordered_map<int, int> fixed_at_;  ///< input port → the one whose fixed value it reads
  std::vector<int> stack_;
  std::vector<int> invalidation_stack_;
  std::vector<std::unique_ptr<ContinuousState<T>>> continuous_views_, derivative_views_;
  std::vector<std::unique_ptr<DiscreteValues<T>>> discrete_views_;
  std::vector<std::unique_ptr<BasicVector<T>>> parameter_views_, entry_views_;
};

LOOPWRIGHT_DECLARE_CLASS(ContextData)

}  // namespace loopwright::internal
