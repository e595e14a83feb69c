#include "engine/context/value_views.h"

#include "engine/context/context_data.h"

namespace loopwright::internal {

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
ContinuousState<T>& ValueViews<T>::MakeContinuous(
    std::vector<std::unique_ptr<ContinuousState<T>>>* made, int node, T* x) {
  if (made->empty()) made->resize(data_.plan->num_nodes());
  auto& view = (*made)[node];
  if (!view) {
    const PlanNode& n = data_.plan->nodes[node];
    using Piece = typename ContinuousState<T>::Piece;
    view = std::make_unique<ContinuousState<T>>(
        Piece{x + n.q, n.nq}, Piece{x + data_.plan->num_q + n.v, n.nv},
        Piece{x + data_.plan->num_q + data_.plan->num_v + n.z, n.nz});
    AdoptContinuousType(node, view.get());
  }
  return *view;
}

// A state that was declared with a subclass of BasicVector, with names for its elements, is seen as
// an object of that subclass.
template <typename T>
void ValueViews<T>::AdoptContinuousType(int node, ContinuousState<T>* values) const {
  const auto* model = VectorModels<T>::Find(data_.plan->vector_models.continuous, node);
  if (model != nullptr) values->AdoptType(*model);
}

// Setting defaults makes a view of everything; dropping them gives that memory back, and those that
// are used are made again.
template <typename T>
void ValueViews<T>::Drop() {
  continuous_.clear();
  derivatives_.clear();
  discrete_.clear();
  parameters_.clear();
  entries_.clear();
}

template <typename T>
ContinuousState<T>& ValueViews<T>::continuous(int node) {
  return MakeContinuous(&continuous_, node, data_.arena.data());
}

template <typename T>
ContinuousState<T>& ValueViews<T>::derivatives(int node) {
  return MakeContinuous(&derivatives_, node, data_.arena.data() + data_.plan->num_continuous());
}

// The groups of a node's subtree are neighbours in the plan, so one view covers them all.
template <typename T>
DiscreteValues<T>& ValueViews<T>::discrete(int node) {
  if (discrete_.empty()) discrete_.resize(data_.plan->num_nodes());
  auto& view = discrete_[node];
  if (!view) {
    const PlanNode& n = data_.plan->nodes[node];
    view = std::make_unique<DiscreteValues<T>>(
        data_.arena.data(), data_.plan->groups.data() + n.first_group, n.num_groups);
    AdoptGroupTypes(node, view.get());
  }
  return *view;
}

// Per group what AdoptContinuousType() does for the continuous state. Most diagrams have no such
// types and leave at once.
template <typename T>
void ValueViews<T>::AdoptGroupTypes(int node, DiscreteValues<T>* values) const {
  if (data_.plan->vector_models.groups.empty()) return;
  const PlanNode& n = data_.plan->nodes[node];
  for (int i = 0; i < n.num_groups; ++i) {
    const auto* model = VectorModels<T>::Find(data_.plan->vector_models.groups, n.first_group + i);
    if (model != nullptr) values->AdoptType(i, *model);
  }
}

template <typename T>
BasicVector<T>& ValueViews<T>::parameter(int parameter) {
  const Slot& slot = data_.plan->parameters[parameter];
  return VectorView(&parameters_, data_.plan->parameters.size(), parameter,
                    data_.plan->vector_models.parameters, data_.arena.data() + slot.offset,
                    slot.size);
}

template <typename T>
BasicVector<T>& ValueViews<T>::entry(int entry) {
  const auto& e = data_.plan->entries[entry];
  return VectorView(&entries_, data_.plan->entries.size(), entry, data_.plan->vector_models.entries,
                    data_.arena.data() + e.offset, e.size);
}

// The value of an input as a vector object, of the class that the port was declared with; null for
// a port without a value. The common kernels read raw pointers instead.
template <typename T>
const BasicVector<T>* ValueViews<T>::input(int input) {
  const int entry_of_input = data_.inputs.entry(input);
  if (entry_of_input >= 0) return &entry(entry_of_input);
  const FixedInput<T>* fixed = data_.inputs.fixed_value(input);
  if (fixed == nullptr) return nullptr;
  const auto* model = VectorModels<T>::Find(data_.plan->vector_models.inputs, input);
  if (model == nullptr) return &fixed->vector;
  auto& view = rare().fixed_inputs[input];
  if (!view || view->data() != fixed->vector.data()) view = model->CloneAsView(fixed->vector);
  return view.get();
}

// Made on demand, so that making a context stays cheap.
template <typename T>
RareViews<T>& ValueViews<T>::rare() {
  if (!rare_) rare_ = std::make_unique<RareViews<T>>();
  return *rare_;
}

LOOPWRIGHT_INSTANTIATE_CLASS(ValueViews)

}  // namespace loopwright::internal
