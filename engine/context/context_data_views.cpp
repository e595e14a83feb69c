// The fixed inputs of a context and its views; what evaluates it is in context_data.cpp.

#include "engine/context/cache_overlay.h"
#include "engine/context/context_data.h"

namespace loopwright::internal {

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
  if (!rare_views) rare_views = std::make_unique<RareViews<T>>();
  auto& handle = rare_views->fixed_values[input];
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

// The view of a node's q, v and z at `x`, which is where the state or the derivatives of the whole
// diagram begin. In the arena all q come first, then all v, then all z, so a node's elements lie in
// up to three pieces.
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

// A state that was declared with a subclass of BasicVector, with names for its elements, is seen as
// an object of that subclass.
template <typename T>
void ContextData<T>::AdoptContinuousType(int node, ContinuousState<T>* values) const {
  const auto* model = VectorModels<T>::Find(plan->vector_models.continuous, node);
  if (model != nullptr) values->AdoptType(*model);
}

// Setting defaults makes a view of everything; dropping them gives that memory back, and those that
// are used are made again.
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

// The groups of a node's subtree are neighbours in the plan, so one view covers them all.
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

// Per group what AdoptContinuousType() does for the continuous state. Most diagrams have no such
// types and leave at once.
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

// The value of an input as a vector object, of the class that the port was declared with; null for
// a port without a value. The common kernels read raw pointers instead.
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

// The map leads from the port to the one whose fixed value it reads, maybe that of an enclosing
// diagram.
template <typename T>
auto ContextData<T>::fixed_value(int input) const -> const FixedInput* {
  const auto at = fixed_at_.find(input);
  return at == fixed_at_.end() ? nullptr : &fixed_inputs.at(at->second);
}

LOOPWRIGHT_INSTANTIATE_CLASS(ContextData)

}  // namespace loopwright::internal
