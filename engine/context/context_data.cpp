#include "engine/context/context_data.h"

#include <stdexcept>

#include "engine/context/blend.h"
#include "engine/context/cache_hits.h"
#include "engine/context/cache_overlay.h"
#include "engine/context/loop.h"

// How a context keeps its values: where they lie, copies of them, and the solutions of algebraic
// loops. Computing them is in context_data_evaluation.cpp, marking them out of date in
// context_data_invalidation.cpp.

namespace loopwright::internal {

namespace {
// Copies of all values, in order, so that a copied context shares nothing with its model. Null
// stays null: entries of vectors have no abstract value.
std::vector<std::unique_ptr<AbstractValue>> CloneAll(
    const std::vector<std::unique_ptr<AbstractValue>>& values) {
  std::vector<std::unique_ptr<AbstractValue>> copies;
  copies.reserve(values.size());
  for (const auto& value : values) copies.push_back(value ? value->Clone() : nullptr);
  return copies;
}

// The first value of an abstract cache entry, from the allocator that its system declared. An
// allocator that returns null is the block author's mistake and is refused here, where the entry
// can still be named, not at the first read.
template <typename T>
std::unique_ptr<AbstractValue> MakeAbstractEntry(const Plan<T>& plan, int entry) {
  auto value = plan.cache_entry(entry).MakeValue();
  if (value == nullptr)
    throw std::logic_error(plan.NameOf(entry) + ": its allocator returned null");
  return value;
}
}  // namespace

// Lays out the arrays as the plan says: everything is out of date, numbers are 0. Two flags lie
// behind those of the entries, so that an input that is fixed (flag 0, always up to date) or has no
// value (never plain) is read by the same code as one that is connected.
template <typename T>
ContextData<T>::ContextData(std::shared_ptr<const Plan<T>> the_plan) : plan(std::move(the_plan)) {
  arena.assign(plan->arena_size, T(0));
  flags.assign(plan->num_entries(), kStale);
  flags.push_back(0);
  flags.push_back(kNotPlain);
  serial_numbers.assign(plan->num_entries(), 0);
  abstract_entries.resize(plan->num_entries());
  for (int e = 0; e < plan->num_entries(); ++e) {
    const CacheEntryDeclaration<T>& entry = plan->cache_entry(e);
    if (entry.size() < 0) abstract_entries[e] = MakeAbstractEntry(*plan, e);
    if (entry.is_disabled_by_default()) flags[e] |= kDisabled;
  }
  const PlanNode& end = plan->nodes.back();
  abstract_states.resize(end.first_abstract_state);
  abstract_parameters.resize(end.first_abstract_parameter);
  modes.assign(end.first_mode, 0);
  if (plan->loops) loops.starts.assign(plan->loops->num_starts(), NAN);
  inputs.Bind();
  MakeViews();
  ReserveStacks();
}

// Copies values and flags; what points into arrays (views, bound operations, blend, overlay) is
// made anew, since the arrays of the copy lie elsewhere. What is up to date in `other` is so here,
// and nothing is computed again.
template <typename T>
ContextData<T>::ContextData(const ContextData& other)
    : plan(other.plan),
      time(other.time),
      true_time(other.true_time),
      accuracy(other.accuracy),
      arena(other.arena),
      flags(other.flags),
      serial_numbers(other.serial_numbers),
      abstract_states(CloneAll(other.abstract_states)),
      abstract_parameters(CloneAll(other.abstract_parameters)),
      abstract_entries(CloneAll(other.abstract_entries)),
      modes(other.modes),
      modes_held(other.modes_held),
      random(other.random),
      loops(other.loops, this),
      inputs(other.inputs, this),
      caching_(other.caching_),
      counting_(other.counting_),
      schedule_runs_(other.schedule_runs_),
      change_event_(other.change_event_),
      epoch_(other.epoch_),
      computed_in_(other.computed_in_) {
  inputs.Bind();
  MakeViews();
  ReserveStacks();
  if (other.blend_) blend_ = std::make_unique<Blend<T>>(this, *other.blend_);
  if (other.overlay_) overlay_ = std::make_unique<CacheOverlay<T>>(*other.overlay_, this);
}

template <typename T>
ContextData<T>::~ContextData() {
  plan->RemoveUser(this);
}

// While marking, an entry is pushed once, and only where it has several dependents.
template <typename T>
void ContextData<T>::ReserveStacks() {
  invalidation_stack_.reserve(plan->entry_dependents.num_longer_rows());
}

// One for each system, which hold pointers into the arrays.
template <typename T>
void ContextData<T>::MakeViews() {
  views.reserve(plan->num_nodes());
  for (int n = 0; n < plan->num_nodes(); ++n) views.emplace_back(this, n);
  plan->AddUser(this);
}

// From here on shortcuts are off: they would mark and compute entries without telling trackers.
template <typename T>
CacheOverlay<T>& ContextData<T>::get_overlay() {
  if (!overlay_) {
    overlay_ = std::make_unique<CacheOverlay<T>>(this);
    ForgetConstants();
    RequireBinding();  // no longer plain
    CacheSwitches<T>(this).MarkPlain();
  }
  return *overlay_;
}

// A bound operation holds the address of its abstract value, so a new value needs a new binding.
template <typename T>
void ContextData<T>::Rebind(int entry) {
  if (!operations_.empty()) operations_[entry] = BindEntry(entry);
  RequireBinding();
}

// A system whose structure is the same as that of this context's takes the context over: values
// stay where they are, and all that points to systems and declarations is looked up again.
template <typename T>
void ContextData<T>::AdoptPlan(std::shared_ptr<const Plan<T>> other) {
  plan->RemoveUser(this);
  blend_.reset();
  plan = std::move(other);
  plan->AddUser(this);
  shared.derivatives_offset = plan->num_continuous();
  BindViews();
  operations_.clear();
  loops.ForgetSearches();
  RequireBinding();
  MarkAllStale();
}

// A Context keeps pointers into the plan and the arrays for speed; here they are renewed.
template <typename T>
void ContextData<T>::BindViews() {
  for (Context<T>& view : views) view.Bind();
  if (root != nullptr) root->Bind();
}

// --- algebraic loops ---

// The search for one loop's solution, with its scratch memory, made when it is first needed.
template <typename T>
LoopSearch<T>& LoopSolutions<T>::search(const Loop& loop) {
  const LoopSet<T>& loops = *data_.plan->loops;
  if (searches_.empty()) searches_.resize(loops.loops.size());
  auto& made = searches_[&loop - loops.loops.data()];
  if (!made) made = loops.make_search(&data_, loop);
  return *made;
}

// Called by the bound operation of a loop's solution. A search reads entries through their
// operations, which must exist before.
template <typename T>
void LoopSolutions<T>::Solve(const Loop& loop) {
  if (data_.operations_.empty()) data_.BindAll();
  search(loop).Solve();
}

// Called once at the beginning of each step. Searches within a step all begin at the same place, so
// that what is found does not depend on which trial steps were refused. A solution is 2 · size
// numbers: the elements, then the residual of each that is rounding.
template <typename T>
void LoopSolutions<T>::Keep() {
  if constexpr (!std::is_same_v<T, Expression>) {
    for (const Loop& loop : data_.plan->loops->loops) {
      data_.Evaluate(loop.solution);
      const T* solution = data_.entry_data(loop.solution);
      for (int i = 0; i < 2 * loop.size; ++i) starts[loop.first + i] = ValueOf(solution[i]);
    }
  }
}

// Switching tolerance on forgets the last failure. Switching it off marks the loops stale where one
// failed, so that nobody reads the values that are not numbers.
template <typename T>
void LoopSolutions<T>::Tolerate(bool tolerate) {
  tolerates_failures_ = tolerate;
  if (tolerate) return failure.clear();
  if (!failure.empty()) MarkStale();
}

// Marks each loop's solution and what depends on it, where no dependency tells: the places where
// searches begin are no value that an entry could depend on, and trackers do not know of loops.
template <typename T>
void LoopSolutions<T>::MarkStale() {
  for (const Loop& loop : data_.plan->loops->loops) {
    data_.MarkChain(loop.solution);
    while (!data_.invalidation_stack_.empty()) {
      const int entry = data_.invalidation_stack_.back();
      data_.invalidation_stack_.pop_back();
      data_.MarkRow(data_.plan->entry_dependents, entry);
    }
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS(LoopSolutions)
LOOPWRIGHT_INSTANTIATE_CLASS(ContextData)

}  // namespace loopwright::internal
