// Copying values from one context to another: of the same scalar, and of different ones.

#include <algorithm>
#include <stdexcept>

#include "engine/context/changes.h"
#include "engine/context/context.h"
#include "engine/context/context_data.h"

namespace loopwright {

// --- copying ---

namespace {
/// Whether the values of node `a` of one plan and `b` of another lie in the same shape.
template <typename T>
bool HaveSameStructure(const Plan<T>& p, const PlanNode& a, const Plan<T>& q, const PlanNode& b) {
  const auto sizes_agree = [](const std::vector<Slot>& x, int i, const std::vector<Slot>& y, int j,
                              int count) {
    return std::equal(x.begin() + i, x.begin() + i + count, y.begin() + j,
                      [](const Slot& s, const Slot& t) { return s.size == t.size; });
  };
  return a.nq == b.nq && a.nv == b.nv && a.nz == b.nz && a.num_groups == b.num_groups &&
         a.num_parameters == b.num_parameters && a.num_abstract_states == b.num_abstract_states &&
         a.num_abstract_parameters == b.num_abstract_parameters && a.num_modes == b.num_modes &&
         sizes_agree(p.groups, a.first_group, q.groups, b.first_group, a.num_groups) &&
         sizes_agree(p.parameters, a.first_parameter, q.parameters, b.first_parameter,
                     a.num_parameters);
}
}  // namespace

// Copying between systems of other shapes would shift values silently, so it is refused by name.
template <typename T>
void Context<T>::ThrowUnlessSameStructure(bool same, const char* function) const {
  if (same) return;
  throw std::logic_error("Context::" + std::string(function) +
                         "(): the other context's state or "
                         "parameters are not of the structure of those of '" +
                         GetSystemPathname() + "'");
}

template <typename T>
void Context<T>::SetStateAndParametersFrom(const Context<T>& other) {
  CopyStateAndParameters(other, "SetStateAndParametersFrom", data_->StartNewChangeEvent());
}
// Copies numbers, abstract values and modes piece by piece, as the two nodes may lie at different
// places of different plans. At the root the random source and the starts of loop searches come
// along, so that both contexts give the same values from there on.
template <typename T>
void Context<T>::CopyStateAndParameters(const Context<T>& other, const char* function,
                                        int64_t change_event) {
  const Data& from = *other.data_;
  const auto& plan = *data_->plan;
  const PlanNode& to_node = plan_node();
  const PlanNode& from_node = other.plan_node();
  ThrowUnlessSameStructure(HaveSameStructure(plan, to_node, *from.plan, from_node), function);
  data_->value_views.continuous(node_).SetFrom(other.get_continuous_state());
  const auto copy = [&](const std::vector<Slot>& to_slots, int to, const std::vector<Slot>& slots,
                        int first, int count) {
    for (int i = 0; i < count; ++i) {
      std::copy_n(from.arena.begin() + slots[first + i].offset, slots[first + i].size,
                  data_->arena.begin() + to_slots[to + i].offset);
    }
  };
  copy(plan.groups, to_node.first_group, from.plan->groups, from_node.first_group,
       to_node.num_groups);
  copy(plan.parameters, to_node.first_parameter, from.plan->parameters, from_node.first_parameter,
       to_node.num_parameters);
  for (int i = 0; i < to_node.num_abstract_states; ++i) {
    data_->abstract_states[to_node.first_abstract_state + i]->SetFrom(
        *from.abstract_states[from_node.first_abstract_state + i]);
  }
  for (int i = 0; i < to_node.num_abstract_parameters; ++i) {
    data_->abstract_parameters[to_node.first_abstract_parameter + i]->SetFrom(
        *from.abstract_parameters[from_node.first_abstract_parameter + i]);
  }
  std::copy_n(from.modes.begin() + from_node.first_mode, to_node.num_modes,
              data_->modes.begin() + to_node.first_mode);
  if (is_root_context()) {
    const bool drawn_alike =
        data_->random.seed == from.random.seed && data_->random.run == from.random.run;
    if (!drawn_alike || data_->modes_held != from.modes_held) data_->MarkAllStale();
    data_->modes_held = from.modes_held;
    data_->random = from.random;
    data_->loops.starts = from.loops.starts;
    if (plan.loops) data_->loops.MarkStale();
  }
  internal::NoteState(data_, node_, change_event);
  internal::NoteParameters(data_, node_, change_event);
  for (int n = node_; n < to_node.end; ++n) {
    if (plan.nodes[n].num_modes > 0) data_->Invalidate(plan.modes_source(n), change_event);
  }
}

// One change event for all, and time and accuracy only where they may be set.
template <typename T>
void Context<T>::SetTimeStateAndParametersFrom(const Context<T>& other) {
  ThrowUnlessRoot("SetTimeStateAndParametersFrom");
  const int64_t event = data_->StartNewChangeEvent();
  CopyStateAndParameters(other, "SetTimeStateAndParametersFrom", event);
  data_->time = other.data_->time;
  data_->true_time = other.data_->true_time;
  data_->accuracy = other.data_->accuracy;
  data_->Invalidate(Plan<T>::time_source(), event);
  data_->Invalidate(Plan<T>::accuracy_source(), event);
}

// --- between scalars ---

namespace {

// Whether two systems that were converted from one another have values of the same sizes. That they
// are of one class is not looked at: sizes are what copying relies on.
template <typename T, typename U>
bool HaveSameShape(const internal::ContextData<T>& to, const internal::ContextData<U>& from) {
  const Plan<T>& a = *to.plan;
  const Plan<U>& b = *from.plan;
  const auto same = [](const std::vector<Slot>& x, const std::vector<Slot>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](const Slot& i, const Slot& j) { return i.size == j.size; });
  };
  return a.num_nodes() == b.num_nodes() && a.num_q == b.num_q && a.num_v == b.num_v &&
         a.num_z == b.num_z && same(a.groups, b.groups) && same(a.parameters, b.parameters) &&
         to.abstract_states.size() == from.abstract_states.size() &&
         to.abstract_parameters.size() == from.abstract_parameters.size() &&
         to.modes.size() == from.modes.size();
}

}  // namespace

