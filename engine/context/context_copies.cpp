// Copying values from one context to another: of the same scalar, and of different ones.

#include <algorithm>
#include <stdexcept>

#include "engine/context/changes.h"
#include "engine/context/context.h"
#include "engine/context/context_data.h"

namespace loopwright {

// --- copying ---

namespace {
/// Whether the values of node `a` of one plan and `b` of another lie in the same shape. That their
/// systems are of one class is not looked at: sizes are what copying relies on.
template <typename T, typename U>
bool HaveSameStructure(const Plan<T>& p, const PlanNode& a, const Plan<U>& q, const PlanNode& b) {
  const auto sizes_agree = [](const std::vector<Slot>& x, int i, const std::vector<Slot>& y, int j,
                              int count) {
    return std::equal(x.begin() + i, x.begin() + i + count, y.begin() + j,
                      [](const Slot& s, const Slot& t) { return s.size == t.size; });
  };
  return a.nq == b.nq && a.nv == b.nv && a.nz == b.nz && a.num_groups == b.num_groups &&
         a.num_parameters == b.num_parameters && a.num_abstract_states == b.num_abstract_states &&
         a.num_abstract_parameters == b.num_abstract_parameters &&
         sizes_agree(p.groups, a.first_group, q.groups, b.first_group, a.num_groups) &&
         sizes_agree(p.parameters, a.first_parameter, q.parameters, b.first_parameter,
                     a.num_parameters);
}

/// Copies state and parameters piece by piece, as the two nodes may lie at different places of
/// different plans, and arenas of different scalars need not be laid out alike.
template <typename T, typename U>
void CopyValues(const Context<U>& from_context, const Context<T>& to_context) {
  const internal::ContextData<U>& from = from_context.data();
  internal::ContextData<T>& to = to_context.data();
  const PlanNode& a = from_context.plan_node();
  const PlanNode& b = to_context.plan_node();
  const auto copy = [&](const Slot& source, const Slot& target) {
    for (int i = 0; i < target.size; ++i) {
      to.arena[target.offset + i] = ConvertScalar<T>(from.arena[source.offset + i]);
    }
  };
  const auto sources = from.plan->continuous_slots(from_context.node());
  const auto targets = to.plan->continuous_slots(to_context.node());
  for (int i = 0; i < 3; ++i) copy(sources[i], targets[i]);
  for (int g = 0; g < b.num_groups; ++g) {
    copy(from.plan->groups[a.first_group + g], to.plan->groups[b.first_group + g]);
  }
  for (int i = 0; i < b.num_abstract_states; ++i) {
    to.abstract_states[b.first_abstract_state + i]->SetFrom(
        *from.abstract_states[a.first_abstract_state + i]);
  }
  for (int p = 0; p < b.num_parameters; ++p) {
    copy(from.plan->parameters[a.first_parameter + p], to.plan->parameters[b.first_parameter + p]);
  }
  for (int i = 0; i < b.num_abstract_parameters; ++i) {
    to.abstract_parameters[b.first_abstract_parameter + i]->SetFrom(
        *from.abstract_parameters[a.first_abstract_parameter + i]);
  }
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
// Modes come along. At the root the random source and the starts of loop searches do, too, so that
// both contexts give the same values from there on.
template <typename T>
void Context<T>::CopyStateAndParameters(const Context<T>& other, const char* function,
                                        int64_t change_event) {
  const Data& from = *other.data_;
  const auto& plan = *data_->plan;
  const PlanNode& to_node = plan_node();
  const PlanNode& from_node = other.plan_node();
  const bool same = HaveSameStructure(plan, to_node, *from.plan, from_node) &&
                    to_node.num_modes == from_node.num_modes;
  ThrowUnlessSameStructure(same, function);
  CopyValues(other, *this);
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

// All that depends on state and parameters is marked, in an event for each.
template <typename T>
template <typename U>
void Context<T>::SetStateAndParametersFrom(const Context<U>& other) {
  ThrowUnlessSameStructure(
      HaveSameStructure(*data_->plan, plan_node(), *other.data().plan, other.plan_node()),
      "SetStateAndParametersFrom");
  internal::NoteState(data_, node_, data_->StartNewChangeEvent());
  internal::NoteParameters(data_, node_, data_->StartNewChangeEvent());
  CopyValues(other, *this);
}

// Starts of loop searches come along where both systems tear loops alike.
template <typename T>
template <typename U>
void Context<T>::SetTimeStateAndParametersFrom(const Context<U>& other) {
  const internal::ContextData<U>& from = other.data();
  const bool same = is_root_context() && other.is_root_context() &&
                    data_->plan->num_nodes() == from.plan->num_nodes() &&
                    HaveSameStructure(*data_->plan, plan_node(), *from.plan, other.plan_node()) &&
                    data_->modes.size() == from.modes.size();
  if (!same) {
    throw std::logic_error(
        "Context::SetTimeStateAndParametersFrom(): both must be root contexts of one system, "
        "converted to different scalars");
  }
  data_->time = ConvertScalar<T>(from.time);
  data_->true_time.reset();
  data_->accuracy = from.accuracy;
  CopyValues(other, *this);
  data_->modes = from.modes;
  data_->modes_held = from.modes_held;
  data_->random = from.random;
  if (data_->loops.starts.size() == from.loops.starts.size())
    data_->loops.starts = from.loops.starts;
  data_->InvalidateAllButInputs();
}

template void Context<AutoDiff>::SetStateAndParametersFrom(const Context<double>&);
template void Context<Expression>::SetStateAndParametersFrom(const Context<double>&);
template void Context<double>::SetStateAndParametersFrom(const Context<AutoDiff>&);
template void Context<Expression>::SetStateAndParametersFrom(const Context<AutoDiff>&);
template void Context<double>::SetStateAndParametersFrom(const Context<Expression>&);
template void Context<AutoDiff>::SetStateAndParametersFrom(const Context<Expression>&);
template void Context<AutoDiff>::SetTimeStateAndParametersFrom(const Context<double>&);
template void Context<Expression>::SetTimeStateAndParametersFrom(const Context<double>&);
template void Context<double>::SetTimeStateAndParametersFrom(const Context<AutoDiff>&);
template void Context<Expression>::SetTimeStateAndParametersFrom(const Context<AutoDiff>&);
template void Context<double>::SetTimeStateAndParametersFrom(const Context<Expression>&);
template void Context<AutoDiff>::SetTimeStateAndParametersFrom(const Context<Expression>&);

LOOPWRIGHT_INSTANTIATE_CLASS(Context)

}  // namespace loopwright
