#include "engine/context/context_inputs.h"

#include <utility>

#include "engine/context/cache_overlay.h"
#include "engine/context/context_data.h"

namespace loopwright::internal {

// Ports that are connected read the entry of the plan; two flags that lie behind those of the
// entries stand for the others.
template <typename T>
ContextInputs<T>::ContextInputs(ContextData<T>* data)
    : data_(*data),
      num_entries_(data->plan->num_entries()),
      slots_(data->plan->input_entry.size()) {
  for (size_t i = 0; i < slots_.size(); ++i) {
    const int entry = data->plan->input_entry[i];
    slots_[i].entry = entry >= 0 ? entry : missing_flag();
  }
}

template <typename T>
ContextInputs<T>::ContextInputs(const ContextInputs& other, ContextData<T>* data)
    : data_(*data),
      num_entries_(other.num_entries_),
      slots_(other.slots_),
      fixed_at_(other.fixed_at_) {
  for (const auto& [input, fixed] : other.fixed_) {
    fixed_.emplace(input,
                   FixedInput<T>{fixed.vector, fixed.abstract ? fixed.abstract->Clone() : nullptr});
  }
}

// The addresses hold until the plan changes, as the arena is never resized.
template <typename T>
void ContextInputs<T>::Bind() {
  for (InputSlot<T>& slot : slots_) {
    slot.data = slot.entry < num_entries_ ? data_.entry_data(slot.entry) : nullptr;
  }
  for (const auto& [input, at] : fixed_at_) slots_[input].data = fixed_.at(at).vector.data();
}

namespace {
/// Looks its value up each time: the context may have put another one in its place. It is the
/// handle that FixInputPort() returns, through which a program changes the fixed value later.
template <typename T>
class FixedValue final : public FixedInputPortValue {
 public:
  FixedValue(ContextData<T>* data, int input) : data_(*data), input_(input) {}
  int64_t serial_number() const override { return fixed().serial_number; }

 private:
  FixedInput<T>& fixed() const { return data_.inputs.fixed().at(input_); }
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
    data_.inputs.NoteChange(input_);
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
FixedInputPortValue& ContextInputs<T>::Fix(int input, FixedInput<T> value) {
  const auto known = fixed_.find(input);
  if (known != fixed_.end()) value.serial_number = known->second.serial_number + 1;
  if (known != fixed_.end() && known->second.abstract == nullptr && value.abstract == nullptr &&
      known->second.vector.size() == value.vector.size()) {
    known->second.vector.SetFrom(value.vector);  // where everybody looks already
    known->second.serial_number = value.serial_number;
  } else {
    fixed_.erase(input);
    fixed_.emplace(input, std::move(value));
    data_.RequireBinding();
  }
  const T* data = fixed_.at(input).vector.data();
  for (const int i : PortsFixedBy(input)) {
    if (slots_[i].data == data && data != nullptr) continue;  // where its readers are bound to
    slots_[i] = {data, fixed_flag()};
    fixed_at_[i] = input;
    BindReadersOf(i);
  }
  NoteChange(input);
  auto& handle = data_.value_views.rare().fixed_values[input];
  if (!handle) handle = std::make_unique<FixedValue<T>>(&data_, input);
  return *handle;
}

/// A port that is fixed and those deeper down that read the same value. Breadth first: a diagram's
/// port feeds ports of its blocks, of which some are ports of diagrams again. A port that is fixed
/// itself keeps its own value.
template <typename T>
std::vector<int> ContextInputs<T>::PortsFixedBy(int input) const {
  std::vector<int> ports{input};
  for (size_t k = 0; k < ports.size(); ++k) {
    const int port = ports[k];
    for (const int* i = data_.plan->input_aliases.begin(port);
         i != data_.plan->input_aliases.end(port); ++i) {
      if (!fixed_.count(*i)) ports.push_back(*i);  // otherwise that one is nearer
    }
  }
  return ports;
}

// All ports that read the value change in one event, so that what depends on two of them is marked
// once.
template <typename T>
void ContextInputs<T>::NoteChange(int input) {
  const int64_t event = data_.StartNewChangeEvent();
  if (data_.overlay_ && data_.overlay_->NoteFixedInput(input, event)) {
    data_.derivatives_changed_ = true;
    return;
  }
  for (const int i : PortsFixedBy(input)) data_.Invalidate(data_.plan->input_source(i), event);
}

// Undoes every Fix(). Operations are bound again, since fixed ports were read at other places.
template <typename T>
void ContextInputs<T>::UnfixAll() {
  const auto fixed = std::exchange(fixed_at_, {});
  fixed_.clear();
  for (const auto& [input, at] : fixed) {
    const int entry = data_.plan->input_entry[input];
    slots_[input].entry = entry >= 0 ? entry : missing_flag();
    slots_[input].data = entry >= 0 ? data_.entry_data(entry) : nullptr;
  }
  for (const auto& [input, at] : fixed) BindReadersOf(input);
  data_.RequireBinding();
  if (data_.overlay_) data_.overlay_->UnfixAllInputs();
  data_.MarkAllStale();
}

// Binds the computations that read an input again, after its value has moved.
template <typename T>
void ContextInputs<T>::BindReadersOf(int input) {
  if (data_.operations_.empty()) return;
  const auto& dependents = data_.plan->source_dependents;
  const int source = data_.plan->input_source(input);
  for (const int* e = dependents.begin(source); e != dependents.end(source); ++e) {
    data_.operations_[*e] = data_.BindEntry(*e);
  }
}

// The map leads from the port to the one whose fixed value it reads, maybe that of an enclosing
// diagram.
template <typename T>
const FixedInput<T>* ContextInputs<T>::fixed_value(int input) const {
  const auto at = fixed_at_.find(input);
  return at == fixed_at_.end() ? nullptr : &fixed_.at(at->second);
}

LOOPWRIGHT_INSTANTIATE_CLASS(ContextInputs)

}  // namespace loopwright::internal
