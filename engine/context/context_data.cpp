#include "engine/context/context_data.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "engine/system/cache_entry.h"
#include "engine/system/system.h"

namespace loopwright::internal {

namespace {
std::vector<std::unique_ptr<AbstractValue>> CloneAll(
    const std::vector<std::unique_ptr<AbstractValue>>& values) {
  std::vector<std::unique_ptr<AbstractValue>> copies;
  copies.reserve(values.size());
  for (const auto& value : values) copies.push_back(value ? value->Clone() : nullptr);
  return copies;
}

bool HasSameBits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }
bool HasSameBits(const AutoDiff& a, const AutoDiff& b) { return HasSameBits(a.value(), b.value()); }
bool HasSameBits(const Expression& a, const Expression& b) { return a.is_identical(b); }

template <typename V, typename... Args>
V& MadeOnFirstUse(std::vector<std::unique_ptr<V>>* views, size_t count, int index, Args&&... args) {
  if (views->empty()) views->resize(count);
  auto& view = (*views)[index];
  if (!view) view = std::make_unique<V>(std::forward<Args>(args)...);
  return *view;
}
}  // namespace

/// Leaves the evaluation stack as it was found, also when a calculation throws.
template <typename T>
struct ContextData<T>::StackGuard {
  explicit StackGuard(ContextData* d) : data(d), base(d->stack_.size()) { ++data->depth_; }
  ~StackGuard() {
    for (size_t i = base; i < data->stack_.size(); ++i) {
      data->flags[data->stack_[i]] &= static_cast<uint8_t>(~kInProgress);
    }
    data->stack_.resize(base);
    --data->depth_;
  }
  StackGuard(const StackGuard&) = delete;
  StackGuard& operator=(const StackGuard&) = delete;

  ContextData* data;
  size_t base;
};

template <typename T>
ContextData<T>::ContextData(std::shared_ptr<const Plan<T>> the_plan) : plan(std::move(the_plan)) {
  arena.assign(plan->arena_size, T(0));
  flags.assign(plan->num_entries(), kStale);
  serial_numbers.assign(plan->num_entries(), 0);
  computed_in_.assign(plan->num_entries(), -1);
  abstract_entries.resize(plan->num_entries());
  for (int e = 0; e < plan->num_entries(); ++e) {
    const auto* model = plan->entries[e].entry->model_value();
    if (model != nullptr) abstract_entries[e] = model->Clone();
  }
  const PlanNode& end = plan->nodes.back();
  abstract_states.resize(end.first_abstract_state);
  abstract_parameters.resize(end.first_abstract_parameter);
  modes.assign(end.first_mode, 0);
  input_entry = plan->input_entry;
  views.reserve(plan->num_nodes());
  for (int n = 0; n < plan->num_nodes(); ++n) views.emplace_back(this, n);
  BindInputs();
  ReserveStacks();
}

template <typename T>
ContextData<T>::ContextData(const ContextData& other)
    : plan(other.plan),
      time(other.time),
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
      input_entry(other.input_entry),
      caching_(other.caching_),
      epoch_(other.epoch_),
      computed_in_(other.computed_in_),
      fixed_at_(other.fixed_at_) {
  for (const auto& [input, fixed] : other.fixed_inputs) {
    fixed_inputs.emplace(
        input, FixedInput{fixed.vector, fixed.abstract ? fixed.abstract->Clone() : nullptr});
  }
  views.reserve(plan->num_nodes());
  for (int n = 0; n < plan->num_nodes(); ++n) views.emplace_back(this, n);
  BindInputs();
  ReserveStacks();
}

// Each entry is pushed once while marking, and once per dependent at most while evaluating.
template <typename T>
void ContextData<T>::ReserveStacks() {
  invalidation_stack_.reserve(plan->num_entries());
  stack_.reserve(plan->num_entries() + plan->entry_prerequisites.num_values());
}

template <typename T>
void ContextData<T>::BindInputs() {
  input_data.assign(input_entry.size(), nullptr);
  for (size_t i = 0; i < input_entry.size(); ++i) {
    const int entry = input_entry[i];
    if (entry >= 0) input_data[i] = entry_data(entry);
  }
  for (const auto& [input, at] : fixed_at_) input_data[input] = fixed_inputs.at(at).vector.data();
}

// --- evaluation ---

