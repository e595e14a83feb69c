#include "engine/context/context_data.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "engine/context/cache_overlay.h"
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

/// Counts how deep evaluations nest, and clears the entry's mark when a calculation throws.
template <typename T>
struct ContextData<T>::DepthGuard {
  DepthGuard(ContextData* d, int e) : data(d), entry(e) {
    ++data->depth_;
    data->flags[entry] |= kInProgress;
  }
  ~DepthGuard() {
    --data->depth_;
    data->flags[entry] &= static_cast<uint8_t>(~kInProgress);
  }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

  ContextData* data;
  int entry;
};

template <typename T>
ContextData<T>::ContextData(std::shared_ptr<const Plan<T>> the_plan) : plan(std::move(the_plan)) {
  arena.assign(plan->arena_size, T(0));
  flags.assign(plan->num_entries(), kStale);
  flags.push_back(0);
  flags.push_back(kNotPlain);
  serial_numbers.assign(plan->num_entries(), 0);
  abstract_entries.resize(plan->num_entries());
  for (int e = 0; e < plan->num_entries(); ++e) {
    const CacheEntry<T>& entry = plan->cache_entry(e);
    if (entry.size() < 0) abstract_entries[e] = entry.Allocate();
    if (entry.is_disabled_by_default()) flags[e] |= kDisabled;
  }
  const PlanNode& end = plan->nodes.back();
  abstract_states.resize(end.first_abstract_state);
  abstract_parameters.resize(end.first_abstract_parameter);
  modes.assign(end.first_mode, 0);
  inputs.resize(plan->input_entry.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const int entry = plan->input_entry[i];
    inputs[i].entry = entry >= 0 ? entry : missing_flag();
  }
  BindInputs();
  ReserveStacks();
}

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
      inputs(other.inputs),
      caching_(other.caching_),
      counting_(other.counting_),
      schedule_runs_(other.schedule_runs_),
      change_event_(other.change_event_),
      epoch_(other.epoch_),
      computed_in_(other.computed_in_),
      fixed_at_(other.fixed_at_) {
  for (const auto& [input, fixed] : other.fixed_inputs) {
    fixed_inputs.emplace(
        input, FixedInput{fixed.vector, fixed.abstract ? fixed.abstract->Clone() : nullptr});
  }
  BindInputs();
  ReserveStacks();
  if (other.overlay_) overlay_ = std::make_unique<CacheOverlay<T>>(*other.overlay_, this);
}

template <typename T>
ContextData<T>::~ContextData() = default;

// While marking, an entry is pushed once, and only where it has several dependents.
template <typename T>
void ContextData<T>::ReserveStacks() {
  invalidation_stack_.reserve(plan->entry_dependents.num_longer_rows());
}

template <typename T>
void ContextData<T>::BindInputs() {
  for (InputSlot<T>& slot : inputs) {
    slot.data = slot.entry < plan->num_entries() ? entry_data(slot.entry) : nullptr;
  }
  for (const auto& [input, at] : fixed_at_) inputs[input].data = fixed_inputs.at(at).vector.data();
  views.reserve(plan->num_nodes());
  for (int n = 0; n < plan->num_nodes(); ++n) views.emplace_back(this, n);
}

template <typename T>
void ContextData<T>::BindAll() {
  operations_.reserve(plan->num_entries());
  for (int e = 0; e < plan->num_entries(); ++e) operations_.push_back(BindEntry(e));
}

// --- evaluation ---

template <typename T>
void ContextData<T>::ThrowNeedsItself(int entry) const {
  throw std::logic_error("Cache entry '" + plan->cache_entry(entry).description() +
                         "' of system '" + plan->system_of(entry).GetSystemPathname() +
                         "' is needed for its own computation");
}

