#include "engine/context/value_views.h"

#include "engine/context/context_data.h"

namespace loopwright::internal {

namespace {
/// The view of this number, which `make` makes on first use.
template <typename V, typename Make>
V& Kept(std::vector<std::unique_ptr<V>>* views, size_t count, int number, const Make& make) {
  if (views->empty()) views->resize(count);
  auto& view = (*views)[number];
  if (!view) view = make();
  return *view;
}

/// A view of the class of its model; plain where there is no model.
template <typename T>
std::unique_ptr<BasicVector<T>> MakeVector(const BasicVector<T>* model, T* data, int size) {
  auto view = std::make_unique<BasicVector<T>>(data, size);
  return model != nullptr ? model->CloneAsView(*view) : std::move(view);
}
}  // namespace

// In the arena all q come first, then all v, then all z, so a node's elements lie in up to three
// pieces. A state that was declared with a subclass of BasicVector, with names for its elements, is
// seen as an object of that subclass.
template <typename T>
std::unique_ptr<ContinuousState<T>> ValueViews<T>::MakeContinuous(int node, T* x) const {
  using Piece = typename ContinuousState<T>::Piece;
  const auto [q, v, z] = data_.plan->continuous_slots(node);
  auto view = std::make_unique<ContinuousState<T>>(
      Piece{x + q.offset, q.size}, Piece{x + v.offset, v.size}, Piece{x + z.offset, z.size});
  const auto* model = VectorModels<T>::Find(data_.plan->vector_models.continuous, node);
  if (model != nullptr) view->AdoptType(*model);
  return view;
}

// The groups of a node's subtree are neighbours in the plan, so one view covers them all. Most
// diagrams have no groups of other types.
template <typename T>
std::unique_ptr<DiscreteValues<T>> ValueViews<T>::MakeDiscrete(int node, T* x) const {
  const PlanNode& n = data_.plan->nodes[node];
  const auto& models = data_.plan->vector_models.groups;
  auto view = std::make_unique<DiscreteValues<T>>(x, data_.plan->groups.data() + n.first_group,
                                                  n.num_groups);
  for (int i = 0; i < n.num_groups && !models.empty(); ++i) {
    const auto* model = VectorModels<T>::Find(models, n.first_group + i);
    if (model != nullptr) view->AdoptType(i, *model);
  }
  return view;
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
  return Kept(&continuous_, data_.plan->num_nodes(), node,
              [&] { return MakeContinuous(node, data_.continuous()); });
}
// They lie behind the state, in the same order.
template <typename T>
ContinuousState<T>& ValueViews<T>::derivatives(int node) {
  return Kept(&derivatives_, data_.plan->num_nodes(), node, [&] {
    return MakeContinuous(node, data_.continuous() + data_.plan->num_continuous());
  });
}
template <typename T>
DiscreteValues<T>& ValueViews<T>::discrete(int node) {
  return Kept(&discrete_, data_.plan->num_nodes(), node,
              [&] { return MakeDiscrete(node, data_.arena.data()); });
}

template <typename T>
BasicVector<T>& ValueViews<T>::parameter(int parameter) {
  const Plan<T>& plan = *data_.plan;
  return Kept(&parameters_, plan.parameters.size(), parameter, [&] {
    const auto* model = VectorModels<T>::Find(plan.vector_models.parameters, parameter);
    const Slot& slot = plan.parameters[parameter];
    return MakeVector(model, data_.arena.data() + slot.offset, slot.size);
  });
}

template <typename T>
BasicVector<T>& ValueViews<T>::entry(int entry) {
  const Plan<T>& plan = *data_.plan;
  return Kept(&entries_, plan.entries.size(), entry, [&] {
    const auto* model = VectorModels<T>::Find(plan.vector_models.entries, entry);
    return MakeVector(model, data_.entry_data(entry), plan.entries[entry].size);
  });
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