// State and parameters are copied by slots, as arenas of different scalars need not have their
// cache entries at the same places. Starts of loop searches come along where both systems tear
// loops alike.
template <typename T>
template <typename U>
void Context<T>::SetTimeStateAndParametersFrom(const Context<U>& other) {
  const internal::ContextData<U>& from = other.data();
  if (!is_root_context() || !other.is_root_context() || !HaveSameShape(*data_, from)) {
    throw std::logic_error(
        "Context::SetTimeStateAndParametersFrom(): both must be root contexts of one system, "
        "converted to different scalars");
  }
  data_->time = ConvertScalar<T>(from.time);
  data_->true_time.reset();
  data_->accuracy = from.accuracy;
  const auto copy = [&](int begin, int count, int from_begin) {
    for (int i = 0; i < count; ++i) {
      data_->arena[begin + i] = ConvertScalar<T>(from.arena[from_begin + i]);
    }
  };
  const Plan<T>& plan = *data_->plan;
  copy(0, plan.num_continuous(), 0);
  for (size_t i = 0; i < plan.groups.size(); ++i) {
    copy(plan.groups[i].offset, plan.groups[i].size, from.plan->groups[i].offset);
  }
  for (size_t i = 0; i < plan.parameters.size(); ++i) {
    copy(plan.parameters[i].offset, plan.parameters[i].size, from.plan->parameters[i].offset);
  }
  for (size_t i = 0; i < from.abstract_states.size(); ++i) {
    data_->abstract_states[i]->SetFrom(*from.abstract_states[i]);
  }
  for (size_t i = 0; i < from.abstract_parameters.size(); ++i) {
    data_->abstract_parameters[i]->SetFrom(*from.abstract_parameters[i]);
  }
  data_->modes = from.modes;
  data_->modes_held = from.modes_held;
  data_->random = from.random;
  if (data_->loops.starts.size() == from.loops.starts.size())
    data_->loops.starts = from.loops.starts;
  data_->InvalidateAllButInputs();
}

template void Context<AutoDiff>::SetTimeStateAndParametersFrom(const Context<double>&);
template void Context<Expression>::SetTimeStateAndParametersFrom(const Context<double>&);
template void Context<double>::SetTimeStateAndParametersFrom(const Context<AutoDiff>&);
template void Context<Expression>::SetTimeStateAndParametersFrom(const Context<AutoDiff>&);
template void Context<double>::SetTimeStateAndParametersFrom(const Context<Expression>&);
template void Context<AutoDiff>::SetTimeStateAndParametersFrom(const Context<Expression>&);

LOOPWRIGHT_INSTANTIATE_CLASS(Context)

}  // namespace loopwright