template <typename T>
void ContextData<T>::EvaluateTheLongWay(int entry) {
  if (operations_.empty()) BindAll();
  if (flags[entry] == kStale && !overlay_ && IsSourceKernel(entry)) {
    operations_[entry].run(operations_[entry]);
    flags[entry] = 0;
    ++serial_numbers[entry];
    ++statistics.computations;
    scheduled_fresh_ = other_fresh_ = true;
    return;
  }
  if (depth_ == 0) ++epoch_;
  if (flags[entry] == kStale && !overlay_ && depth_ < kDeepestRecursion) {
    Pull(entry);
    scheduled_fresh_ = other_fresh_ = true;
    return;
  }
  const bool recurse = flags[entry] == kStale || (flags[entry] == (kStale | kNotPlain) &&
                                                  caching_ == Caching::kOn && !counting_);
  if (recurse && depth_ < kDeepestRecursion) {
    const DepthGuard guard(this, entry);
    Compute(entry);
  } else {
    EvaluateWithStack(entry);
  }
}

/// Entries that are being computed, each of which needs the next one; clears the marks of those
/// that are left when a calculation throws.
template <typename T>
struct ContextData<T>::Chain {
  static constexpr int kLongest = 64;

  explicit Chain(ContextData* d) : data(d) { ++data->depth_; }
  ~Chain() {
    --data->depth_;
    for (int i = 0; i < length; ++i) {
      data->flags[entries[i]] &= static_cast<uint8_t>(~kInProgress);
    }
  }
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;

  void Append(int entry) {
    data->flags[entry] |= kInProgress;
    entries[length++] = entry;
  }
  /// From the last one back to the first.
  void Compute() {
    const BoundKernel<T>* const operations = data->operations_.data();
    int64_t* const serial_numbers = data->serial_numbers.data();
    uint8_t* const flags = data->flags.data();
    for (; length > 0; --length) {
      const int entry = entries[length - 1];
      operations[entry].run(operations[entry]);
      flags[entry] &= static_cast<uint8_t>(~(kStale | kInProgress));
      ++serial_numbers[entry];
      ++data->statistics.computations;
    }
  }

  ContextData* data;
  int length = 0;
  int entries[kLongest];
};

template <typename T>
void ContextData<T>::BringUpToDate(int entry) {
  if (flags[entry] == kStale && depth_ < kDeepestRecursion) {
    Pull(entry);
  } else {
    Evaluate(entry);
  }
}

/// Computes an entry that is stale and nothing else, after the entries of that kind that it needs.
template <typename T>
void ContextData<T>::Pull(int entry) {
  const Adjacency& prerequisites = plan->entry_prerequisites;
  Chain chain(this);
  int at = entry;
  while (true) {
    chain.Append(at);
    if (operations_[at].evaluates_inputs) break;
    const int only = prerequisites.only(at);
    if (only >= 0 && flags[only] == kStale && chain.length < Chain::kLongest) {
      at = only;
      continue;
    }
    for (const int* p = prerequisites.begin(at); p != prerequisites.end(at); ++p) BringUpToDate(*p);
    break;
  }
  chain.Compute();
}

template <typename T>
void ContextData<T>::EvaluateWithStack(int entry) {
  if (flags[entry] & kInProgress) ThrowNeedsItself(entry);
  StackGuard guard(this);
  if (!NeedsComputation(entry)) {
    ++statistics.cache_hits;
    if (overlay_) overlay_->CountReuse(entry);
    if (caching_ == Caching::kChecked) CheckHit(entry);
    return;
  }
  if (overlay_) overlay_->RefuseWhenFrozen(entry, "recomputed");
  const auto& prerequisites = plan->entry_prerequisites;
  // Each entry is pushed once per dependent at most.
  stack_.reserve(plan->num_entries() + prerequisites.num_values());
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
  if (overlay_) overlay_->BeforeComputation(entry);
  const BoundKernel<T>& operation = operations_[entry];
  if (!operation.evaluates_inputs) {
    const auto& prerequisites = plan->entry_prerequisites;
    for (const int* p = prerequisites.begin(entry); p != prerequisites.end(entry); ++p) {
      Evaluate(*p);
    }
  }
  operation.run(operation);
  if (flags[entry] & (kDisabled | kNotPlain)) {
    if (computed_in_.empty()) computed_in_.assign(plan->num_entries(), -1);
    computed_in_[entry] = epoch_;
  }
  flags[entry] &= static_cast<uint8_t>(~(kStale | kInProgress));
  ++serial_numbers[entry];
  ++statistics.computations;
  scheduled_fresh_ = other_fresh_ = true;
}