template <typename T>
void ContextData<T>::EvaluateTheLongWay(int entry) {
  if (flags[entry] & kInProgress) {
    throw std::logic_error("Cache entry '" + plan->entries[entry].entry->description() +
                           "' of system '" + plan->entries[entry].system->GetSystemPathname() +
                           "' is needed for its own computation");
  }
  StackGuard guard(this);
  if (caching_ == Caching::kOff && depth_ == 1) ++epoch_;
  if (!NeedsComputation(entry)) {
    ++statistics.cache_hits;
    if (caching_ == Caching::kChecked) CheckHit(entry);
    return;
  }
  const auto& prerequisites = plan->entry_prerequisites;
  stack_.push_back(entry);
  while (stack_.size() > guard.base) {
    const int top = stack_.back();
    if (flags[top] & kInProgress) {
      Compute(top);
      stack_.pop_back();
    } else if (!NeedsComputation(top)) {
      stack_.pop_back();
    } else {
      flags[top] |= kInProgress;
      for (const int* p = prerequisites.begin(top); p != prerequisites.end(top); ++p) {
        if (NeedsComputation(*p) && !(flags[*p] & kInProgress)) stack_.push_back(*p);
      }
    }
  }
}

template <typename T>
void ContextData<T>::Compute(int entry) {
  const auto& e = plan->entries[entry];
  e.entry->calculator()(
      *e.system, views[e.node],
      EntryTarget<T>{arena.data() + e.offset, e.size, abstract_entries[entry].get()});
  flags[entry] &= static_cast<uint8_t>(~(kStale | kInProgress));
  ++serial_numbers[entry];
  ++statistics.computations;
  computed_in_[entry] = epoch_;
  stage_ready_ = false;
}

// The value is recomputed in place and compared: a vector, or the derivatives that the entry wrote.
// Abstract values cannot be compared.
template <typename T>
void ContextData<T>::CheckHit(int entry) {
  const auto& e = plan->entries[entry];
  if (checking_ || e.size < 0) return;
  checking_ = true;
  const auto value = [&]() -> VectorX<T> {
    return e.size > 0 ? VectorX<T>(ConstVectorMap<T>(entry_data(entry), e.size))
                      : derivative_view(e.node).CopyToVector();
  };
  const VectorX<T> kept = value();
  e.entry->calculator()(*e.system, views[e.node],
                        EntryTarget<T>{entry_data(entry), e.size, nullptr});
  checking_ = false;
  const VectorX<T> fresh = value();
  for (int i = 0; i < kept.size(); ++i) {
    if (!HasSameBits(kept[i], fresh[i])) {
      throw std::logic_error("Cache entry '" + e.entry->description() + "' of system '" +
                             e.system->GetSystemPathname() +
                             "' was not marked out of date: its prerequisites are incomplete");
    }
  }
}

template <typename T>
void ContextData<T>::EvaluateDerivatives() {
  // While caching is off, one evaluation of all derivatives shares what it computes.
  StackGuard guard(this);
  if (caching_ == Caching::kOff && depth_ == 1) ++epoch_;
  for (const int entry : plan->derivative_entry) Evaluate(entry);
}

template <typename T>
void ContextData<T>::EvaluateDerivativesAtStage() {
  if (stage_ready_) {
    for (const int entry : plan->derivative_schedule) {
      const auto& e = plan->entries[entry];
      e.entry->calculator()(
          *e.system, views[e.node],
          EntryTarget<T>{arena.data() + e.offset, e.size, abstract_entries[entry].get()});
      ++serial_numbers[entry];
    }
    return;
  }
  InvalidateTimeAndContinuous();
  EvaluateDerivatives();
  stage_ready_ = caching_ == Caching::kOn;
}

// --- invalidation ---

template <typename T>
void ContextData<T>::Invalidate(int source) {
  stage_ready_ = false;
  derivatives_changed_ |= plan->affects_derivatives[source] != 0;
  const auto push_fresh = [this](const int* begin, const int* end) {
    for (const int* d = begin; d != end; ++d) {
      if (!(flags[*d] & kStale)) {
        flags[*d] |= kStale;
        invalidation_stack_.push_back(*d);
      }
    }
  };
  push_fresh(plan->source_dependents.begin(source), plan->source_dependents.end(source));
  while (!invalidation_stack_.empty()) {
    const int entry = invalidation_stack_.back();
    invalidation_stack_.pop_back();
    push_fresh(plan->entry_dependents.begin(entry), plan->entry_dependents.end(entry));
  }
}

