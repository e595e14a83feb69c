#include "engine/context/context_data.h"

#include <stdexcept>

#include "engine/context/blend.h"
#include "engine/context/cache_hits.h"
#include "engine/context/cache_overlay.h"
#include "engine/context/loop.h"

// How a context keeps its values: where they lie, copies of them, which of them are kept at all
// (caching), and fixed inputs. Computing them is in context_data_evaluation.cpp,
// marking them out of date in context_data_invalidation.cpp.

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

// Lays out the arrays as the plan says: everything is out of date, numbers are 0, inputs read the
// entries that they are connected to. Two flags lie behind those of the entries, so that an input
// that is fixed (flag 0, always up to date) or has no value (never plain) is read by the same code
// as one that is connected.
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
  if (plan->loops) loop_starts.assign(plan->loops->num_starts(), NAN);
  inputs.resize(plan->input_entry.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const int entry = plan->input_entry[i];
    inputs[i].entry = entry >= 0 ? entry : missing_flag();
  }
  BindInputs();
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
      loop_starts(other.loop_starts),
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

// Points each input at the value that it reads, and makes the views. The addresses hold until the
// plan changes, as the arena is never resized.
template <typename T>
void ContextData<T>::BindInputs() {
  for (InputSlot<T>& slot : inputs) {
    slot.data = slot.entry < plan->num_entries() ? entry_data(slot.entry) : nullptr;
  }
  for (const auto& [input, at] : fixed_at_) inputs[input].data = fixed_inputs.at(at).vector.data();
  views.reserve(plan->num_nodes());
  for (int n = 0; n < plan->num_nodes(); ++n) views.emplace_back(this, n);
  plan->AddUser(this);
}

// --- what is kept, and how ---

// All flags change with the mode, as they tell an Eval whether it may return at once.
template <typename T>
void ContextData<T>::SetCaching(Caching mode) {
  caching_ = mode;
  ForgetConstants();
  MarkPlain();
}

// Where caching is off as a whole, it is switched on and every other entry disabled one by one,
// which is the same to them.
template <typename T>
void ContextData<T>::EnableEntry(int entry) {
  if (caching_ == Caching::kOff) {
    for (int e = 0; e < plan->num_entries(); ++e) flags[e] |= kDisabled;
    SetCaching(Caching::kOn);
  }
  flags[entry] &= static_cast<uint8_t>(~kDisabled);
}

// While hits are counted an Eval of an up-to-date value has work to do, so its flag must not be 0.
template <typename T>
void ContextData<T>::SetCounting(bool count) {
  counting_ = count;
  ForgetConstants();
  MarkPlain();
}

// Flag 0 is the fast way: the value is up to date and an Eval returns it. Counting alone needs
// kCounted; anything that looks at each Eval (checking, no caching, trackers that count) needs
// kNotPlain.
template <typename T>
void ContextData<T>::MarkPlain() {
  uint8_t flag = 0;
  if (CountsHits(*this)) {
    flag = kCounted;
  } else if (caching_ != Caching::kOn || counting_ || (overlay_ && overlay_->counting())) {
    flag = kNotPlain;
  }
  for (int e = 0; e < plan->num_entries(); ++e) {
    flags[e] = static_cast<uint8_t>((flags[e] & ~(kNotPlain | kCounted)) | flag);
  }
}

// From here on shortcuts are off: they would mark and compute entries without telling trackers.
template <typename T>
CacheOverlay<T>& ContextData<T>::get_overlay() {
  if (!overlay_) {
    overlay_ = std::make_unique<CacheOverlay<T>>(this);
    ForgetConstants();
    RequireBinding();  // no longer plain
    MarkPlain();
  }
  return *overlay_;
}

template <typename T>
void ContextData<T>::DropOverlay() {
  if (!overlay_) return;
  overlay_.reset();
  ForgetConstants();
  RequireBinding();
  MarkPlain();
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
  BindViews();
  operations_.clear();
  loop_searches_.clear();
  RequireBinding();
  MarkAllStale();
}

// A Context keeps pointers into the plan and the arrays for speed; here they are renewed.
template <typename T>
void ContextData<T>::BindViews() {
  for (Context<T>& view : views) view.Bind();
  if (root != nullptr) root->Bind();
}

// --- inputs ---

namespace {
/// Looks its value up each time: the context may have put another one in its place. It is the
/// handle that FixInputPort() returns, through which a program changes the fixed value later.
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

// Gives input `input` a value in place of what it is connected to, and all deeper ports that read
// it through enclosing diagrams. A vector of the same size is written where the old one lies, so
// that bound operations stay valid; otherwise they are bound anew. The serial number grows with
// each new value.
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
    RequireBinding();
  }
  for (const int i : PortsFixedBy(input)) {
    inputs[i] = {fixed_inputs.at(input).vector.data(), fixed_flag()};
    fixed_at_[i] = input;
    BindReadersOf(i);
  }
  NoteFixedValueChange(input);
  auto& handle = value_views.rare().fixed_values[input];
  if (!handle) handle = std::make_unique<FixedValue<T>>(this, input);
  return *handle;
}

/// A port that is fixed and those deeper down that read the same value. Breadth first: a diagram's
/// port feeds ports of its blocks, of which some are ports of diagrams again. A port that is fixed
/// itself keeps its own value.
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

// All ports that read the value change in one event, so that what depends on two of them is marked
// once.
template <typename T>
void ContextData<T>::NoteFixedValueChange(int input) {
  const int64_t event = StartNewChangeEvent();
  if (overlay_ && overlay_->NoteFixedInput(input, event)) {
    derivatives_changed_ = true;
    return;
  }
  for (const int i : PortsFixedBy(input)) Invalidate(plan->input_source(i), event);
}

// Undoes every FixInput(). Operations are bound again, since fixed ports were read at other places.
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
  RequireBinding();
  if (overlay_) overlay_->UnfixAllInputs();
  MarkAllStale();
}

// Binds the computations that read an input again, after its value has moved.
template <typename T>
void ContextData<T>::BindReadersOf(int input) {
  if (operations_.empty()) return;
  const auto& dependents = plan->source_dependents;
  const int source = plan->input_source(input);
  for (const int* e = dependents.begin(source); e != dependents.end(source); ++e) {
    operations_[*e] = BindEntry(*e);
  }
}

// The map leads from the port to the one whose fixed value it reads, maybe that of an enclosing
// diagram.
template <typename T>
auto ContextData<T>::fixed_value(int input) const -> const FixedInput* {
  const auto at = fixed_at_.find(input);
  return at == fixed_at_.end() ? nullptr : &fixed_inputs.at(at->second);
}

LOOPWRIGHT_INSTANTIATE_CLASS(ContextData)

}  // namespace loopwright::internal