template <typename T>
BoundKernel<T> ContextData<T>::BindEntry(int entry) const {
  const auto& e = plan->entries[entry];
  T* out = const_cast<T*>(arena.data()) + e.offset;
  const Kernel<T>* kernel = e.declaration->kernel();
  const auto has_value = [&](const Operand& operand) {
    return operand.kind != Operand::kInput ||
           this->has_value(plan->nodes[e.node].first_input + operand.index);
  };
  if (kernel != nullptr &&
      std::all_of(kernel->operands.begin(), kernel->operands.end(), has_value)) {
    return kernel->Bind(views[e.node], out);
  }
  BoundKernel<T> operation;
  operation.run = [](const BoundKernel<T>& self) {
    const auto& declared = *static_cast<const CacheEntry<T>*>(self.call.entry);
    declared.calculator()(declared.get_system(), *static_cast<const Context<T>*>(self.call.context),
                          EntryTarget<T>{self.out, self.size, self.call.abstract});
  };
  operation.out = out;
  operation.size = e.size;
  operation.call = {e.declaration, &views[e.node],
                    e.size < 0 ? abstract_entries[entry].get() : nullptr};
  operation.evaluates_inputs = true;
  return operation;
}

template <typename T>
void ContextData<T>::BindStage() {
  if (operations_.empty()) BindAll();
  stage_operations_.clear();
  stage_operations_.reserve(plan->derivative_schedule.size());
  for (const int entry : plan->derivative_schedule) {
    stage_operations_.push_back(operations_[entry]);
  }
  bound_version_ = binding_version_;
}

template <typename T>
void ContextData<T>::EvaluateInOrder(const std::vector<int>& entries,
                                     const std::vector<BoundKernel<T>>& operations) {
  uint8_t* const flag = flags.data();
  int64_t* const serial_number_of = serial_numbers.data();
  const BoundKernel<T>* operation = operations.data();
  for (const int entry : entries) {
    const BoundKernel<T>& own = *operation++;
    if (flag[entry] == 0) continue;
    if (flag[entry] != kStale || overlay_) [[unlikely]] {
      EvaluateTheLongWay(entry);
      continue;
    }
    own.run(own);
    flag[entry] = 0;
    ++serial_number_of[entry];
    scheduled_fresh_ = other_fresh_ = true;
  }
}

// The value is recomputed in place and compared: a vector, or the derivatives that the entry wrote.
// Abstract values cannot be compared, and in a frozen cache nothing is computed.
template <typename T>
void ContextData<T>::CheckHit(int entry) {
  const auto& e = plan->entries[entry];
  if (checking_ || e.size < 0 || (overlay_ && overlay_->is_any_frozen())) return;
  checking_ = true;
  const auto value = [&]() -> VectorX<T> {
    return e.size > 0 ? VectorX<T>(ConstVectorMap<T>(entry_data(entry), e.size))
                      : derivative_view(e.node).CopyToVector();
  };
  const VectorX<T> kept = value();
  operations_[entry].run(operations_[entry]);
  checking_ = false;
  const VectorX<T> fresh = value();
  for (int i = 0; i < kept.size(); ++i) {
    if (!HasSameBits(kept[i], fresh[i])) {
      throw std::logic_error("Cache entry '" + plan->cache_entry(entry).description() +
                             "' of system '" + plan->system_of(entry).GetSystemPathname() +
                             "' was not marked out of date: its prerequisites are incomplete");
    }
  }
}

