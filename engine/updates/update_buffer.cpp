#include "engine/updates/update_buffer.h"

#include "engine/common/few_elements.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// The buffer has the places of the context's arena, so that one offset serves both.
template <typename T>
UpdateBuffer<T>::UpdateBuffer(internal::ContextData<T>* data) : data_(*data) {
  values_.assign(data->plan->discrete_end, T(0));
  leaves_.resize(data->plan->num_nodes());
}

// A new number of the phase makes all copies in the buffer old, without touching them.
template <typename T>
void UpdateBuffer<T>::Begin() {
  ++phase_;
  open_.clear();
  committed_.clear();
}

// What handlers of a leaf get to write to: views on its part of the buffer, of the classes that it
// declared. Made once for each leaf that ever has an update.
template <typename T>
void UpdateBuffer<T>::MakeViews(int node, Leaf* leaf) {
  const auto& plan = *data_.plan;
  const PlanNode& n = plan.nodes[node];
  leaf->discrete = data_.value_views.MakeDiscrete(node, values_.data());
  leaf->continuous = data_.value_views.MakeContinuous(node, values_.data());
  for (int i = n.first_group; i < n.first_group + n.num_groups; ++i) {
    internal::AppendRange(plan.groups[i], &leaf->discrete_ranges);
  }
  for (const Slot& slot : plan.continuous_slots(node)) {
    internal::AppendRange(slot, &leaf->continuous_ranges);
  }
  std::vector<AbstractValue*> abstract;
  for (int i = 0; i < n.num_abstract_states; ++i) {
    leaf->abstract.push_back(data_.abstract_states[n.first_abstract_state + i]->Clone());
    abstract.push_back(leaf->abstract.back().get());
  }
  leaf->state =
      std::make_unique<State<T>>(leaf->continuous.get(), leaf->discrete.get(), std::move(abstract));
}

// Copies ranges of one array to the same places of another: from the context to the buffer as a
// phase begins, and back as it is committed.
template <typename T>
inline void UpdateBuffer<T>::Copy(const std::vector<Slot>& ranges, const T* from, T* to) {
  for (const Slot& range : ranges) {
    CopyElements(from + range.offset, range.size, to + range.offset);
  }
}

// The leaf's part of the buffer. The first handler of a phase finds copies of the present values;
// the next ones find what the first has written, and the last one wins (semantics 6).
template <typename T>
typename UpdateBuffer<T>::Leaf& UpdateBuffer<T>::Open(int node, EventKind kind) {
  auto& slot = leaves_[node];
  if (!slot) {
    slot = std::make_unique<Leaf>();
    MakeViews(node, slot.get());
  }
  Leaf& leaf = *slot;
  if (leaf.phase != phase_) {
    leaf.phase = phase_;
    leaf.changed = leaf.continuous_changed = leaf.abstract_changed = false;
    Copy(leaf.discrete_ranges, data_.arena.data(), values_.data());
    Copy(leaf.continuous_ranges, data_.arena.data(), values_.data());
    if (kind == EventKind::kUnrestrictedUpdate) {
      const int first = data_.plan->nodes[node].first_abstract_state;
      for (size_t i = 0; i < leaf.abstract.size(); ++i) {
        leaf.abstract[i]->SetFrom(*data_.abstract_states[first + i]);
      }
    }
    open_.push_back(node);
  }
  return leaf;
}

// A leaf whose handlers all answer that they did nothing is not committed, whatever they wrote.
template <typename T>
EventStatus UpdateBuffer<T>::Run(int node, const Event<T>& event) {
  Leaf& leaf = Open(node, event.kind());
  EventTarget<T> target{leaf.discrete.get(), leaf.continuous.get(), leaf.state.get()};
  EventStatus status = event.Handle(*data_.plan->systems[node], data_.views[node], target);
  if (!status.did_nothing()) {
    leaf.changed = true;
    leaf.continuous_changed |= event.kind() != EventKind::kDiscreteUpdate;
    leaf.abstract_changed |= event.kind() == EventKind::kUnrestrictedUpdate;
  }
  return status;
}

// Copies what leaves changed to the context, all in one change event. Discrete updates cannot have
// changed continuous or abstract state, so these are left out.
template <typename T>
bool UpdateBuffer<T>::Commit() {
  committed_.clear();
  const auto& plan = *data_.plan;
  const int64_t event = data_.StartNewChangeEvent();
  for (const int node : open_) {
    const Leaf& leaf = *leaves_[node];
    if (!leaf.changed) continue;
    committed_.push_back(node);
    const PlanNode& n = plan.nodes[node];
    Copy(leaf.discrete_ranges, values_.data(), data_.arena.data());
    if (leaf.continuous_changed) Copy(leaf.continuous_ranges, values_.data(), data_.arena.data());
    for (int i = n.first_group; i < n.first_group + n.num_groups; ++i) {
      data_.Invalidate(plan.group_source(i), event);
    }
    if (leaf.continuous_changed) data_.InvalidateContinuous(node, event);
    if (!leaf.abstract_changed) continue;
    for (size_t i = 0; i < leaf.abstract.size(); ++i) {
      const int index = n.first_abstract_state + static_cast<int>(i);
      data_.abstract_states[index]->SetFrom(*leaf.abstract[i]);
      data_.Invalidate(plan.abstract_state_source(index), event);
    }
  }
  return !committed_.empty();
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(UpdateBuffer)

}  // namespace loopwright