template <typename T>
void ContextData<T>::InvalidateContinuous(int node) {
  derivatives_changed_ = true;
  const auto& leaves = plan->continuous_leaves;
  const int end = plan->nodes[node].end;
  for (auto n = std::lower_bound(leaves.begin(), leaves.end(), node); n != leaves.end() && *n < end;
       ++n) {
    for (int i = 0; i < 3; ++i) Invalidate(plan->q_source(*n) + i);
  }
}

template <typename T>
void ContextData<T>::InvalidateTimeAndContinuous() {
  stage_ready_ = false;
  for (const int entry : plan->time_and_state_dependents) flags[entry] |= kStale;
}

template <typename T>
void ContextData<T>::MarkAllStale() {
  stage_ready_ = false;
  derivatives_changed_ = true;
  for (uint8_t& flag : flags) flag |= kStale;
}

template <typename T>
void ContextData<T>::SetCaching(Caching mode) {
  caching_ = mode;
  MarkAllStale();
  for (uint8_t& flag : flags) {
    flag = static_cast<uint8_t>(mode == Caching::kOn ? flag & ~kNotPlain : flag | kNotPlain);
  }
}

// --- inputs ---

template <typename T>
void ContextData<T>::FixInput(int input, FixedInput value) {
  std::vector<int> todo{input};
  fixed_inputs.erase(input);
  const FixedInput& fixed = fixed_inputs.emplace(input, std::move(value)).first->second;
  while (!todo.empty()) {
    const int i = todo.back();
    todo.pop_back();
    if (i != input && fixed_inputs.count(i)) continue;  // fixed by itself: that one is nearer
    input_entry[i] = -1;
    input_data[i] = fixed.vector.data();
    fixed_at_[i] = input;
    Invalidate(plan->input_source(i));
    todo.insert(todo.end(), plan->input_aliases.begin(i), plan->input_aliases.end(i));
  }
}

// --- views ---

template <typename T>
ContinuousState<T>& ContextData<T>::continuous_view(int node) {
  const PlanNode& n = plan->nodes[node];
  using Piece = typename ContinuousState<T>::Piece;
  T* x = arena.data();
  return MadeOnFirstUse(&continuous_views_, plan->num_nodes(), node, Piece{x + n.q, n.nq},
                        Piece{x + plan->num_q + n.v, n.nv},
                        Piece{x + plan->num_q + plan->num_v + n.z, n.nz});
}

template <typename T>
ContinuousState<T>& ContextData<T>::derivative_view(int node) {
  const PlanNode& n = plan->nodes[node];
  using Piece = typename ContinuousState<T>::Piece;
  T* x = arena.data() + plan->num_continuous();
  return MadeOnFirstUse(&derivative_views_, plan->num_nodes(), node, Piece{x + n.q, n.nq},
                        Piece{x + plan->num_q + n.v, n.nv},
                        Piece{x + plan->num_q + plan->num_v + n.z, n.nz});
}

template <typename T>
DiscreteValues<T>& ContextData<T>::discrete_view(int node) {
  const PlanNode& n = plan->nodes[node];
  return MadeOnFirstUse(&discrete_views_, plan->num_nodes(), node, arena.data(),
                        plan->groups.data() + n.first_group, n.num_groups);
}

template <typename T>
BasicVector<T>& ContextData<T>::parameter_view(int parameter) {
  const Slot& slot = plan->parameters[parameter];
  return MadeOnFirstUse(&parameter_views_, plan->parameters.size(), parameter,
                        arena.data() + slot.offset, slot.size);
}

template <typename T>
BasicVector<T>& ContextData<T>::entry_view(int entry) {
  const auto& e = plan->entries[entry];
  return MadeOnFirstUse(&entry_views_, plan->entries.size(), entry, arena.data() + e.offset,
                        e.size);
}

template <typename T>
const BasicVector<T>* ContextData<T>::input_view(int input) {
  const int entry = input_entry[input];
  if (entry >= 0) return &entry_view(entry);
  const FixedInput* fixed = fixed_value(input);
  return fixed == nullptr ? nullptr : &fixed->vector;
}

template <typename T>
auto ContextData<T>::fixed_value(int input) const -> const FixedInput* {
  const auto at = fixed_at_.find(input);
  return at == fixed_at_.end() ? nullptr : &fixed_inputs.at(at->second);
}

LOOPWRIGHT_INSTANTIATE_CLASS(ContextData)

}  // namespace loopwright::internal