template <typename T>
void ContextData<T>::EvaluateDerivatives() {
  // While caching is off, one evaluation of all derivatives shares what it computes.
  StackGuard guard(this);
  if (depth_ == 1) ++epoch_;
  for (const int entry : plan->derivative_entry) Evaluate(entry);
}

// Everything that the derivatives need and that changes is computed anew, in order, whether it was
// up to date or not; what they need besides is brought up to date only after it was made stale.
template <typename T>
void ContextData<T>::EvaluateDerivativesAtStage() {
  if (!constants_known_) {
    InvalidateTimeAndContinuous();
    EvaluateDerivatives();
    to_refresh_.clear();
    constants_known_ = is_plain();
    return;
  }
  for (const int entry : to_refresh_) Evaluate(entry);
  to_refresh_.clear();
  if (other_fresh_) {
    for (const int entry : plan->other_time_and_state_dependents) flags[entry] |= kStale;
    other_fresh_ = false;
  }
  if (scheduled_stale_) {
    for (const int entry : plan->derivative_schedule) {
      flags[entry] &= static_cast<uint8_t>(~kStale);
    }
    scheduled_stale_ = false;
  }
  scheduled_fresh_ = true;
  if (bound_version_ != binding_version_) BindStage();
  try {
    for (const BoundKernel<T>& operation : stage_operations_) operation.run(operation);
  } catch (...) {
    MarkAllStale();  // some were marked up to date and are not
    throw;
  }
  ++schedule_runs_;
}

// --- invalidation ---

namespace {
// Apart from the loops that seldom need it, which stay short.
[[gnu::noinline]] void Append(std::vector<int>* list, int value) { list->push_back(value); }
}  // namespace

// Marks an entry and, as long as each has a single dependent, what follows. Where one has several
// it is left on the stack.
template <typename T>
void ContextData<T>::MarkChain(int entry) {
  using Role = typename Plan<T>::StageRole;
  const int* const next = plan->entry_dependents.only();
  const Role* const roles = plan->stage_roles.data();
  uint8_t* const flag = flags.data();
  for (; entry >= 0 && (flag[entry] & kStale) == 0; entry = next[entry]) {
    flag[entry] |= kStale;
    scheduled_stale_ = true;
    if (roles[entry] == Role::kConstant) [[unlikely]]
      Append(&to_refresh_, entry);
    if (next[entry] < Adjacency::kEmpty) [[unlikely]]
      Append(&invalidation_stack_, entry);
  }
}

template <typename T>
void ContextData<T>::MarkRow(const Adjacency& dependents, int row) {
  const int* const end = dependents.end(row);
  for (const int* d = dependents.begin(row); d != end; ++d) MarkChain(*d);
}

template <typename T>
void ContextData<T>::Invalidate(int source, int64_t change_event) {
  derivatives_changed_ |= plan->affects_derivatives[source] != 0;
  if (overlay_ && overlay_->NoteSource(source, change_event)) return;
  const int only = plan->source_dependents.only(source);
  if (only >= Adjacency::kEmpty) [[likely]] {
    MarkChain(only);
  } else {
    MarkRow(plan->source_dependents, source);
  }
  while (!invalidation_stack_.empty()) {
    const int entry = invalidation_stack_.back();
    invalidation_stack_.pop_back();
    MarkRow(plan->entry_dependents, entry);
  }
}

template <typename T>
void ContextData<T>::InvalidateContinuous(int node, int64_t change_event) {
  derivatives_changed_ = true;
  if (overlay_ && overlay_->NoteContinuous(node, change_event)) return;
  const auto& leaves = plan->continuous_leaves;
  const int end = plan->nodes[node].end;
  for (auto n = std::lower_bound(leaves.begin(), leaves.end(), node); n != leaves.end() && *n < end;
       ++n) {
    for (int i = 0; i < 3; ++i) Invalidate(plan->q_source(*n) + i, change_event);
  }
}

template <typename T>
void ContextData<T>::InvalidateTimeAndContinuous() {
  const int64_t event = StartNewChangeEvent();
  if (overlay_ && overlay_->NoteSource(Plan<T>::time_source(), event)) {
    overlay_->NoteContinuous(0, event);
    return;
  }
  if (scheduled_fresh_) {
    for (const int entry : plan->derivative_schedule) flags[entry] |= kStale;
    scheduled_fresh_ = false;
    scheduled_stale_ = true;
  }
  if (other_fresh_) {
    for (const int entry : plan->other_time_and_state_dependents) flags[entry] |= kStale;
    other_fresh_ = false;
  }
}

template <typename T>
void ContextData<T>::MarkStale(const std::vector<int>& entries) {
  const int64_t event = StartNewChangeEvent();
  if (overlay_ && overlay_->NoteEntries(entries, event)) return;
  using Role = typename Plan<T>::StageRole;
  const Role* const roles = plan->stage_roles.data();
  uint8_t* const flag = flags.data();
  for (const int entry : entries) {
    if (flag[entry] & kStale) continue;
    flag[entry] |= kStale;
    if (roles[entry] == Role::kConstant) [[unlikely]]
      Append(&to_refresh_, entry);
  }
  scheduled_stale_ = true;
}

template <typename T>
void ContextData<T>::MarkAllStale() {
  constants_known_ = false;
  scheduled_stale_ = true;
  derivatives_changed_ = true;
  for (int e = 0; e < plan->num_entries(); ++e) flags[e] |= kStale;
}

template <typename T>
void ContextData<T>::InvalidateAllButInputs() {
  MarkAllStale();
  const int64_t event = StartNewChangeEvent();
  if (overlay_) overlay_->NoteAllButInputs(event);
}

template <typename T>
void ContextData<T>::SetCaching(Caching mode) {
  caching_ = mode;
  constants_known_ = false;
  MarkPlain();
}

template <typename T>
void ContextData<T>::SetCounting(bool count) {
  counting_ = count;
  constants_known_ = false;
  MarkPlain();
}

template <typename T>
void ContextData<T>::MarkPlain() {
  const bool plain = caching_ == Caching::kOn && !counting_ && !(overlay_ && overlay_->counting());
  for (int e = 0; e < plan->num_entries(); ++e) {
    flags[e] = static_cast<uint8_t>(plain ? flags[e] & ~kNotPlain : flags[e] | kNotPlain);
  }
}

template <typename T>
CacheOverlay<T>& ContextData<T>::get_overlay() {
  if (!overlay_) {
    overlay_ = std::make_unique<CacheOverlay<T>>(this);
    constants_known_ = false;
    ++binding_version_;  // no longer plain
  }
  return *overlay_;
}

template <typename T>
void ContextData<T>::Rebind(int entry) {
  if (!operations_.empty()) operations_[entry] = BindEntry(entry);
  ++binding_version_;
}

template <typename T>
void ContextData<T>::AdoptPlan(std::shared_ptr<const Plan<T>> other) {
  plan = std::move(other);
  for (Context<T>& view : views) view.Bind();
  if (root != nullptr) root->Bind();
  operations_.clear();
  ++binding_version_;
  MarkAllStale();
}

// --- inputs ---

namespace {
/// Looks its value up each time: the context may have put another one in its place.
template <typename T>
class FixedValue final : public FixedInputPortValue {
 public:
  FixedValue(ContextData<T>* data, int input) : data_(*data), input_(input) {}
  int64_t serial_number() const override { return fixed().serial_number; }

 private:
  typename ContextData<T>::FixedInput& fixed() const { return data_.fixed_inputs.at(input_); }
  AbstractValue& Stored() const override {
    if (fixed().abstract != nullptr) return *fixed().abstract;
    BasicVector<T>& vector = fixed().vector;
    if (vector_ == nullptr || vector_->get_value().data() != vector.data()) {
      vector_ = std::make_unique<Value<BasicVector<T>>>(
          std::make_unique<BasicVector<T>>(vector.data(), vector.size()));
    }
    return *vector_;
  }
  void NoteChange() override {
    ++fixed().serial_number;
    data_.NoteFixedValueChange(input_);
  }

  ContextData<T>& data_;
  int input_;
  mutable std::unique_ptr<Value<BasicVector<T>>> vector_;  ///< lies where the fixed vector does
};
}  // namespace

template <typename T>
FixedInputPortValue& ContextData<T>::FixInput(int input, FixedInput value) {
  const auto known = fixed_inputs.find(input);
  if (known != fixed_inputs.end()) value.serial_number = known->second.serial_number + 1;
  if (known != fixed_inputs.end() && known->second.abstract == nullptr &&
      value.abstract == nullptr && known->second.vector.size() == value.vector.size()) {
    known->second.vector.SetFrom(value.vector);  // where everybody looks already
    known->second.serial_number = value.serial_number;
  } else {
    fixed_inputs.erase(input);
    fixed_inputs.emplace(input, std::move(value));
    ++binding_version_;
  }
  for (const int i : PortsFixedBy(input)) {
    inputs[i] = {fixed_inputs.at(input).vector.data(), fixed_flag()};
    fixed_at_[i] = input;
    BindReadersOf(i);
  }
  NoteFixedValueChange(input);
  if (!rare_views) rare_views = std::make_unique<RareViews<T>>();
  auto& handle = rare_views->fixed_values[input];
  if (!handle) handle = std::make_unique<FixedValue<T>>(this, input);
  return *handle;
}

/// A port that is fixed and those deeper down that read the same value.
template <typename T>
std::vector<int> ContextData<T>::PortsFixedBy(int input) const {
  std::vector<int> ports{input};
  for (size_t k = 0; k < ports.size(); ++k) {
    const int port = ports[k];
    for (const int* i = plan->input_aliases.begin(port); i != plan->input_aliases.end(port); ++i) {
      if (!fixed_inputs.count(*i)) ports.push_back(*i);  // otherwise that one is nearer
    }
  }
  return ports;
}

template <typename T>
void ContextData<T>::NoteFixedValueChange(int input) {
  const int64_t event = StartNewChangeEvent();
  if (overlay_ && overlay_->NoteFixedInput(input, event)) {
    derivatives_changed_ = true;
    return;
  }
  for (const int i : PortsFixedBy(input)) Invalidate(plan->input_source(i), event);
}

template <typename T>
void ContextData<T>::UnfixAllInputs() {
  const auto fixed = std::exchange(fixed_at_, {});
  fixed_inputs.clear();
  for (const auto& [input, at] : fixed) {
    const int entry = plan->input_entry[input];
    inputs[input].entry = entry >= 0 ? entry : missing_flag();
    inputs[input].data = entry >= 0 ? entry_data(entry) : nullptr;
  }
  for (const auto& [input, at] : fixed) BindReadersOf(input);
  ++binding_version_;
  if (overlay_) overlay_->UnfixAllInputs();
  MarkAllStale();
}

template <typename T>
void ContextData<T>::BindReadersOf(int input) {
  if (operations_.empty()) return;
  const auto& dependents = plan->source_dependents;
  const int source = plan->input_source(input);
  for (const int* e = dependents.begin(source); e != dependents.end(source); ++e) {
    operations_[*e] = BindEntry(*e);
  }
}

// --- views ---

namespace {
/// A view of the class of its model, made on first use; plain where there is no model.
template <typename T>
BasicVector<T>& VectorView(std::vector<std::unique_ptr<BasicVector<T>>>* views, size_t count,
                           int index, const typename VectorModels<T>::ByNumber& models, T* data,
                           int size) {
  if (views->empty()) views->resize(count);
  auto& view = (*views)[index];
  if (!view) {
    const BasicVector<T>* model = VectorModels<T>::Find(models, index);
    view = std::make_unique<BasicVector<T>>(data, size);
    if (model != nullptr) view = model->CloneAsView(*view);
  }
  return *view;
}
}  // namespace

template <typename T>
ContinuousState<T>& ContextData<T>::MakeContinuousView(
    std::vector<std::unique_ptr<ContinuousState<T>>>* made, int node, T* x) {
  if (made->empty()) made->resize(plan->num_nodes());
  auto& view = (*made)[node];
  if (!view) {
    const PlanNode& n = plan->nodes[node];
    using Piece = typename ContinuousState<T>::Piece;
    view = std::make_unique<ContinuousState<T>>(Piece{x + n.q, n.nq},
                                                Piece{x + plan->num_q + n.v, n.nv},
                                                Piece{x + plan->num_q + plan->num_v + n.z, n.nz});
    AdoptContinuousType(node, view.get());
  }
  return *view;
}

template <typename T>
void ContextData<T>::AdoptContinuousType(int node, ContinuousState<T>* values) const {
  const auto* model = VectorModels<T>::Find(plan->vector_models.continuous, node);
  if (model != nullptr) values->AdoptType(*model);
}

template <typename T>
void ContextData<T>::DropViews() {
  continuous_views_.clear();
  derivative_views_.clear();
  discrete_views_.clear();
  parameter_views_.clear();
  entry_views_.clear();
}

template <typename T>
ContinuousState<T>& ContextData<T>::continuous_view(int node) {
  return MakeContinuousView(&continuous_views_, node, arena.data());
}

template <typename T>
ContinuousState<T>& ContextData<T>::derivative_view(int node) {
  return MakeContinuousView(&derivative_views_, node, arena.data() + plan->num_continuous());
}

template <typename T>
DiscreteValues<T>& ContextData<T>::discrete_view(int node) {
  if (discrete_views_.empty()) discrete_views_.resize(plan->num_nodes());
  auto& view = discrete_views_[node];
  if (!view) {
    const PlanNode& n = plan->nodes[node];
    view = std::make_unique<DiscreteValues<T>>(arena.data(), plan->groups.data() + n.first_group,
                                               n.num_groups);
    AdoptGroupTypes(node, view.get());
  }
  return *view;
}

template <typename T>
void ContextData<T>::AdoptGroupTypes(int node, DiscreteValues<T>* values) const {
  if (plan->vector_models.groups.empty()) return;
  const PlanNode& n = plan->nodes[node];
  for (int i = 0; i < n.num_groups; ++i) {
    const auto* model = VectorModels<T>::Find(plan->vector_models.groups, n.first_group + i);
    if (model != nullptr) values->AdoptType(i, *model);
  }
}

template <typename T>
BasicVector<T>& ContextData<T>::parameter_view(int parameter) {
  const Slot& slot = plan->parameters[parameter];
  return VectorView(&parameter_views_, plan->parameters.size(), parameter,
                    plan->vector_models.parameters, arena.data() + slot.offset, slot.size);
}

template <typename T>
BasicVector<T>& ContextData<T>::entry_view(int entry) {
  const auto& e = plan->entries[entry];
  return VectorView(&entry_views_, plan->entries.size(), entry, plan->vector_models.entries,
                    arena.data() + e.offset, e.size);
}

template <typename T>
const BasicVector<T>* ContextData<T>::input_view(int input) {
  const int entry = input_entry(input);
  if (entry >= 0) return &entry_view(entry);
  const FixedInput* fixed = fixed_value(input);
  if (fixed == nullptr) return nullptr;
  const auto* model = VectorModels<T>::Find(plan->vector_models.inputs, input);
  if (model == nullptr) return &fixed->vector;
  if (!rare_views) rare_views = std::make_unique<RareViews<T>>();
  auto& view = rare_views->fixed_inputs[input];
  if (!view || view->data() != fixed->vector.data()) view = model->CloneAsView(fixed->vector);
  return view.get();
}

template <typename T>
auto ContextData<T>::fixed_value(int input) const -> const FixedInput* {
  const auto at = fixed_at_.find(input);
  return at == fixed_at_.end() ? nullptr : &fixed_inputs.at(at->second);
}

LOOPWRIGHT_INSTANTIATE_CLASS(ContextData)

}  // namespace loopwright::internal
